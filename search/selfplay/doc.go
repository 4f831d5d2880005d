// Package selfplay makes training data, the command katachi selfplay: whole games with few nodes a move, of the engine
// against itself or between two networks.
//
// Half of the games open with moves drawn by softmax over the best few, half with seven or eight random ones. A few
// begin with a handicap or with kings that have entered the enemy camp. A larger search makes sure that either side can
// still win. The rest is played without randomness, to mate, declaration, repetition or the ply limit. A search begins
// no iteration once its nodes are spent (a soft limit), and its score is that of its last finished iteration.
//
// A game depends only on the settings of its run and its number in it. So the games can be spread over threads,
// machines and restarts and come out the same. Package record has the file's format.
//
// opening.go says where games begin, player.go plays them, selfplay.go spreads them over threads, and store.go keeps
// them. stats.go and convert.go are the commands about files of games.
package selfplay
