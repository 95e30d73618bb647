package servers

import (
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// Serve computes rows of a kernel over a set until the solver has ended.
func Serve(shared Shared, k kernel.Kernel, set sample.Set) {
	s := &server{shared: shared, layout: layoutFor(set.Len()), kernel: k, set: set, origin: gram.Origin(k, set)}
	for {
		seen := shared.Load(bell)
		if shared.Load(ended) != 0 {
			return
		}
		if !s.sumPart() && !s.someRows() {
			shared.Wait(bell, seen, forNews)
		}
	}
}

// together is how many rows a server computes at a time: more take less time each, but the
// solver may have to wait for them.
const together = 2

type server struct {
	shared Shared
	layout layout
	kernel kernel.Kernel
	set    sample.Set
	origin []float64

	generation int32 // of columns
	columns    gram.Columns
	rows       [together][]float64

	sums      int32 // the generation of the following
	on, of    []int32
	scale     []float64
	partSums  []float64
	queue     [slots]int32
	rowStates [slots]int32
	states    [parts]int32
}

// someRows computes the likeliest rows that nobody has claimed, and reports whether there were
// any.
func (s *server) someRows() bool {
	count := int(s.shared.Load(queued))
	s.shared.Words(s.queue[:], queue)
	s.shared.Words(s.rowStates[:], states)
	var mine []int
	for _, slot := range s.queue[:count] {
		if len(mine) == together {
			break
		}
		if at := int(slot); s.rowStates[at] == wanted && s.shared.Swap(states+at, wanted, claimed) {
			mine = append(mine, at)
		}
	}
	if len(mine) == 0 {
		return false
	}
	s.prepare()
	index := make([]int, len(mine))
	for r, slot := range mine {
		index[r] = int(s.shared.Load(samples + slot))
	}
	s.columns.Rows(s.rows[:len(mine)], s.set, index)
	for r, slot := range mine {
		s.shared.WriteFloat64s(s.layout.rows+slot*s.layout.row, s.rows[r][:s.columns.Len()])
		s.finish(states + slot)
	}
	return true
}

// finish marks what this server has claimed as done.
func (s *server) finish(word int) {
	s.shared.Store(word, done)
	s.shared.Wake(word)
}

// prepare makes the columns those of the solver, who does not change them while a row is
// claimed.
func (s *server) prepare() {
	now := s.shared.Load(generation)
	if now == s.generation {
		return
	}
	s.generation = now
	on := make([]int32, s.shared.Load(columns))
	s.shared.ReadInt32s(on, s.layout.columns)
	index := make([]int, len(on))
	for p, i := range on {
		index[p] = int(i)
	}
	s.columns = gram.Prepare(s.kernel, s.set, index, s.origin)
	for r := range s.rows {
		if len(s.rows[r]) < s.columns.Stride() {
			s.rows[r] = make([]float64, s.columns.Stride())
		}
	}
}

// sumPart computes a part of a sum that nobody has claimed, from the last one on, and reports
// whether there was one. The solver changes nothing of a sum while a part is claimed.
func (s *server) sumPart() bool {
	s.shared.Words(s.states[:], partStates)
	for p := parts - 1; p >= 0; p-- {
		if s.states[p] != wanted || !s.shared.Swap(partStates+p, wanted, claimed) {
			continue
		}
		if now := s.shared.Load(sums); now != s.sums {
			s.sums = now
			s.on, s.of = make([]int32, s.shared.Load(sumColumns)), make([]int32, s.shared.Load(sumRows))
			s.scale = make([]float64, len(s.of))
			s.shared.ReadInt32s(s.on, s.layout.sumColumns)
			s.shared.ReadInt32s(s.of, s.layout.sumRows)
			s.shared.ReadFloat64s(s.scale, s.layout.scale)
		}
		from, to := partOf(p, len(s.on))
		if len(s.partSums) < to-from {
			s.partSums = make([]float64, to-from)
		}
		dst := s.partSums[:to-from]
		gram.Sums(dst, s.kernel, s.set, s.origin, s.on[from:to], s.of, s.scale)
		s.shared.WriteFloat64s(s.layout.sums+8*from, dst)
		s.finish(partStates + p)
		return true
	}
	return false
}
