package programs

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// joint is the value of the option multiClass with which all classes are one problem.
const joint = "joint"

// differences returns the conditions that functions of k classes separate the samples, as a problem
// of two classes. The vector W of all weights has a block of d weights and a constant for each
// class. Each sample of class y and each other class c give the condition <W, z> > 0, where z has x
// and 1 in the block y, and -x and -1 in the block c. The points z make one class and -z the other,
// so that a hyperplane between them contains the origin. of has the sample of each point.
func differences(t model.Training) (h *hyperplane, of []int, err error) {
	k, d := t.Classes(), t.X.Dim()
	block := d + 1
	n := 0
	for i := range t.X.Len() {
		if t.Weight == nil || t.Weight[i] > 0 {
			n += 2 * (k - 1)
		}
	}
	if err := gram.CheckMatrix("LPMarginClassifier", "the program over all classes", 9*n, k*block, "use MulticlassSVC, or fewer rows"); err != nil {
		return nil, nil, err
	}
	points, row := &sample.Matrix{D: k * block}, make([]float64, block)
	row[d] = 1
	var rows []int
	var signs []float64
	for i, y := range t.Labels() {
		if t.Weight != nil && t.Weight[i] == 0 {
			continue
		}
		t.X.Dense(row[:d], i)
		for c := range k {
			for _, sign := range []float64{1, -1} {
				if c == int(y) {
					continue
				}
				z := make([]float64, k*block)
				for j, v := range row {
					z[int(y)*block+j], z[c*block+j] = sign*v, -sign*v
				}
				rows, of = append(rows, len(rows)), append(of, i)
				points.X, signs = append(points.X, z...), append(signs, sign)
			}
		}
	}
	points.N = len(rows)
	h, err = newHyperplane(points, rows, signs)
	return h, of, err
}

// fitJoint finds the functions of all classes in one problem.
func (s *LPMarginClassifier) fitJoint(ctl *run.Ctl, t model.Training, f *LPMarginFit) (report model.Report, critical []int, err error) {
	h, of, err := differences(t)
	if err != nil {
		return report, nil, err
	}
	report.Status = h.solve(ctl.Within(s.MaxTime), s.Norm)
	report.Iterations, report.Gap, report.Objective = h.iterations, h.gap, h.margin(s.Norm)
	d := f.Features
	for c := range t.Classes() {
		block := h.w[c*(d+1) : (c+1)*(d+1)]
		copy(f.Weights[c*d:], block[:d])
		f.Bias[c] = block[d]
		f.Margins = append(f.Margins, report.Objective)
		for _, p := range norms() {
			f.ByNorm = append(f.ByNorm, h.margin(p))
		}
		own := hyperplane{w: block[:d]}
		f.NonZeros = append(f.NonZeros, int32(own.nonZeros()))
	}
	for _, at := range h.critical() {
		critical = append(critical, of[at])
	}
	return report, critical, nil
}
