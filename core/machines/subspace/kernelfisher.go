package subspace

import (
	"errors"
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
)

// KernelFisherDiscriminantOptions are the options of KernelFisherDiscriminant.
type KernelFisherDiscriminantOptions struct {
	Alpha               float64     `js:"alpha" default:"0.001" range:"(0,inf)" doc:"Added to the variance within classes in every direction of feature space: a larger alpha gives smoother boundaries."`
	Kernel              kernel.Spec `js:"kernel"`
	Priors              string      `js:"priors" default:"empirical" choices:"empirical,equal" doc:"Prior probabilities of the classes, which decide the threshold and the weight of the variance within each class: those of the training set, or equal ones."`
	calib.Probabilities `js:"probabilities"`
	Seed                int `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
}

// Cost counts the kernel matrix.
func (*KernelFisherDiscriminantOptions) Cost() model.Cost { return model.MatrixCost() }

// KernelFisherDiscriminant is Fisher's discriminant in feature space, regularised, for
// two or more classes (Mika et al., Fisher discriminant analysis with kernels, 1999).
// With mu_c and Sigma_c the weighted mean and covariance of the images phi(x_i) of
// class c, p_c its prior, m = sum p_c mu_c and Sigma = sum p_c Sigma_c,
//
//	f_c(x) = <w_c, phi(x) - m> - 1/2 <w_c, mu_c - m> + log p_c
//	(Sigma + alpha I) w_c = mu_c - m
//
// and the class with the largest f_c is predicted: the rule of least error if classes
// are Gaussians of covariance Sigma + alpha I. Of two classes the decision value is
// f_1 - f_0, whose direction w = w_1 - w_0 maximises
//
//	<w, mu_1 - mu_0>^2 / (<w, Sigma w> + alpha |w|^2)
//
// and whose threshold is half-way between the means, shifted by log p_1 / p_0. With priors 'equal'
// that is Fisher's criterion with equal weights of both variances. With priors 'empirical' w has
// the direction of the least squares fit to the labels (TestKernelFisherIsLeastSquares).
//
// Training takes n^2/2 kernel values, n^3/6 multiply-adds and 8 n^2 bytes, a
// prediction O(n (d + k)).
type KernelFisherDiscriminant struct {
	KernelFisherDiscriminantOptions
	model.KernelClassifierBase[*KernelFisherDiscriminantFit]
}

// KernelFisherDiscriminantFit is the result of a fit of KernelFisherDiscriminant.
type KernelFisherDiscriminantFit struct{ expansion.Classes }

// NewKernelFisherDiscriminant returns an unfitted classifier with default options.
func NewKernelFisherDiscriminant(kernels model.KernelMaker) *KernelFisherDiscriminant {
	f := &KernelFisherDiscriminant{}
	f.Init("KernelFisherDiscriminant", &f.KernelFisherDiscriminantOptions, &f.Kernel, kernels, new(KernelFisherDiscriminantFit))
	return f
}

// Fit solves for the directions.
func (f *KernelFisherDiscriminant) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := f.Begin(f, t)
	if err != nil {
		return model.Report{}, err
	}
	g, err := newGroups(t, f.Priors)
	if err != nil {
		return model.Report{}, err
	}
	if err := gram.CheckMatrix("KernelFisherDiscriminant", "the kernel matrix of all samples", len(g.rows), len(g.rows), "train on a sample of the rows, or use SVC"); err != nil {
		return model.Report{}, err
	}
	solution, err := g.solve(run.NewPhases(ctl, 2), k, t.X, f.Alpha)
	if errors.Is(err, run.ErrAborted) {
		return model.Report{Status: run.Aborted}, nil
	}
	if err != nil {
		return model.Report{}, err
	}
	fit := &KernelFisherDiscriminantFit{expansion.NewClasses(k, widths, t, g.rows, solution.intercept, solution.coef)}
	return f.Learnt(fit, model.Report{Status: run.Converged, Iterations: 1, Objective: -solution.ratio, SupportVectors: len(g.rows), Notes: solution.notes})
}

// dual are the functions of all classes over the m samples of positive weight.
type dual struct {
	coef      []float64 // k x m
	intercept []float64
	notes     []model.Note
	ratio     float64 // sum p_c <w_c, mu_c - m>: the variance between classes over that within
}

// solve finds the directions as w_c = sum a_ci phi(x_i). With the rows phi(x_i) of Phi, C the
// operator that subtracts the mean of its class from each, and S = diag(sqrt s_i), let Z = S C Phi,
// so that Sigma = Z'Z, and mu_c - m = Phi'd_c. Then
//
//	w_c = (Z'Z + alpha I)⁻¹ Phi'd_c = 1/alpha Phi'(d_c - C'S (Z Z' + alpha I)⁻¹ S C K d_c)
//
// by the identity of Sherman, Morrison and Woodbury. It returns run.ErrAborted if it was ended.
func (g *groups) solve(p *run.Phases, kernel kernel.Kernel, x sample.Set, alpha float64) (*dual, error) {
	m, k := len(g.rows), len(g.priors)
	var means *classMeans
	p.Begin("kernel matrix")
	solve, notes, err := solver(p, m, "samples", func() ([]float64, error) {
		a := make([]float64, m*m)
		if !gram.Lower(a, kernel, x, g.rows, p.Watch) {
			return nil, run.ErrAborted
		}
		if means == nil {
			if means = g.means(a, p); means == nil {
				return nil, run.ErrAborted
			}
		}
		for i := range m {
			if !p.Row(i) {
				return nil, run.ErrAborted
			}
			row := a[i*m : i*m+i+1]
			for j := range row {
				row[j] = g.root[i] * g.root[j] * means.centred(row[j], i, j)
			}
			row[i] += alpha
		}
		return a, nil
	})
	if err != nil {
		return nil, err
	}
	out := &dual{coef: make([]float64, k*m), intercept: make([]float64, k), notes: notes}
	right, sums := make([]float64, m), make([]float64, k)
	for c := range k {
		coef := out.coef[c*m : (c+1)*m]
		for i := range right {
			right[i] = g.root[i] * (means.along(i, c) - means.meanAlong(i, c))
		}
		solve(right)
		if !p.Watch(1) {
			return nil, run.ErrAborted
		}
		clear(sums)
		for i, e := range g.class {
			right[i] *= g.root[i]
			sums[e] += right[i]
		}
		var height, offset float64 // <w_c, mu_c - m> and <w_c, m>
		for i, e := range g.class {
			d := -g.priors[e] * g.share[i]
			if int(e) == c {
				d += g.share[i]
			}
			coef[i] = (d - right[i] + float64(g.share[i]*sums[e])) / alpha
			height += float64(coef[i] * means.along(i, c))
			offset += float64(coef[i] * means.overall[i])
		}
		out.intercept[c] = math.Log(g.priors[c]) - height/2 - offset
		out.ratio += float64(g.priors[c] * height)
	}
	return out, nil
}
