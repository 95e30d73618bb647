package boost

import (
	"slices"

	"maxmargin/core/base/run"
)

// slope is what the loss of a sample is to second order: g v + h v^2 / 2 for a change v of the
// function.
type slope struct{ g, h float64 }

// cell is the sum of the slopes of the samples in a bin.
type cell struct {
	g, h float64
	n    int
}

func (c *cell) add(other *cell) {
	c.g += other.g
	c.h += other.h
	c.n += other.n
}

func (c *cell) less(other *cell) cell { return cell{c.g - other.g, c.h - other.h, c.n - other.n} }

// limits say when a tree stops growing.
type limits struct {
	leaves float64 // most
	depth  float64 // most questions on the way to a leaf
	inLeaf int     // fewest samples
	l2     float64 // with 1e-12 of least, 1e-15 as in scikit-learn, so that nothing is divided by zero
	least  float64 // least sum of h in a leaf
}

// growing is a tree that grows by the best split of all leaves, each time (LightGBM: Ke and others
// 2017). A leaf of samples with the sums G and H of their slopes has the value v = -G / (H + l2),
// which reduces the loss by G^2 / (H + l2) / 2, and a split has the gain
//
//	G_l^2 / (H_l + l2) + G_r^2 / (H_r + l2) - G^2 / (H + l2).
//
// A histogram has these sums for each bin of each feature. That of the smaller child of a node is
// made of its samples; that of the larger one is what is left of the node's, unless so many
// histograms are too large to be kept.
type growing struct {
	limits
	bins   *bins
	starts []int // of each feature the first cell in a histogram
	slopes []slope
	nodes  []node
	rows   []int32 // the samples, those of each node side by side
	open   []int   // the leaves that can be split, the best one last

	lean   bool     // whether no histogram is kept
	spare  [][]cell // histograms that are free
	own    []slope  // slopes of the samples of a node
	second []int32  // samples that go right
	ended  func(entries int) run.Status
}

// node is a node of a tree, with the rows from..to of its samples.
type node struct {
	cell
	from, to, depth int
	value           float64
	split           split
	left            int32
	histogram       []cell
}

// split is the best split of a node: bins up to bin go left.
type split struct {
	feature, bin int
	gapsLeft     bool
	bar          float64 // the first two terms of the gain
	gain         float64
	left         cell
}

// newGrowing returns what all trees over the first n samples of b share.
func newGrowing(l limits, b *bins, n int, ended func(entries int) run.Status) *growing {
	g := &growing{limits: l, bins: b, starts: make([]int, 1, len(b.of)+1), slopes: make([]slope, n),
		own: make([]slope, n), second: make([]int32, n), ended: ended}
	for j := range b.of {
		cells := len(b.thresholds[j]) + 1
		if b.gaps[j] {
			cells++
		}
		g.starts = append(g.starts, g.starts[j]+cells)
	}
	g.lean = kept(l.leaves, n, l.inLeaf, g.starts[len(b.of)]) == 1
	return g
}

// kept returns how many histograms of so many cells a tree keeps: one for each leaf that can be
// split and one for a child, or one alone if these would be large.
func kept(leaves float64, samples, inLeaf, cells int) int {
	count := int(min(leaves, float64(samples/(2*inLeaf)))) + 2
	if count*cells > largest {
		return 1
	}
	return count
}

// largest is the most cells of all histograms together: 100 MB.
const largest = 1 << 22

// grow makes the tree for the present slopes. It returns a status when ctl ends the work.
func (g *growing) grow() run.Status {
	n := len(g.slopes)
	g.rows = make([]int32, n)
	root := node{to: n}
	for i, s := range g.slopes {
		g.rows[i] = int32(i)
		root.add(&cell{s.g, s.h, 1})
	}
	g.nodes, g.open = append(make([]node, 0, 64), root), g.open[:0]
	if status := g.judge(0); status != "" {
		return status
	}
	for leaves := 1.; len(g.open) > 0 && leaves < g.leaves; leaves++ {
		at := g.open[len(g.open)-1]
		g.open = g.open[:len(g.open)-1]
		if status := g.divide(at, leaves+1 >= g.leaves); status != "" {
			return status
		}
	}
	for _, at := range g.open {
		g.free(g.nodes[at].histogram)
	}
	return ""
}

