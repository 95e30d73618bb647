package sample

import (
	"math"
	"slices"
	"testing"
)

// A summary has the size and the ranges of all samples that it has counted, and nothing else.
func TestSummary(t *testing.T) {
	all := &Matrix{N: 5, D: 2, X: []float64{1, -2, 3, 4, -5, 6, 7, 8, 0, 9}}
	s := NewSummary(Numbers, 2, true)
	for _, part := range [][]int{{0, 1}, {2}, {3, 4}} {
		s.Add(all.Select(part))
	}
	lowest, highest := s.Ranges()
	wantLowest, wantHighest := all.Ranges()
	if s.Len() != 5 || s.Dim() != 2 || s.Kind() != Numbers || !slices.Equal(lowest, wantLowest) || !slices.Equal(highest, wantHighest) {
		t.Errorf("%d x %d, from %v to %v, want from %v to %v", s.Len(), s.Dim(), lowest, highest, wantLowest, wantHighest)
	}
	bare := NewSummary(Strings, 1, false)
	bare.Add(all)
	if lowest, highest = bare.Ranges(); bare.Len() != 5 || slices.Max(append(lowest, highest...)) != 0 || math.Signbit(lowest[0]) {
		t.Errorf("ranges that nobody asked for are %v and %v", lowest, highest)
	}
	for name, ask := range map[string]func(){
		"Dense": func() { s.Dense(make([]float64, 2), 0) }, "SquaredNorm": func() { s.SquaredNorm(0) },
		"Select": func() { s.Select(nil) }, "Moments": func() { s.Moments() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of samples that are no longer there", name)
				}
			}()
			ask()
		}()
	}
}
