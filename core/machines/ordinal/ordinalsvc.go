package ordinal

import (
	"fmt"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/primal"
)

// OrdinalSVCOptions are the options of OrdinalSVC.
type OrdinalSVCOptions struct {
	C           float64     `js:"C" default:"0.01" range:"(0,inf]" doc:"Penalty on the slack of each pair: larger follows the training data more closely. It counts once for every pair of samples, so that with n rows it pulls like nC in SVC. Infinity allows no slack: the hard margin, for ranks that can be separated."`
	Kernel      kernel.Spec `js:"kernel"`
	Pairs       string      `js:"pairs" default:"all" choices:"all,adjacent" doc:"Which pairs of samples are compared: all of different ranks, or only those of neighbouring ranks."`
	Thresholds  string      `js:"thresholds" default:"auto" choices:"auto,pairs,errors" doc:"How the boundaries between the ranks are found: in the middle of the pairs of neighbouring ranks on the margin, or else of the closest pair that has the right order ('pairs', see thresholdSource), or where the fewest training samples, weighted, are on the wrong side ('errors'). 'auto' takes 'pairs' for the boundaries whose sides do not overlap, and 'errors' for the others."`
	Tol         float64     `js:"tol" default:"0.001" range:"(0,inf)" doc:"Largest violation of the optimality (KKT) conditions at which training ends; with the linear kernel and more than 2,000 rows, the duality gap as a share of the objective."`
	MaxIter     float64     `js:"maxIter" type:"integer" default:"100000" range:"[1,inf]" doc:"Largest number of passes over the pairs, or of cutting planes; the best solution so far is kept. The Newton steps that take over where passes are slow do not count."`
	MaxTime     float64     `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best solution so far is kept."`
	Norm        float64     `js:"norm" default:"2" range:"[1,inf]" doc:"The norm of the weights that is small: 2, or with the kernel 'linear' also 1, which leaves features out, or Infinity, which gives weights of equal size. These two are linear programs."`
	WarmStart   bool        `js:"warmStart" default:"false" doc:"Start from the solution of the previous fit, to the same samples, such as that of another C. The model then keeps its dual variables, a number for each pair. The cutting planes of more than 2,000 rows start anew."`
	model.Ranks `js:"ranks"`
}

// Cost counts the kernel matrix and a number for each pair, which a linear function of many
// rows does without, and the matrices of Newton steps of up to mostRows rows.
func (o *OrdinalSVCOptions) Cost() model.Cost {
	if o.Norm != 2 {
		return normCost()
	}
	if o.Kernel.Name == "linear" {
		return model.KernelCost()
	}
	c := model.MatrixCost()
	if c.RowPair += 8; o.WarmStart {
		c.RowPair += 12 // those that the model keeps, its bytes, and those of the previous fit
	}
	c.Row += bytesOfPair * mostRows
	return c
}

// OrdinalSVC is the support vector machine of ordered classes: a utility f(x) = <w, phi(x)>,
// without a constant, that orders the samples with a margin, and boundaries between the ranks
// on it (Herbrich, Graepel & Obermayer, Large margin rank boundaries for ordinal regression,
// 2000). Over the pairs y_i > y_j it minimises
//
//	1/2 |w|^2 + sum C w_i w_j max(0, 1 - (f(x_i) - f(x_j)))
//
// where a pair has the product of the weights of its samples. The dual is that of a support
// vector machine without a constant over the differences phi(x_i) - phi(x_j), each once; in
// f(x) = sum b_i k(x_i, x) the coefficient of a row is the sum over its pairs, and no matrix of
// pairs is ever needed. With norm 1 or infinity |w| stands for 1/2 |w|^2: the coupled hyperplanes
// of general norms (section 2.4), for linear functions, whose weights are the result. See
// pairDual, and planes for these and for linear functions of many rows. Equal samples
// of the same rank count as one with the sum of their weights.
//
// Training takes n^2 kernel values and 16 n^2 bytes for n samples that differ, and where Newton
// steps take over, for up to 2,000 of them, 60 n^2; a linear function of many rows O(n (d + log n))
// for each plane, and a prediction O(m d).
type OrdinalSVC struct {
	OrdinalSVCOptions
	model.KernelClassifierBase[*OrdinalSVCFit]
}