// splits reports whether a node has enough samples and questions left for a split.
func (g *growing) splits(n *node) bool {
	return n.n >= 2*g.inLeaf && n.h >= g.least && float64(n.depth) < g.depth
}

// histogram returns an empty histogram. Behind its cells there are enough others for a bin of any
// number, with which Go needs no check of an index.
func (g *growing) histogram() []cell {
	if last := len(g.spare) - 1; last >= 0 {
		h := g.spare[last]
		g.spare = g.spare[:last]
		clear(h)
		return h
	}
	return make([]cell, g.starts[len(g.starts)-1]+256)
}

func (g *growing) free(histogram []cell) {
	if histogram != nil {
		g.spare = append(g.spare, histogram)
	}
}

// fill adds the samples of a node to its histogram.
func (g *growing) fill(n *node) run.Status {
	rows := g.rows[n.from:n.to]
	own := g.own[:len(rows)]
	for p, i := range rows {
		own[p] = g.slopes[i]
	}
	for j, bins := range g.bins.of {
		if g.starts[j+1]-g.starts[j] == 1 {
			continue // a constant feature splits nothing
		}
		if status := g.ended(len(rows)); status != "" {
			return status
		}
		sum((*[256]cell)(n.histogram[g.starts[j]:]), bins, rows, own)
	}
	return ""
}

// sum adds slopes of samples to the cells of their bins.
func sum(cells *[256]cell, bins []uint8, rows []int32, own []slope) {
	for p, i := range rows {
		c, s := &cells[bins[i]], &own[p]
		c.g += s.g
		c.h += s.h
		c.n++
	}
}

// equal is the share of the loss by which gains must differ to be different: the order of additions
// decides about smaller differences.
const equal = 1e-12

// judge finds the best split of a node, and makes the node open if there is one.
func (g *growing) judge(at int) run.Status {
	n := &g.nodes[at]
	if !g.splits(n) {
		g.free(n.histogram)
		n.histogram = nil
		return ""
	}
	if n.histogram == nil {
		n.histogram = g.histogram()
		if status := g.fill(n); status != "" {
			return status
		}
	}
	best := split{bar: n.g / (n.h + g.l2) * n.g}
	best.bar += equal * best.bar
	for j := range g.bins.of {
		cells := n.histogram[g.starts[j]:g.starts[j+1]]
		if len(cells) > 1 {
			g.scan(&best, &n.cell, cells, j, false)
		}
		if g.bins.gaps[j] {
			g.scan(&best, &n.cell, cells[:len(cells)-1], j, true)
		}
	}
	best.gain = best.bar - n.g/(n.h+g.l2)*n.g
	if best.left.n == 0 || g.lean {
		g.free(n.histogram)
		n.histogram = nil
	}
	if best.left.n == 0 {
		return ""
	}
	n.split = best
	place, _ := slices.BinarySearchFunc(g.open, best.gain, func(other int, gain float64) int {
		if g.nodes[other].split.gain < gain {
			return -1
		}
		return 1
	})
	g.open = slices.Insert(g.open, place, at)
	return ""
}

