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
		for r, at := range index {
			take(at, s.score(s.rows[r]))
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
	rows      [][]float64
	pairwise  []float64
}

// rowsAtATime is how many samples are compared with the support vectors while
// these are in the cache of the processor.
const rowsAtATime = 16

// widestCollapse is how many numbers the weight vectors of all pairs may take
// for a linear machine to be collapsed to them.
const widestCollapse = 4 << 20

func (f *svcFit) newScorer() *scorer {
	s := &scorer{fit: f, first: make([]int, f.classes+1), pairwise: make([]float64, len(f.intercept))}
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
	}
	return s
}

// score returns the decision values of the pairs from a row of kernel values. It
// is overwritten by the next call.
func (s *scorer) score(row []float64) []float64 {
	f := s.fit
	m := len(f.indices)
	multi.Pairs(f.classes, func(pair, a, b int) bool {
		if s.collapsed {
			s.pairwise[pair] = f.intercept[pair] + row[pair]
			return true
		}
		// Class a's coefficients against b stand in row b-1, b's against a in row a.
		ofA, ofB := f.coef[(b-1)*m:b*m], f.coef[a*m:(a+1)*m]
		s.pairwise[pair] = f.intercept[pair] +
			(lanes.Sum(ofA[s.first[a]:s.first[a+1]], row[s.first[a]:]) + lanes.Sum(ofB[s.first[b]:s.first[b+1]], row[s.first[b]:]))
		return true
	})
	return s.pairwise
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
