package prep_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
)

// Numbers that are categories have the information of their counts, and equal numbers none, where
// each pair of a category and a class has more samples than there are neighbours. The figures are
// those of mutual_info_score of scikit-learn 1.2.1, for the counts themselves.
func TestInformationOfCategories(t *testing.T) {
	const n = 200
	x, y, of := make([]float64, 0, 3*n), make(model.Values, n), make([]int32, n)
	for i := range n {
		two, five := 0.0, float64(i*31%5)
		if i*7919%13 < 6 {
			two = 1
		}
		x = append(x, two, five, 0.1)
		y[i], of[i] = two+five, int32((i*7919%13+i*31%5)%3)
	}
	for name, c := range map[string]struct {
		y    model.Target
		want []float64
	}{
		"classes": {model.Classes{Of: of, Count: 3}, []float64{0.00015180481563081827, 0.005264460824702166, 0}},
		"numbers": {y, []float64{0.13476284858574625, 1.0535055852251938, 0}},
	} {
		got := selector(t, 1, "mutualInformation", matrix(x, 3), c.y).Result.Scores
		// An estimate by digammas differs from one by logarithms by about the number of pairs over
		// twice that of the samples.
		within(t, name, got, c.want, 0.03)
		if got[2] != 0 {
			t.Errorf("%s: equal numbers have the information %v", name, got[2])
		}
	}
}

// Information of numbers by the sorted search is that of all pairs, also with equal numbers.
func TestInformationOfAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const n, k = 80, 4
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i], y[i] = math.Round(6*rng.NormFloat64()), math.Round(4*rng.NormFloat64())
		y[i] += x[i]
	}
	s := prep.NewSelectKBest()
	s.K, s.Score, s.Neighbors = 1, "mutualInformation", k
	if _, err := s.Fit(nil, model.NewTraining(matrix(x, 1), model.Values(y))); err != nil {
		t.Fatal(err)
	}
	psi := func(m int) (sum float64) {
		for i := 1; i < m; i++ {
			sum += 1 / float64(i)
		}
		return sum
	}
	deviation := func(v []float64) float64 {
		mean, square := 0.0, 0.0
		for _, a := range v {
			mean += a / n
		}
		for _, a := range v {
			square += (a - mean) * (a - mean) / n
		}
		return math.Sqrt(square)
	}
	dx, dy := deviation(x), deviation(y)
	want := psi(n)
	for i := range n {
		var r []float64
		for j := range n {
			if j != i {
				r = append(r, max(math.Abs(x[i]-x[j])/dx, math.Abs(y[i]-y[j])/dy))
			}
		}
		slices.Sort(r)
		inX, inY, inBoth := 0, 0, 0
		closer := func(d float64) bool { return d == 0 || d < r[k-1]*(1-1e-12) }
		for j := range n {
			ofX, ofY := closer(math.Abs(x[i]-x[j])/dx), closer(math.Abs(y[i]-y[j])/dy)
			for at, is := range map[*int]bool{&inX: ofX, &inY: ofY, &inBoth: ofX && ofY} {
				if is {
					*at++
				}
			}
		}
		want += (psi(inBoth) - psi(inX) - psi(inY)) / n
	}
	if got := s.Result.Scores[0]; !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestInformationHasCheckpointsWithinAColumn: of a discrete column and numbers y, which takes n²
// operations, there was one for each column.
func TestInformationHasCheckpointsWithinAColumn(t *testing.T) {
	const n = 2000
	x, y, of := make([]float64, n), make(model.Values, n), make([]int32, n)
	for i := range x {
		x[i], y[i], of[i] = float64(i%3), float64(i*i%n)+float64(i)/n, int32(i%2)
	}
	for name, target := range map[string]model.Target{"numbers": y, "classes": model.Classes{Of: of, Count: 2}} {
		for at := 0; at < 60; at += 20 {
			s, looks := prep.NewSelectKBest(), 0
			s.Score = "mutualInformation"
			x := x
			if name == "classes" {
				x, s.Neighbors = y, n/3
			}
			report, err := s.Fit(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
				if looks++; looks == at {
					return run.Abort
				}
				return run.Continue
			}}.Ctl(), model.NewTraining(matrix(x, 1), target))
			// A third of the numbers are equal to each, or are its neighbours, and all of these are
			// looked at: a checkpoint is due after as many samples as have 2^14 of them.
			if err != nil || at == 0 && looks < n/((1<<14)/(n/3)+1) || at > 0 && (looks != at || report.Status != run.Aborted) {
				t.Errorf("%s: %d checkpoints, %+v, %v", name, looks, report, err)
			}
		}
	}
}
