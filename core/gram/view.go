package gram

// View is the matrix of one problem: the kernel values between the samples of
// some segments, in their order, with a cache of the rows used last. It serves
// the rows of a solver (qp.Rows) and follows its active set: cached rows are
// kept contiguous when the set shrinks and completed when it grows.
type View struct {
	matrix  *Matrix
	samples []int   // sample of each coordinate
	home    []place // where each coordinate has its own row, by coordinate
	active  []int   // coordinates, by position
	pieces  []piece // the columns, in the order of active
	slots   []slot  // cached rows
	slotOf  []int   // slot of each coordinate's row, -1: not cached
	newest  int     // ends of the list of slots by last use
	oldest  int
	limit   int // float64 the cache may hold
	used    int // float64 it holds
	stride  int // length of a row in the cache, padding included
}

// place is a sample's segment and position in it.
type place struct {
	segment  *Segment
	position int
}

// piece is a run of columns: a segment, whole (keep nil) or in part, or loose
// samples that came back.
type piece struct {
	segment *Segment // nil: loose
	keep    []int    // positions in the segment
	columns Columns
}

// slot is a cached row and its neighbours in the order of last use.
type slot struct {
	coordinate   int
	row          []float64
	newer, older int
}

// View returns the view over segments. The cache holds at most bytes, and at
// least the two rows that a solver works on.
func (m *Matrix) View(bytes int, segments ...*Segment) *View {
	v := &View{matrix: m, newest: -1, oldest: -1, limit: bytes / 8}
	for _, s := range segments {
		v.pieces = append(v.pieces, piece{segment: s, columns: s.columns})
		for p, i := range s.samples {
			v.active = append(v.active, len(v.samples))
			v.samples = append(v.samples, i)
			v.home = append(v.home, place{s, p})
			v.slotOf = append(v.slotOf, -1)
		}
	}
	v.measure()
	return v
}

// Len returns the number of coordinates of the whole problem.
func (v *View) Len() int { return len(v.samples) }

// Diagonal sets dst_i = k(x_i, x_i) for all coordinates.
func (v *View) Diagonal(dst []float64) {
	Diagonal(dst, v.matrix.kernel, v.matrix.set, v.samples)
}

// Row returns the values between the active coordinate at position i and the
// active set. It stays valid until the next call but one.
func (v *View) Row(i int) []float64 {
	c := v.active[i]
	if at := v.slotOf[c]; at >= 0 {
		v.unlink(at)
		v.link(at)
		return v.slots[at].row[:len(v.active)]
	}
	at := v.take(c)
	v.compute(v.slots[at].row, c, v.pieces)
	return v.slots[at].row[:len(v.active)]
}

// compute fills dst with the row of coordinate c over pieces.
func (v *View) compute(dst []float64, c int, pieces []piece) {
	home := v.home[c]
	for _, p := range pieces {
		if p.segment == home.segment {
			if row := home.segment.remembered(home.position); row != nil {
				if p.keep == nil {
					copy(dst, row)
				} else {
					for q, from := range p.keep {
						dst[q] = row[from]
					}
				}
				dst = dst[p.columns.Len():]
				continue
			}
		}
		p.columns.Row(dst, v.matrix.set, v.samples[c])
		dst = dst[p.columns.Len():]
	}
}

