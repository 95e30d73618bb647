/** Stands for #wasm-exec where the source runs unbuilt: all works but what needs the WebAssembly module. */
export function makeGo() {
  throw new Error('the source has no WebAssembly module; make build, and test the package');
}
