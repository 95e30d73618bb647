package ordinal

import "math"

// line is n samples on the line of their utilities. Its methods answer for the boundary after
// rank r; they are asked in ascending order of r.
type line struct {
	f         []float64
	rank      []int32
	weight    []float64
	ascending []int   // all samples
	at        [][]int // those of each rank, in ascending order

	middles []float64 // of the closest pairs, for each boundary; made when first needed
	cuts    *cuts     // made when first needed
}

// overlaps reports whether a sample of a rank up to r has no lower utility than one of a higher rank.
func (l *line) overlaps(r int) bool {
	highest, lowest := math.Inf(-1), math.Inf(1)
	for rank, at := range l.at {
		if len(at) > 0 && rank <= r {
			highest = max(highest, l.f[at[len(at)-1]])
		} else if len(at) > 0 {
			lowest = min(lowest, l.f[at[0]])
		}
	}
	return highest >= lowest
}

// onMargin returns the mean, by the weights of the pairs, of the middles of the pairs of samples
// of the ranks r and r + 1 whose utilities differ by 1 up to tol, NaN if there are none. Those
// with a dual variable between its bounds are among them; where all pairs have the right order
// they have the same middle.
func (l *line) onMargin(r int, tol float64) float64 {
	low, high := l.at[r], l.at[r+1]
	sum, mass, start := 0.0, 0.0, 0
	for _, i := range low {
		for start < len(high) && l.f[high[start]]-l.f[i] < 1-tol {
			start++
		}
		for _, j := range high[start:] {
			if l.f[j]-l.f[i] > 1+tol {
				break
			}
			w := l.weight[i] * l.weight[j]
			sum, mass = sum+float64(w*between(l.f[i], l.f[j])), mass+w
		}
	}
	return sum / mass
}

// neighbors returns the middle of the closest pair of samples of the ranks r and r + 1 in the
// right order, NaN if there is none.
func (l *line) neighbors(r int) (middle float64) {
	low, high := l.at[r], l.at[r+1]
	least, last := math.Inf(1), math.NaN() // the utility of the last sample of rank r so far
	middle = math.NaN()
	for len(high) > 0 {
		if len(low) > 0 && l.f[low[0]] < l.f[high[0]] {
			last, low = l.f[low[0]], low[1:]
			continue
		}
		if next := l.f[high[0]]; next-last < least {
			least, middle = next-last, between(last, next)
		}
		high = high[1:]
	}
	return middle
}

// closest returns the middle of the closest pair of samples in the right order, one of a rank
// up to r and one of a higher rank, NaN if there is none.
//
// Such a pair lies at neighbouring points of the line, a < b, and counts for all boundaries
// from the lowest rank at a to below the highest one at b. So the pairs of neighbours, the
// closest first, are written to those of their boundaries that have none yet.
func (l *line) closest(r int) float64 {
	if l.middles != nil {
		return l.middles[r]
	}
	type point struct {
		f       float64
		low, up int32
	}
	var points []point
	for _, i := range l.ascending {
		if p := len(points) - 1; p >= 0 && points[p].f == l.f[i] {
			points[p].low, points[p].up = min(points[p].low, l.rank[i]), max(points[p].up, l.rank[i])
		} else {
			points = append(points, point{l.f[i], l.rank[i], l.rank[i]})
		}
	}
	gaps := make([]float64, max(0, len(points)-1))
	for p := range gaps {
		gaps[p] = points[p+1].f - points[p].f
	}
	l.middles = make([]float64, len(l.at))
	free := make([]int, len(l.at)+1) // a boundary that is at or before the next one without a pair
	for b := range free {
		free[b] = b
	}
	for b := range l.middles {
		l.middles[b] = math.NaN()
	}
	next := func(b int) int {
		for free[b] != b {
			free[b] = free[free[b]]
			b = free[b]
		}
		return b
	}
	for _, p := range ascendingBy(gaps) {
		for b := next(int(points[p].low)); b < int(points[p+1].up); b = next(b) {
			l.middles[b], free[b] = between(points[p].f, points[p+1].f), b+1
		}
	}
	return l.middles[r]
}

