package interior_test

import (
	"math"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/solve/interior"
)

// wavy is the data set of the specification's table of oracles: a noisy sinc.
func wavy() (x, y []float64) {
	for i := range 60 {
		at := -10 + 20*float64(i)/59
		x = append(x, at)
		y = append(y, math.Sin(at)/at+0.1*math.Sin(7*float64(i*i)))
	}
	return x, y
}

func gaussians(x []float64, width float64) []float64 {
	n := len(x)
	k := make([]float64, n*n)
	for i := range n {
		for j := range n {
			d := x[i] - x[j]
			k[i*n+j] = math.Exp(-d * d / (2 * width * width))
		}
	}
	return k
}

// regression poses the dual of a regression with a loss, a and then -a*.
func regression(k, y []float64, l loss.Loss, c, eps float64) *interior.Problem {
	n := len(y)
	p := &interior.Problem{K: k, N: n, Sides: []float64{0}}
	row := make([]float64, 2*n)
	for i := range 2 * n {
		row[i] = 1
		if i < n {
			p.Linear = append(p.Linear, eps-y[i])
			p.Lower, p.Upper = append(p.Lower, 0), append(p.Upper, c*l.Steepest())
		} else {
			p.Linear = append(p.Linear, -eps-y[i-n])
			p.Lower, p.Upper = append(p.Lower, -c*l.Steepest()), append(p.Upper, 0)
		}
	}
	p.Rows = [][]float64{row}
	p.Terms = func(i int, b float64) (float64, float64, float64) {
		if i < n {
			return loss.Dual(l, c, b)
		}
		value, slope, curvature := loss.Dual(l, c, -b)
		return value, -slope, curvature
	}
	return p
}

// TestOracles solves the nine problems of the specification's table to the digits
// that it prints.
func TestOracles(t *testing.T) {
	x, y := wavy()
	for _, c := range []struct {
		name               string
		loss               loss.Loss
		eps                float64
		objective, norm, b float64
		at0                float64
		support            int
	}{
		{"eps-insensitive 0.1", loss.Excess{}, 0.1, 0.517337636, 1.0346753, 0.1459843, 0.9855537, 15},
		{"eps-insensitive 0.05", loss.Excess{}, 0.05, 9.731549414, 1.5435307, 0.1605989, 0.9715484, 38},
		{"Laplacian", loss.Excess{}, 0, 29.969781743, 4.0702093, 0.1326781, 0.9591855, 60},
		{"Gaussian", loss.Gaussian{}, 0, 1.901177746, 1.0871668, 0.1398039, 0.9636338, 60},
		{"Huber", loss.Huber{Sigma: 0.1}, 0, 13.182010025, 1.6368260, 0.1442938, 0.9650690, 60},
		{"polynomial 1.5", loss.Polynomial{Power: 1.5}, 0, 6.523029384, 1.3326335, 0.1437482, 0.9597161, 60},
		{"polynomial 3", loss.Polynomial{Power: 3}, 0, 0.558526442, 0.8421768, 0.1422372, 0.8910949, 60},
		{"piecewise 1.5", loss.Piecewise{Power: 1.5, Sigma: 0.1}, 0, 18.498588972, 2.2005914, 0.1418198, 0.9607578, 60},
		{"piecewise 3", loss.Piecewise{Power: 3, Sigma: 0.1}, 0, 8.077288776, 1.3167448, 0.1446749, 0.9750424, 60},
	} {
		s := interior.New(regression(gaussians(x, 1.5), y, c.loss, 10, c.eps), interior.Settings{Figures: 11})
		r := s.Result(s.Run(nil))
		if r.Status != run.Converged || r.Iterations > 25 {
			t.Errorf("%s: %s after %d iterations", c.name, r.Status, r.Iterations)
		}
		coef := make([]float64, len(y))
		support := 0
		for i := range coef {
			coef[i] = r.B[i] + r.B[len(y)+i]
			if math.Abs(coef[i]) > 1e-5 {
				support++
			}
		}
		f := func(at float64) (value float64) {
			for i, a := range coef {
				value += a * math.Exp(-(x[i]-at)*(x[i]-at)/(2*1.5*1.5))
			}
			return value
		}
		norm, b := 0.0, -r.Y[0]
		for i, a := range coef {
			norm += a * f(x[i])
		}
		primal := norm / 2
		for i := range coef {
			primal += 10 * c.loss.Value(max(0, math.Abs(y[i]-f(x[i])-b)-c.eps))
		}
		for _, v := range []struct {
			what      string
			got, want float64
			unit      float64 // of the last digit printed
		}{
			{"the dual objective", -r.Primal, c.objective, 1e-9}, {"its own bound", -r.Dual, c.objective, 1e-9}, {"the primal objective", primal, c.objective, 1e-9},
			{"|w|^2", norm, c.norm, 1e-7}, {"b", b, c.b, 1e-7}, {"f(0)", f(0) + b, c.at0, 1e-7},
		} {
			if !(math.Abs(v.got-v.want) <= 0.51*v.unit) {
				t.Errorf("%s: %s is %.10f, the table has %v", c.name, v.what, v.got, v.want)
			}
		}
		if support != c.support {
			t.Errorf("%s: %d support vectors, the table has %d", c.name, support, c.support)
		}
	}
}
