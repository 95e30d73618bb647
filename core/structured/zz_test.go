package structured_test

import (
	"math"
	"testing"

	"maxmargin/core/catalog"
	"maxmargin/core/lp"
	"maxmargin/core/model"
	"maxmargin/core/multiclass"
	"maxmargin/core/perceptron"
	"maxmargin/core/sample"
	"maxmargin/core/structured"
)

func TestZZ(t *testing.T) {
	for _, big := range []float64{0, 1, 1e-200, 1e100, 1e155, 1e160, 1e300} {
		x := &sample.Matrix{N: 6, D: 2, X: []float64{1, 0, 0.9, 0.1, 0, 1, 0.1, 0.9, -1, -1, -0.9, -1}}
		for i := range x.X {
			x.X[i] *= big
		}
		for _, k := range []int{2, 3} {
		for _, w := range [][]float64{nil, {1, 0, 1, 0, 1, 0}, {0, 0, 1, 1, 1, 1}, {1e300, 1e300, 1e300, 1e300, 1e300, 1e300}} {
			y := []int32{0, 0, 1, 1, 2, 2}
			if k == 2 {
				y = []int32{0, 0, 1, 1, 0, 1}
			}
			tr := model.NewTraining(x, model.Classes{Of: y, Count: k})
			tr.Weight = w
			svc := multiclass.NewMulticlassSVC(catalog.Kernel)
			ww := multiclass.NewMulticlassSVC(catalog.Kernel)
			svc.Kernel.Name, ww.Kernel.Name = "linear", "linear"
			svc.MaxTime, ww.MaxTime = 500, 500
			ww.Formulation = "weston-watkins"
			p := perceptron.NewMulticlassPerceptron()
			l := lp.NewLPMarginClassifier()
			l.MultiClass = "joint"
			l.MaxTime = 500
			s := structured.NewSequenceTagger()
			sg := structured.NewSequenceTagger()
			sg.Algorithm = "sgd"
			for n, m := range map[string]model.Classifier{"svc": svc, "ww": ww, "perc": p, "lp": l, "cut": s, "sgd": sg} {
				r, err := m.Fit(nil, tr)
				bad := ""
				if err == nil {
					f, _, e := m.Decision(nil, x, "")
					if e != nil {
						bad = e.Error()
					}
					for _, v := range f {
						if math.IsNaN(v) || math.IsInf(v, 0) {
							bad = "NOT FINITE"
						}
					}
				}
				if math.IsNaN(r.Objective) || math.IsNaN(r.Gap) || math.IsInf(r.Objective, 0) {
					bad += " report"
				}
				if bad != "" || (err != nil && big <= 1) || (err == nil && r.Status != "converged") {
					t.Log(big, k, w, n, r.Status, r.Iterations, r.Objective, r.Gap, err, bad)
				}
			}
		}
		}
	}
}
