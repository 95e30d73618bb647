package neighbors

import (
	"math"
	"slices"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// neighbour is a training sample.
type neighbour struct {
	at       int
	distance float64 // distance of a kernel.Radial, or the squared one in feature space less k(x, x)
	mass     float64 // its weight, or the part of it that counts
}

// farther reports whether a is farther than b; of two at the same distance the later
// one is.
func (a neighbour) farther(b neighbour) bool {
	return a.distance > b.distance || a.distance == b.distance && a.at > b.at
}

// nearest finds the nearest training samples. The heap has those found so far, the farthest first,
// and no more than are needed for the mass most.
type nearest struct {
	fit    *KNeighborsClassifierFit
	most   float64
	radial kernel.Radial // nil: the kernel is not radial
	heap   []neighbour
}

// find leaves the neighbours of a sample in the heap, the nearest first, with a total mass of most.
// row has the kernel values of the sample, or those of the distance of a kernel.Radial. find
// returns false if a distance is not finite.
func (n *nearest) find(row []float64) bool {
	n.heap = n.heap[:0]
	sum := 0.0
	for at, k := range row {
		next := neighbour{at, -k, min(n.fit.Mass[at], n.most)}
		if n.radial == nil {
			next.distance = n.fit.Norms[at] - 2*k
		}
		if math.IsNaN(next.distance) || math.IsInf(next.distance, 0) {
			return false
		}
		if sum >= n.most && next.distance >= n.heap[0].distance {
			continue
		}
		n.push(next)
		for sum += next.mass; sum-n.heap[0].mass >= n.most; {
			sum -= n.heap[0].mass
			n.pop()
		}
	}
	n.sort()
	sum = 0
	for i := range n.heap {
		n.heap[i].mass = min(n.heap[i].mass, n.most-sum)
		sum += n.heap[i].mass
	}
	return true
}

func (n *nearest) push(x neighbour) {
	n.heap = append(n.heap, x)
	for i := len(n.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if n.heap[parent].farther(n.heap[i]) {
			return
		}
		n.heap[i], n.heap[parent] = n.heap[parent], n.heap[i]
		i = parent
	}
}

// pop moves the farthest from the heap to the place after it.
func (n *nearest) pop() {
	last := len(n.heap) - 1
	n.heap[0], n.heap[last] = n.heap[last], n.heap[0]
	n.heap = n.heap[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return
		}
		if child+1 < last && n.heap[child+1].farther(n.heap[child]) {
			child++
		}
		if n.heap[i].farther(n.heap[child]) {
			return
		}
		n.heap[i], n.heap[child] = n.heap[child], n.heap[i]
		i = child
	}
}

// sort puts the nearest first.
func (n *nearest) sort() {
	all := n.heap
	for len(n.heap) > 1 {
		n.pop()
	}
	n.heap = all
}

// rounding is the size of a squared distance, relative to its terms, below which it counts as zero.
const rounding = 0x1p-48

// inverse returns the weight of a vote as a function of the distance, for a sample whose kernel
// value with itself is own.
func (n *nearest) inverse(own float64, row []float64) func(distance float64) float64 {
	size := math.Abs(own)
	for _, v := range n.heap {
		size = max(size, math.Abs(row[v.at]), n.fit.Norms[v.at])
	}
	zero := rounding * size
	if own+n.heap[0].distance <= zero {
		return func(distance float64) float64 {
			if own+distance <= zero {
				return 1
			}
			return 0
		}
	}
	return func(distance float64) float64 { return 1 / math.Sqrt(own+distance) }
}

// inverseRadial does this for a kernel.Radial. It computes the distances from sample i of x again,
// from the coordinates, because the kernel rows have lost digits to cancellation.
func (n *nearest) inverseRadial(x sample.Set, i int, distance kernel.Kernel) func(distance float64) float64 {
	if kernel.Compares(distance) == sample.Numbers {
		a, b := make([]float64, x.Dim()), make([]float64, x.Dim())
		x.Dense(a, i)
		for at := range n.heap {
			n.fit.Vectors.Dense(b, n.heap[at].at)
			n.heap[at].distance = -kernel.Value(distance, a, b)
		}
	}
	if slices.ContainsFunc(n.heap, func(v neighbour) bool { return n.radial.Image(v.distance) == 0 }) {
		return func(distance float64) float64 {
			if n.radial.Image(distance) == 0 {
				return 1
			}
			return 0
		}
	}
	return func(distance float64) float64 { return 1 / math.Sqrt(n.radial.Image(distance)) }
}
