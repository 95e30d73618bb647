package prep

import "math"

// numbering gives numbers places, 0, 1, 2, ..., in the order in which they are added. It is a hash
// table with linear probing: half of its slots are free at least.
type numbering struct {
	values []float64
	slots  []int32 // 1 + a place, 0 where the slot is free; their number is a power of two
}

// slot returns where v is, or the free slot where it would be. 0 and -0 are the same number.
func (t *numbering) slot(v float64) int {
	if v == 0 {
		v = 0
	}
	last := len(t.slots) - 1
	h := math.Float64bits(v) * 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	for at := int(h>>32) & last; ; at = (at + 1) & last {
		if p := t.slots[at]; p == 0 || t.values[p-1] == v {
			return at
		}
	}
}

// find returns the place of v, -1 if it has none.
func (t *numbering) find(v float64) int32 {
	if len(t.slots) == 0 {
		return -1
	}
	return t.slots[t.slot(v)] - 1
}

// add gives v, which has none, the next place.
func (t *numbering) add(v float64) {
	t.values = append(t.values, v)
	if 2*len(t.values) > len(t.slots) {
		t.slots = make([]int32, max(16, 2*len(t.slots)))
		for p, known := range t.values[:len(t.values)-1] {
			t.slots[t.slot(known)] = int32(p + 1)
		}
	}
	t.slots[t.slot(v)] = int32(len(t.values))
}
