package activeset

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/linalg"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// random returns a problem whose rows often repeat, with either class.
func random(seed uint64, n int) *problem {
	r := rand.New(rand.NewPCG(seed, 3))
	d := 1 + r.IntN(4)
	p := &problem{y: make([]float64, n), w: make([]float64, n)}
	data := make([]float64, n*d)
	shift, grid := r.Float64(), float64(r.IntN(4))
	for i := range n {
		p.y[i], p.w[i] = 1, 1
		if r.Float64() < 0.5 {
			p.y[i] = -1
		}
		for j := range d {
			v := r.NormFloat64() + shift*p.y[i]
			if grid > 0 {
				v = math.Round(grid*v) / grid
			}
			data[i*d+j] = v
		}
	}
	p.x, _ = sample.NewMatrix(data, n, d)
	switch r.IntN(4) {
	case 0:
		p.k = kernel.Linear{}
	default:
		p.k = kernel.RBF{Gamma: math.Pow(10, 3*r.Float64()-2)}
	}
	p.y[0], p.y[1] = 1, -1
	return p
}

// TestRandomPaths walks along paths of random problems with many equal rows, up and down.
func TestRandomPaths(t *testing.T) {
	for seed := range uint64(300) {
		p := random(seed, 20+int(seed%60))
		constant := seed%3 != 0
		s := p.set(0.01, constant)
		s.sight = short(seed / 2)
		if err := s.Solve(nil, p.smo(0.01, constant, 1e-6)); err != nil {
			t.Fatal(seed, err)
		}
		from := 0.01
		for _, c := range []float64{0.1, 1, 10, 1000, 3, 0.02} {
			if err := s.Follow(nil, p.course(from, c)); err != nil {
				t.Errorf("%d C = %v: %v (%d breakpoints, %d free)", seed, c, err, s.Breakpoints, s.Size())
				break
			}
			from = c
			bad := 0.0
			gap := s.Gap()
			for i, v := range s.Coef {
				bad = max(bad, v-s.High[i], s.Low[i]-v)
			}
			worst := 0.0
			for i, g := range s.Gradient {
				switch s.Places[i] {
				case Low:
					g = min(g, 0)
				case High:
					g = max(g, 0)
				case Fixed:
					g = 0
				}
				worst = max(worst, math.Abs(g))
			}
			if !(gap <= 1e-9*c) || !(bad <= 1e-10*c) || !(worst <= 1e-9) || !(math.Abs(linalg.Total(s.Coef)-s.Sum) <= 1e-9) && constant {
				t.Errorf("%d %v n %d: C = %v: gap %.3g, outside by %.2g, violated by %.2g, sum %.2g, %d free", seed, p.k, len(p.y), c, gap, bad, worst, linalg.Total(s.Coef), s.Size())
			}
		}
	}
}
