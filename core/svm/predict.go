package svm

import (
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/lanes"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Decision returns, for every sample of x, the decision value of the pair when
// there are two classes (positive means class 1), one for each pair of classes
// ("ovo") or one for each class ("ovr"); see package multi.
func (s *SVC) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if shape == "" {
		shape = s.DecisionFunctionShape
	}
	if shape != "ovr" && shape != "ovo" {
		return nil, 0, fault.New(fault.Option, "shape", "shape must be 'ovr' or 'ovo', got %q", shape)
	}
	if err := s.ready(x); err != nil {
		return nil, 0, err
	}
	k := s.fit.classes
	cols = multi.PairCount(k)
	perClass := shape == "ovr" && k > 2
	if perClass {
		cols = k
	}
	values = make([]float64, x.Len()*cols)
	err = s.fit.each(ctl, x, func(i int, pairwise []float64) {
		dst := values[i*cols : (i+1)*cols]
		if perClass {
			multi.OneVersusRest(dst, pairwise, k)
		} else {
			copy(dst, pairwise)
		}
	})
	return values, cols, err
}

// Predict returns the class that the pairs elect for every sample of x.
func (s *SVC) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if err := s.ready(x); err != nil {
		return nil, err
	}
	classes, votes := make([]int32, x.Len()), make([]int, s.fit.classes)
	err := s.fit.each(ctl, x, func(i int, pairwise []float64) {
		classes[i] = multi.Vote(pairwise, s.fit.order, votes)
	})
	return classes, err
}

func (s *SVC) ready(x sample.Set) error {
	if s.fit == nil {
		return fault.New(fault.NotFitted, "", "this SVC is not fitted yet; call fit first")
	}
	if got, want := x.Dim(), s.fit.features; got != want {
		return fault.New(fault.FeatureCount, "X", "X has %d features, but this SVC was fitted with %d", got, want).
			With("expected", want).With("got", got)
	}
	return nil
}

// each calls take with the decision values of the pairs for every sample of x,
// which are computed for several samples at a time. It returns run.ErrAborted when ctl
// ends it.
func (f *svcFit) each(ctl *run.Ctl, x sample.Set, take func(i int, pairwise []float64)) error {
	if f.scorer == nil {
		f.scorer = f.newScorer()
	}
	s, n := f.scorer, x.Len()
	index := make([]int, 0, len(s.rows))
	for i := 0; i < n; i += len(index) {
		if status := ctl.Checkpoint(func() run.Report {
			return run.Report{Phase: "predict", Fraction: float64(i) / float64(n)}
		}); status != "" {
			return run.ErrAborted
		}
		index = index[:0]
		for r := i; r < min(i+len(s.rows), n); r++ {
			if !(x.SquaredNorm(r) <= largestNorm) {
				return fault.New(fault.Numeric, "X", "the numbers in row %d are too large to compare: their squares overflow. Scale the features as for fit", r).With("row", r)
			}
			index = append(index, r)
		}
		s.columns.Rows(s.rows[:len(index)], x, index)
		s.score(s.rows[:len(index)])
		for r, at := range index {
			take(at, s.values[r])
		}
	}
	return nil
}

// scorer turns kernel values into decision values. It holds scratch memory.
type scorer struct {
	fit       *svcFit
	columns   gram.Columns // the support vectors, or one weight vector for each pair
	collapsed bool         // the latter
	first     []int        // where the support vectors of each class begin; length k+1
	rows      [][]float64  // kernel values of several samples
	values    [][]float64  // their decision values, one for each pair
	classes   []against    // one for each class, for more than a few
}

// against holds the coefficients of one class's support vectors in its pairs, as
// panels: the k-1 other classes are their samples, the support vectors their
// features, and the inner products with kernel values are its part of the
// decision values.
type against struct {
	panels      []float64
	features    []int32   // 0, 1, 2, ...
	interleaved []float64 // scratch: kernel values of two samples
	sums        [2][]float64
}

// fewClasses is the number of classes up to which plain inner products are
// faster than panels, which are padded to whole vectors.
const fewClasses = 4

// rowsAtATime is how many samples are compared with the support vectors while
// these are in the cache of the processor.
const rowsAtATime = 16

// widestCollapse is how many numbers the weight vectors of all pairs may take
// for a linear machine to be collapsed to them.
const widestCollapse = 4 << 20

