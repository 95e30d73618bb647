package programs

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/solve/program"
)

// factor replaces the coefficients a of f = K a with the penalty a'Da by z, whose penalty is |z|^2:
// with the Cholesky factor D = F F', z = F'a and f = G z, where G F' = K. If D = K, both factors
// are the same. Pivots are chosen by size, so a matrix of rank r needs r of them. For an indefinite
// K = D it uses the part of positive eigenvalues.
type factor struct {
	n       int
	pivots  []int       // samples
	own     [][]float64 // F, column by column
	columns [][]float64 // G, column by column
	clipped [][]float64 // for an indefinite kernel: the factor of z in a
}

const (
	// negative is the size of negative squared norms, relative to the largest, from
	// which on a matrix counts as indefinite.
	negative = 1e-8
	// workBetween is how many multiply-adds there are between two looks at the clock.
	workBetween = 1 << 20
	// missed is the same of values of K that F leaves without a penalty.
	missed = 1e-6
)

// factorOf returns the factor of the kernel matrix of some samples, with the matrix of the
// regularizer as D unless it is nil; see newFactor. It reports false when ctl ends it.
func factorOf(ctl *run.Ctl, k, regularizer kernel.Kernel, x sample.Set, rows []int) (f *factor, ok bool, err error) {
	n := len(rows)
	phases := run.NewPhases(ctl, 3)
	phases.Begin("kernel matrix")
	values := make([]float64, n*n)
	if !gram.Lower(values, k, x, rows, phases.Watch) {
		return nil, false, nil
	}
	var penalty []float64
	phases.Begin("regularizer")
	if regularizer != nil {
		penalty = make([]float64, n*n)
		if !gram.Lower(penalty, regularizer, x, rows, phases.Watch) {
			return nil, false, nil
		}
	}
	phases.Begin("factor")
	return newFactor(values, penalty, n, phases.Watch)
}

// newFactor returns the factors of K and D, n x n, of which it reads the lower triangles; a nil D
// stands for K. It reports false if watch ends it, and a fault.Option if D is not positive
// semidefinite, or if it leaves functions without a penalty that are not zero on the samples.
func newFactor(values, penalty []float64, n int, watch gram.Watch) (f *factor, ok bool, err error) {
	same := penalty == nil
	if same {
		penalty = values
	}
	f = &factor{n: n}
	residual, scale := make([]float64, n), 0.0
	for i := range n {
		residual[i] = penalty[i*n+i]
		scale = max(scale, math.Abs(residual[i]))
	}
	for work := 0; len(f.pivots) < n; {
		p := 0
		for i, v := range residual {
			if v > residual[p] {
				p = i
			}
		}
		if !(residual[p] > float64(n)*0x1p-52*scale) {
			break
		}
		t := len(f.pivots)
		if work += n * (t + 1); t%16 == 0 || work > workBetween {
			if work = 0; !watch(float64(t) / float64(n)) {
				return nil, false, nil
			}
		}
		root := math.Sqrt(residual[p])
		next := f.next(penalty, f.own, p, root)
		f.own, f.columns = append(f.own, next), append(f.columns, next)
		if !same {
			// The sum runs over the columns before this one, and uses F at the pivot.
			f.columns[t] = f.next(values, f.columns[:t], p, root)
		}
		f.pivots = append(f.pivots, p)
		for i, v := range next {
			residual[i] -= float64(v * v)
		}
		residual[p] = 0
	}
	for _, v := range residual {
		if v < -negative*scale {
			return clip(values, same, n, watch)
		}
	}
	if len(f.pivots) < n {
		definite, complete := f.complete(values, penalty, same, scale, watch)
		switch {
		case !watch(1):
			return nil, false, nil
		case !definite:
			return clip(values, same, n, watch)
		case !complete:
			err = fault.New(fault.Option, "regularizer", "the matrix of the regularizer is singular on the samples: the penalty of some functions that the kernel can express is zero, so the problem has no unique solution. Add a small multiple of kernels.delta() to the regularizer with kernels.sum, give its parts other widths, or leave it out").With("rank", len(f.pivots))
		}
	}
	return f, true, err
}

