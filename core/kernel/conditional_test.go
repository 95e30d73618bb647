package kernel

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// lowest returns the smallest eigenvalue of a matrix over random points, relative to the
// largest magnitude. If coefficients must sum to 0, it is that of the centred matrix.
func lowest(k Kernel, centred bool) float64 {
	rng := rand.New(rand.NewPCG(3, 4))
	const n, d = 25, 3
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, d)
		for j := range points[i] {
			points[i][j] = rng.Float64() * 2
		}
	}
	g, mean, all := make([]float64, n*n), make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			g[i*n+j] = Value(k, points[i], points[j])
			mean[i] += g[i*n+j] / n
			all += g[i*n+j] / (n * n)
		}
	}
	if centred {
		for i := range n {
			for j := range n {
				g[i*n+j] += all - mean[i] - mean[j]
			}
		}
	}
	var e mat.EigenSym
	e.Factorize(mat.NewSymDense(n, g), false)
	values := e.Values(nil)
	return values[0] / max(-values[0], values[n-1])
}

// Verdicts on conditionally positive definite kernels, and on kernels made of them, agree
// with eigenvalues (Schoenberg 1938; Schoelkopf 2000).
func TestConditionallyPositiveDefinite(t *testing.T) {
	city := Laplacian{Gamma: 1}.Distance()
	points := []float64{0, 0, 0, 1, 1, 1}
	for name, c := range map[string]struct {
		kernel Kernel
		want   Verdict
	}{
		"-|x-z|^2":                     {squared{}, Conditional},
		"-|x-z|_1":                     {city, Conditional},
		"-chi2":                        {ChiSquared{Gamma: 1}.Distance(), Conditional},
		"minus a feature distance":     {featureDistance{Polynomial{Gamma: 1, Degree: 2}}, Conditional},
		"of what is only conditional":  {featureDistance{squared{}}, Conditional},
		"a sum with a kernel":          {Sum{[]Kernel{squared{}, Linear{}}}, Conditional},
		"a multiple":                   {Scale{3, city}, Conditional},
		"of some columns":              {Columns{[]int{0, 2}, squared{}}, Conditional},
		"its exponential":              {Exp{city}, Yes},
		"the Gaussian of its distance": {Gaussian{0.5, squared{}}, Yes},
		"centred":                      {Center{points, city}, Yes},
	} {
		got := Definite(c.kernel, 3)
		if got != c.want {
			t.Errorf("%s is %s, want %s", name, got, c.want)
		}
		if low := lowest(c.kernel, got == Conditional); !(low >= -1e-12) {
			t.Errorf("%s is %s, but an eigenvalue is %g of the largest", name, got, low)
		}
		if got == Conditional && !(lowest(c.kernel, false) <= -1e-6) && name != "of what is only conditional" {
			t.Errorf("%s is positive definite on samples", name)
		}
	}
	for name, k := range map[string]Kernel{
		"a product":                   Product{[]Kernel{squared{}, Linear{}}},
		"a polynomial":                Powers{[]float64{0, 1}, city},
		"normalised":                  Normalize{squared{}},
		"a sum with an unknown":       Sum{[]Kernel{squared{}, Minkowski{P: 1, Power: 1.5}}},
		"an exponential of a refuted": Exp{Sigmoid{Gamma: 1}},
	} {
		if got := Definite(k, 3); got != Unknown {
			t.Errorf("%s is %s, want %s", name, got, Unknown)
		}
	}
	if got := Definite(Scale{2, Sigmoid{Gamma: 1}}, 3); got != No {
		t.Errorf("a multiple of a refuted kernel is %s", got)
	}
	if got := Definite(RankOne{Points: points, Weights: []float64{1, 1}, Of: Sigmoid{Gamma: 1}}, 3); got != Yes {
		t.Errorf("f(x) f(z) is %s", got)
	}
}
