package prep

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// IncompleteCholeskyOptions are the options of IncompleteCholesky.
type IncompleteCholeskyOptions struct {
	Tol         float64     `js:"tol" default:"0.001" range:"[0,inf)" doc:"The factorisation ends when no squared distance of a training sample in feature space from the span of the pivots is larger."`
	NComponents int         `js:"nComponents" default:"100" range:"[1,2147483647]" doc:"Most pivots, and so most features that transform gives."`
	Kernel      kernel.Spec `js:"kernel"`
}

// Cost counts the samples and twice their features.
func (o *IncompleteCholeskyOptions) Cost() model.Cost {
	c := model.KernelCost()
	c.Row += 2 * 8 * int64(min(o.NComponents, 1<<20))
	return c
}

// IncompleteCholesky factorises the kernel matrix of the training samples, K = G G' + R, by the
// pivoted Cholesky method, which ends early (Fine & Scheinberg, Efficient SVM training using
// low-rank kernel representations, 2001). The pivot p_t of step t is the sample that is farthest
// from the span of the earlier pivots in feature space, with the largest d_i = R_ii:
//
//	G_it = (k(x_i, x_p) - sum over s < t of G_is G_ps) / sqrt d_p,  d_i <- d_i - G_it^2
//
// until max d_i <= tol; there is at least one pivot. The rows of G are the features of the training
// samples. Other samples get theirs from their kernel values with the pivots,
//
//	Phi(x) = L^(-1) (k(x_p1, x), ..., k(x_pr, x))',  L = the rows of G at the pivots,
//
// so that <Phi(x), Phi(z)> is the inner product of the projections of phi(x) and phi(z) onto the
// span of the pivots. With more features the first ones stay the same. Pivots and G are those of
// inchol in the R package kernlab.
//
// Training takes n r kernel values, n r^2/2 multiply-adds and 8 n r bytes, where r is the number of
// pivots; a transformation r kernel values and r^2 multiply-adds a sample.
type IncompleteCholesky struct {
	IncompleteCholeskyOptions
	model.KernelBase[*IncompleteCholeskyFit]
}

// IncompleteCholeskyFit is the result of a fit of IncompleteCholesky. The support vectors
// are the pivots, in the order in which they were chosen.
type IncompleteCholeskyFit struct {
	expansion.Functions
	Residuals []float64 `field:"residuals" shape:"m" js:"residuals" doc:"Largest squared distance of a training sample from the span of the pivots, after each pivot."`
	Error     float64   `field:"error" js:"error" doc:"Sum of the squared distances of the training samples from the span of all pivots, over the sum of their squared norms: the share of the kernel matrix's trace that is lost."`
}

// NewIncompleteCholesky returns an unfitted machine with default options.
func NewIncompleteCholesky(kernels model.KernelMaker) *IncompleteCholesky {
	c := &IncompleteCholesky{}
	c.Init(&c.IncompleteCholeskyOptions, &c.Kernel, kernels, new(IncompleteCholeskyFit))
	return c
}

// Fit factorises the kernel matrix. If the kernel is not positive definite, squared distances
// become negative, and the report says so.
func (c *IncompleteCholesky) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := c.Begin(c, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, err := positive(t)
	if err != nil {
		return model.Report{}, err
	}
	most := min(c.NComponents, len(rows))
	phases := run.NewPhases(ctl, 1)
	phases.Begin("pivots")
	f := newFactor(k, t.X, rows)
	for len(f.pivots) == 0 || len(f.pivots) < most && f.largest() > c.Tol {
		if err := gram.CheckMatrix("IncompleteCholesky", "the factor of the kernel matrix", len(rows), len(f.pivots)+1, "lower nComponents, raise tol, or fit a sample of the rows"); err != nil {
			return model.Report{}, err
		}
		if !f.step(func(done float64) bool { return phases.Watch((float64(len(f.pivots)) + done) / float64(most)) }) {
			return fitted(run.Aborted), nil
		}
	}
	fit := &IncompleteCholeskyFit{Functions: expansion.Functions{Support: expansion.NewSupport(k, widths, t.X, f.samples())}, Residuals: f.residuals}
	var watched bool
	if fit.Coef, watched = f.inverse(phases.Watch); !watched {
		return fitted(run.Aborted), nil
	}
	fit.Intercept = make([]float64, len(f.pivots))
	fit.Error = f.lost()
	report := model.Report{Status: run.Converged, Iterations: len(f.pivots), Gap: f.residuals[len(f.residuals)-1], SupportVectors: len(f.pivots)}
	if f.indefinite() {
		report.Notes = append(report.Notes, model.Indefinite("the squared distance of a sample from the span of the pivots is negative", "Inner products of the features are not close to kernel values. Use another kernel"))
	}
	return c.Learnt(fit, report)
}

// Transform returns the features of the samples of x.
func (c *IncompleteCholesky) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	return c.Result.Table(ctl, "IncompleteCholesky", x)
}
