package ordinal_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/model"
)

// byUtility returns n samples whose ranks are those of a linear utility with noise.
func byUtility(n, d, k int, noise float64) model.Training {
	r := rand.New(rand.NewPCG(5, 6))
	x, y := make([]float64, n*d), make([]int32, n)
	for i := range n {
		f := 0.0
		for j := range d {
			x[i*d+j] = r.NormFloat64()
			f += x[i*d+j] * float64(j+1)
		}
		f += noise * r.NormFloat64()
		y[i] = int32(min(max(math.Floor(f/3+float64(k)/2), 0), float64(k-1)))
	}
	return model.NewTraining(&sample.Matrix{N: n, D: d, X: x}, model.Ordered{Classes: model.Classes{Of: y, Count: k}})
}

// byNorm returns the machine of norm 1 or infinity.
func byNorm(norm, c float64) *ordinal.OrdinalSVC {
	m := ordinal.NewOrdinalSVC(catalog.Kernel)
	m.C, m.Kernel.Name, m.Norm = c, "linear", norm
	return m
}

// endedAt returns a Ctl that answers its checkpoint number at with signal; with Continue its
// clock is at this number of milliseconds there.
func endedAt(at int, signal run.Signal) *run.Ctl {
	calls, now := 0, run.Instant(0)
	return run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
		if calls++; calls >= at {
			return signal
		}
		return run.Continue
	}, Now: func() run.Instant { now = now.Add(1e6 / 2); return now }}.Ctl()
}

// TestObjectiveOfACutFitIsThatOfItsWeights: whenever a fit by linear programs is cut, its status says
// so at once, its objective is that of its weights, and its model can be loaded.
func TestObjectiveOfACutFitIsThatOfItsWeights(t *testing.T) {
	for _, norm := range []float64{1, math.Inf(1)} {
		for _, c := range []float64{0.01, math.Inf(1)} {
			for _, noise := range []float64{0, 4} {
				data := byUtility(120, 4, 4, noise)
				for at := 1; at < 400; at += 1 + at/4 {
					if !support.Turn(at) {
						continue
					}
					for _, status := range []run.Status{run.Stopped, run.TimeLimit} {
						m, ctl := byNorm(norm, c), endedAt(at, run.Stop)
						if status == run.TimeLimit {
							m.MaxTime, ctl = float64(at), endedAt(at, run.Continue)
						}
						r, err := m.Fit(ctl, data)
						if err != nil {
							t.Fatal(err)
						}
						if r.Status != status && (ctl.Ended() != "" || status == run.TimeLimit) && r.Status != run.Converged && r.Status != run.Infeasible {
							t.Errorf("norm %v, C %v, noise %v, cut at %d: %+v", norm, c, noise, at, r)
						}
						file, err := codec.Encode(codec.Model{Name: "OrdinalSVC", Classes: codec.Classes{Kind: "number", Names: []string{"0", "1", "2", "3"}}, Report: r, Machine: m})
						if err == nil {
							_, err = codec.Decode(file)
						}
						if err != nil {
							t.Errorf("norm %v, C %v, noise %v, cut at %d: %+v: %v", norm, c, noise, at, r, err)
						}
						if own := objective(data.X, data.Labels(), nil, m.Result.Weights, c, norm, false); c < 1 && !(math.Abs(own-r.Objective) <= 1e-6*own) {
							t.Errorf("norm %v, noise %v, cut at %d: reported %v, of the weights %v", norm, noise, at, r.Objective, own)
						}
						if math.IsInf(c, 1) && noise == 0 && !(r.Gap >= 0 && r.Gap <= 1 && r.Objective >= 0) {
							t.Errorf("norm %v, cut at %d: %+v", norm, at, r)
						}
					}
				}
			}
		}
	}
}

// TestOrdinalSVCOfMillisecondsSince1970Ends: differences of utilities below the rounding of the
// utilities never meet tol, and few rows never came to a checkpoint.
func TestOrdinalSVCOfMillisecondsSince1970Ends(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for n := 5; n <= 15; n++ {
		for _, span := range []float64{1e3, 1e7, 1e10} {
			for _, kernel := range []string{"linear", "poly"} {
				x, y := make([]float64, 2*n), make([]int32, n)
				for i := range n {
					x[2*i], x[2*i+1], y[i] = 1.7e12+math.Floor(span*r.Float64()), r.NormFloat64(), int32(i%3)
				}
				data := model.NewTraining(&sample.Matrix{N: n, D: 2, X: x}, model.Ordered{Classes: model.Classes{Of: y, Count: 3}})
				for _, c := range []float64{1, 1e6, math.Inf(1)} {
					m := ordinal.NewOrdinalSVC(catalog.Kernel)
					m.Kernel.Name, m.C = kernel, c
					looks := 0
					report, err := m.Fit(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
						if looks++; looks > 20_000 {
							return run.Abort
						}
						return run.Continue
					}}.Ctl(), data)
					if err != nil && report.Status == "" {
						continue // an overflow of the kernel says so
					}
					if err != nil || report.Status == run.Aborted {
						t.Errorf("%d rows in %v ms, kernel %s, C %v: %+v after %d checkpoints, %v", n, span, kernel, c, report, looks, err)
					}
					m = ordinal.NewOrdinalSVC(catalog.Kernel)
					m.Kernel.Name, m.C = kernel, c
					if stopped, err := m.Fit(endedAt(2, run.Stop), data); looks > 2 && (err != nil || stopped.Status != run.Stopped) {
						t.Errorf("stopped: %+v, %v", stopped, err)
					}
				}
			}
		}
	}
}
