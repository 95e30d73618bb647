package engine_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"maxmargin/core/engine"
	"maxmargin/core/fault"
	"maxmargin/core/run"
	"maxmargin/core/svm"
)

func TestMemoryLimit(t *testing.T) {
	o := options(t, func(o *svm.SVCOptions) { o.CacheSize = 10 })
	x := engine.Table{Data: make([]float64, 1000), Indptr: make([]int32, 10), Indices: make([]int32, 1000)}
	if got, bound := engine.MemoryLimit(o, x), int64(10<<20)+2*(8*1000+4*1010)+64<<20; got > bound-8<<20 || got < bound-32<<20 {
		t.Errorf("limit %d, want somewhat less than %d", got, bound)
	}
	o = options(t, func(o *svm.SVCOptions) { o.CacheSize = 1e9 })
	if got := engine.MemoryLimit(o, x); got != engine.Room {
		t.Errorf("limit %d with a cache larger than memory, want %d", got, int64(engine.Room))
	}
}

// What cannot fit is refused by its size alone, and what is just below is not.
func TestAdmit(t *testing.T) {
	dense := func(rows, cols int) engine.Size {
		return engine.Size{Shape: engine.Shape{Layout: "dense", Rows: rows, Cols: cols}}
	}
	csr := func(rows, stored int) engine.Size {
		return engine.Size{Shape: engine.Shape{Layout: "csr", Rows: rows, Cols: 10}, Stored: stored}
	}
	decisions := dense(1<<20, 2)
	decisions.Outputs = 1000
	for _, c := range []struct {
		operation string
		size      engine.Size
		fits      bool
	}{
		{"fit", dense(100_000, 1000), true},
		{"fit", dense(200_000, 1000), false},
		{"fit", dense(1<<30, 1<<20), false},
		{"fit", csr(1_000_000, 80_000_000), true},
		{"fit", csr(1_000_000, 120_000_000), false},
		{"fit", csr(1<<30, 10), false},
		{"fitGram", dense(20_000, 20_000), true},
		{"fitGram", dense(25_000, 25_000), false},
		{"predict", dense(400_000, 1000), true},
		{"predict", dense(600_000, 1000), false},
		{"decisionFunction", decisions, false},
		{"load", engine.Size{Bytes: 900 << 20}, true},
		{"load", engine.Size{Bytes: 1100 << 20}, false},
		{"importLibsvm", engine.Size{Bytes: 700 << 20}, false},
	} {
		err := engine.New().Admit(c.operation, "X", c.size)
		if c.fits {
			if err != nil {
				t.Errorf("%s %+v: %v", c.operation, c.size, err)
			}
			continue
		}
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Memory || f.Argument != "X" {
			t.Errorf("%s %+v: %v", c.operation, c.size, err)
			continue
		}
		needed, available := f.Details["needed"].(float64), f.Details["available"].(float64)
		if needed != float64(engine.Needs(c.operation, c.size)) || !(available < needed) || available > engine.Room {
			t.Errorf("%s %+v: details %v", c.operation, c.size, f.Details)
		}
	}
}

// peak returns the most bytes that work was seen to have on the heap beyond those
// before, by looks during its progress and at its end; garbage is collected often.
func peak(work func(look func())) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, most := int64(m.HeapAlloc), int64(0)
	look := func() {
		runtime.ReadMemStats(&m)
		most = max(most, int64(m.HeapAlloc)-before)
	}
	work(look)
	look()
	return most
}

// The estimate of a fit bounds what it takes, when every sample becomes a
// support vector, and is no more than twice that.
func TestNeedsOfAFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, shape := range []engine.Shape{
		{Layout: "dense", Rows: 1000, Cols: 2000},
		{Layout: "dense", Rows: 20000, Cols: 4},
		{Layout: "csr", Rows: 2000, Cols: 100_000},
	} {
		var x engine.Table
		y := make([]int32, shape.Rows)
		got := peak(func(look func()) {
			x = engine.Table{Shape: shape}
			each := 400 // non-zeros of a sparse row
			if shape.Layout == "dense" {
				each = shape.Cols
			} else {
				x.Indptr = make([]int32, 1, shape.Rows+1)
				x.Indices = make([]int32, 0, each*shape.Rows)
			}
			x.Data = make([]float64, 0, each*shape.Rows)
			for i := range shape.Rows {
				y[i] = int32(i % 2)
				for j := range each {
					x.Data = append(x.Data, rng.NormFloat64())
					if shape.Layout == "csr" {
						x.Indices = append(x.Indices, int32(j*(shape.Cols/each)))
					}
				}
				if shape.Layout == "csr" {
					x.Indptr = append(x.Indptr, int32(len(x.Data)))
				}
			}
			ctl := &run.Ctl{Slice: time.Millisecond, Observe: func(run.Report) run.Signal { look(); return run.Continue }}
			o := options(t, func(o *svm.SVCOptions) { o.C, o.CacheSize = 1e-6, 0.001 })
			_, report, err := engine.New().Fit(ctl, request(1, 2, x), o, x, engine.Targets{Labels: y})
			if err != nil || report.SupportVectors != shape.Rows {
				t.Fatalf("%+v, %v", report, err)
			}
		})
		needs := engine.Needs("fit", engine.Size{Shape: shape, Stored: len(x.Data), Outputs: 2})
		t.Logf("%+v: %d MB, estimated %d MB", shape, got>>20, needs>>20)
		if got > needs+4<<20 || 2*got+4<<20 < needs {
			t.Errorf("%+v: a fit took %d MB, estimated %d MB", shape, got>>20, needs>>20)
		}
		runtime.KeepAlive(x)
	}
}