// clip returns the factor of the part of a kernel matrix with positive eigenvalues, G = V
// sqrt(lambda) and a = V z / sqrt(lambda), for an indefinite matrix that is both kernel and
// regularizer; otherwise a fault.Option.
func clip(values []float64, same bool, n int, watch gram.Watch) (f *factor, ok bool, err error) {
	if !same {
		return nil, true, fault.New(fault.Option, "regularizer", "the regularizer is not positive definite on these data, so it is no penalty; choose another one or other parameters, see kernels with definite: 'always'")
	}
	if n > linalg.LargestSpectrum {
		return nil, true, fault.New(fault.Option, "kernel", "the kernel is not positive definite on these data, and there are more than %d samples to compute its positive part for; choose another kernel or other parameters, or train on fewer samples", linalg.LargestSpectrum).With("largest", linalg.LargestSpectrum)
	}
	spectrum := linalg.NewSpectrum(values, n, linalg.Watch(watch))
	if spectrum == nil && !watch(1) {
		return nil, false, nil
	}
	if spectrum == nil {
		return nil, true, model.Overflow()
	}
	f = &factor{n: n}
	lambdas, vectors := spectrum.Values(), spectrum.Vectors()
	for t := n - 1; t >= 0 && lambdas[t] > float64(n)*0x1p-52*lambdas[n-1]; t-- {
		root := math.Sqrt(lambdas[t])
		column, back := make([]float64, n), make([]float64, n)
		for i := range n {
			column[i], back[i] = vectors[i*n+t]*root, vectors[i*n+t]/root
		}
		f.columns, f.clipped = append(f.columns, column), append(f.clipped, back)
	}
	return f, true, nil
}

// next returns (A_p - sum over t of F_pt B_t) / root, where A_p is column p of a matrix.
func (f *factor) next(matrix []float64, columns [][]float64, p int, root float64) []float64 {
	column := make([]float64, f.n)
	copy(column, matrix[p*f.n:p*f.n+p+1])
	for i := p + 1; i < f.n; i++ {
		column[i] = matrix[i*f.n+p]
	}
	for t, earlier := range columns {
		lanes.Update(column, -f.own[t][p], earlier)
	}
	for i := range column {
		column[i] /= root
	}
	return column
}

// complete reports whether a singular D is positive semidefinite, and whether the factors are all
// of D and K. Its results are useless if watch ended it.
func (f *factor) complete(values, penalty []float64, same bool, scale float64, watch gram.Watch) (definite, complete bool) {
	left := func(matrix []float64, columns [][]float64, i int) (largest float64) {
		row := make([]float64, f.n)
		copy(row, matrix[i*f.n:i*f.n+i+1])
		for j := i + 1; j < f.n; j++ {
			row[j] = matrix[j*f.n+i]
		}
		for t, column := range columns {
			lanes.Update(row, -column[i], f.own[t])
		}
		for _, v := range row {
			largest = max(largest, math.Abs(v))
		}
		return largest
	}
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	complete = true
	for i := range f.n {
		if !watch(float64(i) / float64(f.n)) {
			return
		}
		if left(penalty, f.own, i) > negative*scale {
			return false, false
		}
		complete = complete && (same || left(values, f.columns, i) <= missed*largest)
	}
	return true, complete
}

// coefficients returns a for z.
func (f *factor) coefficients(z []float64) []float64 {
	a := make([]float64, f.n)
	if f.clipped != nil {
		for t, back := range f.clipped {
			lanes.Update(a, z[t], back)
		}
		return a
	}
	for t := len(f.pivots) - 1; t >= 0; t-- {
		sum := z[t]
		for s := t + 1; s < len(f.pivots); s++ {
			sum -= float64(f.own[t][f.pivots[s]] * a[f.pivots[s]])
		}
		a[f.pivots[t]] = sum / f.own[t][f.pivots[t]]
	}
	return a
}

// table returns memory for the matrix of a program over z and count more variables, row by row, and
// writes G.
func (f *factor) table(count int) (table []float64, cols int) {
	cols = len(f.columns) + count
	table = make([]float64, f.n*cols)
	for t, column := range f.columns {
		for i, v := range column {
			table[i*cols+t] = v
		}
	}
	return table, cols
}

// penalty returns 1/2 |z|^2 as the quadratic form of a program of cols variables.
func (f *factor) penalty(cols int) program.Quadratic {
	diagonal := make([]float64, cols)
	for t := range f.columns {
		diagonal[t] = 1
	}
	return program.Quadratic{Diagonal: diagonal}
}

// clippedNote is the warning about an indefinite kernel.
func clippedNote() model.Note {
	return model.Indefinite("the kernel matrix has negative eigenvalues", "The fit uses the part of the matrix that belongs to positive eigenvalues. Use another kernel, or other parameters of this one")
}
