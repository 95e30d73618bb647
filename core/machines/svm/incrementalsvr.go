package svm

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/activeset"
)

// IncrementalSVROptions are the options of IncrementalSVR.
type IncrementalSVROptions struct {
	C         float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on errors outside the tube: larger follows the training data more closely, smaller gives a flatter function. After a change of C the next row that joins or leaves has it take effect for all rows."`
	Epsilon   float64     `js:"epsilon" default:"0.1" range:"[0,inf)" unit:"of y" doc:"Half-width of the tube: smaller errors cost nothing. It takes effect as C does."`
	Kernel    kernel.Spec `js:"kernel"`
	CacheSize float64     `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows, which stay in memory between changes."`
	Limits    `js:"limits"`
}

// Cost counts the copies of the samples.
func (*IncrementalSVROptions) Cost() model.Cost { return incrementalCost() }

// IncrementalSVR is SVR with the epsilon-insensitive loss, solved exactly; samples can be added and
// removed, see IncrementalSVC. Each sample has two variables, a for the upper edge of its tube and
// -a* for the lower one,
//
//	0 <= a <= C_i with p = eps - y_i,   -C_i <= -a* <= 0 with p = -eps - y_i,
//
// and if eps is 0 a single one between -C_i and C_i (Ma, Theiler & Perkins, Accurate On-line
// Support Vector Regression, 2003).
type IncrementalSVR struct {
	IncrementalSVROptions
	model.KernelBase[*IncrementalSVRFit]
	incrementing
}

// IncrementalSVRFit is the result of a fit of IncrementalSVR.
type IncrementalSVRFit struct {
	Function
	Remainder
	Targets []float64 `field:"rows.targets" shape:"n"`
}

// Restore checks the fields of a file beyond their tags, and computes the fields that a file lacks.
func (f *IncrementalSVRFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := f.Function.Restore(kernels, spec); err != nil {
		return err
	}
	return f.check(f.Samples, len(f.Targets), f.Indices, f.Given())
}

// NewIncrementalSVR returns an unfitted machine with default options.
func NewIncrementalSVR(kernels model.KernelMaker) *IncrementalSVR {
	s := &IncrementalSVR{}
	s.Init(&s.IncrementalSVROptions, &s.Kernel, kernels, new(IncrementalSVRFit))
	s.incrementing = incrementing{machine: s, name: "IncrementalSVR", kernels: kernels, spec: &s.Kernel, cacheSize: &s.CacheSize, limits: &s.Limits}
	return s
}

// Predict returns f(x) for every sample of x.
func (s *IncrementalSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Evaluate(ctl, "IncrementalSVR", x)
}

// Fit solves the dual problem.
func (s *IncrementalSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	first := NewSVR(s.kernels)
	first.C, first.Epsilon, first.Kernel, first.CacheSize = s.C, s.Epsilon, s.Kernel, s.CacheSize
	stages := ctl.Within(s.MaxTime).Stages(2)
	first.MaxIter = approximate(t.X.Len())
	report, err := first.Fit(stages.Next("approximate"), model.Training{Data: t.Data, Resources: model.Resources{Memory: t.Memory}})
	if unfinished(report, err) {
		return nothing(err)
	}
	if isIndefinite(report) {
		return model.Report{}, exactError(activeset.ErrIndefinite)
	}
	made, err := s.began(stages.Next("exact"), t, &first.Result.Support, first.Result.coefficientOf(t.X.Len()))
	made.Notes = report.Notes
	return made, err
}

// coefficientOf returns a function that gives the coefficient of a row of n in the only problem.
func (f *Function) coefficientOf(n int) func(problem, row int) float64 {
	coef := make([]float64, n)
	for p, i := range f.Indices {
		coef[i] = f.Coef[p]
	}
	return func(_, row int) float64 { return coef[row] }
}

func (s *IncrementalSVR) result(of model.Machine) { s.Result = of.(*IncrementalSVR).Result }

func (s *IncrementalSVR) support() (*expansion.Support, *Remainder, model.Target) {
	return &s.Result.Support, &s.Result.Remainder, model.Values(s.Result.Targets)
}

func (s *IncrementalSVR) coefficient() func(problem, row int) float64 {
	return s.Result.coefficientOf(s.Result.Samples)
}

func (s *IncrementalSVR) state(t model.Training) (*statement, error) {
	upper := weights(t, s.C)
	if err := checkBounds(upper); err != nil {
		return nil, err
	}
	y, parts := t.Values(), 2
	if s.Epsilon == 0 {
		parts = 1
	}
	return &statement{
		problems: 1, parts: parts, constant: true,
		takes: func(_, row int) bool { return upper[row] > 0 },
		pose: func(_, row, part int) (low, high, linear float64) {
			switch {
			case parts == 1:
				return -upper[row], upper[row], -y[row]
			case part == 0:
				return 0, upper[row], s.Epsilon - y[row]
			}
			return -upper[row], 0, -s.Epsilon - y[row]
		},
	}, nil
}

// checkBounds returns an error unless some sample has a weight, and all bounds are finite.
func checkBounds(upper []float64) error {
	some := false
	for i, c := range upper {
		if math.IsInf(c, 0) {
			return overflowing(i)
		}
		some = some || c > 0
	}
	if !some {
		return fault.New(fault.Weight, "sampleWeight", "every sample has weight zero; there is nothing to learn from")
	}
	return nil
}

func (s *IncrementalSVR) constants() []float64 { return []float64{s.Result.Intercept} }

func (s *IncrementalSVR) settled() error { return nil }

func (s *IncrementalSVR) learnt(work *ledger) (model.Report, error) {
	f, report, err := work.function()
	if err != nil {
		return model.Report{}, err
	}
	fit := &IncrementalSVRFit{Function: f, Targets: slices.Clone(work.training().Values())}
	fit.keep(work, fit.Indices)
	return s.Learnt(fit, report)
}

// function returns the function of the only problem, with a report on it.
func (l *ledger) function() (Function, model.Report, error) {
	coef, e := make([]float64, l.x.Len()), l.problems[0]
	e.each(func(row int, b float64) { coef[row] = b })
	f := Function{Function: expansion.NewFunction(l.kernel, l.widths, l.x, order.Between(0, l.x.Len()), coef, e.set.Bias)}
	report := model.Report{Status: run.Converged, Iterations: int(e.steps()), Objective: e.objective(), Gap: e.set.Violation(), SupportVectors: len(f.Indices)}
	return f, report, model.Finite(f.Coef, []float64{f.Intercept, report.Objective, report.Gap})
}
