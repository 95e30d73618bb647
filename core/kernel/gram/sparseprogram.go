package gram

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// programRow computes a row of a kernel that is a program.
func (c *sparse) programRow(dst []float64, a sample.Set, i int) {
	p, q, n := c.program, &c.left, c.set.N
	a.Dense(q.x, i)
	p.measure(q.stats, q.x)
	for v := range p.views {
		if p.views[v].used {
			p.views[v].project(c.x, q.x)
			q.dots[v] = grown(q.dots[v], n)
			c.gather(q.dots[v])
		}
	}
	p.run(&p.root, dst[:n], q, c.stats, c)
}

// coordinates visits the coordinates of every column: all of them, or, if coordinates where both
// samples are zero change nothing, the others.
func (c *sparse) coordinates(dst []float64, k kernel.Coordinatewise, v *view, n *node, q *left) {
	rule := k.Rule()
	states := rule.States
	n.state = grown(n.state, states)
	union := v.coordinates == nil && rule.SkipsZeros
	c.where = c.where[:0]
	if union {
		for f, x := range q.x {
			if x != 0 {
				c.where = append(c.where, int32(f))
			}
		}
	} else {
		c.z = grown(c.z, len(q.x))
		clear(c.z)
	}
	for j := range dst {
		state := n.state
		if states == 1 {
			state = dst[j : j+1]
		}
		rule.Begin(state, 1)
		index, value := c.set.Row(j)
		if union {
			c.merge(k, state, q.x, index, value)
		} else {
			c.all(k, state, q.x, v, index, value)
		}
		if states > 1 {
			k.End(dst[j:j+1], state)
		}
	}
	if states == 1 {
		k.End(dst, dst)
	}
}

// merge adds the coordinates of c.where and of a column, in order.
func (c *sparse) merge(k kernel.Coordinatewise, state, x []float64, index []int32, value []float64) {
	at, zero := 0, []float64{0}
	for p, f := range index {
		for at < len(c.where) && c.where[at] < f {
			k.Add(state, x[c.where[at]], zero)
			at++
		}
		if at < len(c.where) && c.where[at] == f {
			at++
		}
		k.Add(state, x[f], value[p:p+1])
	}
	for _, f := range c.where[at:] {
		k.Add(state, x[f], zero)
	}
}

// all adds all coordinates of a view.
func (c *sparse) all(k kernel.Coordinatewise, state, x []float64, v *view, index []int32, value []float64) {
	for p, f := range index {
		c.z[f] = value[p]
	}
	if v.coordinates == nil {
		for f := range x {
			k.Add(state, x[f], c.z[f:f+1])
		}
	} else {
		for _, f := range v.coordinates {
			k.Add(state, x[f], c.z[f:f+1])
		}
	}
	for _, f := range index {
		c.z[f] = 0
	}
}
