package multiclass

// pairMatrix is the kernel matrix of pairs of rows, a qp.Rows. It computes its parts on demand from
// the kernel matrix of rows.
type pairMatrix struct {
	kernel        []float64 // n x n
	n             int
	metric        bool    // the kernel of metric learning, not of the tensor product
	first, second []int32 // rows of each pair

	active []int   // pairs, by position
	a, b   []int32 // their rows
	rows   [][]float64
	own    []float64 // scratch: the difference of two rows of kernel
	values int       // that were computed
}

// reset makes all pairs active.
func (m *pairMatrix) reset() {
	m.active, m.own = make([]int, len(m.first)), make([]float64, m.n)
	m.a, m.b = append([]int32(nil), m.first...), append([]int32(nil), m.second...)
	for p := range m.active {
		m.active[p] = p
	}
}

// Len returns the number of pairs.
func (m *pairMatrix) Len() int { return len(m.first) }

// Diagonal sets dst to the values of each pair with itself.
func (m *pairMatrix) Diagonal(dst []float64) {
	for p := range dst {
		m.fill(dst[p:p+1], p, m.first[p:p+1], m.second[p:p+1])
	}
}

// fill sets dst to the values of a pair with the pairs of the rows a and b.
func (m *pairMatrix) fill(dst []float64, pair int, a, b []int32) {
	m.values += len(dst)
	n := m.n
	ki := m.kernel[int(m.first[pair])*n:][:n]
	kj := m.kernel[int(m.second[pair])*n:][:n]
	a, b = a[:len(dst)], b[:len(dst)]
	switch {
	case !m.metric:
		for at := range dst {
			c, d := a[at], b[at]
			dst[at] = float64(ki[c]*kj[d]) + float64(ki[d]*kj[c])
		}
	case len(dst) > n:
		own := m.own[:n]
		for c := range own {
			own[c] = ki[c] - kj[c]
		}
		for at := range dst {
			v := own[a[at]] - own[b[at]]
			dst[at] = v * v
		}
	default:
		for at := range dst {
			c, d := a[at], b[at]
			v := (ki[c] - kj[c]) - (ki[d] - kj[d])
			dst[at] = v * v
		}
	}
}

// Rows returns the rows at some positions of the active set.
func (m *pairMatrix) Rows(positions []int) [][]float64 {
	for len(m.rows) < len(positions) {
		m.rows = append(m.rows, nil)
	}
	for r, at := range positions {
		if cap(m.rows[r]) < len(m.active) {
			m.rows[r] = make([]float64, len(m.active))
		}
		m.rows[r] = m.rows[r][:len(m.active)]
		m.fill(m.rows[r], m.active[at], m.a, m.b)
	}
	return m.rows[:len(positions)]
}

// Shrink drops all of the active set but some positions.
func (m *pairMatrix) Shrink(keep []int) {
	for at, p := range keep {
		m.active[at], m.a[at], m.b[at] = m.active[p], m.a[p], m.b[p]
	}
	m.active, m.a, m.b = m.active[:len(keep)], m.a[:len(keep)], m.b[:len(keep)]
}

// Grow appends pairs to the active set.
func (m *pairMatrix) Grow(add []int) {
	for _, p := range add {
		m.active, m.a, m.b = append(m.active, p), append(m.a, m.first[p]), append(m.b, m.second[p])
	}
}

// Block computes the part of the matrix in some columns.
func (m *pairMatrix) Block(columns []int) (rows func(dst [][]float64, numbers []int), stride int) {
	a, b := make([]int32, len(columns)), make([]int32, len(columns))
	for at, p := range columns {
		a[at], b[at] = m.first[p], m.second[p]
	}
	return func(dst [][]float64, numbers []int) {
		for r, p := range numbers {
			m.fill(dst[r][:len(columns)], p, a, b)
		}
	}, len(columns)
}

// Work returns how many values were computed; none is cached.
func (m *pairMatrix) Work() (values, hits int) { return m.values, 0 }
