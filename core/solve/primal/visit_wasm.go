//go:build goexperiment.simd

package primal

// visitSparse, visitDense, visitSingle and visitShort are visitRows in the assembly of WebAssembly.
// Rows are those of a lanes.Sparse, given by its pointers; dense ones of d float64, given by the
// first value; or in the blocks of a table, given by the first block: in float32, or in 16 bits
// with a scale for each row.

//go:noescape
func visitSparse(c *Coordinate, end int, ptr, index *int32, value *float64)

//go:noescape
func visitDense(c *Coordinate, end int, value *float64, d int)

//go:noescape
func visitSingle(c *Coordinate, end int, blocks *[]float32, d int)

//go:noescape
func visitShort(c *Coordinate, end int, blocks *[]int16, scale *float64, d int)

// passSparse, passDense, passSingle and passShort are walkRows in the same way.

//go:noescape
func passSparse(p *pass, end int, ptr, index *int32, value *float64)

//go:noescape
func passDense(p *pass, end int, value *float64, d int)

//go:noescape
func passSingle(p *pass, end int, blocks *[]float32, d int)

//go:noescape
func passShort(p *pass, end int, blocks *[]int16, scale *float64, d int)
