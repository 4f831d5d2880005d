// Package analyse is the command katachi analyse: it searches every position of game records and writes what it found,
// for people to read.
//
// inputs.go finds the records, and work.go leads their games, several side by side, through four steps:
//
//   - thinker (think.go) searches the positions of the main line, the last one first, so that the table already knows
//     the end of the game when it comes to the beginning. A small share of the time goes to the mate solver, which
//     looks for mates and threats of mate. Where the move played seems to be a mistake, what seemed better is looked at
//     again (again.go), and moves are compared from which the reader of the page can choose another (practice.go).
//   - judge (judge.go) compares the positions before and after each move: what the move lost in winning chance, what
//     would have been better, which mates were found, missed or allowed, what is attacked. A search scores wins by the
//     entering-king rule like mates; entering.go tells them apart.
//   - words.go says it in a sentence, in Japanese and English. A sentence claims nothing that a search, the solver or
//     the rules did not say.
//   - The writers put it into KIF and CSA as ShogiHome reads them (annotate.go), into JSON (report.go) and onto a page
//     (page.go), with another page that leads to those of all games (overview.go). variations.go collects what people
//     have written beside the game. journal.go keeps track of which record each file in the folder of the results is
//     from.
//
// A single position goes without these steps: position.go thinks about it and says what was found. Scores are turned into
// winning chances in one place, chance.go.
package analyse
