package programs_test

import (
	"math"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/model"
)

// golden are the answers of kernlab's ipop; see core/internal/golden/network.R.
type golden struct {
	Networks, Tubes []struct {
		Name               string
		D                  int
		C, Epsilon, Nu     float64
		Regularizer        string
		Basis, Shape       string
		X, Y, Beta, Widths []float64
		Objective, Penalty float64
	}
}

func readGolden(t *testing.T) (g golden) {
	t.Helper()
	facts.Golden(t, "network.json", &g)
	return g
}

// TestNetworksOfIpop compares with the dual problem as ipop solves it: penalties other than
// the kernel's norm, and functions without a penalty.
func TestNetworksOfIpop(t *testing.T) {
	for _, g := range readGolden(t).Networks {
		regularizer := g.Regularizer
		if regularizer != "same" {
			regularizer = `{"kernel":"laplacian","gamma":0.5}`
		}
		m := regularization(g.C, g.Epsilon, 0.8, regularizer)
		m.Basis.Basis = g.Basis
		d := model.NewTraining(&sample.Matrix{N: len(g.Y), D: g.D, X: g.X}, model.Values(g.Y))
		r := network(t, m, d)
		if !(math.Abs(r.Objective-g.Objective) <= 1e-7*g.Objective) || !(math.Abs(m.Result.Penalty-g.Penalty) <= 1e-6*g.Penalty) || !(distance(m.Result.Beta, g.Beta) <= 1e-4*g.C) {
			t.Errorf("%s: objective %v and penalty %v, ipop's are %v and %v; multipliers differ by %v", g.Name, r.Objective, m.Result.Penalty, g.Objective, g.Penalty, distance(m.Result.Beta, g.Beta))
		}
	}
}
