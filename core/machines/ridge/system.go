package ridge

import (
	"errors"
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// system is (K + lambda W⁻¹) a = y over the m samples with a positive weight. It is solved as M
// (S⁻¹ a) = S y with S = W^½ and M = S K S + lambda I, which is better conditioned for different
// weights (as in scikit-learn).
type system struct {
	kernel kernel.Kernel
	set    sample.Set
	rows   []int     // samples with a positive weight, length m
	root   []float64 // S of each, length m
	target []float64 // y of every sample, length n
	lambda float64
	weight []float64 // of every sample; nil if all are 1

	withConstant bool   // whether there is a b
	leavesOut    bool   // whether leave-one-out residuals are wanted
	machine      string // its name, for errors
	instead      string // advice if there are too many samples
}

// solution is the solution of a system.
type solution struct {
	coef      []float64 // a of every sample, length n
	bias      float64
	objective float64
	leftOut   []float64 // leave-one-out residual of every sample; nil if not determined
	bounds    []float64 // below and above the least objective, of an iteration
	steps     int       // of an iteration
	notes     []model.Note
}

// newSystem poses the system for the samples of t with these weights, but does not compute
// the matrix yet. The targets are set before each call of solve.
func newSystem(machine, instead string, k kernel.Kernel, x sample.Set, weight []float64, lambda float64, withConstant bool) (*system, error) {
	rows, positive, _, err := model.Positive(weight, x.Len())
	if err != nil {
		return nil, err
	}
	s := &system{kernel: k, set: x, lambda: lambda, weight: weight, rows: rows, root: positive,
		withConstant: withConstant, machine: machine, instead: instead}
	for i, w := range positive {
		s.root[i] = math.Sqrt(w)
	}
	return s, nil
}

func (s *system) weightOf(i int) float64 { return model.WeightAt(s.weight, i) }

// solve solves the system for each of the targets, which have a number for every sample. It
// computes and factorises the matrix once. It returns run.ErrAborted if ctl ends it: half a
// solution is useless.
func (s *system) solve(ctl *run.Ctl, targets ...[]float64) ([]solution, error) {
	p := run.NewPhases(ctl, 2)
	if s.leavesOut {
		p = run.NewPhases(ctl, 3)
	}
	matrix, err := s.matrix(p)
	if err != nil {
		return nil, err
	}
	p.Begin("factorisation")
	factor, err := linalg.Factorize(matrix, len(s.rows), p.Watch)
	switch {
	case errors.Is(err, linalg.ErrStopped):
		return nil, run.ErrAborted
	case err != nil || factor.ReciprocalCondition() < singular && !factor.Stopped():
		return s.leastNorm(p, targets)
	}
	all, ones := make([]solution, len(targets)), slices.Clone(s.root)
	factor.Solve(ones)
	for q, target := range targets {
		s.target = target
		y := s.scaled()
		factor.Solve(y)
		if factor.Stopped() {
			return nil, run.ErrAborted
		}
		all[q] = s.unscaled(y, ones)
	}
	if !s.leavesOut {
		return all, nil
	}
	p.Begin("leave one out")
	diagonal := make([]float64, len(s.rows))
	if factor.InverseDiagonal(diagonal, p.Watch) != nil {
		return nil, run.ErrAborted
	}
	for q, target := range targets {
		s.target = target
		all[q].leftOut = s.leaveOneOut(all[q], diagonal, ones)
	}
	return all, nil
}

// singular is the reciprocal condition below which the solution would be noise.
const singular = 0x1p-52

// matrix returns M, m x m, of which the lower triangle is set.
func (s *system) matrix(p *run.Phases) ([]float64, error) {
	p.Begin("kernel matrix")
	m := len(s.rows)
	if err := gram.CheckMatrix(s.machine, "the kernel matrix of all samples", m, m, s.instead); err != nil {
		return nil, err
	}
	a := make([]float64, m*m)
	if !gram.Lower(a, s.kernel, s.set, s.rows, p.Watch) {
		return nil, run.ErrAborted
	}
	for i, root := range s.root {
		if !p.Row(i) {
			return nil, run.ErrAborted
		}
		row := a[i*m : i*m+i+1]
		for j := range row {
			row[j] *= root * s.root[j]
		}
		row[i] += s.lambda
	}
	return a, nil
}

// scaled returns S y.
func (s *system) scaled() []float64 {
	y := make([]float64, len(s.rows))
	for i, row := range s.rows {
		y[i] = s.root[i] * s.target[row]
	}
	return y
}

// unscaled returns a and b from u = M⁻¹ S y and v = M⁻¹ S 1. Without a bias
// a = S u. With A = K + lambda W⁻¹ = S⁻¹ M S⁻¹ the two equations of the bordered
// system give
//
//	b = 1'A⁻¹y / 1'A⁻¹1,  a = A⁻¹(y - b 1) = S (u - b v)
func (s *system) unscaled(u, v []float64) solution {
	bias := 0.0
	if sum := linalg.Dot(s.root, v); s.withConstant && sum != 0 {
		bias = linalg.Dot(s.root, u) / sum
	}
	return s.withBias(u, v, bias)
}

// withBias returns the solution for a known b. Its objective is lambda a'y, as
// 1'a = 0 where there is a b.
func (s *system) withBias(u, v []float64, bias float64) solution {
	out := solution{coef: make([]float64, len(s.target)), bias: bias}
	for i, row := range s.rows {
		a := s.root[i] * (u[i] - float64(bias*v[i]))
		out.coef[row] = a
		out.objective += float64(s.lambda * a * s.target[row])
	}
	return out
}

// leaveOneOut returns y_i - f_-i(x_i), where f_-i is fitted without sample i. By
// the inverse of a bordered matrix it is a_i / (B⁻¹)_ii, where B is the matrix of
// the system, with the row and column of the bias if there is one:
//
//	(B⁻¹)_ii = (A⁻¹)_ii - ((A⁻¹ 1)_i)^2 / 1'A⁻¹1,  A⁻¹ = S M⁻¹ S
//
// diagonal is that of M⁻¹ and v = M⁻¹ S 1. A sample of weight zero was not in the fit.
func (s *system) leaveOneOut(out solution, diagonal, v []float64) []float64 {
	residuals := s.residuals(out)
	if s.withConstant && len(s.rows) == 1 {
		residuals[s.rows[0]] = s.target[s.rows[0]] // no sample is left: f = 0, b = 0
		return residuals
	}
	sum := linalg.Dot(s.root, v)
	for i, row := range s.rows {
		inverse := diagonal[i]
		if s.withConstant {
			inverse -= float64(v[i]*v[i]) / sum
		}
		residuals[row] = out.coef[row] / (s.root[i] * s.root[i] * inverse)
	}
	return residuals
}

// residuals returns y_i - f(x_i) - b of the samples of weight zero.
func (s *system) residuals(out solution) []float64 {
	residuals := make([]float64, len(s.target))
	if len(s.rows) == len(s.target) {
		return residuals
	}
	columns := gram.Prepare(s.kernel, s.set, nil, gram.Origin(s.kernel, s.set))
	values := make([]float64, columns.Stride())
	for i := range residuals {
		if s.weightOf(i) > 0 {
			continue
		}
		columns.Rows([][]float64{values}, s.set, []int{i})
		f := out.bias
		for j, a := range out.coef {
			f += float64(a * values[j])
		}
		residuals[i] = s.target[i] - f
	}
	return residuals
}

// meanSquare returns sum w_i r_i^2 / sum w_i.
func (s *system) meanSquare(r []float64) float64 {
	var squares, weights float64
	for i, x := range r {
		squares += s.weightOf(i) * x * x
		weights += s.weightOf(i)
	}
	return squares / weights
}

// leastNorm solves a system without a Cholesky factor, or with one that is noise, by the
// eigenvalues of M. The bias fits the part of S y that f cannot fit, which M maps to zero, by least
// squares. If f can represent a constant, there is no such part, and the bias is found as in a
// regular system.
func (s *system) leastNorm(p *run.Phases, targets [][]float64) ([]solution, error) {
	m := len(s.rows)
	if m > linalg.LargestSpectrum {
		return nil, fault.New(fault.Numeric, "alpha", "the kernel matrix plus alpha is singular or indefinite in floating point, and %d samples are too many for the least-norm solution (at most %d); raise alpha", m, linalg.LargestSpectrum)
	}
	matrix, err := s.matrix(p)
	if err != nil {
		return nil, err
	}
	p.Begin("eigenvalues")
	spectrum := linalg.NewSpectrum(matrix, m, p.Watch)
	if spectrum == nil && !p.Watch(1) {
		return nil, run.ErrAborted
	}
	if spectrum == nil {
		return nil, model.Overflow()
	}
	var notes []model.Note
	if spectrum.Negative() > 0 {
		notes = append(notes, model.Indefinite("the kernel matrix plus alpha has negative eigenvalues", "The solution is a stationary point, not a minimum, and leave-one-out residuals are not given. Raise alpha or change the kernel"))
	}
	if spectrum.Zero() > 0 {
		notes = append(notes, model.Note{Code: "WARN_SINGULAR", Message: "the kernel matrix plus alpha is singular in floating point: of the many solutions the one of least norm was taken. Raise alpha; leave-one-out residuals are not given"})
	}
	all := make([]solution, len(targets))
	for q, target := range targets {
		s.target = target
		all[q] = s.shortest(spectrum)
		all[q].notes = notes
	}
	return all, nil
}

// shortest returns the solution of least norm for the target.
func (s *system) shortest(spectrum *linalg.Spectrum) solution {
	u, v := s.scaled(), slices.Clone(s.root)
	nullY, null1 := slices.Clone(u), slices.Clone(v)
	spectrum.NullPart(nullY)
	spectrum.NullPart(null1)
	spectrum.Solve(u)
	spectrum.Solve(v)
	out := solution{}
	switch length := linalg.Dot(null1, null1); {
	case s.withConstant && length > 1e-20*linalg.Dot(s.root, s.root):
		out = s.withBias(u, v, linalg.Dot(null1, nullY)/length)
	default:
		out = s.unscaled(u, v)
	}
	for i, y := range nullY {
		rest := y - float64(out.bias*null1[i])
		out.objective += float64(rest * rest)
	}
	return out
}
