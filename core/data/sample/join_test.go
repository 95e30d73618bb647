package sample

import (
	"slices"
	"testing"
)

// For parts of every kind, the joined set has their samples in order.
func TestJoin(t *testing.T) {
	dense := &Matrix{N: 2, D: 3, X: []float64{1, 0, 2, 0, 0, 3}}
	sparse := &CSR{N: 2, D: 3, Ptr: []int32{0, 0, 2}, Index: []int32{0, 2}, Value: []float64{4, 5}}
	rows := map[Set][][]float64{dense: {{1, 0, 2}, {0, 0, 3}}, sparse: {{0, 0, 0}, {4, 0, 5}}}
	for a, first := range rows {
		for b, second := range rows {
			joined, x := Join(a, b), make([]float64, 3)
			want := append(slices.Clone(first), second...)
			if joined.Len() != len(want) || joined.Dim() != 3 {
				t.Fatalf("%d x %d", joined.Len(), joined.Dim())
			}
			for i := range want {
				if joined.Dense(x, i); !slices.Equal(x, want[i]) {
					t.Errorf("%T and %T: sample %d is %v, want %v", a, b, i, x, want[i])
				}
			}
			if s, ok := joined.(*CSR); ok {
				if _, err := NewCSR(s.Ptr, s.Index, s.Value, s.N, s.D); err != nil {
					t.Error(err)
				}
			}
		}
	}
}
