package activeset

import (
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// Rows are the rows of a kernel matrix. A row that was returned stays valid until the set of
// samples changes; a Set asks for it again whenever it needs it.
type Rows interface {
	Row(i int) []float64
	Diagonal(i int) float64
}

// Kept computes rows over a set of samples when they are asked for, and keeps them while there is
// memory. Samples may join the set and leave it.
type Kept struct {
	kernel   kernel.Kernel
	packs    bool // whether the columns of sparse samples are stored densely
	parts    int  // variables of each sample, one after the other
	origin   []float64
	blocks   []block
	diagonal []float64   // of samples
	rows     [][]float64 // of samples; nil if not kept
	queue    []int       // samples whose rows are kept, the oldest first
	bytes    int
}

// block is a run of blockSize samples (the last one of fewer), which is prepared as columns when a row
// asks for them: a change prepares one or two of them anew.
type block struct {
	set     sample.Set
	columns gram.Columns
}

const blockSize = 256

// largestFill is the most values that Fill computes: more rows than these take longer to use than to
// compute.
const largestFill = 1 << 22

// NewRows returns the rows of k over a set, with so many equal rows and columns for each sample
// one after the other; it keeps as many as fit into so many bytes, the last ones that were
// computed. whole is the set that the samples were chosen from: its size decides whether sparse
// samples are stored densely.
func NewRows(k kernel.Kernel, set, whole sample.Set, parts, bytes int) *Kept {
	n := set.Len()
	r := &Kept{kernel: k, packs: gram.Packs(whole), parts: parts, diagonal: make([]float64, n), rows: make([][]float64, n), bytes: bytes}
	gram.Diagonal(r.diagonal, k, set)
	if r.packs {
		r.origin = gram.Origin(k, set)
	}
	if kernel.IsGiven(k) {
		r.blocks = []block{{set, gram.Prepare(k, set, nil, nil)}}
		return r
	}
	for from := 0; from < n; from += blockSize {
		r.blocks = append(r.blocks, block{set: set.Select(order.Between(from, min(from+blockSize, n)))})
	}
	return r
}

// Rest forgets the columns until a row asks for them.
func (r *Kept) Rest() {
	if !kernel.IsGiven(r.kernel) {
		for b := range r.blocks {
			r.blocks[b].columns = nil
		}
	}
}

// at returns the block of a sample, and its position there.
func (r *Kept) at(i int) (*block, int) {
	if len(r.blocks) == 1 {
		return &r.blocks[0], i // a row of a precomputed kernel may be longer
	}
	return &r.blocks[i/blockSize], i % blockSize
}

// Diagonal returns the kernel value of the sample of a variable with itself.
func (r *Kept) Diagonal(i int) float64 { return r.diagonal[i/r.parts] }

// Row returns the kernel values of the sample of a variable.
func (r *Kept) Row(i int) []float64 {
	s := i
	if r.parts > 1 {
		s /= r.parts
	}
	if r.rows[s] != nil {
		return r.rows[s]
	}
	n := len(r.rows)
	if len(r.queue) >= max(r.bytes/8/(n*r.parts), 8) {
		r.rows[r.queue[0]] = nil
		r.queue = r.queue[1:]
	}
	row := make([]float64, 0, (n+n/16+16)*r.parts) // with space for samples that join
	var part []float64
	own, position := r.at(s)
	for b := range r.blocks {
		if r.blocks[b].columns == nil {
			r.blocks[b].columns = gram.PrepareAs(r.packs, r.kernel, r.blocks[b].set, nil, r.origin)
		}
		columns := r.blocks[b].columns
		part = slices.Grow(part[:0], columns.Stride())[:columns.Stride()]
		columns.Rows([][]float64{part}, own.set, []int{position})
		if r.parts == 1 {
			row = append(row, part[:columns.Len()]...)
			continue
		}
		for _, v := range part[:columns.Len()] {
			for range r.parts {
				row = append(row, v)
			}
		}
	}
	for p := range r.parts {
		row[s*r.parts+p] = r.diagonal[s]
	}
	r.rows[s] = row
	r.queue = append(r.queue, s)
	return row
}

// whole returns the rows of all variables if all are in memory, otherwise nil. They are valid until
// the set of samples changes.
func (r *Kept) whole() [][]float64 {
	if r.parts == 1 && len(r.queue) == len(r.rows) {
		return r.rows
	}
	return nil
}

// Fill computes the rows of all samples of the set at once, if they are short: half of the values,
// since the matrix is symmetric. It returns false if watch ends it.
func (r *Kept) Fill(set sample.Set, watch gram.Watch) bool {
	n := len(r.rows)
	if r.parts != 1 || n*n > min(r.bytes/8, largestFill) {
		return true
	}
	whole := make([]float64, n*n)
	if !gram.Square(whole, r.kernel, set, watch) {
		return false
	}
	for s := range n {
		r.rows[s] = whole[s*n : (s+1)*n : (s+1)*n]
		r.rows[s][s] = r.diagonal[s]
	}
	r.queue = order.Between(0, n)
	return true
}

// Append adds samples of the same kind at the end.
func (r *Kept) Append(set sample.Set) {
	n := len(r.rows)
	for p := range set.Len() {
		one := set.Select([]int{p})
		last := len(r.blocks) - 1
		if last >= 0 && r.blocks[last].set.Len() < blockSize {
			r.blocks[last].set = sample.Join(r.blocks[last].set, one)
		} else {
			r.blocks = append(r.blocks, block{set: one})
			last++
		}
		r.blocks[last].columns = nil
	}
	more := make([]float64, set.Len())
	gram.Diagonal(more, r.kernel, set)
	r.diagonal = append(r.diagonal, more...)
	kept := slices.Clone(r.queue)
	r.rows = append(r.rows, make([][]float64, set.Len())...)
	for s := n; s < len(r.rows); s++ {
		row := r.Row(s * r.parts)
		for _, i := range kept {
			if r.rows[i] == nil {
				continue
			}
			for range r.parts {
				r.rows[i] = append(r.rows[i], row[i*r.parts])
			}
		}
	}
}

// Remove drops a sample, whose place the last one takes.
func (r *Kept) Remove(s int) {
	last := len(r.rows) - 1
	for i, row := range r.rows {
		if row == nil {
			continue
		}
		copy(row[s*r.parts:(s+1)*r.parts], row[last*r.parts:])
		r.rows[i] = row[:last*r.parts]
	}
	r.rows[s], r.rows[last] = r.rows[last], nil
	r.rows = r.rows[:last]
	r.diagonal[s] = r.diagonal[last]
	r.diagonal = r.diagonal[:last]
	r.queue = slices.DeleteFunc(r.queue, func(i int) bool { return i == s })
	if p := slices.Index(r.queue, last); p >= 0 {
		r.queue[p] = s
	}
	end := len(r.blocks) - 1
	tail := r.blocks[end].set
	moved := tail.Select([]int{tail.Len() - 1})
	if tail.Len() == 1 {
		r.blocks = r.blocks[:end]
	} else {
		r.blocks[end] = block{set: tail.Select(order.Between(0, tail.Len()-1))}
	}
	if s == last {
		return
	}
	own := &r.blocks[s/blockSize]
	kept := order.Between(0, own.set.Len())
	kept[s%blockSize] = own.set.Len()
	*own = block{set: sample.Join(own.set, moved).Select(kept)}
}

// workBetween is how many values of K are added up between two looks at the clock.
const workBetween = 1 << 17

// addRows adds the rows of K to g, each times its weight. If halts is set, a signal ends it, and it
// returns false.
func (s *Set) addRows(g []float64, weight func(i int) float64, halts bool) bool {
	var by [4]float64
	var rows [4][]float64
	count, work := 0, 0
	for i := range s.Coef {
		w := weight(i)
		if w == 0 {
			continue
		}
		if work += len(g); work >= workBetween {
			if work = 0; !s.ctl.Wanted(func() run.Report { return run.Report{Phase: "path"} }) && halts {
				return false
			}
		}
		by[count], rows[count] = w, s.K.Row(i)[:len(g)]
		if count++; count == 4 {
			lanes.Update4(g, &by, rows[0], rows[1], rows[2], rows[3])
			count = 0
		}
	}
	for k := range count {
		lanes.Update(g, by[k], rows[k])
	}
	return true
}

// attend makes ctl the control of the present work until the returned function is called.
func (s *Set) attend(ctl *run.Ctl) func() {
	before := s.ctl
	s.ctl = ctl
	return func() { s.ctl = before }
}
