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

func main() {
	debug.SetGCPercent(roomy)
	b := &bridge{engine: engine.New()}
	small.bridge = b
	js.Global().Call("ready", js.FuncOf(b.dispatch), address(&small.exchange[0]))
	select {}
}
