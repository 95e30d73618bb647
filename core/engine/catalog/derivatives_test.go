package catalog_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// slope returns the derivative of f at 0 by central differences, extrapolated to the step 0
// (Richardson), and how far it may be wrong: by what a larger step changes, and by rounding.
func slope(f func(h float64) float64) (value, doubt float64) {
	at := func(h float64) float64 {
		return (45*(f(h)-f(-h)) - 9*(f(2*h)-f(-2*h)) + (f(3*h) - f(-3*h))) / (60 * h)
	}
	const h = 1e-3
	value = at(h)
	return value, math.Abs(at(1.5*h)-value) + 1e-10*math.Abs(f(0))
}

// points returns samples whose coordinates are different numbers above 0, away from the kinks of
// kernels.
func points(n, d int, seed uint64) *sample.Matrix {
	rng := rand.New(rand.NewPCG(seed, 5))
	x := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range x.X {
		x.X[i] = 0.1 + 1.2*rng.Float64()
	}
	return x
}

// tame reports whether differences of the values of a kernel's parts have digits.
func tame(k kernel.Kernel, x *sample.Matrix) bool {
	own := *x
	if coordinates, _ := kernel.Seen(k, x.D); coordinates != nil {
		own = sample.Matrix{N: x.N, D: len(coordinates)}
		for i := range x.N {
			for _, j := range coordinates {
				own.X = append(own.X, x.Row(i)[j])
			}
		}
	}
	for _, part := range kernel.PartsOf(k) {
		for i := range own.N {
			if !(math.Abs(kernel.Value(part, own.Row(i), own.Row(i))) < 1e7) {
				return false
			}
		}
		if !tame(part, &own) {
			return false
		}
	}
	return true
}

// TestGradientsOfEveryKernel compares the gradients of every kernel of the catalogue, and of
// random trees of them, with differences. A kernel whose slope was wrong by a factor of 1.5 once
// passed all tests.
func TestGradientsOfEveryKernel(t *testing.T) {
	x := points(6, 4, 1)
	compared := 0
	newForest(t).each(t, 300, func(tree string, k kernel.Kernel) {
		if kernel.WithoutGradient(k) != "" || !tame(k, x) {
			return
		}
		for i := range x.N - 1 {
			a, b := x.Row(i), x.Row(i+1)
			got, back := make([]float64, 4), make([]float64, 4)
			kernel.AddGradient(k, got, 2, a, b)
			kernel.AddGradient(k, got, -1, a, b)
			kernel.AddGradient(k, back, 1, b, a)
			for j := range a {
				want, doubt := slope(func(h float64) float64 {
					moved := append([]float64(nil), a...)
					moved[j] += h
					return kernel.Value(k, moved, b)
				})
				if !(doubt < 1e-3*(1+math.Abs(want))) {
					continue // a value near the end of all numbers, or a kink in between
				}
				compared++
				if !(math.Abs(got[j]-want) <= 1e-9*(1+math.Abs(want))+3*doubt) {
					t.Errorf("%s at %v, %v: slope %d is %v, differences give %v", tree, a, b, j, got[j], want)
					return
				}
				if kernel.TranslationInvariant(k) && !(math.Abs(got[j]+back[j]) <= 1e-12*(1+math.Abs(want))) {
					t.Errorf("%s: slopes %v and %v of a kernel of x - z do not add up to 0", tree, got[j], back[j])
				}
			}
		}
	})
	if compared < 10000 {
		t.Errorf("only %d slopes are compared", compared)
	}
}

