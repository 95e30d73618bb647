package engine

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// division is a fit whose problems several programs solve. It keeps its kernel rows from one
// problem to the next.
type division struct {
	model.Division
	names  []string // of the classes
	memory *gram.Memory
}

// DivisionInfo describes a fit that is shared.
type DivisionInfo struct {
	Sizes []int `js:"sizes"` // samples of each problem; empty if the fit cannot be shared
}

// OpenFit prepares the problems of a fit for SolvePart; the arguments are those of Fit. It replaces
// an open fit. There are no problems, and nothing is kept, if the machine is no model.Divisible or
// its options prevent division.
func (e *Engine) OpenFit(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets) (DivisionInfo, error) {
	e.CloseFit()
	fail := func(err error) (DivisionInfo, error) {
		return DivisionInfo{}, named(err, request.Classes.Names)
	}
	machine, _, err := e.prepare(request, options)
	if err != nil {
		return fail(err)
	}
	divisible, ok := machine.(model.Divisible)
	if !ok {
		return DivisionInfo{Sizes: []int{}}, nil
	}
	data, left, end, err := e.pose(nil, request, options, machine, X, y)
	if err != nil {
		return fail(err)
	}
	defer end()
	expect(ctl, false, data, machine, request.Classes)
	d := &division{names: request.Classes.Names, memory: e.borrow(left)}
	d.Division, err = divisible.Divide(model.Training{Data: data, Resources: model.Resources{Memory: d.memory}})
	if err != nil || d.Division == nil {
		e.giveBack(d.memory)
		return DivisionInfo{Sizes: []int{}}, named(err, request.Classes.Names)
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.divided = d
	return DivisionInfo{Sizes: d.Sizes()}, nil
}

// SolvePart solves count problems of the open fit, starting with number first, and returns their
// solutions one after the other, for model.ReadSolved.
func (e *Engine) SolvePart(ctl *run.Ctl, first, count int) (solutions []float64, iterations int, err error) {
	e.mutex.Lock()
	d := e.divided
	e.mutex.Unlock()
	if d == nil {
		return nil, 0, fault.New(fault.Internal, "", "no fit is open whose problem %d could be solved", first)
	}
	stages := ctl.Stages(count)
	for number := first; number < first+count; number++ {
		solution, taken, err := d.Solve(stages.Next(""), number)
		if err != nil {
			return nil, 0, named(err, d.names)
		}
		iterations += taken
		stages.Took(taken)
		solutions = append(append(solutions, float64(number), float64(len(solution))), solution...)
	}
	return solutions, iterations, nil
}

// CloseFit forgets the open fit, if there is one.
func (e *Engine) CloseFit() {
	e.mutex.Lock()
	d := e.divided
	e.divided = nil
	e.mutex.Unlock()
	if d != nil {
		e.giveBack(d.memory)
	}
}
