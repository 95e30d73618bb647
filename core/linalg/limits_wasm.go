package linalg

// tuned returns the limits for WebAssembly, where gonum's loops are plain Go.
func tuned() limits { return limits{vector: 8, square: 200, product: 256} }
