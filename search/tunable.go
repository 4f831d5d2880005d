package search

// Tunable is a number of the search that a build with the tag tune lets a tuner vary.
type Tunable struct {
	Name           string
	Value          *int
	Min, Max, Step int
}
