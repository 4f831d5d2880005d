// Package analyse is the command katachi analyse: it searches every position of game records and writes what it found,
// for people to read.
//
// inputs.go finds the records. A game goes through four steps. thinker (think.go) searches the positions of the main line, the
// last one first, so that what it learned about the end of the game is in the table when it comes to the beginning; a small share
// of the time goes to the mate solver, which looks for mates and threats of mate. judge (judge.go) compares the positions before
// and after each move: what the move lost in winning chance, what would have been better, which mates were found, missed or
// allowed, what is attacked. Wins by the entering-king rule, which a search scores like mates, are told apart from them in
// entering.go. words.go says it in a sentence, in Japanese and English; a sentence claims nothing that a search, the solver or the
// rules did not say. The writers put it into KIF and CSA as ShogiHome reads them (annotate.go), into JSON (report.go) and onto a
// page (page.go); journal.go knows whose the files in the folder of the results are.
//
// Scores are turned into winning chances in one place, chance.go.
package analyse
