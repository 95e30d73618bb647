package check

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/model"
)

// samples are the rules about the samples that a machine is given.
func samples() []check {
	return []check{
		{"leaves its inputs alone", leavesInputs},
		{"takes sparse samples as dense ones", sparseAsDense},
		{"answers for each sample alone", answersAlone},
		{"takes one feature", oneFeature},
		{"takes a single sample, or says why not", oneSample},
		{"takes kernel values", kernelValues},
	}
}

// leavesInputs: nothing of a training set or of samples to predict is written.
func leavesInputs(s subject) {
	t := s.training(50, 3, 2)
	t.Weight = slices.Repeat([]float64{0.5, 1.5}, 25)
	copied := s.training(50, 3, 2)
	copied.Weight = slices.Clone(t.Weight)
	copies := s.layouts(copied)
	for i, training := range s.layouts(t) {
		fitted("a fit", s.New(), training, training.X)
		if !reflect.DeepEqual(training, copies[i]) {
			fail("a fit or a prediction has written to its input")
		}
	}
}

// layouts returns a training, and the same with sparse samples unless the machine refuses these: of
// that "takes sparse samples as dense ones" demands a reason.
func (s subject) layouts(t model.Training) []model.Training {
	own := s.training(20, 3, 2)
	own.X = support.Sparse(dense(own))
	if _, err := fit(s.New(), own, own.X); refused("", err, fault.Type, fault.Option) == "" {
		return []model.Training{t}
	}
	sparse := t
	sparse.X = support.Sparse(dense(t))
	return []model.Training{t, sparse}
}

// sparseAsDense: both layouts of the same numbers give the same machine.
func sparseAsDense(s subject) {
	n := 70
	if s.has("optimizer") || s.has("pairwise") {
		n = 40 // a step of a search takes n^3 operations, a fit to pairs n^4, for each kernel
	}
	t := s.training(n, 4, 3)
	x := dense(t)
	for i := range x.X {
		if i%3 == 0 {
			x.X[i] = 0
		}
	}
	other := t
	other.X = support.Sparse(x)
	for _, kernel := range s.kernels() {
		want, err := fit(s.converging(option{"kernel", kernel}), t, x)
		if err != nil && neverDefinite(kernel) && refused(kernel, err, fault.Numeric) == "" {
			_, err = fit(s.converging(option{"kernel", kernel}), other, other.X)
			refuse("sparse samples, kernel "+kernel, err, fault.Numeric)
			continue // a machine may need a kernel that is positive definite
		}
		must(kernel, err)
		m := s.converging(option{"kernel", kernel})
		got := fitted(kernel, m, other, other.X)
		same("sparse samples, kernel "+kernel, s.smooth(got, n), s.smooth(want, n), 1e-5)
		mixed := answered(kernel, m, x)
		same("sparse model, dense samples, kernel "+kernel, s.smooth(mixed, n), s.smooth(got, n), 1e-9)
	}
}

// neverDefinite reports whether a kernel is not positive definite for any parameters.
func neverDefinite(name string) bool {
	return catalog.FactsOf(name).Definite == "never"
}

// answersAlone: the answer for a sample does not depend on the other samples of the call.
func answersAlone(s subject) {
	t := s.training(60, 3, 3)
	m := s.New()
	want := fitted("a fit", m, t, t.X)
	n := t.X.Len()
	order := rand.New(rand.NewPCG(1, 1)).Perm(n)
	permuted := answered("answers", m, t.X.Select(order))
	width := len(want) / n // a prediction and the decision values
	expect := func(index []int) (all []float64) {
		for _, i := range index {
			all = append(all, want[i])
		}
		for _, i := range index {
			all = append(all, want[n+i*(width-1):n+(i+1)*(width-1)]...)
		}
		return all
	}
	same("in another order", s.smooth(permuted, n), s.smooth(expect(order), n), 1e-12)
	for _, i := range []int{0, n / 2, n - 1} {
		alone := answered("answers", m, t.X.Select([]int{i}))
		same(fmt.Sprintf("row %d alone", i), s.smooth(alone, 1), s.smooth(expect([]int{i}), 1), 1e-12)
	}
}

func oneFeature(s subject) {
	t := s.training(40, 1, 2)
	fitted("one feature", s.New(), t, t.X)
}

// oneSample: of a classifier one of each class.
func oneSample(s subject) {
	for _, n := range []int{1, 2} {
		t := s.training(n, 3, 2)
		if t.Labels() != nil && n == 1 {
			continue // the engine refuses a single class
		}
		if _, err := fit(s.New(), t, t.X); err != nil {
			refuse(fmt.Sprintf("%d samples", n), err, fault.Empty, fault.Shape, fault.Option, fault.Numeric)
		}
	}
}

// kernelValues: the matrix of a kernel's values in place of the samples gives the
// same machine, and must be square.
func kernelValues(s subject) {
	if !s.has("kernel") {
		return
	}
	t := s.training(50, 3, 3)
	x := dense(t)
	g := &sample.Matrix{N: x.N, D: x.N, X: make([]float64, x.N*x.N)}
	for i := range x.N {
		for j := range x.N {
			for c, v := range x.Row(i) {
				g.X[i*x.N+j] += v * x.Row(j)[c]
			}
		}
	}
	given := t
	given.X = g
	want := fitted("a fit", s.converging(option{"kernel", "linear"}), t, x)
	m := s.converging(option{"kernel", "precomputed"})
	got := fitted("a fit", m, given, g)
	same("kernel values", s.smooth(got, 50), s.smooth(want, 50), 1e-5)
	_, err := m.Fit(nil, t)
	refuse("50 x 3 kernel values", err, fault.Shape)
}
