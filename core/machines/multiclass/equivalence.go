package multiclass

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/qp"
)

// EquivalenceSVCOptions are the options of EquivalenceSVC.
type EquivalenceSVCOptions struct {
	C          float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the slack of each pair of rows: larger follows the training data more closely. It counts once for every pair, so that it means more the more rows there are."`
	Pairwise   string      `js:"pairwise" default:"metricLearning" choices:"metricLearning,tensorProduct" doc:"The kernel of two pairs (a, b) and (c, d), made of the kernel k of rows: (k(a,c) - k(a,d) - k(b,c) + k(b,d))^2, the square of the inner product of their differences ('metricLearning'), or k(a,c) k(b,d) + k(a,d) k(b,c) ('tensorProduct')."`
	Kernel     kernel.Spec `js:"kernel"`
	PairWeight string      `js:"pairWeight" default:"none" choices:"none,balanced" doc:"Factor of C for pairs of the same class and of different classes: 1 ('none'), or pairs / (2 * pairs of its kind), with which both count the same ('balanced')."`
	MaxPairs   float64     `js:"maxPairs" type:"integer" default:"20000" range:"[2,inf]" doc:"Largest number of pairs to learn from. Of more pairs as many of the same class as of different ones are drawn, as far as there are."`
	Seed       int         `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the pairs that are drawn."`
	Tol        float64     `js:"tol" default:"0.001" range:"(0,inf)" doc:"Largest violation of the optimality (KKT) conditions at which training ends."`
	Shrinking  bool        `js:"shrinking" default:"true" doc:"Leave out pairs that are likely to stay at their bounds, until a final check. Changes the time, not the result."`
	MaxIter    float64     `js:"maxIter" type:"integer" default:"50000000" range:"[1,inf]" doc:"Largest number of iterations; the best solution so far is kept."`
	MaxTime    float64     `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best solution so far is kept."`
}

// bytesOfPair is the memory of a fit for each pair, including the solver's.
const bytesOfPair = 220

// Cost counts the kernel matrix and the pairs; of n rows there are no more than n sqrt(maxPairs/2).
func (o *EquivalenceSVCOptions) Cost() model.Cost {
	c := model.MatrixCost()
	if each := bytesOfPair * math.Sqrt(o.MaxPairs/2); each < 1e12 {
		c.Row += int64(each)
	} else {
		c.RowPair += bytesOfPair / 2
	}
	return c
}

// EquivalenceSVC learns from rows with classes whether two rows are of the same class: a support
// vector machine of two classes over pairs, t = +1 for those of the same class and -1 for the
// others (Phillips, Support vector machines applied to face recognition, 1998; named in Herbrich,
// Graepel & Obermayer 2000, section 2.6). Over the pairs of different rows, each once, it minimises
//
//	1/2 |W|^2 + sum over pairs of C w_i w_j max(0, 1 - t_ij f(x_i, x_j))
//
// for f(a, b) = <W, Phi(a, b)> + b_0, where a pair has the product of the weights of its rows. The
// kernel of pairs K((a,b),(c,d)) does not depend on the order within a pair:
//
//	(k(a,c) - k(a,d) - k(b,c) + k(b,d))^2   metric learning (Vert, Qiu & Noble 2007)
//	k(a,c) k(b,d) + k(a,d) k(b,c)           tensor product (Ben-Hur & Noble 2005)
//
// The solver gets rows of K that are computed from two rows of the n x n matrix of k; K is never
// formed. See pairMatrix.
//
// A row is classified by the weighted mean of f over its pairs with the training rows of each
// class; the value of a class is that mean less the average of these means over the classes, which
// is linear in k(x_i, x) for both kernels. So predictions take O(m d).
//
// Training takes n^2 kernel values, 8 n^2 bytes, O(p) operations for each row of K with p pairs,
// and 220 p bytes; the value of a pair O(m d + s) with s support pairs.
type EquivalenceSVC struct {
	EquivalenceSVCOptions
	model.KernelClassifierBase[*EquivalenceSVCFit]
}

// EquivalenceSVCFit is the result of a fit of EquivalenceSVC. Its support are the rows of the
// support pairs.
type EquivalenceSVCFit struct {
	expansion.Classes
	Relation
	Pairs      float64 `field:"pairs" js:"pairCount" doc:"The number of pairs of rows that were learnt from."`
	SamePairs  float64 `field:"pairs.same" js:"samePairCount" doc:"How many of them are of the same class."`
	DualityGap float64 `field:"solution.gap" js:"dualityGap" doc:"Primal minus dual objective."`
}

