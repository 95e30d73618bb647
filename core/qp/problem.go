// Package qp solves the one quadratic problem behind the dual machines,
//
//	minimise   1/2 a'Qa + p'a                        Q_ij = s_i s_j K_ij
//	subject to sum over group g of s_i a_i = const   for every group g
//	           lo_i <= a_i <= hi_i
//
// with signs s_i = +1 or -1, a positive semi-definite K (solvers survive an
// indefinite one), bounds that may be infinite, and any number of groups, none
// included. The machines differ in what they put in:
//
//	C-SVC        s = y, p = -1, [0, C_i], one group
//	no bias      the same without a group
//	nu-SVC       p = 0, [0, 1/n], one group a class
//	one-class    s = 1, p = 0, [0, 1/(nu n)], one group
//	eps-SVR      2n coordinates, s = (+1, -1), p = eps -+ y, one group
//
// Solvers see rows of K, never a kernel or a machine. With b_i = s_i a_i the
// matrix of the problem is K itself, so the signs are absorbed on the way in and
// given back on the way out, and cached rows of K can be shared between problems.
package qp

import (
	"maxmargin/core/run"
)

// Rows is the matrix K, a row at a time, restricted to the coordinates that the
// solver still works on, its active set. Active coordinates are addressed by
// their position in it; in the beginning all n are active, in order.
type Rows interface {
	// Len returns n, the number of coordinates of the whole problem.
	Len() int
	// Diagonal sets dst_i = K_ii for all n coordinates.
	Diagonal(dst []float64)
	// Rows returns, for each of the given positions in the active set, the
	// values of K between that coordinate and the whole active set. The rows
	// stay valid until the next call and must not be written.
	Rows(positions []int) [][]float64
	// Shrink drops all of the active set but the positions keep, ascending.
	Shrink(keep []int)
	// Grow appends coordinates, by their number in the whole problem.
	Grow(add []int)
	// Block serves the part of K in the given columns: rows sets dst[r][j] =
	// K(coordinates[r], columns_j). Coordinates are numbered as in the whole
	// problem, and every dst[r] has the length stride.
	Block(columns []int) (rows func(dst [][]float64, coordinates []int), stride int)
}

// Problem is the problem above for n coordinates.
type Problem struct {
	K          Rows
	Sign       []float64 // s, length n; nil: all +1
	Linear     []float64 // p, length n
	Lower      []float64 // lo, length n
	Upper      []float64 // hi, length n
	Start      []float64 // a feasible point, length n; nil: zero. It fixes the constants
	Group      []int     // group of each coordinate, 0, 1, ...; -1: in no group; nil: all in group 0
	GroupCount int       // number of groups; 0 with a nil Group means 1
}

// Settings say when to stop.
type Settings struct {
	// Tolerance is the largest violation of the KKT conditions at which the
	// solver calls itself converged; 0 means 1e-3.
	Tolerance float64
	// MaxIterations ends the run with IterationLimit; 0 means no limit.
	MaxIterations int
	// Shrinking sets coordinates aside that look settled at a bound, and looks
	// at them again before the end. It changes the time, not the answer.
	Shrinking bool
	// ShrinkPeriod is the number of sweeps between looks at shrinking; 0 means
	// the number of coordinates, at most 400.
	ShrinkPeriod int
}

// Result is where a solver stands.
type Result struct {
	Status     run.Status
	Alpha      []float64 // a, length n
	Gradient   []float64 // of the objective in b = s a: K b + s p, length n
	Objective  float64   // 1/2 a'Qa + p'a
	Gap        float64   // largest KKT violation over the whole problem
	Iterations int

	// Level is the multiplier of each group: the value of the gradient at which
	// its free coordinates balance, their mean when there are any, else the
	// middle of the interval [LevelLow, LevelHigh] that the bounds leave. The
	// bias of a machine is minus this.
	Level     []float64
	LevelLow  []float64
	LevelHigh []float64
}
