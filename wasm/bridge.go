//go:build js

package main

import (
	"errors"
	"runtime"
	"runtime/debug"
	"syscall/js"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/engine/wire"
)

// bridge holds the state of all calls.
type bridge struct {
	engine      *engine.Engine
	memoryLimit int64 // of the garbage collector, 0 before it was set
	isLarge     bool  // the engine is, and the garbage collector knows
}

// roomy lets the heap of a small program grow to 16 MB before garbage is collected: a collection takes as
// long as many small fits. The heap of a large program would grow to five times what is in use, and memory
// that is touched for the first time is slow, so that gets usual.
const roomy, usual = 400, 100

// collectSooner has garbage collected as soon as it is as much as what is in use, once that is more than
// little.
func (b *bridge) collectSooner() {
	if !b.isLarge && b.engine.IsLarge() {
		b.isLarge = true
		debug.SetGCPercent(usual)
	}
}

// setMemoryLimit limits the heap, beyond which the garbage collector works harder: WebAssembly
// memory never shrinks. Setting the limit stops all goroutines.
func (b *bridge) setMemoryLimit(limit int64) {
	b.collectSooner()
	if limit != b.memoryLimit {
		debug.SetMemoryLimit(limit)
		b.memoryLimit = limit
	}
}

// operation decodes its arguments from the call, runs on the engine and returns the answer.
type operation func(b *bridge, c *call) (answer, error)

// named is an operation by the name that JavaScript knows.
type named struct {
	name    string
	perform operation
}

// operations are all of them. A list is there when the program begins, and takes no code to make.
var operations = []named{
	{"fit", fit},
	{"openFit", openFit},
	{"solvePart", solvePart},
	{"closeFit", closeFit},
	{"addChunk", addChunk},
	{"fitChunks", fitChunks},
	{"spread", spread},
	{"load", load},
	{"predict", predict},
	{"decisionFunction", decisionFunction},
	{"predictProba", predictProba},
	{"process", process},
	{"transform", transform},
	{"save", save},
	{"diagnose", diagnose},
	{"leaveOneOut", leaveOneOut},
	{"certify", certify},
	{"explain", explain},
	{"path", regularizationPath},
	{"pathModel", pathModel},
	{"influence", influence},
	{"sensitivities", sensitivities},
	{"nearestChange", nearestChange},
	{"shrink", shrink},
	{"dispose", dispose},
	{"readLibsvm", readLibsvm},
	{"writeLibsvm", writeLibsvm},
	{"importLibsvm", importLibsvm},
	{"exportLibsvm", exportLibsvm},
	{"split", split},
	{"openStudy", openStudy},
	{"evaluate", evaluate},
	{"closeStudy", closeStudy},
	{"score", score},
	{"gram", gramMatrix},
	{"spectrum", spectrum},
	{"program", solveProgram},
	{"versionSpace", versionSpace},
	{"assignment", assignment},
	{"footprint", footprint},
	{"limit", limit},
}

// operationOf returns the operation of a name, or nil.
func operationOf(name string) operation {
	for _, known := range operations {
		if known.name == name {
			return known.perform
		}
	}
	return faultOperation(name)
}

// call is one running operation: the arguments of dispatch, and its watcher.
type call struct {
	op      string
	request wire.Value // a record
	options wire.Value // a record, for fit
	buffers buffers
	ctl     *run.Ctl
}

// decode fills the record that target points to from the request. The facade checks what users
// write, so that a mismatch is an error in maxmargin.
func (c *call) decode(target any) {
	if err := c.request.Into(target); err != nil {
		panic(err)
	}
}

// table returns the samples of the call.
func (c *call) table(shape engine.Shape) engine.Table { return c.tableOf(shape, "") }

// tableOf returns the table whose buffers have names with this prefix.
func (c *call) tableOf(shape engine.Shape, prefix string) engine.Table {
	if shape.Layout == "bytes" {
		return engine.Table{Shape: shape, Bytes: c.buffers.bytes(prefix + "data")}
	}
	return engine.Table{
		Shape:   shape,
		Data:    c.buffers.float64s(prefix + "data"),
		Indptr:  c.buffers.int32s(prefix + "indptr"),
		Indices: c.buffers.int32s(prefix + "indices"),
	}
}

// stored returns how many values of a sparse table, or letters of strings, the call is
// about.
func (c *call) stored(shape engine.Shape) int {
	if shape.Layout == "strings" {
		return c.buffers.size("indices") / 4
	}
	return c.buffers.size("data") / 8
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
	return b.engine.Admit(c.op, name, engine.Size{Bytes: c.buffers.size(name)})
}