// NewEquivalenceSVC returns an unfitted machine with default options.
func NewEquivalenceSVC(kernels model.KernelMaker) *EquivalenceSVC {
	m := &EquivalenceSVC{}
	m.Init("EquivalenceSVC", &m.EquivalenceSVCOptions, &m.Kernel, kernels, new(EquivalenceSVCFit))
	return m
}

// Restore makes a result from a model file usable.
func (f *EquivalenceSVCFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := f.Classes.Restore(kernels, spec); err != nil {
		return err
	}
	return f.Relation.locate(f.Indices)
}

// Fit learns from the pairs of the rows of positive weight.
func (m *EquivalenceSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := m.Begin(m, t)
	if err != nil {
		return model.Report{}, err
	}
	l, err := m.learner(t)
	if err != nil {
		return model.Report{}, err
	}
	ctl = ctl.Within(m.MaxTime)
	if err := l.compare(ctl, k, t); err == run.ErrAborted {
		return model.Report{Status: run.Aborted}, nil
	} else if err != nil {
		return model.Report{}, err
	}
	if err := l.choose(m.MaxPairs, rng.New(uint64(m.Seed))); err != nil {
		return model.Report{}, err
	}
	p, err := l.problem(m.C, m.PairWeight == "balanced")
	if err != nil {
		return model.Report{}, err
	}
	settings := qp.Settings{Tolerance: m.Tol, Shrinking: m.Shrinking}
	settings.Limit(m.MaxIter)
	s := qp.NewSMO(p, settings)
	status := s.Run(ctl)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	r := s.Result(status)
	fit := &EquivalenceSVCFit{Pairs: float64(len(l.sign)), SamePairs: float64(l.same), DualityGap: r.DualityGap}
	fit.Constant = -r.Level[0]
	for at, a := range r.Alpha {
		if a > 0 {
			fit.PairCoef = append(fit.PairCoef, l.sign[at]*a)
			fit.PairRows = append(fit.PairRows, int32(l.rows[l.first[at]]), int32(l.rows[l.second[at]]))
		}
	}
	fit.Classes, err = l.classes(k, widths, t, fit)
	if err != nil {
		return model.Report{}, err
	}
	report := model.Report{Status: r.Status, Iterations: r.Iterations, Objective: r.Objective, Gap: r.Gap, SupportVectors: len(fit.Indices)}
	if r.Indefinite || l.indefinite {
		report.Notes = append(report.Notes, model.Indefinite("the quadratic form of the dual problem is negative in some direction",
			"The solution is a stationary point and not a minimum, and the gap means nothing. Use another kernel, or other parameters of this one"))
	}
	return m.Learnt(fit, report)
}

// pairLearner has the data of the pairs.
type pairLearner struct {
	pairMatrix
	rows       []int // of positive weight
	class      []int32
	weight     []float64
	k          int       // classes
	sign       []float64 // of each pair: +1 for the same class, or -1
	same       int       // pairs of the same class
	indefinite bool      // a k(x, x) is negative
}

// learner returns the rows of positive weight.
func (m *EquivalenceSVC) learner(t model.Training) (*pairLearner, error) {
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return nil, err
	}
	l := &pairLearner{k: t.Classes()}
	l.metric = m.Pairwise == "metricLearning"
	for i, w := range weight {
		if w > 0 {
			l.rows, l.class, l.weight = append(l.rows, i), append(l.class, t.Labels()[i]), append(l.weight, w)
		}
	}
	l.n = len(l.rows)
	return l, nil
}

// compare computes the kernel values of the rows.
func (l *pairLearner) compare(ctl *run.Ctl, k kernel.Kernel, t model.Training) error {
	if err := gram.CheckMatrix("EquivalenceSVC", "the kernel matrix of all samples", l.n, l.n, "train on a sample of the rows"); err != nil {
		return err
	}
	if err := gram.CheckDomain(k, t.X, "X"); err != nil {
		return err
	}
	l.kernel = make([]float64, l.n*l.n)
	watch := func(done float64) bool {
		return ctl.Wanted(func() run.Report { return run.Report{Phase: "kernel matrix", Fraction: min(done, 0.999)} })
	}
	if !gram.Lower(l.kernel, k, t.X, l.rows, watch) || !linalg.Mirror(l.kernel, l.n, watch) {
		return run.ErrAborted
	}
	most := 0.0
	for i := range l.n {
		v := l.kernel[i*l.n+i]
		most, l.indefinite = max(most, math.Abs(v)), l.indefinite || v < 0
	}
	// The kernel of pairs is a square of up to four of these.
	if !(16*most*most <= gram.LargestNorm) {
		return model.Overflow()
	}
	return nil
}

