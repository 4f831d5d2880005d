// Package tt is the transposition table: a sharded, lock-free hash table of searched positions.
package tt
