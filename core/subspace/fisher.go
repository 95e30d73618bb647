package subspace

import (
	"errors"
	"math"

	"maxmargin/core/calib"
	"maxmargin/core/expansion"
	"maxmargin/core/gram"
	"maxmargin/core/lanes"
	"maxmargin/core/linalg"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// FisherDiscriminantOptions are the options of FisherDiscriminant.
type FisherDiscriminantOptions struct {
	Alpha               float64 `js:"alpha" default:"0" range:"[0,inf)" doc:"What is added to the variance within classes in every direction: larger trusts the covariances less, and suits many features or few samples. scikit-learn's shrinkage s is alpha = s / (1 - s) times the mean variance of the features within classes."`
	Priors              string  `js:"priors" default:"empirical" choices:"empirical,equal" doc:"How probable classes are, which decides where the threshold lies and how much the variance within each counts: as in the training set, or all alike."`
	calib.Probabilities `js:"probabilities"`
}

// FisherDiscriminant is Fisher's linear discriminant, or linear discriminant analysis,
// for two or more classes: KernelFisherDiscriminant with a linear kernel,
//
//	f_c(x) = <w_c, x - m> - 1/2 <w_c, mu_c - m> + log p_c
//	(Sigma + alpha I) w_c = mu_c - m
//
// by the d x d matrix Sigma where that goes by n x n inner products, which is faster
// when there are more features than samples. Where Sigma + alpha I is singular the
// shortest w_c are taken, in some ten times the time.
//
// Training takes n d^2/2 + d^3/6 multiply-adds and 8 d^2 bytes, a prediction O(k d).
type FisherDiscriminant struct {
	FisherDiscriminantOptions
	fit *FisherDiscriminantFit
}

// FisherDiscriminantFit is what a fit of FisherDiscriminant leaves behind.
type FisherDiscriminantFit struct{ multi.Linear }

// NewFisherDiscriminant returns an unfitted classifier with default options.
func NewFisherDiscriminant() *FisherDiscriminant {
	f := &FisherDiscriminant{fit: &FisherDiscriminantFit{}}
	model.SetDefaults(&f.FisherDiscriminantOptions)
	return f
}

// Options returns a pointer to the options.
func (f *FisherDiscriminant) Options() any { return &f.FisherDiscriminantOptions }

// Fitted returns a pointer to what the last fit left behind.
func (f *FisherDiscriminant) Fitted() any { return f.fit }

// Restore takes over a fit that was read from a model file.
func (f *FisherDiscriminant) Restore(fitted any) error {
	fit := fitted.(*FisherDiscriminantFit)
	if err := fit.Check(); err != nil {
		return err
	}
	f.fit = fit
	return nil
}

// Fit solves for the directions.
func (f *FisherDiscriminant) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(f.FisherDiscriminantOptions); err != nil {
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
	fit := &FisherDiscriminantFit{multi.NewLinear(t.X.Dim(), t.Classes, t.Y)}
	fit.Weights, fit.Bias = expansion.Difference(s.weights, t.X.Dim()), expansion.Difference(s.bias, 1)
	if err := model.CheckFinite(fit); err != nil {
		return model.Report{}, err
	}
	f.fit = fit
	return model.Report{Status: run.Converged, Iterations: 1, Objective: -s.ratio, Notes: s.notes}, nil
}

// primalSolution are the functions of all classes.
type primalSolution struct {
	weights []float64 // k x d
	bias    []float64
	ratio   float64
	notes   []model.Note
}

// byCovariance goes by the d x d matrix Sigma.
func (g *groups) byCovariance(p *run.Phases, x sample.Set, alpha float64) (*primalSolution, error) {
	d, k := x.Dim(), len(g.priors)
	if err := gram.CheckMatrix("FisherDiscriminant", "the covariances of all features", d, d, "use KernelFisherDiscriminant with kernel 'linear', which needs those of the samples"); err != nil {
		return nil, err
	}
	p.Begin("covariances")
	means := make([]float64, k*d)
	row := make([]float64, d)
	for i, r := range g.rows {
		x.Dense(row, r)
		lanes.Update(means[int(g.class[i])*d:(int(g.class[i])+1)*d], g.share[i], row)
	}
	middle := make([]float64, d)
	for c, prior := range g.priors {
		lanes.Update(middle, prior, means[c*d:(c+1)*d])
	}
	solve, notes, err := solver(p, d, "features", func() ([]float64, error) { return g.covariance(p, x, means, alpha) })
	if err != nil {
		return nil, err
	}
	s := &primalSolution{weights: means, bias: make([]float64, k), notes: notes}
	delta := make([]float64, d)
	for c := range k {
		w := s.weights[c*d : (c+1)*d]
		for j := range w {
			w[j] -= middle[j]
		}
		copy(delta, w)
		solve(w)
		height := dot(w, delta)
		s.bias[c] = math.Log(g.priors[c]) - height/2 - dot(w, middle)
		s.ratio += float64(g.priors[c] * height)
	}
	return s, nil
}

// rowsAtATime is how many samples are added to a covariance in one go.
const rowsAtATime = 256

// covariance returns the lower triangle of Sigma + alpha I.
func (g *groups) covariance(p *run.Phases, x sample.Set, means []float64, alpha float64) ([]float64, error) {
	d, m := x.Dim(), len(g.rows)
	sigma := make([]float64, d*d)
	block := make([]float64, min(rowsAtATime, m)*d)
	for from := 0; from < m; from += rowsAtATime {
		to := min(from+rowsAtATime, m)
		for i := from; i < to; i++ {
			row := block[(i-from)*d : (i-from+1)*d]
			x.Dense(row, g.rows[i])
			mean := means[int(g.class[i])*d:]
			for j := range row {
				row[j] = g.root[i] * (row[j] - mean[j])
			}
		}
		linalg.AddOuter(sigma, block[:(to-from)*d], d)
		if !p.Watch(float64(to) / float64(m)) {
			return nil, run.ErrAborted
		}
	}
	for j := range d {
		sigma[j*d+j] += alpha
	}
	return sigma, nil
}

// Predict returns the class of every sample of x.
func (f *FisherDiscriminant) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return f.fit.Predict(ctl, x)
}

// Decision returns the decision values of every sample of x; see multi.Linear.
func (f *FisherDiscriminant) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return f.fit.Decision(ctl, x, shape)
}

var _ model.Classifier = (*FisherDiscriminant)(nil)
