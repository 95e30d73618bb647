package programs_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/programs"
	"maxmargin/core/model"
	"maxmargin/core/solve/program"
)

// whole is the objective of the program over all functions at once. values are those of each
// function at all samples, only the sign that its coefficient must have, 0 for any.
func whole(t *testing.T, values [][]float64, only, low, high, cost []float64) float64 {
	t.Helper()
	n := len(cost)
	var columns [][]float64
	for g, v := range values {
		for _, sign := range []float64{1, -1} {
			if only[g] != -sign {
				column := make([]float64, n)
				for i := range column {
					column[i] = sign * v[i]
				}
				columns = append(columns, column)
			}
		}
	}
	width := len(columns) + 1
	p := program.Problem{Linear: make([]float64, width), Lower: make([]float64, width), Low: low, High: high, Cost: cost}
	data := make([]float64, n*width)
	for k, column := range columns {
		p.Linear[k] = 1
		for i, v := range column {
			data[i*width+k] = v
		}
	}
	for i := range n {
		data[i*width+width-1] = 1
	}
	p.Lower[width-1] = math.Inf(-1)
	p.Matrix = program.NewDense(data, n, width)
	r := program.Solve(nil, p, program.Settings{})
	if r.Status != run.Converged {
		t.Fatal(r.Status)
	}
	return r.Objective
}

func matrixOf(k func(x, z []float64) float64, x *sample.Matrix) (values [][]float64) {
	for j := range x.N {
		row := make([]float64, x.N)
		for i := range row {
			row[i] = k(x.Row(i), x.Row(j))
		}
		values = append(values, row)
	}
	return values
}

func rbf(gamma float64) func(x, z []float64) float64 {
	return func(x, z []float64) float64 {
		d := 0.0
		for j := range x {
			d += (x[j] - z[j]) * (x[j] - z[j])
		}
		return math.Exp(-gamma * d)
	}
}

// TestColumnGenerationFindsTheWholeProgramsSolution compares with the program over all
// functions: with a kernel that is not positive definite, with coefficients of either sign,
// and with a dictionary whose values are not kept.
func TestColumnGenerationFindsTheWholeProgramsSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	n := 120
	x, y := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}, make([]int32, n)
	low, high, cost, signs := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		y[i] = int32(rng.IntN(2))
		x.X[2*i], x.X[2*i+1] = rng.NormFloat64()+1.2*float64(y[i]), rng.NormFloat64()*(1+float64(y[i]))
		low[i], high[i], cost[i], signs[i] = 1, math.Inf(1), 0.7, 1
		if y[i] == 0 {
			low[i], high[i], signs[i] = math.Inf(-1), -1, -1
		}
	}
	data := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	sigmoid := func(x, z []float64) float64 { return math.Tanh(x[0]*z[0] + x[1]*z[1] - 1) }
	dictionary, text := [][]float64{}, []string{}
	for _, gamma := range []string{"0.01", "0.03", "0.1", "0.3", "1", "3", "10", "30", "100", "0.02", "0.06", "0.2", "0.6", "2", "6", "20", "60", "200"} {
		g, _ := strconv.ParseFloat(gamma, 64)
		dictionary = append(dictionary, matrixOf(rbf(g), x)...)
		text = append(text, `{"kernel":"rbf","gamma":`+gamma+`}`)
	}
	sum := `{"kernel":"sum","parts":[` + strings.Join(text, ",") + `]}`
	free := make([]float64, len(dictionary))
	repeated := []float64{}
	for range text {
		repeated = append(repeated, signs...)
	}
	for _, c := range []struct {
		name       string
		kernel     string
		signed     bool
		dictionary bool
		values     [][]float64
		only       []float64
	}{
		{"rbf", "rbf", false, false, matrixOf(rbf(0.5), x), signs},
		{"rbf, signed", "rbf", true, false, matrixOf(rbf(0.5), x), free},
		{"sigmoid", "sigmoid", false, false, matrixOf(sigmoid, x), signs},
		{"sigmoid, signed", "sigmoid", true, false, matrixOf(sigmoid, x), free},
		{"dictionary", sum, false, true, dictionary, repeated},
		{"dictionary, signed", sum, true, true, dictionary, free},
	} {
		s := svc(0.7, c.kernel, 0.5)
		if c.kernel == "sigmoid" {
			s.Kernel.Gamma.Value, s.Kernel.Coef0 = 1, -1
		}
		s.Signed, s.Dictionary = c.signed, c.dictionary
		r := fit(t, s, data)
		want := whole(t, c.values, c.only, low, high, cost)
		if !(math.Abs(r.Objective-want) <= 2e-6*want) || !(r.Gap <= s.Tol) {
			t.Errorf("%s: objective %.9g, the whole program has %.9g; gap %g", c.name, r.Objective, want, r.Gap)
		}
		values, _, err := s.Decision(nil, x, "")
		if err != nil {
			t.Fatal(err)
		}
		slack, size := 0.0, 0.0
		for i, v := range values {
			slack += max(0, 1-signs[i]*v)
		}
		for _, a := range s.Result.Coef {
			size += math.Abs(a)
		}
		if got := size + 0.7*slack; !(math.Abs(got-r.Objective) <= 1e-9*want) {
			t.Errorf("%s: the coefficients cost %.12g, the report has %.12g", c.name, got, r.Objective)
		}
	}
	// A regression over the same functions.
	target := make([]float64, n)
	for i := range target {
		target[i] = math.Sin(2*x.X[2*i]) + 0.2*rng.NormFloat64()
		low[i], high[i], cost[i] = target[i]-0.15, target[i]+0.15, 2
	}
	s := programs.NewLPSVR(catalog.Kernel)
	s.C, s.Epsilon, s.Dictionary, s.Kernel.Name = 2, 0.15, true, sum
	r := fit(t, s, model.NewTraining(x, model.Values(target)))
	if want := whole(t, dictionary, free, low, high, cost); !(math.Abs(r.Objective-want) <= 2e-6*want) {
		t.Errorf("regression: objective %.9g, the whole program has %.9g", r.Objective, want)
	}
}

// TestADictionaryNeedsParts refuses a kernel that is not a sum.
func TestADictionaryNeedsParts(t *testing.T) {
	s := svc(1, "rbf", 1)
	s.Dictionary = true
	_, err := s.Fit(nil, sixPoints())
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Option || f.Argument != "dictionary" {
		t.Errorf("%v", err)
	}
	if _, err := svc(1, `{"kernel":"sum","parts":[]}`, 1).Fit(nil, sixPoints()); err == nil {
		t.Error("a sum without parts is accepted")
	}
}

// moons are two half circles with noise.
func moons(rng *rand.Rand, n int) (*sample.Matrix, []int32) {
	x, y := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}, make([]int32, n)
	for i := range n {
		at := math.Pi * rng.Float64()
		row := x.Row(i)
		if y[i] = int32(i % 2); y[i] == 1 {
			row[0], row[1] = math.Cos(at), math.Sin(at)
		} else {
			row[0], row[1] = 1-math.Cos(at), 0.5-math.Sin(at)
		}
		row[0] += 0.25 * rng.NormFloat64()
		row[1] += 0.25 * rng.NormFloat64()
	}
	return x, y
}

// TestManySamples solves programs over more than 2000 functions, whose values are computed
// again in every round.
func TestManySamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	x, y := moons(rng, 2100)
	s := svc(1, "rbf", 1)
	r := fit(t, s, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
	t.Logf("%d samples: %+v", x.Len(), r)
	if !(r.Gap <= s.Tol) || s.Result.NonZeros[0] < 2 {
		t.Errorf("%+v", r)
	}
}