// answer is the result of an operation: a record, and bulk numbers by name. With an error nobody
// reads it.
type answer struct {
	value   any
	buffers map[string]any // []float64, []int32 or []byte
}

// dispatch(length, control, message, ...blocks) starts an operation and returns true. It never throws.
// Any other result means that the program has died.
//
// The message (package wire) has length bytes in the exchange, or is a Uint8Array of its own. It has one
// value after the other: the name of the operation; whether control has progress; whether it has yield;
// the request; the options; and a record of buffers, each a block, or the number of one of the
// blocks, which are Uint8Arrays.
//
// The outcome comes through control.settle(address), where a message lies in the memory:
//
//	{ ok: true, value: record, buffers: { name: place } }
//	{ ok: false, error: { code, argument, message, details } }
//
// It answers true when it has read it. It answers false for lack of memory, and gets another outcome.
//
// Meanwhile control.progress(address) is called at most 20 times per second; the number it
// returns is a run.Signal.
//
// With control.yield the operation runs in its own goroutine: every 10 ms it calls
// control.yield(resume) and sleeps until one call of resume(signal). In between the event loop
// turns and other operations run. Without control.yield it runs to its end inside dispatch.
func (b *bridge) dispatch(_ js.Value, args []js.Value) any {
	c, does, err := read(exchanged(args), args[min(3, len(args)):])
	if err != nil {
		panic(err)
	}
	w := watch(args[1], does)
	c.ctl = w.ctl()
	finish := func() {
		defer w.release()
		b.settle(c, w.control)
	}
	if w.yields() {
		go finish()
	} else {
		finish()
	}
	return true
}

// read returns the call of a message, and which functions its control has. outside are the blocks beside
// the message.
func read(message []byte, outside []js.Value) (c *call, does controls, err error) {
	c = &call{buffers: buffers{outside: outside}}
	var values [6]wire.Value
	values[0] = wire.Read(message)
	for i := range values[1:] {
		if values[i+1], err = values[i].After(); err != nil {
			return nil, does, err
		}
	}
	c.op, c.request, c.options, c.buffers.record = values[0].Text(), values[3], values[4], values[5]
	if err = values[1].Into(&does.progress); err == nil {
		err = values[2].Into(&does.yield)
	}
	return c, does, err
}

// settle runs the operation and hands its outcome over.
func (b *bridge) settle(c *call, control js.Value) {
	a, message, err := b.answer(c)
	if err == nil {
		taken := send(control, "settle", message).Bool()
		runtime.KeepAlive(a.buffers)
		if taken {
			return
		}
		err = fault.New(fault.Memory, "", "the answer of %s is too large for the memory that JavaScript has left; ask for fewer rows at a time", c.op)
	}
	send(control, "settle", failure(err))
}

// answer runs the operation and returns its answer, and the message with it. A panic becomes an error,
// so that the program survives it.
func (b *bridge) answer(c *call) (a answer, message []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fault.New(fault.Internal, c.op, "the operation %s failed unexpectedly: %v; please report this", c.op, r)
		}
	}()
	perform := operationOf(c.op)
	if perform == nil {
		return a, nil, fault.New(fault.Internal, c.op, "there is no operation %q", c.op)
	}
	if a, err = perform(b, c); err != nil {
		return a, nil, err
	}
	return a, a.message(), nil
}

// message returns the reply with an answer.
func (a answer) message() []byte {
	m := wire.AppendRecord(make([]byte, 0, 512), 3)
	m = wire.Append(wire.AppendName(m, "ok"), true)
	m = wire.Append(wire.AppendName(m, "value"), a.value)
	m = wire.AppendRecord(wire.AppendName(m, "buffers"), len(a.buffers))
	for name, numbers := range a.buffers {
		m = appendPlace(wire.AppendName(m, name), numbers)
	}
	return m
}

// failure returns the reply for an error. After an abort nobody waits for the reply. So
// run.ErrAborted reaches a user in one case only: onProgress has stopped work that is useless
// before it is finished.
func failure(err error) []byte {
	known := faultOf(err)
	return wire.Append(nil, map[string]any{
		"ok": false,
		"error": map[string]any{
			"code": string(known.Code), "argument": known.Argument, "message": known.Message, "details": known.Details,
		},
	})
}

// faultOf returns an error as one with a code.
func faultOf(err error) *fault.Error {
	known := fault.Of(err)
	switch {
	case known != nil:
	case errors.Is(err, run.ErrAborted):
		known = fault.New(fault.Stopped, "onProgress", "onProgress stopped the fit before there was a model to keep; let it run to its end, or fit fewer rows")
	default:
		known = fault.New(fault.Internal, "", "%v", err)
	}
	return known
}
