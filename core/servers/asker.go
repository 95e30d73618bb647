package servers

import (
	"slices"

	"maxmargin/core/gram"
)

// Asker is the solver's side.
type Asker struct {
	shared  Shared
	layout  layout
	columns int
	slots   [slots]int32 // the sample of each row; -1: none
	states  [slots]int32 // scratch
	queue   []int32
	sums    int32
	alone   bool // a server has failed
}

// NewAsker returns an Asker for the rows of a set of n samples. The memory has Bytes(n) and is
// all zero.
func NewAsker(shared Shared, n int) *Asker {
	a := &Asker{shared: shared, layout: layoutFor(n)}
	a.forget()
	return a
}

// End makes all servers return.
func (a *Asker) End() {
	a.shared.Store(ended, 1)
	a.ring()
}

func (a *Asker) ring() {
	a.shared.Store(bell, a.shared.Load(bell)+1)
	a.shared.Wake(bell)
}

func (a *Asker) forget() {
	for s := range a.slots {
		a.slots[s] = -1
	}
}

// isAlone reports whether the servers are lost.
func (a *Asker) isAlone() bool {
	a.alone = a.alone || a.shared.Load(lost) != 0
	return a.alone
}

// await waits until what a server has claimed is done, at most so many milliseconds, and reports
// whether it is: the server may be lost, or slow.
func (a *Asker) await(word int, most float64) bool {
	if a.shared.Load(word) == claimed && !a.isAlone() {
		a.shared.Wait(word, claimed, most)
	}
	return a.shared.Load(word) != claimed
}

// Columns says which samples the rows are over.
func (a *Asker) Columns(on []int32) {
	if a.columns = len(on); a.isAlone() {
		return
	}
	a.Expect(nil)
	for s := range a.slots {
		for !a.await(states+s, forNews) {
			if a.isAlone() {
				return
			}
		}
		a.shared.Store(states+s, empty)
	}
	a.forget()
	a.shared.WriteInt32s(a.layout.columns, on)
	a.shared.Store(columns, int32(len(on)))
	a.shared.Store(generation, a.shared.Load(generation)+1)
}

// Finished copies the rows that are done to where place says, and forgets them.
func (a *Asker) Finished(place func(sample int32) []float64) {
	if a.isAlone() {
		return
	}
	a.shared.Words(a.states[:], states)
	for s, i := range a.slots {
		if a.states[s] == done && a.shared.Load(states+s) == done {
			a.copy(place(i), s)
		}
	}
}

// Expect names samples whose rows will probably be asked for.
func (a *Asker) Expect(of []int32) {
	if a.isAlone() {
		return
	}
	a.shared.Words(a.states[:], states)
	for s, i := range a.slots {
		if a.states[s] == wanted && !slices.Contains(of, i) && a.shared.Swap(states+s, wanted, empty) {
			a.slots[s], a.states[s] = -1, empty
		}
	}
	a.queue = a.queue[:0]
	for _, i := range of {
		s := slices.Index(a.slots[:], i)
		if s < 0 {
			if s = a.free(of); s < 0 {
				break
			}
			a.slots[s], a.states[s] = i, wanted
			a.shared.Store(samples+s, i)
			a.shared.Store(states+s, wanted)
		}
		if a.states[s] == wanted {
			a.queue = append(a.queue, int32(s))
		}
	}
	a.shared.SetWords(queue, a.queue)
	a.shared.Store(queued, int32(len(a.queue)))
	if len(a.queue) > 0 {
		a.ring()
	}
}

// free returns a slot for another row: an empty one, or one whose row is done and no longer
// expected; -1 if there is none.
func (a *Asker) free(of []int32) int {
	if s := slices.Index(a.states[:], empty); s >= 0 {
		return s
	}
	for s, i := range a.slots {
		if a.states[s] == done && !slices.Contains(of, i) {
			return s
		}
	}
	return -1
}

// Take fills dst with the rows of samples.
func (a *Asker) Take(dst [][]float64, of []int32, own func(dst [][]float64, of []int32), more func(sample int32) []float64) {
	var mine, later [][]float64
	var mineOf, laterOf []int32
	for r, i := range of {
		s := slices.Index(a.slots[:], i)
		switch {
		case s < 0 || a.isAlone():
		case a.shared.Load(states+s) == done:
			a.copy(dst[r], s)
			continue
		case a.shared.Swap(states+s, wanted, empty):
			a.slots[s] = -1
		default:
			later, laterOf = append(later, dst[r]), append(laterOf, i)
			continue
		}
		mine, mineOf = append(mine, dst[r]), append(mineOf, i)
	}
	if len(mine)%together != 0 && more != nil {
		if i := a.takeBack(); i >= 0 {
			mine, mineOf = append(mine, more(i)), append(mineOf, i)
		}
	}
	if len(mine) > 0 {
		own(mine, mineOf)
	}
	for r, i := range laterOf {
		s := slices.Index(a.slots[:], i)
		if a.await(states+s, forRows) {
			a.copy(later[r], s)
		} else {
			own(later[r:r+1], laterOf[r:r+1])
		}
	}
}

// takeBack returns the likeliest sample whose row nobody has begun, for the solver to compute;
// -1 if there is none.
func (a *Asker) takeBack() int32 {
	for _, s := range a.queue {
		if i := a.slots[s]; i >= 0 && !a.isAlone() && a.shared.Swap(states+int(s), wanted, empty) {
			a.slots[s] = -1
			return i
		}
	}
	return -1
}

// copy takes a row that is done.
func (a *Asker) copy(dst []float64, s int) {
	a.shared.ReadFloat64s(dst[:a.columns], a.layout.rows+s*a.layout.row)
	a.shared.Store(states+s, empty)
	a.slots[s] = -1
}

// isSumming reports whether a server still computes a part of the last sum, for which the solver
// has not waited.
func (a *Asker) isSumming() bool {
	var all [parts]int32
	a.shared.Words(all[:], partStates)
	return slices.Contains(all[:], claimed)
}

// leastSum is the number of kernel values below which a sum is not divided.
const leastSum = 1 << 16

// Sums sets dst_j to the sum of scale_r k(rows_r, columns_j) over r.
func (a *Asker) Sums(dst []float64, on, of []int32, scale []float64, own func(dst []float64, from, to int)) {
	count := partCount(len(on))
	if a.isAlone() || count < 2 || len(on)*len(of) < leastSum || a.isSumming() {
		own(dst, 0, len(on))
		return
	}
	a.shared.WriteInt32s(a.layout.sumColumns, on)
	a.shared.WriteInt32s(a.layout.sumRows, of)
	a.shared.WriteFloat64s(a.layout.scale, scale)
	a.sums++
	a.shared.Store(sumColumns, int32(len(on)))
	a.shared.Store(sumRows, int32(len(of)))
	a.shared.Store(sums, a.sums)
	for p := range count {
		a.shared.Store(partStates+p, wanted)
	}
	a.ring()
	mine := make([]bool, count)
	for p := range count {
		if mine[p] = a.shared.Swap(partStates+p, wanted, empty); mine[p] {
			from, to := partOf(p, len(on))
			own(dst[from:to], from, to)
		}
	}
	for p := range count {
		from, to := partOf(p, len(on))
		switch {
		case mine[p]:
		case a.await(partStates+p, forParts):
			a.shared.ReadFloat64s(dst[from:to], a.layout.sums+8*from)
		default:
			own(dst[from:to], from, to)
		}
	}
}

var _ gram.Server = (*Asker)(nil)
