package qp_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/qp"
)

// methods are the study solvers by name, each with its settings.
func methods() map[string]func(*qp.Settings) qp.Method {
	to := func(m qp.Method, change func(*qp.Settings)) func(*qp.Settings) qp.Method {
		return func(s *qp.Settings) qp.Method {
			if change != nil {
				change(s)
			}
			return m
		}
	}
	return map[string]func(*qp.Settings) qp.Method{
		"smoPlatt":                 to(qp.NewPlatt, nil),
		"smoQuadrants":             to(qp.NewQuadrants, nil),
		"decomposition":            to(qp.NewDecomposition, nil),
		"decomposition, 4, room":   to(qp.NewDecomposition, func(s *qp.Settings) { s.SetSize, s.Score = 4, qp.ScoreRoom }),
		"decomposition, violation": to(qp.NewDecomposition, func(s *qp.Settings) { s.Score, s.Shrinking = qp.ScoreViolation, true }),
		"chunking":                 to(qp.NewChunking, func(s *qp.Settings) { s.Shrinking = true }),
		"ascent":                   to(qp.NewAscent, nil),
		"ascent, random, 1.5":      to(qp.NewAscent, func(s *qp.Settings) { s.Order, s.Relaxation = qp.OrderRandom, 1.5 }),
		"ascent, free":             to(qp.NewAscent, func(s *qp.Settings) { s.Order = qp.OrderFree }),
		"ascent, ascending":        to(qp.NewAscent, func(s *qp.Settings) { s.Order = qp.OrderAscending }),
		"ascent, simultaneous":     to(qp.NewAscent, func(s *qp.Settings) { s.Simultaneous, s.Relaxation = true, 1.9 }),
	}
}

// posed returns problems of every kind.
func posed(n int, c float64, seed uint64) map[string]qp.Problem {
	alone := classification(n, c, seed)
	alone.Group = slices.Repeat([]int{-1}, n)
	classes := classification(n, c, seed)
	classes.Group, classes.GroupCount, classes.Start = make([]int, n), 2, make([]float64, n)
	for i := range classes.Group {
		if classes.Sign[i] < 0 {
			classes.Group[i] = 1
		}
		classes.Linear[i], classes.Start[i] = 0, 0.5*c
	}
	square := classification(n, math.Inf(1), seed)
	square.Shift = slices.Repeat([]float64{1 / (2 * c)}, n)
	squareTube := regression(n, math.Inf(1), 0, seed)
	squareTube.Shift = slices.Repeat([]float64{1 / (2 * c)}, 2*n)
	region := classification(n, c, seed)
	region.Sign, region.Linear, region.Start = nil, make([]float64, n), slices.Repeat([]float64{0.3 * c}, n)
	tubeAlone := regression(n, c, 0, seed)
	tubeAlone.Group = slices.Repeat([]int{-1}, 2*n)
	return map[string]qp.Problem{
		"C-SVC": classification(n, c, seed), "no bias": alone, "nu-SVC": classes, "2-norm": square, "one class": region,
		"eps-SVR": regression(n, c, 0, seed), "nu-SVR": regression(n, c, 0.4, seed), "squared SVR": squareTube, "SVR, no bias": tubeAlone,
	}
}

