package svm

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/activeset"
)

// IncrementalOneClassOptions are the options of IncrementalOneClass.
type IncrementalOneClassOptions struct {
	Nu        float64     `js:"nu" default:"0.5" range:"(0,1]" doc:"At most this share of the samples lies outside, and at least this share are support vectors. After a change of nu the next row that joins or leaves has it take effect."`
	Kernel    kernel.Spec `js:"kernel"`
	CacheSize float64     `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows, which stay in memory between changes."`
	Limits    `js:"limits"`
}

// Cost counts the copies of the samples.
func (*IncrementalOneClassOptions) Cost() model.Cost { return incrementalCost() }

// IncrementalOneClass is OneClassSVM, solved exactly; samples can be added and removed, see
// IncrementalSVC. The sum of the variables, nu times the sum of the weights, changes together with
// the bounds of these samples.
type IncrementalOneClass struct {
	IncrementalOneClassOptions
	model.KernelBase[*IncrementalOneClassFit]
	incrementing
}

// IncrementalOneClassFit is the result of a fit of IncrementalOneClass.
type IncrementalOneClassFit struct {
	Function
	Remainder
	Errors float64 `field:"error.fraction" js:"errorFraction" doc:"Share of the training samples that lie outside, at most nu."`
	Shares float64 `field:"support.fraction" js:"supportFraction" doc:"Share of the training samples that are support vectors, at least nu."`
}

// Restore checks the fields of a file beyond their tags, and computes the fields that a file lacks.
func (f *IncrementalOneClassFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := f.Function.Restore(kernels, spec); err != nil {
		return err
	}
	return f.check(f.Samples, f.Samples, f.Indices, f.Given())
}

// NewIncrementalOneClass returns an unfitted machine with default options.
func NewIncrementalOneClass(kernels model.KernelMaker) *IncrementalOneClass {
	s := &IncrementalOneClass{}
	s.Init(&s.IncrementalOneClassOptions, &s.Kernel, kernels, new(IncrementalOneClassFit))
	s.incrementing = incrementing{machine: s, name: "IncrementalOneClass", kernels: kernels, spec: &s.Kernel, cacheSize: &s.CacheSize, limits: &s.Limits}
	return s
}

// Decision returns f(x) for every sample of x.
func (s *IncrementalOneClass) Decision(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Evaluate(ctl, "IncrementalOneClass", x)
}

// Predict returns +1 for every sample of x that lies inside, -1 for the others.
func (s *IncrementalOneClass) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	f, err := s.Decision(ctl, x)
	return signs(f), err
}

// Fit solves the dual problem.
func (s *IncrementalOneClass) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	first := NewOneClassSVM(s.kernels)
	first.Nu, first.Kernel, first.CacheSize = s.Nu, s.Kernel, s.CacheSize
	stages := ctl.Within(s.MaxTime).Stages(2)
	first.MaxIter = approximate(t.X.Len())
	report, err := first.Fit(stages.Next("approximate"), model.Training{Data: t.Data, Resources: model.Resources{Memory: t.Memory}})
	if unfinished(report, err) {
		return nothing(err)
	}
	if isIndefinite(report) {
		return model.Report{}, exactError(activeset.ErrIndefinite)
	}
	return s.began(stages.Next("exact"), t, &first.Result.Function.Support, first.Result.coefficientOf(t.X.Len()))
}

func (s *IncrementalOneClass) result(of model.Machine) { s.Result = of.(*IncrementalOneClass).Result }

func (s *IncrementalOneClass) support() (*expansion.Support, *Remainder, model.Target) {
	return &s.Result.Support, &s.Result.Remainder, nil
}

func (s *IncrementalOneClass) coefficient() func(problem, row int) float64 {
	return s.Result.coefficientOf(s.Result.Samples)
}

func (s *IncrementalOneClass) state(t model.Training) (*statement, error) {
	upper := weights(t, 1)
	if err := checkBounds(upper); err != nil {
		return nil, err
	}
	return &statement{
		problems: 1, parts: 1, constant: true, sum: s.Nu * sum(upper),
		takes: func(_, row int) bool { return upper[row] > 0 },
		pose:  func(_, row, _ int) (low, high, linear float64) { return 0, upper[row], 0 },
	}, nil
}

func (s *IncrementalOneClass) constants() []float64 { return []float64{s.Result.Intercept} }

func (s *IncrementalOneClass) settled() error { return nil }

func (s *IncrementalOneClass) learnt(work *ledger) (model.Report, error) {
	f, report, err := work.function()
	if err != nil {
		return model.Report{}, err
	}
	fit, e := &IncrementalOneClassFit{Function: f}, work.problems[0]
	for _, place := range e.set.Places {
		if place == activeset.High {
			fit.Errors++
		}
	}
	fit.Errors /= float64(len(e.samples))
	fit.Shares = float64(len(f.Indices)) / float64(len(e.samples))
	fit.keep(work, fit.Indices)
	return s.Learnt(fit, report)
}
