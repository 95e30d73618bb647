package gram

import (
	"slices"

	"maxmargin/core/base/lanes"
)

// View is the matrix of one problem: the kernel values between the samples of some
// segments, in their order, with a cache of the rows used last. It implements qp.Rows for a
// solver and follows its active set: cached rows stay contiguous when the set shrinks, and
// are completed when it grows.
type View struct {
	matrix  *Matrix
	samples []int      // sample of each coordinate
	home    []location // where the row of each coordinate is, by coordinate
	active  []int      // coordinates, by position
	pieces  []piece    // the columns, in the order of active
	slots   []slot     // cached rows
	slotOf  []int      // slot of each coordinate's row, -1: not cached
	newest  int        // ends of the list of slots by last use
	oldest  int
	limit   int // float64 the cache may hold
	whole   int // length of a block, enough for a row of the whole problem in any order
	stride  int // length that a row needs, padding included
	length  int // length of the slots' rows
	least   int // rows that must be there at a time, whatever the budget
	memory  *Memory
	use     int    // of memory, by this view
	asked   []bool // by coordinate: the solver has asked for its row
	wanted  int    // rows that the solver has asked for
	changed bool   // the active set is no longer all coordinates in their order
	rows    [][]float64
	missing []int
	fresh   [][]float64 // their memory
	to      [][]float64 // scratch of compute
	from    []int

	values, hits int // kernel values computed, and rows found in the cache; see Work

	direct  bool         // rows belong to the store and are no copies; see Matrix.Whole
	inStore lanes.Places // the active coordinates in the store, by position
	stored  [][]float64  // scratch of recallWhole
}

// location is the segment of a sample and the position in it.
type location struct {
	segment  *Segment
	position int
}

// piece is a run of columns: a whole segment (keep is nil), a part of one, or samples of this view
// alone.
type piece struct {
	segment *Segment // nil: the columns belong to this view only
	keep    []int    // positions in the segment
	columns Columns
	own     bool // the columns belong to this view only and may be changed
}

// View returns the view over segments. Its cache is in memory, which an earlier view must
// no longer use. The cache holds at most the given bytes, but at least the rows of one call
// of Rows.
func (m *Matrix) View(memory *Memory, bytes int, segments ...*Segment) *View {
	n := 0
	for _, s := range segments {
		n += len(s.samples)
	}
	v := m.newView(memory, bytes, n)
	for _, s := range segments {
		v.add(piece{segment: s, columns: s.columns}, s.samples)
	}
	v.measure()
	v.begin()
	return v
}

// ViewOf returns the view over samples that no other view shares. Its columns exist once: they
// shrink and grow in place with the active set. The next fit to a part gets the view of the last
// one, with its cached rows, unless its active set has changed.
func (m *Matrix) ViewOf(memory *Memory, bytes int, samples []int) *View {
	if v := m.last; v != nil && v.asNew(memory, bytes, samples) {
		v.begin()
		return v
	}
	v := m.newView(memory, bytes, len(samples))
	v.add(piece{columns: Prepare(m.kernel, m.set, samples, m.origin), own: true}, samples)
	v.measure()
	v.begin()
	if m.part != nil {
		m.last = v
	}
	return v
}

// asNew reports whether a new view over samples would differ from this one only in that it
// has no rows yet.
func (v *View) asNew(memory *Memory, bytes int, samples []int) bool {
	return !v.changed && v.memory == memory && v.use == memory.uses && v.limit == bytes/8 && slices.Equal(v.samples, samples)
}

// newView returns a view of n coordinates.
func (m *Matrix) newView(memory *Memory, bytes, n int) *View {
	v := &View{matrix: m, memory: memory, newest: -1, oldest: -1, limit: bytes / 8, whole: (n + lanes.Width() + mostRows - 1) / mostRows * mostRows,
		samples: make([]int, 0, n), home: make([]location, 0, n), active: make([]int, 0, n), slotOf: make([]int, 0, n)}
	v.use = memory.reset(v.limit)
	return v
}

// add appends a piece, whose columns are all active.
func (v *View) add(p piece, samples []int) {
	v.pieces = append(v.pieces, p)
	for position, i := range samples {
		v.active = append(v.active, len(v.samples))
		v.samples = append(v.samples, i)
		v.home = append(v.home, location{p.segment, position})
		v.slotOf = append(v.slotOf, -1)
	}
}

// Len returns the number of coordinates of the whole problem.
func (v *View) Len() int { return len(v.samples) }

