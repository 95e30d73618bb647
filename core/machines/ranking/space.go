package ranking

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// weights is a space that keeps w itself: that of linear functions of the samples at rows.
// The last of w is the weight of a constant feature, if there is one.
type weights struct {
	*primal.Samples
	rows     []int
	constant float64 // value of the constant feature; 0: there is none
	w        []float64
	light    bool // planes do without their coefficients: nobody asks for those of w
}

func newWeights(x sample.Set, rows []int, constant float64) (*weights, error) {
	samples, err := primal.NewSamples(x)
	if err != nil {
		return nil, err
	}
	return &weights{samples, rows, constant, make([]float64, samples.D+1), false}, nil
}

func (s *weights) scores(rows []int, to []float64) {
	for p, i := range rows {
		to[p] = s.Dot(s.rows[i], s.w[:s.D]) + s.constant*s.w[s.D]
	}
}

func (s *weights) direction(rows []int, coef []float64) plane {
	a := plane{coef, make([]float64, s.D+1)}
	for p, i := range rows {
		if coef[p] != 0 {
			s.Add(s.rows[i], coef[p], a.vector[:s.D])
			a.vector[s.D] += coef[p] * s.constant
		}
	}
	if s.light {
		a.coef = nil
	}
	return a
}

func (s *weights) inner(a, b plane) float64          { return lanes.Sum(a.vector, b.vector) }
func (s *weights) value(_ []int, a plane) float64    { return lanes.Sum(a.vector, s.w) }
func (s *weights) move(_ []int, a plane, by float64) { lanes.Update(s.w, by, a.vector) }
func (s *weights) settle([]int)                      {}
func (s *weights) norm() float64                     { return lanes.Sum(s.w, s.w) }

// matrix is a space with the kernel values of n rows. It keeps w as coefficients, and its
// scores.
type matrix struct {
	n      int
	k      []float64 // n x n
	coef   []float64 // of w
	f      []float64 // scores of all rows
	change []float64 // of the coefficients of the rows at hand
}

// newMatrix returns run.ErrAborted when ctl ends it.
func newMatrix(ctl *run.Ctl, k kernel.Kernel, x sample.Set, rows []int) (*matrix, error) {
	n := len(rows)
	if err := gram.CheckMatrix("RankSVC", "the kernel matrix of all samples", n, n, "take the kernel 'linear', which needs no matrix, or train on fewer queries"); err != nil {
		return nil, err
	}
	s := &matrix{n: n, k: make([]float64, n*n), coef: make([]float64, n), f: make([]float64, n), change: make([]float64, n)}
	watch := func(done float64) bool {
		return ctl.Wanted(func() run.Report { return run.Report{Phase: "kernel matrix", Fraction: done / 2} })
	}
	if !gram.Lower(s.k, k, x, rows, watch) || !linalg.Mirror(s.k, n, watch) {
		return nil, run.ErrAborted
	}
	return s, model.Finite(s.k)
}

func (s *matrix) scores(rows []int, to []float64) {
	for p, i := range rows {
		to[p] = s.f[i]
	}
}

func (s *matrix) direction(rows []int, coef []float64) plane {
	a := plane{coef, make([]float64, len(rows))}
	for p, i := range rows {
		row := s.k[i*s.n : (i+1)*s.n]
		for r, j := range rows {
			a.vector[p] += float64(row[j] * coef[r])
		}
	}
	return a
}

func (s *matrix) inner(a, b plane) float64 { return lanes.Sum(a.vector, b.coef) }

func (s *matrix) value(rows []int, a plane) (sum float64) {
	for p, i := range rows {
		sum += float64(a.coef[p] * s.f[i])
	}
	return sum
}

func (s *matrix) move(rows []int, a plane, by float64) {
	for p, i := range rows {
		s.change[i] += by * a.coef[p]
	}
}

func (s *matrix) settle(rows []int) {
	for _, i := range rows {
		if by := s.change[i]; by != 0 {
			lanes.Update(s.f, by, s.k[i*s.n:(i+1)*s.n])
			s.coef[i] += by
			s.change[i] = 0
		}
	}
}

func (s *matrix) norm() float64 { return lanes.Sum(s.coef, s.f) }
