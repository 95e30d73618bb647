package engine

import (
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/solve/program"
)

// ProgramRequest has the sizes of the parts of a program, and when to stop. Parts without rows are
// absent.
type ProgramRequest struct {
	Equalities   Shape   `js:"equalities"`
	Inequalities Shape   `js:"inequalities"`
	Quadratic    Shape   `js:"quadratic"`
	Factor       Shape   `js:"factor"`
	Tolerance    float64 `js:"tolerance"`
	MaxIter      float64 `js:"maxIter"`
	MaxTime      float64 `js:"maxTime"`
	Judge        bool    `js:"judge"`  // a point that is given, in place of solving the program
	Curved       bool    `js:"curved"` // only find out whether the quadratic objective is convex
}

// Program is a linear or quadratic program
//
//	minimise 1/2 x'(Q + diag(D) + F'F) x + c'x  subject to  A x = b,  G x <= h,  lower <= x <= upper
//
// to which sum entropy_j x_j ln x_j - sum logarithms_j ln x_j may be added. It may also have a
// point to judge, with multipliers or without.
type Program struct {
	Objective, Diagonal, Lower, Upper           []float64 // c, D
	Entropy, Logarithms                         []float64
	Point, RowMultipliers, BoundMultipliers     []float64
	EqualitySides, InequalitySides              []float64 // b, h
	Equalities, Inequalities, Quadratic, Factor Table     // A, G, Q, F
}

// ProgramResult is the solution of a program or the judgement of a point, with the distances h - G
// x from the inequalities. A judgement has the smallest eigenvalue of the matrix of the quadratic
// objective, and its eigenvector.
type ProgramResult struct {
	program.Result
	Distances  []float64
	Eigenvalue float64
	Direction  []float64
}

// ProgramSize returns the memory that a program takes: its tables and their scaled copies,
// and a square matrix of the order of the smaller side.
func ProgramSize(r ProgramRequest, variables int, bytes int64) Size {
	rows, order := r.Equalities.Rows+r.Inequalities.Rows+r.Factor.Rows, variables
	if r.Quadratic.Rows == 0 && !r.Judge && !r.Curved {
		order = min(order, rows)
	}
	return Size{Bytes: int(3*bytes) + 8*order*order}
}

// SolveProgram solves a program, or judges a point of it.
func (e *Engine) SolveProgram(ctl *run.Ctl, r ProgramRequest, p Program) (ProgramResult, error) {
	fail := func(err error) (ProgramResult, error) { return ProgramResult{}, err }
	n := len(p.Objective)
	bytes := int64(0)
	for _, t := range []Table{p.Equalities, p.Inequalities, p.Quadratic, p.Factor} {
		bytes += t.bytes()
	}
	if _, err := e.admit("program", "program", ProgramSize(r, n, bytes), bytes); err != nil {
		return fail(err)
	}
	equalities, err := matrix(p.Equalities)
	if err != nil {
		return fail(err)
	}
	inequalities, err := matrix(p.Inequalities)
	if err != nil {
		return fail(err)
	}
	problem := program.Problem{Linear: p.Objective, Lower: p.Lower, Upper: p.Upper, High: append(append([]float64(nil), p.EqualitySides...), p.InequalitySides...)}
	switch {
	case equalities == nil:
		problem.Matrix = inequalities
	case inequalities == nil:
		problem.Matrix = equalities
	default:
		problem.Matrix = program.Stack(equalities, inequalities)
	}
	for i, b := range problem.High {
		if i >= len(p.EqualitySides) {
			b = math.Inf(-1)
		}
		problem.Low = append(problem.Low, b)
	}
	problem.Quadratic.Diagonal = p.Diagonal
	if problem.Quadratic.Matrix, err = matrix(p.Quadratic); err != nil {
		return fail(err)
	}
	if problem.Quadratic.Factor, err = matrix(p.Factor); err != nil {
		return fail(err)
	}
	if p.Entropy != nil || p.Logarithms != nil {
		problem.Terms = program.LogarithmicTerms(p.Entropy, p.Logarithms)
	}
	result := ProgramResult{}
	if r.Judge || r.Curved {
		if result.Eigenvalue, result.Direction, err = problem.Quadratic.Curvature(ctl, n); err != nil || r.Curved {
			return result, err
		}
		result.Result = program.Judge(ctl, problem, p.Point, p.RowMultipliers, p.BoundMultipliers)
	} else {
		if err := problem.Quadratic.Convex(ctl); err != nil {
			return fail(err)
		}
		settings := program.Settings{Tolerance: r.Tolerance, MaxIterations: int(min(r.MaxIter, 1e9))}
		result.Result = program.Solve(ctl.Within(r.MaxTime), problem, settings)
	}
	if result.Status == run.Aborted {
		return fail(run.ErrAborted)
	}
	distances := append([]float64(nil), p.InequalitySides...)
	result.Distances = distances
	if inequalities != nil {
		along := make([]float64, len(distances))
		inequalities.Multiply(along, result.X)
		for i, v := range along {
			distances[i] -= v
		}
	}
	return result, nil
}

// matrix returns a table as a matrix, nil if it is not there.
func matrix(t Table) (program.Matrix, error) {
	if t.Rows == 0 {
		return nil, nil
	}
	set, err := t.vectors()
	if err != nil {
		return nil, err
	}
	if s, ok := set.(*sample.CSR); ok {
		return program.NewSparse(s.D, s.Ptr, s.Index, s.Value), nil
	}
	m := set.(*sample.Matrix)
	return program.NewDense(m.X, m.N, m.D), nil
}
