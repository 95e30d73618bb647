package lanes

import "unsafe"

// Places are places in a vector, ready to be gathered from. NewPlaces checks them once, so
// that the loop need not check each; see Sparse.
type Places struct {
	index []int32
	need  int // the length of the shortest vector that has all of them
}

// NewPlaces returns places, which must not change. It panics when one is negative.
func NewPlaces(index []int32) Places {
	p := Places{index: index}
	for _, i := range index {
		if i < 0 {
			panic("lanes: a negative place")
		}
		p.need = max(p.need, int(i)+1)
	}
	return p
}

// Len returns the number of places.
func (p Places) Len() int { return len(p.index) }

// Gather sets dst_i to the entry of from in place i, for all places.
//
//go:nocheckptr
func (p Places) Gather(dst, from []float64) {
	if len(from) < p.need {
		panic("lanes: lengths do not fit")
	}
	dst = dst[:len(p.index)]
	if len(dst) == 0 {
		return
	}
	dense := (*whole)(unsafe.Pointer(unsafe.SliceData(from)))
	at, to, count := unsafe.Pointer(unsafe.SliceData(p.index)), unsafe.Pointer(unsafe.SliceData(dst)), len(dst)
	for i := range uintptr(count / 8) {
		j, d := (*[8]uint32)(unsafe.Add(at, 32*i)), (*[8]float64)(unsafe.Add(to, 64*i))
		d[0], d[1], d[2], d[3] = dense[j[0]], dense[j[1]], dense[j[2]], dense[j[3]]
		d[4], d[5], d[6], d[7] = dense[j[4]], dense[j[5]], dense[j[6]], dense[j[7]]
	}
	for i := count &^ 7; i < count; i++ {
		dst[i] = from[p.index[i]]
	}
}
