// Package tt is the transposition table: a lock-free hash table of searched positions, shared by all workers.
//
// The table is 64 shards of equal size, each a slice of its own. So a table of gigabytes is cleared by all cores side by
// side, and a new size needs no contiguous block of memory. A new table can be used at once: the system clears its pages
// meanwhile, and a search in a hurry has a shelter in place of those that are still to come. The low bits of a position's key
// choose the shard, among those in use, and the high bits the bucket in it, scaled by a multiplication: every size in
// megabytes can be used in full, not the powers of two alone.
//
// A bucket is a cache line of four slots, a slot two words: the packed entry, and the key xor that entry. Words are
// read and written atomically but not together. A slot whose words come from two writers, or that belongs to another
// position, does not give back the key that is asked for, and is a miss (Hyatt and Mann, A lock-less transposition
// table implementation for parallel search, 2002). No reader ever waits, and none sees half an entry.
//
// Entries age by searches: each begins a new generation (Table.NewSearch), and in a full bucket Store replaces the entry that is
// worth least by depth and age (agePenalty, in table.go like both). An entry's packing is in entry.go, what memory a table may
// take in memory.go.
//
// A short search in a large table would find each bucket far from the last one, where neither the caches nor the processor's
// table of pages help. So a search says how long it may become, and only as many shards are in use as it can fill; when a longer
// one comes, there are more, and the entries move to theirs (Table.NewSearch). With 0.2 s a move that is an eighth of 128 MB.
//
// A probe of a large table waits for memory, so the search names a position's key before it has played the move that
// leads there: Prefetch has the bucket on its way by the time of the probe.
//
// The table knows no rules: a hit may, once in a very long time, belong to another position with the same key, so its
// move must be checked for legality before it is played.
package tt
