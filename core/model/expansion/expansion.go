// Package expansion evaluates kernel expansions over support vectors,
//
//	f_q(x) = sum_i coef_qi k(x_i, x) + b_q,
//
// for many samples x at a time. Every machine in dual variables predicts with them.
package expansion

import (
	"sync"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// Expansion is functions over the same support vectors, which New makes ready to evaluate samples.
// Its slices and its set must not change. It holds scratch memory: it serves one caller at a time.
type Expansion struct {
	Kernel  kernel.Kernel
	Vectors sample.Set // the support vectors, m x d; nil for a precomputed kernel
	Indices []int32    // the rows of the training set that these are, length m; nil: all of them, in order
	Linear  bool       // the vectors are weights of linear functions, and no samples

	// Counts says how Coef is laid out. With nil, Coef is q x m: a row for every
	// value. Otherwise the support vectors are grouped by class, Counts[c] of class
	// c, the values belong to the pairs of the k classes in the order of package
	// reduction, and Coef is (k-1) x m as LIBSVM has it: the coefficients of class a's
	// support vectors in the pair with b stand in row b, or b-1 if a < b.
	Counts    []int32
	Coef      []float64
	Intercept []float64 // b of every value

	// Part is the part of a larger set in which the support vectors are the samples
	// Indices; nil: there is none. Signs of values for samples of that set come from the
	// kernel rows that its store keeps.
	Part *gram.Part

	layout layout
	origin func() []float64 // of the columns; nil: zero
	scorer *scorer          // made when first needed

	single, bytes attempt // for any samples, and for bytes
}

// New returns an expansion that is ready. Vectors are prepared when first needed.
func New(e Expansion) *Expansion {
	if e.Vectors == nil && e.Indices == nil {
		e.Indices = make([]int32, len(e.Coef)/max(len(e.Intercept), 1))
		for i := range e.Indices {
			e.Indices[i] = int32(i)
		}
	}
	e.layout = newLayout(&e)
	e.origin = sync.OnceValue(func() []float64 { return gram.Origin(e.Kernel, e.Vectors) })
	return &e
}

// Count returns m.
func (e *Expansion) Count() int {
	if e.Vectors != nil {
		return e.Vectors.Len()
	}
	return len(e.Indices)
}

// Row returns the row of the training set that is support vector i.
func (e *Expansion) Row(i int) int32 {
	if e.Indices == nil {
		return int32(i)
	}
	return e.Indices[i]
}

// Columns returns the support vectors, prepared for rows.
func (e *Expansion) Columns() gram.Columns {
	if e.Vectors != nil {
		return gram.Prepare(e.Kernel, e.Vectors, nil, e.origin())
	}
	index := make([]int, len(e.Indices))
	for p, i := range e.Indices {
		index[p] = int(i)
	}
	return gram.Prepare(e.Kernel, nil, index, nil)
}

// Expanded is the result of a fit whose values are those of kernel expansions.
type Expanded interface {
	// Expansions returns the functions whose values, one after the other, are the decision
	// values of a sample, those of pairs of classes where a machine has pairs; of a regressor
	// its prediction. It returns nil where the values are no such functions.
	Expansions() []*Expansion
}

// Each calls take once for every sample of x, with the values f_q(x_i), which it
// must not keep. Several samples are worked on at a time. It returns
// run.ErrAborted when ctl ends it, a fault.Numeric when the squared norm of a sample
// overflows, and a fault.Type when a number is outside the domain of the kernel.
func (e *Expansion) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	if err := gram.CheckDomain(e.Kernel, x, "X"); err != nil {
		return err
	}
	return blocks(ctl, x, func(index []int) {
		e.score(x, index, take)
	})
}

func (e *Expansion) score(x sample.Set, index []int, take func(i int, values []float64)) {
	if e.scorer == nil {
		e.scorer = newScorer(e)
	}
	e.scorer.score(x, index, take)
}

// EachSign is Each for callers that need only signs: the values have the signs of those
// of Each, and may differ from them otherwise. A value is NaN where its sign is not known
// yet; if take then returns false, it is called for the sample once more, with the values
// of Each. The samples come in no particular order.
//
// It takes kernel rows that were computed before where there are some (see stored).
// Otherwise, where lanes.SingleIsFaster, it works in float32, and in float64 for the second
// calls; see single.
func (e *Expansion) EachSign(ctl *run.Ctl, x sample.Set, take func(i int, values []float64) bool) error {
	if s := e.stored(x); s != nil {
		return e.eachStored(ctl, x, s, take)
	}
	if lanes.SingleIsFaster {
		if s := e.singleFor(x); s != nil {
			_, err := e.eachSign(ctl, s, x, take)
			return err
		}
	}
	return e.Each(ctl, x, func(i int, values []float64) { take(i, values) })
}

// attempt is a single that is made when first needed.
type attempt struct {
	made    bool
	*single // nil where float32 cannot tell signs
}

// singleFor returns what tells the signs of x in float32, or nil.
func (e *Expansion) singleFor(x sample.Set) *single {
	a, inBytes := &e.single, e.inBytes(x)
	if inBytes {
		a = &e.bytes
	}
	if !a.made {
		*a = attempt{true, newSingle(e, inBytes)}
	}
	return a.single
}

// eachSign is EachSign in float32; it returns how many samples took float64.
func (e *Expansion) eachSign(ctl *run.Ctl, s *single, x sample.Set, take func(i int, values []float64) bool) (again int, err error) {
	var rest []int // not taken yet
	finish := func(count int) {
		e.score(x, rest[:count], func(i int, values []float64) { take(i, values) })
		again += count
		rest = append(rest[:0], rest[count:]...)
	}
	seen := 0
	err = blocks(ctl, x, func(index []int) {
		if seen += len(index); again > 64+seen/2 {
			rest = append(rest, index...) // not worth the attempt
		} else {
			rest = s.score(x, index, take, rest)
		}
		if len(rest) >= rowsAtATime {
			finish(rowsAtATime)
		}
	})
	if err == nil && len(rest) > 0 {
		finish(len(rest))
	}
	return again, err
}

// rowsAtATime is how many samples are compared with the support vectors while
// these are in the cache of the processor.
const rowsAtATime = 16

// blocks visits the samples of x, rowsAtATime together.
func blocks(ctl *run.Ctl, x sample.Set, visit func(index []int)) error {
	n, index := x.Len(), make([]int, 0, rowsAtATime)
	for i := 0; i < n; i += len(index) {
		if !ctl.Wanted(func() run.Report {
			return run.Report{Phase: "predict", Fraction: float64(i) / float64(n)}
		}) {
			return run.ErrAborted
		}
		index = index[:0]
		for r := i; r < min(i+rowsAtATime, n); r++ {
			if !(x.SquaredNorm(r) <= gram.LargestNorm) {
				return fault.New(fault.Numeric, "X", "the numbers in row %d are too large to compare: their squares overflow. Scale the features as for fit", r).With("row", r)
			}
			index = append(index, r)
		}
		visit(index)
	}
	return nil
}
