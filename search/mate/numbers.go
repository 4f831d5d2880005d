package mate

// numbers are the proof and disproof number of a position, computed from its children, and what the thresholds of the
// best child depend on.
type numbers struct {
	result
	best   int    // index of the most proving child
	second uint32 // the number that is minimised, of the second best child
	others uint32 // the number that is summed, of all others
	most   uint32 // the greatest of the numbers that are not summed, of all others
	summed bool   // the best child's number is summed
}

// combine computes the numbers. In an attacker's position the proof number is the least of the children's and the
// disproof number a sum; in a defender's position it is the other way round. Children that lead into the same subtree
// again and again are not summed: only the greatest of them counts.
func (s *searcher) combine(base int, or bool) numbers {
	n := numbers{best: -1, second: infinite}
	bestPhi, bestDelta := uint32(infinite+1), uint32(0)
	sum, most, runnerUp := uint64(0), uint32(0), uint32(0)
	mostIndex := -1
	for i := base; i < len(s.children); i++ {
		c := &s.children[i]
		if c.waits {
			continue
		}
		phi, delta := c.pn, c.dn
		if !or {
			phi, delta = delta, phi
		}
		if phi < bestPhi || phi == bestPhi && s.prefers(delta, bestDelta, i) {
			n.best, n.second = i, min(bestPhi, infinite)
			bestPhi, bestDelta = phi, delta
		} else if phi < n.second {
			n.second = phi
		}
		delta = min(delta, infinite)
		if c.summed {
			sum += uint64(delta)
		} else if delta > most {
			runnerUp, most, mostIndex = most, delta, i
		} else if delta > runnerUp {
			runnerUp = delta
		}
	}
	if n.best < 0 {
		bestPhi, bestDelta = infinite, 0
	}
	total := min(sum+uint64(most), infinite-1)
	if bestPhi == 0 {
		total = infinite
	}
	if bestPhi < infinite {
		n.summed, n.most = s.children[n.best].summed, most
		if n.summed {
			sum -= uint64(bestDelta)
		} else if mostIndex == n.best {
			n.most = runnerUp
		}
		n.others = uint32(min(sum, infinite))
	}
	if or {
		n.pn, n.dn = bestPhi, uint32(total)
	} else {
		n.pn, n.dn = uint32(total), bestPhi
	}
	n.loop = noLoop
	return n
}

// prefers decides between two equally promising children by the number that is summed, or differently for each searcher
// of the problem, so that they do not all search the same.
func (s *searcher) prefers(delta, best uint32, i int) bool {
	if s.rank == 0 {
		return delta < best
	}
	return (i*7+s.rank*5)&4 != 0
}

// thresholds returns the thresholds for the best child. It is left when the second best becomes more promising by some
// margin (the 1+epsilon trick, Pawlewicz and Lew 2007: without it the search hops to and fro), or when the position's
// own threshold is reached.
func (n *numbers) thresholds(thpn, thdn uint32, or bool) (pn, dn uint32) {
	phi, delta := thpn, thdn
	if !or {
		phi, delta = delta, phi
	}
	phi = min(phi, n.second+1+n.second/8)
	if delta < infinite {
		// The best child may bring the sum to the threshold, or lift the maximum there.
		delta -= min(delta, n.others)
		if n.summed {
			delta -= min(delta, n.most)
		}
	}
	if or {
		return phi, delta
	}
	return delta, phi
}
