package programs_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/programs"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

func tube(c, nu, gamma float64, shape string) *programs.ParametricTubeSVR {
	m := programs.NewParametricTubeSVR(catalog.Kernel)
	m.C, m.Nu, m.Tube = c, nu, shape
	m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", gamma
	return m
}

// TestTubesOfIpop compares with the dual problem as ipop solves it.
func TestTubesOfIpop(t *testing.T) {
	for _, g := range readGolden(t).Tubes {
		m := tube(g.C, g.Nu, 0.8, g.Shape)
		d := model.NewTraining(&sample.Matrix{N: len(g.Y), D: g.D, X: g.X}, model.Values(g.Y))
		r := network(t, m, d)
		beta := make([]float64, len(g.Y))
		for p, i := range m.Result.Indices {
			beta[i] = m.Result.Coef[p]
		}
		if !(math.Abs(r.Objective-g.Objective) <= 1e-7*g.Objective) || !(distance(beta, g.Beta) <= 1e-4*g.C) || !(distance(m.Result.TubeCoef, g.Widths) <= 1e-5) {
			t.Errorf("%s: objective %v, ipop's is %v; tube %v, ipop's is %v; multipliers differ by %v", g.Name, r.Objective, g.Objective, m.Result.TubeCoef, g.Widths, distance(beta, g.Beta))
		}
	}
}

// TestConstantTubeIsNuSVR: without other parts the machine is NuSVR.
func TestConstantTubeIsNuSVR(t *testing.T) {
	for seed := range uint64(6) {
		d := random(seed, 50, 2)
		m, s := tube(3, 0.4, 0.7, "constant"), svm.NewNuSVR(catalog.Kernel)
		s.C, s.Nu, s.Kernel, s.Tol = 3, 0.4, m.Kernel, 1e-10
		network(t, m, d)
		network(t, s, d)
		if far := distance(predictions(t, m, d.X), predictions(t, s, d.X)); !(far <= 1e-7) || !(math.Abs(m.Result.TubeCoef[0]-s.Result.Epsilon) <= 1e-7) {
			t.Errorf("seed %d: predictions differ by %.3g, half-widths %v and %v", seed, far, m.Result.TubeCoef, s.Result.Epsilon)
		}
	}
}

// TestNuOfEveryPart: weighted by each part of the tube, at most the share nu lies outside,
// and where the part has a coefficient at least the share nu are support vectors.
func TestNuOfEveryPart(t *testing.T) {
	positive := 0
	for seed := range uint64(20) {
		d := random(seed, 80, 2)
		r := rand.New(rand.NewPCG(seed, 1))
		weight := make([]float64, 80)
		for i := range weight {
			weight[i] = 0.5 + r.Float64()
		}
		d.Weight = weight
		m := tube(2, 0.1+0.8*r.Float64(), 0.5, "absolute")
		network(t, m, d)
		f, x, y := predictions(t, m, d.X), d.X.(*sample.Matrix), d.Values()
		supports := map[int]bool{}
		for _, i := range m.Result.Indices {
			supports[int(i)] = true
		}
		for k, c := range m.Result.TubeCoef {
			var outside, support, total float64
			for i := range y {
				g := weight[i]
				if k > 0 {
					g *= math.Abs(x.X[2*i+k-1])
				}
				total += g
				if math.Abs(y[i]-f[i]) > m.Result.Epsilons[i]+1e-7 {
					outside += g
				}
				if supports[i] {
					support += g
				}
			}
			if !(outside <= m.Nu*total*(1+1e-9)) || !(c <= 1e-7) && !(support >= m.Nu*total*(1-1e-9)) {
				t.Errorf("seed %d, part %d: nu = %v, outside %v, support vectors %v, coefficient %v", seed, k, m.Nu, outside/total, support/total, c)
			}
			if c > 1e-7 {
				positive++
			}
		}
	}
	if positive < 20 {
		t.Errorf("only %d of 60 parts have a coefficient", positive)
	}
}

// TestTheTubeFollowsTheNoise: noise that grows with |x| gives a tube that grows with |x|.
func TestTheTubeFollowsTheNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	n := 300
	x, y := &sample.Matrix{N: n, D: 1}, make(model.Values, n)
	for i := range n {
		v := -3 + 6*r.Float64()
		x.X = append(x.X, v)
		y[i] = math.Sin(v) + 0.3*math.Abs(v)*(2*r.Float64()-1)
	}
	m := tube(1, 0.2, 0.3, "absolute")
	network(t, m, model.NewTraining(x, y))
	// Of uniform noise on [-a, a], the share nu lies outside of (1 - nu) a.
	if c := m.Result.TubeCoef; c[0] > 0.05 || !(math.Abs(c[1]-0.8*0.3) <= 0.05) {
		t.Errorf("half-width %v, expected [0, 0.24] about", c)
	}
}

// TestTubeRefusals: parts that are negative or missing.
func TestTubeRefusals(t *testing.T) {
	d := random(1, 12, 2)
	for _, c := range []struct {
		columns  int
		argument string
	}{{1, "tube"}, {3, "tubeColumns"}} {
		m := tube(1, 0.5, 1, "columns")
		m.TubeColumns = c.columns
		var e *fault.Error
		if _, err := m.Fit(nil, d); !errors.As(err, &e) || e.Code != fault.Option || e.Argument != c.argument {
			t.Errorf("%d columns: %v", c.columns, err)
		}
	}
}
