package gram

import (
	"math"
	"slices"

	"maxmargin/core/data/sample"
)

// pair is one or two samples on the left-hand side: their squared norms, and, interleaved, their
// values in the features in which one of them is not zero.
type pair struct {
	norm0, norm1 float64
	features     []int32
	values       []float64
}

// makePairs makes room for so many pairs, in few pieces.
func (c *packed) makePairs(count int) {
	d := len(c.x)
	features, values := make([]int32, count*d), make([]float64, 2*count*d)
	c.pairs = make([]pair, count)
	for i := range c.pairs {
		c.pairs[i].features, features = features[:0:d], features[d:]
		c.pairs[i].values, values = values[:0:2*d], values[2*d:]
	}
}

// prepare reads one or two samples of a into p.
func (c *packed) prepare(p *pair, a sample.Set, index []int) {
	p.norm0 = c.probe(c.x, a, index[0])
	if len(index) == 2 {
		p.norm1 = c.probe(c.y, a, index[1])
	}
	p.interleave(c.x, c.y, len(index))
}

// interleave stores the values of one sample, x, or of two, without branches, since zeros cannot be
// predicted. It writes to local variables: a slice in p would cost a write barrier for each entry
// while the garbage collector runs.
func (p *pair) interleave(x, y []float64, count int) {
	features := slices.Grow(p.features[:0], len(x))[:len(x)]
	values := slices.Grow(p.values[:0], count*len(x))[:count*len(x)]
	k := 0
	if count == 1 {
		for f, v := range x {
			features[k], values[k] = int32(f), v
			k += present(math.Float64bits(v))
		}
	} else {
		y = y[:len(x)]
		for f, v := range x {
			w := y[f]
			features[k], values[2*k], values[2*k+1] = int32(f), v, w
			k += present(math.Float64bits(v) | math.Float64bits(w))
		}
	}
	p.features, p.values = features[:k], values[:count*k]
}

// present returns 1 for the bits of a number, or of two, that is not zero, and else 0.
func present(bits uint64) int {
	bits <<= 1 // the sign
	return int((bits | -bits) >> 63)
}
