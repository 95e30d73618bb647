package programs

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// LPSVCOptions are the options of LPSVC.
type LPSVCOptions struct {
	C                   float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the slacks: a larger one follows the training data more closely, a smaller one uses fewer samples."`
	Kernel              kernel.Spec `js:"kernel"`
	Signed              bool        `js:"signed" default:"false" doc:"Let a sample count against its own class: its coefficient may have either sign. By default it has the sign of the class."`
	Dictionary          bool        `js:"dictionary" default:"false" doc:"Give every part of a sum kernel coefficients of its own, such as the same kernel in several widths: the machine chooses among all of them."`
	Budget              `js:"budget"`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	reduction.Option    `js:"scheme"`
	calib.Probabilities `js:"probabilities"`
	Seed                int `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
}

// Budget are the options of the column generation.
type Budget struct {
	Tol     float64 `js:"tol" default:"0.000001" range:"(0,inf)" doc:"Largest amount by which a function that is left out may violate its optimality condition, in which 1 is the limit."`
	MaxIter float64 `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of programs that are solved on the way, each over more functions; the best solution so far is kept."`
	MaxTime float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit, shared evenly by the two-class problems; the best solution so far is kept."`
}

// rounds returns MaxIter as a whole number.
func (b Budget) rounds() int { return int(min(b.MaxIter, 1e9)) }

// Cost counts the values of the dictionary, or a program over a part of it with its copies.
func (*LPSVCOptions) Cost() model.Cost { return cost() }

func cost() model.Cost {
	c := model.MatrixCost() // of the functions' values, where they are few
	c.Row += 640
	return c
}

// LPSVC is the linear programming support vector machine (Cristianini & Shawe-Taylor, An
// Introduction to Support Vector Machines, section 6.1.3). For two classes, y_i = +1 or -1,
// it minimises
//
//	sum of a_i + sum of C_i v_i
//	subject to y_i (sum over j of y_j a_j k(x_j, x_i) + b) >= 1 - v_i,  a, v >= 0
//
// (the book leaves y_j out) over a, v and b. With the option signed, the a_j have any sign
// and their sizes are summed. Most a_i are zero: usually fewer samples have coefficients than in
// SVC. The kernel need not be positive definite. With a dictionary there is an a for every
// sample and every part of a sum kernel.
type LPSVC struct {
	LPSVCOptions
	expansion.VotingBase[*LPSVCFit]
}

// LPSVCFit is the result of a fit of LPSVC.
type LPSVCFit struct {
	Order []int32 `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equals, see reduction.Ascending
	Functions
	Objectives []float64 `field:"problem.objective" shape:"q" js:"objectives" doc:"Sum of the sizes of the coefficients plus C times the sum of the slacks, for each two-class problem."`
	NonZeros   []int32   `field:"nonzeros" shape:"q" js:"nonZeros" doc:"How many coefficients are not zero in each two-class problem."`

	scheme reduction.Scheme
}

// NewLPSVC returns an unfitted classifier with default options.
func NewLPSVC(kernels model.KernelMaker) *LPSVC {
	s := &LPSVC{}
	s.Init("LPSVC", &s.LPSVCOptions, &s.Option, &s.Kernel, kernels, new(LPSVCFit))
	return s
}

// Restore sets a result from a model file.
func (s *LPSVC) Restore(fitted any) error {
	f := fitted.(*LPSVCFit)
	if f.Order == nil { // it was never fitted
		return s.VotingBase.Restore(f)
	}
	f.scheme = reduction.Scheme{Name: s.MultiClass, Classes: len(f.Order)}
	if err := f.scheme.Check(f.Order, len(f.Intercept)); err != nil {
		return err
	}
	return s.VotingBase.Restore(f)
}

// Fit solves a linear program for each two-class problem.
func (s *LPSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := s.Begin(s, t)
	if err != nil {
		return model.Report{}, err
	}
	kernels, err := kernelsOf(k, s.Dictionary)
	if err != nil {
		return model.Report{}, err
	}
	weight, err := s.ClassWeight.Costs(s.C, t)
	if err != nil {
		return model.Report{}, err
	}
	scheme := reduction.Scheme{Name: s.MultiClass, Classes: t.Classes()}
	var coef [][]float64
	var intercept, objectives, multipliers []float64
	var nonZeros []int32
	report := model.Report{}
	n := t.X.Len()
	status, err := scheme.Each(ctl.Within(s.MaxTime), func(ctl *run.Ctl, p reduction.Problem) (int, run.Status, error) {
		rows, signs := p.Split(t.Labels(), weight)
		solved, status := s.separate(ctl, kernels, t.X, rows, signs, weight)
		if status == run.Aborted {
			return 0, status, nil
		}
		own, dual, count := solved.spread(rows, n, len(kernels))
		multipliers = append(multipliers, dual...)
		coef, intercept, nonZeros = append(coef, own), append(intercept, solved.bias), append(nonZeros, count)
		objectives = append(objectives, solved.objective)
		report.Iterations += solved.iterations
		report.Objective += solved.objective
		report.Gap = max(report.Gap, solved.violation)
		return solved.iterations, status, nil
	})
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	fit := &LPSVCFit{Order: reduction.Ascending(t.Classes()), Objectives: objectives, NonZeros: nonZeros, scheme: scheme,
		Functions: newFunctions(k, widths, t.X, len(kernels), coef, intercept)}
	fit.Multipliers = multipliers
	report.Status, report.SupportVectors = status, len(fit.Indices)
	if err := model.Finite(fit.Coef, fit.Intercept, fit.Objectives, multipliers); err != nil {
		return model.Report{}, err
	}
	return s.Learnt(fit, report)
}

// separate solves a two-class problem.
func (s *LPSVC) separate(ctl *run.Ctl, kernels []kernel.Kernel, x sample.Set, rows []int, signs, weight []float64) (solution, run.Status) {
	d, ok := newDictionary(ctl, kernels, x, rows)
	if !ok {
		return solution{}, run.Aborted
	}
	f := fit{dictionary: d, low: make([]float64, len(rows)), high: make([]float64, len(rows)), cost: make([]float64, len(rows)), tolerance: s.Tol, rounds: s.rounds()}
	if !s.Signed {
		f.only = signs
	}
	for p, i := range rows {
		f.low[p], f.high[p] = 1, infinity()
		if signs[p] < 0 {
			f.low[p], f.high[p] = -infinity(), -1
		}
		f.cost[p] = weight[i]
	}
	solved := f.solve(ctl)
	return solved, solved.status
}

// Voters returns the functions of the two-class problems.
func (f *LPSVCFit) Voters() (reduction.Scheme, reduction.Values, []int32) {
	return f.scheme, &f.Functions, f.Order
}

// Dual returns the multipliers of a two-class problem.
func (s *LPSVC) Dual(problem int, t model.Training) (model.Dual, error) {
	if err := s.Result.Ready("LPSVC", t.X); err != nil {
		return model.Dual{}, err
	}
	if err := model.CheckProblem(problem, len(s.Result.Intercept)); err != nil {
		return model.Dual{}, err
	}
	upper, err := s.ClassWeight.Costs(s.C, t)
	if err != nil {
		return model.Dual{}, err
	}
	d := model.Dual{Kind: model.Separation}
	d.Rows, d.Target = s.Result.scheme.Problems()[problem].Split(t.Labels(), upper)
	s.Result.explain(&d, problem, t.X, upper)
	return d, nil
}

// Values returns the decision values of a two-class problem.
func (s *LPSVC) Values(ctl *run.Ctl, problem int, x sample.Set) ([]float64, error) {
	return model.Column(ctl, problem, x, s.Result.Each)
}