// Shrink drops all of the active set but the positions keep, ascending.
func (v *View) Shrink(keep []int) {
	active := make([]int, len(keep))
	stays := make([]bool, len(v.samples))
	for q, p := range keep {
		active[q] = v.active[p]
		stays[active[q]] = true
	}
	// Rows of coordinates that leave go; the others close up.
	for at := range v.slots {
		s := &v.slots[at]
		if s.coordinate < 0 {
			continue
		}
		if !stays[s.coordinate] {
			v.slotOf[s.coordinate] = -1
			s.coordinate = -1
			v.unlink(at)
			v.linkOldest(at)
			continue
		}
		for q, p := range keep {
			s.row[q] = s.row[p]
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
		from := p.keep
		p.columns = p.columns.Select(positions)
		p.keep = make([]int, len(positions))
		for q, at := range positions {
			p.keep[q] = at
			if from != nil {
				p.keep[q] = from[at]
			}
		}
		pieces = append(pieces, p)
	}
	v.active, v.pieces = active, pieces
	v.measure()
}

// Grow appends coordinates to the active set; cached rows are completed.
func (v *View) Grow(add []int) {
	loose := piece{columns: v.loose(add)}
	length := len(v.active)
	v.active = append(append([]int(nil), v.active...), add...)
	v.pieces = append(append([]piece(nil), v.pieces...), loose)
	v.measure()
	for at := range v.slots {
		s := &v.slots[at]
		var row []float64
		if s.coordinate >= 0 {
			row = make([]float64, v.stride)
			copy(row, s.row[:length])
			v.compute(row[length:], s.coordinate, []piece{loose})
		}
		v.used += len(row) - len(s.row)
		s.row = row
	}
	v.trim()
}

// Block returns a function that sets dst_j = K(i, columns_j), all by coordinate
// number, and the length that dst must have.
func (v *View) Block(columns []int) (row func(dst []float64, i int), stride int) {
	c := v.loose(columns)
	return func(dst []float64, i int) { c.Row(dst, v.matrix.set, v.samples[i]) }, c.Stride()
}

func (v *View) loose(coordinates []int) Columns {
	samples := make([]int, len(coordinates))
	for p, c := range coordinates {
		samples[p] = v.samples[c]
	}
	return Prepare(v.matrix.kernel, v.matrix.set, samples, v.matrix.origin)
}

// measure sets the length of a row: every piece may write up to its stride.
func (v *View) measure() {
	first := 0
	v.stride = 0
	for _, p := range v.pieces {
		v.stride = max(v.stride, first+p.columns.Stride())
		first += p.columns.Len()
	}
}

// take returns a slot for the row of coordinate c, the newest from now on: a
// fresh one while the budget lasts, else the one used longest ago.
func (v *View) take(c int) int {
	at := v.oldest
	if len(v.slots) < 2 || v.slots[at].coordinate >= 0 && v.used+v.stride <= v.limit {
		at = len(v.slots)
		v.slots = append(v.slots, slot{})
	} else {
		v.unlink(at)
		if old := v.slots[at].coordinate; old >= 0 {
			v.slotOf[old] = -1
		}
	}
	s := &v.slots[at]
	if len(s.row) < v.stride {
		v.used += v.stride - len(s.row)
		s.row = make([]float64, v.stride)
	}
	s.coordinate = c
	v.slotOf[c] = at
	v.link(at)
	return at
}

// trim gives up the rows used longest ago until the cache is within its budget.
func (v *View) trim() {
	for at := v.oldest; at >= 0 && v.used > v.limit; at = v.slots[at].newer {
		s := &v.slots[at]
		if s.coordinate >= 0 {
			v.slotOf[s.coordinate] = -1
			s.coordinate = -1
		}
		v.used -= len(s.row)
		s.row = nil
	}
}

// link makes a slot the newest.
func (v *View) link(at int) {
	s := &v.slots[at]
	s.newer, s.older = -1, v.newest
	if v.newest >= 0 {
		v.slots[v.newest].newer = at
	} else {
		v.oldest = at
	}
	v.newest = at
}

// linkOldest makes a slot the next to be reused.
func (v *View) linkOldest(at int) {
	s := &v.slots[at]
	s.newer, s.older = v.oldest, -1
	if v.oldest >= 0 {
		v.slots[v.oldest].older = at
	} else {
		v.newest = at
	}
	v.oldest = at
}

func (v *View) unlink(at int) {
	s := &v.slots[at]
	if s.newer >= 0 {
		v.slots[s.newer].older = s.older
	} else {
		v.newest = s.older
	}
	if s.older >= 0 {
		v.slots[s.older].newer = s.newer
	} else {
		v.oldest = s.newer
	}
}
