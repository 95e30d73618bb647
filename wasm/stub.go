//go:build !js

// Command wasm is the WebAssembly module of maxmargin; it does nothing
// natively. Build it with GOOS=js GOARCH=wasm.
package main

func main() {}
