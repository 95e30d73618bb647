package engine

import (
	"errors"
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/linalg"
	"maxmargin/core/program"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// ProgramRequest says how large the parts of a program are, and when to stop. Parts without
// rows are not there.
type ProgramRequest struct {
	Equalities   Shape   `js:"equalities"`
	Inequalities Shape   `js:"inequalities"`
	Quadratic    Shape   `js:"quadratic"`
	Factor       Shape   `js:"factor"`
	Tolerance    float64 `js:"tolerance"`
	MaxIter      float64 `js:"maxIter"`
	MaxTime      float64 `js:"maxTime"`
}

// Program is a linear or quadratic program
//
//	minimise 1/2 x'(Q + diag(D) + F'F) x + c'x  subject to  A x = b,  G x <= h,  lower <= x <= upper
type Program struct {
	Objective, Diagonal, Lower, Upper           []float64 // c, D
	EqualitySides, InequalitySides              []float64 // b, h
	Equalities, Inequalities, Quadratic, Factor Table     // A, G, Q, F
}

// ProgramResult is the solution of a program, with the distances h - G x of its point from
// the inequalities.
type ProgramResult struct {
	program.Result
	Distances []float64
}

// ProgramSize returns the memory that a program takes: its tables and their scaled copies,
// and a square matrix of the order of the smaller side.
func ProgramSize(r ProgramRequest, variables int, bytes int64) Size {
	rows, order := r.Equalities.Rows+r.Inequalities.Rows+r.Factor.Rows, variables
	if r.Quadratic.Rows == 0 {
		order = min(order, rows)
	}
	return Size{Bytes: int(3*bytes) + 8*order*order}
}

// SolveProgram solves a program.
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
	if err := convex(ctl, problem.Quadratic); err != nil {
		return fail(err)
	}
	settings := program.Settings{Tolerance: r.Tolerance, MaxIterations: int(min(r.MaxIter, 1e9))}
	result := program.Solve(ctl.Within(r.MaxTime), problem, settings)
	if result.Status == run.Aborted {
		return fail(run.ErrAborted)
	}
	distances := append([]float64(nil), p.InequalitySides...)
	if inequalities != nil {
		along := make([]float64, len(distances))
		inequalities.Multiply(along, result.X)
		for i, v := range along {
			distances[i] -= v
		}
	}
	return ProgramResult{result, distances}, nil
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

// convex returns an error unless a quadratic objective is symmetric, and positive
// semidefinite to rounding.
func convex(ctl *run.Ctl, q program.Quadratic) error {
	for j, v := range q.Diagonal {
		if v < 0 {
			return notConvex(fault.New(fault.Option, "quadratic", "diagonal[%d] of the quadratic objective is %.6g", j, v))
		}
	}
	if q.Matrix == nil {
		return nil
	}
	n, _ := q.Matrix.Size()
	whole, row, largest := make([]float64, n*n), make([]float64, n), 0.0
	for i := range n {
		q.Matrix.Row(row, i)
		copy(whole[i*n:], row)
		for _, v := range row {
			largest = max(largest, math.Abs(v))
		}
	}
	for i := range n {
		for j := range i {
			if math.Abs(whole[i*n+j]-whole[j*n+i]) > 1e-9*largest {
				return fault.New(fault.Option, "quadratic", "quadratic[%d, %d] is %.6g, but quadratic[%d, %d] is %.6g; pass a symmetric matrix, such as the mean of it and its transpose", i, j, whole[i*n+j], j, i, whole[j*n+i])
			}
		}
		whole[i*n+i] += 1e-10 * float64(n) * largest
	}
	_, err := linalg.Factorize(whole, n, func(done float64) bool {
		return ctl.Wanted(func() run.Report { return run.Report{Phase: "convexity", Fraction: min(done, 0.999)} })
	})
	switch {
	case largest == 0:
		return nil
	case errors.Is(err, linalg.ErrStopped):
		return run.ErrAborted
	case err != nil:
		return notConvex(fault.New(fault.Option, "quadratic", "the matrix of the quadratic objective has a negative eigenvalue"))
	}
	return nil
}

func notConvex(e *fault.Error) error {
	e.Message += ", so the program is not convex, and a solution that is found might not be the best one; add a multiple of the identity to it, or pass a positive semidefinite matrix"
	return e
}
