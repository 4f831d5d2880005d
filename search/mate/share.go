package mate

import "katachi/position"

const (
	shareDepth = 16 // how far back the origin of a shared position is followed
	shareLeast = 32 // proof or disproof number from which counting a position twice matters
)

// share is called when the present position has a child that was reached before, from parent. If parent is another
// position, the two ways to the child branch at some position on the path, whose sum would count the child twice. There
// only the greater of the two ways is counted (the idea of KomoringHeights' branch roots).
func (s *searcher) share(child, parent uint64, hand position.Hand) {
	last := len(s.path.keys) - 1
	offset := len(s.path.keys) - len(s.frames) // the search may have begun further down the path
	for range shareDepth {
		if at := int(s.path.find(parent, hand)); at != noLoop {
			if at >= offset && at < last {
				s.part(at-offset, child)
			}
			return
		}
		f := s.table.lookup(parent, hand, unbounded-1)
		if !f.known || f.parent == 0 {
			return
		}
		child, parent, hand = parent, f.parent, f.parentHand
	}
}

// part makes two moves of a position on the path count by their maximum: the one that is being searched and the one
// that leads to the child with the key.
func (s *searcher) part(i int, key uint64) {
	f, end := s.frames[i], s.frames[i+1].base
	for j := f.base; j < end; j++ {
		if c := &s.children[j]; j != f.best && c.key == key {
			c.summed = false
			s.children[f.best].summed = false
		}
	}
}