// TestGradientsAtKinksOfEveryKernel has, where a coordinate is that of the other sample, the mean of
// the slopes on both sides. The coordinates are multiples of 1/64 and the steps powers of 2, so that
// inner products are exact: a kernel such as exp(-|x-z|) shows the root of a rounding error.
func TestGradientsAtKinksOfEveryKernel(t *testing.T) {
	x := points(4, 4, 2)
	for i, v := range x.X {
		x.X[i] = math.Round(v*64) / 64
	}
	compared := 0
	newForest(t).each(t, 100, func(tree string, k kernel.Kernel) {
		if kernel.WithoutGradient(k) != "" || !tame(k, x) {
			return
		}
		for i := range x.N - 1 {
			a, b := x.Row(i), append([]float64(nil), x.Row(i+1)...)
			if i > 0 {
				b[1], b[3] = a[1], a[3]
			} else {
				b = a
			}
			got := make([]float64, 4)
			kernel.AddGradient(k, got, 1, a, b)
			for j := range a {
				at := func(h float64) float64 {
					moved := append([]float64(nil), a...)
					moved[j] += h
					return (kernel.Value(k, moved, b) - func() float64 {
						moved[j] -= 2 * h
						return kernel.Value(k, moved, b)
					}()) / (2 * h)
				}
				want, near := at(0x1p-20), at(0x1p-19)
				doubt := math.Abs(want-near) + 1e-9*math.Abs(kernel.Value(k, a, b))
				if !(doubt < 1e-3*(1+math.Abs(want))) {
					continue
				}
				compared++
				if !(math.Abs(got[j]-want) <= 1e-6*(1+math.Abs(want))+3*doubt) {
					t.Errorf("%s at %v, %v: slope %d is %v, the mean of both sides %v", tree, a, b, j, got[j], want)
					return
				}
			}
		}
	})
	if compared < 5000 {
		t.Errorf("only %d slopes are compared", compared)
	}
}

// leavesOf returns the kernels of a tree that are not made of others.
func leavesOf(k kernel.Kernel) (leaves []kernel.Kernel) {
	for _, part := range kernel.PartsOf(k) {
		leaves = append(leaves, leavesOf(part)...)
	}
	if leaves == nil {
		leaves = []kernel.Kernel{k}
	}
	return leaves
}

// TestGradientsAtZerosOfEveryKernel has, at the end of the domain of kernels of numbers >= 0, the
// slope into the domain.
func TestGradientsAtZerosOfEveryKernel(t *testing.T) {
	x := points(3, 4, 5)
	x.Row(0)[0], x.Row(0)[2], x.Row(1)[2] = 0, 0, 0
	compared := 0
	newForest(t).each(t, 0, func(tree string, k kernel.Kernel) {
		if kernel.WithoutGradient(k) != "" || !tame(k, x) || slices.ContainsFunc(leavesOf(k), func(leaf kernel.Kernel) bool { return !kernel.IsNonNegative(leaf) }) {
			return
		}
		for _, b := range [][]float64{x.Row(0), x.Row(1), x.Row(2)} {
			got, a := make([]float64, 4), x.Row(0)
			kernel.AddGradient(k, got, 1, a, b)
			for _, j := range []int{0, 2} {
				value := func(h float64) float64 {
					moved := append([]float64(nil), a...)
					moved[j] += h
					return kernel.Value(k, moved, b)
				}
				const h = 1e-6
				compared++
				if want := (4*value(h) - 3*value(0) - value(2*h)) / (2 * h); !(math.Abs(got[j]-want) <= 1e-6*(1+math.Abs(want))) {
					t.Errorf("%s at %v, %v: slope %d is %v, want %v", tree, a, b, j, got[j], want)
				}
			}
		}
	})
	if compared < 60 {
		t.Errorf("only %d slopes are compared", compared)
	}
}

// TestZerosCanBeSkipped: of kernels that skip zeros, a coordinate that is zero in both samples
// changes nothing.
func TestZerosCanBeSkipped(t *testing.T) {
	x := points(4, 4, 6)
	var fits func(k kernel.Kernel, d int) bool
	fits = func(k kernel.Kernel, d int) bool {
		parameter, _ := kernel.Check(k, d)
		_, inner := kernel.Seen(k, d)
		return parameter == "" && !slices.ContainsFunc(kernel.PartsOf(k), func(part kernel.Kernel) bool { return !fits(part, inner) })
	}
	skipping := 0
	newForest(t).each(t, 100, func(tree string, k kernel.Kernel) {
		if !kernel.SkipsZeros(k) || !fits(k, 5) {
			return
		}
		skipping++
		for i := range x.N {
			a, b := x.Row(i), x.Row((i+1)%x.N)
			v := kernel.Value(k, a, b)
			if longer := kernel.Value(k, append(slices.Clone(a), 0), append(slices.Clone(b), 0)); !close(longer, v) {
				t.Errorf("%s: %v, and %v with a coordinate that is 0 in both", tree, v, longer)
			}
		}
	})
	if skipping < 100 {
		t.Errorf("only %d kernels skip zeros", skipping)
	}
}

