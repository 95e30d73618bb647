//go:build !wasm

package linalg

import "math"

// tuned returns the limits for native builds, where gonum's vector loops are
// assembly: the portable micro-kernels win only in products. (Each call of one
// costs some 130 ns there.)
func tuned() limits {
	return limits{vector: math.MaxInt, square: math.MaxInt, product: 16384, gonumTriangles: true}
}
