package margin

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// Estimate is LeftOut for the first dual d of a fitted machine, whose samples are in set and are
// compared by the kernel k.
func Estimate(ctl *run.Ctl, method string, m model.DualMachine, d model.Dual, k kernel.Kernel, set sample.Set) ([]float64, error) {
	f, err := m.Values(ctl, 0, set.Select(d.Rows))
	if err != nil {
		return nil, err
	}
	s, err := supportOf(ctl, method, d, k, set)
	if err != nil {
		return nil, err
	}
	p := run.NewPhases(ctl, 1)
	p.Begin("estimate")
	values := LeftOut(method, d, f, s, p.Watch)
	if values == nil {
		err = run.ErrAborted
	}
	return values, err
}

// Removable adds to support the rows of a set whose removal can change the solution d of its
// samples.
func Removable(support []int32, d model.Dual) []int32 {
	free := !d.HasBias // without a free sample, samples with a coefficient of 0 can limit the constant, too
	for i, c := range d.Coef {
		bound := d.Upper[i]
		if c < 0 && d.Under != nil {
			bound = d.Under[i]
		}
		free = free || c != 0 && math.Abs(c) < d.Bound(bound)*(1-1e-12)
	}
	for i, c := range d.Coef {
		if c != 0 || !free {
			support = append(support, int32(d.Rows[i]))
		}
	}
	return support
}

// EstimateRadius is RadiusMargin for the dual d of a fitted machine of two classes whose samples are
// in set.
func EstimateRadius(ctl *run.Ctl, kernels model.KernelMaker, m *svm.SVC, d model.Dual, set sample.Set) (Ball, error) {
	if d.Loss != nil && !Squared(d) {
		return Ball{}, fault.New(fault.Option, "method", "method 'radiusMargin' needs loss 'squaredHinge' or C Infinity; take another")
	}
	k := m.Result.Kernel()
	matrix, err := matrixOf(run.NewPhases(ctl, 1), k, set, d.Rows)
	if err != nil {
		return Ball{}, err
	}
	width := 0.0
	if k.Name() == "rbf" {
		width = m.Result.Widths[0]
	}
	return RadiusMargin(ctl, kernels, d, matrix, width, m.C)
}

// matrixOf returns the kernel matrix of some samples, row by row.
func matrixOf(p *run.Phases, k kernel.Kernel, set sample.Set, index []int) ([]float64, error) {
	p.Begin("kernel matrix")
	m := len(index)
	if err := gram.CheckMatrix("leaveOneOut", "the kernel matrix of all samples", m, m, "take method 'xiAlpha'"); err != nil {
		return nil, err
	}
	matrix := make([]float64, m*m)
	if !gram.Lower(matrix, k, set, index, p.Watch) || !linalg.Mirror(matrix, m, p.Watch) {
		return nil, run.ErrAborted
	}
	return matrix, nil
}

// supportOf gathers the data of the samples with coefficients that an estimate needs.
func supportOf(ctl *run.Ctl, method string, d model.Dual, k kernel.Kernel, set sample.Set) (s Support, err error) {
	var index []int
	for i, c := range d.Coef {
		if c != 0 {
			s.Rows, index = append(s.Rows, i), append(index, d.Rows[i])
		}
	}
	m := len(index)
	all := make([]float64, set.Len())
	gram.Diagonal(all, k, set)
	for _, i := range index {
		s.Diagonal = append(s.Diagonal, all[i])
	}
	p := run.NewPhases(ctl, 1)
	switch method {
	case Span:
		s.Matrix, err = matrixOf(p, k, set, index)
	case XiAlpha:
		p.Begin("kernel rows")
		columns := gram.Prepare(k, set, nil, gram.Origin(k, set))
		row := make([]float64, columns.Stride())
		for at, i := range index {
			if !p.Watch(float64(at) / float64(m)) {
				return s, run.ErrAborted
			}
			columns.Rows([][]float64{row}, set, []int{i})
			for _, v := range row[:set.Len()] {
				s.Reach = max(s.Reach, all[i]-v)
			}
		}
	}
	return s, err
}
