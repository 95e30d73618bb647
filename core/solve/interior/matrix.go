package interior

import "maxmargin/core/base/linalg"

// matrix is a symmetric K, n x n, together with the factor of K + diag(e) in one square: K
// in the upper triangle and L in the lower. They share the diagonal of the square: it is
// that of K, except while L is used.
type matrix struct {
	n        int
	square   []float64
	diagonal []float64         // the diagonal that is not in the square: of L, or of K while L is used
	watch    linalg.Watch      // looks at the clock during products, but does not end them; may be nil
	factor   func(x []float64) // x replaced by (K + diag(e))⁻¹ x, with L's diagonal in place
}

func newMatrix(k []float64, n int) matrix {
	return matrix{n: n, square: k, diagonal: make([]float64, n)}
}

// swap exchanges the diagonals of K and L.
func (m *matrix) swap() {
	for i := range m.diagonal {
		at := i*m.n + i
		m.square[at], m.diagonal[i] = m.diagonal[i], m.square[at]
	}
}

// mean returns the mean of the diagonal of K.
func (m *matrix) mean() float64 {
	sum := 0.0
	for i := range m.n {
		sum += m.square[i*m.n+i]
	}
	return sum / float64(max(1, m.n))
}

// multiply sets dst = K x, a row of the upper triangle at a time.
func (m *matrix) multiply(dst, x []float64) {
	clear(dst)
	for i, at := range x {
		if i%256 == 0 && m.watch != nil {
			m.watch(0)
		}
		row := m.square[i*m.n+i : (i+1)*m.n]
		out, from := dst[i+1:], x[i+1:]
		sum := row[0] * at
		for j, k := range row[1:] {
			sum += float64(k * from[j])
			out[j] += float64(k * at)
		}
		dst[i] += sum
	}
}

// transposeBlock is the order of the blocks in which the triangle is transposed: two of them fit
// into the first-level cache.
const transposeBlock = 32

// factorise computes L L' = K + diag(e).
func (m *matrix) factorise(e []float64, watch linalg.Watch) error {
	n := m.n
	for i := range n {
		m.diagonal[i] = m.square[i*n+i]
	}
	for top := 0; top < n; top += transposeBlock {
		if !watch(0) {
			return linalg.ErrStopped
		}
		for left := 0; left <= top; left += transposeBlock {
			for i := top; i < min(top+transposeBlock, n); i++ {
				row := m.square[i*n:]
				for j := left; j < min(left+transposeBlock, i); j++ {
					row[j] = m.square[j*n+i]
				}
			}
		}
	}
	for i := range n {
		m.square[i*n+i] += e[i]
	}
	factor, err := linalg.Factorize(m.square, n, watch)
	if err == nil {
		m.factor = factor.Solve
	}
	m.swap()
	return err
}

// solve replaces x by (K + diag(e))⁻¹ x.
func (m *matrix) solve(x []float64) {
	m.swap()
	m.factor(x)
	m.swap()
}
