/*
Package level plays as people of many strengths do: from somebody who has just learned the moves up to where the
engine's own search takes over with few nodes, and on to its full strength.

A weak player is not a strong one who errs at random. He overlooks the piece that comes from afar, backwards or out of
the hand. He reads a move or two, follows one exchange, counts pieces, plays the shapes that he has been shown, and
takes what strikes him. So a thought is a search with the limits of a person (person.go):

  - what is seen (sight.go): each kind of move has its difficulty. A coin, tossed once a thought or once a game, decides
    which moves are overlooked everywhere in it. Recaptures, checks, and what the opponent's last move threatens strike
    most; what happens elsewhere does not;
  - how far (read.go): all moves that strike are read a little, and the best of them as far as the person can, followed
    by captures. At each ply a side plays a move that is seen, or passes: "and if he does nothing?";
  - what is known (read.go): the count of the pieces, and with practice more and more of the evaluator's score;
  - what is liked (habit.go): openings and castles by rote, attacks, checks, going forward; pieces in hand are kept for
    a purpose;
  - how it is chosen (player.go): by chance among the moves that look alike, and by nothing else. From level 5 on no
    mate in one is missed, and what the opponent can take at once is seen;
  - the manner (manner.go): how long it takes, and when the game is resigned.

Nothing depends on the clock. With the same seed a player plays the same game.
*/
package level
