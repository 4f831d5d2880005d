package book

// mersenne is the 64-bit Mersenne Twister MT19937-64 (Matsumoto and Nishimura 2004), which Apery draws its keys from.
type mersenne struct {
	state [312]uint64
	i     int
}

func newMersenne(seed uint64) *mersenne {
	m := &mersenne{i: 312}
	m.state[0] = seed
	for i := uint64(1); i < 312; i++ {
		last := m.state[i-1]
		m.state[i] = 6364136223846793005*(last^last>>62) + i
	}
	return m
}

func (m *mersenne) next() uint64 {
	const (
		upper  = 0xFFFFFFFF80000000
		matrix = 0xB5026F5AA96619E9
	)
	if m.i == 312 {
		m.i = 0
		for i := range m.state {
			x := m.state[i]&upper | m.state[(i+1)%312]&^upper
			m.state[i] = m.state[(i+156)%312] ^ x>>1 ^ matrix*(x&1)
		}
	}
	x := m.state[m.i]
	m.i++
	x ^= x >> 29 & 0x5555555555555555
	x ^= x << 17 & 0x71D67FFFEDA60000
	x ^= x << 37 & 0xFFF7EEE000000000
	return x ^ x>>43
}
