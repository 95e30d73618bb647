package programs

import (
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/program"
)

// solve finds the widest margin in the norm p. Every norm but 1 begins with a linear program, which
// decides whether the classes can be separated, and gives the scale of the solution.
func (h *hyperplane) solve(ctl *run.Ctl, p float64) run.Status {
	var status run.Status
	switch {
	case p < 2:
		w, s := h.sum(ctl)
		if status = s; status != run.Converged {
			break
		}
		h.take(w)
		if p > 1 {
			w, status = h.nearest(ctl, p/(p-1), 2*h.margin(1))
		}
		h.keep(w, status)
	case p == 2:
		w, s := h.square(ctl)
		if status = s; status == run.Converged {
			h.take(w)
		}
	default:
		w, s := h.largest(ctl)
		if status = s; status != run.Converged {
			break
		}
		h.take(w)
		if !math.IsInf(p, 1) {
			w, status = h.power(ctl, p, norm(h.w, infinity()))
		}
		h.keep(w, status)
	}
	if status == run.Converged && h.least <= 0 {
		status = run.Infeasible
	}
	if status != run.Converged && status != run.Aborted && h.least <= 0 {
		if ended := h.soft(ctl); ended.Cut() {
			status = ended
		}
	}
	return status
}

// keep stores weights, unless a fit that ended early found them and they separate less than the
// stored ones.
func (h *hyperplane) keep(w []float64, status run.Status) {
	if w == nil || status == run.Aborted {
		return
	}
	before, b, least := append([]float64(nil), h.w...), h.b, h.least
	if h.take(w); h.least <= 0 && least > 0 {
		copy(h.w, before)
		h.b, h.least = b, least
	}
}

// rows returns the matrix of the conditions y (<w, x> + b) >= 1 over the weights, in blocks with
// the given signs, and the constant b, with space for further columns.
func (h *hyperplane) rows(signs []float64, columns int) (data []float64, width int) {
	width = len(signs)*h.d + 1 + columns
	data = make([]float64, h.n*width)
	for i, y := range h.y {
		to := data[i*width : (i+1)*width]
		for s, sign := range signs {
			for j, x := range h.row(i) {
				to[s*h.d+j] = sign * y * x
			}
		}
		to[len(signs)*h.d] = y
	}
	return data, width
}

// run solves a program and returns its first d variables.
func (h *hyperplane) run(ctl *run.Ctl, p program.Problem) (program.Result, run.Status) {
	r := program.Solve(ctl, p, program.Settings{MaxIterations: 200})
	h.iterations += r.Iterations
	h.gap = max(h.gap, math.Abs(r.Gap())/max(1, math.Abs(r.Objective)))
	if r.Status == run.Infeasible {
		h.gap = 0
	}
	return r, r.Status
}

func slice(n int, with float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = with
	}
	return v
}

// sum minimises |w|_1, with w the difference of two vectors u, v >= 0.
func (h *hyperplane) sum(ctl *run.Ctl) ([]float64, run.Status) {
	data, width := h.rows([]float64{1, -1}, 0)
	p := program.Problem{Linear: slice(width, 1), Lower: make([]float64, width), Low: slice(h.n, 1), Matrix: program.NewDense(data, h.n, width)}
	p.Linear[width-1], p.Lower[width-1] = 0, -infinity()
	r, status := h.run(ctl, p)
	w := make([]float64, h.d)
	for j := range w {
		w[j] = r.X[j] - r.X[h.d+j]
	}
	return w, status
}

// square minimises 1/2 |w|_2².
func (h *hyperplane) square(ctl *run.Ctl) ([]float64, run.Status) {
	data, width := h.rows([]float64{1}, 0)
	p := program.Problem{Linear: make([]float64, width), Low: slice(h.n, 1), Matrix: program.NewDense(data, h.n, width)}
	p.Quadratic.Diagonal = slice(width, 1)
	p.Quadratic.Diagonal[width-1] = 0
	r, status := h.run(ctl, p)
	return r.X[:h.d], status
}

// largest maximises rho subject to y (<w, x> + b) >= rho and |w_j| <= 1.
func (h *hyperplane) largest(ctl *run.Ctl) ([]float64, run.Status) {
	data, width := h.rows([]float64{1}, 1)
	for i := range h.n {
		data[i*width+width-1] = -1
	}
	p := program.Problem{Linear: make([]float64, width), Lower: slice(width, -1), Upper: slice(width, 1), Low: make([]float64, h.n), Matrix: program.NewDense(data, h.n, width)}
	p.Linear[width-1] = -1
	for _, j := range []int{width - 2, width - 1} {
		p.Lower[j], p.Upper[j] = -infinity(), infinity()
	}
	p.Lower[width-1] = 0 // w = 0 has it
	r, status := h.run(ctl, p)
	if status == run.Converged && r.X[width-1] <= 1e-9*norm(h.x, infinity()) {
		status = run.Infeasible
	}
	return r.X[:h.d], status
}

