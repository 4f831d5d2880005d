// Package usi speaks the USI protocol: it reads a GUI's commands line by line, hands searches to a Searcher and writes
// the answers. It knows no search internals and no network: Searcher and LoadEvaluator say what it needs of them, and main
// plugs them in. Mate problems go to search/mate, openings come from usi/book.
//
// Four things run side by side. A goroutine reads lines, however long, and passes them on. The driver's loop is the
// only owner of the settings and the position; it handles one command after the other (commands.go has the table of all)
// and never waits for work. Work (loading, thinking, solving, counting) is a task: one goroutine, at most one at a time,
// with a copy of all that it needs, which writes its own answer. A command that cannot be handled while the task runs
// (position, go, usinewgame) stops a search and waits in a queue until the task is over; stop, ponderhit, quit and isready
// never have to wait for a search. The writer has a goroutine too, so that a GUI that does not read keeps nobody waiting.
//
// A bad line is answered by an info string and leaves everything as it was. Whatever happens in a task, a panic
// included, each go is answered by exactly one bestmove (go mate: by one checkmate).
package usi
