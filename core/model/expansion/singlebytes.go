package expansion

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
)

// singleBytes has the support vectors of a single as bytes. Their inner products with other
// bytes are whole numbers, without any error; to become <x',z'> they are converted to float32
// and multiplied by a rounded factor, which costs 3u X Z. This is less than what the bound of
// single has for one feature.
type singleBytes struct {
	of      *single
	vectors *sample.Bytes
	width   int     // features of a panel
	square  float64 // from squared bytes to squared x'
	panels  []byte
	sums    []int32 // of one quad with one chunk
}

// inBytes reports whether the support vectors and the samples are bytes that can be compared as
// such.
func (e *Expansion) inBytes(x sample.Set) bool {
	z, ok := e.Vectors.(*sample.Bytes)
	b, too := x.(*sample.Bytes)
	return ok && too && b.Scale == z.Scale && b.D == z.D && z.D <= lanes.LargestByteDim && e.origin() == nil
}

func newSingleBytes(vectors *sample.Bytes, s *single) *singleBytes {
	factor := s.scale * vectors.Scale
	return &singleBytes{of: s, vectors: vectors, width: vectors.D + vectors.D%2, square: factor * factor,
		panels: make([]byte, lanes.BytePackedLen(s.slots, vectors.D)), sums: make([]int32, lanes.ByteProbes*s.longest)}
}

// pack stores support vector v in a slot and returns its squared norm, scaled.
func (b *singleBytes) pack(v, slot int) float64 {
	lanes.BytePack(b.panels, b.vectors.Row(v), slot)
	return b.of.scale * b.of.scale * b.vectors.SquaredNorm(v)
}

// prepare reads up to four samples of x into q.
func (b *singleBytes) prepare(q *quad, x *sample.Bytes, index []int) {
	var rows [lanes.ByteProbes][]byte
	if q.probes = lanes.SingleProbes; len(index) == 1 {
		q.probes = 1
	}
	for r, i := range index {
		rows[r] = x.Row(i)
		norm := b.of.scale * b.of.scale * x.SquaredNorm(i)
		q.own[r], q.bound[r] = float32(-norm/2), b.of.relative(norm, 1)
	}
	q.bytes.Set(rows[:len(index)]...)
}

// dots sets values to the inner products of a quad with the support vectors of a chunk.
func (b *singleBytes) dots(values []float32, q *quad, c chunk) {
	sums := b.sums[:len(values)]
	lanes.ByteDots(sums, b.panels[c.from*b.width:c.to*b.width], b.width, &q.bytes)
	lanes.ByteSingles(values, sums, float32(b.square))
}
