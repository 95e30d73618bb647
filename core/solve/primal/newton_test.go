package primal

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/support"
)

// smooth returns a random problem with a smooth loss: of margins or of residuals, dense or
// sparse, with weights of zero, duplicate rows, separable and constant data.
func smooth(t *rapid.T) Problem {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	n, d := rapid.IntRange(1, 60).Draw(t, "n"), rapid.IntRange(1, 25).Draw(t, "d")
	x := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range x.X {
		x.X[i] = math.Max(0, rng.NormFloat64()) // half of the entries are zero
	}
	for i := n / 2; i > 0 && rapid.Bool().Draw(t, "twice"); i /= 2 {
		copy(x.Row(i), x.Row(0))
	}
	var set sample.Set = x
	if rapid.Bool().Draw(t, "sparse") {
		set = support.Sparse(x)
	}
	samples, err := NewSamples(set)
	if err != nil {
		t.Fatal(err)
	}
	name := rapid.SampledFrom([]string{"squaredHinge", "modifiedHuber", "logistic", "squaredEpsilonInsensitive", "gaussian", "huber"}).Draw(t, "loss")
	c := math.Exp(rapid.Float64Range(-3, 3).Draw(t, "log C"))
	p := Problem{X: samples, Loss: loss.New(name, loss.Parameters{Sigma: 0.5}),
		Target: make([]float64, n), Insensitive: make([]float64, n), Above: make([]float64, n), Below: make([]float64, n),
		Constant: rapid.SampledFrom([]float64{0, 1, 3}).Draw(t, "constant")}
	p.Free = p.Constant > 0 && rapid.Bool().Draw(t, "free")
	separable, positive := rapid.Bool().Draw(t, "separable"), false
	for i := range n {
		weight := c * float64(rng.IntN(4))
		positive = positive || weight > 0
		if name == "squaredHinge" || name == "modifiedHuber" || name == "logistic" {
			p.Target[i] = 1
			if separable && x.Row(i)[0] > 0.5 || !separable && rng.IntN(2) == 0 {
				p.Target[i] = -1
			}
			p.Above[i], p.Below[i] = weight*max(0, p.Target[i]), weight*max(0, -p.Target[i])
			continue
		}
		p.Target[i], p.Insensitive[i] = rng.NormFloat64(), 0.3*rng.Float64()
		p.Above[i], p.Below[i] = weight, weight
	}
	return p
}

// Newton's method and coordinate descent on the dual, which share no code but the passes over
// rows, find the same function, objective and coefficients; at the solution the gradient of the
// objective vanishes, with the slopes that package loss has; and a start from the solution takes
// few steps.
func TestNewtonFindsWhatTheDescentsFind(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		p := smooth(t)
		settings := Settings{Tolerance: 1e-9, MaxIterations: 1e6, Shrinking: true}
		var all Solvers
		var newton Newton
		descent := all.descent(p, settings)
		newton.Pose(p, settings, func(p Problem, s Settings) Solver { return new(Solvers).descent(p, s) })
		status, found := descent.Run(nil), newton.Run(nil)
		want, got := descent.Result(status), newton.Result(found)
		if status != run.Converged {
			t.Skip("the descent has not converged")
		}
		if found != run.Converged || !(got.Gap <= 1e-9) {
			t.Fatalf("%s, gap %g after %d steps", found, got.Gap, got.Iterations)
		}
		support.Near(t, "weights", got.Weights, want.Weights, 1e-7)
		support.Near(t, "objective", []float64{got.Objective}, []float64{want.Objective}, 1e-8)
		// Without a curvature the bias may be an interval, and coefficients at a kink are.
		support.Near(t, "dual coefficients", got.Dual, want.Dual, 1e-5)

		gradient := append([]float64{}, got.Weights...)
		sum, largest := 0.0, 1.0
		for i, target := range p.Target {
			r := target - p.X.Dot(i, got.Weights) - got.Bias
			pull := p.Above[i]*p.Loss.Slope(r-p.Insensitive[i]) - p.Below[i]*p.Loss.Slope(-r-p.Insensitive[i])
			p.X.Add(i, -pull, gradient)
			sum += pull
			largest = max(largest, math.Abs(pull))
		}
		if p.Constant != 0 && !p.Free {
			gradient = append(gradient, got.Bias/p.Constant-p.Constant*sum)
		} else if p.Constant != 0 {
			gradient = append(gradient, sum)
		}
		support.Near(t, "gradient", gradient, make([]float64, len(gradient)), 1e-7*largest)
		if gap := p.DualityGap(got); !(gap <= 1e-7*(1+math.Abs(got.Objective))) {
			t.Errorf("the duality gap is %g at %g", gap, got.Objective)
		}

		p.Start = append([]float64{}, got.Dual...)
		var again Newton
		again.Pose(p, settings, all.descent)
		status = again.Run(nil)
		if r := again.Result(status); status != run.Converged || newton.instead == nil && !p.Free && r.Iterations > max(4, got.Iterations-1) {
			t.Errorf("from the solution: %s after %d steps", status, r.Iterations)
		}
	})
}

