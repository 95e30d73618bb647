// Package svm holds the support vector machines that are quadratic programs in
// their dual variables.
package svm

import (
	"math"
	"strconv"
	"time"

	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/qp"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Options are the options of SVC.
type Options struct {
	C                     float64           `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the sum of slacks: larger follows the training data more closely, smaller gives a wider margin."`
	Kernel                kernel.Spec       `js:"kernel"`
	Tol                   float64           `js:"tol" default:"0.001" range:"(0,inf)" doc:"Largest violation of the optimality (KKT) conditions at which training ends."`
	CacheSize             float64           `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows."`
	MaxIter               float64           `js:"maxIter" type:"integer" default:"inf" range:"[1,inf]" doc:"Most iterations for each two-class problem; the best solution so far is kept."`
	MaxTime               float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Most time for a fit, shared evenly by the two-class problems; the best solution so far is kept."`
	Shrinking             bool              `js:"shrinking" default:"true" doc:"Set samples aside while they look settled. Changes the time, not the answer."`
	ClassWeight           model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	DecisionFunctionShape string            `js:"decisionFunctionShape" default:"ovr" choices:"ovr,ovo" doc:"Decision values for more than two classes: one per class ('ovr') or one per pair ('ovo')."`
}

// SVC is the 1-norm soft margin support vector classifier. For two classes,
// y_i = +1 or -1, it maximises the dual
//
//	sum a_i - 1/2 sum a_i a_j y_i y_j k(x_i, x_j)
//	subject to sum a_i y_i = 0, 0 <= a_i <= C w_i
//
// (Cristianini & Shawe-Taylor, Proposition 6.12), where w_i is the weight of the
// sample times that of its class, and decides by the sign of f(x) = sum a_i y_i
// k(x_i, x) + b. For k classes it is one-versus-one: see package multi.
//
// Training takes between O(n^2 d) and O(n^3) operations, a prediction O(m (d+k)).
type SVC struct {
	Options
	kernels model.KernelMaker
	fit     *svcFit // nil before the first fit
}

// svcFit is what a fit leaves behind.
type svcFit struct {
	kernel     kernel.Kernel
	parameters kernel.Parameters
	classes    int     // k
	samples    int     // n
	features   int     // d
	order      []int32 // classes by first appearance, which decides between equal votes; length k

	indices   []int32    // rows of the training set, by class; length m
	counts    []int32    // support vectors of each class; length k
	vectors   sample.Set // m x d; nil for a precomputed kernel
	coef      []float64  // (k-1) x m: y_i a_i in the pairs of the sample's class, as LIBSVM lays them out
	intercept []float64  // b of each pair

	iterations []int32 // of each pair
	objective  []float64
	gap        []float64
	status     []run.Status

	scorer *scorer // made when first needed
}

// NewSVC returns an unfitted classifier with default options.
func NewSVC(kernels model.KernelMaker) *SVC {
	s := &SVC{kernels: kernels}
	model.SetDefaults(&s.Options)
	return s
}

// Features returns d, or n for a precomputed kernel.
func (s *SVC) Features() int {
	if s.fit == nil {
		return 0
	}
	return s.fit.features
}

// ClassCount returns k.
func (s *SVC) ClassCount() int {
	if s.fit == nil {
		return 0
	}
	return s.fit.classes
}

// Fit solves a two-class problem for every pair of classes.
func (s *SVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.Options); err != nil {
		return model.Report{}, err
	}
	parameters := s.Kernel.Resolve(t.X)
	if !(parameters.Gamma > 0 && parameters.Gamma <= math.MaxFloat64) {
		return model.Report{}, overflow()
	}
	k, err := s.kernels(s.Kernel.Name, parameters)
	if err != nil {
		return model.Report{}, err
	}
	if _, given := k.(kernel.Given); given && t.X.Len() != t.X.Dim() {
		return model.Report{}, fault.New(fault.Shape, "X", "a precomputed kernel needs the square Gram matrix of the training samples, got %d rows and %d columns", t.X.Len(), t.X.Dim()).
			With("rows", t.X.Len()).With("columns", t.X.Dim())
	}
	upper, err := s.bounds(t)
	if err != nil {
		return model.Report{}, err
	}
	p := &pairs{options: s.Options, training: t, upper: upper, matrix: gram.NewMatrix(k, t.X), memory: t.Memory}
	if _, given := k.(kernel.Given); !given {
		if err := checkOverflow(p.matrix, t.X); err != nil {
			return model.Report{}, err
		}
	}
	if p.memory == nil {
		p.memory = &gram.Memory{}
	}
	p.prepare(k)
	fit, status := p.solve(ctl)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	fit.kernel, fit.parameters = k, parameters
	report := fit.report()
	for _, x := range append(append([]float64{report.Objective, report.Gap}, fit.intercept...), fit.coef...) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return model.Report{}, overflow()
		}
	}
	s.fit = fit
	return report, nil
}

