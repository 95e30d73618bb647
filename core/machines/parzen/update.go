package parzen

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// checkSums returns an error unless the fields of a model file for updates match. Files of older
// releases have none.
func (f *AverageMarginClassifierFit) checkSums() error {
	k, m := len(f.Order), len(f.Indices)
	if len(f.Sums) == 0 && len(f.Mass) == 0 && len(f.Labels) == 0 && len(f.Counts) == 0 {
		return nil
	}
	if len(f.Sums) != k*k || len(f.Mass) != m || len(f.Labels) != m || len(f.Counts) != k {
		return fault.New(fault.Format, "bytes", "the model's sums are not those of %d samples of %d classes", m, k)
	}
	return nil
}

// Update adds further samples. The result is that of a fit to all of them, with the width of the
// kernel in the first fit: the sums S_cd between classes get the terms of the new samples, so that
// an update of n samples after m takes n m + n^2/2 kernel values.
func (a *AverageMarginClassifier) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(a, t); err != nil {
		return model.Report{}, err
	}
	before := a.Result
	if model.Precomputed(a.Options()) {
		return model.Report{}, fault.New(fault.Option, "kernel", "partialFit needs a kernel that is computed from the samples: a matrix of kernel values has no rows for those of later calls; call fit with the matrix of all")
	}
	if _, err := a.ClassWeight.Factors(1, t); err != nil {
		return model.Report{}, err
	}
	if before.Order == nil {
		k, widths, err := a.KernelFor(t.X)
		if err != nil {
			return model.Report{}, err
		}
		return a.learn(ctl, k, widths, t)
	}
	k, err := a.continued(t)
	if err != nil {
		return model.Report{}, err
	}
	rows, mass, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	all := slices.Concat(before.Mass, mass)
	added := newBlocks(t, mass, rows, weightUnit(all))
	whole := before.blocks(weightUnit(all))
	if !whole.add(ctl, k, before.Vectors, added, t.X) {
		return model.Report{Status: run.Aborted}, nil
	}
	fit := &AverageMarginClassifierFit{Order: before.order(t.Classes()), Counts: slices.Clone(before.Counts),
		Mass: all, Labels: slices.Clone(before.Labels)}
	joined := sample.Join(before.Vectors, t.X.Select(rows))
	fit.Support = expansion.NewSupport(k, before.Widths, joined, order.Between(0, joined.Len()))
	fit.Samples = before.Samples + t.X.Len()
	fit.Indices = slices.Clone(before.Indices)
	for _, i := range rows {
		fit.Indices = append(fit.Indices, int32(before.Samples+i))
		fit.Labels = append(fit.Labels, t.Labels()[i])
	}
	for _, label := range t.Labels() {
		fit.Counts[label]++
	}
	return a.assemble(fit, whole)
}

// continued returns the kernel of the earlier fits, or why the samples of t cannot be
// added to theirs.
func (a *AverageMarginClassifier) continued(t model.Training) (kernel.Kernel, error) {
	f := a.Result
	if err := a.Result.Ready("AverageMarginClassifier", t.X); err != nil {
		return nil, err
	}
	if t.Classes() != len(f.Order) {
		return nil, fault.New(fault.Shape, "y", "y has %d classes, but this AverageMarginClassifier was fitted to %d; pass all there will be as classes to the first partialFit", t.Classes(), len(f.Order))
	}
	if len(f.Sums) == 0 {
		return nil, fault.New(fault.Format, "bytes", "this model was written by an older release, which did not keep what partialFit adds to; fit it anew")
	}
	if f.Samples > math.MaxInt32-t.X.Len() {
		return nil, fault.New(fault.Memory, "X", "the model has %d samples and can have %d; fit a part of them", f.Samples, math.MaxInt32)
	}
	named, err := a.kernels.Again(a.Kernel, f.Widths, f.Samples, f.Features, f.Vectors)
	if err != nil || !kernel.Same(named, f.Kernel()) {
		return nil, fault.New(fault.Option, "kernel", "partialFit goes on with the kernel of the samples before, which is another one; set kernel back, or call fit with all samples")
	}
	_, err = model.Diagonal(f.Kernel(), t.X)
	return f.Kernel(), err
}

// blocks returns the sums of a fit for weights that are divided by next, with the positions of the
// support vectors.
func (f *AverageMarginClassifierFit) blocks(next float64) *blocks {
	k := len(f.Order)
	b := &blocks{rows: make([][]int, k), weights: make([][]float64, k), sums: make([][]float64, k), masses: make([]float64, k)}
	for p, c := range f.Labels {
		b.rows[c], b.weights[c] = append(b.rows[c], p), append(b.weights[c], f.Mass[p]/next)
		b.masses[c] += f.Mass[p] / next
	}
	share := weightUnit(f.Mass) / next
	for c := range b.sums {
		for _, sum := range f.Sums[c*k : (c+1)*k] {
			b.sums[c] = append(b.sums[c], sum*share*share)
		}
	}
	return b
}

// add adds the samples of y to those of x: their sums with each other, and twice those between old
// and new ones. It returns false if ctl ends it.
func (b *blocks) add(ctl *run.Ctl, k kernel.Kernel, x sample.Set, added *blocks, y sample.Set) bool {
	p := &progress{ctl: ctl}
	origin := gram.Origin(k, x)
	for c := range b.rows {
		for d := range b.rows {
			p.all += float64(len(added.rows[d])) * float64(len(b.rows[c]))
			if d <= c {
				p.all += float64(len(added.rows[d])) * float64(len(added.rows[c]))
			}
		}
	}
	if !added.pairs(p, k, y, func(int) int { return 0 }) {
		return false
	}
	for c := range b.rows {
		if len(b.rows[c]) == 0 {
			continue // no sample of the class has come yet
		}
		columns := gram.Prepare(k, x, b.rows[c], origin)
		for d := range b.rows {
			sum, whole := p.sum(columns, b.weights[c], y, added.rows[d], added.weights[d])
			if !whole {
				return false
			}
			b.sums[c][d] += sum
			b.sums[d][c] += sum
		}
	}
	for c := range b.rows {
		b.masses[c] += added.masses[c]
		for d := range b.rows {
			b.sums[c][d] += added.sums[c][d]
		}
	}
	return true
}

// order returns the order that decides between k classes: that of earlier samples, if there are
// some.
func (f *AverageMarginClassifierFit) order(k int) []int32 {
	if len(f.Order) > 0 {
		return f.Order
	}
	return reduction.Ascending(k)
}
