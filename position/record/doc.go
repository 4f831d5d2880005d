// Package record reads and writes game records, in the formats that people and their programs exchange.
//
// A Game is a tree: the main line, and variations wherever a move has more than one successor, with comments, clock
// times and the way the game ended. Split cuts a file into games and recognises its format and encoding; Source.Game
// reads one of them:
//
//   - KIF, the format of people: numbered moves with their origin, variations, comments, BOD diagrams;
//   - KI2, as printed in books: moves without origin, made clear by words such as right, left, straight;
//   - CSA versions 1 to 3, the format of servers, with Floodgate's comments;
//   - JKF, which says in JSON what KIF says, as Kifu for JS and ShogiHome have it;
//   - lines of USI moves, and bare SFENs.
//
// They come in UTF-8, UTF-16, Shift_JIS, EUC-JP or ISO-2022-JP (decode.go). When a reader refuses something it names
// file and line (ReadError). It never takes an unknown handicap for an even game, nor an illegal move for a legal one.
// It passes over prose before the moves and behind the end. Game.KIF, Game.CSA and Game.USI write records.
//
// detect.go finds out the format of a text and where its games begin. Source.Game (source.go) hands a game to the
// reader of its format: kifread.go for KIF and KI2, csaread.go, jkfread.go, usi.go. kif.go, csa.go and usi.go write
// them; end.go has the words for how games end.
//
// The notation of moves for Japanese readers (▲７六歩, △４二金右) is here too (notation.go): Japanese writes it, ParseJapanese
// reads it.
//
// The program's own games of self-play, with a score for every move, are ScoredGames, in blocks that survive damage
// (scored.go, ScoredWriter, ScoredReader). psv.go has PSV, the format in which other programs' trainers exchange
// positions.
//
// The package replays moves by the rules of package position and knows nothing of engines.
package record
