//go:build js

package main

import "maxmargin/core/engine"

// exchange holds the numbers of small calls, of which there may be many: a call of an exported
// function over memory that both sides see takes a fraction of a microsecond, one with
// JavaScript objects takes more than ten.
var exchange [engine.SmallRoom]float64

// smallEngine is the engine of the bridge: exported functions have no receiver.
var smallEngine *engine.Engine

// small carries out an operation on the rows in the exchange, where it leaves the answer: see
// engine.Small. It must not wait for anything, because the runtime could not return to
// JavaScript in between. After a panic the caller asks in the ordinary way, which reports it.
//
//go:wasmexport small
func small(operation, model, rows, cols int32) (perRow int32) {
	defer func() {
		if recover() != nil {
			perRow = 0
		}
	}()
	return int32(smallEngine.Small(engine.SmallOperation(operation), int(model), int(rows), int(cols), exchange[:]))
}
