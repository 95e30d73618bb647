package gram_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// trees are kernels with parameters that can be learnt; those of all kernels are tested in package
// catalog.
func trees() []kernel.Kernel {
	rbf := kernel.RBF{Gamma: 0.4}
	return []kernel.Kernel{
		rbf, kernel.Matern{Gamma: 0.5, Nu: 0.8},
		kernel.Sum{Of: []kernel.Kernel{kernel.Scale{Factor: 2, Of: rbf}, kernel.Gaussian{Gamma: 0.7, Of: kernel.Weighted{Matrix: []float64{0.5, 2, 0.1}}}}},
	}
}

// The derivatives of a weighted sum of all kernel values are those of differences of the sum.
// There are more samples than a block has columns.
func TestSlopes(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 1))
	const n, d = 530, 3
	x := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range x.X {
		x.X[i] = rng.NormFloat64()
	}
	weight := func(i, j int) float64 { return math.Sin(float64(i*7+j*3)) + 0.2 }
	always := func(float64) bool { return true }
	sum := func(k kernel.Kernel) (f, size float64) {
		values := make([]float64, n*n)
		gram.Square(values, k, x, always)
		for i := range n {
			for j := range i + 1 {
				f += weight(i, j) * values[i*n+j]
				size += math.Abs(weight(i, j) * values[i*n+j])
			}
		}
		return f, size
	}
	for _, k := range trees() {
		names, values := kernel.Learnable(k, d)
		got := gram.Slopes(k, x, func(dst []float64, i, first int) {
			for c := range dst {
				dst[c] = weight(i, first+c)
			}
		}, always)
		if len(got) != len(names) || len(names) == 0 {
			t.Fatalf("%s: %d derivatives by %v", k.Name(), len(got), names)
		}
		for p, name := range names {
			moved := append([]float64(nil), values...)
			const h = 1e-4
			moved[p] = values[p] * math.Exp(h)
			above, size := sum(kernel.Learnt(k, d, moved))
			moved[p] = values[p] * math.Exp(-h)
			below, _ := sum(kernel.Learnt(k, d, moved))
			want := (above - below) / (2 * h)
			if !(math.Abs(got[p]-want) <= 1e-7*size) {
				t.Errorf("%s %+v: the derivative by log %s is %v, differences give %v", k.Name(), k, name, got[p], want)
			}
		}
	}
	if got := gram.Slopes(trees()[0], x, func([]float64, int, int) {}, func(float64) bool { return false }); got != nil {
		t.Errorf("a stopped call returns %v", got)
	}
}

// The names of parameters are paths in the tree; what is not positive, and matrices, are left
// out, and Learnt changes nothing else.
func TestLearnable(t *testing.T) {
	k := kernel.Sum{Of: []kernel.Kernel{
		kernel.Scale{Factor: 2, Of: kernel.Polynomial{Gamma: 3, Degree: 2, Coef0: 0}},
		kernel.Weighted{Matrix: []float64{4, 0, 5}},
		kernel.Columns{Columns: []int{0, 1}, Of: kernel.Weighted{Matrix: []float64{1, 0, 0, 1}}},
		kernel.Matern{Gamma: 6, Nu: 1.5},
	}}
	names, values := kernel.Learnable(k, 3)
	if got, want := fmt.Sprint(names, values), "[parts[0].factor parts[0].parts[0].gamma parts[1].matrix[0] parts[1].matrix[2] parts[3].gamma] [2 3 4 5 6]"; got != want {
		t.Errorf("learnable: %s, want %s", got, want)
	}
	before := fmt.Sprintf("%+v", k)
	same := kernel.Learnt(k, 3, values)
	if !kernel.Same(k, same) {
		t.Errorf("with its own values the kernel is %+v", same)
	}
	other := kernel.Learnt(k, 3, []float64{7, 8, 9, 10, 11})
	if got, want := fmt.Sprintf("%+v", other), "{Of:[{Factor:7 Of:{Gamma:8 Degree:2 Coef0:0}} {Matrix:[9 0 10]} {Columns:[0 1] Of:{Matrix:[1 0 0 1]}} {Gamma:11 Nu:1.5}]}"; got != want {
		t.Errorf("with other values the kernel is %s, want %s", got, want)
	}
	if after := fmt.Sprintf("%+v", k); after != before {
		t.Errorf("the kernel itself has changed to %s", after)
	}
}
