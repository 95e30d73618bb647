package sample

import "testing"

// Any change of a set changes its fingerprint, and a copy has the same.
func TestFingerprintsTellSetsApart(t *testing.T) {
	matrix := func(n, d int, x ...float64) Set { return &Matrix{N: n, D: d, X: x} }
	sparse := func(index, value int) Set {
		return &CSR{N: 2, D: 3, Ptr: []int32{0, 1, 2}, Index: []int32{0, int32(index)}, Value: []float64{1, float64(value)}}
	}
	sets := []Set{
		matrix(2, 2, 1, 2, 3, 4), matrix(1, 4, 1, 2, 3, 4), matrix(4, 1, 1, 2, 3, 4), matrix(2, 2, 2, 1, 3, 4), matrix(2, 2, 3, 4, 1, 2),
		matrix(2, 2, 1, 2, 3, 4.000000000000001), matrix(2, 2, 0, 0, 0, 0), matrix(2, 2, 0, 0, 0, -1), matrix(1, 1, 0), matrix(1, 2, 0, 0),
		sparse(0, 1), sparse(1, 1), sparse(1, 2),
		&Sequences{N: 2, Ptr: []int32{0, 1, 3}, Symbols: []int32{7, 8, 9}}, &Sequences{N: 2, Ptr: []int32{0, 2, 3}, Symbols: []int32{7, 8, 9}},
	}
	seen := map[uint64]int{}
	for i, x := range sets {
		all := make([]int, x.Len())
		for r := range all {
			all[r] = r
		}
		if Fingerprint(x) != Fingerprint(x.Select(all)) {
			t.Errorf("set %d and its copy differ", i)
		}
		if before, ok := seen[Fingerprint(x)]; ok {
			t.Errorf("sets %d and %d have the same fingerprint", before, i)
		}
		seen[Fingerprint(x)] = i
	}
}
