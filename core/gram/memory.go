package gram

// Memory is where cached rows live: slabs that are handed out row by row and
// used again by the next view. A page that WebAssembly touches for the first
// time costs about 4 microseconds (1 ms per MB), as much as computing what is
// written to it, and what the garbage collector frees comes back too late; so
// the pairs of a fit, and the fits of an engine, share one Memory. It serves one
// view at a time.
type Memory struct {
	Limit int // most bytes to hold, whatever a cache's own budget; 0: no limit

	slabs [][]float64
	slab  int // the one in use
	at    int // what of it is handed out
}

// firstSlab is the length of the first slab, 1 MB; each next one is as long as
// all before, so that memory grows in few steps and a small problem does not
// take the whole budget.
const firstSlab = 1 << 17

// Budget returns how many of bytes rows may take.
func (m *Memory) Budget(bytes int) int {
	if m.Limit > 0 {
		return min(bytes, m.Limit)
	}
	return bytes
}

// held returns how many float64 the slabs hold.
func (m *Memory) held() int {
	sum := 0
	for _, s := range m.slabs {
		sum += len(s)
	}
	return sum
}

// reset takes everything back. What exceeds limit, in float64, is given up.
func (m *Memory) reset(limit int) {
	if m.held() > max(limit, firstSlab) {
		m.slabs = nil
	}
	m.slab, m.at = 0, 0
}

// carve returns n float64 of any content, or nil when the slabs have grown to
// limit and there is no need to go beyond.
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
