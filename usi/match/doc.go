// Package match plays engines against each other and says which is stronger: the command katachi match.
//
// It is the GUI's side of the protocol. A player is a process that speaks USI (or xboard, through an adapter). A
// game is played by asking the players in turn and judging every answer by package position's rules, never by what
// an engine says about itself: an illegal move, a false claim, an overstepped clock, a crash, a hang or a flood of
// output loses the game for its player. Then the process is replaced, and its last lines stay in the record.
//
// A match is a fixed list of pairs of games, each pair one opening played with both colours. The list depends on the
// configuration alone, so a number identifies a game. The output file is JSON lines, one a game, written whole and
// flushed; the games that it does not hold are still to be played. Hence a match resumes after any interruption, and
// may be cut into shards that are merged later.
//
// Statistics count pairs, not games: the two games of an opening are not independent, and the five possible results
// of a pair (the pentanomial) have less variance than two single games. Elo, its interval, the likelihood of
// superiority and the log-likelihood ratio of the sequential test all come from the five counts. Games that repeat
// an earlier one move for move are reported, and their pairs do not count for the test (repeats.go).
//
// A tune is a match of an engine against itself in which the two copies differ in many options at once, chosen at
// random anew in every pair. One set of games then measures the effect of every option as well as if all games were
// about it alone.
//
// Where things are: flags and files of a match are read in config.go and configfile.go, an engine's words in
// spec.go; schedule.go lists the games, run.go plays them, game.go plays one, by clock.go, ruling.go and
// adjudicate.go, and verdict.go has the ways in which it ends. player.go is what an engine can be asked, usi.go and
// xboard.go how, process.go its process. What is kept of a game is in gamerecord.go, its file in store.go. tally.go,
// elo.go, rating.go, sprt.go and repeats.go count; summary.go and usage.go say it in words, reportdata.go hands it
// to the page (page/page.js), export.go and scored.go write the games, and fromrecords.go reads those of others. A
// tune is in tune.go, param.go, design.go and effect.go.
package match