// OrdinalSVCFit is the result of a fit of OrdinalSVC.
type OrdinalSVCFit struct {
	Utility
	Bounds
	Margins      []float64 `field:"rank.margins" shape:"k-1" js:"rankMargins" doc:"The margin at each boundary: the least difference of the utilities of a sample above it and one below, over |w|. It is negative where ranks overlap, and the largest number where there are no samples on one side."`
	Norm         float64   `field:"norm" js:"norm" doc:"|w|, in the norm of the option. Where no pair has a slack, 1 / |w| is the least margin."`
	Pairs        float64   `field:"pairs" js:"pairCount" doc:"The number of pairs of samples that were compared."`
	SupportPairs float64   `field:"pairs.support" js:"supportPairCount" doc:"The number of pairs that the utility depends on, those on the margin or with a slack."`
	Weights      []float64 `field:"norm.weights" shape:"v" js:"coef" absent:"" doc:"With norm 1 or Infinity the weight of each feature: a sample has the utility sum of coef_j x_j, and there are no support vectors. Empty with norm 2."`
	Variables    []float64 `field:"pairs.start" shape:"z" absent:""` // with warmStart: the dual variables as shares of their bounds, or as they are where there are none
}

// Expansions returns the utility, which with norm 1 or Infinity is a linear function.
func (f *OrdinalSVCFit) Expansions() []*expansion.Expansion {
	if len(f.Weights) > 0 {
		return []*expansion.Expansion{expansion.OfLinear(f.Weights, []float64{0})}
	}
	return f.Utility.Expansions()
}

// NewOrdinalSVC returns an unfitted machine with default options.
func NewOrdinalSVC(kernels model.KernelMaker) *OrdinalSVC {
	s := &OrdinalSVC{}
	s.Init("OrdinalSVC", &s.OrdinalSVCOptions, &s.Kernel, kernels, new(OrdinalSVCFit))
	return s
}

// fewRows is up to how many rows a linear function is found by its pairs, exactly.
const fewRows = 2000

// Fit solves the problem over pairs and finds the boundaries.
func (s *OrdinalSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := s.Begin(s, t)
	if err != nil {
		return model.Report{}, err
	}
	l, err := newLesson(t, model.ClassWeight{Name: "none"})
	if err != nil {
		return model.Report{}, err
	}
	from, err := s.from(t)
	if err != nil {
		return model.Report{}, err
	}
	p := newPartners(l, s.Pairs == "adjacent")
	var w solved
	var weights []float64 // of norm 1 or infinity
	coef, f := make([]float64, len(l.rows)), make([]float64, len(l.rows))
	if g := l.merge(k, t.X); s.Norm != 2 {
		if err := s.checkNorm(k); err != nil {
			return model.Report{}, err
		}
		w, weights, err = s.byPrograms(ctl.Within(s.MaxTime), t, g, newPartners(&g.lesson, p.adjacent), from)
		if weights != nil {
			for i, at := range g.of {
				f[i] = w.f[at]
			}
		}
	} else if kernel.IsLinear(k) && len(g.rows) > fewRows {
		w, err = s.byPlanes(ctl.Within(s.MaxTime), t, l, p)
		for at, v := range w.f {
			coef[p.rows[at]], f[p.rows[at]] = w.coef[at], v
		}
	} else {
		w, err = s.exactly(ctl.Within(s.MaxTime), k, t, g, newPartners(&g.lesson, p.adjacent), from)
		if w.f != nil {
			coef = g.apart(w.coef)
			for i, at := range g.of {
				f[i] = w.f[at]
			}
		}
	}
	if err != nil || w.report.Status == run.Aborted {
		return model.Report{Status: w.report.Status}, err
	}
	tol := 0.0
	if s.Thresholds != "errors" {
		tol = max(10*s.Tol, 1e-9)
	}
	thresholds, bounds := boundaries(f, l.rank, l.weight, t.Classes(), s.Thresholds, tol)
	fit := &OrdinalSVCFit{Utility: NewUtility(k, widths, t.X, l.rows, coef, thresholds), Bounds: bounds,
		Margins: margins(f, l.rank, t.Classes(), w.norm), Norm: w.norm, Pairs: p.count, SupportPairs: w.support, Weights: weights}
	if s.WarmStart {
		fit.Variables = w.variables
	}
	w.report.SupportVectors = len(fit.Coef)
	return s.Learnt(fit, w.report)
}