// Every study solver solves the problems that it does not refuse: the conditions hold, and
// the objective is that of the production solver.
func TestStudySolversAgree(t *testing.T) {
	solved := map[string]int{}
	for seed := range uint64(3) {
		for kind, p := range posed(24, []float64{0.5, 2, 10}[seed], seed) {
			k := p.K.(*dense).k
			want := solve(p, qp.Settings{Tolerance: 1e-9})
			for name, method := range methods() {
				p.K = newDense(k)
				settings := qp.Settings{Tolerance: 1e-4, Seed: seed, MaxIterations: 2_000_000}
				s, err := method(&settings)(p, settings)
				if err != nil {
					continue
				}
				solved[name]++
				r := s.Result(s.Run(nil))
				if r.Status != run.Converged {
					t.Errorf("%s of %s, seed %d: %s after %d iterations with a gap of %g", name, kind, seed, r.Status, r.Iterations, r.Gap)
				}
				check(t, expanded(p), r, 2e-4)
				// By weak duality the objective is off by the duality gap at most.
				if off := r.Objective - want.Objective; !(off > -1e-8*math.Abs(want.Objective) && off <= r.DualityGap+1e-9) || off > 1e-3*math.Abs(want.Objective) {
					t.Errorf("%s of %s, seed %d: objective %v with a duality gap of %g, production has %v", name, kind, seed, r.Objective, r.DualityGap, want.Objective)
				}
			}
		}
	}
	for name, least := range map[string]int{"smoPlatt": 9, "smoQuadrants": 6, "decomposition": 27, "chunking": 27, "ascent": 6} {
		if solved[name] != least {
			t.Errorf("%s solved %d problems, want %d: it should refuse the others", name, solved[name], least)
		}
	}
}

// begin makes a solver; nil if the solver refuses the problem.
func begin(p qp.Problem, settings qp.Settings, method func(*qp.Settings) qp.Method) qp.Solver {
	s, err := method(&settings)(p, settings)
	if err != nil {
		return nil
	}
	return s
}

// A run that is stopped at every checkpoint and continued has the same result as a run without
// stops. decomposition and chunking can be stopped within a sub-problem; their results agree
// within the tolerance. An aborted run has the status of an abort.
func TestStudySolversResume(t *testing.T) {
	for kind, p := range posed(30, 2, 5) {
		k := p.K.(*dense).k
		for name, method := range methods() {
			p.K = newDense(k)
			settings := qp.Settings{Tolerance: 1e-4, Seed: 3, MaxIterations: 3000}
			whole := begin(p, settings, method)
			if whole == nil {
				continue
			}
			want := whole.Result(whole.Run(nil))
			p.K = newDense(k)
			parts := begin(p, settings, method)
			status, stops := run.Stopped, 0
			for ; status == run.Stopped; stops++ {
				status = parts.Run(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Stop }}.Ctl())
				if stops > 100_000 {
					t.Fatalf("%s of %s: still stopping", name, kind)
				}
			}
			got := parts.Result(status)
			exact := !strings.HasPrefix(name, "decomposition") && name != "chunking"
			if status != want.Status || exact && (got.Objective != want.Objective || got.Iterations != want.Iterations) ||
				math.Abs(got.Objective-want.Objective) > 1e-3*math.Abs(want.Objective) {
				t.Errorf("%s of %s: %s with objective %v after %d iterations and %d stops, %s with %v after %d without", name, kind,
					status, got.Objective, got.Iterations, stops, want.Status, want.Objective, want.Iterations)
			}
			if stops == 1 {
				continue // over before its first checkpoint
			}
			p.K = newDense(k)
			aborted := begin(p, settings, method)
			if status := aborted.Run(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Abort }}.Ctl()); status != run.Aborted {
				t.Errorf("%s of %s: aborted, it ends with %s", name, kind, status)
			}
		}
	}
}

// Every problem with the other stopping rules of a solver: the definition of the rule,
// evaluated on the result, holds.
func TestStoppingRules(t *testing.T) {
	all := methods()
	all["smo"] = func(*qp.Settings) qp.Method { return qp.SequentialMinimal }
	for kind, p := range posed(24, 2, 4) {
		k := p.K.(*dense).k
		for name, method := range all {
			for _, rule := range []string{qp.RuleGap, qp.RuleFigures, qp.RuleGrowth} {
				p.K = newDense(k)
				const tolerance = 1e-3
				s := begin(p, qp.Settings{Tolerance: tolerance, Rule: rule, Trace: 10, MaxIterations: 1_000_000}, method)
				if s == nil {
					continue
				}
				r := s.Result(s.Run(nil))
				if r.Status != run.Converged {
					t.Errorf("%s of %s by %s: %s, gap %g, duality gap %g", name, kind, rule, r.Status, r.Gap, r.DualityGap)
				}
				primal := max(r.Primal(), 0)
				if rule == qp.RuleFigures {
					primal = math.Abs(r.Primal())
				}
				if rule != qp.RuleGrowth && !(r.DualityGap < tolerance*(primal+1)*(1+1e-9)) {
					t.Errorf("%s of %s by %s: a duality gap of %g over %g", name, kind, rule, r.DualityGap, primal+1)
				}
				if r.Trace.Len() > 10 || r.Trace.Len() < 1 {
					t.Errorf("%s of %s: %d entries in the trace", name, kind, r.Trace.Len())
				}
			}
		}
	}
}

