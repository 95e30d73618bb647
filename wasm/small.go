//go:build js

package main

import (
	"time"

	"maxmargin/core/base/run"
	"maxmargin/core/engine"
)

// small is the state of the exported functions.
var small struct {
	bridge *bridge

	// exchange holds the numbers of small calls, of which there may be many: a call of an exported
	// function over shared memory takes a fraction of a microsecond, one with JavaScript objects
	// more than ten.
	exchange [engine.SmallRoom]float64

	// outcome has the last message of perform, and answer what it names in memory.
	outcome []byte
	answer  answer
}

// applySmall runs an operation on the rows in the exchange, and leaves the answer there: see
// engine.Small. It must not wait, because the runtime could not return to JavaScript in between.
// After a panic the caller makes a request, which reports it.
//
//go:wasmexport small
func applySmall(operation, model, rows, cols int32) (perRow int32) {
	defer func() {
		if recover() != nil {
			perRow = 0
		}
	}()
	op := engine.SmallOperation(operation)
	return int32(small.bridge.engine.Small(op, int(model), int(rows), int(cols), small.exchange[:]))
}

// perform runs the operation of a message in the exchange to its end, and returns the address of its
// outcome, which stays there until the next call. It returns 0 if the work takes longer than limit, in
// milliseconds, unless this is 0.
//
//go:wasmexport perform
func perform(length int32, limit float64) (address int32) {
	c, _, err := read(inExchange(int(length)), nil)
	if err == nil {
		c.ctl = within(limit)
		small.answer, small.outcome, err = small.bridge.answer(c)
	}
	if err == run.ErrAborted {
		return 0
	}
	if err != nil {
		small.answer, small.outcome = answer{}, failure(err)
	}
	return int32(addressOf(small.outcome))
}

// within returns a Ctl that aborts work after so many milliseconds; nil for 0.
func within(limit float64) *run.Ctl {
	if limit == 0 {
		return nil
	}
	return run.Watcher{
		Slice:   time.Duration(limit * float64(time.Millisecond)),
		Observe: func(run.Report) run.Signal { return run.Abort },
	}.Ctl()
}
