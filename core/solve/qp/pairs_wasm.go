//go:build goexperiment.simd

package qp

// The loops of pairs.go in the assembly of WebAssembly: nextPlain and pickPairPlain.

//go:noescape
func nextViolation(p *point, c, from int, leastUp, leastLow float64) int

//go:noescape
func pickAmong(p *point, c int, k []float64) (i, j int, gap, gain float64)

// next is nextPlain.
func (p *point) next(c, from int, leastUp, leastLow float64) int {
	p.checkLengths()
	_ = p.g[from:]
	return nextViolation(p, c, from, leastUp, leastLow)
}

// pickPair is pickPairPlain.
func (p *point) pickPair(c int, k []float64) (i, j int, gap, gain float64) {
	p.checkLengths()
	return pickAmong(p, c, k[:len(p.g)*len(p.g)])
}

// checkLengths panics when a slice is too short for loops that do not check.
func (p *point) checkLengths() {
	n := len(p.g)
	_, _, _, _ = p.b[:n], p.lo[:n], p.hi[:n], p.diag[:n]
	if p.group != nil {
		_ = p.group[:n]
	}
}
