package engine

import (
	"runtime"
	"testing"
)

// Small requests share a measurement, counting what they may have taken, until that is noticeable;
// larger ones, and all with a limit of their own, measure.
func TestHeapIsMeasuredWhereItMatters(t *testing.T) {
	// Garbage of other tests could be freed between two measurements.
	runtime.GC()
	runtime.GC() // a pool keeps what it holds for one collection
	h := newHeap()
	first := h.available(1000)
	if !(first > 0) || first >= Room {
		t.Fatalf("%d bytes are left at first", first)
	}
	block := make([]byte, 100<<20)
	left := func(name string, needed, want int64) {
		t.Helper()
		if got := h.available(needed); got != want {
			t.Errorf("%s: %d bytes are left, not %d", name, got, want)
		}
	}
	left("a small request", 1000, first)
	h.admit(1 << 20)
	left("another one", 1000, first-1<<20)
	if got := h.available(small); got > first-90<<20 {
		t.Errorf("a large request: %d bytes are left, of %d before 100 MB", got, first)
	}
	known := h.available(1000)
	h.admit(noticeable)
	if got := h.available(1000); got < known-noticeable/2 {
		t.Errorf("after small requests: %d bytes are left, as if they had taken all they may", got)
	}
	h.room = 1 << 30
	if got := h.available(1000); got > 1<<30-100<<20 {
		t.Errorf("with a limit: %d bytes are left of 1 GB", got)
	}
	runtime.KeepAlive(block)
}
