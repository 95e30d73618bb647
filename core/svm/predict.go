package svm

import (
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
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

// each calls take with the decision values of the pairs for every sample of x.
// It returns run.ErrAborted when ctl ends it.
func (f *svcFit) each(ctl *run.Ctl, x sample.Set, take func(i int, pairwise []float64)) error {
	columns := f.prepared()
	row := make([]float64, columns.Stride())
	pairwise := make([]float64, len(f.intercept))
	first := make([]int, f.classes+1)
	for c, n := range f.counts {
		first[c+1] = first[c] + int(n)
	}
	m := len(f.indices)
	for i := range x.Len() {
		if status := ctl.Checkpoint(func() run.Report {
			return run.Report{Phase: "predict", Fraction: float64(i) / float64(x.Len())}
		}); status != "" {
			return run.ErrAborted
		}
		if !(x.SquaredNorm(i) <= largestNorm) {
			return fault.New(fault.Numeric, "X", "the numbers in row %d are too large to compare: their squares overflow. Scale the features as for fit", i).With("row", i)
		}
		columns.Row(row, x, i)
		multi.Pairs(f.classes, func(pair, a, b int) bool {
			sum := f.intercept[pair]
			// Class a's coefficients against b stand in row b-1, b's against a in row a.
			ofA, ofB := f.coef[(b-1)*m:b*m], f.coef[a*m:(a+1)*m]
			for v := first[a]; v < first[a+1]; v++ {
				sum += float64(ofA[v] * row[v])
			}
			for v := first[b]; v < first[b+1]; v++ {
				sum += float64(ofB[v] * row[v])
			}
			pairwise[pair] = sum
			return true
		})
		take(i, pairwise)
	}
	return nil
}

// prepared returns the support vectors as columns of the kernel.
func (f *svcFit) prepared() gram.Columns {
	if f.columns == nil {
		if _, given := f.kernel.(kernel.Given); given {
			index := make([]int, len(f.indices))
			for p, i := range f.indices {
				index[p] = int(i)
			}
			f.columns = gram.Prepare(f.kernel, nil, index, nil)
		} else {
			f.columns = gram.Prepare(f.kernel, f.vectors, nil, gram.Origin(f.kernel, f.vectors))
		}
	}
	return f.columns
}
