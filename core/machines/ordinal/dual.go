package ordinal

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/solve/qp"
)

// Solving are the options that say how a dual problem is solved.
type Solving struct {
	Tol         float64           `js:"tol" default:"0.001" range:"(0,inf)" doc:"Largest violation of the optimality (KKT) conditions at which training ends."`
	CacheSize   float64           `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows."`
	MaxIter     float64           `js:"maxIter" type:"integer" default:"50000000" range:"[1,inf]" doc:"Largest number of iterations; the best solution so far is kept."`
	MaxTime     float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best solution so far is kept."`
	ClassWeight model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per rank: an object or Map from label to factor, or 'balanced' for n / (k * samples of the rank)."`
	WarmStart   bool              `js:"warmStart" default:"false" doc:"Start from the solution of the previous fit, to the same samples, such as that of another C. The model then keeps its dual variables."`
}

// Cost adds what the solver keeps of each sample for each threshold.
func (s *Solving) Cost() model.Cost {
	cost := model.KernelCost()
	if cost.Output += 150; s.WarmStart {
		cost.Output += 24 // the variables that the model keeps, and its bytes
	}
	return cost
}

// Dual says how good the solution of the dual problem is.
type Dual struct {
	DualityGap float64   `field:"solution.gap" js:"dualityGap" doc:"Primal minus dual objective."`
	Shares     []float64 `field:"dual.shares" shape:"u" absent:""` // the variables as shares of their bounds, with warmStart
}

// dual is a problem with a variable for each pair of a sample and a threshold, where equal samples
// of the same rank are one sample: coordinate
// threshold * n + sample, or less in the problem of explicit constraints.
type dual struct {
	*merged
	Solving
	kernel kernel.Kernel
	widths []float64
	x      sample.Set
	matrix *gram.Matrix
	memory *gram.Memory
	upper  []float64 // C times the weight of each sample
}

// newDual prepares the problem for a kernel.
func newDual(k kernel.Kernel, widths []float64, solving Solving, c float64, t model.Training) (*dual, error) {
	l, err := newLesson(t, solving.ClassWeight)
	if err != nil {
		return nil, err
	}
	d := &dual{merged: l.merge(k, t.X), Solving: solving, kernel: k, widths: widths, x: t.X, matrix: gram.MatrixOf(k, t.X, t.Part), memory: t.Cache()}
	for p, w := range d.weight {
		d.upper = append(d.upper, c*w)
		if math.IsInf(c*w, 1) {
			return nil, fault.New(fault.Weight, "sampleWeight", "C times the weight of row %d overflows; scale the weights down", d.rows[p]).With("row", d.rows[p])
		}
	}
	return d, nil
}

// view returns the kernel matrix of the samples of positive weight.
func (d *dual) view() *gram.View {
	return d.matrix.ViewOf(d.memory, d.matrix.Budget(d.memory, d.CacheSize), d.rows)
}

// empty returns a problem of so many coordinates, all of whose bounds are 0.
func empty(count, groups int) qp.Problem {
	p := qp.Problem{Sign: make([]float64, count), Linear: make([]float64, count), Lower: make([]float64, count), Upper: make([]float64, count),
		Group: make([]int, count), GroupCount: groups}
	for c := range p.Linear {
		p.Linear[c], p.Sign[c] = -1, 1
	}
	return p
}

// from makes a problem start from the dual variables of a previous fit to so many samples, which
// had these thresholds. A fit that kept none, or that had another problem, is no start.
func (d *dual) from(p *qp.Problem, previous *Dual, u *Utility) error {
	if u.Features == 0 {
		return nil
	}
	if err := startable(u.Samples, d.x.Len(), len(u.Thresholds)+1, d.ranks); err != nil {
		return err
	}
	p.Start = start(p, previous.Shares)
	return nil
}

// solve runs sequential minimal optimisation.
func (d *dual) solve(ctl *run.Ctl, p qp.Problem) qp.Result {
	settings := qp.Settings{Tolerance: d.Tol, Shrinking: true}
	settings.Limit(d.MaxIter)
	s := qp.NewSMO(p, settings)
	return s.Result(s.Run(ctl))
}

// coefficients returns those of the utility: the sum of sign times variable over the
// coordinates of each sample.
func (d *dual) coefficients(p *qp.Problem, r *qp.Result) []float64 {
	coef, size := make([]float64, len(d.rows)), make([]float64, len(d.rows))
	for c, a := range r.Alpha {
		coef[c%len(coef)] += p.Sign[c] * a
		size[c%len(coef)] += a
	}
	// Variables of opposite signs at their bounds cancel out, but for rounding.
	for i, v := range coef {
		if math.Abs(v) <= 1e-14*size[i] {
			coef[i] = 0
		}
	}
	return coef
}

// finish returns the result and the report of a solution.
func (d *dual) finish(p *qp.Problem, r *qp.Result, thresholds []float64) (Utility, Dual, model.Report, error) {
	for j := 1; j < len(thresholds); j++ {
		thresholds[j] = max(thresholds[j], thresholds[j-1])
	}
	u := NewUtility(d.kernel, d.widths, d.x, d.whole.rows, d.apart(d.coefficients(p, r)), thresholds)
	if err := model.Finite(u.Coef, thresholds, []float64{r.Objective, r.DualityGap, r.Gap}); err != nil {
		return u, Dual{}, model.Report{}, err
	}
	report := model.Report{Status: r.Status, Iterations: r.Iterations, Objective: r.Objective, Gap: r.Gap, SupportVectors: len(u.Indices)}
	if r.Indefinite {
		report.Notes = append(report.Notes, model.Indefinite("the quadratic form of the dual problem is negative in some direction",
			"The solution is a stationary point and not a minimum, and the gap means nothing. Use another kernel, or other parameters of this one"))
	}
	quality := Dual{DualityGap: r.DualityGap}
	if d.WarmStart {
		quality.Shares = shares(r.Alpha, p.Upper)
	}
	return u, quality, report, nil
}