// TestGapOfNewtonIsTheViolationOfItsDualPoint: the dual coefficients at a point have weights that
// differ from it by the gradient g, so that the residual of sample i differs by <g, x_i> from the
// one at which the condition of its coefficient holds. With a free bias, which may lie anywhere,
// the conditions fail by the difference of the largest and the least of them. That is what the
// tolerance bounds, and what a fit reports.
func TestGapOfNewtonIsTheViolationOfItsDualPoint(t *testing.T) {
	judged := 0
	rapid.Check(t, func(t *rapid.T) {
		p := smooth(t)
		for _, tolerance := range []float64{1, 1e-2} {
			var newton Newton
			newton.Pose(p, Settings{Tolerance: tolerance, MaxIterations: 100}, new(Solvers).descent)
			status := newton.Run(nil)
			if status != run.Converged || newton.instead != nil {
				continue
			}
			r := newton.Result(status)
			g, sum := append([]float64{}, r.Weights...), 0.0
			for i, b := range r.Dual {
				p.X.Add(i, -b, g)
				sum += b
			}
			up, down, largest := 0.0, 0.0, 0.0
			for i := range p.Target {
				if p.Above[i] == 0 && p.Below[i] == 0 {
					continue
				}
				moved := p.X.Dot(i, g)
				if p.Constant > 0 && !p.Free {
					moved += p.Constant * (r.Bias/p.Constant - p.Constant*sum)
				}
				up, down, largest = max(up, moved), max(down, -moved), max(largest, math.Abs(p.Target[i]))
			}
			want := up + down
			if p.Free {
				want = max(want, math.Abs(p.Constant*p.Constant*sum))
			}
			if up > 0 && down > 0 {
				judged++
			}
			if bound := 2 * math.Sqrt(lanes.Sum(newton.gradient, newton.gradient)) * newton.longest; r.Gap == bound {
				continue // the bound by norms was enough, and nothing is measured
			}
			if !(r.Gap <= tolerance) || !(math.Abs(r.Gap-want) <= 1e-6*want+1e-9) {
				t.Fatalf("the gap is %v, and the conditions fail by %v (%v and %v)", r.Gap, want, up, down)
			}
		}
	})
	if judged < 20 {
		t.Errorf("%d gaps have two sides", judged)
	}
}

