//go:build js

package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"syscall/js"

	"github.com/norunners/vert"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
)

// bridge holds the state of all calls: the engine and the table of operations.
type bridge struct {
	engine      *engine.Engine
	operations  map[string]operation
	memoryLimit int64 // of the garbage collector, 0 before it was set
}

// setMemoryLimit limits the heap, beyond which the garbage collector works harder: WebAssembly
// memory never shrinks. Setting the limit stops all goroutines.
func (b *bridge) setMemoryLimit(limit int64) {
	if limit != b.memoryLimit {
		debug.SetMemoryLimit(limit)
		b.memoryLimit = limit
	}
}

// operation decodes its arguments from the call, runs on the engine and returns the answer.
type operation func(b *bridge, c *call) (answer, error)

func newBridge(e *engine.Engine) *bridge {
	b := &bridge{engine: e, operations: map[string]operation{
		"fit":              fit,
		"openFit":          openFit,
		"solvePart":        solvePart,
		"closeFit":         closeFit,
		"addChunk":         addChunk,
		"fitChunks":        fitChunks,
		"load":             load,
		"predict":          predict,
		"decisionFunction": decisionFunction,
		"predictProba":     predictProba,
		"process":          process,
		"transform":        transform,
		"save":             save,
		"diagnose":         diagnose,
		"leaveOneOut":      leaveOneOut,
		"certify":          certify,
		"explain":          explain,
		"path":             regularizationPath,
		"pathModel":        pathModel,
		"influence":        influence,
		"sensitivities":    sensitivities,
		"nearestChange":    nearestChange,
		"dispose":          dispose,
		"readLibsvm":       readLibsvm,
		"writeLibsvm":      writeLibsvm,
		"importLibsvm":     importLibsvm,
		"exportLibsvm":     exportLibsvm,
		"split":            split,
		"openStudy":        openStudy,
		"evaluate":         evaluate,
		"closeStudy":       closeStudy,
		"score":            score,
		"gram":             gramMatrix,
		"spectrum":         spectrum,
		"program":          solveProgram,
		"versionSpace":     versionSpace,
		"assignment":       assignment,
		"footprint":        footprint,
		"limit":            limit,
	}}
	addFaults(b.operations)
	return b
}

// call is one running operation: the arguments of dispatch, and its watcher.
type call struct {
	op      string
	request js.Value // a record
	options js.Value // a record, for fit
	buffers js.Value // Uint8Array by name
	ctl     *run.Ctl
}

// decode fills the record that target points to from the request. The facade checks what users
// write, so that a mismatch is an error in maxmargin.
func (c *call) decode(target any) {
	if err := assign(c.request, target); err != nil {
		panic(err)
	}
}

// table returns the samples of the call.
func (c *call) table(shape engine.Shape) engine.Table { return c.tableOf(shape, "") }

// tableOf returns the table whose buffers have names with this prefix.
func (c *call) tableOf(shape engine.Shape, prefix string) engine.Table {
	if shape.Layout == "bytes" {
		return engine.Table{Shape: shape, Bytes: bytesOf(c.buffers, prefix+"data")}
	}
	return engine.Table{
		Shape:   shape,
		Data:    float64s(c.buffers, prefix+"data"),
		Indptr:  int32s(c.buffers, prefix+"indptr"),
		Indices: int32s(c.buffers, prefix+"indices"),
	}
}

// stored returns how many values of a sparse table, or letters of strings, the call is
// about.
func (c *call) stored(shape engine.Shape) int {
	if shape.Layout == "strings" {
		return sizeOf(c.buffers, "indices") / 4
	}
	return sizeOf(c.buffers, "data") / 8
}

// admitTable fails when the call is about a larger table than memory can hold.
func (c *call) admitTable(b *bridge, operation string, shape engine.Shape, outputs int) error {
	return b.engine.Admit(operation, "X", engine.Size{Shape: shape, Stored: c.stored(shape), Outputs: outputs})
}