// checkNorm fails unless there is a machine of this norm.
func (s *OrdinalSVC) checkNorm(k kernel.Kernel) error {
	if s.Norm != 1 && !math.IsInf(s.Norm, 1) {
		return fault.New(fault.Option, "norm", "norm is %g; OrdinalSVC knows the norms 1, 2 and Infinity", s.Norm)
	}
	if !kernel.IsLinear(k) {
		return fault.New(fault.Option, "norm", "norm %g is a norm of the weights of features, which only the linear kernel has; set kernel to 'linear', or norm to 2", s.Norm)
	}
	return nil
}

// Decision returns the utility of every sample of x.
func (f *OrdinalSVCFit) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if len(f.Weights) == 0 {
		return f.Utility.Decision(ctl, x, shape)
	}
	values = make([]float64, x.Len())
	functions := primal.Functions{Bias: []float64{0}, Weights: f.Weights}
	err = functions.Each(ctl, x, func(i int, value []float64) { values[i] = value[0] })
	return values, 1, err
}

// Predict returns the rank of every sample of x, counted from 0.
func (f *OrdinalSVCFit) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	values, _, err := f.Decision(ctl, x, "")
	return f.ranks(values), err
}

// Restore checks a result from a model file and makes its kernel.
func (f *OrdinalSVCFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if len(f.Weights) != 0 && len(f.Weights) != f.Features {
		return fault.New(fault.Format, "bytes", "the model has %d weights for %d features", len(f.Weights), f.Features)
	}
	return f.Utility.Restore(kernels, spec)
}

// solved is a utility that was found, of the rows in the order of partners or of merged.
type solved struct {
	coef, f []float64
	norm    float64
	support float64 // pairs
	report  model.Report

	variables []float64 // what another fit can start from
}

// from returns the fit that this one starts from, nil for none.
func (s *OrdinalSVC) from(t model.Training) (*OrdinalSVCFit, error) {
	from, ok := t.Start.(*OrdinalSVC)
	if !ok || from.Result.Features == 0 {
		return nil, nil
	}
	f := from.Result
	if err := startable(f.Samples, t.X.Len(), len(f.Thresholds)+1, t.Classes()); err != nil {
		return nil, err
	}
	if f.Features != t.X.Dim() || from.Pairs != s.Pairs || from.Norm != s.Norm || math.IsInf(from.C, 1) != math.IsInf(s.C, 1) {
		return nil, nil // that was another problem
	}
	if model.Finite(f.Variables, f.Weights) != nil {
		return nil, nil
	}
	return f, nil
}

