// Package train makes networks from self-play: games, their records, and what is learned from them.
//
// Self-play writes whole games, not positions: where a game began, then 32 bits a ply, a move and the score that its
// search gave, then the result. That is an eighth of what a list of positions needs, the trainer replays it at the cost
// of a move a position, and what a game tells of a position beyond its score (what was played, what came of it) is
// there. A file is a sequence of blocks, each with a magic and a checksum, so that files join by concatenation, a torn
// or damaged block costs itself alone, and a run goes on where it was stopped.
//
// A game depends on nothing but the settings of its run and its number in it. So the numbers can be spread over
// threads, machines and restarts, and whatever played them the games are the same.
package train
