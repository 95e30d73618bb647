package primal

// visitSparse, visitDense and visitSingle are visitRows in the assembly of WebAssembly: for
// the rows of a lanes.Sparse, given by its pointers, and for dense ones of d values, given by
// the first value of the first, in float64 or in float32.

//go:noescape
func visitSparse(c *Coordinate, end int, ptr, index *int32, value *float64)

//go:noescape
func visitDense(c *Coordinate, end int, value *float64, d int)

//go:noescape
func visitSingle(c *Coordinate, end int, value *float32, d int)
