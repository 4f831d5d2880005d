// Package tt is the transposition table: a lock-free hash table of searched positions, shared by all workers.
//
// The table is 64 shards of equal size, each a slice of its own. So all cores can clear a table of gigabytes side by
// side, and a new size needs no contiguous block of memory. A new table can be used at once: the system clears its
// pages in the background, and a search in a hurry uses a shelter in place of shards that are not cleared yet. The low
// bits of a position's key choose the shard, among those in use. The high bits choose the bucket in it, scaled by a
// multiplication, so that every size in megabytes can be used in full, not only powers of two.
//
// A bucket is a cache line of four slots, a slot two words: the packed entry, and the key xor that entry. Each word is
// read and written atomically, but not both together. If the words of a slot come from two writers, or belong to
// another position, they do not give back the key that is asked for: a miss (Hyatt and Mann, A lock-less transposition
// table implementation for parallel search, 2002). No reader ever waits, and none sees half an entry.
//
// Entries age by searches: each search begins a new generation (Table.NewSearch), and in a full bucket Store replaces
// the entry that is worth least by depth and age (agePenalty; both are in table.go). An entry's packing is in entry.go,
// and how much memory a table may take in memory.go.
//
// In a large table a short search would find each bucket far from the last one, where neither the caches nor the TLB
// help. So a search says how many nodes it may have, and only as many shards are in use as it can fill. When a longer
// search comes, more shards are taken into use and the entries move to theirs (Table.NewSearch). With 0.2 s a move the
// part in use is an eighth of 128 MB.
//
// A probe of a large table waits for memory. So the search computes the key of the position that a move leads to before
// it plays the move, and Prefetch has the bucket on its way by the time of the probe.
//
// The table knows no rules. Very rarely a hit belongs to another position with the same key, so its move must be
// checked for legality before it is played.
package tt
