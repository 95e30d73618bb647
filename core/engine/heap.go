package engine

import (
	"runtime"
	"sync"
)

// heap is what requests know of Go's heap. It is measured again once small requests may have
// taken noticeable memory, and not for each of them: a measurement stops all work and empties the
// allocator's caches, and would take 3 % of the time of a fit of 270 samples.
type heap struct {
	mutex    sync.Mutex
	room     int64 // memory that requests can count on, in bytes
	used     int64 // bytes on the heap, garbage included, when it was measured
	admitted int64 // bytes that the requests since may have taken, without kernel rows, whose memory the next fit takes over
	models   int64 // bytes of all models, as files
	large    bool  // a request, the models or kernel rows have taken more than little
}

// little is what small programs hold at most: a few models and tables of some hundred samples.
const little = 2 << 20

// newHeap returns the heap of a program that has just begun. It is not measured: that takes several
// milliseconds the first time, and the first fit would wait for it.
func newHeap() heap { return heap{room: Room, used: 4 << 20} }

// noticeable is how much small requests may take before the heap is measured again.
const noticeable = 64 << 20

// available returns the bytes that are left for a request of a size.
func (h *heap) available(needed int64) int64 {
	h.mutex.Lock()
	used := h.used + h.admitted
	known := needed < small && h.room == Room && h.admitted < noticeable
	h.mutex.Unlock()
	if known {
		return h.room - used
	}
	return h.measure()
}

// measure returns the bytes that are left.
func (h *heap) measure() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.used, h.admitted = int64(m.HeapAlloc), 0
	return h.room - h.used
}

// admit notes what a request may take.
func (h *heap) admit(needed int64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.admitted += needed
	h.large = h.large || needed > little
}

// hold notes that models take so many bytes more, and that rows have so many.
func (h *heap) hold(models, rows int) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.models += int64(models)
	h.large = h.large || h.models > little || rows > 2*little
}

// IsLarge reports whether requests, models or kernel rows have ever taken more than some megabytes.
func (e *Engine) IsLarge() bool {
	e.heap.mutex.Lock()
	defer e.heap.mutex.Unlock()
	return e.heap.large
}
