// Package qp solves the quadratic problem that all dual machines have in common,
//
//	minimise   1/2 a'Qa + p'a                        Q_ij = s_i s_j K_ij + D_i [i = j]
//	subject to sum over group g of s_i a_i = const   for every group g
//	           lo_i <= a_i <= hi_i
//
// with signs s_i = +1 or -1, a positive semi-definite K (solvers also end, at a stationary
// point, if it is indefinite), a diagonal shift D_i >= 0, bounds that may be infinite, and
// any number of groups, also none. Machines differ in these values:
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
// A problem may have several coordinates for every row of K, as regressions have: n rows
// and r n coordinates, where coordinate c belongs to row c mod n. K stays n x n, and
// gradients are updated n numbers at a time.
//
// Solvers see rows of K, never a kernel or a machine. With b_i = s_i a_i the matrix of the
// problem is K itself, so solvers apply the signs once at the start and once to the result,
// and cached rows of K can be shared between problems.
package qp

import "math"

// Rows computes rows of the matrix K, restricted to the active set of the solver. Rows and
// columns are addressed by their position in the active set; at the start all n are active,
// in order.
type Rows interface {
	// Len returns n, the number of rows of the whole matrix.
	Len() int
	// Diagonal sets dst_i = K_ii for all n rows.
	Diagonal(dst []float64)
	// Rows returns, for each of the given distinct positions in the active set, the values
	// of K between that row and the whole active set. The rows stay valid until the next
	// call and must not be written.
	Rows(positions []int) [][]float64
	// Shrink keeps the positions keep, which ascend, in the active set and drops all others.
	Shrink(keep []int)
	// Grow appends rows and columns, by their number in the whole matrix.
	Grow(add []int)
	// Block computes the part of K in the given columns: the function rows sets dst[r][j] =
	// K(numbers[r], columns_j). Both are numbered as in the whole matrix, and every dst[r]
	// has the length stride.
	Block(columns []int) (rows func(dst [][]float64, numbers []int), stride int)
}

// Problem is the problem above for n rows of K and r n coordinates.
type Problem struct {
	K          Rows
	Sign       []float64 // s, length r n; nil if all are +1
	Linear     []float64 // p, length r n
	Shift      []float64 // D, length r n; nil if all are 0
	Lower      []float64 // lo, length r n
	Upper      []float64 // hi, length r n
	Start      []float64 // a feasible point, length r n, which fixes the constants; nil for zero
	Group      []int     // group of each coordinate, from 0, or -1 for none; nil if all are in group 0
	GroupCount int       // number of groups; 0 with a nil Group means 1

	// SMO alone solves problems with these three.

	// Single is K, if it has rows in float32; nil otherwise.
	Single Approximate
	// Places are the rows of K in the problem, ascending, or nil if all are. All lengths above
	// refer to the problem, and n is the number of places.
	Places []int
	// Known is the image of a point that may be near the start, or nil.
	Known *Image
}

// Balance makes the sum of s_i a_i zero in each group of a >= 0: it scales the larger one of the
// sums over both signs down, which keeps to all bounds.
func (p *Problem) Balance(a []float64) {
	const alike = 1e-12 // the relative difference that counts as rounding
	sums := make([][2]float64, max(1, p.GroupCount))
	sides := func(c int) (own, other *float64) {
		group := 0
		if p.Group != nil {
			group = p.Group[c]
		}
		switch {
		case group < 0:
			return nil, nil
		case p.Sign[c] < 0:
			return &sums[group][1], &sums[group][0]
		}
		return &sums[group][0], &sums[group][1]
	}
	for c, v := range a {
		if own, _ := sides(c); own != nil {
			*own += v
		}
	}
	for c := range a {
		if own, other := sides(c); own != nil && *own-*other > alike**own {
			a[c] *= *other / *own
		}
	}
}

// Settings say when to stop.
type Settings struct {
	// Tolerance is the largest violation of the KKT conditions that the solver accepts as
	// converged; 0 means 1e-3.
	Tolerance float64
	// MaxIterations ends the run with IterationLimit; 0 means no limit.
	MaxIterations int
	// Shrinking drops coordinates that will probably stay at their bound from the active
	// set, and checks them again before the end. It changes the time, not the solution.
	Shrinking bool
	// ShrinkPeriod is the number of sweeps between two attempts to shrink; 0 means the
	// number of coordinates, at most 400.
	ShrinkPeriod int
	// Ceiling, unless 0, is an upper bound of minus the objective that holds if the problem
	// has a solution. A run that exceeds it ends with Infeasible: the primal problem of the
	// machine has no solution, such as a hard margin on data that cannot be separated. The
	// ray to the last point is the certificate, with |w|^2 = 0 along it. Ceiling is for
	// problems whose feasible set is a cone: all lower bounds 0, all upper ones infinite,
	// and the start at zero; see stretch.
	Ceiling float64

	// Lengthen says that the start is a solution of the same problem with other bounds (a
	// warm start). The solver then moves it along its ray first; see lengthen.
	Lengthen bool

	// Rule is the quantity that Tolerance bounds, RuleKKT by default. A run with another rule, or
	// with a trace, checks the whole problem after every iteration and does not shrink.
	Rule string
	// Unit is the term of RuleGap and RuleFigures in addition to the primal objective; 0 means 1.
	Unit float64
	// Trace is the number of iterations in the trace of the result.
	Trace int

	// The following settings are for the solvers that follow a textbook; see study.

	Seed         uint64  // of random choices
	SetSize      int     // rows of a working set, or rows that join a chunk; 0 means 10
	Score        string  // the score by which these rows are chosen; "" means ScoreGap
	Order        string  // the order in which Ascent visits the variables; "" means OrderCyclic
	Relaxation   float64 // factor of Ascent's steps, in (0, 2); 0 means 1
	Simultaneous bool    // Ascent moves all variables by the same gradient
	Augment      float64 // tau^2 of Ascent's implicit constant; 0: the constant is fixed
}

// Limit sets MaxIterations to a number that may be larger than an int, or infinite.
func (s *Settings) Limit(iterations float64) {
	if iterations < math.MaxInt32 {
		s.MaxIterations = int(iterations)
	}
}
