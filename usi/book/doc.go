// Package book is opening books: files that say for a position which moves have been found good.
//
// Open recognises four formats by content and name: YaneuraOu's text books (.db), its binary ones (.ybb), Apery's
// book.bin, and plain lists of games, one "startpos moves ..." a line, whose moves count how often they were played.
//
// A text book is read once, as a stream, into a compact table: a position is 32 bytes of packed board, a hash index
// finds it, and its moves lie in one long array, 12 bytes each. A book that is too large even for that stays on the
// disk (Options.OnTheFly): a sorted file needs no index, since a binary search by file offset reads only a few dozen
// blocks a probe. Both ways give the same answers if the file writes its positions as SFEN prescribes. Binary books
// are sorted, and are searched as they are, in memory or on disk.
//
// Books are written by many hands. A line that cannot be read is skipped and counted; the rest is still used. A move
// is checked for legality before it is used. The options decide which of the moves is played; their rules are in
// choose.go.
//
// Where things are: book.go opens and asks a book; text.go cuts a text book into blocks, and part.go with line.go
// and sfen.go reads them for memory.go; onthefly.go leaves it on the disk; ybb.go and apery.go have the binary
// formats, games.go the games. draft.go and its neighbours make books, grow.go says where one is to grow.
package book
