package gram

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// anchor is the function of an anchored kernel, with its points prepared.
type anchor struct {
	points  Columns
	weights []float64
	norm    float64 // the sum of the weights times the function at their points
	row     []float64
}

// newAnchor prepares an anchored kernel for samples of d features.
func newAnchor(k kernel.Anchored, d int) *anchor {
	points, weights, by := k.Anchors()
	set := &sample.Matrix{N: len(points) / d, D: d, X: points}
	if weights == nil {
		weights = make([]float64, set.N)
		for i := range weights {
			weights[i] = 1 / float64(set.N)
		}
	}
	a := &anchor{points: Prepare(by, set, nil, Origin(by, set)), weights: weights}
	a.row = make([]float64, a.points.Stride())
	for i, w := range weights {
		a.norm += float64(w * a.at(set.Row(i)))
	}
	return a
}

// at returns the function at x.
func (a *anchor) at(x []float64) float64 {
	a.points.Rows([][]float64{a.row}, &sample.Matrix{N: 1, D: len(x), X: x}, []int{0})
	return lanes.Sum(a.weights, a.row)
}

// width returns the number of coordinates of the view v.
func (p *program) width(v int) int {
	if coordinates := p.views[v].coordinates; coordinates != nil {
		return len(coordinates)
	}
	return p.d
}

// own returns the value of a node between a sample and itself. The stats that the node needs are
// known.
func (p *program) own(n *node, x, stats []float64) float64 {
	q := left{x: x, stats: stats, dots: make([][]float64, len(p.views))}
	for v := range p.views {
		s := p.views[v].norm
		q.dots[v] = stats[s : s+1]
	}
	columns := make([][]float64, len(stats))
	for s := range stats {
		columns[s] = stats[s : s+1]
	}
	dst := []float64{0}
	p.run(n, dst, &q, columns, itself{})
	return dst[0]
}

// itself is a columnSource whose only column is the sample on the left.
type itself struct{}

func (itself) coordinates(dst []float64, k kernel.Coordinatewise, v *view, _ *node, q *left) {
	x := v.see(q.x)
	dst[0] = kernel.Value(k, x, x)
}

// diagonal sets dst_i = k(x_i, x_i) for the samples of set.
func (p *program) diagonal(dst []float64, set sample.Set) {
	q := p.newLeft()
	for i := range dst {
		set.Dense(q.x, i)
		p.measure(q.stats, q.x)
		dst[i] = p.own(&p.root, q.x, q.stats)
	}
}

// isAnchored reports whether a kernel or one of its parts has points.
func isAnchored(k kernel.Kernel) bool {
	switch k := k.(type) {
	case kernel.Anchored:
		return true
	case kernel.Pullback:
		_, part := k.Pull()
		return isAnchored(part)
	case kernel.Combination:
		for _, part := range k.Parts() {
			if isAnchored(part) {
				return true
			}
		}
	}
	return false
}
