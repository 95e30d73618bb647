package expansion

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// single evaluates expansions of Gaussians in float32, with a bound on the
// difference to what scorer gives, so that a value beyond its bound has the right
// sign. It holds scratch memory.
//
// With u = 2^-24 and s^2 = 2 gamma log2(e), samples are scaled to x' = s x in
// float64 (moved to the origin of the columns before, as in scorer), so that
//
//	k(x, z) = 2^y,  y = <x',z'> - |x'|^2/2 - |z'|^2/2.
//
// The exponent. With the norms X and Z of x' and z', rounding the entries costs
// 2u X Z and their inner product e X Z, where e is lanes.SingleDotsError of the
// features that are not zero in the probes; rounding the two halves u (X^2 + Z^2)/2;
// adding them u (X Z + Z^2/2) and u (X + Z)^2/2. Together, for the largest Z,
//
//	|error of y| <= eta = (e + 4u) X Z + 2u (X^2 + Z^2) + 2^-100,
//
// where the last term is for underflow. While eta < 2^-7, 2^eta - 1 < 0.7 eta, so
// that a Gaussian has the relative error 0.7 eta + lanes.SingleExpError.
//
// The sum. Coefficients are divided by a power of two, so that none exceeds 1, and
// rounded, relative error u; a chunk of n support vectors is summed in float32, error
// lanes.SingleError(n), and chunks in float64. All of this is relative to the sum of
// |coef_i| k(x_i, x). That is computed on the way, once for a block of support vectors,
// with the largest |coef| of its rows: support vectors far from the sample do not widen
// the bound. Gaussians below 2^-125 that became zero, and underflow in the sum, make up
// for at most 2^-122 a support vector.
//
// The other side. In scorer u is 2^-53 and sums are longer: its exponent errs by
// less than eta/16 for any number of features, its sum by 2^-50 (m + d + 100) of the
// same magnitude. The factor slack covers the first, terms of second order and the
// rounding of the bound itself.
type single struct {
	of      *Expansion
	origin  []float64 // nil: zero
	scale   float64   // s
	largest float64   // Z
	slots   int       // support vectors, every block padded to whole panels
	panels  []float32
	bytes   *singleBytes // in place of panels; nil: the support vectors are no bytes
	norms   []float32    // -|z'|^2/2
	chunks  []chunk
	longest int         // slots of a chunk
	coef    [][]float32 // rows of coefficients over the slots, and one with their largest magnitude; an even number
	unit    float64     // what coefficients were divided by
	floor   float64     // the part of the bound that does not depend on the sample

	quads  []quad
	values []float32   // Gaussians of one quad with one chunk
	sums   [][]float64 // of every sample: stride for each block, and a zero
	stride int
	places []place // of every value
	result []float64
	x      []float64
}

// chunk is a range of slots of one block.
type chunk struct{ from, to, block int }

// place has the indices into sums of the terms of a value and of their magnitudes.
type place struct{ first, second, firstMagnitude, secondMagnitude int }

// quad is four samples on the left-hand side, or one.
type quad struct {
	probes   int       // 4, or 1: a single sample as one of four would take four times as long
	features []int32   // where one of them is not zero
	x        []float32 // their values there, interleaved
	dense    [lanes.SingleProbes][]float64
	own      [lanes.SingleProbes]float32 // -|x'|^2/2
	bound    [lanes.SingleProbes]float64 // relative to the sum of magnitudes; infinite when there is none
	bytes    lanes.ByteProbe             // in place of features and x
}

const (
	slack      = 1.1
	largestEta = 1.0 / (1 << 7)

	// longestChunk keeps sums short and the Gaussians of a chunk in the first-level
	// cache, chunkBytes its panels in the second.
	longestChunk = 256
	chunkBytes   = 256 << 10
)