// scan looks for a better split by a feature. It adds up the cells from the left, so that missing
// values, which have the last cell, go right; or, without that cell, from the right.
func (g *growing) scan(best *split, all *cell, cells []cell, feature int, fromRight bool) {
	var near, far cell
	for step := range len(cells) - 1 {
		b := step
		if fromRight {
			b = len(cells) - 1 - step
		}
		c := &cells[b]
		if c.n == 0 {
			continue
		}
		near.g += c.g
		near.h += c.h
		near.n += c.n
		far.n, far.h = all.n-near.n, all.h-near.h
		switch {
		case near.n < g.inLeaf || near.h < g.least:
			continue
		case far.n < g.inLeaf || far.h < g.least:
			return
		}
		far.g = all.g - near.g
		both := near.g/(near.h+g.l2)*near.g + far.g/(far.h+g.l2)*far.g
		if both <= best.bar+equal*both {
			continue
		}
		*best = split{feature: feature, bin: b, bar: both, left: near}
		if fromRight {
			best.bin, best.gapsLeft, best.left = b-1, true, far
		}
	}
}

// divide splits a leaf; its children are the last leaves if full.
func (g *growing) divide(at int, full bool) run.Status {
	n := &g.nodes[at]
	s := &n.split
	middle := g.part(n)
	left := node{cell: s.left, from: n.from, to: middle, depth: n.depth + 1}
	right := node{cell: n.less(&s.left), from: middle, to: n.to, depth: n.depth + 1}
	if !g.bins.gaps[s.feature] { // missing values, which new samples may have, go where most samples go
		s.gapsLeft = left.n > right.n
	}
	n.left = int32(len(g.nodes))
	parent := n.histogram
	n.histogram = nil
	g.nodes = append(g.nodes, left, right)
	children := g.nodes[len(g.nodes)-2:]
	small, large := &children[0], &children[1]
	if left.n >= right.n {
		small, large = large, small
	}
	if full || !g.splits(&left) && !g.splits(&right) {
		g.free(parent)
		return ""
	}
	if parent != nil {
		small.histogram, large.histogram = g.histogram(), parent
		if status := g.fill(small); status != "" {
			return status
		}
		for c := range g.starts[len(g.starts)-1] {
			parent[c] = parent[c].less(&small.histogram[c])
		}
	}
	for child := len(g.nodes) - 2; child < len(g.nodes); child++ {
		if status := g.judge(child); status != "" {
			return status
		}
	}
	return ""
}

// part puts the samples of a node that go left before the others, each in the same order as before,
// and returns where the others begin.
func (g *growing) part(n *node) int {
	bins, gap := g.bins.of[n.split.feature], g.bins.gap(n.split.feature)
	rows := g.rows[n.from:n.to]
	left, right := 0, 0
	for _, i := range rows {
		if n.split.isLeft(int(bins[i]), gap) {
			rows[left] = i
			left++
		} else {
			g.second[right] = i
			right++
		}
	}
	copy(rows[left:], g.second[:right])
	return n.from + left
}

// isLeft reports whether samples in a bin go left; gap is the bin of missing values.
func (s *split) isLeft(bin, gap int) bool {
	if bin == gap {
		return s.gapsLeft
	}
	return bin <= s.bin
}

// leafOf returns the leaf of a sample, also of one that has not been trained on.
func (g *growing) leafOf(sample int) *node {
	n := &g.nodes[0]
	for n.left != 0 {
		j, child := n.split.feature, n.left
		if !n.split.isLeft(int(g.bins.of[j][sample]), g.bins.gap(j)) {
			child++
		}
		n = &g.nodes[child]
	}
	return n
}

// settle sets the values of the leaves; 0 where there was no split.
func (g *growing) settle(o objective) {
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.left != 0 {
			continue
		}
		value, given := o.leaf(g.rows[n.from:n.to])
		if !given && i > 0 {
			value = -n.g / (n.h + g.l2)
		}
		n.value = value
	}
}

// isStill reports whether a tree changes nothing.
func (g *growing) isStill() bool {
	return len(g.nodes) == 1 && g.nodes[0].value == 0
}

// spread adds the values of the leaves to the function of the samples.
func (g *growing) spread(to []float64, rate float64) {
	for i := range g.nodes {
		if n := &g.nodes[i]; n.left == 0 {
			for _, p := range g.rows[n.from:n.to] {
				to[p] += n.value * rate
			}
		}
	}
}