// checkOverflow returns an error when inner products or the kernel of a sample
// with itself, which bounds all others, leave the range of float64.
func checkOverflow(m *gram.Matrix, x sample.Set) error {
	for i, v := range m.Diagonal() {
		if !(math.Abs(v) <= largestNorm) || !(x.SquaredNorm(i) <= largestNorm) {
			return overflow()
		}
	}
	return nil
}

// largestNorm leaves room for the sums of four products that a squared distance
// or a curvature is made of.
const largestNorm = math.MaxFloat64 / 8

func overflow() error {
	return fault.New(fault.Numeric, "X", "the kernel values overflow: the solution is not finite. Scale the features to a range such as [-1, 1], or lower degree and gamma")
}

// bounds returns C w_i for every sample.
func (s *SVC) bounds(t model.Training) ([]float64, error) {
	if w := s.ClassWeight; w.Name == "map" && len(w.Weights) != t.Classes {
		return nil, fault.New(fault.Option, "classWeight", "classWeight has %d weights for %d classes", len(w.Weights), t.Classes)
	}
	n, count := t.X.Len(), make([]float64, t.Classes)
	for _, c := range t.Y {
		count[c]++
	}
	upper, left := make([]float64, n), make([]int, t.Classes)
	for i, c := range t.Y {
		w := 1.0
		switch s.ClassWeight.Name {
		case "balanced":
			w = float64(n) / (float64(t.Classes) * count[c])
		case "map":
			w = s.ClassWeight.Weights[c]
		}
		if t.Weight != nil {
			w *= t.Weight[i]
		}
		upper[i] = s.C * w
		if math.IsInf(upper[i], 0) {
			return nil, fault.New(fault.Weight, "sampleWeight", "C times the weights of row %d overflows; scale the weights down", i).With("row", i)
		}
		if upper[i] > 0 {
			left[c]++
		}
	}
	remaining := 0
	for _, l := range left {
		if l > 0 {
			remaining++
		}
	}
	if remaining < 2 {
		return nil, fault.New(fault.OneClass, "y", "a classifier needs samples of at least two classes with a positive weight, but %d of %d classes have any", remaining, t.Classes).
			With("classes", remaining)
	}
	for c, l := range left {
		if l == 0 {
			return nil, fault.New(fault.Weight, "sampleWeight", "every sample of class number %d has weight zero; remove the class from the data or give it a weight", c).With("class", c)
		}
	}
	return upper, nil
}

// pairs is a fit in progress.
type pairs struct {
	options  Options
	training model.Training
	upper    []float64 // length n
	matrix   *gram.Matrix
	byClass  [][]int // samples with a positive bound
	segments []*gram.Segment
	memory   *gram.Memory
}

// prepare makes a segment of every class. The rows within a class are the same
// in all its pairs: they are kept in half of the cache and computed once.
func (p *pairs) prepare(k kernel.Kernel) {
	p.byClass = make([][]int, p.training.Classes)
	for i, c := range p.training.Y {
		if p.upper[i] > 0 {
			p.byClass[c] = append(p.byClass[c], i)
		}
	}
	var shared *int
	if _, given := k.(kernel.Given); !given && len(p.byClass) > 2 {
		half := p.cacheBytes() / 2 / 8
		shared = &half
	}
	for _, samples := range p.byClass {
		p.segments = append(p.segments, p.matrix.Segment(samples, shared))
	}
}

func (p *pairs) cacheBytes() int { return int(p.options.CacheSize * (1 << 20)) }

