package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// solutionAt returns the coefficients and the constant of a path at a C.
func solutionAt(p *svm.Path, c float64) (coef []float64, bias float64) {
	coef = make([]float64, len(p.Signs))
	piece := max(sort.Search(len(p.From), func(k int) bool { return p.From[k] > c })-1, 0)
	places := make([]int32, len(coef))
	for at := range p.ChangeEnds[piece] {
		places[p.Changed[at]] = p.ChangedFor[at]
	}
	for i, place := range places {
		if place == svm.PathBound {
			coef[i] = c * p.Signs[i]
		}
	}
	share := (c - p.From[piece]) / (p.To[piece] - p.From[piece])
	begin := int32(0)
	if piece > 0 {
		begin = p.Ends[piece-1]
	}
	for at := begin; at < p.Ends[piece]; at++ {
		coef[p.Margin[at]] = p.FromCoef[at] + share*(p.ToCoef[at]-p.FromCoef[at])
	}
	return coef, p.FromBias[piece] + share*(p.ToBias[piece]-p.FromBias[piece])
}

// withCopies returns samples of two classes, some of which occur several times, with either
// label.
func withCopies(rng *rand.Rand, n, d int) model.Data {
	x, y := data(rng, n, d, 2)
	for i := n / 2; i < n*3/4; i++ {
		copy(x.X[i*d:(i+1)*d], x.X[(i-n/2)*d:(i-n/2+1)*d])
	}
	for i := n / 2; i < n/2+n/16; i++ {
		y[i] = 1 - y[i]
	}
	return model.Data{X: x, Target: model.Classes{Of: y, Count: 2}}
}

// TestPathMeetsSVC compares 50 values of C on a path with fits.
func TestPathMeetsSVC(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	weighted := withCopies(rng, 70, 3)
	weighted.Weight = make([]float64, 70)
	for i := range weighted.Weight {
		weighted.Weight[i] = float64(i%5) / 2
	}
	unbalanced := func(o *svm.SVCOptions) { o.ClassWeight = model.ClassWeight{Name: "balanced"} }
	linear := func(o *svm.SVCOptions) { o.Kernel.Name = "linear" }
	for _, c := range []struct {
		name string
		data model.Data
		set  []options
	}{
		{"rbf", withCopies(rng, 80, 2), []options{rbf(0.5)}},
		{"no intercept", withCopies(rng, 80, 2), []options{rbf(0.5), func(o *svm.SVCOptions) { o.FitIntercept = false }}},
		{"wide", withCopies(rng, 40, 2), []options{rbf(0.01)}},
		{"narrow", withCopies(rng, 80, 2), []options{rbf(20)}},
		{"linear", withCopies(rng, 40, 3), []options{linear}},
		{"weights", weighted, []options{rbf(0.5)}},
		{"class weights", withCopies(rng, 61, 3), []options{rbf(0.5), unbalanced}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := svm.NewSVC(catalog.Kernel)
			for _, set := range c.set {
				set(&m.SVCOptions)
			}
			training := model.Training{Data: c.data}
			path, report, err := m.Path(nil, training, svm.PathRequest{Least: 0.01, Greatest: 100})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d pieces, %d breakpoints, gap %.2g", len(path.From), report.Iterations, report.Gap)
			if len(path.From) < 20 || !(report.Gap <= 1e-9) {
				t.Errorf("%d pieces, gap %g", len(path.From), report.Gap)
			}
			for k := range 50 {
				if !support.Turn(k) {
					continue
				}
				at := 0.01 * math.Pow(1e4, (float64(k)+0.5)/50)
				coef, bias := solutionAt(path, at)
				made := svm.NewSVC(catalog.Kernel)
				made.SVCOptions = m.SVCOptions
				made.C = at
				if _, err := m.At(made, coef, bias); err != nil {
					t.Fatal(err)
				}
				want := fit(t, training, append(c.set, func(o *svm.SVCOptions) { o.C, o.Tol = at, 1e-10 })...)
				got, _, err := made.Decision(nil, c.data.X, reduction.OneVsRest)
				if err != nil {
					t.Fatal(err)
				}
				expected, _, _ := want.Decision(nil, c.data.X, reduction.OneVsRest)
				support.Within(t, "decision values", got, expected, 1e-8)
			}
		})
	}
}

// TestPathCoefficients compares coefficients, which are unique where no two rows are equal and
// the kernel is narrow enough.
func TestPathCoefficients(t *testing.T) {
	x, y := data(rand.New(rand.NewPCG(5, 6)), 60, 3, 2)
	for i := range y {
		x.X[3*i] += float64(i) / 1000 // two rows were equal
	}
	training := model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 2}}}
	m := svm.NewSVC(catalog.Kernel)
	rbf(2)(&m.SVCOptions)
	path, _, err := m.Path(nil, training, svm.PathRequest{Least: 0.05, Greatest: 50})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []float64{0.07, 0.3, 1, 4, 31} {
		want := make([]float64, 60)
		fitted := fit(t, training, rbf(2), func(o *svm.SVCOptions) { o.C, o.Tol = c, 1e-11 })
		for at, i := range fitted.Result.Indices {
			want[i] = fitted.Result.Coef[at]
		}
		got, bias := solutionAt(path, c)
		support.Within(t, "coefficients", got, want, 1e-8)
		support.WithinNumber(t, "constant", bias, fitted.Result.Intercept[0], 1e-8)
	}
}

