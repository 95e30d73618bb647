package gp

import (
	"errors"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// laplace is Laplace's approximation of the log marginal likelihood of labels y_i as a function of
// the parameters theta: variance v, those of the kernel, and those of the likelihood if it has any.
// The values f of the latent function have the covariance K' = v K, and a label has the probability
// p(y_i | f_i), to the power of the weight w_i of its sample. The density of f given the labels is
// approximated by a normal one around its mode, the maximum of
//
//	Psi(f) = -1/2 f'a + sum w_i log p(y_i | f_i),  f = K'a
//
// which Newton's method finds (Rasmussen & Williams, algorithm 3.1). With the second
// derivatives W of -w log p and B = 1 + W^(1/2) K' W^(1/2),
//
//	L = Psi - 1/2 log det B.
//
// By the logarithm of a parameter its derivative is sum over i, j of Q_ij dK'_ij, where
// R = W^(1/2) B⁻¹ W^(1/2), u = (1 - R K') s and
//
//	Q = 1/2 (a a' - R + u a' + a u'),  s_i = -1/2 (1 - (B⁻¹)_ii) dlog W_i / df_i.
//
// The last term is the change of the determinant as the mode moves (algorithm 5.1): the variance of
// f_i is (1 - (B⁻¹)_ii) / W_i. By a parameter of the likelihood the derivative is
//
//	sum over i of w_i dlog p / dt - 1/2 (1 - (B⁻¹)_ii) / W_i dW_i / dt + (K'u)_i w_i d²log p / df dt.
type laplace struct {
	observed
	of likelihood

	// matrix is m x m: above the diagonal K', below B, its factor or its inverse.
	matrix   []float64
	diagonal []float64 // of K'
	coef     []float64 // a of the last mode, with which the next search begins, or nil
}

// mode is the maximum of Psi.
type mode struct {
	latent    []float64 // f
	coef      []float64 // a
	precision []float64 // W
}

const (
	modeTol   = 1e-10 // the change of f, as a share of its size, at which Newton's method ends
	noisyTol  = 1e-6  // the same where the steps shrink no more
	psiTol    = 1e-11 // change of Psi by rounding, as a share of its size
	mostSteps = 100
	leastGap  = 1e-3 // how far below its start a parameter of a likelihood may go, as a factor
	mostClear = 1e3  // how far above its start a variance in units of the noise may go: where nothing overlaps it has no end
)

// newLaplace poses the problem.
func newLaplace(k kernel.Kernel, set sample.Set, rows []int, weights []float64, of likelihood) *laplace {
	return &laplace{observed: observe(k, set, rows, weights), of: of}
}

// ofKernel returns the parameters of the kernel.
func (l *laplace) ofKernel(theta []float64) []float64 { return theta[1 : len(theta)-l.of.parameters()] }

func (l *laplace) begin(p *point) ([]float64, error) { return p.theta, nil }

func (l *laplace) limits(parameter, count int) (least, most float64) {
	own := l.of.parameters()
	switch {
	case parameter > count-own:
		return leastGap, farthest
	case parameter == 0 && own > 0:
		return 1 / farthest, mostClear
	}
	return 1 / farthest, farthest
}

func (l *laplace) part(chosen []int) objective {
	of := l.of.part(chosen)
	if of == nil {
		return nil
	}
	rows, weights := l.picked(chosen)
	return newLaplace(l.kernel, l.set, rows, weights, of)
}

func (l *laplace) indefinite([]float64) error {
	return fault.New(fault.Numeric, "kernel", "the kernel matrix is indefinite in floating point, so that it is the covariance of no process; use a kernel that is positive definite")
}

// covariances sets the matrix K'.
func (l *laplace) covariances(theta []float64, watch linalg.Watch) error {
	m := len(l.rows)
	if l.matrix == nil {
		l.matrix, l.diagonal = make([]float64, m*m), make([]float64, m)
	}
	if !gram.Lower(l.matrix, withParameters(l.kernel, l.set, l.ofKernel(theta)), l.set, l.rows, func(done float64) bool { return watch(0.1 * done) }) {
		return run.ErrAborted
	}
	for i := range m {
		if !row(watch, i, 0.1) {
			return run.ErrAborted
		}
		for j, v := range l.matrix[i*m : i*m+i] {
			l.matrix[j*m+i] = theta[0] * v
		}
		l.diagonal[i] = theta[0] * l.matrix[i*m+i]
	}
	return nil
}

// times returns K'x.
func (l *laplace) times(x []float64) []float64 {
	m, y := len(l.rows), make([]float64, len(x))
	for i := range m {
		row := l.matrix[i*m+i+1 : (i+1)*m]
		y[i] += float64(l.diagonal[i]*x[i]) + lanes.Sum(row, x[i+1:])
		lanes.Update(y[i+1:], x[i], row)
	}
	return y
}

// factorize returns B for a precision W, with its Cholesky factor. The error is
// linalg.ErrNotDefinite or run.ErrAborted.
func (l *laplace) factorize(root []float64, watch linalg.Watch) (*linalg.Definite, error) {
	m := len(l.rows)
	for i := range m {
		if !row(watch, i, 0) {
			return nil, run.ErrAborted
		}
		own := l.matrix[i*m : i*m+i+1]
		for j := range own[:i] {
			own[j] = root[i] * root[j] * l.matrix[j*m+i]
		}
		own[i] = 1 + float64(root[i]*root[i]*l.diagonal[i])
	}
	factor, err := linalg.Factorize(l.matrix, m, watch)
	if errors.Is(err, linalg.ErrStopped) {
		err = run.ErrAborted
	}
	return factor, err
}

// psi returns Psi for a and f.
func (l *laplace) psi(coef, latent []float64) (sum float64) {
	for i, f := range latent {
		sum += l.of.log(i, f) - coef[i]*f/2
	}
	return sum
}

// slopes returns W^(1/2), and b = W f + the derivatives of w log p, at f.
func (l *laplace) slopes(latent []float64) (root, b []float64) {
	root, b = make([]float64, len(latent)), make([]float64, len(latent))
	for i, f := range latent {
		slope, w := l.of.slopes(i, f)
		root[i] = math.Sqrt(w)
		b[i] = w*f + slope
	}
	return root, b
}

// at finds the mode and returns the evidence. The error is run.ErrAborted.
func (l *laplace) at(theta []float64, watch linalg.Watch) (*point, error) {
	p := &point{theta: append([]float64(nil), theta...), value: math.Inf(-1)}
	l.of.set(theta)
	if err := l.covariances(theta, watch); err != nil {
		return nil, err
	}
	if l.coef == nil {
		l.coef = make([]float64, len(l.rows))
	}
	coef := l.coef
	latent := l.times(coef)
	value := l.psi(coef, latent)
	if zero := make([]float64, len(coef)); !(value >= l.psi(zero, zero)) {
		coef, latent, value = zero, zero, l.psi(zero, zero)
	}
	moved := math.Inf(1)
	for step := range mostSteps {
		done := 1 - 1/(1+float64(step))
		root, b := l.slopes(latent)
		factor, err := l.factorize(root, func(float64) bool { return watch(0.1 + 0.9*done) })
		switch {
		case errors.Is(err, run.ErrAborted):
			return nil, err
		case err != nil:
			return p, nil
		}
		next := l.times(b)
		for i, r := range root {
			next[i] *= r
		}
		factor.Solve(next)
		for i, r := range root {
			next[i] = b[i] - float64(r*next[i])
		}
		if factor.Stopped() {
			return nil, run.ErrAborted
		}
		after := l.times(next)
		reached := l.psi(next, after)
		// The step of Newton's method may be too long far from the mode. Near to it the growth is
		// less than the rounding of Psi.
		for range mostCuts {
			if reached >= value-psiTol*(1+math.Abs(value)) {
				break
			}
			for i := range next {
				next[i], after[i] = (next[i]+coef[i])/2, (after[i]+latent[i])/2
			}
			reached = l.psi(next, after)
		}
		before := moved
		moved = change(after, latent)
		coef, latent, value = next, after, reached
		if math.IsNaN(value) {
			return p, nil
		}
		// Steps that shrink no more are noise, as they can be where B is ill-conditioned.
		if moved <= modeTol || moved <= noisyTol && moved > before/2 || step == mostSteps-1 {
			l.coef, p.factor = coef, factor
			p.mode = &mode{latent, coef, root}
			for i, r := range root {
				p.mode.precision[i] = r * r
			}
			p.value = value - factor.LogDeterminant()/2
			break
		}
	}
	if math.IsNaN(p.value) {
		p.value = math.Inf(-1)
	}
	return p, nil
}

// change returns the largest change of f, as a share of its size.
func change(after, before []float64) float64 {
	largest, size := 0.0, 1.0
	for i, v := range after {
		largest, size = max(largest, math.Abs(v-before[i])), max(size, math.Abs(v))
	}
	return largest / size
}

// differentiate computes the gradient of a point, the last one that at returned. The error is
// run.ErrAborted.
func (l *laplace) differentiate(p *point, watch linalg.Watch) error {
	spread := make([]float64, len(l.rows)) // the variance of f_i
	u, err := l.byPrior(p, func(inverse, root []float64) []float64 {
		s := make([]float64, len(root))
		for i, w := range p.mode.precision {
			known := 1 - inverse[i*len(root)+i]
			s[i] = -0.5 * known * l.of.drift(i, p.mode.latent[i])
			if w > 0 {
				spread[i] = known / w
			}
		}
		u := l.times(s)
		for i, r := range root {
			u[i] *= r
		}
		u = symmetric(inverse, u)
		for i, r := range root {
			u[i] = s[i] - float64(r*u[i])
		}
		return u
	}, watch)
	if err != nil {
		return err
	}
	l.of.differentiate(p, spread, l.times(u))
	return nil
}

// byPrior begins the gradient of a point with the derivatives by variance and by the parameters of the
// kernel. moves returns u from the inverse of B and W^(1/2), and so does byPrior. The error is
// run.ErrAborted.
func (l *laplace) byPrior(p *point, moves func(inverse, root []float64) []float64, watch linalg.Watch) ([]float64, error) {
	m := len(l.rows)
	inverse, err := p.factor.Inverse(func(done float64) bool { return watch(0.8 * done) })
	p.factor = nil
	if err != nil {
		return nil, run.ErrAborted
	}
	root := make([]float64, m)
	trace := 0.0
	for i, w := range p.mode.precision {
		root[i] = math.Sqrt(w)
		trace += 1 - inverse[i*m+i]
	}
	u := moves(inverse, root)
	if !watch(0.8) {
		return nil, run.ErrAborted
	}
	a, byVariance := p.mode.coef, -trace/2
	for i, f := range p.mode.latent {
		byVariance += a[i]*f/2 + float64(u[i]*f)
	}
	p.gradient = []float64{byVariance}
	if len(l.ofKernel(p.theta)) == 0 {
		return u, nil
	}
	variance := p.theta[0]
	slopes := gram.Slopes(withParameters(l.kernel, l.set, l.ofKernel(p.theta)), l.used, func(dst []float64, i, first int) {
		own := inverse[i*m+first:]
		for c := range dst {
			j := first + c
			dst[c] = variance * (a[i]*a[j] - float64(root[i]*root[j]*own[c]) + u[i]*a[j] + float64(a[i]*u[j]))
		}
		if last := len(dst) - 1; first+last == i {
			dst[last] /= 2
		}
	}, func(done float64) bool { return watch(0.8 + 0.2*done) })
	if slopes == nil {
		return nil, run.ErrAborted
	}
	p.gradient = append(p.gradient, slopes...)
	return u, nil
}

// symmetric returns the product of x and the symmetric matrix whose lower triangle is in a.
func symmetric(a, x []float64) []float64 {
	m, y := len(x), make([]float64, len(x))
	for i := range m {
		row := a[i*m : i*m+i]
		y[i] += float64(a[i*m+i]*x[i]) + lanes.Sum(row, x[:i])
		lanes.Update(y[:i], x[i], row)
	}
	return y
}
