package svm

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/activeset"
)

// IncrementalSVCOptions are the options of IncrementalSVC.
type IncrementalSVCOptions struct {
	C                float64           `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the slacks: larger follows the training data more closely, smaller gives a wider margin. After a change of C the next row that joins or leaves has it take effect for all rows."`
	FitIntercept     bool              `js:"fitIntercept" default:"true" doc:"Whether the decision function has a constant; without one the hyperplane goes through the origin of the feature space."`
	Kernel           kernel.Spec       `js:"kernel"`
	CacheSize        float64           `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows, which stay in memory between changes."`
	ClassWeight      model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class), which changes for all rows when one joins or leaves."`
	reduction.Option `js:"scheme"`
	Limits           `js:"limits"`
}

// Cost counts the copies of the samples: each is in a problem with each other class.
func (*IncrementalSVCOptions) Cost() model.Cost {
	c := incrementalCost()
	c.Again, c.Output = 12, 256
	return c
}

// IncrementalSVC is SVC with the hinge loss, solved exactly; samples can be added and removed.
// After a change it is the machine of a fit to the remaining samples, to rounding (Cauwenberghs &
// Poggio, Incremental and Decremental Support Vector Machine Learning, 2000; Laskov, Gehl, Krueger
// & Mueller, Incremental Support Vector Learning, 2006; several samples at once as Karasuyama &
// Takeuchi, 2009). Widths of kernels that follow the data, as gamma 'scale' does, stay those of the
// fit.
//
// A fit is that of SVC, continued to the exact solution. A change that passes breakpoints takes
// O(n m) operations, with m samples between their bounds, and each breakpoint O(m^2) and the cost
// of the samples near their conditions; a sample beyond the margin passes none. See package
// activeset.
type IncrementalSVC struct {
	IncrementalSVCOptions
	expansion.VotingBase[*IncrementalSVCFit]
	incrementing
}

// TakesBytes says so: kernel rows of bytes need no numbers.
func (*IncrementalSVC) TakesBytes() {}

// IncrementalSVCFit is the result of a fit of IncrementalSVC.
type IncrementalSVCFit struct {
	Decisions
	Remainder
	Labels []int32 `field:"rows.labels" shape:"n" range:"[0,k-1]"`
}

// Restore checks the fields of a file beyond their tags, and computes the fields that a file lacks.
func (f *IncrementalSVCFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := f.Decisions.Restore(kernels, spec); err != nil {
		return err
	}
	return f.check(f.Samples, len(f.Labels), f.Indices, f.Given())
}

// NewIncrementalSVC returns an unfitted classifier with default options.
func NewIncrementalSVC(kernels model.KernelMaker) *IncrementalSVC {
	s := &IncrementalSVC{}
	s.VotingBase.Init("IncrementalSVC", &s.IncrementalSVCOptions, &s.Option, &s.Kernel, kernels, new(IncrementalSVCFit))
	s.incrementing = incrementing{machine: s, name: "IncrementalSVC", kernels: kernels, spec: &s.Kernel, cacheSize: &s.CacheSize, limits: &s.Limits}
	return s
}

// Fit solves the two-class problems.
func (s *IncrementalSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	t.X = asNumbers(t.X)
	first := NewSVC(s.kernels)
	first.C, first.FitIntercept, first.Kernel, first.ClassWeight, first.Option = s.C, s.FitIntercept, s.Kernel, s.ClassWeight, s.Option
	first.CacheSize = s.CacheSize
	stages := ctl.Within(s.MaxTime).Stages(2)
	first.MaxIter = approximate(t.X.Len())
	report, err := first.Fit(stages.Next("approximate"), model.Training{Data: t.Data, Resources: model.Resources{Memory: t.Memory}})
	if unfinished(report, err) {
		return nothing(err)
	}
	if first.Result.indefinite {
		return model.Report{}, exactError(activeset.ErrIndefinite)
	}
	return s.began(stages.Next("exact"), t, &first.Result.Support, first.Result.coefficient(t.Labels()))
}

// coefficient returns a function that gives the coefficient of a row in a problem.
func (f *Decisions) coefficient(labels []int32) func(problem, row int) float64 {
	problems, column := f.scheme().Problems(), make([]int, len(labels))
	for v, i := range f.Indices {
		column[i] = v + 1
	}
	return func(problem, row int) float64 {
		if v := column[row]; v > 0 {
			return f.Coef[coefRow(problems[problem], labels[row])*len(f.Indices)+v-1]
		}
		return 0
	}
}

func (s *IncrementalSVC) result(of model.Machine) { s.Result = of.(*IncrementalSVC).Result }

