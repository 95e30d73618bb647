package svm

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/solve/interior"
	"maxmargin/core/solve/qp"
)

// Tracing is the option to record the course of a fit.
type Tracing struct {
	Trace float64 `js:"trace" type:"integer" default:"0" range:"[0,1000000]" doc:"Number of iterations, from the first, that are recorded: objectives, violation, margin and step. There is no working set."`
}

// ConvexLossSVROptions are the options of ConvexLossSVR.
type ConvexLossSVROptions struct {
	Loss    string  `js:"loss" default:"huber" losses:"residual" choices:"custom" tables:"errorsAbove,slopesAbove,errorsBelow,slopesBelow" doc:"Cost of an error beyond epsilon: {losses}. Each is minus the logarithm of a density of the noise. 'custom' is the customLoss that is passed to fit."`
	C       float64 `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses: larger follows the training data more closely, smaller gives a flatter function."`
	Epsilon float64 `js:"epsilon" default:"0" range:"[0,inf)" unit:"of y" row:"sampleEpsilon" doc:"Half-width of a tube in which errors cost nothing; outside, the excess over epsilon counts. With 0 every sample is a support vector."`
	Sigma   float64 `js:"sigma" default:"1" range:"(0,inf)" unit:"of y" doc:"Error from which on a loss is linear: {losses}."`
	Power   float64 `js:"power" default:"1.5" range:"(1,inf)" doc:"The power of the losses {losses}."`
	Below   `js:"below"`
	Kernel  kernel.Spec `js:"kernel"`
	Tol     float64     `js:"tol" default:"1e-8" range:"(0,1)" doc:"Relative difference of the primal and the dual objective at which training ends: -log10(tol) significant figures. The gap of fitInfo, the largest violation of the optimality (KKT) conditions, can then be as large as the square root of tol."`
	MaxIter float64     `js:"maxIter" type:"integer" default:"200" range:"[1,inf]" doc:"Largest number of iterations (10 to 30 are usual); the best solution so far is kept."`
	MaxTime float64     `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best solution so far is kept."`
	Tracing `js:"study" group:"study"`
}

// Cost counts the kernel matrix, over which the interior point method works.
func (*ConvexLossSVROptions) Cost() model.Cost { return model.MatrixCost() }

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
	model.KernelBase[*ConvexLossSVRFit]
}

// ConvexLossSVRFit is the result of a fit of ConvexLossSVR.
type ConvexLossSVRFit struct {
	Function
	Norm float64 `field:"norm.squared" js:"squaredNorm" doc:"|w|^2, the flatness of the function. Negative for a kernel that is not positive definite."`
	Risk float64 `field:"risk" js:"empiricalRisk" doc:"Weighted mean of the losses of the training samples."`
}

// NewConvexLossSVR returns an unfitted machine with default options.
func NewConvexLossSVR(kernels model.KernelMaker) *ConvexLossSVR {
	s := &ConvexLossSVR{}
	s.Init(&s.ConvexLossSVROptions, &s.Kernel, kernels, new(ConvexLossSVRFit))
	return s
}

// Predict returns f(x) for every sample of x.
func (s *ConvexLossSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Evaluate(ctl, "ConvexLossSVR", x)
}

// Fit solves the dual problem.
func (s *ConvexLossSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	d, err := newDual(s, s.KernelFor, Solving{MaxTime: s.MaxTime, MaxIter: s.MaxIter, Study: Study{Trace: s.Trace}}, t)
	if err != nil {
		return model.Report{}, err
	}
	if n := len(d.samples); n > interior.Largest {
		return model.Report{}, fault.New(fault.Memory, "X", "ConvexLossSVR factorises the whole kernel matrix, and %d samples are more than %d; train on a part, or use SVR", n, interior.Largest).
			With("got", n).With("expected", interior.Largest)
	}
	tube, err := d.tube(s.C, t.Data, s.Epsilon, s.Below)
	if err != nil {
		return model.Report{}, err
	}
	losses, err := s.sides(t.Tables)
	if err != nil {
		return model.Report{}, err
	}
	return s.solve(ctl, t, d, &tube, losses)
}

// solve solves the dual problem with one loss for errors above the function and one for those
// below.
func (s *ConvexLossSVR) solve(ctl *run.Ctl, t model.Training, d *dual, tube *qp.Problem, losses [2]loss.Loss) (model.Report, error) {
	found, status := newLossProblem(tube, losses).solve(ctl.Within(d.MaxTime), d, s.Tol)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	fit := ConvexLossSVRFit{Function: d.function(found.coef, found.bias)}
	total, size, terms := 0.0, 0.0, 0.0
	for at, i := range d.samples {
		fit.Norm += found.coef[at] * found.values[at]
		terms += math.Abs(found.coef[at] * found.values[at])
		above, below := s.widths(t.Data, s.Epsilon, i)
		weight, excess, l := d.weight[at], t.Values()[i]-found.values[at]-found.bias-above, losses[0]
		if under := -(excess + above + below); under > 0 {
			weight, excess, l = weight*s.factor(t.Data, i), under, losses[1]
		}
		total += weight * l.Value(max(0, excess))
		size += d.weight[at]
	}
	fit.Risk = total / size
	if status.Cut() || status == run.IterationLimit { // the loss of an unfinished function may overflow
		fit.Risk = min(fit.Risk, math.MaxFloat64)
	}
	found.Indefinite = found.Indefinite || fit.Norm < -1e-9*terms
	if err := model.Finite([]float64{fit.Norm, fit.Risk}); err != nil {
		return model.Report{}, err
	}
	out, err := fit.report(&found.Result, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	return s.Learnt(&fit, out)
}

// sides returns the losses of errors above and below the function. The tables of the loss 'custom'
// have errors, ascending from 0, and the derivatives of the loss there.
func (s *ConvexLossSVR) sides(tables model.Given) ([2]loss.Loss, error) {
	if s.Loss != "custom" {
		l := s.named()
		return [2]loss.Loss{l, l}, nil
	}
	above, ok := loss.NewTable(tables["errorsAbove"], tables["slopesAbove"])
	below, both := loss.NewTable(tables["errorsBelow"], tables["slopesBelow"])
	if !ok || !both {
		return [2]loss.Loss{}, fault.New(fault.Option, "customLoss", "the loss 'custom' needs the functions of the loss, which model files and searches do not keep; pass customLoss: { value, derivative } to fit")
	}
	return [2]loss.Loss{above, below}, nil
}

// named returns the loss that the options name, if it is not 'custom'.
func (s *ConvexLossSVR) named() loss.Loss {
	return loss.New(s.Loss, loss.Parameters{Sigma: s.Sigma, Power: s.Power})
}