// newSingle returns nil when the machine has no Gaussians, or none that float32
// can hold. With bytes, it is for support vectors and samples that are bytes.
func newSingle(e *Expansion, bytes bool) *single {
	gamma, ok := kernel.GaussianWidth(e.Kernel)
	if !ok || e.Count() == 0 || !gram.Packs(e.Vectors) {
		return nil
	}
	l := &e.layout
	s := &single{of: e, origin: e.origin(), scale: math.Sqrt(2 * math.Log2E * gamma)}
	d := e.Vectors.Dim()
	longest := min(longestChunk, max(1, chunkBytes/4/d/lanes.SingleWidth)*lanes.SingleWidth)
	for i := range l.blocks {
		b := &l.blocks[i]
		end := s.slots + lanes.SinglePad(b.to-b.from)
		for s.slots < end {
			next := min(s.slots+longest, end)
			s.chunks = append(s.chunks, chunk{s.slots, next, i})
			s.longest = max(s.longest, next-s.slots)
			s.slots = next
		}
	}
	if s.x = make([]float64, d); bytes {
		s.bytes = newSingleBytes(e.Vectors.(*sample.Bytes), s)
	}
	if !s.packCoef() || !s.packVectors() {
		return nil
	}
	s.floor = float64(e.Count()) * 0x1p-122
	s.values = make([]float32, lanes.SingleProbes*s.longest)
	s.quads = make([]quad, rowsAtATime/lanes.SingleProbes)
	for range rowsAtATime {
		s.sums = append(s.sums, make([]float64, len(l.blocks)*s.stride+1))
	}
	s.place()
	s.result = make([]float64, len(e.Intercept))
	if bytes {
		return s
	}
	for i := range s.quads {
		for q := range s.quads[i].dense {
			s.quads[i].dense[q] = make([]float64, d)
		}
		s.quads[i].features, s.quads[i].x = make([]int32, 0, d), make([]float32, lanes.SingleProbes*d)
	}
	return s
}

// place finds the places of all values.
func (s *single) place() {
	for _, terms := range s.of.layout.terms {
		zero := len(s.of.layout.blocks) * s.stride
		p := place{zero, zero, zero, zero}
		for _, t := range terms {
			at := t.block * s.stride
			p.second, p.secondMagnitude = p.first, p.firstMagnitude
			p.first, p.firstMagnitude = at+t.row, at+s.of.layout.rows()
		}
		s.places = append(s.places, p)
	}
}

// packVectors fills the panels. It reports whether float32 can hold them.
func (s *single) packVectors() bool {
	s.norms = make([]float32, s.slots)
	if s.bytes == nil {
		s.panels = make([]float32, s.slots*len(s.x))
	}
	slot := 0
	for i := range s.of.layout.blocks {
		b := &s.of.layout.blocks[i]
		for v := b.from; v < b.to; v++ {
			var norm float64
			if s.bytes != nil {
				norm = s.bytes.pack(v, slot+v-b.from)
			} else {
				norm = s.probe(s.x, s.of.Vectors, v)
				lanes.SinglePack(s.panels, s.x, s.scale, slot+v-b.from)
			}
			s.largest = max(s.largest, norm)
			s.norms[slot+v-b.from] = float32(-norm / 2)
		}
		slot += lanes.SinglePad(b.to - b.from)
	}
	s.largest = math.Sqrt(s.largest)
	return s.eta(0, 0) < largestEta
}

// probe reads sample i of a into x, centred, and returns its squared norm, scaled.
func (s *single) probe(x []float64, a sample.Set, i int) float64 {
	a.Dense(x, i)
	for j, v := range s.origin {
		x[j] -= v
	}
	return s.scale * s.scale * lanes.Sum(x, x)
}

// eta bounds the error of the exponent for a probe with this squared norm and that
// many features.
func (s *single) eta(squaredNorm float64, features int) float64 {
	const u = 0x1p-24
	return (lanes.SingleDotsError(features)+4*u)*math.Sqrt(squaredNorm)*s.largest + 2*u*(squaredNorm+s.largest*s.largest) + 0x1p-100
}

// packCoef fills the rows of coefficients. It reports whether their sums stay far
// from the ends of float64.
func (s *single) packCoef() bool {
	largest := 0.0
	for _, c := range s.of.Coef {
		largest = max(largest, math.Abs(c)) // NaN if c is
	}
	if largest != 0 && !(largest >= 1e-100 && largest <= 1e100) {
		return false
	}
	_, exponent := math.Frexp(largest)
	s.unit = math.Ldexp(1, exponent)
	rows := s.of.layout.rows()
	s.stride = (rows + 2) &^ 1
	for range s.stride {
		s.coef = append(s.coef, make([]float32, s.slots))
	}
	slot := 0
	for i := range s.of.layout.blocks {
		b := &s.of.layout.blocks[i]
		for row, coef := range b.coef {
			for v, c := range coef {
				rounded := float32(c / s.unit)
				s.coef[row][slot+v] = rounded
				s.coef[rows][slot+v] = max(s.coef[rows][slot+v], max(rounded, -rounded))
			}
		}
		slot += lanes.SinglePad(b.to - b.from)
	}
	return true
}

