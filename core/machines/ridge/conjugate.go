package ridge

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// Iterating are the options of the solver 'conjugateGradient'.
type Iterating struct {
	Solver    string  `js:"solver" default:"cholesky" choices:"cholesky,conjugateGradient" doc:"How the system is solved: by a factorisation of the kernel matrix ('cholesky'), or by conjugate gradients, which need no matrix in memory, can end early within known bounds, and give no leave-one-out residuals ('conjugateGradient'; alpha must be above 0)."`
	Tol       float64 `js:"tol" default:"0.000001" range:"(0,inf)" doc:"Conjugate gradients end when the bounds above and below on the objective differ by at most this share of the lower one."`
	MaxIter   float64 `js:"maxIter" type:"integer" default:"100000" range:"[1,inf]" doc:"Largest number of steps of conjugate gradients, each a product with the kernel matrix; the function so far is kept."`
	MaxTime   float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of conjugate gradients; the function so far is kept."`
	CacheSize float64 `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel values with conjugate gradients; what does not fit is computed anew in every step."`
}

// conjugateGradient is the name of that solver.
const conjugateGradient = "conjugateGradient"

// iteration solves a system by conjugate gradients (Cristianini & Shawe-Taylor, Table 7.3):
// (M u = S y, M = S K S + lambda I; where there is a b, both are projected by P onto the
// vectors orthogonal to S 1, on which the system with b is definite, too).
//
// With the residual g, two bounds enclose the maximum of z'u - 1/2 u'Mu, z = P S y, for a positive
// definite kernel (M - lambda I has no negative eigenvalue):
//
//	Q = 1/2 (z + g)'u   and   Q + |g|^2 / (2 lambda)
//
// (Skilling; section 7.6 there: the second is (z'z - 2 Q*(u)) / (2 lambda) of the function
// Q*(u) = z'Ku - 1/2 u'MKu.) Times 2 lambda these are bounds on the objective of the
// machine, and the upper one is the objective of u itself.
type iteration struct {
	*system
	matrix *gram.Product
	right  []float64 // z
	u      []float64
	left   []float64 // S y - M u
	g      []float64 // P of it
	square float64   // |g|^2
	steps  int
}

// least is the length of a residual, relative to the target's, that is rounding.
const least = 1e-14

// iterate returns the solution for the target and how it ended. bytes are for kernel values.
func (s *system) iterate(ctl *run.Ctl, o Iterating, bytes int) (solution, run.Status, error) {
	m := len(s.rows)
	it := &iteration{system: s, matrix: gram.NewProduct(s.kernel, s.set, s.rows, bytes), u: make([]float64, m), left: s.scaled(), g: make([]float64, m)}
	it.project(it.g, it.left)
	it.right = append([]float64(nil), it.g...)
	it.square = linalg.Dot(it.g, it.g)
	status, err := it.descend(ctl, o)
	if err != nil || status == run.Aborted {
		return solution{}, status, err
	}
	bias := 0.0
	if s.withConstant {
		bias = linalg.Dot(s.root, it.left) / linalg.Dot(s.root, s.root)
	}
	out := solution{coef: make([]float64, len(s.target)), bias: bias, steps: it.steps, bounds: []float64{it.lower(), it.lower() + it.square}}
	for i, row := range s.rows {
		out.coef[row] = s.root[i] * it.u[i]
	}
	out.objective = out.bounds[1]
	return out, status, nil
}

// lower returns the lower bound on the objective, 2 lambda Q.
func (it *iteration) lower() (sum float64) {
	for i, u := range it.u {
		sum += float64((it.right[i] + it.g[i]) * u)
	}
	return it.lambda * sum
}

// gap returns the difference of the bounds relative to the lower one.
func (it *iteration) gap() float64 {
	if it.square == 0 {
		return 0
	}
	return it.square / max(0, it.lower())
}

func (it *iteration) descend(ctl *run.Ctl, o Iterating) (status run.Status, err error) {
	m := len(it.u)
	direction, product := append([]float64(nil), it.g...), make([]float64, m)
	projected, scaled := make([]float64, m), make([]float64, m)
	floor := least * least * it.square
	first := math.Inf(1) // the first gap that is finite
	watch := func(done float64) bool {
		status = ctl.Checkpoint(func() run.Report {
			r := run.Report{Phase: "conjugate gradients", Iteration: it.steps, Objective: it.lower() + it.square, Fraction: 0}
			if gap := it.gap(); !math.IsInf(gap, 1) {
				r.Gap, r.Fraction = gap, max(0, min(0.999, math.Log(first/gap)/math.Log(first/o.Tol)))
			}
			return r
		})
		return status == ""
	}
	for it.square > floor && it.gap() > o.Tol {
		if float64(it.steps) >= o.MaxIter {
			return run.IterationLimit, nil
		}
		for i, h := range direction {
			scaled[i] = it.root[i] * h
		}
		if !it.matrix.Times(product, scaled, watch) {
			return status, nil
		}
		for i, h := range direction {
			product[i] = it.root[i]*product[i] + it.lambda*h
		}
		it.project(projected, product)
		curvature := linalg.Dot(direction, projected)
		if !(curvature > 0) || math.IsInf(curvature, 1) {
			return "", it.breakdown(curvature)
		}
		step := it.square / curvature
		for i, h := range direction {
			it.u[i] += float64(step * h)
			it.left[i] -= float64(step * product[i])
		}
		it.project(it.g, it.left)
		before := it.square
		it.square = linalg.Dot(it.g, it.g)
		for i, g := range it.g {
			direction[i] = g + float64(it.square/before*direction[i])
		}
		it.steps++
		if gap := it.gap(); math.IsInf(first, 1) {
			first = max(gap, 2*o.Tol)
		}
	}
	return run.Converged, nil
}

// project writes P v into dst.
func (it *iteration) project(dst, v []float64) {
	copy(dst, v)
	if !it.withConstant {
		return
	}
	share := linalg.Dot(it.root, v) / linalg.Dot(it.root, it.root)
	for i, r := range it.root {
		dst[i] -= float64(share * r)
	}
}

func (it *iteration) breakdown(curvature float64) error {
	if math.IsNaN(curvature) || math.IsInf(curvature, 0) {
		return model.Overflow()
	}
	return fault.New(fault.Numeric, "alpha", "the kernel matrix plus alpha has a negative eigenvalue, so that the objective has no minimum and conjugate gradients lead nowhere; raise alpha, take a kernel that is positive definite, or solver 'cholesky', which gives the stationary point")
}
