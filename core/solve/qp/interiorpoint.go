package qp

import (
	"fmt"
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/interior"
)

// interiorPoint solves a problem by package interior. Its iterates are inside the bounds
// and satisfy the equations only at the end. So every iterate is rounded to a feasible
// point. The stopping rule, the trace and the result use these rounded points; the result
// is the one with the least violation.
type interiorPoint struct {
	problem  Problem
	settings Settings
	watch    *watch
	solver   *interior.Solver // nil until the matrix is computed
	matrix   []float64        // the rows of K that are computed so far
	whole    point
	linear   []float64 // q
	rounded  point     // of the current iterate
	gap      float64   // of whole; infinite: there is no rounded point yet
}

// InteriorPoint is the Method of package interior.
func InteriorPoint(p Problem, s Settings) (Solver, error) {
	if n := p.K.Len(); n > interior.Largest {
		return nil, Unsolvable("interiorPoint", fmt.Sprintf("it factorises the whole kernel matrix, and %d samples are more than %d. Choose 'smo', or train on a part", n, interior.Largest))
	}
	if s.Tolerance == 0 {
		s.Tolerance = 1e-3
	}
	t := &interiorPoint{problem: p, watch: newWatch(&s), gap: math.Inf(1)}
	t.settings = s
	t.whole.begin(&p, &t.linear)
	t.rounded.begin(&p, new([]float64))
	return t, nil
}

// Run iterates until the problem is solved or something ends it.
func (t *interiorPoint) Run(ctl *run.Ctl) run.Status {
	if t.solver == nil {
		if status := t.read(ctl); status != "" {
			return status
		}
		t.solver = interior.New(t.pose(), interior.Settings{Figures: math.Inf(1), MaxIterations: t.settings.MaxIterations,
			Ceiling: t.settings.Ceiling, Done: t.done})
	}
	return t.solver.Run(ctl)
}

// read computes the matrix.
func (t *interiorPoint) read(ctl *run.Ctl) (status run.Status) {
	t.matrix, status = ReadMatrix(ctl, t.problem.K, t.matrix)
	return status
}

// ReadMatrix appends to matrix the rows of K that are not in it yet, and returns the matrix
// and "". When ctl ends it, it returns the rows so far and the status.
func ReadMatrix(ctl *run.Ctl, k Rows, matrix []float64) ([]float64, run.Status) {
	n := k.Len()
	if matrix == nil {
		matrix = make([]float64, 0, n*n)
	}
	for len(matrix) < n*n {
		first := len(matrix) / n
		positions := make([]int, min(setSize, n-first))
		for i := range positions {
			positions[i] = first + i
		}
		for _, row := range k.Rows(positions) {
			matrix = append(matrix, row[:n]...)
		}
		if status := ctl.Checkpoint(func() run.Report { return run.Report{} }); status != "" {
			return matrix, status
		}
	}
	return matrix, ""
}

// pose states the problem over b = s a.
func (t *interiorPoint) pose() *interior.Problem {
	w := &t.whole
	p := &interior.Problem{K: t.matrix, N: t.problem.K.Len(), Linear: t.linear, Lower: w.lo, Upper: w.hi, Start: w.b,
		Rows: make([][]float64, w.groups), Sides: make([]float64, w.groups)}
	for g := range p.Rows {
		p.Rows[g] = make([]float64, len(w.b))
	}
	for c, b := range w.b {
		if g := w.groupOf(c); g >= 0 {
			p.Rows[g][c] = 1
			p.Sides[g] += b
		}
	}
	if shift := t.problem.Shift; shift != nil {
		p.Terms = func(c int, b float64) (value, slope, curvature float64) {
			return shift[c] * b * b / 2, shift[c] * b, shift[c]
		}
	}
	return p
}

// done rounds the current iterate, and reports whether the stopping rule holds for it.
func (t *interiorPoint) done(step interior.Step) bool {
	r := &t.rounded
	t.solver.Rounded(r.b, r.g)
	gap := r.gap()
	if gap <= t.gap {
		t.gap = gap
		copy(t.whole.b, r.b)
		copy(t.whole.g, r.g)
	}
	if t.watch.wants() && !(gap < t.settings.Tolerance) {
		t.watch.trace.RecordStep(step, t.solver.Iterations())
	}
	return gap < t.settings.Tolerance || t.watch.over(nil, r, t.linear, t.problem.Shift)
}

// Result returns the current state; before the first iteration that is the start of the
// problem.
func (t *interiorPoint) Result(status run.Status) Result {
	if math.IsInf(t.gap, 1) {
		begun := NewSMO(t.problem, t.settings)
		begun.recompute(nil)
		return begun.Result(status)
	}
	r := Result{}
	t.whole.result(&r, &t.problem, t.linear)
	r.Status = status
	if t.solver != nil {
		r.Iterations, r.Indefinite = t.solver.Iterations(), r.Indefinite || t.solver.Indefinite()
	}
	if t.watch != nil {
		r.Trace = t.watch.trace
		if t.solver != nil {
			r.Trace.Complete(t.solver.Steps())
		}
	}
	return r
}
