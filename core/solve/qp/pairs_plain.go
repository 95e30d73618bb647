//go:build !(goexperiment.simd && wasm)

package qp

func (p *point) next(c, from int, leastUp, leastLow float64) int {
	return p.nextPlain(c, from, leastUp, leastLow)
}

func (p *point) pickPair(c int, k []float64) (i, j int, gap, gain float64) {
	return p.pickPairPlain(c, k)
}
