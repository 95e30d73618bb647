// Package interior solves convex problems over a whole kernel matrix in memory, by the
// primal-dual path following method of Vanderbei's LOQO as Smola and Schoelkopf describe it
// (A tutorial on support vector regression, Statistics and Computing 14, 2004, section 5.3
// and Appendix A):
//
//	minimise   1/2 b'Qb + q'b + sum of phi_c(b_c)
//	subject to A b = d,  lo <= b <= hi
//
// The problem has r n coordinates b over the n rows of K, where coordinate c belongs to row
// c mod n. w_i is the sum of the coordinates of row i, and b'Qb = w'Kw. Support vector
// regressions have r = 2. phi_c are smooth and convex, such as the dual terms of the losses
// of package loss; bounds may be infinite.
//
// The dual problem has the multipliers y of the rows of A, z of lo and s of hi:
//
//	maximise   -1/2 b'Qb + sum of (phi_c - b_c phi_c')(b_c) + d'y + lo'z - hi's
//	subject to Qb + q + phi' - A'y - z + s = 0,  z, s >= 0
//
// A solution of both has (b - lo) z = 0 and (hi - b) s = 0. Every iteration is a Newton step
// towards the point where these products are mu, and mu falls. It costs a factorisation of a matrix
// of order n, n^3/6 multiply-adds; 10 to 30 iterations give some eight digits for any data, which
// pairwise steps cannot promise.
package interior

import (
	"math"

	"maxmargin/core/base/run"
)

// Largest is the largest order of K for which users should meet this method: K has 128
// MB then, and an iteration 11e9 multiply-adds.
const Largest = 4000

// Terms is a sum of smooth convex functions, one of each coordinate: it returns
// phi_c(b) with the first and second derivative, for b strictly within its bounds.
type Terms func(c int, b float64) (value, slope, curvature float64)

// Problem is the problem above.
type Problem struct {
	// K is the kernel matrix, n x n and row-major. The solver reads the upper triangle with
	// the diagonal and keeps it; it overwrites the strict lower triangle.
	K []float64
	N int

	Linear []float64   // q, length r n
	Lower  []float64   // lo, length r n
	Upper  []float64   // hi, length r n
	Terms  Terms       // phi, or nil
	Rows   [][]float64 // A, each of length r n
	Sides  []float64   // the right-hand sides d, one for each row of A
	Start  []float64   // a point of the same scale as the solution, length r n, or nil
}

// Settings say when to stop.
type Settings struct {
	// Figures is the number of digits in which the two objectives must agree at the end; 0
	// means 8. The constraints hold to the same accuracy.
	Figures float64
	// MaxIterations ends a run with IterationLimit; 0 means 200.
	MaxIterations int
	// Ceiling, unless 0, is an upper bound of minus the objective that holds if the primal
	// problem of the machine has a solution. A run that exceeds it ends with Infeasible.
	Ceiling float64
	// Done, unless nil, is called before every iteration and ends the run when it returns
	// true. It is the stopping rule of the caller, and may call Rounded.
	Done func(Step) bool
}

// Step records the state before an iteration, and its step.
type Step struct {
	Primal  float64 // objective of the problem
	Dual    float64 // objective of its dual
	Figures float64 // digits in which they agree
	Rows    float64 // largest violation of A b = d, relative to the scale of b
	Slope   float64 // largest violation of the dual's equality, relative to that of Qb + q
	Mu      float64 // the value that the products were aimed at
	Length  float64 // share of the Newton step that was taken
}

// Accuracy returns the largest of the three relative differences: 10 to the power of
// -Figures, Rows and Slope.
func (s Step) Accuracy() float64 { return max(math.Pow(10, -s.Figures), s.Rows, s.Slope) }

// Result is the state of a solver.
type Result struct {
	Status       run.Status
	B            []float64
	Y            []float64 // multipliers of the rows of A
	Primal, Dual float64
	Iterations   int
	Steps        []Step
}
