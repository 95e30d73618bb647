package model

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// Process is a regressor that answers with a distribution: the values of its function at some
// samples are jointly normal. Before the first fit it answers with its prior, of which the
// options name the parameters.
type Process interface {
	Regressor
	// Distribution returns the mean at every sample of x and the standard deviations, or with
	// covariance the matrix of the covariances, of the function itself, without noise.
	Distribution(ctl *run.Ctl, x sample.Set, covariance bool) (mean, spread []float64, err error)
	// Sample returns count functions drawn from the distribution: their values at every sample
	// of x, row by row.
	Sample(ctl *run.Ctl, x sample.Set, count, seed int) ([]float64, error)
	// Density returns the logarithm of the joint density of the values y at the samples of x;
	// with noise, of observations.
	Density(ctl *run.Ctl, x sample.Set, y []float64, noise bool) (float64, error)
	Evidence
}

// Evidence is a machine that learns the parameters of a process.
type Evidence interface {
	Machine
	// Evidence returns the log marginal likelihood of the training data with other values of
	// the parameters (nil: those of the fit), and its derivatives by their logarithms.
	Evidence(ctl *run.Ctl, parameters []float64) (value float64, gradient []float64, err error)
}

// Conformer is a regressor that knows which values it would reject at a sample, had it learnt
// them besides those of its fit, without fits.
type Conformer interface {
	Regressor
	// Intervals returns for every sample of x the least and the largest value that is not
	// rejected, where y are the targets of the fit; without an end it is math.MaxFloat64 of its
	// sign.
	Intervals(ctl *run.Ctl, x sample.Set, y []float64, level float64) ([]float64, error)
}

// PairJudge is a classifier that also says of two samples whether they belong to the same class.
type PairJudge interface {
	Classifier
	// Judge returns the decision value of each pair of samples of x, positive for the same class.
	// pairs has the numbers of two samples for each.
	Judge(ctl *run.Ctl, x sample.Set, pairs []float64) ([]float64, error)
}
