package gram

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/kernel"
)

// program is a kernel that needs more than inner products, compiled for rows. views are its inner
// products, each computed once for all parts of the kernel. stats are the stored numbers of every
// sample. root is the tree of kernels, evaluated from the leaves to the root. A program holds
// scratch memory.
type program struct {
	d     int // features of the samples
	views []view
	stats []stat
	root  node
}

// view is one kind of inner product: over some coordinates, or <x, B z> with a form B.
type view struct {
	coordinates []int   // nil: all
	features    []int32 // the same numbers, for core/base/lanes
	form        kernel.Bilinear
	norm        int  // the index of the stat <x,x>
	used        bool // whether a leaf asks for inner products
}

// stat is a stored number of every sample: its squared norm in a view, the value of a part of the
// kernel between the sample and itself, or the value of the function of an anchor.
type stat struct {
	view   int
	part   *node   // the part, whose stats precede this one, or nil
	anchor *anchor // nil: none
}

// node is a kernel within the program.
type node struct {
	kernel kernel.Kernel
	view   int
	parts  []node
	norms  []int       // stats with the values of the parts between a sample and itself, or with the value of the anchor
	anchor *anchor     // of an anchored kernel
	rows   [][]float64 // scratch: rows of the parts after the first
	state  []float64   // scratch of a coordinatewise kernel
}

func newProgram(k kernel.Kernel, d int) *program {
	p := &program{d: d}
	p.root = p.compile(k, p.viewOf(nil, nil))
	return p
}

// viewOf returns the view of these coordinates. Views without a form are shared.
func (p *program) viewOf(coordinates []int, form kernel.Bilinear) int {
	if form == nil {
		for v, old := range p.views {
			if old.form == nil && (old.coordinates == nil) == (coordinates == nil) && equal(old.coordinates, coordinates) {
				return v
			}
		}
	}
	v := len(p.views)
	features := make([]int32, len(coordinates))
	for c, j := range coordinates {
		features[c] = int32(j)
	}
	p.views = append(p.views, view{coordinates: coordinates, features: features, form: form, norm: len(p.stats)})
	p.stats = append(p.stats, stat{view: v})
	return v
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i, j := range a {
		if j != b[i] {
			return false
		}
	}
	return true
}

func (p *program) compile(k kernel.Kernel, v int) node {
	n := node{kernel: k, view: v}
	switch k := k.(type) {
	case kernel.InnerProduct:
		p.views[v].used = true
	case kernel.Bilinear:
		n.view = p.viewOf(p.views[v].coordinates, k)
		p.views[n.view].used = true
	case kernel.Coordinatewise:
	case kernel.Pullback:
		coordinates, part := k.Pull()
		return p.compile(part, p.viewOf(within(p.views[v].coordinates, coordinates), nil))
	case kernel.Combination:
		_, normed := k.(kernel.Normed)
		for _, k := range k.Parts() {
			part := p.compile(k, v)
			n.parts = append(n.parts, part)
			if normed {
				n.norms = append(n.norms, len(p.stats))
				p.stats = append(p.stats, stat{view: v, part: &part})
			}
		}
		if k, ok := k.(kernel.Anchored); ok {
			n.anchor = newAnchor(k, p.width(v))
			n.norms = append(n.norms, len(p.stats))
			p.stats = append(p.stats, stat{view: v, anchor: n.anchor})
		}
		n.rows = make([][]float64, max(1, len(n.parts))-1)
	default:
		panic("gram: kernel " + k.Name() + " is of no known kind")
	}
	return n
}

// within returns the coordinates at some positions of a list of coordinates.
func within(outer, at []int) []int {
	if outer == nil {
		return at
	}
	inner := make([]int, len(at))
	for c, j := range at {
		inner[c] = outer[j]
	}
	return inner
}

// measure sets the stats of the dense sample x.
func (p *program) measure(stats []float64, x []float64) {
	for s, of := range p.stats {
		v := &p.views[of.view]
		seen := v.see(x)
		switch {
		case of.part != nil:
			stats[s] = p.own(of.part, x, stats)
		case of.anchor != nil:
			stats[s] = of.anchor.at(seen)
		case v.form != nil:
			y := make([]float64, len(seen))
			v.form.Apply(y, seen)
			stats[s] = lanes.Sum(seen, y)
		default:
			stats[s] = lanes.Sum(seen, seen)
		}
	}
}

// see returns the coordinates of x that belong to the view.
func (v *view) see(x []float64) []float64 {
	if v.coordinates == nil {
		return x
	}
	seen := make([]float64, len(v.coordinates))
	for c, j := range v.coordinates {
		seen[c] = x[j]
	}
	return seen
}

// project sets dst to the vector whose plain inner product with any z is the inner product
// of x and z in the view.
func (v *view) project(dst, x []float64) {
	clear(dst)
	seen := v.see(x)
	if v.form != nil {
		y := make([]float64, len(seen))
		v.form.Apply(y, seen)
		seen = y
	}
	if v.coordinates == nil {
		copy(dst, seen)
		return
	}
	for c, j := range v.coordinates {
		dst[j] = seen[c]
	}
}

// left is the sample on the left-hand side of a row.
type left struct {
	x     []float64   // its coordinates
	stats []float64   // its stats
	dots  [][]float64 // for every view: the inner products with the columns
}

func (p *program) newLeft() left {
	return left{x: make([]float64, p.d), stats: make([]float64, len(p.stats)), dots: make([][]float64, len(p.views))}
}

// columnSource gives access to the columns for which a row is computed.
type columnSource interface {
	// coordinates sets dst to the values of a coordinatewise kernel.
	coordinates(dst []float64, k kernel.Coordinatewise, v *view, n *node, q *left)
}

// run sets dst to the values of n between q and the columns, whose stats are given.
func (p *program) run(n *node, dst []float64, q *left, stats [][]float64, from columnSource) {
	v := &p.views[n.view]
	switch k := n.kernel.(type) {
	case kernel.InnerProduct:
		copy(dst, q.dots[n.view])
		k.FromDots(dst, q.stats[v.norm], stats[v.norm])
	case kernel.Bilinear:
		copy(dst, q.dots[n.view])
	case kernel.Coordinatewise:
		from.coordinates(dst, k, v, n, q)
	case kernel.Combination:
		rows, norm, norms := make([][]float64, len(n.rows)+1), make([]float64, len(n.norms)), make([][]float64, len(n.norms))
		rows[0] = dst
		for i := range n.parts {
			if i > 0 {
				n.rows[i-1] = grown(n.rows[i-1], len(dst))
				rows[i] = n.rows[i-1]
			}
			p.run(&n.parts[i], rows[i], q, stats, from)
		}
		for i, s := range n.norms {
			norm[i], norms[i] = q.stats[s], stats[s]
		}
		if n.anchor != nil {
			norm = append(norm, n.anchor.norm)
		}
		k.Combine(rows, norm, norms)
	}
}

// grown returns scratch memory of a length.
func grown(scratch []float64, n int) []float64 {
	if cap(scratch) < n {
		return make([]float64, n)
	}
	return scratch[:n]
}
