//go:build js

package main

import "maxmargin/core/engine"

// small is the state of the exported function.
var small struct {
	engine *engine.Engine

	// exchange holds the numbers of small calls, of which there may be many: a call of an exported
	// function over shared memory takes a fraction of a microsecond, one with JavaScript objects
	// more than ten.
	exchange [engine.SmallRoom]float64
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
	return int32(small.engine.Small(op, int(model), int(rows), int(cols), small.exchange[:]))
}
