package gp

import (
	"errors"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/order"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// factor is the Cholesky factor of M and its samples, which standard deviations need and a model
// file lacks.
type factor struct {
	definite *linalg.Definite
	columns  gram.Columns
	scale    []float64 // factor of the kernel values of each of these samples
}

// atATime is how many samples share the pass over the factor, between two looks at the clock.
const atATime = 64

// rowsUsed returns the samples of positive weight, and their weights.
func (f *GaussianProcessRegressorFit) rowsUsed() (rows []int, weights []float64, err error) {
	given := f.Weights
	if len(given) == 0 {
		given = nil
	}
	rows, weights, _, err = model.Positive(given, f.Samples)
	return rows, weights, err
}

// evidence poses the problem of the fit again.
func (f *GaussianProcessRegressorFit) evidence() (*evidence, error) {
	if f.Given() {
		return nil, keepsNoValues()
	}
	rows, weights, err := f.rowsUsed()
	if err != nil {
		return nil, err
	}
	return newEvidence(f.Kernel(), f.Vectors, rows, weights, f.Targets), nil
}

func keepsNoValues() error {
	return fault.New(fault.Type, "kernel", "a model with a precomputed kernel, or a function as kernel, keeps no kernel values; read the evidence of fits with optimizer: 'none'")
}

// factorized returns the factor, which the first call computes.
func (f *GaussianProcessRegressorFit) factorized(watch linalg.Watch) (*factor, error) {
	if f.factor != nil {
		return f.factor, nil
	}
	if f.Given() {
		return nil, fault.New(fault.Type, "kernel", "with a precomputed kernel, or a function as kernel, only the mean is known: the standard deviation also needs k(x, x) of the new samples; use a kernel of vectors")
	}
	e, err := f.evidence()
	if err != nil {
		return nil, err
	}
	definite, err := e.factorize(f.Parameters, watch)
	switch {
	case errors.Is(err, run.ErrAborted):
		return nil, err
	case err != nil:
		return nil, indefinite(f.Parameters)
	}
	k := f.learntKernel()
	scale := make([]float64, len(e.rows))
	for i := range scale {
		scale[i] = f.Parameters[0]
	}
	f.factor = &factor{definite, gram.Prepare(k, f.Vectors, e.rows, gram.Origin(k, f.Vectors)), scale}
	return f.factor, nil
}

// learntKernel returns the kernel with the parameters of the fit.
func (f *GaussianProcessRegressorFit) learntKernel() kernel.Kernel {
	_, own, _ := split(f.Parameters)
	return withParameters(f.Kernel(), f.Vectors, own)
}

// Distribution returns the mean at every sample of x and the standard deviation, or the
// covariances of all pairs, of the function.
func (g *GaussianProcessRegressor) Distribution(ctl *run.Ctl, x sample.Set, covariance bool) (mean, spread []float64, err error) {
	f := g.Result
	if f.Samples == 0 {
		return g.prior(ctl, x, covariance)
	}
	if mean, err = g.Predict(ctl, x); err != nil {
		return nil, nil, err
	}
	p := run.NewPhases(ctl, 3)
	p.Begin("factorisation")
	known, err := f.factorized(p.Watch)
	if err != nil {
		return nil, nil, err
	}
	k := f.learntKernel()
	p.Begin("kernel matrix")
	if spread, err = priorSpread(k, x, f.Parameters[0], covariance, p.Watch); err != nil {
		return nil, nil, err
	}
	p.Begin("posterior")
	if err := known.explain(x, spread, covariance, p.Watch); err != nil {
		return nil, nil, err
	}
	square := f.Scale * f.Scale
	if err := scale(spread, square, p.Watch); err != nil {
		return nil, nil, err
	}
	if covariance {
		return mean, spread, mirror(spread, x.Len(), p.Watch)
	}
	for i, v := range spread {
		spread[i] = math.Sqrt(max(v, 0))
	}
	return mean, spread, nil
}

// process returns the kernel and its factor in units of y: those of the fit, or before a fit those
// of the options, with rules that depend on data resolved for x.
func (g *GaussianProcessRegressor) process(x sample.Set) (k kernel.Kernel, variance float64, err error) {
	if f := g.Result; f.Samples > 0 {
		return f.learntKernel(), f.Parameters[0] * f.Scale * f.Scale, nil
	}
	k, _, err = g.KernelFor(x)
	return k, g.Variance, err
}

// prior is Distribution before a fit.
func (g *GaussianProcessRegressor) prior(ctl *run.Ctl, x sample.Set, covariance bool) (mean, spread []float64, err error) {
	if err := schema.Check(g.Options()); err != nil {
		return nil, nil, err
	}
	k, variance, err := g.process(x)
	if err != nil {
		return nil, nil, err
	}
	p := run.NewPhases(ctl, 1)
	p.Begin("kernel matrix")
	if spread, err = priorSpread(k, x, variance, covariance, p.Watch); err != nil {
		return nil, nil, err
	}
	if covariance {
		err = mirror(spread, x.Len(), p.Watch)
	} else {
		for i, v := range spread {
			spread[i] = math.Sqrt(max(v, 0))
		}
	}
	return make([]float64, x.Len()), spread, err
}

// priorSpread returns the variances v k(x, x) of the samples, or the lower triangle of all
// covariances. It checks that the kernel is defined and finite at these samples.
func priorSpread(k kernel.Kernel, x sample.Set, variance float64, covariance bool, watch gram.Watch) ([]float64, error) {
	spread, err := model.Diagonal(k, x)
	if err != nil {
		return nil, err
	}
	if covariance {
		m := x.Len()
		if err := gram.CheckMatrix("GaussianProcessRegressor", "the covariances of all pairs of rows", m, m, "pass fewer rows, or ask for standard deviations"); err != nil {
			return nil, err
		}
		spread = make([]float64, m*m)
		index := order.Between(0, m)
		if !gram.Lower(spread, k, x, index, watch) {
			return nil, run.ErrAborted
		}
	}
	return spread, scale(spread, variance, watch)
}

// scale multiplies the numbers of a matrix.
func scale(a []float64, by float64, watch func(done float64) bool) error {
	for i := range a {
		if i%(1<<20) == 0 && !watch(1) {
			return run.ErrAborted
		}
		a[i] *= by
	}
	return nil
}

// explain subtracts the part of the prior that the targets explain. With the columns V = L⁻¹ S k(x)
// of some samples it is V'V: v² k(x)' M⁻¹ k(z) where M = L L' and S = v.
func (f *factor) explain(x sample.Set, spread []float64, covariance bool, watch linalg.Watch) error {
	n, m := len(f.scale), x.Len()
	f.definite.Attend(watch)
	width := min(atATime, m)
	rows := make([][]float64, width)
	for r := range rows {
		rows[r] = make([]float64, f.columns.Stride())
	}
	var all []float64 // the columns of all samples, for covariances
	if covariance {
		if err := gram.CheckMatrix("GaussianProcessRegressor", "the kernel values between X and the training samples", n, m, "pass fewer rows"); err != nil {
			return err
		}
		all = make([]float64, n*m)
	}
	v := make([]float64, n*width)
	for first := 0; first < m; first += width {
		count := min(width, m-first)
		index := make([]int, count)
		for r := range index {
			index[r] = first + r
		}
		f.columns.Rows(rows[:count], x, index)
		v = v[:n*count]
		for r, row := range rows[:count] {
			for i, value := range row[:n] {
				v[i*count+r] = f.scale[i] * value
			}
		}
		f.definite.SolveLower(v, count)
		for i := range n {
			of := v[i*count : (i+1)*count]
			if covariance {
				copy(all[i*m+first:], of)
				continue
			}
			for r, value := range of {
				spread[first+r] -= value * value
			}
		}
		if !watch(float64(first+count) / float64(m)) {
			return run.ErrAborted
		}
	}
	if covariance {
		// spread - V'V: outer products can only be added, so the sign is turned before and after.
		if err := scale(spread, -1, watch); err != nil {
			return err
		}
		if !linalg.AddOuter(spread, all, m, watch) {
			return run.ErrAborted
		}
		return scale(spread, -1, watch)
	}
	return nil
}

// mirror copies the lower triangle of a to the upper one; no variance is below 0.
func mirror(a []float64, m int, watch linalg.Watch) error {
	for i := range m {
		a[i*m+i] = max(a[i*m+i], 0)
	}
	if !linalg.Mirror(a, m, watch) {
		return run.ErrAborted
	}
	return nil
}

// The least and the largest addition to the variances of a covariance for a Cholesky factor in
// floating point, in units of the largest variance of the prior.
const (
	leastJitter = 1e-13
	mostJitter  = 1e-5
)

// Sample returns functions drawn from the distribution. It adds to the variances the least that
// gives the covariances a Cholesky factor in floating point, at most 1e-5 of the prior.
func (g *GaussianProcessRegressor) Sample(ctl *run.Ctl, x sample.Set, count, seed int) ([]float64, error) {
	mean, covariance, err := g.Distribution(ctl, x, true)
	if err != nil {
		return nil, err
	}
	m := x.Len()
	if err := gram.CheckMatrix("GaussianProcessRegressor", "the values of all functions", m, count, "draw fewer functions, or pass fewer rows"); err != nil {
		return nil, err
	}
	definite, err := g.sampled(ctl, x, covariance)
	if err != nil {
		return nil, err
	}
	random, z := rng.New(uint64(seed)), make([]float64, m*count)
	for i := range z {
		z[i] = random.Normal()
	}
	if definite.MultiplyLower(z, count); definite.Stopped() {
		return nil, run.ErrAborted
	}
	for i, v := range mean {
		for s := range count {
			z[i*count+s] += v
		}
	}
	return z, nil
}

// sampled returns the Cholesky factor of a covariance with some jitter.
func (g *GaussianProcessRegressor) sampled(ctl *run.Ctl, x sample.Set, covariance []float64) (*linalg.Definite, error) {
	m, largest := x.Len(), 0.0
	k, variance, err := g.process(x)
	if err != nil {
		return nil, err
	}
	prior, err := model.Diagonal(k, x)
	if err != nil {
		return nil, err
	}
	for _, v := range prior {
		largest = max(largest, variance*v)
	}
	p := run.NewPhases(ctl, 1)
	p.Begin("factorisation")
	lower := make([]float64, m*m)
	for jitter := leastJitter; jitter <= mostJitter; jitter *= 10 {
		copy(lower, covariance)
		for i := range m {
			lower[i*m+i] += jitter * largest
		}
		definite, err := linalg.Factorize(lower, m, p.Watch)
		switch {
		case err == nil:
			return definite, nil
		case errors.Is(err, linalg.ErrStopped):
			return nil, run.ErrAborted
		}
	}
	return nil, fault.New(fault.Numeric, "kernel", "the covariances at these samples are indefinite, so that they belong to no process; use a kernel that is positive definite")
}

// Density returns the logarithm of the joint density of y at the samples of x.
func (g *GaussianProcessRegressor) Density(ctl *run.Ctl, x sample.Set, y []float64, noise bool) (float64, error) {
	if len(y) != x.Len() {
		return 0, fault.New(fault.Shape, "y", "y has %d values for %d rows", len(y), x.Len()).With("expected", x.Len()).With("got", len(y))
	}
	mean, covariance, err := g.Distribution(ctl, x, true)
	if err != nil {
		return 0, err
	}
	m, variance := x.Len(), 0.0
	if noise {
		variance = g.Alpha
		if g.Result.Samples > 0 {
			variance = g.Result.Noise
		}
	}
	rest := make([]float64, m)
	for i := range m {
		covariance[i*m+i] += variance
		rest[i] = y[i] - mean[i]
	}
	p := run.NewPhases(ctl, 1)
	p.Begin("factorisation")
	definite, err := linalg.Factorize(covariance, m, p.Watch)
	switch {
	case errors.Is(err, linalg.ErrStopped):
		return 0, run.ErrAborted
	case err != nil || definite.PivotRatio() < illConditioned:
		return 0, fault.New(fault.Numeric, "X", "the covariances of the values are singular in floating point, so that they have no density: rows are too much alike, or equal training samples. Pass noise: true for the density of observations, or other rows")
	}
	density := -definite.LogDeterminant()/2 - float64(m)/2*math.Log(2*math.Pi)
	definite.SolveLower(rest, 1)
	for _, v := range rest {
		density -= v * v / 2
	}
	return density, nil
}

// Squares returns the system of the mean with the parameters of the fit. These stay, and so does
// the number subtracted from the targets.
func (g *GaussianProcessRegressor) Squares(t model.Training) (model.Squares, error) {
	if err := model.Accept(g, t); err != nil {
		return model.Squares{}, err
	}
	f := g.Result
	variance, _, alpha := split(f.Parameters)
	centred := make([]float64, len(t.Values()))
	for i, y := range t.Values() {
		centred[i] = y - f.Mean
	}
	return model.Squares{Kernel: f.learntKernel(), Lambda: alpha / variance, Weight: t.Weight,
		Targets: [][]float64{centred}, Coef: [][]float64{f.Coef}, Offset: f.Mean}, nil
}
