package check

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"maxmargin/core/catalog"
	"maxmargin/core/fault"
	"maxmargin/core/internal/support"
	"maxmargin/core/model"
	"maxmargin/core/sample"
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
func leavesInputs(s subject) string {
	t := s.training(50, 3, 2)
	t.Weight = slices.Repeat([]float64{0.5, 1.5}, 25)
	copied := s.training(50, 3, 2)
	copied.Weight = slices.Clone(t.Weight)
	sparsed := t
	sparsed.X = support.Sparse(dense(t))
	copiedSparse := support.Sparse(dense(copied))
	for _, training := range []model.Training{t, sparsed} {
		if _, err := fitted(s.New(), training, training.X); err != nil {
			return err.Error()
		}
	}
	if !reflect.DeepEqual(t, copied) || !reflect.DeepEqual(sparsed.X, sample.Set(copiedSparse)) {
		return "a fit or a prediction has written to its input"
	}
	return ""
}

// sparseAsDense: both layouts of the same numbers give the same machine.
func sparseAsDense(s subject) string {
	n := 70
	if s.has("optimizer") {
		n = 40 // each step of its search takes n^3 operations, for each kernel
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
		want, err := fitted(s.converging(option{"kernel", kernel}), t, x)
		if err != nil && neverDefinite(kernel) && refused(kernel, err, fault.Numeric) == "" {
			_, err = fitted(s.converging(option{"kernel", kernel}), other, other.X)
			if f := refused("sparse samples, kernel "+kernel, err, fault.Numeric); f != "" {
				return f
			}
			continue // a machine may need a kernel that is positive definite
		}
		if err != nil {
			return wrong(kernel, err)
		}
		m := s.converging(option{"kernel", kernel})
		got, err := fitted(m, other, other.X)
		if err != nil {
			return wrong(kernel, err)
		}
		if f := differ("sparse samples, kernel "+kernel, s.smooth(got, n), s.smooth(want, n), 1e-5); f != "" {
			return f
		}
		mixed, err := answers(m, x)
		if err != nil {
			return wrong(kernel, err)
		}
		if f := differ("sparse model, dense samples, kernel "+kernel, s.smooth(mixed, n), s.smooth(got, n), 1e-9); f != "" {
			return f
		}
	}
	return ""
}

// neverDefinite reports whether a kernel is not positive definite for any parameters.
func neverDefinite(name string) bool {
	return slices.ContainsFunc(catalog.Kernels(), func(k catalog.KernelEntry) bool { return k.Name == name && k.Definite == "never" })
}

// answersAlone: the answer for a sample does not depend on the other samples of the call.
func answersAlone(s subject) string {
	t := s.training(60, 3, 3)
	m := s.New()
	want, err := fitted(m, t, t.X)
	if err != nil {
		return err.Error()
	}
	n := t.X.Len()
	order := rand.New(rand.NewPCG(1, 1)).Perm(n)
	permuted, err := answers(m, t.X.Select(order))
	if err != nil {
		return err.Error()
	}
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
	if f := differ("in another order", s.smooth(permuted, n), s.smooth(expect(order), n), 1e-12); f != "" {
		return f
	}
	for _, i := range []int{0, n / 2, n - 1} {
		alone, err := answers(m, t.X.Select([]int{i}))
		if err != nil {
			return err.Error()
		}
		if f := differ(fmt.Sprintf("row %d alone", i), s.smooth(alone, 1), s.smooth(expect([]int{i}), 1), 1e-12); f != "" {
			return f
		}
	}
	return ""
}

func oneFeature(s subject) string {
	t := s.training(40, 1, 2)
	_, err := fitted(s.New(), t, t.X)
	return wrong("one feature", err)
}

// oneSample: of a classifier one of each class.
func oneSample(s subject) string {
	for _, n := range []int{1, 2} {
		t := s.training(n, 3, 2)
		if t.Labels() != nil && n == 1 {
			continue // the engine refuses a single class
		}
		if _, err := fitted(s.New(), t, t.X); err != nil {
			if f := refused(fmt.Sprintf("%d samples", n), err, fault.Empty, fault.Shape, fault.Option, fault.Numeric); f != "" {
				return f
			}
		}
	}
	return ""
}

// kernelValues: the matrix of a kernel's values in place of the samples gives the
// same machine, and must be square.
func kernelValues(s subject) string {
	if !s.has("kernel") {
		return ""
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
	want, err := fitted(s.converging(option{"kernel", "linear"}), t, x)
	if err != nil {
		return err.Error()
	}
	m := s.converging(option{"kernel", "precomputed"})
	got, err := fitted(m, given, g)
	if err != nil {
		return err.Error()
	}
	if f := differ("kernel values", s.smooth(got, 50), s.smooth(want, 50), 1e-5); f != "" {
		return f
	}
	_, err = m.Fit(nil, t)
	return refused("50 x 3 kernel values", err, fault.Shape)
}
