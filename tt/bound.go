package tt

import "katachi/eval"

// Bound says whether a score is exact or a limit.
type Bound uint8

// The bounds. They are bit sets: exact is upper and lower.
const (
	BoundNone Bound = iota
	BoundUpper
	BoundLower
	BoundExact
)

// Cuts reports whether a score with this bound decides a null window at the limit: the true score is known to reach the
// limit, or known not to.
func (b Bound) Cuts(score, limit eval.Score) bool {
	if score >= limit {
		return b&BoundLower != 0
	}
	return b&BoundUpper != 0
}