// With penalties up to 1e12 rounding errors are larger than the tolerance: the descent begins,
// and what comes out is not worse than what it finds alone.
func TestNewtonWithHugePenalties(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		p := smooth(t)
		factor := math.Pow(10, rapid.Float64Range(3, 12).Draw(t, "log factor"))
		for i := range p.Above {
			p.Above[i] *= factor
			p.Below[i] *= factor
		}
		settings := Settings{Tolerance: 1e-4, MaxIterations: 2000, Shrinking: true}
		descent := new(Solvers).descent(p, settings)
		status := descent.Run(nil)
		want := descent.Result(status)
		var newton Newton
		newton.Pose(p, settings, new(Solvers).descent)
		found := newton.Run(nil)
		got := newton.Result(found)
		if !finite(got.Weights) || !finite(got.Dual) {
			t.Fatalf("%s: %v", found, got)
		}
		if status == run.Converged && found != run.Converged {
			t.Errorf("%s with a gap of %g, and the descent reaches %g", found, got.Gap, want.Gap)
		}
		if found == run.Converged && !(got.Gap <= 1e-4) {
			t.Errorf("converged with a gap of %g", got.Gap)
		}
	})
}

// Stopped anywhere, Newton's method has a finite result, which further calls of Run continue to
// the same solution, bit by bit; and its limits of steps and of time end it.
func TestNewtonStopsAndGoesOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, name := range []string{"squaredHinge", "logistic"} {
		x := &sample.Matrix{N: 2000, D: 30, X: make([]float64, 2000*30)}
		for i := range x.X {
			x.X[i] = rng.NormFloat64()
		}
		samples, err := NewSamples(x)
		if err != nil {
			t.Fatal(err)
		}
		p := Problem{X: samples, Loss: loss.New(name, loss.Parameters{}), Constant: 1, Free: true}
		for i := range x.N {
			above := float64(i % 2)
			p.Target = append(p.Target, 2*above-1)
			p.Above, p.Below = append(p.Above, above), append(p.Below, 1-above)
		}
		var whole, parts Newton
		settings := Settings{Tolerance: 1e-6}
		whole.Pose(p, settings, nil)
		want := whole.Result(whole.Run(nil))
		parts.Pose(p, settings, nil)
		stops, before := 0, 0
		for {
			left := 1 + stops
			ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
				if left--; left > 0 {
					return run.Continue
				}
				return run.Stop
			}}.Ctl()
			status := parts.Run(ctl)
			r := parts.Result(status)
			if !finite(r.Weights) || !finite(r.Dual) || math.IsNaN(r.Objective) || math.IsNaN(r.Gap) || r.Iterations < before {
				t.Fatalf("%s: %+v", status, r)
			}
			before = r.Iterations
			if status == run.Converged {
				break
			}
			if stops++; status != run.Stopped || stops > 1000 {
				t.Fatal(status, stops)
			}
		}
		got := parts.Result(run.Converged)
		if stops < 5 {
			t.Errorf("%d stops", stops)
		}
		support.Near(t, name, got.Weights, want.Weights, 0)
		support.Near(t, name, got.Dual, want.Dual, 0)

		settings.MaxIterations = 2
		parts.Pose(p, settings, nil)
		if status := parts.Run(nil); status != run.IterationLimit || parts.Result(status).Iterations != 2 {
			t.Errorf("%s after %d steps", status, parts.iterations)
		}
		if status := parts.Run(support.Ticking().Within(1)); status != run.TimeLimit {
			t.Error(status)
		}
	}
}

// A place that does not exist causes a panic, as in Go, and no write outside of the slices.
func TestPassChecksItsIndices(t *testing.T) {
	samples, err := NewSamples(&sample.Matrix{N: 3, D: 2, X: []float64{1, 2, 3, 4, 5, 6}})
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int32{{0, 3}, {0, -1}, {1}} {
		p := &pass{rows: samples.Rows, order: order, factor: make([]float64, 3), dots: make([]float64, 3), v: make([]float64, 2), to: make([]float64, 2), multiplies: true}
		err := func() (err any) {
			defer func() { err = recover() }()
			p.walk(2)
			return errors.New("no panic")
		}()
		if _, is := err.(error); is && err.(error).Error() == "no panic" {
			t.Errorf("%v: no panic", order)
		}
	}
}
