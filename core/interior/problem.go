// Package interior solves convex problems over a kernel matrix that fits into
// memory, by the primal-dual path following method of Vanderbei's LOQO as Smola
// and Schoelkopf describe it (A tutorial on support vector regression, Statistics
// and Computing 14, 2004, section 5.3 and Appendix A):
//
//	minimise   1/2 b'Qb + q'b + sum of phi_c(b_c)
//	subject to A b = d,  lo <= b <= hi
//
// The problem has r n coordinates b over the n rows of K, coordinate c being about
// row c mod n: the kernel sees their sum w_i, so that b'Qb = w'Kw. The regressions
// of support vectors have r = 2. phi_c are smooth and convex, such as the dual
// terms of the losses of package loss; bounds may be infinite.
//
// The dual problem has the multipliers y of the rows of A, z of lo and s of hi:
//
//	maximise   -1/2 b'Qb + sum of (phi_c - b_c phi_c')(b_c) + d'y + lo'z - hi's
//	subject to Qb + q + phi' - A'y - z + s = 0,  z, s >= 0
//
// A solution of both has (b - lo) z = 0 and (hi - b) s = 0. Every iteration is a
// Newton step towards the point where these products are mu, and mu falls. It costs
// a factorisation of a matrix of order n, n^3/6 multiply-adds; 10 to 30 iterations
// give some eight digits whatever the data, which pairwise steps cannot promise.
package interior

import "maxmargin/core/run"

// Largest is the largest order of K for which users should meet this method: K has 128
// MB then, and an iteration 11e9 multiply-adds.
const Largest = 4000

// Terms is a sum of smooth convex functions, one of each coordinate: it returns
// phi_c(b) with the first and second derivative, for b strictly within its bounds.
type Terms func(c int, b float64) (value, slope, curvature float64)

// Problem is the problem above.
type Problem struct {
	// K is the kernel matrix, n x n and row-major. Its upper triangle with the
	// diagonal is what counts and stays; the strict lower one is overwritten.
	K []float64
	N int

	Linear []float64   // q, length r n
	Lower  []float64   // lo, length r n
	Upper  []float64   // hi, length r n
	Terms  Terms       // phi; nil: none
	Rows   [][]float64 // A, each of length r n
	Sides  []float64   // d, one a row
	Start  []float64   // a point that tells the scale of a solution, length r n; nil: unknown
}

// Settings say when to stop.
type Settings struct {
	// Figures is the number of digits in which the two objectives shall agree;
	// 0 means 8. The constraints hold to as many.
	Figures float64
	// MaxIterations ends a run with IterationLimit; 0 means 200.
	MaxIterations int
	// Ceiling, unless 0, is what minus the objective cannot exceed if the problem of
	// which this is the dual has a solution; beyond it a run ends with Infeasible.
	Ceiling float64
	// Done, unless nil, is called before every iteration and ends the run when it
	// returns true: a stopping rule of the caller's, who may ask Rounded.
	Done func() bool
}

// Step is how the solver stood before an iteration, and what that did.
type Step struct {
	Primal  float64 // objective of the problem
	Dual    float64 // objective of its dual
	Figures float64 // digits in which they agree
	Rows    float64 // largest violation of A b = d, relative to the scale of b
	Slope   float64 // largest violation of the dual's equality, relative to that of Qb + q
	Mu      float64 // what the products were to become
	Length  float64 // share of the Newton step that was taken
}

// Result is where a solver stands.
type Result struct {
	Status       run.Status
	B            []float64
	Y            []float64 // multipliers of the rows of A
	Primal, Dual float64
	Iterations   int
	Steps        []Step
}
