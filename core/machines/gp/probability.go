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
	"maxmargin/core/model/reduction"
)

// Outputs returns how many decision values a sample has; see reduction.Scheme.
func (g *GaussianProcessClassifier) Outputs(shape string) (int, error) {
	return reduction.Largest(g.Result.Order).Outputs(shape)
}

// Decision returns the means of the latent functions for every sample of x: that of class 1 for two
// classes, otherwise one for each class. shape is "ovr" or "".
func (g *GaussianProcessClassifier) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	f := g.Result
	if err := f.Ready("GaussianProcessClassifier", x); err != nil {
		return nil, 0, err
	}
	if cols, err = g.Outputs(shape); err != nil {
		return nil, 0, err
	}
	values, stages := make([]float64, x.Len()*cols), ctl.Stages(cols)
	for c, e := range f.expansions {
		if err := e.Each(stages.Next(""), x, func(i int, value []float64) { values[i*cols+c] = value[0] }); err != nil {
			return nil, 0, err
		}
	}
	return values, cols, nil
}

// Predict returns the class of every sample of x with the larger probability; for two classes the
// sign of the mean decides.
func (g *GaussianProcessClassifier) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	values, cols, err := g.Decision(ctl, x, "")
	if err == nil && cols > 1 && !g.Result.Given() {
		values, err = g.averages(ctl, x, values)
	}
	if err != nil {
		return nil, err
	}
	f := g.Result
	classes, election := make([]int32, x.Len()), reduction.Largest(f.Order).Election(f.Order)
	for i := range classes {
		classes[i], _ = election.Elect(values[i*cols : (i+1)*cols])
	}
	return classes, nil
}

// Probabilities returns the probability of each class for every sample of x, row by row.
func (g *GaussianProcessClassifier) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	means, cols, err := g.Decision(ctl, x, "")
	if err != nil {
		return nil, err
	}
	values, err := g.averages(ctl, x, means)
	if err != nil || cols > 1 {
		return values, err
	}
	both := make([]float64, 2*len(values))
	for i, p := range values {
		both[2*i], both[2*i+1] = 1-p, p
	}
	return both, nil
}

// averages returns the probability of the class of each process for every sample, given the
// means. Of more than two classes they are divided by their sum.
func (g *GaussianProcessClassifier) averages(ctl *run.Ctl, x sample.Set, means []float64) ([]float64, error) {
	f := g.Result
	q, p := f.count(), run.NewPhases(ctl, 2*f.count())
	values := make([]float64, len(means))
	for c := range q {
		p.Begin("factorisation")
		known, err := f.factorized(c, p.Watch)
		if err != nil {
			return nil, err
		}
		spread, err := priorSpread(f.learntKernel(c), x, f.parametersOf(f.Parameters, c)[0], false, p.Watch)
		if err != nil {
			return nil, err
		}
		p.Begin("posterior")
		if err := known.explain(x, spread, false, p.Watch); err != nil {
			return nil, err
		}
		for i, variance := range spread {
			values[i*q+c] = averaged(means[i*q+c], max(variance, 0))
		}
	}
	for i := 0; q > 1 && i < len(values); i += q {
		share(values[i : i+q])
	}
	return values, nil
}

// share divides probabilities by their sum.
func share(p []float64) {
	sum := linalg.Total(p)
	for c := range p {
		if p[c] /= sum; sum == 0 {
			p[c] = 1 / float64(len(p))
		}
	}
}

// averaged returns the mean of 1/(1 + exp(-f)) over a normal f, with an error below 1e-4. It
// replaces the logistic function by 1/2 + sum c_j/2 erf(l_j f) with five functions (Williams &
// Barber, Bayesian classification with Gaussian processes, 1998, appendix A; the constants are
// scikit-learn's), each with the mean
//
//	1/2 erf(l f / sqrt(1 + 2 l² variance)).
func averaged(mean, variance float64) float64 {
	sum := 0.5
	for _, j := range [...]struct{ l, c float64 }{
		{0.41, -1854.8214151}, {0.4, 3516.89893646}, {0.37, 221.29346712}, {0.44, 128.12323805}, {0.39, -2010.49422654},
	} {
		sum += j.c / 2 * math.Erf(j.l*mean/math.Sqrt(1+2*j.l*j.l*variance))
	}
	return min(max(sum, 0), 1)
}

