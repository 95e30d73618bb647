// Package counterfactual finds the least change of a sample that moves it across a boundary.
//
// For a sample x0 and functions g_c that are all >= 0 beyond the boundary it solves
//
//	minimise |W (x - x0)|_p  subject to g_c(x) >= 0,  lower <= x <= upper,  p = 1 or 2,
//
// where W is diagonal. If the functions are linear, a solution is the global minimum. Otherwise it
// is a local one: it fulfils the conditions of Karush, Kuhn and Tucker, and other points may be
// closer, less likely with several starts.
package counterfactual

import (
	"math"

	"maxmargin/core/base/run"
)

// Problem is the problem above, of d coordinates.
type Problem struct {
	From         []float64 // x0
	Weights      []float64 // the diagonal of W, > 0
	Lower, Upper []float64 // may be infinite; equal for a coordinate that is fixed
	Norm         int       // p
	Count        int       // functions

	// At sets values to g(x) and gradients, Count x d, to their gradients.
	At func(x, values, gradients []float64) error
	// Reached reports whether x is beyond the boundary.
	Reached func(x []float64) (bool, error)
	// Starts are further start points besides x0.
	Starts [][]float64
}

// Change is a solution.
type Change struct {
	X        []float64
	Distance float64 // |W (x - x0)|_p
	Starts   int     // how many starts led beyond the boundary
}

// margins are how far beyond the boundary a point is sought, as shares of the values at x0: the
// first at which the point is found to be beyond it despite rounding is taken.
var margins = [...]float64{1e-14, 1e-12, 1e-10, 1e-8, 1e-6}

// Solve returns the best solution from all starts; nil if none reaches the other side of the
// boundary. It returns run.ErrAborted if ctl ends it.
func Solve(ctl *run.Ctl, p Problem) (*Change, error) {
	var best *Change
	starts := append([][]float64{p.From}, p.Starts...)
	found := 0
	for s, start := range starts {
		if !ctl.Wanted(func() run.Report {
			return run.Report{Phase: "explain", Fraction: float64(s) / float64(len(starts))}
		}) {
			return nil, run.ErrAborted
		}
		l, err := newLocal(ctl, &p, start)
		if err != nil {
			return nil, err
		}
		change, err := l.solve()
		if err != nil {
			return nil, err
		}
		if change == nil {
			continue
		}
		found++
		if best == nil || change.Distance < best.Distance {
			best = change
		}
	}
	if best != nil {
		best.Starts = found
	}
	return best, nil
}

// local is a search from one start, in the coordinates z = W (x - x0).
type local struct {
	*Problem
	ctl          *run.Ctl
	low, high    []float64
	norm         int
	scale        []float64 // of each function: the size of its values
	point        point
	next         point
	rho          float64   // weight of the squared step
	least        float64   // the smallest rho
	penalty      float64   // of the violation of a constraint
	multipliers  []float64 // of the last step
	force, moved []float64 // scratch: the sum of the multipliers times the slopes; z
	limit        []float64 // of each linearised constraint: a.z >= limit
}

// point is z with the values of the functions there.
type point struct {
	z, x, values, slopes []float64 // slopes by z, Count x d
}

func (l *local) newPoint() point {
	d := len(l.From)
	return point{make([]float64, d), make([]float64, d), make([]float64, l.Count), make([]float64, l.Count*d)}
}

func newLocal(ctl *run.Ctl, p *Problem, start []float64) (*local, error) {
	d := len(p.From)
	l := &local{Problem: p, ctl: ctl, low: make([]float64, d), high: make([]float64, d), norm: 2, scale: make([]float64, p.Count),
		multipliers: make([]float64, p.Count), force: make([]float64, d), moved: make([]float64, d), limit: make([]float64, p.Count)}
	l.point, l.next = l.newPoint(), l.newPoint()
	for j, w := range p.Weights {
		l.low[j], l.high[j] = w*(p.Lower[j]-p.From[j]), w*(p.Upper[j]-p.From[j])
	}
	if err := l.at(&l.point); err != nil { // at x0
		return nil, err
	}
	largest := 0.0
	for _, v := range l.point.values {
		largest = max(largest, math.Abs(v))
	}
	for c, v := range l.point.values {
		l.scale[c] = max(math.Abs(v), 1e-3*largest, math.SmallestNonzeroFloat64)
	}
	for j, w := range p.Weights {
		l.point.z[j] = min(max(w*(start[j]-p.From[j]), l.low[j]), l.high[j])
	}
	return l, l.at(&l.point)
}

// at computes the functions at a point.
func (l *local) at(p *point) error {
	if !l.ctl.Wanted(func() run.Report { return run.Report{Phase: "explain"} }) {
		return run.ErrAborted
	}
	l.place(p.x, p.z)
	if err := l.At(p.x, p.values, p.slopes); err != nil {
		return err
	}
	for at := range p.slopes {
		p.slopes[at] /= l.Weights[at%len(l.Weights)]
	}
	return nil
}

// place sets x to the sample at z, within the bounds and with the fixed coordinates as they are.
func (l *local) place(x, z []float64) {
	for j, w := range l.Weights {
		x[j] = l.From[j] + z[j]/w
		if z[j] == 0 {
			x[j] = l.From[j]
		}
		x[j] = min(max(x[j], l.Lower[j]), l.Upper[j])
	}
}

// solve finds a solution beyond the boundary, or nil.
func (l *local) solve() (*Change, error) {
	if l.Norm == 1 { // the solution for the other norm is where the search for this one begins
		l.begin(2)
		if err := l.descend(margins[0]); err != nil {
			return nil, err
		}
	}
	for _, margin := range margins {
		l.begin(l.Norm)
		if err := l.descend(margin); err != nil {
			return nil, err
		}
		reached, err := l.Reached(l.point.x)
		if err != nil {
			return nil, err
		}
		if reached {
			return &Change{X: append([]float64(nil), l.point.x...), Distance: l.distance()}, nil
		}
		if l.short() {
			return nil, nil
		}
	}
	return nil, nil
}

// short reports whether the point lacks more than rounding: other margins would not help.
func (l *local) short() bool {
	for c, v := range l.point.values {
		if v < -margins[len(margins)-1]*l.scale[c] {
			return true
		}
	}
	return false
}

// distance returns the distance of the point's sample after rounding.
func (l *local) distance() (sum float64) {
	for j, w := range l.Weights {
		change := math.Abs(w * (l.point.x[j] - l.From[j]))
		if l.Norm == 1 {
			sum += change
		} else {
			sum = math.Hypot(sum, change)
		}
	}
	return sum
}
