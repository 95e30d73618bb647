package qp

// The loops of pairs.go in the assembly of WebAssembly. Pointers are to the first of n
// numbers, k points to the first of n x n; group is nil when all coordinates are in group
// c.

//go:noescape
func nextViolation(gradient, b, lo, hi *float64, group *int, c, from, n int, leastUp, leastLow float64) int

//go:noescape
func pickAmong(gradient, b, lo, hi, diag, k *float64, group *int, c, n int) (i, j int, gap, gain float64)

// next is nextPlain.
func (p *point) next(c, from int, leastUp, leastLow float64) int {
	n := len(p.g)
	if from >= n {
		return n
	}
	_, _, _ = p.b[n-1], p.lo[n-1], p.hi[n-1]
	return nextViolation(&p.g[0], &p.b[0], &p.lo[0], &p.hi[0], p.groupPointer(), c, from, n, leastUp, leastLow)
}

// pickPair is pickPairPlain.
func (p *point) pickPair(c int, k []float64) (i, j int, gap, gain float64) {
	n := len(p.g)
	if n == 0 {
		return -1, -1, 0, 0
	}
	_, _, _, _, _ = p.b[n-1], p.lo[n-1], p.hi[n-1], p.diag[n-1], k[n*n-1]
	return pickAmong(&p.g[0], &p.b[0], &p.lo[0], &p.hi[0], &p.diag[0], &k[0], p.groupPointer(), c, n)
}

func (p *point) groupPointer() *int {
	if p.group == nil {
		return nil
	}
	return &p.group[:len(p.g)][0]
}
