package lowrank

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/order"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// Map gives samples features whose inner products come close to the values of a kernel. With
// landmarks l_1 ... l_m and the eigenvalues lambda_t of their kernel matrix K_LL that are
// more than rounding errors, r of them, with the eigenvectors v_t,
//
//	Phi(x)_t = <v_t, k_L(x)> / sqrt(lambda_t),  k_L(x) = (k(l_1, x), ..., k(l_m, x))'
//
// so that <Phi(x), Phi(z)> = k_L(x)' K_LL^+ k_L(z). These are the features of the transformer
// Nystroem up to a rotation, which no inner product sees.
type Map struct {
	Eigenvalues []float64 // of K_LL, length m, the largest first; 0 for those that are left out
	Lowest      float64   // the lowest eigenvalue, as it was

	columns gram.Columns // the landmarks
	root    []float64    // V diag(1 / sqrt lambda), m x r
	rank    int          // r
}

// negligible is the size of an eigenvalue, relative to the largest, up to which it counts as
// a rounding error.
const negligible = 1e-12

// NewMap returns the map with the landmarks of x at rows. It returns false when watch ends it.
func NewMap(k kernel.Kernel, x sample.Set, rows []int, watch gram.Watch) (*Map, bool, error) {
	m := len(rows)
	matrix := make([]float64, m*m)
	if !gram.Lower(matrix, k, x, rows, watch) {
		return nil, false, nil
	}
	spectrum := linalg.NewSpectrum(matrix, m, linalg.Watch(watch))
	if spectrum == nil && !watch(1) {
		return nil, false, nil
	}
	if spectrum == nil {
		return nil, false, model.Overflow()
	}
	values, vectors := spectrum.Values(), spectrum.Vectors()
	f := &Map{Eigenvalues: make([]float64, m), Lowest: values[0], columns: gram.Prepare(k, x, rows, gram.Origin(k, x))}
	cut := negligible * max(values[m-1], 0)
	for f.rank < m && values[m-1-f.rank] > cut {
		f.Eigenvalues[f.rank] = values[m-1-f.rank]
		f.rank++
	}
	f.root = make([]float64, m*f.rank)
	for i := range m {
		for t := range f.rank {
			f.root[i*f.rank+t] = vectors[i*m+m-1-t] / math.Sqrt(f.Eigenvalues[t])
		}
	}
	return f, true, nil
}

// Indefinite reports whether the kernel matrix of the landmarks has negative eigenvalues that
// are no rounding errors.
func (f *Map) Indefinite() bool { return f.Lowest < -negligible*math.Abs(f.Eigenvalues[0]) }

// Dim returns how many features a sample has, with those that are zero up to a whole number of
// lanes.
func (f *Map) Dim() int { return lanes.MixedPad(max(f.rank, 1)) }

// Features returns the features of all samples of x as precision says, with zeros up to a
// whole number of lanes: nothing else is ever stored of them. It returns false when watch ends
// it.
func (f *Map) Features(x sample.Set, precision string, watch gram.Watch) (*primal.Samples, bool, error) {
	n, d := x.Len(), f.Dim()
	if bytes := float64(FeatureBytes(precision)) * float64(n) * float64(d); bytes > gram.LargestMatrix {
		return nil, false, fault.New(fault.Memory, "X", "the features of %d samples with %d landmarks need %.1f GiB, more than the %d GiB that they may take; lower nComponents, or set precision to 'int16'", n, f.rank, bytes/(1<<30), gram.LargestMatrix>>30).
			With("needed", bytes).With("available", gram.LargestMatrix)
	}
	made := f.NewFeatures(precision)
	if ok, err := made.Add(x, watch); !ok || err != nil {
		return nil, ok, err
	}
	samples, err := made.Samples()
	return samples, true, err
}

// Features are the features of samples, to which those of others can be added.
type Features struct {
	of      *Map
	singles *primal.Singles // nil: they are in shorts
	shorts  *primal.Shorts
}

// NewFeatures returns the features of no samples, to be stored as precision says.
func (f *Map) NewFeatures(precision string) *Features {
	if precision == Int16 {
		return &Features{of: f, shorts: primal.NewShorts(0, f.Dim())}
	}
	return &Features{of: f, singles: primal.NewSingles(0, f.Dim())}
}

// Len returns how many samples there are.
func (s *Features) Len() int {
	if s.shorts != nil {
		return s.shorts.N
	}
	return s.singles.N
}

// Add adds the samples of x. It returns false when watch ends it, with a part of them added.
func (s *Features) Add(x sample.Set, watch gram.Watch) (ok bool, err error) {
	f, first, all, finite := s.of, s.Len(), order.Between(0, x.Len()), true
	var set func(i int, features []float64) bool
	if s.shorts != nil {
		s.shorts.Grow(x.Len())
		set = s.shorts.Set
	} else {
		s.singles.Grow(x.Len())
		set = s.singles.Set
	}
	ok = eachBlock(f.columns, x, all, f.root, f.rank, watch, func(i int, features []float64) {
		finite = set(first+i, features) && finite
	})
	if !finite {
		return false, model.Overflow()
	}
	return ok, nil
}

// Samples returns the samples for a solver.
func (s *Features) Samples() (*primal.Samples, error) {
	if s.shorts != nil {
		return primal.NewShortSamples(s.shorts)
	}
	return primal.NewSingleSamples(s.singles), nil
}

// Coefficients returns the coefficients of the landmarks that give the function <w, Phi(x)>.
func (f *Map) Coefficients(w []float64) []float64 {
	m := len(f.Eigenvalues)
	coef := make([]float64, m)
	for i := range coef {
		for t, v := range f.root[i*f.rank : (i+1)*f.rank] {
			coef[i] += v * w[t]
		}
	}
	return coef
}

// blockRows is how many samples are multiplied with a root together: their kernel values stay
// in the second-level cache, and the root is packed once for all of them.
const blockRows = 128

// eachBlock calls take with the product of the values of columns and root, which has q
// columns, for every one of the rows of x.
func eachBlock(columns gram.Columns, x sample.Set, rows []int, root []float64, q int, watch gram.Watch, take func(p int, features []float64)) bool {
	m, stride := columns.Len(), columns.Stride()
	block, product := make([]float64, blockRows*stride), make([]float64, blockRows*q)
	values := make([][]float64, blockRows)
	for r := range values {
		values[r] = block[r*stride : (r+1)*stride]
	}
	multiplier := linalg.NewMultiplier()
	for first := 0; first < len(rows); first += blockRows {
		index := rows[first:min(first+blockRows, len(rows))]
		for r := 0; r < len(index); r += rowsAtATime {
			end := min(r+rowsAtATime, len(index))
			columns.Rows(values[r:end], x, index[r:end])
			if !watch((float64(first) + float64(r)) / float64(len(rows))) {
				return false
			}
		}
		multiplier.Multiply(product, block, stride, root, len(index), q, m)
		for r := range index {
			take(first+r, product[r*q:(r+1)*q])
		}
	}
	return true
}