func (f *svcFit) newScorer() *scorer {
	s := &scorer{fit: f, first: make([]int, f.classes+1)}
	for c, n := range f.counts {
		s.first[c+1] = s.first[c] + int(n)
	}
	_, linear := f.kernel.(kernel.Linear)
	_, given := f.kernel.(kernel.Given)
	switch {
	case given:
		index := make([]int, len(f.indices))
		for p, i := range f.indices {
			index[p] = int(i)
		}
		s.columns = gram.Prepare(f.kernel, nil, index, nil)
	case linear && len(f.intercept) < len(f.indices) && len(f.intercept)*f.features <= widestCollapse:
		s.collapsed = true
		s.columns = gram.Prepare(f.kernel, s.weights(), nil, nil)
	default:
		s.columns = gram.Prepare(f.kernel, f.vectors, nil, gram.Origin(f.kernel, f.vectors))
	}
	for range rowsAtATime {
		s.rows = append(s.rows, make([]float64, s.columns.Stride()))
		s.values = append(s.values, make([]float64, len(f.intercept)))
	}
	if f.classes > fewClasses && !s.collapsed {
		for c := range f.classes {
			s.classes = append(s.classes, s.against(c))
		}
	}
	return s
}

// against packs the coefficients of class c.
func (s *scorer) against(c int) against {
	m, others, n := len(s.fit.indices), s.fit.classes-1, s.first[c+1]-s.first[c]
	a := against{panels: make([]float64, lanes.PackedLen(others, n)), features: make([]int32, n), interleaved: make([]float64, 2*n)}
	for v := range n {
		a.features[v] = int32(v)
	}
	for other := range others {
		lanes.Pack(a.panels, s.fit.coef[other*m+s.first[c]:other*m+s.first[c+1]], other)
	}
	for r := range a.sums {
		a.sums[r] = make([]float64, lanes.Padded(others))
	}
	return a
}

// score sets s.values to the decision values for rows of kernel values.
func (s *scorer) score(rows [][]float64) {
	switch {
	case s.collapsed:
		for r, row := range rows {
			for pair, b := range s.fit.intercept {
				s.values[r][pair] = b + row[pair]
			}
		}
	case s.classes == nil:
		for r, row := range rows {
			s.scoreOne(s.values[r], row)
		}
	default:
		for r := 0; r < len(rows); r += 2 {
			// An odd row at the end goes along with itself.
			s.scoreTwo(s.values[r:min(r+2, len(rows))], rows[r], rows[min(r+1, len(rows)-1)])
		}
	}
}

// scoreOne sets values to the decision values for one row.
func (s *scorer) scoreOne(values, row []float64) {
	f := s.fit
	m := len(f.indices)
	multi.Pairs(f.classes, func(pair, a, b int) bool {
		// Class a's coefficients against b stand in row b-1, b's against a in row a.
		ofA, ofB := f.coef[(b-1)*m:b*m], f.coef[a*m:(a+1)*m]
		values[pair] = f.intercept[pair] +
			(lanes.Sum(ofA[s.first[a]:s.first[a+1]], row[s.first[a]:]) + lanes.Sum(ofB[s.first[b]:s.first[b+1]], row[s.first[b]:]))
		return true
	})
}

// scoreTwo does so for two rows, a class at a time.
func (s *scorer) scoreTwo(values [][]float64, row0, row1 []float64) {
	for c := range s.classes {
		a := &s.classes[c]
		first := s.first[c]
		for v := range a.features {
			a.interleaved[2*v], a.interleaved[2*v+1] = row0[first+v], row1[first+v]
		}
		lanes.Dots2(a.sums[0], a.sums[1], a.panels, len(a.features), a.features, a.interleaved)
	}
	for r := range values {
		multi.Pairs(s.fit.classes, func(pair, a, b int) bool {
			values[r][pair] = s.fit.intercept[pair] + (s.classes[a].sums[r][b-1] + s.classes[b].sums[r][a])
			return true
		})
	}
}

// weights returns the weight vectors of a linear machine, w = sum of y_i a_i x_i,
// one sample for each pair.
func (s *scorer) weights() sample.Set {
	f := s.fit
	w := &sample.Matrix{N: len(f.intercept), D: f.features, X: make([]float64, len(f.intercept)*f.features)}
	x := make([]float64, f.features)
	m := len(f.indices)
	multi.Pairs(f.classes, func(pair, a, b int) bool {
		add := func(class int, coef []float64) {
			for v := s.first[class]; v < s.first[class+1]; v++ {
				if coef[v] != 0 {
					f.vectors.Dense(x, v)
					lanes.Update(w.Row(pair), coef[v], x)
				}
			}
		}
		add(a, f.coef[(b-1)*m:b*m])
		add(b, f.coef[a*m:(a+1)*m])
		return true
	})
	return w
}
