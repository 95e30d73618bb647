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
	least   int // rows that must be there at a time, whatever the budget
	memory  *Memory
	rows    [][]float64
	missing []int
	fresh   [][]float64 // their memory
	to      [][]float64 // scratch of compute
	from    []int
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

// View returns the view over segments, with its cache in memory, from which it
// takes everything that an earlier view had. The cache holds at most bytes, and
// at least the rows that the solver asks for at a time.
func (m *Matrix) View(memory *Memory, bytes int, segments ...*Segment) *View {
	v := &View{matrix: m, memory: memory, newest: -1, oldest: -1, limit: bytes / 8}
	memory.reset(v.limit)
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
	for p, i := range v.samples {
		dst[p] = v.matrix.diagonal[i]
	}
}

// Rows returns, for every position in the active set, the values between that
// coordinate and the active set. They stay valid until the next call.
func (v *View) Rows(positions []int) [][]float64 {
	v.least = max(v.least, len(positions))
	v.rows, v.missing = v.rows[:0], v.missing[:0]
	// What is there becomes the newest first, so that what is computed then
	// takes the place of others.
	for _, i := range positions {
		c := v.active[i]
		if at := v.slotOf[c]; at >= 0 {
			v.unlink(at)
			v.link(at)
		} else {
			v.missing = append(v.missing, c)
		}
	}
	v.fresh = v.fresh[:0]
	for _, c := range v.missing {
		v.fresh = append(v.fresh, v.slots[v.take(c)].row)
	}
	v.compute(v.fresh, v.missing, v.pieces)
	for _, i := range positions {
		v.rows = append(v.rows, v.slots[v.slotOf[v.active[i]]].row[:len(v.active)])
	}
	return v.rows
}

// compute fills dst with the rows of coordinates over pieces.
func (v *View) compute(dst [][]float64, coordinates []int, pieces []piece) {
	first := 0
	for _, p := range pieces {
		v.to, v.from = v.to[:0], v.from[:0]
		for r, c := range coordinates {
			if row := dst[r][first:]; !v.recall(row, c, p) {
				v.to, v.from = append(v.to, row), append(v.from, v.samples[c])
			}
		}
		p.columns.Rows(v.to, v.matrix.set, v.from)
		first += p.columns.Len()
	}
}

// recall copies the row of coordinate c over p from the rows that its segment
// remembers, if p is of that segment and it does.
func (v *View) recall(dst []float64, c int, p piece) bool {
	home := v.home[c]
	if p.segment != home.segment {
		return false
	}
	row := home.segment.remembered(home.position)
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
	v.halve()
}

// halve makes two slots of every one whose memory is enough for two rows now.
func (v *View) halve() {
	for at := range v.slots {
		row := v.slots[at].row
		half := len(row) / 2
		if half < v.stride {
			continue
		}
		v.slots[at].row = row[:half:half]
		v.slots = append(v.slots, slot{coordinate: -1, row: row[half:]})
		v.linkOldest(len(v.slots) - 1)
	}
}

// Grow appends coordinates to the active set. Cached rows are completed where
// their memory suffices, which it does unless halve has split it; the others go.
func (v *View) Grow(add []int) {
	loose := piece{columns: v.loose(add)}
	length := len(v.active)
	v.active = append(append([]int(nil), v.active...), add...)
	v.pieces = append(append([]piece(nil), v.pieces...), loose)
	v.measure()
	for at := range v.slots {
		s := &v.slots[at]
		if s.coordinate >= 0 && len(s.row) >= v.stride {
			v.compute([][]float64{s.row[length:]}, []int{s.coordinate}, []piece{loose})
		} else {
			v.drop(at)
		}
	}
}

// Block serves the part of the matrix in the given columns: rows sets dst[r][j]
// to the value between coordinates[r] and columns_j, all by number, and every
// dst[r] has the length stride.
func (v *View) Block(columns []int) (rows func(dst [][]float64, coordinates []int), stride int) {
	c := v.loose(columns)
	return func(dst [][]float64, coordinates []int) {
		v.from = v.from[:0]
		for _, i := range coordinates {
			v.from = append(v.from, v.samples[i])
		}
		c.Rows(dst, v.matrix.set, v.from)
	}, c.Stride()
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
	if len(v.slots) < v.least || v.slots[at].coordinate >= 0 && v.used+v.stride <= v.limit {
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
		v.used -= len(s.row)
		s.row = v.carve()
	}
	s.coordinate = c
	v.slotOf[c] = at
	v.link(at)
	return at
}

// carve returns memory for a row.
func (v *View) carve() []float64 {
	v.used += v.stride
	return v.memory.carve(v.stride, v.limit)
}

// drop gives up a slot's row and its memory.
func (v *View) drop(at int) {
	s := &v.slots[at]
	if s.coordinate >= 0 {
		v.slotOf[s.coordinate] = -1
		s.coordinate = -1
		v.unlink(at)
		v.linkOldest(at)
	}
	v.used -= len(s.row)
	s.row = nil
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
