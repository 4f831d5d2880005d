// Package usi speaks the USI protocol: it reads a GUI's commands line by line, hands searches to a Searcher and
// writes the answers. It knows no search internals and no network: Searcher and LoadEvaluator (interfaces.go) say
// what it needs of them, and main plugs them in. Mate problems go to search/mate, openings come from usi/book.
//
// Four things run side by side:
//
//   - A goroutine reads lines of any length and passes them on (reader.go).
//   - The conversation's loop (conversation.go) handles one command after the other and never waits for work; with the
//     driver (driver.go) it is the only owner of the settings and the position.
//   - Work (loading, thinking, solving, counting) is a task (task.go): one goroutine, at most one at a time, with a
//     copy of all that it needs, which writes its own answer. A command that cannot be handled while the task runs
//     (position, go, usinewgame) stops a search and waits in a queue until the task is over; stop, ponderhit, quit and
//     isready never have to wait for a search.
//   - The writer (writer.go) has a goroutine too, so that a GUI that does not read keeps nobody waiting.
//
// Where things are: the table of commands and those of the protocol in commands.go, with parse.go for their words;
// those of a person at the keyboard in console.go, measure.go and makebook.go (package makebook does the latter's
// work); the table of options in options.go, their values in settings.go (the search's in search/options.go), the
// files that fix them in optionfile.go. A go command becomes a thought (think.go), which asks the book (book.go), a
// level's person (level.go) or the Searcher; reporter.go and format.go write the result. The engine room
// (engineroom.go) holds what tasks work with.
//
// A bad line is answered by an info string and leaves everything as it was. Whatever happens in a task, a panic
// included, each go is answered by exactly one bestmove (go mate: by one checkmate).
package usi