// line2 is the problem of points on a line with labels, and a bound.
func line2(x, labels []float64, c float64) qp.Problem {
	n := len(x)
	p := qp.Problem{Sign: labels, Linear: slices.Repeat([]float64{-1}, n), Lower: make([]float64, n), Upper: slices.Repeat([]float64{c}, n)}
	k := make([][]float64, n)
	for i := range k {
		k[i] = make([]float64, n)
		for j := range k[i] {
			k[i][j] = x[i] * x[j]
		}
	}
	p.K = newDense(k)
	return p
}

// The pathological problems of the specification end, with every solver that accepts them.
func TestPathologies(t *testing.T) {
	inf := math.Inf(1)
	wide := classification(40, 100, 9)
	wide.K = newDense(gaussian(func() (x []float64) {
		for i := range 40 {
			x = append(x, float64(i)/10)
		}
		return x
	}(), 1e-3))
	indefinite := classification(30, 3, 2)
	for i, row := range indefinite.K.(*dense).k {
		for j := range row {
			row[j] = math.Tanh(2 - 3*row[j]) // no kernel
			if i == j {
				row[j] = -0.1
			}
		}
	}
	for _, c := range []struct {
		name      string
		problem   qp.Problem
		settings  qp.Settings
		statuses  []run.Status
		objective float64 // NaN: not known
	}{
		{"two points", line2([]float64{1, -1}, []float64{1, -1}, inf), qp.Settings{Tolerance: 1e-6}, []run.Status{run.Converged}, -0.5},
		{"no free support vector", line2([]float64{1, -1}, []float64{1, -1}, 0.25), qp.Settings{Tolerance: 1e-6}, []run.Status{run.Converged}, 0.125 - 0.5},
		{"duplicates", line2([]float64{1, 1, -1, -1, 1}, []float64{1, 1, -1, -1, 1}, 10), qp.Settings{Tolerance: 1e-6}, []run.Status{run.Converged}, -0.5},
		{"contradictions", line2([]float64{1, 1, 1, 1}, []float64{1, -1, 1, -1}, 2), qp.Settings{Tolerance: 1e-6}, []run.Status{run.Converged}, -8},
		{"zeros", line2([]float64{0, 0, 0}, []float64{1, -1, 1}, 2), qp.Settings{Tolerance: 1e-6}, []run.Status{run.Converged}, -4},
		{"inseparable, without slack", plane(40, 1.5, 1), qp.Settings{Ceiling: 1e6, MaxIterations: 4000}, []run.Status{run.Infeasible, run.IterationLimit}, math.NaN()},
		{"contradictions, without slack", line2([]float64{1, 1, -1}, []float64{1, -1, -1}, inf), qp.Settings{Ceiling: 1e6, MaxIterations: 4000}, []run.Status{run.Infeasible, run.IterationLimit}, math.NaN()},
		{"a tiny tolerance and a wide kernel", wide, qp.Settings{Tolerance: 1e-13, MaxIterations: 4000}, []run.Status{run.Converged, run.Stalled, run.IterationLimit}, math.NaN()},
		{"no kernel", indefinite, qp.Settings{MaxIterations: 4000}, []run.Status{run.Converged, run.Stalled, run.IterationLimit}, math.NaN()},
	} {
		for name, method := range methods() {
			p := c.problem
			p.K = newDense(p.K.(*dense).k)
			want := c.objective
			s := begin(p, c.settings, method)
			if s == nil { // without the equality it is another problem
				p.Group, want = slices.Repeat([]int{-1}, len(p.Linear)), math.NaN()
				s = begin(p, c.settings, method)
			}
			if s == nil {
				continue // for regressions alone
			}
			r := s.Result(s.Run(nil))
			if !slices.Contains(c.statuses, r.Status) && !(math.IsNaN(want) && r.Status == run.Converged) {
				t.Errorf("%s of %s: %s after %d iterations", name, c.name, r.Status, r.Iterations)
			}
			if !(r.Objective <= 0) || math.IsInf(r.Objective, 0) || math.Abs(r.Objective-want) > 1e-5 {
				t.Errorf("%s of %s: objective %v (%s), want %v", name, c.name, r.Objective, r.Status, want)
			}
		}
	}
}

