package catalog_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// list writes numbers as a parameter of a tree.
func list(numbers []float64) string {
	text := make([]string, len(numbers))
	for i, v := range numbers {
		text[i] = fmt.Sprint(v)
	}
	return "[" + strings.Join(text, ",") + "]"
}

// spectral returns the kernel of a density of angular frequencies, from its values on a
// grid.
func spectral(density func(frequency float64) float64, step, end float64) string {
	var frequencies, powers []float64
	for w := 0.0; w <= end; w += step {
		weight := 2 * step
		if w == 0 {
			weight = step
		}
		frequencies, powers = append(frequencies, w), append(powers, weight*density(w))
	}
	return `{"kernel":"spectral","frequencies":` + list(frequencies) + `,"powers":` + list(powers) + `}`
}

// A kernel of a given power spectrum is the kernel with this Fourier transform: the
// transform of the Gaussian is a Gaussian, that of the B-spline a power of sinc.
func TestSpectraOfKernels(t *testing.T) {
	line := &sample.Matrix{N: 9, D: 1, X: []float64{-1.7, -1, -0.4, 0, 0.1, 0.5, 1, 1.3, 2.2}}
	const sigma = 0.8
	for _, c := range []struct {
		spectrum, kernel string
		tolerance        float64
	}{
		{spectral(func(w float64) float64 {
			return sigma / math.Sqrt(2*math.Pi) * math.Exp(-sigma*sigma*w*w/2)
		}, 0.25, 12), fmt.Sprintf(`{"kernel":"rbf","gamma":%v}`, 1/(2*sigma*sigma)), 1e-12},
		{spectral(func(w float64) float64 {
			sinc := 1.0
			if w > 0 {
				sinc = math.Sin(w/2) / (w / 2)
			}
			return math.Pow(sinc, 4) / (2 * math.Pi)
		}, 0.5, 400), `{"kernel":"bspline","degree":3}`, 1e-7},
	} {
		given, named := made(t, c.spectrum, line), made(t, c.kernel, line)
		for i := range line.N {
			for j := range line.N {
				got, want := kernel.Value(given, line.Row(i), line.Row(j)), kernel.Value(named, line.Row(i), line.Row(j))
				if !(math.Abs(got-want) <= c.tolerance) {
					t.Errorf("%s by its spectrum: k(%v, %v) = %v, want %v", c.kernel, line.X[i], line.X[j], got, want)
				}
			}
		}
	}
}

// The Fourier coefficients of a Fourier kernel are its parameters, and the Dirichlet
// kernel is the quotient of sines of the textbooks.
func TestFourierCoefficients(t *testing.T) {
	given := []float64{1, 0, 0.5, 0.25, 0, 2}
	k := kernel.Fourier{Coefficients: given}
	const n = 64 // the trapezoidal rule is exact for waves of fewer turns
	for turn, want := range append(given, 0, 0, 0) {
		sum := 0.0
		for i := range n {
			u := 2 * math.Pi * float64(i) / n
			sum += kernel.Value(k, []float64{u}, []float64{0}) * math.Cos(float64(turn)*u) / n
		}
		if turn > 0 {
			sum *= 2
		}
		if !(math.Abs(sum-want) <= 1e-14) {
			t.Errorf("coefficient %d is %v, want %v", turn, sum, want)
		}
	}
	for u := 0.05; u < 6.2; u += 0.1 {
		want := math.Sin(4.5*u) / (2 * math.Sin(u/2))
		if got := kernel.Value(kernel.Dirichlet{Order: 4}, []float64{u}, []float64{0}); !(math.Abs(got-want) <= 1e-13) {
			t.Errorf("the Dirichlet kernel at %v is %v, want %v", u, got, want)
		}
	}
}