// admitJudging does the same for a table that a model is applied to.
func (c *call) admitJudging(b *bridge, request modelRequest, outputs int) error {
	return b.engine.Admit(c.op, "X", engine.Size{Shape: request.Table, Stored: c.stored(request.Table),
		Outputs: outputs, Copies: b.engine.Copies(request.Model)})
}

// admitBytes fails when buffers[name] is larger than memory can hold.
func (c *call) admitBytes(b *bridge, name string) error {
	return b.engine.Admit(c.op, name, engine.Size{Bytes: sizeOf(c.buffers, name)})
}

// answer is the result of an operation: a record, and bulk numbers by name. With an error nobody
// reads it.
type answer struct {
	value   any
	buffers map[string]any // []float64, []int32 or []byte
}

// dispatch(op, request, options, buffers, control) starts an operation and returns true.
// It never throws. Any other result means that the program has died.
//
// The outcome comes through control.settle(reply), called exactly once:
//
//	{ ok: true, value: record, buffers: { name: Uint8Array } }
//	{ ok: false, error: { code, argument, message, details } }
//
// Meanwhile control.progress(report), if present, is called at most 20 times per second; the number
// it returns is a run.Signal.
//
// With control.yield the operation runs in its own goroutine: every 10 ms it calls
// control.yield(resume) and sleeps until one call of resume(signal). In between the event loop
// turns and other operations run. Without control.yield it runs to its end inside dispatch.
func (b *bridge) dispatch(_ js.Value, args []js.Value) any {
	c := &call{op: args[0].String(), request: args[1], options: args[2], buffers: args[3]}
	control := args[4]
	w := watch(control)
	c.ctl = w.ctl()
	finish := func() {
		defer w.release()
		control.Call("settle", b.answer(c))
	}
	if w.yields() {
		go finish()
	} else {
		finish()
	}
	return true
}

// answer runs the operation and returns the reply. A panic becomes a reply, too, so that
// the program survives it.
func (b *bridge) answer(c *call) (reply js.Value) {
	defer func() {
		if r := recover(); isRangeError(r) {
			reply = failure(fault.New(fault.Memory, "", "the answer of %s is too large for the memory that JavaScript has left (%v); ask for fewer rows at a time", c.op, r))
		} else if r != nil {
			reply = failure(fault.New(fault.Internal, c.op, "the operation %s failed unexpectedly: %v; please report this", c.op, r))
		}
	}()
	perform, ok := b.operations[c.op]
	if !ok {
		return failure(fault.New(fault.Internal, c.op, "there is no operation %q", c.op))
	}
	a, err := perform(b, c)
	if err != nil {
		return failure(err)
	}
	for name, numbers := range a.buffers {
		a.buffers[name] = toJS(numbers)
	}
	return js.ValueOf(map[string]any{
		"ok":      true,
		"value":   vert.ValueOf(a.value).JSValue(),
		"buffers": a.buffers,
	})
}

// failure returns the reply for an error. After an abort nobody waits for the reply. So
// run.ErrAborted reaches a user in one case only: onProgress has stopped work that is useless
// before it is finished.
func failure(err error) js.Value {
	known := faultOf(err)
	return js.ValueOf(map[string]any{
		"ok": false,
		"error": vert.ValueOf(map[string]any{
			"code": string(known.Code), "argument": known.Argument, "message": known.Message, "details": known.Details,
		}).JSValue(),
	})
}

// faultOf returns an error as one with a code.
func faultOf(err error) *fault.Error {
	known, direct := err.(*fault.Error) // most are, and need no reflection
	switch {
	case direct:
	case errors.Is(err, run.ErrAborted):
		known = fault.New(fault.Stopped, "onProgress", "onProgress stopped the fit before there was a model to keep; let it run to its end, or fit fewer rows")
	case !errors.As(err, &known):
		known = fault.New(fault.Internal, "", "%v", err)
	}
	return known
}

// assign fills the record that target points to from a JavaScript object.
func assign(from js.Value, target any) error {
	if err := (vert.Value{Value: from}).AssignTo(target); err != nil {
		return fmt.Errorf("cannot decode %T: %w", target, err)
	}
	return nil
}
