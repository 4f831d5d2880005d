// Package record writes games in the formats that shogi programs exchange: KIF (text for people, in UTF-8 or
// Shift_JIS) and CSA (the servers' format). It replays the moves by package position and knows nothing of engines.
package record
