package sample_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

func TestBadSetsAreNamedErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	dense := func(x []float64, n, d int) error { _, err := sample.NewMatrix(x, n, d); return err }
	csr := func(ptr, index []int32, value []float64, n, d int) error {
		_, err := sample.NewCSR(ptr, index, value, n, d)
		return err
	}
	for name, c := range map[string]struct {
		err     error
		code    fault.Code
		details fault.Details
	}{
		"no rows":           {dense(nil, 0, 3), fault.Empty, fault.Details{"rows": 0}},
		"no columns":        {dense(nil, 12, 0), fault.Empty, fault.Details{"columns": 0}},
		"length":            {dense(make([]float64, 5), 2, 3), fault.Shape, fault.Details{"expected": 6, "got": 5}},
		"NaN":               {dense([]float64{1, 2, 3, nan}, 2, 2), fault.NonFinite, fault.Details{"row": 1, "column": 1, "value": "NaN"}},
		"infinity":          {dense([]float64{1, inf, 3, 4}, 2, 2), fault.NonFinite, fault.Details{"row": 0, "column": 1, "value": "-Infinity"}},
		"short indptr":      {csr([]int32{0, 1}, []int32{0}, []float64{1}, 2, 2), fault.Shape, fault.Details{"expected": 3}},
		"indptr start":      {csr([]int32{1, 1, 1}, []int32{0}, []float64{1}, 2, 2), fault.Shape, nil},
		"indptr end":        {csr([]int32{0, 1, 2}, []int32{0}, []float64{1}, 2, 2), fault.Shape, nil},
		"indptr decreases":  {csr([]int32{0, 5, 1}, []int32{0}, []float64{1}, 2, 2), fault.Shape, fault.Details{"row": 1}},
		"values missing":    {csr([]int32{0, 1, 2}, []int32{0, 1}, []float64{1}, 2, 2), fault.Shape, fault.Details{"got": 2}},
		"column too large":  {csr([]int32{0, 1, 2}, []int32{0, 2}, []float64{1, 1}, 2, 2), fault.Shape, fault.Details{"row": 1, "column": 2}},
		"column negative":   {csr([]int32{0, 1, 2}, []int32{-1, 1}, []float64{1, 1}, 2, 2), fault.Shape, fault.Details{"row": 0}},
		"columns unordered": {csr([]int32{0, 2, 2}, []int32{1, 0}, []float64{1, 1}, 2, 2), fault.Shape, fault.Details{"row": 0, "column": 0}},
		"column twice":      {csr([]int32{0, 2, 2}, []int32{1, 1}, []float64{1, 1}, 2, 2), fault.Shape, fault.Details{"row": 0, "column": 1}},
		"sparse NaN":        {csr([]int32{0, 1, 2}, []int32{0, 1}, []float64{1, nan}, 2, 2), fault.NonFinite, fault.Details{"row": 1, "column": 1}},
	} {
		var e *fault.Error
		if !errors.As(c.err, &e) || e.Code != c.code || e.Argument != "X" {
			t.Errorf("%s: got %v, want %s about X", name, c.err, c.code)
			continue
		}
		for key, want := range c.details {
			if e.Details[key] != want {
				t.Errorf("%s: detail %s is %v, want %v", name, key, e.Details[key], want)
			}
		}
	}
}

func TestSparseAndDenseAreTheSameSet(t *testing.T) {
	m, _ := sample.NewMatrix([]float64{1, 0, -2, 0, 0, 0, 3, 4, 0}, 3, 3)
	s, err := sample.NewCSR([]int32{0, 2, 2, 4}, []int32{0, 2, 0, 1}, []float64{1, -2, 3, 4}, 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string, a, b float64) {
		t.Helper()
		if !(math.Abs(a-b) <= 1e-15) {
			t.Errorf("%s: dense %v, sparse %v", what, a, b)
		}
	}
	meanM, varianceM := m.Moments()
	meanS, varianceS := s.Moments()
	same("mean", meanM, meanS)
	same("variance", varianceM, varianceS)
	same("variance by hand", varianceM, (1+4+9+16)/9.-(6./9)*(6./9))
	tenths := slices.Repeat([]float64{0.1}, 10) // whose sum is not 1
	equal, _ := sample.NewMatrix(tenths, 5, 2)
	stored, _ := sample.NewCSR([]int32{0, 2, 4, 6, 8, 10}, []int32{0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, tenths, 5, 2)
	grey, _ := sample.NewBytes(slices.Repeat([]byte{77}, 10), 5, 2, 1./255)
	for _, set := range []sample.Set{equal, stored, grey} {
		if mean, variance := set.Moments(); mean == 0 || variance != 0 {
			t.Errorf("%T of equal numbers: mean %v, variance %v", set, mean, variance)
		}
	}
	lowM, highM := m.Ranges()
	lowS, highS := s.Ranges()
	for j := range 3 {
		same("lowest", lowM[j], lowS[j])
		same("highest", highM[j], highS[j])
	}
	pick := []int{2, 0, 2}
	a, b := m.Select(pick), s.Select(pick)
	x, z := make([]float64, 3), []float64{9, 9, 9}
	for i := range 3 {
		a.Dense(x, i)
		b.Dense(z, i)
		for j := range 3 {
			same("selected entry", x[j], z[j])
			same("original entry", x[j], m.Row(pick[i])[j])
		}
		same("norm", a.SquaredNorm(i), b.SquaredNorm(i))
	}
}

// Watched returns another set and does not change the first; sets that are selected from it
// call pause too.
func TestWatchedSequencesAreAnotherSet(t *testing.T) {
	s, err := sample.NewSequences([]int32{0, 1, 3}, []int32{'a', 'b', 'c'}, 2)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	watched := s.Watched(func() bool { calls++; return true })
	part := watched.Select([]int{1}).(*sample.Sequences)
	if s.Paused() || !watched.Paused() || !part.Paused() || calls != 2 || !slices.Equal(part.Row(0), s.Row(1)) {
		t.Errorf("%d calls", calls)
	}
}
