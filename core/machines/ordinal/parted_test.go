package ordinal_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/support"
	"maxmargin/core/model"
	"maxmargin/core/solve/program"
)

// inOrder solves the primal problem of SVOR with a linear kernel as a quadratic program over w
// and the thresholds (Chu & Keerthi 2007, equations 2 and 14): every slack is the violation of a
// row that has the price C times the weight of its sample.
func inOrder(t testing.TB, constraints string, c float64, ranks int, x *sample.Matrix, y []int32, weight []float64) program.Result {
	t.Helper()
	thresholds, explicit := ranks-1, constraints == "explicit"
	n := x.D + thresholds
	p := program.Problem{Linear: make([]float64, n), Quadratic: program.Quadratic{Diagonal: make([]float64, n)}}
	for j := range x.D {
		p.Quadratic.Diagonal[j] = 1
	}
	var rows []float64
	add := func(low, high, cost float64) []float64 {
		p.Low, p.High, p.Cost = append(p.Low, low), append(p.High, high), append(p.Cost, cost)
		rows = append(rows, make([]float64, n)...)
		return rows[len(rows)-n:]
	}
	for i, rank := range y {
		for j := range thresholds {
			if explicit && j != int(rank) && j != int(rank)-1 {
				continue
			}
			low, high := 1.0, math.Inf(1)
			if int(rank) <= j {
				low, high = math.Inf(-1), -1
			}
			row := add(low, high, c*weight[i])
			copy(row, x.X[i*x.D:(i+1)*x.D])
			row[x.D+j] = -1
		}
	}
	for j := 1; j < thresholds && explicit; j++ {
		row := add(math.Inf(-1), 0, math.Inf(1))
		row[x.D+j-1], row[x.D+j] = 1, -1
	}
	p.Matrix = program.NewDense(rows, len(p.Low), n)
	r := program.Solve(nil, p, program.Settings{})
	if r.Status != run.Converged {
		t.Fatalf("the oracle ended with %q", r.Status)
	}
	return r
}

// TestThresholdsThatAreMadeEqualPartAgain compares both constraints with a quadratic program. The
// problem of explicit constraints is solved with some thresholds made equal: one that only the pull
// of another had put out of order has to part again, or the objective remains above the least one.
func TestThresholdsThatAreMadeEqualPartAgain(t *testing.T) {
	equal := 0
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 54))
		ranks, count := 4+random.IntN(3), 10+random.IntN(8)
		x := &sample.Matrix{N: count, D: 2, X: make([]float64, 2*count)}
		y, weight := make([]int32, count), make([]float64, count)
		for i := range y {
			y[i] = int32(random.IntN(ranks))
			if i < ranks {
				y[i] = int32(i)
			}
			x.X[2*i], x.X[2*i+1] = random.NormFloat64(), 0.3*float64(y[i])+random.NormFloat64()
			weight[i] = 0.25 + random.Float64()*random.Float64()*4
		}
		c := math.Exp(random.NormFloat64())
		training := model.NewTraining(x, ranked(ranks, y...))
		training.Weight = weight
		for _, constraints := range []string{"explicit", "implicit"} {
			s := svor(constraints, c, 1, 1e-8)
			s.Kernel.Name = "linear"
			report := converge(t, s, training)
			want := inOrder(t, constraints, c, ranks, x, y, weight)
			support.NearNumber(t, fmt.Sprintf("objective of %s constraints, seed %d", constraints, seed), -report.Objective, want.Objective, 1e-6)
			for j, theta := range s.Result.Thresholds[1:] {
				if before := s.Result.Thresholds[j]; !(theta >= before) {
					t.Errorf("seed %d: threshold %d is %v after %v", seed, j+1, theta, before)
				} else if constraints == "explicit" && theta == before {
					equal++
				}
			}
		}
	}
	if equal < 100 {
		t.Errorf("only %d thresholds are equal to the one before", equal)
	}
}