// exactly solves the problem with a variable for each pair.
func (s *OrdinalSVC) exactly(ctl *run.Ctl, k kernel.Kernel, t model.Training, l *merged, p *partners, from *OrdinalSVCFit) (solved, error) {
	n := len(l.rows)
	if err := gram.CheckMatrix("OrdinalSVC", "the kernel matrix of all samples, with as many numbers for pairs,", n, 2*n, "train on a sample of the rows, or use the linear kernel"); err != nil {
		return solved{}, err
	}
	index, weight := make([]int, n), make([]float64, n)
	for at, i := range p.rows {
		index[at], weight[at] = l.rows[i], l.weight[i]
	}
	if err := gram.CheckDomain(k, t.X, "X"); err != nil {
		return solved{}, err
	}
	matrix := make([]float64, n*n)
	watch := func(done float64) bool {
		return ctl.Wanted(func() run.Report { return run.Report{Phase: "kernel matrix", Fraction: min(done, 0.999)} })
	}
	if !gram.Lower(matrix, k, t.X, index, watch) || !linalg.Mirror(matrix, n, watch) {
		return solved{report: model.Report{Status: run.Aborted}}, nil
	}
	most := 0.0
	for i := range n {
		most = max(most, math.Abs(matrix[i*n+i]))
	}
	if !(most <= gram.LargestNorm) {
		return solved{}, model.Overflow()
	}
	d := newPairDual(p, matrix, weight, s.C, s.Tol, s.MaxIter)
	d.wide = ceiling(matrix, n, t.Classes(), watch)
	if from != nil && len(from.Variables) == len(d.alpha) {
		d.begin(from.Variables)
	}
	status := d.solve(ctl)
	if status == run.Aborted {
		return solved{report: model.Report{Status: status}}, nil
	}
	d.refresh()
	w := solved{coef: make([]float64, n), f: make([]float64, n), norm: math.Sqrt(max(0, d.square())),
		report: model.Report{Status: status, Iterations: d.passes, Objective: -d.objective(), Gap: d.violation()}}
	if s.WarmStart {
		w.variables = d.shares()
	}
	coef := d.coefficients()
	for at, i := range p.rows {
		w.coef[i], w.f[i] = coef[at], d.f[at]
		for q, a := range d.alpha[d.offset[at]:d.offset[at+1]] {
			if a > 0 {
				w.support += l.count[i] * l.count[p.rows[p.from[at]+q]]
			}
		}
	}
	if d.indefinite {
		w.report.Notes = append(w.report.Notes, model.Indefinite("the squared distance of a pair of samples is negative", "The solution is a stationary point. Use another kernel"))
	}
	if status == run.Infeasible || math.IsInf(s.C, 1) && status == run.IterationLimit {
		w.report.Notes = append(w.report.Notes, inseparable(p.count))
	}
	return w, model.Finite(w.coef, w.f)
}

// inseparable is the note of ranks that have no hard margin.
func inseparable(pairs float64) model.Note {
	return model.Note{Code: "WARN_NOT_SEPARABLE", Message: fmt.Sprintf(
		"no utility orders all %g pairs without slack (or only by a margin of less than %g of the radius of the data), but C = Infinity allows no slack. Lower C, or choose a kernel with more freedom", pairs, narrowest)}
}

// narrowest is the smallest margin, relative to the radius of the data, at which ranks count
// as separable.
const narrowest = 1e-5

// ceiling returns what the dual objective of a hard margin cannot exceed where the ranks can be
// separated: |w|^2 / 2, where f has to vary by k - 1 over a radius R in feature space and by
// no less than that over narrowest R.
func ceiling(kernel []float64, n, ranks int, watch linalg.Watch) float64 {
	mean, radius, largest := 0.0, 0.0, 0.0
	for at, v := range kernel {
		if at%(1<<20) == 1<<20-1 {
			watch(1) // which need not end these passes
		}
		mean += v / float64(n) / float64(n)
	}
	for i := range n {
		if i%256 == 255 {
			watch(1)
		}
		row := 0.0
		for _, v := range kernel[i*n : (i+1)*n] {
			row += v / float64(n)
		}
		radius, largest = max(radius, kernel[i*n+i]-2*row+mean), max(largest, math.Abs(kernel[i*n+i]))
	}
	least := max(narrowest*narrowest*radius, 8*0x1p-52*largest, math.SmallestNonzeroFloat64*1e10)
	return min(float64((ranks-1)*(ranks-1))/least/2, 1e300)
}

// margins returns, for each boundary, the least difference of the utilities above and below it,
// over the norm.
func margins(f []float64, rank []int32, k int, norm float64) []float64 {
	highest, lowest := make([]float64, k), make([]float64, k)
	for r := range k {
		highest[r], lowest[r] = math.Inf(-1), math.Inf(1)
	}
	for i, r := range rank {
		highest[r], lowest[r] = max(highest[r], f[i]), min(lowest[r], f[i])
	}
	for r := 1; r < k; r++ {
		highest[r] = max(highest[r], highest[r-1])
		lowest[k-1-r] = min(lowest[k-1-r], lowest[k-r])
	}
	m := make([]float64, k-1)
	for r := range m {
		m[r] = min((lowest[r+1]-highest[r])/max(norm, math.SmallestNonzeroFloat64), math.MaxFloat64)
		if norm == 0 {
			m[r] = 0
		}
	}
	return m
}