// choose makes the pairs: all of them, or most random ones, in order.
func (l *pairLearner) choose(most float64, random *rng.Stream) error {
	count := make([]int, l.k)
	for _, c := range l.class {
		count[c]++
	}
	all, same := l.n*(l.n-1)/2, 0
	for _, c := range count {
		same += c * (c - 1) / 2
	}
	if same == 0 {
		return fault.New(fault.Shape, "X", "no class has two rows of positive weight, so that there is no pair of the same class to learn from; add rows to the classes").With("rows", l.n)
	}
	left, need := [2]int{all - same, same}, [2]int{all - same, same} // of different classes, of the same
	if float64(all) > most {
		total := int(most)
		need[1] = min(same, max(total/2, total-left[0]))
		need[0] = total - need[1]
	}
	l.same = need[1]
	total := need[0] + need[1]
	if err := gram.CheckMatrix("EquivalenceSVC", "the variables of all pairs", total, bytesOfPair/8, "lower maxPairs"); err != nil {
		return err
	}
	l.first, l.second, l.sign = make([]int32, 0, total), make([]int32, 0, total), make([]float64, 0, total)
	for i, c := range l.class {
		for j := i + 1; j < l.n; j++ {
			kind := 0
			if l.class[j] == c {
				kind = 1
			}
			// Selection sampling: each subset of the size is as likely as any other.
			if need[kind] == left[kind] || random.Float64()*float64(left[kind]) < float64(need[kind]) {
				l.first, l.second, l.sign = append(l.first, int32(i)), append(l.second, int32(j)), append(l.sign, float64(2*kind-1))
				need[kind]--
			}
			left[kind]--
		}
	}
	l.reset()
	return nil
}

// problem returns the dual problem of the pairs.
func (l *pairLearner) problem(c float64, balanced bool) (qp.Problem, error) {
	count := len(l.sign)
	factor := [2]float64{c, c}
	if balanced {
		factor = [2]float64{c * float64(count) / float64(2*(count-l.same)), c * float64(count) / float64(2*l.same)}
	}
	p := qp.Problem{K: &l.pairMatrix, Sign: l.sign, Linear: make([]float64, count), Lower: make([]float64, count), Upper: make([]float64, count)}
	for at, s := range l.sign {
		i, j := l.first[at], l.second[at]
		p.Linear[at], p.Upper[at] = -1, factor[int(s+1)/2]*l.weight[i]*l.weight[j]
		if math.IsInf(p.Upper[at], 1) {
			row := l.rows[i]
			return p, fault.New(fault.Weight, "sampleWeight", "C times the weights of rows %d and %d overflows; scale the weights down", row, l.rows[j]).With("row", row)
		}
	}
	return p, nil
}

// classes returns the functions that classify rows, over the rows of the support pairs.
func (l *pairLearner) classes(k kernel.Kernel, widths []float64, t model.Training, fit *EquivalenceSVCFit) (expansion.Classes, error) {
	used := slices.Compact(slices.Sorted(slices.Values(fit.PairRows)))
	support, place := make([]int, len(used)), make([]int, len(used)) // rows of the training set, and their numbers among the support
	for at, i := range used {
		support[at] = int(i)
		place[at], _ = slices.BinarySearch(l.rows, int(i))
	}
	fit.metric = l.metric
	if err := fit.locate(used); err != nil {
		return expansion.Classes{}, err
	}
	m := len(used)
	mean, square, total := make([]float64, l.k*m), make([]float64, l.k), make([]float64, l.k)
	own, zero := make([]float64, m), make([]float64, m)
	for i, c := range l.class {
		w := l.weight[i]
		for at, j := range place {
			own[at] = l.kernel[i*l.n+j]
			mean[int(c)*m+at] += w * own[at]
		}
		if l.metric {
			square[c] += w * fit.value(own, zero)
		}
		total[c] += w
	}
	coef, intercept := make([]float64, l.k*m), make([]float64, l.k)
	for c := range l.k {
		for at := range m {
			mean[c*m+at] /= total[c]
		}
		fit.times(mean[c*m:(c+1)*m], coef[c*m:(c+1)*m])
		intercept[c] = square[c] / total[c]
	}
	for at := range m {
		centre(coef[at:], m, l.k)
	}
	centre(intercept, 1, l.k)
	return expansion.NewClasses(k, widths, t, support, intercept, coef), nil
}

// centre subtracts the mean of k numbers, which are so far apart, from each.
func centre(v []float64, apart, k int) {
	mean := 0.0
	for c := range k {
		mean += v[c*apart] / float64(k)
	}
	for c := range k {
		v[c*apart] -= mean
	}
}
