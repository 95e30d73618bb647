package ordinal

import (
	"math"
	"sort"

	"maxmargin/core/run"
)

// nearest returns up to room pairs (higher rank, lower rank): those whose difference of f is
// nearest to 1, or with the sign 1 the smallest ones. It takes O(n k log n) a few times, and the
// memory of the pairs.
func (m *normed) nearest(f []float64, sign float64) [][2]int {
	if m.count <= float64(m.room) {
		pairs := make([][2]int, 0, int(m.count))
		for i := range m.rows {
			for j := m.from[i]; j < m.to[i]; j++ {
				pairs = append(pairs, [2]int{i, j})
			}
		}
		return pairs
	}
	m.sort(f)
	// The differences in [1 - t, 1 + t], or up to t.
	window := func(t float64) (low, high float64) {
		if sign > 0 {
			return math.Inf(-1), t
		}
		return 1 - t, 1 + t
	}
	widest := 1.0
	for _, rows := range m.byRank {
		widest = max(widest, 1+math.Abs(f[rows[0]]), 1+math.Abs(f[rows[len(rows)-1]]))
	}
	widest *= 2
	few, many := 0.0, widest
	if sign > 0 {
		few = -widest
	}
	for range 60 {
		t := few + (many-few)/2
		if t <= few || t >= many || m.ctl.Checkpoint(func() run.Report { return run.Report{Iteration: m.programs} }) != "" {
			break
		}
		low, high := window(t)
		count := m.inBand(f, low, high, float64(m.room), nil)
		if count > float64(m.room) {
			many = t
			continue
		}
		if few = t; count > 0.8*float64(m.room) {
			break
		}
	}
	pairs := make([][2]int, 0, m.room)
	take := func(i, j int) bool { pairs = append(pairs, [2]int{i, j}); return len(pairs) < m.room }
	low, high := window(few)
	m.inBand(f, low, high, math.Inf(1), take)
	if len(pairs) >= m.room/2 {
		return pairs
	}
	// Very many are equally near: some of these, too.
	near, far := window(many)
	m.inBand(f, near, far, math.Inf(1), func(i, j int) bool {
		if diff := f[i] - f[j]; diff >= low && diff <= high {
			return true
		}
		return take(i, j)
	})
	return pairs
}

// sort sorts the rows of each rank by f.
func (m *normed) sort(f []float64) {
	m.byRank, m.sorted = m.byRank[:0], m.sorted[:0]
	for at := 0; at < len(f); at = m.ends[at] {
		rows := ascendingBy(f[at:m.ends[at]])
		for k := range rows {
			rows[k] += at
			m.sorted = append(m.sorted, f[rows[k]])
		}
		m.byRank = append(m.byRank, rows)
	}
}

// inBand counts the pairs whose difference of f is from low to high, up to more than most, and
// visits them until visit says no.
func (m *normed) inBand(f []float64, low, high, most float64, visit func(i, j int) bool) (count float64) {
	start := 0
	for r, rows := range m.byRank {
		first, at := 0, 0 // the first lower rank, and where its rows begin
		if m.adjacent && r > 0 {
			first, at = r-1, start-len(m.byRank[r-1])
		}
		for q := first; q < r; q++ {
			values := m.sorted[at : at+len(m.byRank[q])]
			for _, i := range rows {
				// f_i - high <= f_j <= f_i - low
				above, below := f[i]-high, f[i]-low
				from, to := 0, len(values)
				if to > 8 {
					from = sort.SearchFloat64s(values, above)
					to = sort.Search(len(values), func(k int) bool { return values[k] > below })
				} else {
					for ; from < to && values[from] < above; from++ {
					}
					for ; to > from && values[to-1] > below; to-- {
					}
				}
				if to <= from {
					continue
				}
				if count += float64(to - from); count > most {
					return count
				}
				if visit == nil {
					continue
				}
				for k := from; k < to; k++ {
					if !visit(i, m.byRank[q][k]) {
						return count
					}
				}
			}
			at += len(values)
		}
		start += len(rows)
	}
	return count
}
