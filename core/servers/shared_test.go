package servers

import "testing"

// The facade allocates the shared memory: bytesFor in js/src/face/served-fit.js has this formula.
func TestTheFacadeAllocatesEnough(t *testing.T) {
	for _, n := range []int{1, 2, 3, 2000, 2001, 100_001} {
		if allocated := 1024 + (3*4+2*8+24*8)*(n+1); allocated < Bytes(n) {
			t.Errorf("%d samples: %d bytes, but %d are needed", n, allocated, Bytes(n))
		}
	}
}
