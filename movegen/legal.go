package movegen

import "katachi/position"

// HasLegal reports whether the side to move has a legal move; if not, it has lost.
func HasLegal(p *position.Position) bool { return Count(p) != 0 }
