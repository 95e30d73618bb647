//go:build js

// Command wasm is the WebAssembly module of maxmargin: the operations of core/engine behind one
// JavaScript function. It decodes, calls and encodes, and computes nothing itself.
//
// The program calls the function ready of its global object, which the facade provides, with
// dispatch and the address of the exchange, and then waits for ever. bridge.dispatch and applySmall
// document the protocol; js/src/runtime/runtime.js is its other side.
package main

import (
	"runtime/debug"
	"syscall/js"

	"maxmargin/core/engine"
)

// init lets the heap of a small program grow to 16 MB before garbage is collected: a collection takes as
// long as many small fits. Of a large one the heap would grow to five times what is in use, and memory
// that is touched for the first time is slow. So collectSooner then sets the default. init runs when the
// module is built, which saves its result.
func init() { debug.SetGCPercent(400) }

func main() {
	b := &bridge{engine: engine.New()}
	small.bridge = b
	js.Global().Call("ready", js.FuncOf(b.dispatch), address(&small.exchange[0]))
	select {}
}