// solve runs through the pairs and gathers their solutions. It ends early only
// when ctl aborts; a pair that a budget cuts short keeps what it has.
func (p *pairs) solve(ctl *run.Ctl) (*svcFit, run.Status) {
	k, n := len(p.byClass), p.training.X.Len()
	count := multi.PairCount(k)
	fit := &svcFit{classes: k, samples: n, features: p.training.X.Dim(), order: multi.Appearance(p.training.Y, k),
		intercept: make([]float64, count), iterations: make([]int32, count),
		objective: make([]float64, count), gap: make([]float64, count), status: make([]run.Status, count)}
	// coef[c] holds the coefficients of every sample against class c, or
	// against the next class when c is not before its own.
	coef := make([][]float64, k-1)
	for c := range coef {
		coef[c] = make([]float64, n)
	}
	deadline := time.Time{}
	if !math.IsInf(p.options.MaxTime, 1) {
		deadline = time.Now().Add(time.Duration(min(p.options.MaxTime, 1e12) * float64(time.Millisecond)))
	}
	if ctl == nil {
		ctl = &run.Ctl{}
	}
	watch := &pairWatch{ctl: ctl, observe: ctl.Observe, count: count}
	if ctl.Observe != nil {
		ctl.Observe = watch.report
	}
	var ended run.Status
	multi.Pairs(k, func(pair, i, j int) bool {
		if !deadline.IsZero() {
			now := time.Now()
			ctl.Deadline = now.Add(deadline.Sub(now) / time.Duration(count-pair))
		}
		watch.pair = pair
		r := p.solvePair(ctl, i, j)
		watch.iterations += r.Iterations
		fit.iterations[pair], fit.objective[pair] = int32(r.Iterations), r.Objective
		fit.gap[pair], fit.status[pair] = r.Gap, r.Status
		fit.intercept[pair] = -r.Level[0]
		both := append(append([]int(nil), p.byClass[i]...), p.byClass[j]...)
		for at, sample := range both {
			row := j - 1
			if at >= len(p.byClass[i]) {
				row = i
			}
			coef[row][sample] = r.Alpha[at] * p.sign(i, j, int(p.training.Y[sample]))
		}
		ended = r.Status
		return ended != run.Aborted
	})
	ctl.Observe = watch.observe
	if ended == run.Aborted {
		return nil, run.Aborted
	}
	fit.keepSupport(p, coef)
	return fit, ""
}

// sign returns y of a sample of class c in the pair (i, j).
func (p *pairs) sign(i, j, c int) float64 {
	if c == multi.Positive(len(p.byClass), i, j) {
		return 1
	}
	return -1
}

// solvePair poses and solves the dual problem of one pair.
func (p *pairs) solvePair(ctl *run.Ctl, i, j int) qp.Result {
	both := append(append([]int(nil), p.byClass[i]...), p.byClass[j]...)
	n := len(both)
	problem := qp.Problem{
		Sign: make([]float64, n), Linear: make([]float64, n),
		Lower: make([]float64, n), Upper: make([]float64, n),
	}
	for at, sample := range both {
		problem.Sign[at] = p.sign(i, j, int(p.training.Y[sample]))
		problem.Linear[at] = -1
		problem.Upper[at] = p.upper[sample]
	}
	bytes := p.cacheBytes()
	if len(p.byClass) > 2 {
		bytes /= 2
	}
	problem.K = p.matrix.View(p.memory, bytes, p.segments[i], p.segments[j])
	settings := qp.Settings{Tolerance: p.options.Tol, Shrinking: p.options.Shrinking}
	if p.options.MaxIter < math.MaxInt32 {
		settings.MaxIterations = int(p.options.MaxIter)
	}
	solver := qp.NewSMO(problem, settings)
	return solver.Result(solver.Run(ctl))
}

// keepSupport gathers the samples that have a coefficient in any pair.
func (f *svcFit) keepSupport(p *pairs, coef [][]float64) {
	var rows []int
	f.counts = make([]int32, f.classes)
	for c, samples := range p.byClass {
		for _, i := range samples {
			for _, row := range coef {
				if row[i] != 0 {
					rows = append(rows, i)
					f.indices = append(f.indices, int32(i))
					f.counts[c]++
					break
				}
			}
		}
	}
	f.coef = make([]float64, 0, len(coef)*len(rows))
	for _, row := range coef {
		for _, i := range rows {
			f.coef = append(f.coef, row[i])
		}
	}
	if p.options.Kernel.Name != (kernel.Precomputed{}).Name() {
		f.vectors = p.training.X.Select(rows)
	}
}

func (f *svcFit) report() model.Report {
	r := model.Report{Status: run.Converged, SupportVectors: len(f.indices)}
	for pair, status := range f.status {
		r.Iterations += int(f.iterations[pair])
		r.Objective += f.objective[pair]
		r.Gap = max(r.Gap, f.gap[pair])
		if status != run.Converged {
			r.Status = status
		}
	}
	return r
}

// pairWatch completes the solver's reports with what it cannot know.
type pairWatch struct {
	ctl        *run.Ctl
	observe    func(run.Report) run.Signal
	pair       int
	count      int
	iterations int // of the pairs before
}

func (w *pairWatch) report(r run.Report) run.Signal {
	if w.count > 1 {
		r.Phase = "pair " + strconv.Itoa(w.pair+1) + " of " + strconv.Itoa(w.count)
	}
	r.Iteration += w.iterations
	r.Fraction = float64(w.pair) / float64(w.count)
	return w.observe(r)
}

var (
	_ model.Classifier = (*SVC)(nil)
	_ qp.Rows          = (*gram.View)(nil)
)