// Work returns how many kernel values the rows of the problem took, and how many rows that were
// asked for were in the cache. Values that an earlier problem left count as well: the number must
// not depend on which problems a worker solves.
func (v *View) Work() (values, hits int) { return v.values, v.hits }

// Crowded reports whether the budget is too small for all rows that the solver has asked for. It
// depends on nothing that was computed for another problem, as the solution must not.
func (v *View) Crowded() bool { return v.wanted*len(v.samples) > v.limit }

// begin forgets which rows an earlier solver has asked for.
func (v *View) begin() {
	v.asked = slices.Grow(v.asked[:0], len(v.samples))[:len(v.samples)]
	clear(v.asked)
	v.wanted = 0
}

// Diagonal sets dst_i = k(x_i, x_i) for all coordinates.
func (v *View) Diagonal(dst []float64) {
	for p, i := range v.samples {
		dst[p] = v.matrix.diagonal[i]
	}
}

// Rows returns, for every position in the active set, the values between that
// coordinate and the active set. They stay valid until the next call.
func (v *View) Rows(positions []int) [][]float64 {
	v.least = max(v.least, len(positions))
	for _, p := range positions {
		if c := v.active[p]; !v.asked[c] {
			v.asked[c] = true
			v.wanted++
		}
	}
	v.rows, v.missing = slices.Grow(v.rows[:0], len(positions)), slices.Grow(v.missing[:0], len(positions))
	if v.direct && v.takeWhole(positions) {
		return v.rows
	}
	// Mark the cached rows as used first, so that the rows computed next replace other
	// ones.
	missing := v.missing
	for _, i := range positions {
		c := v.active[i]
		if at := v.slotOf[c]; at >= 0 {
			v.hits++
			v.unlink(at)
			v.link(at)
		} else {
			missing = append(missing, c)
		}
	}
	v.missing = missing
	if len(missing) > 0 {
		fresh := slices.Grow(v.fresh[:0], len(missing))
		for _, c := range missing {
			fresh = append(fresh, v.slots[v.take(c)].row)
		}
		v.fresh = fresh
		rest, coordinates := v.recallWhole(fresh, missing, v.inStore)
		v.compute(rest, coordinates, v.pieces)
	}
	rows := v.rows
	for _, i := range positions {
		rows = append(rows, v.slots[v.slotOf[v.active[i]]].row[:len(v.active)])
	}
	v.rows = rows
	return rows
}

// compute fills dst with the rows of coordinates over pieces.
func (v *View) compute(dst [][]float64, coordinates []int, pieces []piece) {
	first := 0
	for _, p := range pieces {
		v.remember(coordinates, p)
		to, from := slices.Grow(v.to[:0], len(coordinates)), slices.Grow(v.from[:0], len(coordinates))
		for r, c := range coordinates {
			if row := dst[r][first:]; !v.recall(row, c, p) {
				to, from = append(to, row), append(from, v.samples[c])
			}
		}
		v.to, v.from = to, from
		p.columns.Rows(to, v.matrix.set, from)
		v.values += len(coordinates) * p.columns.Len() // those that another problem left, too
		first += p.columns.Len()
	}
}

// remember makes the segment of p keep the rows of its own coordinates.
func (v *View) remember(coordinates []int, p piece) {
	if p.segment == nil || p.segment.own == nil {
		return
	}
	own := v.from[:0]
	for _, c := range coordinates {
		if home := v.home[c]; home.segment == p.segment {
			own = append(own, home.position)
		}
	}
	v.from = own
	p.segment.remember(own)
}

// recall copies the part p of the row of coordinate c from its segment, if the segment
// keeps that row and p is a part of the same segment.
func (v *View) recall(dst []float64, c int, p piece) bool {
	home := v.home[c]
	if p.segment == nil || p.segment.own == nil || p.segment != home.segment {
		return false
	}
	row := home.segment.own[home.position]
	if row == nil {
		return false
	}
	if p.keep == nil {
		copy(dst, row)
	} else {
		for q, from := range p.keep {
			dst[q] = row[from]
		}
	}
	return true
}

