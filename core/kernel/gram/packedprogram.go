package gram

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// programRows computes rows of a kernel that is a program, two samples at a time: for each part of
// the panels first all inner products, and from them the values of the kernel.
func (c *packed) programRows(dst [][]float64, a sample.Set, index []int) {
	p, d := c.program, len(c.x)
	step := max(1, chunkBytes/8/d/lanes.Width()) * lanes.Width()
	pairs := make([]pair, len(p.views))
	for r := 0; r < len(index); r += 2 {
		two := index[r:min(r+2, len(index))]
		for q, i := range two {
			c.read(c.left[q].x, a, i)
			p.measure(c.left[q].stats, c.left[q].x)
		}
		for v := range p.views {
			c.projectPair(&pairs[v], &p.views[v], len(two))
		}
		for from := 0; from < c.Stride(); from += step {
			to := min(from+step, c.Stride())
			panels := packedColumns{c.panels[from*d : to*d], d, c.all}
			for v := range p.views {
				if p.views[v].used {
					c.dots(v, &pairs[v], panels.panels, to-from, len(two))
				}
			}
			stats := make([][]float64, len(c.stats))
			for s, stat := range c.stats {
				stats[s] = stat[from:to]
			}
			for q := range two {
				p.run(&p.root, dst[r+q][from:to], &c.left[q], stats, panels)
			}
		}
	}
}

// projectPair prepares one or two samples for the inner products of a view.
func (c *packed) projectPair(to *pair, v *view, count int) {
	v.project(c.x, c.left[0].x)
	clear(c.y)
	if count == 2 {
		v.project(c.y, c.left[1].x)
	}
	to.interleave(c.x, c.y, count)
}

// dots computes the inner products of a view with n columns.
func (c *packed) dots(v int, of *pair, panels []float64, n, count int) {
	for q := range count {
		c.left[q].dots[v] = grown(c.left[q].dots[v], n)
	}
	if count == 2 {
		lanes.Dots2(c.left[0].dots[v], c.left[1].dots[v], panels, len(c.x), of.features, of.values)
	} else {
		lanes.Dots(c.left[0].dots[v], panels, len(c.x), of.features, of.values)
	}
}

// packedColumns are columns in panels, of d features.
type packedColumns struct {
	panels []float64
	d      int
	all    []int32 // the features
}

func (c packedColumns) coordinates(dst []float64, k kernel.Coordinatewise, v *view, n *node, q *left) {
	if additive, ok := k.(kernel.Additive); ok {
		if term, ok := additive.Term(); ok {
			features := v.features
			if v.coordinates == nil {
				features = c.all
			}
			lanes.Sums(term, dst, c.panels, c.d, features, v.see(q.x))
			k.End(dst, dst)
			return
		}
	}
	width := lanes.Width()
	rule := k.Rule()
	states := rule.States
	n.state = grown(n.state, states*width)
	for at := 0; at < len(dst); at += width {
		panel, state := c.panels[at*c.d:(at+width)*c.d], n.state
		if states == 1 {
			state = dst[at : at+width]
		}
		rule.Begin(state, width)
		if v.coordinates == nil {
			for j, x := range q.x {
				k.Add(state, x, panel[j*width:(j+1)*width])
			}
		} else {
			for _, j := range v.coordinates {
				k.Add(state, q.x[j], panel[j*width:(j+1)*width])
			}
		}
		if states > 1 {
			k.End(dst[at:at+width], state)
		}
	}
	if states == 1 {
		k.End(dst, dst)
	}
}
