package qp

import "maxmargin/core/base/fault"

// NamedMethod is a method for the dual problem, and its name.
type NamedMethod struct {
	Name string
	New  Method
}

// Methods returns all methods: the default of the machines first, then those for study and comparison.
func Methods() []NamedMethod {
	return []NamedMethod{
		{"smo", SequentialMinimal},
		{"smoPlatt", NewPlatt},
		{"smoQuadrants", NewQuadrants},
		{"decomposition", NewDecomposition},
		{"chunking", NewChunking},
		{"ascent", NewAscent},
		{"interiorPoint", InteriorPoint},
	}
}

// New begins the named method on a problem, or fails if it cannot solve such a problem.
func New(name string, problem Problem, settings Settings) (Solver, error) {
	names := []string{}
	for _, m := range Methods() {
		if m.Name == name {
			return m.New(problem, settings)
		}
		names = append(names, m.Name)
	}
	return nil, fault.New(fault.Option, "study.solver", "there is no solver '%s'", name).With("nearest", fault.Nearest(name, names))
}
