//go:build !(goexperiment.simd && wasm)

package primal

func visitSparse(c *Coordinate, end int, _, _ *int32, _ *float64) { c.visitRows(end) }

func visitDense(c *Coordinate, end int, _ *float64, _ int) { c.visitRows(end) }

func visitSingle(c *Coordinate, end int, _ *[]float32, _ int) { c.visitRows(end) }

func visitShort(c *Coordinate, end int, _ *[]int16, _ *float64, _ int) { c.visitRows(end) }

func passSparse(p *pass, end int, _, _ *int32, _ *float64) { p.walkRows(end) }

func passDense(p *pass, end int, _ *float64, _ int) { p.walkRows(end) }

func passSingle(p *pass, end int, _ *[]float32, _ int) { p.walkRows(end) }

func passShort(p *pass, end int, _ *[]int16, _ *float64, _ int) { p.walkRows(end) }
