package multiclass

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model/expansion"
)

// Relation is a function of pairs of rows, f(a, b) = sum of coef_p K(p, (a, b)) + b_0 over the
// support pairs.
type Relation struct {
	PairRows []int32   `field:"pair.rows" shape:"s,2" range:"[0,n-1]" js:"supportPairs" doc:"The rows of the training set of each support pair, two by two."`
	PairCoef []float64 `field:"pair.coef" shape:"s" js:"pairCoef" doc:"The coefficients of the support pairs: positive for those of the same class, negative for the others."`
	Constant float64   `field:"pair.intercept" js:"pairIntercept" doc:"The constant of the decision function of pairs."`

	metric        bool    // of the option pairwise
	first, second []int32 // of each support pair, as numbers of support rows
}

// locate finds the rows of the support pairs among those of the support, which ascend.
func (r *Relation) locate(support []int32) error {
	r.first, r.second = make([]int32, len(r.PairCoef)), make([]int32, len(r.PairCoef))
	for p := range r.PairCoef {
		i, known := slices.BinarySearch(support, r.PairRows[2*p])
		j, knownToo := slices.BinarySearch(support, r.PairRows[2*p+1])
		if !known || !knownToo || i == j {
			return fault.New(fault.Format, "bytes", "support pair %d has the rows %d and %d, which are no two support vectors", p, r.PairRows[2*p], r.PairRows[2*p+1])
		}
		r.first[p], r.second[p] = int32(i), int32(j)
	}
	return nil
}

// value returns f(a, b), less the constant, from the kernel values of a and b with the support.
// It does not depend on the order of a and b, not even in the last bit.
func (r *Relation) value(a, b []float64) (sum float64) {
	if r.metric {
		for p, coef := range r.PairCoef {
			i, j := r.first[p], r.second[p]
			d := (a[i] - b[i]) - (a[j] - b[j])
			sum += coef * float64(d*d)
		}
		return sum
	}
	for p, coef := range r.PairCoef {
		i, j := r.first[p], r.second[p]
		sum += coef * (float64(a[i]*b[j]) + float64(a[j]*b[i]))
	}
	return sum
}

// times sets product, which is zero, to the class-dependent part of f(x, .) that is linear in the
// kernel values of x: the coefficients of these values if those of the other row are v.
func (r *Relation) times(v, product []float64) {
	for p, coef := range r.PairCoef {
		i, j := r.first[p], r.second[p]
		if r.metric { // -2 (v_i - v_j) (x_i - x_j)
			d := -2 * coef * (v[i] - v[j])
			product[i] += d
			product[j] -= d
			continue
		}
		product[i] += coef * v[j]
		product[j] += coef * v[i]
	}
}

// Judge returns f for pairs of the rows of x, two numbers of rows for each.
func (m *EquivalenceSVC) Judge(ctl *run.Ctl, x sample.Set, pairs []float64) ([]float64, error) {
	f := m.Result
	if err := f.Ready("EquivalenceSVC", x); err != nil {
		return nil, err
	}
	if len(pairs)%2 != 0 {
		return nil, fault.New(fault.Shape, "pairs", "pairs has %d row numbers, an odd number; give two for each pair", len(pairs)).With("got", len(pairs))
	}
	for at, i := range pairs {
		if row := int(i); float64(row) != i || row < 0 || row >= x.Len() {
			return nil, fault.New(fault.Option, "pairs", "pair %d has the row %v, but X has the rows 0 to %d; give the numbers of two rows of X for each pair", at/2, i, x.Len()-1).With("pair", at/2)
		}
	}
	support := len(f.Indices)
	if err := gram.CheckMatrix("EquivalenceSVC", "the kernel values of all rows with the support vectors", x.Len(), support, "pass fewer rows at a time"); err != nil {
		return nil, err
	}
	rows := make([]float64, x.Len()*support)
	if support > 0 {
		err := expansion.EachRow(ctl, f.Kernel(), f.Columns(), x, func(i int, row []float64) { copy(rows[i*support:(i+1)*support], row) })
		if err != nil {
			return nil, err
		}
	}
	f.metric = m.Pairwise == "metricLearning"
	values := make([]float64, len(pairs)/2)
	for p := range values {
		if !ctl.Wanted(func() run.Report {
			return run.Report{Phase: "predict", Fraction: float64(p) / float64(len(values))}
		}) {
			return nil, run.ErrAborted
		}
		i, j := int(pairs[2*p]), int(pairs[2*p+1])
		values[p] = f.value(rows[i*support:(i+1)*support], rows[j*support:(j+1)*support]) + f.Constant
	}
	return values, nil
}