// The inner product of the first features x^n exp(-x^2/2) / sqrt(n!) is the Gaussian; and
// the Gaussian is a conformal change of the exponential kernel.
func TestFeaturesOfTheGaussian(t *testing.T) {
	sum, term := 0.0, math.Exp(-(0.7*0.7+1.3*1.3)/2)
	for n := range 60 {
		sum += term
		term *= 0.7 * -1.3 / float64(n+1)
	}
	got := kernel.Value(kernel.RBF{Gamma: 0.5}, []float64{0.7}, []float64{-1.3})
	if !(math.Abs(got-sum) <= 1e-15) || !(math.Abs(got-0.1353352832) <= 5e-11) {
		t.Errorf("k(0.7, -1.3) is %v, its features give %v, the text 0.1353352832", got, sum)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	x, _ := histograms(rng, 12, 3, 0.2)
	a := made(t, `{"kernel":"product","parts":[{"kernel":"rankOne","points":[[0,0,0]],"weights":[1],"parts":[{"kernel":"rbf","gamma":0.4}]},{"kernel":"exponential","gamma":0.8}]}`, x)
	for i := range x.N {
		for j := range x.N {
			if u, v := kernel.Value(a, x.Row(i), x.Row(j)), kernel.Value(kernel.RBF{Gamma: 0.4}, x.Row(i), x.Row(j)); !(math.Abs(u-v) <= 1e-15) {
				t.Fatalf("f(x) exp(0.8 <x,z>) f(z) is %v, the Gaussian %v", u, v)
			}
		}
	}
}

// A kernel centred at the samples has the matrix H K H, whose rows add up to zero; on
// the three points of the textbook the mean squared distance from the centre is .4730902.
func TestCenter(t *testing.T) {
	triangle := &sample.Matrix{N: 3, D: 2, X: []float64{0, 0, 1, 0, 0, 1}}
	k := made(t, `{"kernel":"center","points":[[0,0],[1,0],[0,1]],"parts":[{"kernel":"rbf","gamma":1}]}`, triangle)
	mean := 0.0
	for i := range 3 {
		mean += kernel.Value(k, triangle.Row(i), triangle.Row(i)) / 3
	}
	if !(math.Abs(mean-0.4730902) <= 5e-8) {
		t.Errorf("the mean squared distance from the centre is %v", mean)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	x, _ := histograms(rng, 15, 3, 0.2)
	for _, of := range []string{`{"kernel":"poly","gamma":1,"coef0":1}`, `{"kernel":"laplacian","gamma":1}`} {
		plain := gramMatrix(made(t, of, x), x)
		got := gramMatrix(made(t, `{"kernel":"center","points":`+list(x.X)+`,"parts":[`+of+`]}`, x), x)
		h := mat.NewDense(x.N, x.N, nil)
		for i := range x.N {
			for j := range x.N {
				h.Set(i, j, -1/float64(x.N))
			}
			h.Set(i, i, 1-1/float64(x.N))
		}
		var want mat.Dense
		want.Mul(h, plain)
		want.Mul(&want, h)
		for i := range x.N {
			for j := range x.N {
				if !(math.Abs(got.At(i, j)-want.At(i, j)) <= 1e-12*mat.Max(plain)) {
					t.Fatalf("%s, centred: (%d, %d) is %v, want %v", of, i, j, got.At(i, j), want.At(i, j))
				}
			}
		}
	}
}

// An integral over z of s(x,z) s(x',z), by a rule with positive weights, is a sum of
// kernels of one feature each. For the Gaussian the integral is a wider Gaussian.
func TestIntegralOfProducts(t *testing.T) {
	line := &sample.Matrix{N: 5, D: 1, X: []float64{-1, -0.2, 0, 0.7, 1.5}}
	var parts []string
	for z := -8.0; z <= 8; z += 0.25 {
		parts = append(parts, fmt.Sprintf(`{"kernel":"scale","factor":0.25,"parts":[{"kernel":"rankOne","points":[%v],"weights":[1],"parts":[{"kernel":"rbf","gamma":1}]}]}`, z))
	}
	k := made(t, `{"kernel":"sum","parts":[`+strings.Join(parts, ",")+`]}`, line)
	for _, x := range line.X {
		for _, z := range line.X {
			want := math.Sqrt(math.Pi/2) * math.Exp(-(x-z)*(x-z)/2)
			if got := kernel.Value(k, []float64{x}, []float64{z}); !(math.Abs(got-want) <= 1e-12) {
				t.Errorf("the integral for %v and %v is %v, want %v", x, z, got, want)
			}
		}
	}
}
