// Package usi speaks the USI protocol: it reads a GUI's commands line by line, hands searches to a Searcher and writes
// the answers. It knows no search internals, no network and no book; what it needs from them it declares in this
// package (Searcher, MateSolver, Book, Evaluators) and main plugs in.
//
// Three things run side by side. A goroutine reads lines, however long, and passes them on. The driver's loop is the
// only owner of the settings and the position; it handles one command after the other and never waits for work. Work
// (loading, thinking, solving, counting) is a task: one goroutine, at most one at a time, with a copy of all that it
// needs, which writes its own answer. A command that cannot be handled while the task runs (position, go, usinewgame)
// stops a search and waits in a queue until the task is over; stop, ponderhit, quit and isready never have to wait for
// a search.
//
// A bad line is answered by an info string and leaves everything as it was. Whatever happens in a task, a panic
// included, each go is answered by exactly one bestmove (go mate: by one checkmate).
package usi
