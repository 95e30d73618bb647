package svm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// TestShrink compares the functions of fewer vectors with those of all: the residual of least squares
// is orthogonal to the vectors that are kept, and its length is the error.
func TestShrink(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x, labels := data(rng, 90, 3, 3)
	for _, scheme := range []string{"ovo", "ovr"} {
		m := svm.NewSVC(catalog.Kernel)
		m.C, m.MultiClass = 2, scheme
		withKernel(&m.Kernel, 0.4)
		if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: labels, Count: 3})); err != nil {
			t.Fatal(err)
		}
		k, vectors, blocks := m.Result.Blocks()
		value := func(i, j int) float64 {
			a, b := make([]float64, 3), make([]float64, 3)
			vectors.Dense(a, i)
			vectors.Dense(b, j)
			square := 0.0
			for d := range a {
				square += (a[d] - b[d]) * (a[d] - b[d])
			}
			return math.Exp(-0.4 * square)
		}
		if k.Name() != "rbf" || len(blocks) != map[string]int{"ovo": 3, "ovr": 1}[scheme] {
			t.Fatalf("%s: %d blocks of the kernel %s", scheme, len(blocks), k.Name())
		}
		before := math.Inf(1)
		for _, most := range []int{1, 5, 12, 30} {
			shrunk, err := expansion.Shrink(nil, &m.Result.Decisions, most, 0)
			if err != nil || len(shrunk.Keep) != most {
				t.Fatalf("%s: %d vectors for %d, %v", scheme, len(shrunk.Keep), most, err)
			}
			kept := map[int]bool{}
			for _, i := range shrunk.Keep {
				kept[i] = true
			}
			at, sum := 0, 0.0
			for b, block := range shrunk.Blocks {
				for f, coef := range block.Coef {
					rest, norm := 0.0, 0.0
					difference := make([]float64, len(coef))
					for q, i := range block.Members {
						if difference[q] = blocks[b].Coef[f][q] - coef[q]; coef[q] != 0 && !kept[i] {
							t.Fatalf("%s: vector %d is left out and has the coefficient %v", scheme, i, coef[q])
						}
					}
					for p, i := range block.Members {
						cross, own := 0.0, 0.0
						for q, j := range block.Members {
							cross += difference[q] * value(i, j)
							own += blocks[b].Coef[f][q] * value(i, j)
						}
						if kept[i] && math.Abs(cross) > 1e-8 {
							t.Fatalf("%s: what is left has the product %v with vector %d", scheme, cross, i)
						}
						rest += difference[p] * cross
						norm += blocks[b].Coef[f][p] * own
					}
					if want := math.Sqrt(max(0, rest) / norm); math.Abs(shrunk.Errors[at]-want) > 1e-7 {
						t.Fatalf("%s: error %v, want %v", scheme, shrunk.Errors[at], want)
					}
					sum += shrunk.Errors[at] * shrunk.Errors[at]
					at++
				}
			}
			if !(sum < before) {
				t.Fatalf("%s: %d vectors have the squared error %v, fewer %v", scheme, most, sum, before)
			}
			before = sum
		}
		far, err := expansion.Shrink(nil, &m.Result.Decisions, 1000, 0.3)
		if err != nil || len(far.Keep) >= vectors.Len() {
			t.Fatalf("%s: %d vectors for the error 0.3, %v", scheme, len(far.Keep), err)
		}
		for _, e := range far.Errors {
			if e > 0.3 {
				t.Fatalf("%s: error %v, wanted 0.3", scheme, e)
			}
		}
	}
	abort := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Abort }}.Ctl()
	m := svm.NewSVC(catalog.Kernel)
	withKernel(&m.Kernel, 0.4)
	m.Fit(nil, model.NewTraining(x, model.Classes{Of: labels, Count: 3}))
	if _, err := expansion.Shrink(abort, &m.Result.Decisions, 20, 0); err != run.ErrAborted {
		t.Fatalf("an abort ended with %v", err)
	}
}
