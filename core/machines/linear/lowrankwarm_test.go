package linear_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
	"maxmargin/core/model/lowrank"
)

// Features in 16 bits give the solution of those in float32, but for what they round: the
// functions differ by some 1/65534 of the sum of the weights.
func TestFeaturesInSixteenBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	x, y, target := clouds(rng, 600, 3, 3)
	for _, loss := range []string{"hinge", "squaredHinge", "logistic"} {
		single, short := linear.NewLowRankSVC(catalog.Kernel), linear.NewLowRankSVC(catalog.Kernel)
		short.Precision = lowrank.Int16
		for _, m := range []*linear.LowRankSVC{single, short} {
			m.Loss, m.Tol, m.MaxIter, m.NComponents, m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = loss, 1e-6, 1e6, 60, "", 0.5
			converge(t, m, model.NewTraining(x, model.Classes{Of: y, Count: 3}))
		}
		relative(t, loss, values(t, short, x), values(t, single, x), 2e-3)
		if slices.Equal(short.Result.Coef, single.Result.Coef) {
			t.Errorf("%s: the features are not rounded", loss)
		}
		if gap := slices.Max(short.Result.DualityGaps); !(gap <= 1e-3) {
			t.Errorf("%s: the duality gap is %v", loss, gap)
		}
	}
	single, short := linear.NewLowRankSVR(catalog.Kernel), linear.NewLowRankSVR(catalog.Kernel)
	short.Precision = lowrank.Int16
	for _, m := range []*linear.LowRankSVR{single, short} {
		m.Tol, m.MaxIter, m.NComponents, m.C = 1e-6, 1e6, 60, 10
		converge(t, m, model.NewTraining(x, model.Values(target)))
	}
	relative(t, "regression", values(t, short, x), values(t, single, x), 2e-3)
}

// A fit with warmStart computes features only if they would be others, and gives the solution of
// a fit without it.
func TestWarmStartKeepsFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	x, y, target := clouds(rng, 300, 3, 3)
	other, _, _ := clouds(rng, 300, 3, 3)
	weight := slices.Repeat([]float64{1}, 300)
	weight[7] = 0
	classes := model.Classes{Of: y, Count: 3}
	training := model.NewTraining(x, classes)
	weighted := training
	weighted.Weight = weight
	made := func(change func(m *linear.LowRankSVC)) *linear.LowRankSVC {
		m := linear.NewLowRankSVC(catalog.Kernel)
		m.NComponents, m.Tol, m.MaxIter, m.WarmStart = 25, 1e-7, 1e6, true
		change(m)
		return m
	}
	same := func(*linear.LowRankSVC) {}
	previous := made(same)
	converge(t, previous, training)
	for _, c := range []struct {
		name   string
		change func(m *linear.LowRankSVC)
		with   model.Training
		kept   bool
	}{
		{"nothing", same, training, true},
		{"C", func(m *linear.LowRankSVC) { m.C = 7 }, training, true},
		{"a smaller C and the loss", func(m *linear.LowRankSVC) { m.C, m.Loss = 0.1, "squaredHinge" }, training, true},
		{"gamma", func(m *linear.LowRankSVC) { m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", 2 }, training, false},
		{"nComponents", func(m *linear.LowRankSVC) { m.NComponents = 20 }, training, false},
		{"landmarks", func(m *linear.LowRankSVC) { m.Landmarks = lowrank.Random }, training, false},
		{"precision", func(m *linear.LowRankSVC) { m.Precision = lowrank.Int16 }, training, false},
		{"the seed", func(m *linear.LowRankSVC) { m.Seed = 4 }, training, false},
		{"the samples", same, model.NewTraining(other, classes), false},
		{"which samples count", same, weighted, false},
	} {
		fresh := made(c.change)
		fresh.WarmStart = false
		converge(t, fresh, c.with)
		start := made(same)
		converge(t, start, training)
		warm, phases := made(c.change), map[string]bool{}
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal { phases[r.Phase] = true; return run.Continue }}.Ctl()
		again := c.with
		again.Start = start
		if report, err := warm.Fit(ctl, again); err != nil || report.Status != run.Converged {
			t.Fatalf("%s: %s, %v", c.name, report.Status, err)
		}
		if phases["features"] == c.kept {
			t.Errorf("with another %s, features were computed: %v", c.name, phases["features"])
		}
		relative(t, c.name, values(t, warm, x), values(t, fresh, x), 1e-3)
	}

	few := make([]int, 200)
	for i := range few {
		few[i] = i
	}
	fewer := model.NewTraining(x.Select(few), model.Classes{Of: y[:200], Count: 3})
	fewer.Start = previous
	_, err := made(same).Fit(nil, fewer)
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.Option || refused.Argument != "warmStart" {
		t.Errorf("a start from 300 samples for 200 gives %v", err)
	}

	first, second := linear.NewLowRankSVR(catalog.Kernel), linear.NewLowRankSVR(catalog.Kernel)
	regression := model.NewTraining(x, model.Values(target))
	for _, m := range []*linear.LowRankSVR{first, second} {
		m.NComponents, m.Tol, m.MaxIter, m.WarmStart = 25, 1e-7, 1e6, true
		converge(t, m, regression)
		regression.Start = first
	}
	relative(t, "regression", values(t, second, x), values(t, first, x), 1e-5)
	if passes := second.Result.Iterations[0]; passes > 3 {
		t.Errorf("a start from the solution takes %d passes", passes)
	}
}
