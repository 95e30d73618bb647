package svm

import (
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/interior"
	"maxmargin/core/kernel"
	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/qp"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// ConvexLossSVROptions are the options of ConvexLossSVR.
type ConvexLossSVROptions struct {
	Loss    string  `js:"loss" default:"huber" choices:"epsilon_insensitive,laplacian,gaussian,huber,polynomial,piecewise_polynomial,custom" doc:"What an error costs, as the table of losses has it; each is minus the logarithm of a density of the noise. 'custom' is the customLoss that fit is given."`
	C       float64 `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses: larger follows the training data more closely, smaller gives a flatter function."`
	Epsilon float64 `js:"epsilon" default:"0" range:"[0,inf)" unit:"of y" doc:"Half-width of a tube in which errors cost nothing; beyond it the loss is of what exceeds it. Without one every sample is a support vector."`
	Sigma   float64 `js:"sigma" default:"1" range:"(0,inf)" unit:"of y" doc:"Where the losses 'huber' and 'piecewise_polynomial' become linear."`
	Power   float64 `js:"power" default:"1.5" range:"(1,inf)" doc:"The power of the losses 'polynomial' and 'piecewise_polynomial'."`
	Below   `js:"below"`
	Kernel  kernel.Spec `js:"kernel"`
	Tol     float64     `js:"tol" default:"1e-8" range:"(0,1)" doc:"Relative difference of the primal and the dual objective at which training ends: -log10(tol) significant figures."`
	MaxIter float64     `js:"maxIter" type:"integer" default:"200" range:"[1,inf]" doc:"Most iterations, of which 10 to 30 are usual; the best solution so far is kept."`
	MaxTime float64     `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Most time for a fit; the best solution so far is kept."`
}

// ConvexLossSVR is the support vector machine for regression with any of the convex
// losses of package loss (Smola and Schoelkopf, A tutorial on support vector
// regression, section 3.3). With the excess e_i = max(0, |y_i - f(x_i)| - eps_i) it
// minimises
//
//	1/2 |w|^2 + sum C_i c(e_i)
//
// through the dual (43), with the loss's dual terms phi_i(a) = -C_i T(a),
//
//	maximise   sum y_i (a_i - a*_i) - sum eps_i (a_i + a*_i) - sum phi_i(a_i) + phi_i(a*_i)
//	           - 1/2 sum (a_i - a*_i) (a_j - a*_j) k(x_i, x_j)
//	subject to sum (a_i - a*_i) = 0, 0 <= a_i, a*_i <= C_i sup c'
//
// by the interior point, whose multiplier of the equality is the bias. C_i is C times
// the weight of the sample. The objective of a report is minus the dual's, as SVR's is;
// as it equals the primal's, it is also the logarithm of the unnormalised posterior
// density of the function exp(-|w|^2/2 - sum C_i c(e_i)) (section 7.4).
//
// Training takes n^2 kernel values, 8 n^2 bytes, and n^3/6 multiply-adds for each of
// some 15 iterations, a prediction O(m d).
type ConvexLossSVR struct {
	ConvexLossSVROptions
	kernels model.KernelMaker
	losses  LossMaker
	fit     ConvexLossSVRFit
}

// ConvexLossSVRFit is what a fit of ConvexLossSVR leaves behind.
type ConvexLossSVRFit struct {
	Function
	Norm float64 `field:"norm.squared" js:"squaredNorm" doc:"|w|^2, the flatness of the function."`
	Risk float64 `field:"risk" js:"empiricalRisk" doc:"Weighted mean of the losses of the training samples."`
}

// LossMaker returns the loss of a name, with a parameter where it becomes linear and
// its power; it is the catalog's.
type LossMaker func(name string, sigma, power float64) loss.Loss

// NewConvexLossSVR returns an unfitted machine with default options.
func NewConvexLossSVR(kernels model.KernelMaker, losses LossMaker) *ConvexLossSVR {
	s := &ConvexLossSVR{kernels: kernels, losses: losses}
	model.SetDefaults(&s.ConvexLossSVROptions)
	return s
}

// Options returns a pointer to the options.
func (s *ConvexLossSVR) Options() any { return &s.ConvexLossSVROptions }

// Fitted returns a pointer to what the last fit left behind.
func (s *ConvexLossSVR) Fitted() any { return &s.fit }

// Restore takes over a fit that was read from a model file.
func (s *ConvexLossSVR) Restore(fitted any) error {
	f := fitted.(*ConvexLossSVRFit)
	if err := f.restore(s.kernels, s.Kernel); err != nil {
		return err
	}
	s.fit = *f
	return nil
}

// Predict returns f(x) for every sample of x.
func (s *ConvexLossSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.fit.evaluate(ctl, x, "ConvexLossSVR")
}

// Fit solves the dual problem.
func (s *ConvexLossSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.ConvexLossSVROptions); err != nil {
		return model.Report{}, err
	}
	// Every row of the kernel matrix is read once: a cache is of no use.
	d, err := newDual(s.kernels, s.Kernel, Solving{CacheSize: 1, MaxTime: s.MaxTime, MaxIter: s.MaxIter}, t)
	if err != nil {
		return model.Report{}, err
	}
	if err := d.weighted(); err != nil {
		return model.Report{}, err
	}
	if n := len(d.samples); n > interior.Largest {
		return model.Report{}, fault.New(fault.Memory, "X", "ConvexLossSVR factorises the whole kernel matrix, and %d samples are more than %d; train on a part, or use SVR", n, interior.Largest).
			With("got", n).With("expected", interior.Largest)
	}
	tube, err := d.tube(s.C, t, s.Epsilon, s.Below)
	if err != nil {
		return model.Report{}, err
	}
	losses, err := s.sides(t)
	if err != nil {
		return model.Report{}, err
	}
	found, status := newLossProblem(&tube, losses).solve(d.until(ctl), d, s.Tol)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	fit := ConvexLossSVRFit{Function: d.function(found.coef, found.bias)}
	total, size := 0.0, 0.0
	for at, i := range d.samples {
		fit.Norm += found.coef[at] * found.values[at]
		above, below := s.widths(t, s.Epsilon, i)
		weight, excess, l := d.weight[at], t.Target[i]-found.values[at]-found.bias-above, losses[0]
		if under := -(excess + above + below); under > 0 {
			weight, excess, l = weight*s.factor(t, i), under, losses[1]
		}
		total += weight * l.Value(max(0, excess))
		size += d.weight[at]
	}
	fit.Risk = total / size
	if err := finite([]float64{fit.Norm, fit.Risk}); err != nil {
		return model.Report{}, err
	}
	out, err := fit.report(&found.Result, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	s.fit = fit
	return out, nil
}

// sides returns what an error costs above and below the function.
func (s *ConvexLossSVR) sides(t model.Training) ([2]loss.Loss, error) {
	if s.Loss != "custom" {
		l := s.losses(s.Loss, s.Sigma, s.Power)
		return [2]loss.Loss{l, l}, nil
	}
	if t.Losses[0] == nil {
		return t.Losses, fault.New(fault.Option, "customLoss", "the loss 'custom' is a function that fit is given, and no file or search holds; pass customLoss: { value, derivative } to fit")
	}
	return t.Losses, nil
}

// lossProblem is the dual of a regression with a loss, over b = (a, -a*).
type lossProblem struct {
	interior.Problem
	n int
}

// newLossProblem makes that of the dual for the excess itself.
func newLossProblem(tube *qp.Problem, losses [2]loss.Loss) *lossProblem {
	count := len(tube.Linear)
	p := &lossProblem{n: count / 2}
	all := make([]float64, count)
	p.Linear, p.Lower, p.Upper = make([]float64, count), make([]float64, count), make([]float64, count)
	p.Rows, p.Sides = [][]float64{all}, []float64{0}
	for c, sign := range tube.Sign {
		all[c], p.Linear[c] = 1, sign*tube.Linear[c]
		bound := tube.Upper[c] * losses[c/p.n].Steepest()
		p.Lower[c], p.Upper[c] = min(0, sign*bound), max(0, sign*bound)
	}
	p.Terms = func(c int, b float64) (value, slope, curvature float64) {
		value, slope, curvature = losses[c/p.n].Dual(tube.Upper[c], math.Abs(b))
		return value, tube.Sign[c] * slope, curvature
	}
	return p
}

// lossSolution is f = sum of coef_i k(x_i, .) + bias, with the values of the sum at the
// samples.
type lossSolution struct {
	qp.Result
	coef, values []float64
	bias         float64
}

// solve finds the solution. A run that ends before it has the kernel matrix has the
// function that is zero.
func (p *lossProblem) solve(ctl *run.Ctl, d *dual, tolerance float64) (lossSolution, run.Status) {
	out := lossSolution{coef: make([]float64, p.n), values: make([]float64, p.n)}
	var status run.Status
	if p.K, status = qp.ReadMatrix(ctl, d.matrix.ViewOf(d.memory, d.cacheBytes(), d.samples), nil); status != "" {
		out.Status = status
		return out, status
	}
	p.N = p.n
	solver := interior.New(&p.Problem, interior.Settings{Figures: -math.Log10(tolerance), MaxIterations: d.settings().MaxIterations})
	status = solver.Run(ctl)
	r := solver.Result(status)
	b, gradient := r.B, make([]float64, len(r.B))
	solver.Rounded(b, gradient)
	out.bias = -r.Y[0]
	out.Status, out.Iterations, out.Objective, out.DualityGap, out.Values = status, r.Iterations, r.Primal, r.Primal-r.Dual, p.n*p.n
	for c, g := range gradient {
		if reduced := g - r.Y[0]; reduced > 0 && b[c] > p.Lower[c] || reduced < 0 && b[c] < p.Upper[c] {
			out.Gap = max(out.Gap, math.Abs(reduced))
		}
	}
	for i := range out.coef {
		_, slope, _ := p.Terms(i, b[i])
		out.coef[i], out.values[i] = b[i]+b[p.n+i], gradient[i]-p.Linear[i]-slope
	}
	return out, status
}

var _ model.Regressor = (*ConvexLossSVR)(nil)