// factorized returns the factor of a process, which the first call computes.
func (f *GaussianProcessClassifierFit) factorized(process int, watch linalg.Watch) (*factor, error) {
	if f.factors[process] != nil {
		return f.factors[process], nil
	}
	if f.Given() {
		return nil, fault.New(fault.Type, "kernel", "with a precomputed kernel, or a function as kernel, only the latent mean is known: probabilities also need k(x, x) of the new samples; use a kernel of vectors, or decisionFunction")
	}
	l, err := f.laplace(process)
	if err != nil {
		return nil, err
	}
	f.factors[process], err = l.known(f.learntKernel(process), f.parametersOf(f.Parameters, process), f.Precisions[process*f.Samples:], watch)
	return f.factors[process], err
}

// known returns what variances need: the factor of B, and the samples. precisions has W of the whole
// set, k the kernel with the parameters theta.
func (l *laplace) known(k kernel.Kernel, theta, precisions []float64, watch linalg.Watch) (*factor, error) {
	if err := l.covariances(theta, watch); err != nil {
		return nil, err
	}
	root, scale := make([]float64, len(l.rows)), make([]float64, len(l.rows))
	for p, i := range l.rows {
		root[p] = math.Sqrt(precisions[i])
		scale[p] = root[p] * theta[0]
	}
	definite, err := l.factorize(root, watch)
	switch {
	case errors.Is(err, run.ErrAborted):
		return nil, err
	case err != nil:
		return nil, l.indefinite(theta)
	}
	return &factor{definite, gram.Prepare(k, l.set, l.rows, gram.Origin(k, l.set)), scale}, nil
}

// laplace poses the problem of a process again.
func (f *GaussianProcessClassifierFit) laplace(process int) (*laplace, error) {
	given := f.Weights
	if len(given) == 0 {
		given = nil
	}
	rows, weights, _, err := model.Positive(given, f.Samples)
	if err != nil {
		return nil, err
	}
	l := newLaplace(f.Kernel(), f.Vectors, rows, weights, newLogistic(rows, weights, reduction.Largest(f.Order).Problem(process).Signs(f.Labels)))
	l.coef = make([]float64, len(rows))
	variance := f.parametersOf(f.Parameters, process)[0]
	for p, i := range rows {
		l.coef[p] = f.Coef[process*f.Samples+i] / variance
	}
	return l, nil
}

// Evidence returns the log marginal likelihood of the labels of the fit, and its derivatives
// by the logarithms of the parameters.
func (g *GaussianProcessClassifier) Evidence(ctl *run.Ctl, parameters []float64) (value float64, gradient []float64, err error) {
	f := g.Result
	if f.Samples == 0 {
		return 0, nil, notFitted("GaussianProcessClassifier")
	}
	if parameters == nil {
		parameters = f.Parameters
	}
	if err := checkParameters(parameters, f.Parameters, f.ParameterNames, ""); err != nil {
		return 0, nil, err
	}
	if f.Given() {
		return 0, nil, keepsNoValues()
	}
	q := f.count()
	phases := run.NewPhases(ctl, 2*q)
	for c := range q {
		l, err := f.laplace(c)
		if err != nil {
			return 0, nil, err
		}
		at, err := differentiated(phases, l, f.parametersOf(parameters, c))
		if err != nil {
			return 0, nil, err
		}
		value += at.value / float64(q)
		for _, slope := range at.gradient {
			gradient = append(gradient, slope/float64(q))
		}
	}
	return value, gradient, model.Finite([]float64{value}, gradient)
}
