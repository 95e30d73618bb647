package linalg

import "sync"

// kernels are the routines of BLAS that the factorisations need, by their BLAS names, over the
// loops of core/base/lanes. Triangles are lower ones with a stored diagonal, and no operand is
// empty.
type kernels struct {
	scratch *sync.Pool // of *[]float64
	pace    *pace      // nil: nobody watches
}

// pace looks at the clock while routines work. Once a look has ended the work, they return at once
// and leave unusable numbers; the caller that began the work asks whether it has ended. dtrsv alone
// finishes, because some callers solve for one vector and cannot end.
type pace struct {
	watch Watch
	done  float64 // share of the work at the last look
	work  int     // since the last look
	ended bool
}

const (
	// stride is how many multiply-adds of packed tiles are done between two looks: a
	// millisecond or two.
	stride = 1 << 22
	// slow is how many of these one multiply-add takes in a pass over memory.
	slow = 4
	// element is the length of an element of the work that solvers count, 16,384 between two looks.
	element = stride >> 14
)

// watched returns the same routines, which call watch, unless it is nil, as they work.
func (ks kernels) watched(watch Watch) kernels {
	if watch == nil {
		return kernels{scratch: ks.scratch}
	}
	return kernels{ks.scratch, &pace{watch: watch}}
}

// took counts work, and reports whether to continue.
func (ks kernels) took(work int) bool {
	p := ks.pace
	if p == nil {
		return true
	}
	if p.work += work; p.work >= stride {
		ks.look(p.done)
	}
	return !p.ended
}

// look calls the watch, and reports whether to continue.
func (ks kernels) look(done float64) bool {
	p := ks.pace
	if p == nil {
		return true
	}
	p.work, p.done = 0, done
	p.ended = p.ended || !p.watch(done)
	return !p.ended
}

// went sets the share of the work in later reports.
func (ks kernels) went(done float64) {
	if ks.pace != nil {
		ks.pace.done = done
	}
}

// stopped reports whether a watch has ended the work.
func (ks kernels) stopped() bool { return ks.pace != nil && ks.pace.ended }

func newKernels() kernels {
	return kernels{scratch: &sync.Pool{New: func() any { return new([]float64) }}}
}

// borrow returns n numbers of arbitrary value, to be given back.
func (ks kernels) borrow(n int) *[]float64 {
	buffer := ks.scratch.Get().(*[]float64)
	if cap(*buffer) < n {
		*buffer = make([]float64, n)
	}
	*buffer = (*buffer)[:n]
	return buffer
}

func (ks kernels) giveBack(buffer *[]float64) { ks.scratch.Put(buffer) }
