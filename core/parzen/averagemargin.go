// Package parzen holds the machines that weigh all training samples alike, as
// Parzen's windows do, in closed form.
package parzen

import (
	"math"

	"maxmargin/core/calib"
	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// AverageMarginClassifierOptions are the options of AverageMarginClassifier.
type AverageMarginClassifierOptions struct {
	Kernel              kernel.Spec       `js:"kernel"`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	multi.Option        `js:"scheme"`
	calib.Probabilities `js:"probabilities"`
}

// AverageMarginClassifier maximises the average margin of two classes, y_i = +1
// or -1, over the functions f(x) = <w, phi(x)> of norm 1,
//
//	max over |w| = 1 of sum w_i y_i f(x_i) / sum w_i
//
// (Pelckmans, Suykens & De Moor, A risk minimization principle for a class of
// Parzen estimators, 2007, equations 3 to 7). The solution is a closed form,
//
//	f(x) = sum w_i y_i k(x_i, x) / sqrt(s),  s = sum w_i y_i w_j y_j k(x_i, x_j)
//
// and the average margin it reaches sqrt(s) / sum w_i. There is no bias: where
// classes differ in size, the option classWeight 'balanced' makes up for it. For
// k classes it is one two-class machine or another: see multi.Scheme.
//
// Training takes between n^2/2 and n^2 kernel values whatever k is, a prediction
// O(n (d + k)).
type AverageMarginClassifier struct {
	AverageMarginClassifierOptions
	kernels model.KernelMaker
	fit     *AverageMarginClassifierFit // nil before the first fit
}

// AverageMarginClassifierFit is what a fit of AverageMarginClassifier leaves
// behind.
type AverageMarginClassifierFit struct {
	Samples  int       `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"How many features a row of X must have."`
	Widths   []float64 `field:"gamma" shape:"w"`                       // what the widths of the kernel were resolved to
	Order    []int32   `field:"class.order" shape:"k" range:"[0,k-1]"` // classes by first appearance, which decides between equals

	Indices []int32    `field:"support.indices" shape:"m" range:"[0,n-1]" js:"supportIndices" doc:"Rows of the training set that have a positive weight."`
	Vectors sample.Set `field:"support.vectors" shape:"m,d"` // nil for a precomputed kernel
	Margins []float64  `field:"average.margins" shape:"q" js:"averageMargin" doc:"The average margin of each two-class problem, that of a function of norm 1."`
	Coef    []float64  `field:"dual.coef" shape:"q,m" js:"dualCoef" doc:"Coefficients of these rows in the decision functions, a row for each two-class problem."`

	scheme    multi.Scheme
	kernel    kernel.Kernel
	expansion *expansion.Expansion
}

// NewAverageMarginClassifier returns an unfitted classifier with default options.
func NewAverageMarginClassifier(kernels model.KernelMaker) *AverageMarginClassifier {
	a := &AverageMarginClassifier{kernels: kernels}
	model.SetDefaults(&a.AverageMarginClassifierOptions)
	return a
}

// Options returns a pointer to the options.
func (a *AverageMarginClassifier) Options() any { return &a.AverageMarginClassifierOptions }

// Fitted returns a pointer to what the last fit left behind.
func (a *AverageMarginClassifier) Fitted() any {
	if a.fit == nil {
		return &AverageMarginClassifierFit{}
	}
	return a.fit
}

// Restore takes over a fit that was read from a model file.
func (a *AverageMarginClassifier) Restore(fitted any) error {
	f := fitted.(*AverageMarginClassifierFit)
	f.scheme = multi.Scheme{Name: a.MultiClass, Classes: len(f.Order)}
	if err := multi.CheckOrder(f.Order); err != nil {
		return err
	}
	if got, want := len(f.Margins), f.scheme.Count(); got != want {
		return fault.New(fault.Format, "bytes", "the model has %d decision functions for %d classes, expected %d", got, len(f.Order), want)
	}
	k, err := a.kernels.Again(a.Kernel, f.Widths, f.Samples, f.Features, f.Vectors)
	if err != nil {
		return err
	}
	f.prepare(k)
	a.fit = f
	return nil
}

// Fit computes the norms of the decision functions. A problem whose classes have
// the same mean in feature space has none: its average margin is 0, its decision
// values are noise, and the report says so.
func (a *AverageMarginClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(a.AverageMarginClassifierOptions); err != nil {
		return model.Report{}, err
	}
	k, widths, err := a.kernels.For(a.Kernel, t.X)
	if err != nil {
		return model.Report{}, err
	}
	weight, err := a.ClassWeight.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	fit := &AverageMarginClassifierFit{Samples: t.X.Len(), Features: t.X.Dim(), Widths: widths,
		Order: multi.Appearance(t.Y, t.Classes), scheme: multi.Scheme{Name: a.MultiClass, Classes: t.Classes}}
	b := newBlocks(t, weight)
	if !b.sum(ctl, k, t.X) {
		return model.Report{Status: run.Aborted}, nil
	}
	rows := fit.keep(t, k, weight)
	report := model.Report{Status: run.Converged, Iterations: fit.scheme.Count(), SupportVectors: len(rows)}
	for _, p := range fit.scheme.Problems() {
		norm, note := b.norm(p)
		if note != nil {
			report.Notes = append(report.Notes, *note)
		}
		margin, scale := norm/b.total(p), 1/norm
		if norm == 0 {
			scale = 1 / b.total(p)
		}
		fit.Margins = append(fit.Margins, margin)
		report.Objective -= margin
		for _, i := range rows {
			fit.Coef = append(fit.Coef, p.Sign(t.Y[i])*weight[i]*scale)
		}
	}
	for _, numbers := range [][]float64{fit.Coef, fit.Margins} {
		for _, x := range numbers {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return model.Report{}, model.Overflow()
			}
		}
	}
	fit.prepare(k)
	a.fit = fit
	return report, nil
}

