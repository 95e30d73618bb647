//go:build goexperiment.simd

package lanes

import "simd"

// TileCols returns the number of columns of a tile: two vectors.
func TileCols() int { return 2 * simd.BroadcastFloat64s(0).Len() }
