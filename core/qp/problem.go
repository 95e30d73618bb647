// Package qp solves the one quadratic problem behind the dual machines,
//
//	minimise   1/2 a'Qa + p'a                        Q_ij = s_i s_j K_ij + D_i [i = j]
//	subject to sum over group g of s_i a_i = const   for every group g
//	           lo_i <= a_i <= hi_i
//
// with signs s_i = +1 or -1, a positive semi-definite K (solvers survive an
// indefinite one), a diagonal shift D_i >= 0, bounds that may be infinite, and
// any number of groups, none included. The machines differ in what they put in:
//
//	C-SVC        s = y, p = -1, [0, C_i], one group
//	2-norm       s = y, p = -1, D = 1/(2C), [0, inf), one group
//	no bias      the same without a group
//	nu-SVC       s = y, p = 0, [0, w_i], one group a class
//	one-class    s = 1, p = 0, [0, w_i], one group
//	SVDD         s = 1, p = -K_ii/2, [0, w_i], one group
//	eps-SVR      2n coordinates, s = (+1, -1), p = eps -+ y, [0, C_i], one group
//	nu-SVR       2n coordinates, s = (+1, -1), p = -+ y, [0, C_i], a group a sign
//
// A problem may have several coordinates for every row of K, as the regressions
// have: n rows and r n coordinates, where coordinate c belongs to row c mod n.
// Rows are then asked for and the gradient is brought up to date n numbers at a
// time, for K knows nothing of the copies.
//
// Solvers see rows of K, never a kernel or a machine. With b_i = s_i a_i the
// matrix of the problem is K itself, so the signs are absorbed on the way in and
// given back on the way out, and cached rows of K can be shared between problems.
package qp

// Rows is the matrix K, a row at a time, restricted to the rows and columns that
// the solver still works on, its active set. They are addressed by their position
// in it; in the beginning all n are active, in order.
type Rows interface {
	// Len returns n, the number of rows of the whole matrix.
	Len() int
	// Diagonal sets dst_i = K_ii for all n rows.
	Diagonal(dst []float64)
	// Rows returns, for each of the given distinct positions in the active set,
	// the values of K between that and the whole active set. The rows stay valid
	// until the next call and must not be written.
	Rows(positions []int) [][]float64
	// Shrink drops all of the active set but the positions keep, ascending.
	Shrink(keep []int)
	// Grow appends rows and columns, by their number in the whole matrix.
	Grow(add []int)
	// Block serves the part of K in the given columns: rows sets dst[r][j] =
	// K(numbers[r], columns_j). Both are numbered as in the whole matrix, and
	// every dst[r] has the length stride.
	Block(columns []int) (rows func(dst [][]float64, numbers []int), stride int)
}

// Problem is the problem above for n rows of K and r n coordinates.
type Problem struct {
	K          Rows
	Sign       []float64 // s, length r n; nil: all +1
	Linear     []float64 // p, length r n
	Shift      []float64 // D, length r n; nil: all 0
	Lower      []float64 // lo, length r n
	Upper      []float64 // hi, length r n
	Start      []float64 // a feasible point, length r n; nil: zero. It fixes the constants
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
	// Ceiling, unless 0, is what minus the objective cannot exceed if the problem
	// has a solution; beyond it a run ends with Infeasible, because the problem of
	// which this is the dual has none. It is for problems that are a cone, all
	// lower bounds 0 and all upper ones infinite, started at zero; see stretch.
	Ceiling float64

	// Rule is what Tolerance is compared with: RuleKKT, unless it is given, or one
	// of the other rules. A run with another rule, or with a trace, looks at the
	// whole problem after every iteration and sets nothing aside.
	Rule string
	// Trace is how many iterations are kept in the trace of the result.
	Trace int

	// What follows is for the study solvers.

	Seed         uint64  // of whatever is chosen at random
	SetSize      int     // rows of a working set, or that join a chunk; 0 means 10
	Score        string  // by which they are chosen: ScoreGap, unless it is given
	Order        string  // in which Ascent visits the variables: OrderCyclic, unless it is given
	Relaxation   float64 // factor of Ascent's steps, in (0, 2); 0 means 1
	Simultaneous bool    // Ascent moves all variables by the same gradient
	Augment      float64 // tau^2 of Ascent's implicit constant; 0: it is fixed
}
