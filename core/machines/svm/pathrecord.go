package svm

import (
	"cmp"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/solve/activeset"
)

// largestPath is the most numbers that a path may hold for samples on the margin.
const largestPath = 1 << 26

// recorder writes down a path.
type recorder struct {
	*Path
	set    *activeset.Set
	sign   []float64
	seen   []activeset.Place // in the last piece
	places []int32           // the same as PathPlace
	union  []bool            // samples with a coefficient anywhere

	margin   chunks[int32]
	from, to chunks[float64]
	count    int // of the numbers in margin
}

func newRecorder(set *activeset.Set, sign []float64) *recorder {
	n := len(sign)
	r := &recorder{Path: &Path{Signs: sign}, set: set, sign: sign, seen: make([]activeset.Place, n), places: make([]int32, n), union: make([]bool, n)}
	for i := range r.seen {
		r.seen[i] = -1
	}
	return r
}

// chunks is a long list in parts that never move.
type chunks[T any] struct {
	parts [][]T
	last  []T
}

// next returns the next n numbers, to be written.
func (c *chunks[T]) next(n int) []T {
	at := len(c.last)
	if cap(c.last)-at < n {
		c.parts = append(c.parts, c.last)
		c.last, at = make([]T, 0, max(n, 1<<14)), 0
	}
	c.last = c.last[:at+n]
	return c.last[at:]
}

// whole returns the list.
func (c *chunks[T]) whole() []T { return slices.Concat(append(c.parts, c.last)...) }

// follow moves from one C at which samples are left out to the next.
func (r *recorder) follow(ctl *run.Ctl, rates activeset.Course, stops []float64) error {
	sorted := order.Of(len(stops), func(i, j int) int { return cmp.Compare(stops[i], stops[j]) })
	n := len(r.sign)
	r.LeftOut = make([]float64, n*len(stops))
	stages := ctl.Stages(2*len(stops) + 1)
	from, end := rates.From, rates.To
	rates.Visit = r.visit
	walk := func(to float64) error {
		part := stages.Next("")
		if to > from {
			rates.From, rates.To = from, to
			from = to
			if err := r.set.Follow(part, rates); err != nil {
				return pathError(err)
			}
		}
		if r.count > largestPath {
			return fault.New(fault.Memory, "CMax", "the path has too many samples on the margin at too many breakpoints; bring CMin and CMax closer to each other, or fit fewer rows")
		}
		return nil
	}
	for _, at := range sorted {
		if err := walk(stops[at]); err != nil {
			return err
		}
		left := 0
		part := stages.Next("leave one out").Telling(func(run.Report) run.Report { return run.Report{Fraction: float64(left) / float64(n)} })
		for i := range n {
			if left = i; !part.Wanted(func() run.Report { return run.Report{} }) {
				return run.ErrAborted
			}
			value := r.set.Value(i)
			if !r.set.Idle(i, i+1) {
				without := r.set.Clone()
				if err := without.Retire(part, i); err != nil {
					return pathError(err)
				}
				value = without.Value(i)
			}
			r.LeftOut[at*n+i] = value
		}
	}
	err := walk(end)
	r.Margin, r.FromCoef, r.ToCoef = r.margin.whole(), r.from.whole(), r.to.whole()
	return err
}

// visit writes down the beginning or the end of a piece.
func (r *recorder) visit(c float64, begins bool) {
	s := r.set
	margin := s.Margin()
	if !begins {
		to := r.to.next(len(margin))
		for p, i := range margin {
			to[p] = s.Coef[i]
		}
		r.To, r.ToBias = append(r.To, c), append(r.ToBias, s.Bias)
		return
	}
	r.From, r.FromBias = append(r.From, c), append(r.FromBias, s.Bias)
	rows, from := r.margin.next(len(margin)), r.from.next(len(margin))
	for p, i := range margin {
		rows[p], from[p] = int32(i), s.Coef[i]
	}
	r.count += len(margin)
	for i, place := range s.Places {
		if place != r.seen[i] {
			r.seen[i] = place
			r.move(i, place)
		}
	}
	wrong := int32(0)
	gradient := s.Gradient[:len(s.Linear)]
	for i, p := range s.Linear { // -y
		if (gradient[i]-p)*p >= 0 {
			wrong++
		}
	}
	r.Ends, r.ChangeEnds = append(r.Ends, int32(r.count)), append(r.ChangeEnds, int32(len(r.Changed)))
	r.Errors = append(r.Errors, wrong)
}

// move writes down that a sample has another place.
func (r *recorder) move(i int, place activeset.Place) {
	now := int32(PathZero)
	switch {
	case place == activeset.Free:
		now = PathMargin
	case place == activeset.High && r.sign[i] > 0, place == activeset.Low && r.sign[i] < 0:
		now = PathBound
	}
	if now != PathZero {
		r.union[i] = true
	}
	if now != r.places[i] {
		r.places[i] = now
		r.Changed, r.ChangedFor = append(r.Changed, int32(i)), append(r.ChangedFor, now)
	}
}
