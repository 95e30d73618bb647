package qp

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
)

// Solver solves one problem. Run continues where it ended, and Result returns the exact
// current state, whatever Run returned.
type Solver interface {
	Run(ctl *run.Ctl) run.Status
	Result(status run.Status) Result
}

// Method begins a solver on a problem, or returns an error that says why it cannot solve this kind
// of problem. Methods lists them by name.
type Method func(Problem, Settings) (Solver, error)

// SequentialMinimal is the Method of SMO, which solves every problem.
func SequentialMinimal(p Problem, s Settings) (Solver, error) { return NewSMO(p, s), nil }

// Unsolvable returns the error of a method that cannot solve a problem, with the reason and advice.
func Unsolvable(solver, why string) error {
	return fault.New(fault.Option, "study.solver", "the solver '%s' cannot solve the problem of this machine: %s", solver, why).With("solver", solver)
}