func (s *IncrementalSVC) support() (*expansion.Support, *Remainder, model.Target) {
	f := s.Result
	return &f.Support, &f.Remainder, model.Classes{Of: f.Labels, Count: len(f.Order)}
}

func (s *IncrementalSVC) coefficient() func(problem, row int) float64 {
	return s.Result.coefficient(s.Result.Labels)
}

// carried returns the coefficients that rows of the result have in the problems of k classes, among
// which its classes have the numbers in places: 0 in a problem with a new class, unless it tells a
// class from the rest.
func (s *IncrementalSVC) carried(places []int32, k int) func(problem, row int) float64 {
	f, problems := s.Result, s.problems(k)
	of, former, sign := f.coefficient(f.Labels), make([]int, len(problems)), make([]float64, len(problems))
	place := func(class int) int {
		if class == reduction.Rest {
			return reduction.Rest
		}
		return int(places[class])
	}
	for p, now := range problems {
		for q, was := range f.scheme().Problems() {
			positive, negative := place(was.Positive), place(was.Negative)
			rest := now.Negative == reduction.Rest
			switch {
			case now.Positive == positive && (rest || now.Negative == negative):
				former[p], sign[p] = q, 1
			case now.Positive == negative && (rest || now.Negative == positive): // of two classes the second is positive, of more the first
				former[p], sign[p] = q, -1
			}
		}
	}
	return func(problem, row int) float64 {
		if sign[problem] == 0 || row >= len(f.Labels) {
			return 0
		}
		return sign[problem] * of(former[problem], row)
	}
}

// problems returns the two-class problems of k classes.
func (s *IncrementalSVC) problems(k int) []reduction.Problem {
	return reduction.Scheme{Name: s.MultiClass, Classes: k}.Problems()
}

func (s *IncrementalSVC) state(t model.Training) (*statement, error) {
	upper, err := s.ClassWeight.Costs(s.C, t)
	if err != nil {
		return nil, err
	}
	labels, problems := t.Labels(), s.problems(t.Classes())
	return &statement{
		problems: len(problems), parts: 1, constant: s.FitIntercept,
		takes: func(problem, row int) bool { return upper[row] > 0 && problems[problem].Sign(labels[row]) != 0 },
		pose: func(problem, row, _ int) (low, high, linear float64) {
			sign := problems[problem].Sign(labels[row])
			return min(sign*upper[row], 0), max(sign*upper[row], 0), -sign
		},
	}, nil
}

// elects returns the scheme of the election.
func (s *IncrementalSVC) elects() reduction.Scheme {
	return reduction.Scheme{Name: s.MultiClass, Classes: len(s.Result.Order)}
}

func (s *IncrementalSVC) constants() []float64 { return s.Result.Intercept }

func (s *IncrementalSVC) settled() error {
	f := s.Result
	if k := len(f.Order); k > 2 && (len(s.problems(k)) != len(f.Intercept) || (s.MultiClass == reduction.OneVsRest) != f.AgainstRest()) {
		return fault.New(fault.Option, "multiClass", "samples join and leave a model with the two-class problems of its fit, but multiClass has been set to another scheme; set it back, or call fit with all samples")
	}
	return nil
}

func (s *IncrementalSVC) learnt(work *ledger) (model.Report, error) {
	t := work.training()
	labels, k, count := t.Labels(), t.Classes(), len(work.problems)
	pairs := s.problems(k)
	fit := &IncrementalSVCFit{Labels: slices.Clone(labels), Decisions: Decisions{Order: reduction.Ascending(k), Rows: k - 1,
		Intercept: make([]float64, count), Iterations: make([]int32, count), Objectives: make([]float64, count), Gaps: make([]float64, count)}}
	if pairs[0].Negative == reduction.Rest {
		fit.Rows = k
	}
	coef := make([][]float64, fit.Rows)
	for row := range coef {
		coef[row] = make([]float64, len(labels))
	}
	for p, e := range work.problems {
		e.each(func(row int, b float64) { coef[coefRow(pairs[p], labels[row])][row] = b })
		fit.Intercept[p], fit.Objectives[p], fit.Gaps[p], fit.Iterations[p] = e.set.Bias, e.objective(), e.set.Violation(), e.steps()
	}
	classes := make([][]int, k)
	for i, c := range labels {
		classes[c] = append(classes[c], i)
	}
	fit.keepSupport(&problems{dual: &dual{kernel: work.kernel, widths: work.widths, x: work.x}, byClass: classes}, coef)
	fit.keep(work, fit.Indices)
	report, err := fit.report(run.Converged)
	if err != nil {
		return model.Report{}, err
	}
	return s.Learnt(fit, report)
}
