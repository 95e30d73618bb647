package subspace

import (
	"errors"

	"maxmargin/core/base/run"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// FisherDiscriminantOptions are the options of FisherDiscriminant.
type FisherDiscriminantOptions struct {
	Alpha               float64 `js:"alpha" default:"0" range:"[0,inf)" doc:"Added to the variance within classes in every direction: a larger alpha suits many features or few samples. scikit-learn's shrinkage s corresponds to alpha = s / (1 - s) times the mean variance of the features within classes."`
	Priors              string  `js:"priors" default:"empirical" choices:"empirical,equal" doc:"Prior probabilities of the classes, which decide the threshold and the weight of the variance within each class: those of the training set, or equal ones."`
	calib.Probabilities `js:"probabilities"`
	Seed                int `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
}

// Cost counts the samples and the matrix of the covariances, up to three times if it is singular.
func (*FisherDiscriminantOptions) Cost() model.Cost {
	c := model.PrimalCost(96, 0, 16*8)
	c.Column, c.ColumnPair = rowsAtATime*8, 3*8
	return c
}

// FisherDiscriminant is Fisher's linear discriminant, or linear discriminant analysis,
// for two or more classes: KernelFisherDiscriminant with a linear kernel,
//
//	f_c(x) = <w_c, x - m> - 1/2 <w_c, mu_c - m> + log p_c
//	(Sigma + alpha I) w_c = mu_c - m
//
// solved with the d x d matrix Sigma. KernelFisherDiscriminant uses n x n inner products, which is
// faster if there are more features than samples. With alpha = 0 every feature is divided by its
// deviation within classes, so that scaling of the features changes nothing. If the matrix is
// singular, the result is the shortest w_c in these units, in some ten times the time. If alpha is
// 0 and no class varies at all, Fit fails.
//
// Training takes n d^2/2 + d^3/6 multiply-adds and 8 d^2 bytes, a prediction O(k d).
type FisherDiscriminant struct {
	FisherDiscriminantOptions
	model.ClassifierBase[*FisherDiscriminantFit]
}

// FisherDiscriminantFit is the result of a fit of FisherDiscriminant.
type FisherDiscriminantFit struct{ reduction.Linear }

// NewFisherDiscriminant returns an unfitted classifier with default options.
func NewFisherDiscriminant() *FisherDiscriminant {
	f := &FisherDiscriminant{}
	f.Init("FisherDiscriminant", &f.FisherDiscriminantOptions, new(FisherDiscriminantFit), (*FisherDiscriminantFit).Check)
	return f
}

// Fit solves for the directions.
func (f *FisherDiscriminant) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(f, t); err != nil {
		return model.Report{}, err
	}
	g, err := newGroups(t, f.Priors)
	if err != nil {
		return model.Report{}, err
	}
	for i := range t.X.Len() {
		if !(t.X.SquaredNorm(i) <= gram.LargestNorm) {
			return model.Report{}, model.Overflow()
		}
	}
	s, err := g.byCovariance(run.NewPhases(ctl, 2), t.X, f.Alpha)
	switch {
	case errors.Is(err, run.ErrAborted):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	fit := &FisherDiscriminantFit{reduction.NewLinear(t.X.Dim(), t.Classes())}
	fit.Weights, fit.Bias = expansion.Difference(s.weights, t.X.Dim()), expansion.Difference(s.bias, 1)
	return f.Learnt(fit, model.Report{Status: run.Converged, Iterations: 1, Objective: -s.ratio, Notes: s.notes})
}
