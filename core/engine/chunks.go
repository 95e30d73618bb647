package engine

import (
	"runtime"
	"time"

	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// gathering is a fit to samples that come in chunks, between two of them.
type gathering struct {
	model.Gathering
	machine model.Machine
	summary *sample.Summary // of their samples
}

// Chunks says how far a fit to chunks is.
type Chunks struct {
	Rows int `js:"rows"` // samples so far
}

// Gather takes a chunk of the samples of a fit, the model of which will have the id request.Model.
// Chunk 0 begins it, with the machine and the options of the request; those of classes may
// be missing. y has what the machine needs of the chunk's rows: weights, and values of options.
// FitGathered ends the fit, and Dispose drops it. After an error or an abort nothing is kept.
func (e *Engine) Gather(ctl *run.Ctl, request FitRequest, chunk int, options any, X Table, y Targets) (Chunks, error) {
	g, err := e.gather(ctl, request, chunk, options, X, y)
	if err != nil {
		e.Dispose(request.Model)
		return Chunks{}, err
	}
	return Chunks{g.summary.Len()}, nil
}

func (e *Engine) gather(ctl *run.Ctl, request FitRequest, chunk int, options any, X Table, y Targets) (g *gathering, err error) {
	if chunk > 0 {
		if g, err = e.gatheringOf(request.Model); err != nil {
			return nil, err
		}
	} else {
		g = &gathering{}
		request.Start, request.Update = 0, false
		if g.machine, _, err = e.prepare(request, options); err != nil {
			return nil, err
		}
	}
	gatherer, ok := g.machine.(model.Gatherer)
	if !ok {
		return nil, fault.New(fault.Internal, "", "a %s cannot be fitted to chunks", request.Machine)
	}
	set, err := X.set(gatherer)
	if err == nil {
		err = checkKind(set, gatherer, request.Machine)
	}
	if err != nil {
		return nil, err
	}
	set, end := watched(ctl, set)
	defer end()
	data, err := y.beside(gatherer, set)
	if err == nil {
		err = data.Check(gatherer)
	}
	if err != nil {
		return nil, err
	}
	if chunk == 0 {
		g.Gathering, err = gatherer.Gather(ctl, data)
		ok = g.Gathering != nil
		ranges := set.Kind() == sample.Numbers && set.Dim() <= widest
		g.summary = sample.NewSummary(set.Kind(), set.Dim(), ranges)
	} else {
		ok, err = g.Add(ctl, set)
	}
	if err == nil && !ok {
		err = run.ErrAborted
	}
	if err != nil {
		return nil, err
	}
	g.summary.Add(set)
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.gatherings[request.Model] = g
	return g, nil
}

// gatheringOf returns the fit to chunks that will make a model.
func (e *Engine) gatheringOf(id int) (*gathering, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if g := e.gatherings[id]; g != nil {
		return g, nil
	}
	return nil, fault.New(fault.Internal, "chunks", "the program does not have the chunks before this one")
}

// FitGathered ends a fit to chunks: it is Fit with their samples in place of a table. The targets
// are those of all of them.
func (e *Engine) FitGathered(ctl *run.Ctl, request FitRequest, options any, y Targets) ([]byte, FitReport, error) {
	began := time.Now()
	fail := func(err error) ([]byte, FitReport, error) { return nil, FitReport{}, named(err, request.Classes.Names) }
	g, err := e.gatheringOf(request.Model)
	if err != nil {
		return fail(err)
	}
	e.Dispose(request.Model)
	model.Assign(g.machine, options)
	data, err := y.data(g.machine, g.summary, len(request.Classes.Names))
	if err != nil {
		return fail(err)
	}
	report, err := g.Fit(ctl, model.Training{Data: data})
	if err == nil && report.Status == run.Aborted {
		err = run.ErrAborted
	}
	if err != nil {
		return fail(err)
	}
	bytes, made, err := e.adopt(request, g.machine, report, nil)
	if err != nil {
		return fail(err)
	}
	made.Milliseconds = millisecondsSince(began)
	made.Warnings = warnings(g.summary, g.machine, report, request.Classes)
	return bytes, made, nil
}

// AdmitChunk fails when there is no memory for a chunk, or none for the fit to all samples so far.
// Call it before anything is copied. After an error nothing is kept. It returns the bytes that the program should stay within
// while it takes the chunk; see MemoryLimit.
func (e *Engine) AdmitChunk(request FitRequest, chunk int, options any, stored int) (limit int64, err error) {
	size := FitSize(options, request.Table, stored, 0)
	needed, kept, rows := Needs("fit", size), int64(0), request.Table.Rows
	if g, err := e.gatheringOf(request.Model); err == nil && chunk > 0 {
		kept = g.Bytes()
		rows += g.summary.Len()
		needed += int64(g.summary.Len()) * g.Further()
	}
	available := e.room - used()
	if needed > available {
		e.forgetMemory()
		runtime.GC()
		available = e.room - used()
	}
	if needed > available {
		e.Dispose(request.Model)
		return 0, fault.New(fault.Memory, "X", "a fit to %d rows needs about %s of memory beside the %s of their features, but %s are left; take fewer landmarks (nComponents), set precision to 'int16', or pass fewer rows", rows, megabytes(needed), megabytes(kept), megabytes(available)).
			With("needed", float64(needed)).With("available", float64(available))
	}
	return min(kept+2*Needs("predict", size)+room, Room), nil
}

// GatheredLimit returns the bytes that the program should stay within while it ends a fit to
// chunks.
func (e *Engine) GatheredLimit(id int) int64 {
	g, err := e.gatheringOf(id)
	if err != nil {
		return room
	}
	return min(g.Bytes()+int64(g.summary.Len())*g.Further()+room, Room)
}
