package linear

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// Study is the option for the study of the coordinate descent.
type Study struct {
	Shrinking bool `js:"shrinking" default:"true" doc:"Leave out samples that are likely to stay at their bounds, until a final check. Changes the time, not the result. Newton's method and the loss 'logistic' ignore it."`
}

// descentOptions are the common options of LinearSVC and LinearSVR.
type descentOptions struct {
	tol, maxIter             float64
	shrinking, bias, penalty bool
	scaling                  float64 // of the intercept
	seed                     int
	keep                     bool // the dual coefficients, to start from
}

// DescentFit is the result of dual coordinate descent or of Newton's method for q functions, a part
// of the results of LinearSVC and LinearSVR.
type DescentFit struct {
	Iterations []int32   `field:"problem.iterations" shape:"q" js:"nIter" doc:"Passes over the samples, or Newton steps, for each decision function."`
	Objectives []float64 `field:"problem.objective" shape:"q"`
	Gaps       []float64 `field:"problem.gap" shape:"q"`
	Dual       []float64 `field:"dual.coef" shape:"w"` // q x n with warmStart, else empty
}

// checkDual returns an error unless there are dual coefficients of n samples or
// none.
func (f *DescentFit) checkDual(n int) error {
	if got := len(f.Dual); got != 0 && got != n*len(f.Gaps) {
		return fault.New(fault.Format, "bytes", "the model has %d dual coefficients of %d samples", got, n)
	}
	return nil
}

// descent solves q problems over the same samples, one after another.
type descent struct {
	options descentOptions
	n, q    int
	start   []float64 // dual coefficients to start from, q x n, or nil
	vectors []bool    // samples with a coefficient in any problem
	solvers primal.Solvers
	fit     DescentFit
}

// newDescent returns the descent of q problems over n samples.
func newDescent(o descentOptions, n, q int) *descent {
	return &descent{options: o, n: n, q: q, vectors: make([]bool, n)}
}

// startFrom takes the dual coefficients of an earlier fit over n samples. They are
// present if that fit had the option warmStart.
func (d *descent) startFrom(n int, dual []float64) error {
	if err := checkStart(n, d.n); err != nil {
		return err
	}
	if len(dual) == d.q*n {
		d.start = dual
	}
	return nil
}

// checkStart returns an error unless the samples are as many as the previous fit had.
func checkStart(before, samples int) error {
	if before == samples {
		return nil
	}
	return fault.New(fault.Option, "warmStart", "warmStart needs the samples of the previous fit, which had %d rows, not %d; set warmStart to false to fit anew", before, samples).
		With("expected", before).With("got", samples)
}

// solve solves the problem of a number. The next call of solve overwrites the slices of the
// result.
func (d *descent) solve(ctl *run.Ctl, p primal.Problem, number int) (primal.Result, run.Status) {
	p = *d.posed(p)
	if d.start != nil {
		p.Start = d.start[number*d.n : (number+1)*d.n]
	}
	settings := primal.Settings{Tolerance: d.options.tol, Shrinking: d.options.shrinking, Seed: uint64(d.options.seed)}
	if d.options.maxIter < math.MaxInt32 {
		settings.MaxIterations = int(d.options.maxIter)
	}
	solver := d.solvers.Pose(p, settings)
	status := solver.Run(ctl)
	return solver.Result(status), status
}

// record notes the result of the next problem, which solve or another program found.
func (d *descent) record(r primal.Result) {
	d.fit.Iterations = append(d.fit.Iterations, int32(r.Iterations))
	d.fit.Objectives = append(d.fit.Objectives, r.Objective)
	d.fit.Gaps = append(d.fit.Gaps, min(r.Gap, math.MaxFloat64)) // infinite before the first pass
	if d.options.keep {
		d.fit.Dual = append(d.fit.Dual, r.Dual...)
	}
	for i, b := range r.Dual {
		d.vectors[i] = d.vectors[i] || b != 0
	}
}

// posed returns a problem with the bias that the options ask for.
func (d *descent) posed(p primal.Problem) *primal.Problem {
	if d.options.bias {
		p.Constant, p.Free = d.options.scaling, !d.options.penalty
	}
	return &p
}

func (d *descent) report(status run.Status) model.Report {
	r := model.Report{Status: status}
	for i, iterations := range d.fit.Iterations {
		r.Iterations += int(iterations)
		r.Objective += d.fit.Objectives[i]
		r.Gap = max(r.Gap, d.fit.Gaps[i])
	}
	for _, vector := range d.vectors {
		if vector {
			r.SupportVectors++
		}
	}
	return r
}
