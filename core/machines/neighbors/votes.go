package neighbors

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model/expansion"
)

// shares computes the decision values; it is a reduction.Values.
type shares struct{ *KNeighborsClassifier }

func (s shares) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	return s.vote(ctl, x, func(i int, shares []float64, _ int32) {
		take(i, expansion.Difference(shares, 1))
	})
}

// vote calls take for every sample of x with the share of the votes of each class, which take may
// change but not keep, and the winning class.
func (c *KNeighborsClassifier) vote(ctl *run.Ctl, x sample.Set, take func(i int, shares []float64, winner int32)) error {
	f := c.Result
	if err := f.Ready("KNeighborsClassifier", x); err != nil {
		return err
	}
	if err := gram.CheckDomain(f.Kernel(), x, "X"); err != nil {
		return err
	}
	near := &nearest{fit: f, most: float64(c.NNeighbors), radial: kernel.RadialOf(f.Kernel())}
	ranked := f.Kernel()
	if near.radial != nil {
		ranked = near.radial.Distance()
	}
	var own []float64 // k(x, x)
	if c.Weights == "distance" {
		own = make([]float64, x.Len())
		if near.radial == nil {
			gram.Diagonal(own, f.Kernel(), x)
		}
	}
	if f.columns == nil {
		f.columns = f.columnsOf(ranked)
	}
	votes := make([]float64, len(f.Classes))
	var overflow error
	err := expansion.EachRow(ctl, ranked, f.columns, x, func(i int, row []float64) {
		if !near.find(row) || own != nil && math.IsInf(own[i], 0) {
			overflow = fault.New(fault.Numeric, "X", "the kernel values of row %d overflow; scale the features as for fit", i).With("row", i)
			return
		}
		clear(votes)
		sum := 0.0
		factor := func(float64) float64 { return 1 }
		switch {
		case own != nil && near.radial != nil:
			factor = near.inverseRadial(x, i, ranked)
		case own != nil:
			factor = near.inverse(own[i], row)
		}
		for _, n := range near.heap {
			v := factor(n.distance) * n.mass
			votes[f.Labels[n.at]] += v
			sum += v
		}
		order.Top(votes, 1e-12*sum) // the order of additions does not decide
		winner := f.Labels[near.heap[0].at]
		for _, n := range near.heap { // the nearest first
			if class := f.Labels[n.at]; votes[class] > votes[winner] {
				winner = class
			}
		}
		for class := range votes {
			votes[class] /= sum
		}
		take(i, votes, winner)
	})
	if err == nil {
		err = overflow
	}
	return err
}

// columnsOf returns the samples, prepared for rows of k.
func (f *KNeighborsClassifierFit) columnsOf(k kernel.Kernel) gram.Columns {
	if f.Vectors == nil {
		return f.Columns()
	}
	return gram.Prepare(k, f.Vectors, nil, gram.Origin(k, f.Vectors))
}