// score calls take for the samples of x at index, and returns those that were not
// taken, appended to rest.
func (s *single) score(x sample.Set, index []int, take func(i int, values []float64) bool, rest []int) []int {
	quads := s.quads[:(len(index)+lanes.SingleProbes-1)/lanes.SingleProbes]
	for i := range quads {
		at := i * lanes.SingleProbes
		four := index[at:min(at+lanes.SingleProbes, len(index))]
		if s.bytes != nil {
			s.bytes.prepare(&quads[i], x.(*sample.Bytes), four)
		} else {
			s.prepare(&quads[i], x, four)
		}
	}
	for r := range index {
		clear(s.sums[r])
	}
	for _, c := range s.chunks {
		for i := range quads {
			s.add(&quads[i], c, s.sums[i*lanes.SingleProbes:])
		}
	}
	for r, i := range index {
		s.combine(s.sums[r], quads[r/lanes.SingleProbes].bound[r%lanes.SingleProbes])
		if !take(i, s.result) {
			rest = append(rest, i)
		}
	}
	return rest
}

// prepare reads up to four samples of x into q.
func (s *single) prepare(q *quad, x sample.Set, index []int) {
	if q.probes = lanes.SingleProbes; len(index) == 1 {
		q.probes = 1
	}
	var norms [lanes.SingleProbes]float64
	for r := range q.probes {
		if clear(q.dense[r]); r < len(index) {
			norms[r] = s.probe(q.dense[r], x, index[r])
		}
	}
	if q.features = q.features[:0]; q.probes == 1 {
		for f, v := range q.dense[0] {
			if v != 0 {
				q.x[len(q.features)] = float32(s.scale * v)
				q.features = append(q.features, int32(f))
			}
		}
	} else {
		s.interleave(q)
	}
	for r, norm := range norms[:q.probes] {
		q.own[r] = float32(-norm / 2)
		q.bound[r] = s.relative(norm, len(q.features))
	}
}

// interleave fills the features of four samples, and their values.
func (s *single) interleave(q *quad) {
	x0, at := q.dense[0], 0
	x1, x2, x3 := q.dense[1][:len(x0)], q.dense[2][:len(x0)], q.dense[3][:len(x0)]
	for f, v0 := range x0 {
		if v1, v2, v3 := x1[f], x2[f], x3[f]; v0 != 0 || v1 != 0 || v2 != 0 || v3 != 0 {
			q.features = append(q.features, int32(f))
			four := q.x[at : at+lanes.SingleProbes]
			four[0], four[1], four[2], four[3] = float32(s.scale*v0), float32(s.scale*v1), float32(s.scale*v2), float32(s.scale*v3)
			at += lanes.SingleProbes
		}
	}
}

// relative returns the bound on the error of a value, relative to the sum of
// magnitudes; infinite where there is none.
func (s *single) relative(squaredNorm float64, features int) float64 {
	eta := s.eta(squaredNorm, features)
	if !(eta < largestEta) {
		return math.Inf(1)
	}
	here := 0.7*eta + lanes.SingleExpError + 0x1p-24 + lanes.SingleError(s.longest)
	return slack * (here + 0x1p-50*float64(s.of.Count()+len(s.x)+100))
}

// add adds the inner products of a chunk's coefficients with the Gaussians of q.
func (s *single) add(q *quad, c chunk, sums [][]float64) {
	d, n := len(s.x), c.to-c.from
	values := s.values[:lanes.SingleProbes*n]
	if s.bytes != nil {
		s.bytes.dots(values, q, c)
	} else {
		lanes.SingleDots(values, s.panels[c.from*d:c.to*d], d, q.features, q.x, q.probes)
	}
	lanes.SingleGauss(values, s.norms[c.from:c.to], &q.own, q.probes)
	var out [2 * lanes.SingleProbes]float32
	for row := 0; row < s.stride; row += 2 {
		lanes.SingleSums(&out, values, s.coef[row][c.from:c.to], s.coef[row+1][c.from:c.to])
		at := c.block*s.stride + row
		for r := range q.probes {
			sums[r][at] += float64(out[r])
			sums[r][at+1] += float64(out[lanes.SingleProbes+r])
		}
	}
}

// combine sets s.result to the values, or to NaN where the sign is uncertain.
func (s *single) combine(sums []float64, relative float64) {
	for q := range s.result {
		value, bound := s.value(q, sums, relative)
		if !(math.Abs(value) > bound) {
			value = math.NaN()
		}
		s.result[q] = value
	}
}

// value returns value q and the bound on its difference to that of scorer.
func (s *single) value(q int, sums []float64, relative float64) (value, bound float64) {
	p := &s.places[q]
	value = s.of.Intercept[q] + s.unit*(sums[p.first]+sums[p.second])
	bound = s.unit * (relative*(sums[p.firstMagnitude]+sums[p.secondMagnitude]) + s.floor)
	return value, bound
}
