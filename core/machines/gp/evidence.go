package gp

import (
	"errors"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// evidence is the log marginal likelihood of targets as a function of the parameters theta:
// variance v, those of the kernel, alpha. With M = v K + alpha W⁻¹ and a = M⁻¹ y it is
//
//	L = -1/2 y'a - 1/2 log det M - n/2 log 2 pi
//	    - 1/2 sum ((w_i - 1) log (2 pi alpha) + log w_i)
//
// (Rasmussen & Williams, equation 2.30). The last line makes a sample of weight w count as w
// samples with the same target; without weights it is 0. The derivative by the logarithm of a
// parameter p is, with Q = a a' - M⁻¹ (equation 5.9),
//
//	1/2 tr(Q dM / dlog p),
//
// which by v is 1/2 (y'a - n - alpha tr(Q W⁻¹)), because v K = M - alpha W⁻¹.
type evidence struct {
	observed
	y      []float64 // of the rows
	matrix []float64 // scratch, m x m
}

// newEvidence poses the problem without computing. targets are those of the whole set.
func newEvidence(k kernel.Kernel, set sample.Set, rows []int, weights, targets []float64) *evidence {
	o := observe(k, set, rows, weights)
	return &evidence{observed: o, y: o.of(targets)}
}

// begin returns the parameters with variance and alpha multiplied by the factor that is best
// for both: for c M the evidence is largest at c = y'M⁻¹y / n.
func (e *evidence) begin(p *point) ([]float64, error) {
	start, last := append([]float64(nil), p.theta...), len(p.theta)-1
	if factor := p.fit / e.total; factor > 0x1p-500 && factor < 0x1p500 {
		start[0] *= factor
		start[last] *= factor
	}
	if math.IsInf(start[0], 0) || math.IsInf(start[last], 0) || start[0] == 0 {
		return nil, model.Overflow()
	}
	return start, nil
}

func (e *evidence) limits(parameter, count int) (least, most float64) {
	if parameter == count-1 {
		return leastNoise, farthest
	}
	return 1 / farthest, farthest
}

func (e *evidence) indefinite(theta []float64) error { return indefinite(theta) }

// part is the evidence of some of the rows.
func (e *evidence) part(chosen []int) objective {
	targets := make([]float64, e.set.Len())
	for _, c := range chosen {
		targets[e.rows[c]] = e.y[c]
	}
	rows, weights := e.picked(chosen)
	return newEvidence(e.kernel, e.set, rows, weights, targets)
}

// point is the evidence at some parameters.
type point struct {
	theta    []float64
	value    float64   // -Inf: M has no Cholesky factor
	coef     []float64 // a
	fit      float64   // y'a
	gradient []float64 // nil: not asked for

	factor *linalg.Definite // until the gradient or the next point is computed
	mode   *mode            // of a classifier
}

// factorize returns M with its Cholesky factor. The error is linalg.ErrNotDefinite, or
// run.ErrAborted when watch ended it.
func (e *evidence) factorize(theta []float64, watch linalg.Watch) (*linalg.Definite, error) {
	m := len(e.rows)
	if e.matrix == nil {
		e.matrix = make([]float64, m*m)
	}
	variance, kernelOwn, alpha := split(theta)
	k := withParameters(e.kernel, e.set, kernelOwn)
	if !gram.Lower(e.matrix, k, e.set, e.rows, func(done float64) bool { return watch(0.1 * done) }) {
		return nil, run.ErrAborted
	}
	for i := range m {
		if !row(watch, i, 0.1) {
			return nil, run.ErrAborted
		}
		own := e.matrix[i*m : i*m+i+1]
		if variance != 1 {
			for j := range own {
				own[j] *= variance
			}
		}
		own[i] += alpha / e.weights[i]
	}
	factor, err := linalg.Factorize(e.matrix, m, func(done float64) bool { return watch(0.1 + 0.9*done) })
	if errors.Is(err, linalg.ErrStopped) {
		err = run.ErrAborted
	}
	return factor, err
}

// row looks at the clock at every 256th row of a pass over a matrix.
func row(watch func(done float64) bool, i int, done float64) bool { return i%256 != 255 || watch(done) }

// split takes the parameters apart.
func split(theta []float64) (variance float64, kernelOwn []float64, alpha float64) {
	last := len(theta) - 1
	return theta[0], theta[1:last], theta[last]
}

// at returns the evidence at some parameters. The error is run.ErrAborted.
func (e *evidence) at(theta []float64, watch linalg.Watch) (*point, error) {
	p := &point{theta: append([]float64(nil), theta...), value: math.Inf(-1)}
	factor, err := e.factorize(theta, watch)
	switch {
	case errors.Is(err, run.ErrAborted):
		return nil, err
	case err != nil || factor.PivotRatio() < illConditioned:
		return p, nil
	}
	p.factor, p.coef = factor, append([]float64(nil), e.y...)
	if factor.Solve(p.coef); factor.Stopped() {
		return nil, run.ErrAborted
	}
	m, alpha := float64(len(e.rows)), theta[len(theta)-1]
	for i, a := range p.coef {
		p.fit += a * e.y[i]
	}
	p.value = -p.fit/2 - factor.LogDeterminant()/2 - m/2*math.Log(2*math.Pi)
	if alpha > 0 {
		for _, w := range e.weights {
			p.value -= ((w-1)*math.Log(2*math.Pi*alpha) + math.Log(w)) / 2
		}
	}
	if math.IsNaN(p.value) {
		p.value = math.Inf(-1)
	}
	return p, nil
}

// illConditioned is the ratio of the pivots below which a solution is noise. The ratio bounds
// the reciprocal of the condition number from above, at no cost.
const illConditioned = 0x1p-52

// differentiate computes the gradient of a point, the last one that at returned. The error is
// run.ErrAborted.
func (e *evidence) differentiate(p *point, watch linalg.Watch) error {
	m := len(e.rows)
	inverse, err := p.factor.Inverse(func(done float64) bool { return watch(0.8 * done) })
	p.factor = nil
	if err != nil {
		return run.ErrAborted
	}
	variance, kernelOwn, alpha := split(p.theta)
	trace, extra := 0.0, 0.0 // of Q W⁻¹, and of the weights
	for i, a := range p.coef {
		trace += (float64(a*a) - inverse[i*m+i]) / e.weights[i]
		extra += e.weights[i] - 1
	}
	p.gradient = []float64{(p.fit - float64(m) - alpha*trace) / 2}
	if len(kernelOwn) > 0 {
		k := withParameters(e.kernel, e.set, kernelOwn)
		slopes := gram.Slopes(k, e.used, func(dst []float64, i, first int) {
			row, own := inverse[i*m+first:], variance*p.coef[i]
			for c := range dst {
				dst[c] = float64(own*p.coef[first+c]) - float64(variance*row[c])
			}
			if last := len(dst) - 1; first+last == i {
				dst[last] /= 2
			}
		}, func(done float64) bool { return watch(0.8 + 0.2*done) })
		if slopes == nil {
			return run.ErrAborted
		}
		p.gradient = append(p.gradient, slopes...)
	}
	if alpha == 0 {
		extra = 0
	}
	p.gradient = append(p.gradient, (alpha*trace-extra)/2)
	return nil
}

// indefinite is the fault of a matrix without a Cholesky factor.
func indefinite(theta []float64) error {
	return fault.New(fault.Numeric, "alpha", "the kernel matrix plus alpha = %.3g on its diagonal is singular or indefinite in floating point, so that it is the covariance of no process; raise alpha, or use a kernel that is positive definite", theta[len(theta)-1]).
		With("alpha", theta[len(theta)-1])
}

// Evidence returns the log marginal likelihood of the targets of the fit, normalised if the fit
// was, and its derivatives by the logarithms of the parameters.
func (g *GaussianProcessRegressor) Evidence(ctl *run.Ctl, parameters []float64) (value float64, gradient []float64, err error) {
	f := g.Result
	if f.Samples == 0 {
		return 0, nil, notFitted("GaussianProcessRegressor")
	}
	if parameters == nil {
		parameters = f.Parameters
	}
	if err := checkParameters(parameters, f.Parameters, f.ParameterNames, "; only alpha may be 0"); err != nil {
		return 0, nil, err
	}
	e, err := f.evidence()
	if err != nil {
		return 0, nil, err
	}
	at, err := differentiated(run.NewPhases(ctl, 2), e, parameters)
	if err != nil {
		return 0, nil, err
	}
	return at.value, at.gradient, model.Finite([]float64{at.value}, at.gradient)
}

// differentiated returns the evidence at some parameters with its gradient, in two phases.
func differentiated(p *run.Phases, e objective, parameters []float64) (*point, error) {
	p.Begin("factorisation")
	at, err := e.at(parameters, p.Watch)
	if err != nil {
		return nil, err
	}
	if math.IsInf(at.value, -1) {
		return nil, e.indefinite(parameters)
	}
	p.Begin("derivatives")
	return at, e.differentiate(at, p.Watch)
}

// checkParameters returns an error unless parameters can replace those of a process. zero names the
// ones that may be 0.
func checkParameters(parameters, own []float64, names, zero string) error {
	if len(parameters) != len(own) {
		return fault.New(fault.Shape, "parameters", "the process has %d parameters (%s), got %d numbers", len(own), names, len(parameters)).
			With("expected", len(own)).With("got", len(parameters))
	}
	for i, v := range parameters {
		if !(v > 0 && v <= math.MaxFloat64 || v == 0 && zero != "" && i == len(parameters)-1) {
			return fault.New(fault.Option, "parameters", "parameters[%d] is %v, but the parameters (%s) must be finite and above 0%s", i, v, names, zero)
		}
	}
	return nil
}

func notFitted(machine string) error {
	return fault.New(fault.NotFitted, "", "this %s is not fitted yet; call fit(X, y) first", machine)
}
