// Package solver lists the methods for the dual problem by name: the default of the
// machines, and those for study and comparison. They all take a qp.Problem and
// qp.Settings and fill the same qp.Result.
package solver

import (
	"maxmargin/core/fault"
	"maxmargin/core/qp"
)

// Entry is a method and its name.
type Entry struct {
	Name string
	New  qp.Method
}

// Entries returns all methods, the usual one first.
func Entries() []Entry {
	return []Entry{
		{"smo", qp.SequentialMinimal},
		{"smo-platt", qp.NewPlatt},
		{"smo-quadrants", qp.NewQuadrants},
		{"decomposition", qp.NewDecomposition},
		{"chunking", qp.NewChunking},
		{"ascent", qp.NewAscent},
		{"interior-point", qp.InteriorPoint},
	}
}

// New begins the method of a name on a problem. It fails when that method cannot
// solve such a problem.
func New(name string, problem qp.Problem, settings qp.Settings) (qp.Solver, error) {
	names := []string{}
	for _, e := range Entries() {
		if e.Name == name {
			return e.New(problem, settings)
		}
		names = append(names, e.Name)
	}
	return nil, fault.New(fault.Option, "study.solver", "there is no solver '%s'", name).With("nearest", fault.Nearest(name, names))
}
