package activeset

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/solve/qp"
)

// matrix is a kernel matrix that is there whole.
type matrix [][]float64

func (m matrix) Row(i int) []float64    { return m[i] }
func (m matrix) Diagonal(i int) float64 { return m[i][i] }

// problem is a classification problem.
type problem struct {
	name string
	k    kernel.Kernel
	x    *sample.Matrix
	y    []float64
	w    []float64 // factors of C
}

func (p *problem) matrix() matrix {
	n := p.x.Len()
	whole := make([]float64, n*n)
	gram.Square(whole, p.k, p.x, func(float64) bool { return true })
	m := make(matrix, n)
	for i := range m {
		m[i] = whole[i*n : (i+1)*n]
	}
	return m
}

// smo returns the solution of a problem by SMO.
func (p *problem) smo(c float64, constant bool, tol float64) (coef []float64) {
	n := p.x.Len()
	q := qp.Problem{Sign: p.y, Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n)}
	index := make([]int, n)
	for i := range n {
		q.Linear[i], q.Upper[i], index[i] = -1, c*p.w[i], i
	}
	if !constant {
		q.Group = make([]int, n)
		for i := range q.Group {
			q.Group[i] = -1
		}
	}
	q.K = gram.NewMatrix(p.k, p.x).ViewOf(&gram.Memory{}, 1<<28, index)
	s := qp.NewSMO(q, qp.Settings{Tolerance: tol, Rule: qp.RuleKKT})
	coef = s.Result(s.Run(nil)).Alpha
	for i := range coef {
		coef[i] *= p.y[i]
	}
	return coef
}

// set returns the problem with the bounds of a C.
func (p *problem) set(c float64, constant bool) *Set {
	n := p.x.Len()
	s := &Set{K: p.matrix(), Constant: constant, Low: make([]float64, n), High: make([]float64, n), Linear: make([]float64, n)}
	for i, y := range p.y {
		s.Linear[i] = -y
		if y > 0 {
			s.High[i] = c * p.w[i]
		} else {
			s.Low[i] = -c * p.w[i]
		}
	}
	return s
}

// course returns the way from one C to another.
func (p *problem) course(from, to float64) Course {
	way := 1.0
	if to < from {
		way = -1
	}
	c := Course{Low: make([]float64, len(p.y)), High: make([]float64, len(p.y)), To: way * (to - from)}
	for i, y := range p.y {
		if y > 0 {
			c.High[i] = way * p.w[i]
		} else {
			c.Low[i] = -way * p.w[i]
		}
	}
	return c
}

// problems returns problems of several kinds: two overlapping clouds, the same with copies of
// rows, on a grid, linear kernels with more samples than dimensions, narrow and wide kernels.
func problems() (all []*problem) {
	r := rand.New(rand.NewPCG(1, 2))
	add := func(name string, k kernel.Kernel, n, d int, shift float64, share float64, change func(i int, row []float64)) {
		p := &problem{name: name, k: k, y: make([]float64, n), w: make([]float64, n)}
		data := make([]float64, n*d)
		for i := range n {
			p.y[i], p.w[i] = 1, 1
			if r.Float64() > share {
				p.y[i] = -1
			}
			row := data[i*d : (i+1)*d]
			for j := range row {
				row[j] = r.NormFloat64() + shift*p.y[i]
			}
			if change != nil {
				change(i, row)
			}
		}
		p.x, _ = sample.NewMatrix(data, n, d)
		all = append(all, p)
	}
	rbf := func(gamma float64) kernel.Kernel { return kernel.RBF{Gamma: gamma} }
	add("clouds", rbf(0.5), 80, 2, 0.7, 0.5, nil)
	add("wide", rbf(0.01), 80, 2, 0.7, 0.4, nil)
	add("narrow", rbf(20), 60, 3, 0.5, 0.5, nil)
	add("linear", kernel.Linear{}, 90, 3, 0.6, 0.5, nil)
	add("grid", rbf(1), 100, 2, 0.7, 0.5, func(_ int, row []float64) {
		for j := range row {
			row[j] = math.Round(row[j])
		}
	})
	add("linear grid", kernel.Linear{}, 80, 2, 0.7, 0.4, func(_ int, row []float64) {
		for j := range row {
			row[j] = math.Round(2*row[j]) / 2
		}
	})
	add("unbalanced", rbf(0.3), 100, 4, 0.8, 0.15, nil)
	add("separable", rbf(0.3), 60, 2, 3, 0.5, nil)
	weighted := *all[0]
	weighted.name, weighted.w = "weighted", make([]float64, 80)
	for i := range weighted.w {
		weighted.w[i] = float64(i%4) / 2
	}
	all = append(all, &weighted)
	return all
}

// value returns the decision values of coefficients, without the constant.
func (m matrix) values(coef []float64) []float64 {
	f := make([]float64, len(m))
	for i, row := range m {
		for j, v := range row {
			f[i] += v * coef[j]
		}
	}
	return f
}

// TestPathMeetsSMO walks from C = 0.01 to 1000 and compares the solution on the way with SMO.
func TestPathMeetsSMO(t *testing.T) {
	for _, p := range problems() {
		for _, constant := range []bool{true, false} {
			name := p.name
			if !constant {
				name += ", no constant"
			}
			t.Run(name, func(t *testing.T) {
				s := p.set(0.01, constant)
				k := s.K.(matrix)
				if err := s.Solve(nil, p.smo(0.01, constant, 1e-6)); err != nil {
					t.Fatal(err)
				}
				from := 0.01
				for _, c := range []float64{0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 50, 200, 1000} {
					if err := s.Follow(nil, p.course(from, c)); err != nil {
						t.Fatalf("C = %v: %v (%d breakpoints, %d free)", c, err, s.Breakpoints, s.Size())
					}
					from = c
					gap := s.Gap()
					want := k.values(p.smo(c, constant, 1e-10))
					worst := 0.0
					for i, v := range k.values(s.Coef) {
						worst = max(worst, math.Abs(v-want[i]))
					}
					bad := 0.0
					for i, v := range s.Coef {
						bad = max(bad, v-s.High[i], s.Low[i]-v)
					}
					t.Logf("C = %v: %d breakpoints, %d free, gap %.2g, off by %.2g, out %.2g", c, s.Breakpoints, s.Size(), gap, worst, bad)
					if !(worst <= 1e-8) || !(gap <= 1e-9*c) || !(bad <= 1e-10) {
						t.Errorf("C = %v: off by %.3g, gap %.3g, outside by %.2g", c, worst, gap, bad)
					}
				}
			})
		}
	}
}