// TestPathLeavesOut compares the decision values of samples that are left out with fits without
// them.
func TestPathLeavesOut(t *testing.T) {
	all := withCopies(rand.New(rand.NewPCG(7, 8)), 40, 2)
	m := svm.NewSVC(catalog.Kernel)
	rbf(0.7)(&m.SVCOptions)
	at := []float64{2, 0.1}
	path, _, err := m.Path(nil, model.Training{Data: all}, svm.PathRequest{Least: 0.1, Greatest: 5, LeaveOneOut: at})
	if err != nil {
		t.Fatal(err)
	}
	labels := all.Target.(model.Classes).Of
	for k, c := range at {
		for i := range 40 {
			var rows []int
			var y []int32
			for j := range 40 {
				if j != i {
					rows, y = append(rows, j), append(y, labels[j])
				}
			}
			part := model.Training{Data: model.Data{X: all.X.Select(rows), Target: model.Classes{Of: y, Count: 2}}}
			without := fit(t, part, rbf(0.7), func(o *svm.SVCOptions) { o.C, o.Tol = c, 1e-10 })
			want, _, _ := without.Decision(nil, all.X.Select([]int{i}), reduction.OneVsRest)
			support.WithinNumber(t, "left out", path.LeftOut[k*40+i], want[0], 1e-8)
		}
	}
}

// Without a sample on the margin the constant is the middle of an interval, which samples with a
// coefficient of 0 limit: without one of them it is another one. LeaveOneOut took an end (defect 25).
func TestPathLeavesOutWhatLimitsTheConstant(t *testing.T) {
	m := svm.NewSVC(catalog.Kernel)
	m.Kernel.Name = "linear"
	all := model.Data{X: &sample.Matrix{N: 4, D: 1, X: []float64{-3, -1, 1, 3}}, Target: model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2}}
	path, _, err := m.Path(nil, model.Training{Data: all}, svm.PathRequest{Least: 0.01, Greatest: 5, LeaveOneOut: []float64{0.2}})
	if err != nil {
		t.Fatal(err)
	}
	// w is 2 C without a sample at 3 or -3, and C without one at 1 or -1: by hand, |b| <= 6 C - 1
	// as those at 3 and -3 are outside the margin, and |b| <= 1 - 2 C as those at 1 and -1 are not.
	sign := 1.0
	if path.Signs[3] < 0 {
		sign = -1
	}
	support.Near(t, "left out", path.LeftOut[2:], []float64{path.LeftOut[2], sign * (3*0.4 - 0.2)}, 1e-9)
	fitted := svm.NewSVC(catalog.Kernel)
	fitted.Kernel.Name, fitted.C = "linear", 0.2
	for _, i := range []int{0, 3} {
		rows, y := []int{}, []int32{}
		for j := range 4 {
			if j != i {
				rows, y = append(rows, j), append(y, all.Target.(model.Classes).Of[j])
			}
		}
		if _, err := fitted.Fit(nil, model.Training{Data: model.Data{X: all.X.Select(rows), Target: model.Classes{Of: y, Count: 2}}}); err != nil {
			t.Fatal(err)
		}
		want, _, _ := fitted.Decision(nil, all.X.Select([]int{i}), reduction.OneVsRest)
		support.WithinNumber(t, "left out", path.LeftOut[i], want[0], 1e-6)
	}
}

// TestNoPath lists what has no path.
func TestNoPath(t *testing.T) {
	x, y := data(rand.New(rand.NewPCG(9, 1)), 40, 2, 2)
	two := model.Data{X: x, Target: model.Classes{Of: y, Count: 2}}
	x3, y3 := data(rand.New(rand.NewPCG(9, 1)), 40, 2, 3)
	three := model.Data{X: x3, Target: model.Classes{Of: y3, Count: 3}}
	whole := svm.PathRequest{Least: 0.1, Greatest: 100}
	for _, c := range []struct {
		name     string
		data     model.Data
		request  svm.PathRequest
		set      options
		code     fault.Code
		argument string
	}{
		{"three classes", three, whole, rbf(1), fault.Option, "y"},
		{"another loss", two, whole, func(o *svm.SVCOptions) { o.Loss = "squaredHinge" }, fault.Option, "loss"},
		{"a bound", two, whole, func(o *svm.SVCOptions) { o.NormBound = 2 }, fault.Option, "study.normBound"},
		{"backwards", two, svm.PathRequest{Least: 2, Greatest: 1}, rbf(1), fault.Option, "CMax"},
		{"zero", two, svm.PathRequest{Greatest: 1}, rbf(1), fault.Option, "CMax"},
		{"without end", two, svm.PathRequest{Least: 1, Greatest: math.Inf(1)}, rbf(1), fault.Option, "CMax"},
		{"elsewhere", two, svm.PathRequest{Least: 1, Greatest: 2, LeaveOneOut: []float64{3}}, rbf(1), fault.Option, "leaveOneOut"},
		{"indefinite", two, whole, func(o *svm.SVCOptions) {
			o.Kernel.Name, o.Kernel.Coef0 = "sigmoid", -1
			o.Kernel.Gamma.Name, o.Kernel.Gamma.Value = "", 1
		}, fault.Numeric, "kernel"},
	} {
		m := svm.NewSVC(catalog.Kernel)
		c.set(&m.SVCOptions)
		_, _, err := m.Path(nil, model.Training{Data: c.data}, c.request)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