// fewest returns the boundary with the least weight on its wrong side: the middle of a gap
// between two samples, the widest of several, or a point beyond all samples, as far as the
// mean gap.
func (l *line) fewest(r int) float64 {
	if l.cuts == nil {
		l.cuts = newCuts(l)
	}
	return l.cuts.best(r)
}

// cuts are the n + 1 places of a boundary among n samples, each with the weight on its wrong
// side and its width. They are the leaves of a binary tree whose nodes know the best leaf
// below them, so that a change of a range of leaves takes O(log n).
type cuts struct {
	line     *line
	position []int     // of each sample in ascending order
	place    []float64 // the boundary at each cut
	width    []float64
	first    int       // number of leaves, a power of 2; the children of node i are 2i and 2i+1
	wrong    []float64 // of the best leaf below each node, without what is added above it
	added    []float64 // to all leaves below each node
	leaf     []int32   // the best one below each node
	below    int       // ranks that are below the boundary
}

func newCuts(l *line) *cuts {
	n := len(l.f)
	c := &cuts{line: l, place: make([]float64, n+1), width: make([]float64, n+1), first: 1}
	low, high := l.f[l.ascending[0]], l.f[l.ascending[n-1]]
	step := (high - low) / float64(n)
	if !(step > 0) {
		step = max(math.Abs(low), 1)
	}
	c.place[0], c.width[0], c.place[n], c.width[n] = low-step, step, high+step, step
	for p := 1; p < n; p++ {
		a, b := l.f[l.ascending[p-1]], l.f[l.ascending[p]]
		c.place[p], c.width[p] = between(a, b), b-a
	}
	for c.first < n+1 {
		c.first *= 2
	}
	c.wrong, c.added, c.leaf = make([]float64, 2*c.first), make([]float64, 2*c.first), make([]int32, 2*c.first)
	for p := range c.first {
		c.leaf[c.first+p] = int32(min(p, n))
		if p > n || !(c.width[p] > 0) {
			c.wrong[c.first+p] = math.Inf(1) // no place
		}
	}
	for node := c.first - 1; node > 0; node-- {
		c.choose(node)
	}
	c.position = make([]int, n)
	for p, i := range l.ascending { // all samples are above the boundary
		c.position[i] = p
		c.add(1, 0, c.first, p+1, n+1, l.weight[i])
	}
	return c
}

// choose makes a node know the better one of its children.
func (c *cuts) choose(node int) {
	a, b := 2*node, 2*node+1
	if c.wrong[b] < c.wrong[a] || c.wrong[b] == c.wrong[a] && c.width[c.leaf[b]] > c.width[c.leaf[a]] {
		a = b
	}
	c.wrong[node], c.leaf[node] = c.wrong[a]+c.added[node], c.leaf[a]
}

// add adds weight to the leaves from, ..., to - 1. node is above the leaves first, ..., first +
// count - 1.
func (c *cuts) add(node, first, count, from, to int, weight float64) {
	if to <= first || first+count <= from {
		return
	}
	if from <= first && first+count <= to {
		c.added[node] += weight
		c.wrong[node] += weight
		return
	}
	c.add(2*node, first, count/2, from, to, weight)
	c.add(2*node+1, first+count/2, count/2, from, to, weight)
	c.choose(node)
}

// best returns the best boundary after rank r.
func (c *cuts) best(r int) float64 {
	for ; c.below <= r; c.below++ {
		for _, i := range c.line.at[c.below] {
			p, w := c.position[i], c.line.weight[i]
			c.add(1, 0, c.first, p+1, len(c.place), -w)
			c.add(1, 0, c.first, 0, p+1, w)
		}
	}
	return c.place[c.leaf[1]]
}
