package gram

// slot is a cached row and its neighbours in the order of last use. Its memory is a part of a
// block. Every block is long enough for a row of the whole problem: as the active set shrinks, a
// block holds two, four, ... rows, and one row again when the set grows. So blocks are allocated
// once.
type slot struct {
	coordinate   int // -1: empty
	block        []float64
	at           int       // where the row begins in the block
	row          []float64 // block[at : at+length]
	newer, older int
}

// take returns a slot for the row of coordinate c, which becomes the newest: an empty one or one of
// a fresh block while the budget lasts, otherwise the least recently used one.
func (v *View) take(c int) int {
	v.room()
	at := v.oldest
	s := &v.slots[at]
	if s.coordinate >= 0 {
		v.slotOf[s.coordinate] = -1
	}
	s.coordinate = c
	v.slotOf[c] = at
	v.unlink(at)
	v.link(at)
	return at
}

// room reports whether there is a slot for which no row has to go, and makes one while the budget lasts.
func (v *View) room() bool {
	if at := v.oldest; len(v.slots) >= v.least && v.slots[at].coordinate < 0 {
		return true
	}
	block := v.memory.carve(v.whole, v.limit, len(v.slots) < v.least)
	if block == nil {
		return false
	}
	if v.slots == nil {
		v.slots = v.memory.slots[:0]
	}
	v.slots = append(v.slots, slot{coordinate: -1, block: block, row: block})
	v.linkOldest(len(v.slots) - 1)
	v.split(len(v.slots) - 1)
	if cap(v.slots) <= keptSlots {
		v.memory.slots = v.slots
	}
	return true
}

// keptSlots is the most slots that the next view takes over, 320 KB: making more is little work beside
// their rows.
const keptSlots = 4096

// mostRows is the largest number of rows in a block, a power of two. The length of a block
// is a multiple of it, so that halves of parts are again whole parts.
const mostRows = 16

// fit gives the slots the length that rows have now: half of a block, a quarter,
// ... as long as that is enough.
func (v *View) fit() {
	old := v.length
	for v.length = v.whole; v.length/2 >= max(v.stride, v.whole/mostRows); v.length /= 2 {
	}
	switch {
	case v.length < old:
		for at := range v.slots {
			v.split(at)
		}
	case v.length > old:
		v.join()
	}
}

// split keeps the first length numbers of a slot's memory and makes slots of the rest.
func (v *View) split(at int) {
	s := v.slots[at]
	v.slots[at].row = s.row[:v.length]
	for from := v.length; from+v.length <= len(s.row); from += v.length {
		v.slots = append(v.slots, slot{coordinate: -1, block: s.block, at: s.at + from, row: s.row[from : from+v.length]})
		v.linkOldest(len(v.slots) - 1)
	}
}

// join lengthens the slots: a slot at the beginning of a longer one keeps its row, and gets the
// memory of the slots after it.
func (v *View) join() {
	var kept []slot // oldest first
	for at := v.oldest; at >= 0; at = v.slots[at].newer {
		s := v.slots[at]
		if s.at%v.length == 0 {
			s.row = s.block[s.at : s.at+v.length]
			kept = append(kept, s)
		} else if s.coordinate >= 0 {
			v.slotOf[s.coordinate] = -1
		}
	}
	v.slots, v.newest, v.oldest = kept, -1, -1
	for at, s := range kept {
		v.link(at)
		if s.coordinate >= 0 {
			v.slotOf[s.coordinate] = at
		}
	}
}

// link puts a slot at the newest end of the list.
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

// linkOldest puts a slot at the oldest end of the list: it is reused first.
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