// keep keeps the samples with a positive weight, and returns their rows.
func (f *AverageMarginClassifierFit) keep(t model.Training, k kernel.Kernel, weight []float64) (rows []int) {
	for i, w := range weight {
		if w > 0 {
			rows, f.Indices = append(rows, i), append(f.Indices, int32(i))
		}
	}
	if _, given := k.(kernel.Given); given {
		return rows
	}
	f.Vectors = t.X
	if len(rows) < t.X.Len() {
		f.Vectors = t.X.Select(rows)
	}
	return rows
}

// prepare makes what a model file does not keep.
func (f *AverageMarginClassifierFit) prepare(k kernel.Kernel) {
	f.kernel = k
	f.expansion = expansion.New(expansion.Machine{Kernel: k, Vectors: f.Vectors, Indices: f.Indices,
		Coef: f.Coef, Intercept: make([]float64, len(f.Margins))})
}

// blocks are the sums of the kernel matrix over pairs of classes, S_cd = sum over
// i of class c and j of class d of w_i w_j k(x_i, x_j).
type blocks struct {
	rows    [][]int     // samples of each class with a positive weight
	weights [][]float64 // of each
	sums    [][]float64
	masses  []float64 // sum of the weights of each class
}

func newBlocks(t model.Training, weight []float64) *blocks {
	k := t.Classes
	b := &blocks{rows: make([][]int, k), weights: make([][]float64, k), sums: make([][]float64, k), masses: make([]float64, k)}
	for i, c := range t.Y {
		if weight[i] > 0 {
			b.rows[c], b.weights[c] = append(b.rows[c], i), append(b.weights[c], weight[i])
			b.masses[c] += weight[i]
		}
	}
	for c := range b.sums {
		b.sums[c] = make([]float64, k)
	}
	return b
}

// sum computes the blocks. It returns false when ctl ends it.
func (b *blocks) sum(ctl *run.Ctl, k kernel.Kernel, x sample.Set) bool {
	return b.compute(ctl, k, x, func(int) int { return 0 })
}

// sumOwn computes the blocks of each class with itself.
func (b *blocks) sumOwn(ctl *run.Ctl, k kernel.Kernel, x sample.Set) bool {
	return b.compute(ctl, k, x, func(c int) int { return c })
}

// compute computes the blocks of every class c with those from first(c) to c.
func (b *blocks) compute(ctl *run.Ctl, k kernel.Kernel, x sample.Set, first func(c int) int) bool {
	origin := gram.Origin(k, x)
	rows := make([][]float64, 16)
	done, all := 0.0, 0.0
	for c := range b.rows {
		for d := first(c); d <= c; d++ {
			all += float64(len(b.rows[c])) * float64(len(b.rows[d]))
		}
	}
	for c := range b.rows {
		columns := gram.Prepare(k, x, b.rows[c], origin)
		for r := range rows {
			rows[r] = make([]float64, columns.Stride())
		}
		for d := first(c); d <= c; d++ {
			for from := 0; from < len(b.rows[d]); from += len(rows) {
				index := b.rows[d][from:min(from+len(rows), len(b.rows[d]))]
				columns.Rows(rows[:len(index)], x, index)
				for r := range index {
					b.sums[c][d] += float64(b.weights[d][from+r] * dot(b.weights[c], rows[r]))
				}
				done += float64(len(index)) * float64(columns.Len())
				if ctl.Checkpoint(func() run.Report {
					return run.Report{Phase: "kernel matrix", Fraction: min(done/all, 1-0x1p-20)}
				}) != "" {
					return false
				}
			}
			b.sums[d][c] = b.sums[c][d]
		}
	}
	return true
}

// members returns the classes on either side of a problem.
func (b *blocks) members(p multi.Problem) (classes []int, signs []float64) {
	for c := range b.rows {
		if s := p.Sign(int32(c)); s != 0 {
			classes, signs = append(classes, c), append(signs, s)
		}
	}
	return classes, signs
}

// total returns the sum of the weights in a problem.
func (b *blocks) total(p multi.Problem) (sum float64) {
	classes, _ := b.members(p)
	for _, c := range classes {
		sum += b.masses[c]
	}
	return sum
}

// noise is the share of the terms below which their sum is rounding.
const noise = 1e-13

// norm returns sqrt(s) of a problem, or 0 and why it has none.
func (b *blocks) norm(p multi.Problem) (float64, *model.Note) {
	classes, signs := b.members(p)
	var s, size float64
	for i, c := range classes {
		for j, d := range classes {
			s += float64(signs[i] * signs[j] * b.sums[c][d])
			size += math.Abs(b.sums[c][d])
		}
	}
	switch {
	case s < -noise*size:
		return 0, &model.Note{Code: "WARN_INDEFINITE", Message: "the squared norm of a decision function is negative: the kernel is none on these data. Its values are not scaled; use another kernel"}
	case s <= noise*size:
		return 0, &model.Note{Code: "WARN_DEGENERATE", Message: "two classes have the same mean in feature space: their average margin is 0, and what tells them apart is rounding. Use another kernel, or classWeight 'balanced'"}
	}
	return math.Sqrt(s), nil
}

func dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}