// Shrink keeps the positions keep, which ascend, in the active set and drops all others.
func (v *View) Shrink(keep []int) {
	for at, stays := range v.keepSlots(keep) {
		if stays {
			row := v.slots[at].row
			for q, p := range keep {
				row[q] = row[p]
			}
		}
	}
	first := 0
	var pieces []piece
	for _, p := range v.pieces {
		n := p.columns.Len()
		var positions []int
		for len(keep) > 0 && keep[0] < first+n {
			positions = append(positions, keep[0]-first)
			keep = keep[1:]
		}
		first += n
		if len(positions) == 0 {
			continue
		}
		pieces = append(pieces, p.restrict(positions))
	}
	v.pieces = pieces
	v.measure()
}

// keepSlots makes the positions keep the active set, and drops the rows of coordinates that leave. It
// reports which slots have a row, to be shortened.
func (v *View) keepSlots(keep []int) (rows []bool) {
	v.changed, v.direct = true, false
	active := make([]int, len(keep))
	stays := make([]bool, len(v.samples))
	for q, p := range keep {
		active[q] = v.active[p]
		stays[active[q]] = true
	}
	v.active = active
	rows = make([]bool, len(v.slots))
	for at := range v.slots {
		s := &v.slots[at]
		switch {
		case s.coordinate < 0:
		case stays[s.coordinate]:
			rows[at] = true
		default:
			v.slotOf[s.coordinate] = -1
			s.coordinate = -1
			v.unlink(at)
			v.linkOldest(at)
		}
	}
	return rows
}

// restrict returns the piece with only the columns at positions.
func (p piece) restrict(positions []int) piece {
	if p.own {
		p.columns.Keep(positions)
	} else {
		p.columns, p.own = p.columns.Select(positions), true
	}
	if p.segment == nil {
		return p
	}
	from := p.keep
	p.keep = make([]int, len(positions))
	for q, at := range positions {
		p.keep[q] = at
		if from != nil {
			p.keep[q] = from[at]
		}
	}
	return p
}

// Grow appends coordinates to the active set. Cached rows are completed if their memory,
// together with that of neighbouring slots, suffices; the others are dropped.
func (v *View) Grow(add []int) {
	last := &v.pieces[len(v.pieces)-1]
	if last.segment != nil || !last.columns.Append(v.matrix.set, v.samplesOf(add)) {
		v.pieces = append(v.pieces, piece{columns: v.prepare(add), own: true})
	}
	length := len(v.active)
	v.active = append(append([]int(nil), v.active...), add...)
	v.measure()
	v.complete(length)
}

// growColumns is how many columns are added to cached rows at a time, so that the packed
// copy of these columns stays small.
const growColumns = 2048

// complete computes the entries of the cached rows from position length on.
func (v *View) complete(length int) {
	var row []float64
	for from := length; from < len(v.active); from += growColumns {
		to := min(from+growColumns, len(v.active))
		rows, stride := v.Block(v.active[from:to])
		row = slices.Grow(row[:0], stride)[:stride]
		for _, s := range v.slots {
			if s.coordinate >= 0 {
				rows([][]float64{row}, []int{s.coordinate})
				copy(s.row[from:to], row)
			}
		}
	}
}

// Block computes the part of the matrix in the given columns: the function rows sets
// dst[r][j] to the value between coordinates[r] and columns[j], which are numbers of
// coordinates of the whole problem. Every dst[r] has the length stride.
func (v *View) Block(columns []int) (rows func(dst [][]float64, coordinates []int), stride int) {
	c := v.prepare(columns)
	inStore := v.locate(columns)
	return func(dst [][]float64, coordinates []int) {
		dst, coordinates = v.recallWhole(slices.Clone(dst), slices.Clone(coordinates), inStore)
		v.from = v.from[:0]
		for _, i := range coordinates {
			v.from = append(v.from, v.samples[i])
		}
		c.Rows(dst, v.matrix.set, v.from)
		v.values += len(dst) * len(columns)
	}, c.Stride()
}

func (v *View) prepare(coordinates []int) Columns {
	return Prepare(v.matrix.kernel, v.matrix.set, v.samplesOf(coordinates), v.matrix.origin)
}

func (v *View) samplesOf(coordinates []int) []int {
	samples := make([]int, len(coordinates))
	for p, c := range coordinates {
		samples[p] = v.samples[c]
	}
	return samples
}

// measure sets the length that a row needs, for every piece may write up to its
// stride, and fits the slots to it.
func (v *View) measure() {
	first := 0
	v.stride = 0
	for _, p := range v.pieces {
		v.stride = max(v.stride, first+p.columns.Stride())
		first += p.columns.Len()
	}
	v.fit()
	v.inStore = v.locate(v.active)
}
