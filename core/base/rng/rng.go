// Package rng is the only source of random numbers. Its streams depend only on a seed, and are the
// same natively, under WebAssembly and in every release of Go.
package rng

// Stream is a sequence of pseudo-random numbers: SplitMix64 (Steele, Lea and Flood 2014), 64 bits
// of state and full period 2^64. It chooses samples and orders and is unfit for secrets.
type Stream struct{ state uint64 }

// New returns the stream of a seed. Neighbouring seeds give unrelated streams.
func New(seed uint64) *Stream { return &Stream{seed} }

// Uint64 returns 64 random bits.
func (s *Stream) Uint64() uint64 {
	s.state += increment
	return mixed(s.state)
}

// increment is the difference of two states that follow each other.
const increment = 0x9e3779b97f4a7c15

// mixed returns the number of a state.
func mixed(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Float64 returns a number of [0, 1), one of 2^53 that are equally likely.
func (s *Stream) Float64() float64 { return float64(s.Uint64()>>11) * 0x1p-53 }

// Below returns an integer of 0 to n-1, each equally likely; 0 < n < 2^32.
//
// It is Lemire's method (2019): the high half of a 32-bit number times n, drawn
// again in the few cases that would make some results likelier.
func (s *Stream) Below(n int) int {
	product := (s.Uint64() >> 32) * uint64(n)
	if product&low32 < uint64(n) {
		product = s.redraw(product, uint64(n))
	}
	return int(product >> 32)
}

const low32 = 0xffffffff

// redraw draws again while a product would make some results of Below likelier.
func (s *Stream) redraw(product, n uint64) uint64 {
	for threshold := (low32 + 1) % n; product&low32 < threshold; {
		product = (s.Uint64() >> 32) * n
	}
	return product
}

// Shuffle puts x into random order (Fisher and Yates). It draws as Below does, with the state
// in a variable: linear machines shuffle before every pass.
func (s *Stream) Shuffle(x []int32) {
	state := s.state
	for last := len(x) - 1; last > 0; last-- {
		n := uint64(last + 1)
		state += increment
		product := (mixed(state) >> 32) * n
		if product&low32 < n {
			s.state = state
			product = s.redraw(product, n)
			state = s.state
		}
		i := product >> 32
		x[i], x[last] = x[last], x[i]
	}
	s.state = state
}
