package engine_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/machines/linear"
)

// part returns some rows of a dense table.
func part(x engine.Table, from, to int) engine.Table {
	return engine.Table{Shape: engine.Shape{Layout: "dense", Rows: to - from, Cols: x.Cols}, Data: x.Data[from*x.Cols : to*x.Cols]}
}

func chunked(t *testing.T, id int, x engine.Table, change func(*linear.LowRankSVCOptions)) (engine.FitRequest, any) {
	t.Helper()
	r := request(id, 3, x)
	r.Machine = "LowRankSVC"
	o, err := engine.NewOptions(r.Machine)
	if err != nil {
		t.Fatal(err)
	}
	own := o.(*linear.LowRankSVCOptions)
	own.NComponents = 20
	if change != nil {
		change(own)
	}
	return r, o
}

// The model of all rows in one chunk has the bytes and the warnings of a fit to them. That of
// several chunks is a model like any other.
func TestGather(t *testing.T) {
	e := engine.New()
	x, y := table(300, 3, 3)
	for i := range 300 {
		x.Data[3*i] *= 1e4 // there is a warning about the ranges
	}
	weight := slices.Repeat([]float64{0, 1, 2}, 100)
	for i := range weight {
		weight[i] = []float64{0.5, 1, 2, 0}[i%4]
	}
	r, o := chunked(t, 1, x, nil)
	targets := engine.Targets{Labels: y, Weight: weight}
	whole, report, err := e.Fit(nil, r, o, x, targets)
	if err != nil {
		t.Fatal(err)
	}
	gathered := func(id int, ends ...int) ([]byte, engine.FitReport) {
		r, o := chunked(t, id, x, nil)
		begin := 0
		for chunk, end := range append(ends, 300) {
			chunkRequest := r
			chunkRequest.Table.Rows, chunkRequest.Classes, chunkRequest.Update = end-begin, engine.Classes{}, chunk > 0
			if _, err := e.AdmitChunk(chunkRequest, o, 0); err != nil {
				t.Fatal(err)
			}
			_, fresh := chunked(t, id, x, nil)
			err := e.Gather(nil, chunkRequest, fresh, part(x, begin, end), engine.Targets{Weight: weight[begin:end]})
			if err != nil {
				t.Fatal(err)
			}
			begin = end
		}
		made, report, err := e.FitGathered(nil, r, o, targets)
		if err != nil {
			t.Fatal(err)
		}
		return made, report
	}
	once, same := gathered(2)
	if !bytes.Equal(once, whole) || same.Objective != report.Objective || !slices.EqualFunc(same.Warnings, report.Warnings, func(a, b engine.Warning) bool { return a.Code == b.Code }) || len(report.Warnings) == 0 {
		t.Errorf("the fit to one chunk differs: %v and %v", same, report)
	}
	several, _ := gathered(3, 100, 120)
	if _, _, err := e.Load(4, several); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int{3, 4} {
		p, err := e.Predict(nil, id, x)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for i, class := range p.Labels {
			if class == y[i] {
				right++
			}
		}
		if right < 150 { // one column drowns the others
			t.Errorf("%d of 300 right", right)
		}
	}
}

// After an error, an abort, and at the end there is nothing left of the chunks; what is missing is
// an error of its own.
func TestGatherKeepsNothingAfterAnError(t *testing.T) {
	e := engine.New()
	x, y := table(60, 3, 3)
	r, o := chunked(t, 1, x, nil)
	next := r
	next.Update = true
	fails := func(err error, code fault.Code, argument string) {
		t.Helper()
		var refused *fault.Error
		if !errors.As(err, &refused) || refused.Code != code || refused.Argument != argument {
			t.Errorf("%v, want %s of %s", err, code, argument)
		}
		err = e.Gather(nil, next, o, x, engine.Targets{})
		if !errors.As(err, &refused) || refused.Argument != "chunks" {
			t.Errorf("the chunks are still there: %v", err)
		}
	}
	begin := func() {
		t.Helper()
		if err := e.Gather(nil, r, o, x, engine.Targets{}); err != nil {
			t.Fatal(err)
		}
	}
	begin()
	wide, _ := table(60, 4, 3)
	err := e.Gather(nil, next, o, wide, engine.Targets{})
	fails(err, fault.FeatureCount, "X")
	begin()
	damaged, _ := table(61, 3, 3)
	damaged.Data[7] /= 0 * damaged.Data[7]
	err = e.Gather(nil, next, o, damaged, engine.Targets{})
	fails(err, fault.NonFinite, "X")
	begin()
	err = e.Gather(nil, next, o, x, engine.Targets{Weight: make([]float64, 5)})
	fails(err, fault.Shape, "sampleWeight")
	begin()
	_, _, err = e.FitGathered(nil, r, o, engine.Targets{Labels: y[:59]})
	fails(err, fault.Shape, "y")
	begin()
	_, _, err = e.FitGathered(nil, r, o, engine.Targets{Labels: make([]int32, 60)})
	fails(err, fault.OneClass, "y")
	begin()
	e.Dispose(1)
	_, _, err = e.FitGathered(nil, r, o, engine.Targets{Labels: y})
	fails(err, fault.Internal, "chunks")
	begin()
	abort := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Abort }}
	if err := e.Gather(abort.Ctl(), next, o, x, engine.Targets{}); !errors.Is(err, run.ErrAborted) {
		t.Errorf("an aborted chunk: %v", err)
	}
	begin()
	if _, _, err := e.FitGathered(abort.Ctl(), r, o, engine.Targets{Labels: y}); !errors.Is(err, run.ErrAborted) {
		t.Errorf("an aborted fit: %v", err)
	}
	_, o = chunked(t, 1, x, func(o *linear.LowRankSVCOptions) { o.Method = "sigmoid" })
	err = e.Gather(nil, r, o, x, engine.Targets{})
	fails(err, fault.Option, "probability")
	err = e.Gather(nil, request(1, 3, x), options(t, nil), x, engine.Targets{})
	fails(err, fault.Internal, "")
}

// A chunk is refused before it is copied when there would be no memory for the fit to it and to
// those before it.
func TestChunksThatDoNotFit(t *testing.T) {
	e := engine.New()
	x, _ := table(2000, 3, 3)
	r, o := chunked(t, 1, x, nil)
	rows := func(n int) engine.FitRequest {
		of := r
		of.Table.Rows, of.Update = n, true
		return of
	}
	if err := e.Gather(nil, r, o, x, engine.Targets{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rows int
		fits bool
	}{{100_000, true}, {5_000_000, true}, {20_000_000, false}} {
		_, err := e.AdmitChunk(rows(c.rows), o, 0)
		var refused *fault.Error
		if c.fits != (err == nil) || err != nil && (!errors.As(err, &refused) || refused.Code != fault.Memory) {
			t.Errorf("%d rows: %v", c.rows, err)
		}
	}
	e.Limit(64 << 20)
	if _, err := e.AdmitChunk(rows(1_000_000), o, 0); err == nil {
		t.Error("a million rows fit into 64 MB")
	}
}
