package check

import (
	"bytes"
	"math"
	"slices"

	"maxmargin/core/data/metric"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
)

// learning are the rules about fits and their results.
func learning() []check {
	return []check{
		{"learns", learns},
		{"decides as it predicts", decides},
		{"gives the same twice", repeats},
		{"forgets an earlier fit", forgets},
		{"follows a change of the classes' order", relabels},
	}
}

// learns: easy data are learnt. Classifiers get 83 % of their training samples right, regressors
// have R^2 > 0.5, detectors keep most samples inside, and rankers order 83 % of the pairs.
func learns(s subject) {
	n := 120
	if s.has("optimizer") {
		n = 60 // a step of a search takes n^3 operations
	}
	for _, k := range []int{2, 3} {
		t := s.training(n, 3, k)
		m := s.converging()
		f := fitted("a fit", m, t, t.X)
		switch s.kind {
		case catalog.Classifier:
			right := 0
			for i, c := range t.Labels() {
				if f[i] == float64(c) {
					right++
				}
			}
			if float64(right) < 0.83*float64(n) {
				fail("%d classes: %d of %d training samples right, fewer than 83 %%", k, right, n)
			}
		case catalog.Regressor:
			if g, ok := t.Target.(model.Groups); ok {
				if share := metric.Concordance(g.Relevance, f, g.Of, g.Count); !(share > 0.83) {
					fail("%v of the pairs are in order, not above 0.83", share)
				}
				continue
			}
			mean := 0.0
			for _, y := range t.Values() {
				mean += y / float64(n)
			}
			var left, all float64
			for i, y := range t.Values() {
				left, all = left+(y-f[i])*(y-f[i]), all+(y-mean)*(y-mean)
			}
			if r2 := 1 - left/all; !(r2 > 0.5) {
				fail("R^2 on the training samples is %v, not above 0.5", r2)
			}
		case catalog.Detector:
			inside := 0
			for _, c := range f[:n] {
				if c == 1 {
					inside++
				}
			}
			if s.has("nu") && 3*inside < n {
				fail("%d of %d samples inside at nu = 0.5, fewer than a third", inside, n)
			}
		}
	}
}

// decides: the sign of the decision values, or the largest, is the prediction; ordered
// classes ascend with the decision values.
func decides(s subject) {
	for _, k := range []int{2, 4} {
		t := s.training(100, 3, k)
		m := s.New()
		all := fitted("a fit", m, t, t.X)
		n := t.X.Len()
		predicted, f := all[:n], all[n:]
		for i, p := range predicted {
			switch {
			case s.ordered():
				for j, q := range predicted {
					if f[i] <= f[j] && p > q {
						fail("rows %d and %d: decision values %v and %v, classes %v and %v", i, j, f[i], f[j], p, q)
					}
				}
			case s.kind == catalog.Detector:
				if (f[i] >= 0) != (p == 1) {
					fail("row %d: decision value %v, prediction %v", i, f[i], p)
				}
			case s.kind == catalog.Classifier && k == 2:
				if f[i] != 0 && (f[i] > 0) != (p == 1) {
					fail("row %d: decision value %v, class %v", i, f[i], p)
				}
			case s.kind == catalog.Classifier:
				row := f[i*k : (i+1)*k]
				if best := slices.Max(row); math.Floor(row[int(p)]+1./3) < math.Floor(best+1./3) && row[int(p)] < best {
					fail("row %d: decision values %v, class %v", i, row, p)
				}
			}
		}
	}
}

// repeats: the same data and options give the same bytes, in a new machine and in
// one that has been fitted to them before.
func repeats(s subject) {
	t := s.training(80, 3, 3)
	var files [][]byte
	m := s.New()
	for _, m := range []model.Machine{m, s.New(), m} {
		report, err := m.Fit(nil, t)
		must("a fit", err)
		file, err := s.bytes(m, 3, report)
		must("encode", err)
		files = append(files, file)
	}
	if !bytes.Equal(files[0], files[1]) {
		fail("two machines fitted to the same data differ")
	}
	if !bytes.Equal(files[0], files[2]) {
		fail("a second fit to the same data differs from the first")
	}
}

// forgets: a fit replaces all of an earlier one, to other samples, features and
// classes.
func forgets(s subject) {
	one, other := s.training(60, 2, 3), s.training(50, 4, 2)
	used, fresh := s.New(), s.New()
	fitted("a fit", used, one, one.X)
	got := fitted("a fit", used, other, other.X)
	want := fitted("a fit", fresh, other, other.X)
	same("after another fit", got, want, 0)
}

// relabels: numbering the classes in another order renames the predictions, unless their
// order counts.
func relabels(s subject) {
	if s.kind != catalog.Classifier || s.ordered() {
		return
	}
	t := s.training(90, 3, 3)
	names := []int32{2, 0, 1}
	labels := make([]int32, len(t.Labels()))
	for i, c := range t.Labels() {
		labels[i] = names[c]
	}
	renamed := t
	renamed.Target = model.Classes{Of: labels, Count: 3}
	if sets, ok := t.Target.(model.Sets); ok {
		sets.Of = labels
		renamed.Target = sets
	}
	want := fitted("a fit", s.converging(), t, t.X)
	got := fitted("a fit", s.converging(), renamed, t.X)
	for i := range t.Labels() {
		if int32(got[i]) != names[int(want[i])] {
			fail("row %d is of class %v, and renamed of class %v", i, want[i], got[i])
		}
	}
}
