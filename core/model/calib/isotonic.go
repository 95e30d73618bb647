package calib

import (
	"cmp"
	"slices"

	"maxmargin/core/base/order"
)

// block is a run of neighbouring points, by value, that have one level.
type block struct{ first, last, weight, level float64 }

// join returns the union of two blocks.
func (b block) join(next block) block {
	weight := b.weight + next.weight
	return block{b.first, next.last, weight, b.level + float64(next.weight/weight*(next.level-b.level))}
}

// isotonic returns the rising function of least weighted squares through the points, 1
// for positive ones and 0 for the others: by knots, between which it is linear and beyond
// which constant. It pools adjacent violators (Ayer et al. 1955): the blocks, in the
// order of their values, are joined while one lies no higher than the one before. Points
// of the same value form one block from the beginning.
func isotonic(points []point) (values, levels []float64) {
	ascending := order.Of(len(points), func(i, j int) int { return cmp.Compare(points[i].value, points[j].value) })
	var singles, blocks []block
	for _, i := range ascending {
		p := points[i]
		b := block{p.value, p.value, p.weight, 0}
		if p.positive {
			b.level = 1
		}
		if n := len(singles) - 1; n >= 0 && singles[n].last == b.first {
			singles[n] = singles[n].join(b)
		} else {
			singles = append(singles, b)
		}
	}
	for _, b := range singles {
		for n := len(blocks) - 1; n >= 0 && blocks[n].level >= b.level; n-- {
			b, blocks = blocks[n].join(b), blocks[:n]
		}
		blocks = append(blocks, b)
	}
	for _, b := range blocks {
		values, levels = append(values, b.first), append(levels, b.level)
		if b.last > b.first {
			values, levels = append(values, b.last), append(levels, b.level)
		}
	}
	return values, levels
}

// interpolate returns the value at f of the function with these knots, which
// ascend.
func interpolate(values, levels []float64, f float64) float64 {
	i, found := slices.BinarySearch(values, f)
	switch {
	case found:
		return levels[i]
	case i == 0:
		return levels[0]
	case i == len(values):
		return levels[i-1]
	}
	share := (f/2 - values[i-1]/2) / (values[i]/2 - values[i-1]/2) // halves do not overflow
	return min(levels[i-1]+float64(share*(levels[i]-levels[i-1])), levels[i])
}
