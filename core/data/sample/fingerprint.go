package sample

import "math"

// Fingerprint returns a number that is the same for sets that are equal to the last bit, and,
// but for one pair in some 10^18, different for others.
func Fingerprint(x Set) uint64 {
	h := fingerprint(0).add(uint64(x.Len())).add(uint64(x.Dim()))
	switch x := x.(type) {
	case *Matrix:
		h = h.numbers(x.X[:x.N*x.D])
	case *CSR:
		h = h.integers(x.Ptr).integers(x.Index).numbers(x.Value)
	case *Sequences:
		h = h.integers(x.Ptr).integers(x.Symbols)
	default:
		row := make([]float64, x.Dim())
		for i := range x.Len() {
			x.Dense(row, i)
			h = h.numbers(row)
		}
	}
	return uint64(h)
}

// FingerprintOf returns the Fingerprint of a list of whole numbers.
func FingerprintOf(list []int) uint64 {
	h := fingerprint(0).add(uint64(len(list)))
	for _, v := range list {
		h = h.add(uint64(v))
	}
	return uint64(h)
}

type fingerprint uint64

// add makes a step of SplitMix64 (Steele, Lea & Flood, Fast splittable pseudorandom number
// generators, 2014), from the state h and v.
func (h fingerprint) add(v uint64) fingerprint {
	h = (h ^ fingerprint(v)) + 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func (h fingerprint) numbers(all []float64) fingerprint {
	for _, v := range all {
		h = h.add(math.Float64bits(v))
	}
	return h
}

func (h fingerprint) integers(all []int32) fingerprint {
	for _, v := range all {
		h = h.add(uint64(v))
	}
	return h
}
