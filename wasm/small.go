//go:build js

package main

import "maxmargin/core/engine"

// small is what the exported function works with.
var small struct {
	engine *engine.Engine

	// exchange holds the numbers of small calls, of which there may be many: a call of an
	// exported function over memory that both sides see takes a fraction of a microsecond,
	// one with JavaScript objects takes more than ten.
	exchange [engine.SmallRoom]float64
}

// applySmall carries out an operation on the rows in the exchange, where it leaves the
// answer: see engine.Small. It must not wait for anything, because the runtime could not
// return to JavaScript in between. After a panic the caller asks in the ordinary way, which
// reports it.
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
