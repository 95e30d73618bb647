package ordinal

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// lesson is the samples of positive weight of a training set.
type lesson struct {
	rows   []int     // in the training set
	rank   []int32   // counted from 0
	weight []float64 // > 0
	ranks  int       // k
}

// newLesson weighs the samples by their ranks, too.
func newLesson(t model.Training, ranks model.ClassWeight) (l *lesson, err error) {
	l = &lesson{ranks: t.Classes()}
	if ranks.Name != "none" {
		if t.Weight, err = ranks.Factors(1, t); err != nil {
			return nil, err
		}
	}
	l.rows, l.weight, _, err = model.Positive(t.Weight, t.X.Len())
	for _, i := range l.rows {
		l.rank = append(l.rank, t.Labels()[i])
	}
	return l, err
}

// balance returns, for each sample, its weight times that of the samples of lower ranks less
// that of the samples of higher ranks, and the weight of all pairs of samples of different
// ranks. The weight of a pair is the product of the two.
func (l *lesson) balance() (r []float64, pairs float64) {
	below := make([]float64, l.ranks+1) // the weight of the samples of ranks below this one
	for i, rank := range l.rank {
		below[rank+1] += l.weight[i]
	}
	for rank := range l.ranks {
		below[rank+1] += below[rank]
	}
	r = make([]float64, len(l.rank))
	for i, rank := range l.rank {
		lower, higher := below[rank], below[l.ranks]-below[rank+1]
		r[i] = l.weight[i] * (lower - higher)
		pairs += float64(l.weight[i] * lower)
	}
	return r, pairs
}

// values returns the utilities of the samples, with these coefficients of them. x is the
// training set.
func (l *lesson) values(ctl *run.Ctl, k kernel.Kernel, x sample.Set, coef []float64) ([]float64, error) {
	m := expansion.Expansion{Kernel: k, Vectors: x, Coef: make([]float64, x.Len()), Intercept: []float64{0}}
	for p, i := range l.rows {
		m.Coef[i] = coef[p]
	}
	if kernel.IsGiven(k) {
		m.Vectors = nil
	}
	all, f := make([]float64, x.Len()), make([]float64, len(l.rows))
	err := expansion.New(m).Each(ctl, x, func(i int, value []float64) { all[i] = value[0] })
	for p, i := range l.rows {
		f[p] = all[i]
	}
	return f, err
}
