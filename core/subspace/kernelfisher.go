package subspace

import (
	"errors"
	"math"

	"maxmargin/core/calib"
	"maxmargin/core/expansion"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// KernelFisherDiscriminantOptions are the options of KernelFisherDiscriminant.
type KernelFisherDiscriminantOptions struct {
	Alpha               float64     `js:"alpha" default:"0.001" range:"(0,inf)" doc:"What is added to the variance within classes in every direction of feature space: larger is smoother."`
	Kernel              kernel.Spec `js:"kernel"`
	Priors              string      `js:"priors" default:"empirical" choices:"empirical,equal" doc:"How probable classes are, which decides where the threshold lies and how much the variance within each counts: as in the training set, or all alike."`
	calib.Probabilities `js:"probabilities"`
}

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
// and whose threshold lies half-way between the means, moved by log p_1 / p_0. With
// priors 'equal' that is Fisher's criterion, where the variances of both classes
// count alike; w is then also that of the least squares fit to the labels.
//
// Training takes n^2/2 kernel values, n^3/6 multiply-adds and 8 n^2 bytes, a
// prediction O(n (d + k)).
type KernelFisherDiscriminant struct {
	KernelFisherDiscriminantOptions
	kernels model.KernelMaker
	fit     *KernelFisherDiscriminantFit
}

// KernelFisherDiscriminantFit is what a fit of KernelFisherDiscriminant leaves behind.
type KernelFisherDiscriminantFit struct{ expansion.Classes }

// NewKernelFisherDiscriminant returns an unfitted classifier with default options.
func NewKernelFisherDiscriminant(kernels model.KernelMaker) *KernelFisherDiscriminant {
	f := &KernelFisherDiscriminant{kernels: kernels, fit: &KernelFisherDiscriminantFit{}}
	model.SetDefaults(&f.KernelFisherDiscriminantOptions)
	return f
}

// Options returns a pointer to the options.
func (f *KernelFisherDiscriminant) Options() any { return &f.KernelFisherDiscriminantOptions }

// Fitted returns a pointer to what the last fit left behind.
func (f *KernelFisherDiscriminant) Fitted() any { return f.fit }

// Restore takes over a fit that was read from a model file.
func (f *KernelFisherDiscriminant) Restore(fitted any) error {
	fit := fitted.(*KernelFisherDiscriminantFit)
	if err := fit.Classes.Restore(f.kernels, f.Kernel); err != nil {
		return err
	}
	f.fit = fit
	return nil
}

// Fit solves for the directions.
func (f *KernelFisherDiscriminant) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(f.KernelFisherDiscriminantOptions); err != nil {
		return model.Report{}, err
	}
	k, widths, err := f.kernels.For(f.Kernel, t.X)
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
	if err := model.CheckFinite(fit); err != nil {
		return model.Report{}, err
	}
	f.fit = fit
	return model.Report{Status: run.Converged, Iterations: 1, Objective: -solution.ratio, SupportVectors: len(g.rows), Notes: solution.notes}, nil
}

// dual are the functions of all classes over the m samples of positive weight.
type dual struct {
	coef      []float64 // k x m
	intercept []float64
	notes     []model.Note
	ratio     float64 // sum p_c <w_c, mu_c - m>: the variance between classes over that within
}

// solve finds the directions as w_c = sum a_ci phi(x_i). With the rows phi(x_i) of
// Phi, C what takes the mean of its class from each and S = diag(sqrt s_i), let Z = S
// C Phi, so that Sigma = Z'Z, and mu_c - m = Phi'd_c. Then
//
//	w_c = (Z'Z + alpha I)⁻¹ Phi'd_c = 1/alpha Phi'(d_c - C'S (Z Z' + alpha I)⁻¹ S C K d_c)
//
// by the identity of Sherman, Morrison and Woodbury. It returns run.ErrAborted when it
// was ended.
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
			means = g.means(a)
		}
		for i := range m {
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

// classMeans are inner products with the means of the classes.
type classMeans struct {
	k       int
	class   []int32
	own     []float64 // <phi(x_i), mu_c>, m x k
	between []float64 // <mu_c, mu_e>, k x k
	overall []float64 // <phi(x_i), m>, length m
	middle  []float64 // <mu_c, m>, length k
}

// means returns them for the lower triangle of the kernel matrix of the samples.
func (g *groups) means(a []float64) *classMeans {
	m, k := len(g.rows), len(g.priors)
	s := &classMeans{k: k, class: g.class, own: make([]float64, m*k), between: make([]float64, k*k)}
	for i, c := range g.class {
		own := s.own[i*k : (i+1)*k]
		for j, v := range a[i*m : i*m+i] {
			own[g.class[j]] += float64(g.share[j] * v)
			s.own[j*k+int(c)] += float64(g.share[i] * v)
		}
		own[c] += float64(g.share[i] * a[i*m+i])
	}
	for i, c := range g.class {
		for e := range k {
			s.between[int(c)*k+e] += float64(g.share[i] * s.own[i*k+e])
		}
	}
	for i := range m {
		s.overall = append(s.overall, dot(g.priors, s.own[i*k:(i+1)*k]))
	}
	for c := range k {
		s.middle = append(s.middle, dot(g.priors, s.between[c*k:(c+1)*k]))
	}
	return s
}

// centred returns <phi(x_i) - mu_c, phi(x_j) - mu_e>, c and e being their classes, for
// the kernel value of i and j.
func (s *classMeans) centred(value float64, i, j int) float64 {
	c, e := int(s.class[i]), int(s.class[j])
	return value - s.own[i*s.k+e] - s.own[j*s.k+c] + s.between[c*s.k+e]
}

// along returns <phi(x_i), mu_c - m>, and meanAlong that of the mean of i's class.
func (s *classMeans) along(i, c int) float64 { return s.own[i*s.k+c] - s.overall[i] }

func (s *classMeans) meanAlong(i, c int) float64 {
	e := int(s.class[i])
	return s.between[e*s.k+c] - s.middle[e]
}

// groups are the samples with a positive weight, by class.
type groups struct {
	rows   []int     // of the training set, length m
	class  []int32   // of each
	share  []float64 // weight of each over that of its class
	root   []float64 // S: square root of the prior of the class times the share
	priors []float64 // of the k classes
}

func newGroups(t model.Training, priors string) (*groups, error) {
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return nil, err
	}
	rows, share, total, err := model.Positive(weight, len(weight))
	if err != nil {
		return nil, err
	}
	g := &groups{rows: rows, class: make([]int32, len(rows)), share: share, root: make([]float64, len(rows)), priors: make([]float64, t.Classes)}
	mass := make([]float64, t.Classes)
	for p, i := range rows {
		g.class[p] = t.Y[i]
		mass[t.Y[i]] += share[p]
	}
	for c := range mass {
		g.priors[c] = mass[c] / total
		if priors == "equal" {
			g.priors[c] = 1 / float64(t.Classes)
		}
	}
	for p, c := range g.class {
		share[p] /= mass[c]
		g.root[p] = math.Sqrt(g.priors[c] * share[p])
	}
	return g, nil
}

// Predict returns the class of every sample of x.
func (f *KernelFisherDiscriminant) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return f.fit.Predict(ctl, "KernelFisherDiscriminant", x)
}

// Decision returns the decision values of every sample of x; see expansion.Classes.
func (f *KernelFisherDiscriminant) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return f.fit.Decision(ctl, "KernelFisherDiscriminant", x, shape)
}

var _ model.Classifier = (*KernelFisherDiscriminant)(nil)
