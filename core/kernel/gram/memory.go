package gram

// Memory holds cached rows in slabs, which the next view reuses. All pairs of a fit and all fits of
// an engine share it, because fresh memory is dear: the first touch of a page in WebAssembly takes
// as long as computing its contents, and the garbage collector returns freed memory too late. It
// serves one view at a time.
type Memory struct {
	Limit int // most bytes to hold, whatever a cache's own budget; 0 for no limit

	slabs [][]float64
	slab  int // the present one
	at    int // how much of it is handed out
	uses  int // how many views have had it

	slots []slot // of the last view, whose memory the next one takes over
}

// firstSlab is the length of the first slab, 1 MB. Each following slab is as long as all earlier
// ones together, so that memory grows in few steps and a small problem does not use the whole
// budget.
const firstSlab = 1 << 17

// Budget returns how many of the given bytes rows may take.
func (m *Memory) Budget(bytes int) int {
	if m.Limit > 0 {
		return min(bytes, m.Limit)
	}
	return bytes
}

// Bytes returns how much it holds.
func (m *Memory) Bytes() int { return 8 * m.held() }

// held returns how many float64 the slabs hold.
func (m *Memory) held() int {
	sum := 0
	for _, s := range m.slabs {
		sum += len(s)
	}
	return sum
}

// reset takes all memory back for another view, and returns the number of that view. It
// releases slabs beyond limit, counted in float64.
func (m *Memory) reset(limit int) int {
	if m.held() > max(limit, firstSlab) {
		m.slabs = nil
	}
	m.slab, m.at = 0, 0
	m.uses++
	return m.uses
}

// carve returns n float64 of any content. It returns nil when the slabs have reached limit
// and needed is false.
func (m *Memory) carve(n, limit int, needed bool) []float64 {
	for ; m.slab < len(m.slabs); m.slab, m.at = m.slab+1, 0 {
		if s := m.slabs[m.slab]; len(s)-m.at >= n {
			m.at += n
			return s[m.at-n : m.at : m.at]
		}
	}
	held := m.held()
	if held+n > limit && !needed {
		return nil
	}
	size := max(n, min(max(firstSlab, held), limit-held)/n*n)
	m.slabs = append(m.slabs, make([]float64, size))
	m.slab, m.at = len(m.slabs)-1, n
	return m.slabs[m.slab][:n:n]
}
