package svm_test

import (
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// TestFitsOfManyTinyProblemsObeyAStop: problems of two or three rows ended before they looked at the
// observer, so that a fit of 780 pairs of classes had no checkpoint.
func TestFitsOfManyTinyProblemsObeyAStop(t *testing.T) {
	const classes = 40
	x, y := make([]float64, 4*classes), make([]int32, 2*classes)
	for i := range y {
		y[i] = int32(i % classes)
		x[2*i], x[2*i+1] = float64(y[i]), float64(i*i%17)/17
	}
	data := model.NewTraining(&sample.Matrix{N: len(y), D: 2, X: x}, model.Classes{Of: y, Count: classes})
	for _, scheme := range []string{"ovo", "dag"} {
		for _, signal := range []run.Signal{run.Stop, run.Abort} {
			m := svm.NewSVC(catalog.Kernel)
			m.MultiClass = scheme
			looks := 0
			ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
				if looks++; looks >= 3 {
					return signal
				}
				return run.Continue
			}}.Ctl()
			report, err := m.Fit(ctl, data)
			if err != nil {
				t.Fatal(err)
			}
			want := run.Stopped
			if signal == run.Abort {
				want = run.Aborted
			}
			if looks != 3 || report.Status != want {
				t.Errorf("%s: %d looks, then %q, want %q", scheme, looks, report.Status, want)
			}
		}
	}
}
