package engine

import (
	"runtime"
	"testing"

	"maxmargin/core/engine/codec"
	"maxmargin/core/kernel/gram"
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

// A program is large from the first request, the first sum of models, or the first kernel rows of some
// megabytes; many small requests and models that come and go leave it small.
func TestWhatMakesAProgramLarge(t *testing.T) {
	e := New()
	model := func(id, bytes int) { e.keep(id, codec.Model{}, bytes) }
	for range 100 {
		e.heap.admit(1 << 20)
		model(1, little/2)
		model(2, little/2)
		e.Dispose(2)
		e.Dispose(3)
	}
	e.giveBack(&gram.Memory{})
	if e.IsLarge() || e.heap.models != little/2 {
		t.Fatalf("small requests made it large: models of %d bytes", e.heap.models)
	}
	for name, grow := range map[string]func(*Engine){
		"a request": func(e *Engine) { e.heap.admit(little + 1) },
		"models":    func(e *Engine) { e.keep(4, codec.Model{}, little); e.keep(5, codec.Model{}, 1) },
		"rows":      fitManyRows,
	} {
		e := New()
		if grow(e); !e.IsLarge() {
			t.Errorf("%s did not make it large", name)
		}
		e.Dispose(4)
		e.heap.admit(1)
		if !e.IsLarge() {
			t.Errorf("%s: it became small again", name)
		}
	}
}

// fitManyRows fits a small table whose kernel rows take more than the limit for a small program.
func fitManyRows(e *Engine) {
	const rows = 1000
	x, labels := make([]float64, rows), make([]int32, rows)
	for i := range x {
		x[i], labels[i] = float64(7919*i%rows)/rows, int32(i%2)
	}
	request := FitRequest{Model: 1, Machine: "SVC", Table: Shape{Layout: "dense", Rows: rows, Cols: 1},
		Classes: Classes{Kind: "number", Names: []string{"0", "1"}}}
	options, err := Options(request)
	if err == nil {
		_, _, err = e.Fit(nil, request, options, Table{Shape: request.Table, Data: x}, Targets{Labels: labels})
	}
	if err != nil {
		panic(err)
	}
}
