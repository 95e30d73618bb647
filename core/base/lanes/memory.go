package lanes

import "unsafe"

// Memory returns the bytes that v occupies, without a copy. On the machines that we build for they are
// little-endian; tests of model files fail on another.
func Memory[T byte | int32 | float64](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), len(v)*int(unsafe.Sizeof(v[0])))
}

// Singles returns the same memory as twice as many float32.
func Singles(v []float64) []float32 {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(&v[0])), 2*len(v))
}