// powers are the terms |x|^p / p of the first d variables.
func powers(d int, p float64) program.Terms {
	return func(j int, x float64) (value, slope, curvature float64) {
		if j >= d {
			return 0, 0, 0
		}
		curvature = math.Pow(math.Abs(x), p-2)
		return curvature * x * x / p, curvature * x, (p - 1) * curvature
	}
}

// power minimises |w|_p^p for p > 2, where scale is the smallest |w|_inf.
func (h *hyperplane) power(ctl *run.Ctl, p, scale float64) ([]float64, run.Status) {
	data, width := h.rows([]float64{scale}, 0)
	problem := program.Problem{Linear: make([]float64, width), Low: slice(h.n, 1), Matrix: program.NewDense(data, h.n, width), Terms: powers(h.d, p)}
	r, status := h.run(ctl, problem)
	return r.X[:h.d], status
}

// nearest solves the dual problem for p < 2, whose terms are smooth: the nearest points of the
// hulls of the two classes in the norm q > 2,
//
//	minimise   |z|_q^q  subject to  z = sum of a_i y_i x_i,  sum of a_i = 1 for each class
//
// where scale is the smallest |z|_inf. The weights are w_j = sign(z_j) |z_j|^(q-1), up to a
// factor.
func (h *hyperplane) nearest(ctl *run.Ctl, q, scale float64) ([]float64, run.Status) {
	width := h.d + h.n
	data := make([]float64, (h.d+2)*width)
	for j := range h.d {
		data[j*width+j] = -1
		for i, y := range h.y {
			data[j*width+h.d+i] = y * h.row(i)[j] / scale
		}
	}
	for i, y := range h.y {
		at := h.d
		if y < 0 {
			at++
		}
		data[at*width+h.d+i] = 1
	}
	sides := make([]float64, h.d+2)
	sides[h.d], sides[h.d+1] = 1, 1
	p := program.Problem{Linear: make([]float64, width), Lower: make([]float64, width), Low: sides, High: sides, Matrix: program.NewDense(data, h.d+2, width), Terms: powers(h.d, q)}
	for j := range h.d {
		p.Lower[j] = -infinity()
	}
	r, status := h.run(ctl, p)
	w := make([]float64, h.d)
	for j := range w {
		w[j] = math.Copysign(math.Pow(math.Abs(r.X[j]), q-1), r.X[j])
	}
	return w, status
}

// soft finds weights for classes that no hyperplane separates: the weights with the smallest sum of
// violations of y (<w, x> + b) >= 1, or the difference of the means of the classes if these are
// zero.
func (h *hyperplane) soft(ctl *run.Ctl) run.Status {
	data, width := h.rows([]float64{1, -1}, 0)
	unit := norm(h.x, infinity())
	p := program.Problem{Linear: slice(width, 1e-3*unit), Lower: make([]float64, width), Low: slice(h.n, 1), Cost: slice(h.n, 1), Matrix: program.NewDense(data, h.n, width)}
	p.Linear[width-1], p.Lower[width-1] = 0, -infinity()
	r, status := h.run(ctl, p)
	if status == run.Aborted {
		return status
	}
	w, total := make([]float64, h.d), 0.0
	for j := range w {
		w[j] = r.X[j] - r.X[h.d+j]
		total += math.Abs(w[j])
	}
	b := r.X[width-1]
	if total*unit < 1e-6 || status != run.Converged {
		w, b = h.means(), 0
	}
	copy(h.w, w)
	h.b = b
	for j, v := range h.centre {
		h.b -= float64(h.w[j] * v)
	}
	return status
}

// means returns the difference of the means of the classes, in units of the data, and a first
// weight of 1 if it is zero.
func (h *hyperplane) means() []float64 {
	w, unit := make([]float64, h.d), norm(h.x, infinity())
	if unit == 0 {
		unit = 1
	}
	for i, y := range h.y {
		for j, x := range h.row(i) {
			w[j] += y * x / unit / unit
		}
	}
	if norm(w, infinity()) == 0 {
		w[0] = 1 / unit
	}
	return w
}
