package tree

import (
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// rules say when a tree stops growing, and how splits are judged.
type rules struct {
	criterion string
	depth     float64 // largest; infinite: no limit
	toSplit   int     // fewest samples of a node that is split
	inLeaf    int     // fewest samples of a leaf
}

// open is a node of the level that is being split.
type open struct {
	node    int       // its number in the tree
	counts  []float64 // weight of each class
	mass    float64   // their sum
	samples int
	value   float64 // of the node as a single leaf, see criterion

	// Sums over the part of the present column that a scan has passed.
	left  []float64
	seen  int
	last  float64
	zeros []float64 // weight of each class in the zeros that the column leaves out
	none  int       // how many zeros it leaves out

	best split
}

// split is the best split of a node so far: x[feature] <= threshold goes left.
type split struct {
	found     bool
	feature   int
	threshold float64
	value     float64
	second    float64 // decides between equals
}

// grower makes a tree level by level: a pass over the sorted columns finds the best splits
// of all nodes of a level (Mehta, Agrawal and Rissanen, SLIQ, 1996). A level takes time
// proportional to the entries of the samples in its nodes.
type grower struct {
	rules
	judge   criterion
	columns *Columns
	stored  int // entries of columns
	y       []int32
	weight  []float64
	k       int
	total   float64 // of the weights

	nodes Nodes
	at    []int32 // of each sample its open node, -1: none
	level []open
	gains map[int]float64 // of the features that splits use

	ctl   *run.Ctl
	depth int
	work  int // entries since the last checkpoint
}

// grow makes the tree. Samples of weight zero do not count. If ctl ends the work the tree has the
// finished levels, at least a single leaf.
func (g *grower) grow() run.Status {
	g.begin()
	for g.depth = 0; len(g.level) > 0; g.depth++ {
		if status := g.scan(); status != "" {
			return status
		}
		g.divide()
	}
	return run.Converged
}

// begin puts all samples into the root.
func (g *grower) begin() {
	g.at = make([]int32, len(g.y))
	g.gains = map[int]float64{}
	g.stored = g.columns.entries()
	root := g.newOpen()
	for i, w := range g.weight {
		if g.at[i] = -1; w > 0 {
			g.at[i] = 0
			root.take(g.y[i], w)
		}
	}
	g.total = root.mass
	g.level = g.close([]open{root}, 0)
}

func (g *grower) newOpen() open {
	numbers := make([]float64, 3*g.k)
	return open{counts: numbers[:g.k], left: numbers[g.k : 2*g.k], zeros: numbers[2*g.k:]}
}

// take counts a sample.
func (o *open) take(class int32, weight float64) {
	o.counts[class] += weight
	o.mass += weight
	o.samples++
}

// close writes nodes into the tree and returns those that can be split. Samples of the others leave
// the columns.
func (g *grower) close(made []open, depth int) (level []open) {
	place := make([]int32, len(made))
	for s := range made {
		o := &made[s]
		o.node = g.nodes.add(o.counts, o.mass, o.samples)
		o.value, _ = g.judge(o.counts, o.mass, nil, 0)
		place[s] = -1
		if !o.pure() && float64(depth) < g.rules.depth && o.samples >= max(g.toSplit, 2*g.inLeaf) {
			place[s] = int32(len(level))
			level = append(level, *o)
		}
	}
	active := 0
	for i, s := range g.at {
		if s >= 0 {
			if g.at[i] = place[s]; place[s] >= 0 {
				active++
			}
		}
	}
	// A copy of the columns pays once the level has less than half of the samples.
	if len(level) > 0 && 2*active*len(g.columns.all) < g.stored {
		g.columns = g.columns.only(g.at)
		g.stored = g.columns.entries()
	}
	return level
}

// pure reports whether all samples are of one class.
func (o *open) pure() bool {
	classes := 0
	for _, w := range o.counts {
		if w > 0 {
			classes++
		}
	}
	return classes <= 1
}

// scan finds the best split of every node of the level.
func (g *grower) scan() run.Status {
	for j := range g.columns.all {
		of := &g.columns.all[j]
		if status := g.checkpoint(len(of.index) + len(g.level)); status != "" {
			return status
		}
		for s := range g.level {
			o := &g.level[s]
			clear(o.left)
			o.seen = 0
		}
		if of.zeros >= 0 {
			g.countZeros(of)
			g.pass(j, of.index[:of.zeros], of.value[:of.zeros])
			for s := range g.level {
				g.passZeros(j, &g.level[s])
			}
			g.pass(j, of.index[of.zeros:], of.value[of.zeros:])
			continue
		}
		g.pass(j, of.index, of.value)
	}
	return ""
}

// checkpoint asks ctl about every 16,384 entries.
func (g *grower) checkpoint(entries int) run.Status {
	if g.work += entries; g.work < 1<<14 {
		return ""
	}
	g.work = 0
	status := g.ctl.Checkpoint(func() run.Report {
		return run.Report{Phase: "growing", Iteration: g.depth, Fraction: 1 - math.Ldexp(1, -min(g.depth, 20)-1)}
	})
	if status == run.TimeLimit && g.depth == 0 {
		return "" // a tree without a question is useless
	}
	return status
}

// pass moves samples, in ascending order of a feature, from the right to the left.
func (g *grower) pass(feature int, index []int32, value []float64) {
	for p, i := range index {
		s := g.at[i]
		if s < 0 {
			continue
		}
		o := &g.level[s]
		v := value[p]
		if o.seen > 0 && v > o.last {
			g.try(feature, o, v)
		}
		o.left[g.y[i]] += g.weight[i]
		o.seen++
		o.last = v
	}
}

// countZeros finds out which samples of each node have a zero that the column leaves out.
func (g *grower) countZeros(of *column) {
	for s := range g.level {
		o := &g.level[s]
		copy(o.zeros, o.counts)
		o.none = o.samples
	}
	for _, i := range of.index {
		if s := g.at[i]; s >= 0 {
			o := &g.level[s]
			o.zeros[g.y[i]] -= g.weight[i]
			o.none--
		}
	}
}

// passZeros does this for the zeros of a node, which the column omits.
func (g *grower) passZeros(feature int, o *open) {
	if o.none == 0 {
		return
	}
	if o.seen > 0 {
		g.try(feature, o, 0)
	}
	for c, w := range o.zeros {
		o.left[c] += max(w, 0)
	}
	o.seen += o.none
	o.last = 0
}

// equal is the share of all weights by which values of splits must differ to be different:
// the order of additions decides about smaller differences.
const equal = 1e-12

// try judges the split between the last value and the next one.
func (g *grower) try(feature int, o *open, next float64) {
	if o.seen < g.inLeaf || o.samples-o.seen < g.inLeaf {
		return
	}
	value, second := g.judge(o.counts, o.mass, o.left, linalg.Total(o.left))
	slack := equal * g.total
	if o.best.found && !(value > o.best.value+slack || value > o.best.value-slack && second > o.best.second+slack) {
		return
	}
	o.best = split{true, feature, between(o.last, next), value, second}
}

// between returns a threshold that a does not exceed and b does: their middle, if it is a
// number between them.
func between(a, b float64) float64 {
	middle := a/2 + b/2
	if a <= middle && middle < b {
		return middle
	}
	return a
}

// divide makes the best splits of the level, and the next level of their nodes.
func (g *grower) divide() {
	var made []open
	chosen := make([]bool, len(g.columns.all))
	first := make([]int32, len(g.level)) // of each node the place of its left child
	for s := range g.level {
		o := &g.level[s]
		if first[s] = -1; !o.best.found {
			continue
		}
		first[s], chosen[o.best.feature] = int32(len(made)), true
		g.gains[o.best.feature] += o.best.value - o.value
		g.nodes.split(o.node, o.best, g.nodes.count()+len(made))
		made = append(made, g.newOpen(), g.newOpen())
	}
	next := make([]int32, len(g.at))
	for i, s := range g.at {
		if next[i] = -1; s >= 0 && first[s] >= 0 {
			next[i] = first[s] + side(0, g.level[s].best.threshold) // of a zero that is left out
		}
	}
	for j, of := range g.columns.all {
		if !chosen[j] {
			continue
		}
		for p, i := range of.index {
			if s := g.at[i]; s >= 0 && first[s] >= 0 && g.level[s].best.feature == j {
				next[i] = first[s] + side(of.value[p], g.level[s].best.threshold)
			}
		}
	}
	g.at = next
	for i, s := range next {
		if s >= 0 {
			made[s].take(g.y[i], g.weight[i])
		}
	}
	g.level = g.close(made, g.depth+1)
}

// side returns 0 for left and 1 for right.
func side(v, threshold float64) int32 {
	if v <= threshold {
		return 0
	}
	return 1
}
