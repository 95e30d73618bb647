package parzen

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// ParzenClassifierOptions are the options of ParzenClassifier.
type ParzenClassifierOptions struct {
	Smoothing           `js:"smoothing"`
	Priors              string `js:"priors" default:"empirical" choices:"empirical,equal" doc:"Prior probabilities of the classes: their shares of the training set, or equal ones."`
	calib.Probabilities `js:"probabilities"`
	Seed                int `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
}

// ParzenClassifier estimates the density of every class by windows around its samples and
// predicts the class with the largest product of density and prior probability (Pelckmans,
// Suykens & De Moor 2007, section 5; a probabilistic neural network where the windows are
// Gaussians). With the window kappa, the bandwidth h and the weights w_i, the decision
// values are the probabilities of the classes under these densities,
//
//	f_c(x) = pi_c S_c / sum_e pi_e S_e,  S_c = sum of w_i kappa(|x - x_i| / h) over class c
//
// where pi_c is 1, or one over the sum of the weights of the class if the priors are equal. For two
// classes the decision value is f_1 - f_0. It has the sign of sum w_i y_i kappa(|x - x_i| / h):
// with a Gaussian window this is AverageMarginClassifier with the kernel rbf and gamma = 1/(2 h^2).
// If no window reaches a sample, the nearest training samples decide; for ties see reduction.Ascending.
//
// Training takes no time, a prediction n distances.
type ParzenClassifier struct {
	ParzenClassifierOptions
	model.Base[*ParzenClassifierFit]
}

// ParzenClassifierFit is the result of a fit of ParzenClassifier.
type ParzenClassifierFit struct {
	Order []int32 `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equals, see reduction.Ascending
	held
	Labels []int32 `field:"labels" shape:"m" range:"[0,k-1]"`
}

// NewParzenClassifier returns an unfitted classifier with default options.
func NewParzenClassifier() *ParzenClassifier {
	c := &ParzenClassifier{}
	c.Init(&c.ParzenClassifierOptions, new(ParzenClassifierFit), func(f *ParzenClassifierFit) error {
		if err := reduction.CheckOrder(f.Order); err != nil {
			return err
		}
		return f.check()
	})
	return c
}

// Fit keeps the samples.
func (c *ParzenClassifier) Fit(_ *run.Ctl, t model.Training) (model.Report, error) {
	if _, err := model.Weighed(c, t, (model.ClassWeight{Name: "none"}).Costs); err != nil {
		return model.Report{}, err
	}
	kept, err := c.hold(t)
	if err != nil {
		return model.Report{}, err
	}
	fit := &ParzenClassifierFit{Order: reduction.Ascending(t.Classes()), held: *kept, Labels: make([]int32, len(kept.Mass))}
	for p, i := range kept.Indices {
		fit.Labels[p] = t.Labels()[i]
	}
	return c.Learnt(fit, model.Report{Status: run.Converged, Iterations: 1, SupportVectors: len(kept.Mass)})
}

// posteriors are the decision values; it is a reduction.Values.
type posteriors struct{ *ParzenClassifier }

// Each calls take for every sample of x with the probability of each class, for two classes that of
// class 1 less that of class 0.
func (p posteriors) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	f := p.Result
	factor, shares := make([]float64, len(f.Order)), make([]float64, len(f.Order))
	for at, label := range f.Labels {
		factor[label] += f.Mass[at]
	}
	for c, mass := range factor {
		factor[c] = 1
		if p.Priors == "equal" {
			factor[c] = 1 / mass
		}
	}
	return f.each(ctl, "ParzenClassifier", p.Window, x, func(i int, row []float64, _ float64, _ bool) {
		clear(shares)
		for at, v := range row {
			shares[f.Labels[at]] += v
		}
		sum := 0.0
		for c := range shares {
			shares[c] *= factor[c]
			sum += shares[c]
		}
		for c := range shares {
			shares[c] /= sum
		}
		take(i, expansion.Difference(shares, 1))
	})
}

// Predict returns the class of every sample of x.
func (c *ParzenClassifier) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if err := sample.Ready("ParzenClassifier", c.Result.Features, x); err != nil {
		return nil, err
	}
	return reduction.Largest(c.Result.Order).Predict(ctl, posteriors{c}, c.Result.Order, x)
}

// Outputs returns how many decision values a sample has; see reduction.Scheme.
func (c *ParzenClassifier) Outputs(shape string) (int, error) {
	return reduction.Largest(c.Result.Order).Outputs(shape)
}

// Decision returns the decision values of every sample of x. shape is "ovr" or "".
func (c *ParzenClassifier) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if err := sample.Ready("ParzenClassifier", c.Result.Features, x); err != nil {
		return nil, 0, err
	}
	return reduction.Largest(c.Result.Order).Decision(ctl, posteriors{c}, shape, x)
}

// Probabilities returns the probability of each class for every sample of x, row by row, under the
// densities, without learning from folds. With another method it has none: those are of its wrapper, which
// a model that was stopped before they were learnt does not have.
func (c *ParzenClassifier) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if c.Method != calib.None {
		return nil, model.NoProbabilities()
	}
	p, cols, err := c.Decision(ctl, x, "")
	if err != nil {
		return nil, err
	}
	if cols == 1 {
		both := make([]float64, 0, 2*len(p))
		for _, f := range p {
			both = append(both, (1-f)/2, (1+f)/2)
		}
		p = both
	}
	classes, err := c.Predict(ctl, x)
	k := len(c.Result.Order)
	for i, class := range classes {
		calib.Reconcile(p[i*k:i*k+k], int(class))
	}
	return p, err
}
