// Package selfplay makes training data: whole games of the engine with itself, of few nodes a move, or between two networks. It
// is the command katachi selfplay.
//
// Half of the games open with moves drawn by softmax over the best few, half with seven or eight random ones, and a few begin
// with a handicap or with kings that have entered the enemy camp. A larger search sees to it that either side may win. What
// follows is played without chance, to mate, declaration, repetition or the ply limit. A search begins no iteration after its
// nodes (a soft limit) and its score is that of its last finished iteration.
//
// A game depends on nothing but the settings of its run and its number in it. So the numbers can be spread over threads,
// machines and restarts, and whatever played them the games are the same. Package record has the file's format.
//
// opening.go says where games begin, player.go plays them, selfplay.go spreads them over threads and store.go keeps them. stats.go
// and convert.go are the commands about files of games.
package selfplay