// A solver refuses problems that it cannot solve, with an error.
func TestRefusals(t *testing.T) {
	problems := posed(10, 1, 1)
	for _, c := range []struct {
		method qp.Method
		kind   string
		says   string
	}{
		{qp.NewPlatt, "nu-SVC", "two equality constraints"},
		{qp.NewPlatt, "no bias", "fitIntercept"},
		{qp.NewPlatt, "eps-SVR", "smoQuadrants"},
		{qp.NewQuadrants, "nu-SVR", "two equality constraints"},
		{qp.NewQuadrants, "C-SVC", "smoPlatt"},
		{qp.NewAscent, "C-SVC", "biasScale"},
		{qp.NewAscent, "one class", "sum"},
	} {
		_, err := c.method(problems[c.kind], qp.Settings{})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want an error about %q", c.kind, err, c.says)
		}
	}
	augmented := qp.Settings{Augment: 1}
	if _, err := qp.NewAscent(problems["no bias"], augmented); err == nil {
		t.Error("an implicit constant where there is none is taken")
	}
	if _, err := qp.NewAscent(problems["one class"], augmented); err == nil {
		t.Error("a sum that is not zero is taken")
	}
}

// An implicit constant gives the problem over K + tau^2 without an equality; the constant is
// tau^2 times the sum of s a.
func TestImplicitConstant(t *testing.T) {
	const tau2 = 2.5
	for _, kind := range []string{"C-SVC", "eps-SVR"} {
		p := posed(30, 2, 6)[kind]
		settings := qp.Settings{Tolerance: 1e-8, Augment: tau2}
		s, err := qp.NewAscent(p, settings)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Result(s.Run(nil))
		q := p
		q.Group = slices.Repeat([]int{-1}, len(p.Linear))
		k := p.K.(*dense).k
		shifted := make([][]float64, len(k))
		for i, row := range k {
			for _, v := range row {
				shifted[i] = append(shifted[i], v+tau2)
			}
		}
		q.K = newDense(shifted)
		want := solve(q, qp.Settings{Tolerance: 1e-8})
		sum := 0.0
		for i, a := range got.Alpha {
			sum += p.Sign[i] * a
		}
		if math.Abs(got.Objective-want.Objective) > 1e-7*math.Abs(want.Objective) || math.Abs(-got.Level[0]-tau2*sum) > 1e-12 {
			t.Errorf("%s: objective %v, want %v; constant %v, want %v", kind, got.Objective, want.Objective, -got.Level[0], tau2*sum)
		}
	}
}

// tol is the largest violation at the end, for every solver: a solver that compares each
// condition with a constant could leave two conditions violated by tol each.
func TestStudySolversEndWithinTheTolerance(t *testing.T) {
	for seed := range uint64(4) {
		for kind, p := range posed(40, 5, 20+seed) {
			k := p.K.(*dense).k
			for name, method := range methods() {
				p.K = newDense(k)
				s := begin(p, qp.Settings{Tolerance: 1e-2, MaxIterations: 1_000_000}, method)
				if s == nil {
					continue
				}
				if r := s.Result(s.Run(nil)); r.Status != run.Converged || r.Gap > 1e-2 {
					t.Errorf("%s of %s, seed %d: %s with a gap of %g", name, kind, seed, r.Status, r.Gap)
				}
			}
		}
	}
}
