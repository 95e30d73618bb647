package engine

import (
	"slices"
	"time"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/schema"
)

// gathering is a fit to samples that arrive in chunks.
type gathering struct {
	machine  model.Machine
	gathered model.Gathered
	rows     int       // samples so far
	scale    []Warning // about the ranges of the first chunk
	led      *ledFit   // of a fit to chunks that other programs hold
	holding  *holding  // for others
	device   *device   // of a fit to samples that are here
}

// Dispose forgets a model, or the chunks of an unfinished fit.
func (e *Engine) Dispose(id int) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.drop(id)
	if e.gatherings[id] != nil { // everyday programs do without the second file
		e.forgetChunks(id)
	}
}

// drop forgets a model, if there is one of this id.
func (e *Engine) drop(id int) {
	if model := e.models[id]; model != nil {
		e.heap.hold(-model.bytes, 0)
		delete(e.models, id)
	}
}

// forgetChunks drops an unfinished fit.
func (e *Engine) forgetChunks(id int) {
	if g := e.gatherings[id]; g.led != nil {
		g.led.leader.Close()
	}
	delete(e.gatherings, id)
}

// Gather adds a chunk to the fit of the model request.Model. The first chunk begins the fit, with
// the machine and the options of the request; later ones set Update. The classes of the request may
// be missing. y has the values that belong to rows, without the targets. FitGathered ends the fit
// and Dispose drops it, as an error and an abort do.
func (e *Engine) Gather(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets) error {
	err := e.gather(ctl, request, options, X, y)
	if err != nil {
		e.Dispose(request.Model)
	}
	return err
}

func (e *Engine) gather(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets) (err error) {
	g := e.gatheringOf(request.Model)
	switch {
	case !request.Update:
		g = &gathering{}
		if g.machine, _, err = e.prepare(request, options); err != nil {
			return err
		}
	case g == nil:
		return lostChunks()
	}
	machine := model.Unwrapped(g.machine)
	gatherer, ok := machine.(model.Gatherer)
	if !ok {
		return fault.New(fault.Internal, "", "a %s cannot be fitted to chunks", request.Machine)
	}
	if calib.Of(machine.Options()).Method != calib.None {
		return lateProbabilities()
	}
	data, end, err := chunkOf(ctl, machine, request.Machine, X, y)
	if err != nil {
		return err
	}
	defer end()
	set := data.X
	if g.gathered == nil {
		g.gathered, err = gatherer.Gather(ctl, data)
		ok = g.gathered != nil
		if minds(g.machine) {
			g.scale = scaleWarning(set, true, false)
			tell(ctl, g.scale)
		}
	} else {
		ok, err = g.gathered.Add(ctl, set)
	}
	if err == nil && !ok {
		err = run.ErrAborted
	}
	if err != nil {
		return err
	}
	g.rows += X.Rows
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.gatherings[request.Model] = g
	return nil
}

func lateProbabilities() error {
	return fault.New(fault.Option, "probability", "probabilities are learnt by fitting again to parts of all samples, which are no longer there when they come in chunks; set probability to 'none', or use fit")
}

// chunkOf returns the samples of a chunk with what belongs to their rows, without targets. ctl watches
// them until end is called.
func chunkOf(ctl *run.Ctl, machine model.Machine, name string, X Table, y Targets) (data model.Data, end func(), err error) {
	set, err := X.set(machine)
	if err == nil {
		err = checkKind(set, machine, name)
	}
	if err != nil {
		return data, nil, err
	}
	data = model.Data{Weight: y.Weight, Rows: model.Given{}}
	for _, o := range schema.Of(machine.Options()) {
		if y.Numbers != nil {
			take(data.Rows, y.Numbers, o.Row)
		}
	}
	data.X, end = watched(ctl, set)
	if err = data.Check(machine); err != nil {
		end()
	}
	return data, end, err
}

// gatheringOf returns the unfinished fit of a model, or nil.
func (e *Engine) gatheringOf(id int) *gathering {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.gatherings[id]
}

// lostChunks is the error of a program that was restarted between two chunks.
func lostChunks() error {
	return fault.New(fault.Internal, "chunks", "the program does not have the chunks before this one")
}

// FitGathered ends a fit to chunks, as Fit does for a table. y has the targets of all samples.
func (e *Engine) FitGathered(ctl *run.Ctl, request FitRequest, options any, y Targets) (bytes []byte, made FitReport, err error) {
	began, g := time.Now(), e.gatheringOf(request.Model)
	if g == nil {
		return nil, made, lostChunks()
	}
	e.Dispose(request.Model)
	model.Assign(g.machine, options)
	set := &sample.Matrix{N: g.rows}
	var report model.Report
	many := manyClasses(g.rows, request.Classes)
	tell(ctl, many)
	data, err := y.data(g.machine, set, len(request.Classes.Names))
	if err == nil {
		report, err = g.machine.Fit(ctl, model.Training{Data: data, Resources: model.Resources{Gathered: g.gathered}})
	}
	if err == nil && report.Status == run.Aborted {
		err = run.ErrAborted
	}
	if err == nil {
		bytes, made, err = e.adopt(request, g.machine, report, nil)
	}
	if err != nil {
		return nil, FitReport{}, named(err, request.Classes.Names)
	}
	made.Milliseconds = millisecondsSince(began)
	made.Warnings = slices.Concat(g.scale, many, warnings(g.machine, report, true))
	return bytes, made, nil
}

// AdmitChunk fails if there is no memory for a chunk with this many stored values, or for the fit
// to all samples so far, and then drops the fit. Call it before anything is copied; without rows,
// before the end of the fit. It returns the bytes that the program should not exceed; see
// MemoryLimit.
func (e *Engine) AdmitChunk(request FitRequest, options any, stored int) (limit int64, err error) {
	size := FitSize(options, request.Table, stored, 0)
	cost := model.KernelCost()
	if size.Own != nil {
		cost = *size.Own
	}
	limit = 2*Needs("predict", size) + room
	if g := e.gatheringOf(request.Model); g != nil && request.Update {
		kept, further := g.gathered.Bytes()
		cost.Byte, size.Bytes = 1, int(further)*g.rows
		limit += kept + int64(size.Bytes)
	}
	size.Own = &cost
	if _, err = e.admit("fitChunks", "X", size, 0); err != nil {
		e.Dispose(request.Model)
	}
	return min(limit, Room), err
}