// TestSlopesOfEveryKernel compares the derivatives by the logarithms of all parameters that can be
// learnt with differences of a weighted sum of kernel values.
func TestSlopesOfEveryKernel(t *testing.T) {
	const n, d = 5, 4
	x := points(n, d, 3)
	weight := func(i, j int) float64 { return math.Sin(float64(i*7+j*3)) + 0.2 }
	always := func(float64) bool { return true }
	compared := 0
	newForest(t).each(t, 300, func(tree string, k kernel.Kernel) {
		names, values := kernel.Learnable(k, d)
		if len(names) == 0 || !tame(k, x) {
			return
		}
		got := gram.Slopes(k, x, func(dst []float64, i, first int) {
			for c := range dst {
				dst[c] = weight(i, first+c)
			}
		}, always)
		if len(got) != len(names) {
			t.Errorf("%s: %d derivatives by %v", tree, len(got), names)
			return
		}
		size := 0.0
		sum := func(k kernel.Kernel) (f float64) {
			all := make([]float64, n*n)
			gram.Square(all, k, x, always)
			size = 0
			for i := range n {
				for j := range i + 1 {
					f += weight(i, j) * all[i*n+j]
					size += math.Abs(weight(i, j) * all[i*n+j])
				}
			}
			return f
		}
		for p, name := range names {
			want, doubt := slope(func(h float64) float64 {
				moved := append([]float64(nil), values...)
				moved[p] *= math.Exp(h)
				return sum(kernel.Learnt(k, d, moved))
			})
			if !(doubt < 1e-3*(size+math.Abs(want))) {
				continue
			}
			compared++
			if !(math.Abs(got[p]-want) <= 1e-7*size+3*doubt) {
				t.Errorf("%s: the derivative by log %s is %v, differences give %v", tree, name, got[p], want)
			}
		}
	})
	if compared < 1000 {
		t.Errorf("only %d derivatives are compared", compared)
	}
}

// falls reports whether the values of a kernel fall with the Euclidean distance of two samples of four
// coordinates, whatever the direction.
func falls(k kernel.Kernel) bool {
	origin := make([]float64, 4)
	before := kernel.Value(k, origin, origin)
	for step := range 20 {
		d := float64(step+1) / 10
		value := kernel.Value(k, origin, []float64{d, 0, 0, 0})
		if other := kernel.Value(k, origin, []float64{0, 0.6 * d, 0, 0.8 * d}); !(value < before) || !close(value, other) {
			return false
		}
		before = value
	}
	return true
}

// TestImagesOfEveryKernel: the squared distance in feature space of a kernel that falls with a
// distance follows from this distance, and grows with it. A kernel that falls with |x-z| has it.
func TestImagesOfEveryKernel(t *testing.T) {
	x := points(8, 4, 4)
	radial := 0
	newForest(t).each(t, 300, func(tree string, k kernel.Kernel) {
		r := kernel.RadialOf(k)
		if r == nil {
			if len(kernel.PartsOf(k)) == 0 && kernel.TranslationInvariant(k) && falls(k) {
				t.Errorf("%s falls with |x-z|: make it a Radial, or neighbours are ranked by values that are all 0 far away", tree)
			}
			return
		}
		radial++
		for i := range x.N {
			a, b := x.Row(i), x.Row((i+1)%x.N)
			d := -kernel.Value(r.Distance(), a, b)
			aa, bb := kernel.Value(k, a, a), kernel.Value(k, b, b)
			want := aa - 2*kernel.Value(k, a, b) + bb
			if got := r.Image(d); !(math.Abs(got-want) <= 1e-9*(math.Abs(aa)+math.Abs(bb))) {
				t.Errorf("%s at %v, %v: the image of the distance %v is %v, want %v", tree, a, b, d, got, want)
				return
			}
			if near, far := r.Image(0.9*d), r.Image(d); !(d >= 0 && near <= far) {
				t.Errorf("%s: the images of %v and %v are %v and %v", tree, 0.9*d, d, near, far)
			}
		}
	})
	if radial < 50 {
		t.Errorf("only %d kernels fall with a distance", radial)
	}
}
