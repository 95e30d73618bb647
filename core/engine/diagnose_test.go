package engine_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/programs"
	"maxmargin/core/machines/svm"
)

// learn fits a machine with options that change sets, and keeps it as model 1.
func learn[O any](t *testing.T, e *engine.Engine, machine string, k int, x engine.Table, y engine.Targets, change func(*O)) engine.FitReport {
	t.Helper()
	options, err := engine.NewOptions(machine)
	if err != nil {
		t.Fatal(err)
	}
	change(options.(*O))
	r := request(1, k, x)
	r.Machine = machine
	if k == 0 {
		r.Classes = engine.Classes{}
	}
	_, report, err := e.Fit(nil, r, options, x, y)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func diagnose(t *testing.T, e *engine.Engine, problem int, x engine.Table, y engine.Targets) engine.Diagnosis {
	t.Helper()
	d, err := e.Diagnose(nil, engine.DiagnoseRequest{Model: 1, Table: x.Shape, Problem: problem, Tolerance: 1e-5}, x, y, []float64{0, 50}, engine.Support{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// optimal checks properties of every solution at tolerance 1e-7. The solution of NuSVC is
// divided by the margin rho = 1/C, so its tolerance is larger by this factor.
func optimal(t *testing.T, what string, d engine.Diagnosis, objective float64) {
	t.Helper()
	if !d.Summary.Training {
		t.Fatalf("%s: not seen to be the training set", what)
	}
	limit := 1e-6
	if what == "NuSVC" {
		limit *= slices.Max(d.Alpha)
	}
	if worst := slices.Max(d.Residual); !(worst < limit) {
		t.Errorf("%s: the conditions fail by %v", what, worst)
	}
	if m := d.Summary; !(math.Abs(m.Gap) < 1e-5*(1+math.Abs(m.Primal))) || !(m.BiasLow-limit <= m.Bias && m.Bias <= m.BiasHigh+limit) {
		t.Errorf("%s: primal %v, dual %v, bias %v in [%v, %v]", what, m.Primal, m.Dual, m.Bias, m.BiasLow, m.BiasHigh)
	}
	if !math.IsNaN(objective) && !(math.Abs(d.Dual+objective) < 1e-6*(1+math.Abs(objective))) {
		t.Errorf("%s: dual %v, reported objective %v", what, d.Dual, objective)
	}
	for i, a := range d.Alpha {
		if inside := d.Slack[i] > 1e-5; inside && a == 0 {
			t.Errorf("%s: row %d has the slack %v and no dual variable", what, d.Rows[i], d.Slack[i])
		}
	}
}

// numbers returns targets for a regression on x.
func numbers(x engine.Table) []float64 {
	y := make([]float64, x.Rows)
	for i := range y {
		y[i] = math.Sin(2*x.Data[i*x.Cols]) + 0.2*x.Data[i*x.Cols+1]
	}
	return y
}

func narrow(s *kernel.Spec, o *svm.Solving) {
	s.Gamma, o.Tol = kernel.Width{Value: 0.5}, 1e-7
}

// Every machine with dual variables that reports convergence is at its optimum.
func TestDiagnosesOfAllDualMachines(t *testing.T) {
	e := engine.New()
	x, y := table(80, 3, 3)
	two, z := table(80, 3, 2)
	weight := make([]float64, 80)
	for i := range weight {
		weight[i] = 0.5 + float64(i%3)
	}
	labels, values := engine.Targets{Labels: z, Weight: weight}, engine.Targets{Values: numbers(two), Weight: weight}
	for _, c := range []float64{0.3, 2} {
		for loss, residual := range map[string]string{"hinge": "epsilonInsensitive", "squaredHinge": "squaredEpsilonInsensitive",
			"modifiedHuber": "gaussian", "mixed": "mixed"} {
			r := learn(t, e, "SVC", 2, two, labels, func(o *svm.SVCOptions) { narrow(&o.Kernel, &o.Solving); o.C, o.Loss = c, loss })
			optimal(t, "SVC "+loss, diagnose(t, e, 0, two, labels), r.Objective)
			r = learn(t, e, "SVR", 0, two, values, func(o *svm.SVROptions) {
				narrow(&o.Kernel, &o.Solving)
				o.C, o.Loss = c, residual
			})
			optimal(t, "SVR "+residual, diagnose(t, e, 0, two, values), r.Objective)
		}
	}
	learn(t, e, "SVC", 2, two, engine.Targets{Labels: z}, func(o *svm.SVCOptions) { narrow(&o.Kernel, &o.Solving); o.C = math.Inf(1); o.Kernel.Gamma.Value = 20 })
	d := diagnose(t, e, 0, two, engine.Targets{Labels: z})
	optimal(t, "hard margin", d, math.NaN())
	// W = 1/(2 gamma^2) at the hard margin.
	if g := d.Summary.Geometric; !(math.Abs(d.Dual-1/(2*g*g)) < 1e-5*d.Dual) || !(math.Abs(d.Functional-1) < 1e-6) {
		t.Errorf("hard margin: dual %v, geometric margin %v, functional margin %v", d.Dual, g, d.Functional)
	}
	learn(t, e, "SVR", 0, two, engine.Targets{Values: numbers(two)}, func(o *svm.SVROptions) { narrow(&o.Kernel, &o.Solving); o.C = math.Inf(1); o.Kernel.Gamma.Value = 5 })
	optimal(t, "hard tube", diagnose(t, e, 0, two, engine.Targets{Values: numbers(two)}), math.NaN())
	learn(t, e, "NuSVC", 2, two, labels, func(o *svm.NuSVCOptions) { narrow(&o.Kernel, &o.Solving); o.Nu = 0.3 })
	optimal(t, "NuSVC", diagnose(t, e, 0, two, labels), math.NaN())
	learn(t, e, "NuSVR", 0, two, values, func(o *svm.NuSVROptions) { narrow(&o.Kernel, &o.Solving); o.Nu = 0.3 })
	optimal(t, "NuSVR", diagnose(t, e, 0, two, values), math.NaN())
	r := learn(t, e, "OneClassSVM", 0, two, engine.Targets{Weight: weight}, func(o *svm.OneClassSVMOptions) { narrow(&o.Kernel, &o.Solving); o.Nu = 0.3 })
	optimal(t, "OneClassSVM", diagnose(t, e, 0, two, engine.Targets{Weight: weight}), r.Objective)

	// Linear programs: their objective has the sizes of the coefficients in place of |w|^2/2.
	for _, c := range []float64{0.3, 2, 50} {
		for _, signed := range []bool{false, true} {
			r = learn(t, e, "LPSVC", 2, two, labels, func(o *programs.LPSVCOptions) { o.Kernel.Gamma, o.C, o.Signed = kernel.Width{Value: 0.5}, c, signed })
			d = diagnose(t, e, 0, two, labels)
			optimal(t, "LPSVC", d, -r.Objective)
			learn(t, e, "LPSVC", 2, two, labels, func(o *programs.LPSVCOptions) { o.Kernel.Name, o.C, o.Signed = "linear", c, signed })
			d = diagnose(t, e, 0, two, labels)
			if norm := math.Hypot(math.Hypot(d.Weights[0], d.Weights[1]), d.Weights[2]); !(math.Abs(d.Summary.Norm-norm) <= 1e-9*norm) {
				t.Errorf("LPSVC: |w| = %v, that of the weights %v is %v", d.Summary.Norm, d.Weights, norm)
			}
		}
		r = learn(t, e, "LPSVR", 0, two, values, func(o *programs.LPSVROptions) { o.Kernel.Gamma, o.C = kernel.Width{Value: 0.5}, c })
		d = diagnose(t, e, 0, two, values)
		optimal(t, "LPSVR", d, -r.Objective)
		if !math.IsNaN(d.Summary.Norm) {
			t.Errorf("LPSVR: |w| = %v", d.Summary.Norm)
		}
	}
	learn(t, e, "LPSVC", 3, x, engine.Targets{Labels: y}, func(o *programs.LPSVCOptions) { o.MultiClass = "ovr" })
	for problem := range 3 {
		optimal(t, "LPSVC, one against the rest", diagnose(t, e, problem, x, engine.Targets{Labels: y}), math.NaN())
	}

	// The pairs of three classes, each with its own rows.
	r = learn(t, e, "SVC", 3, x, engine.Targets{Labels: y}, func(o *svm.SVCOptions) { narrow(&o.Kernel, &o.Solving) })
	sum, rows := 0.0, 0
	for pair := range 3 {
		d := diagnose(t, e, pair, x, engine.Targets{Labels: y})
		optimal(t, "pair", d, math.NaN())
		sum, rows = sum+d.Dual, rows+len(d.Rows)
		if d.Percentiles[0] != d.Functional || int(d.Ranking[0]) >= x.Rows || len(d.Ranking) != len(d.Rows) {
			t.Errorf("pair %d: percentiles %v, functional margin %v", pair, d.Percentiles, d.Functional)
		}
	}
	if !(math.Abs(sum+r.Objective) < 1e-5*sum) || rows != 160 {
		t.Errorf("the pairs have %v in all over %d rows, the report %v", sum, rows, r.Objective)
	}
}

// For other rows the diagnosis has the margins, but no dual variables.
func TestDiagnosisOfOtherRows(t *testing.T) {
	e := engine.New()
	x, y := table(60, 3, 2)
	other, z := table(50, 3, 2)
	learn(t, e, "SVC", 2, x, engine.Targets{Labels: y}, func(o *svm.SVCOptions) { o.Kernel.Name = "linear" })
	d := diagnose(t, e, 0, other, engine.Targets{Labels: z})
	f, _, err := e.DecisionFunction(nil, 1, "", other)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range f {
		if want := v * float64(2*z[i]-1); d.Margin[i] != want {
			t.Fatalf("margin of row %d is %v, want %v", i, d.Margin[i], want)
		}
	}
	if d.Summary.Training || d.Alpha != nil || !math.IsNaN(d.Gap) || len(d.Weights) != 3 {
		t.Errorf("summary %+v, %d weights", d.Summary, len(d.Weights))
	}
	// f(x) = <w, x> + b with the w of the diagnosis.
	sum := d.Bias
	for j, w := range d.Weights {
		sum += w * other.Data[j]
	}
	if !(math.Abs(sum-f[0]) <= 1e-12) {
		t.Errorf("<w, x> + b is %v, f(x) %v", sum, f[0])
	}
	// Other rows in the same number are not the training set either.
	moved := x
	moved.Data = slices.Clone(x.Data)
	for i := range moved.Data {
		moved.Data[i]++
	}
	if d := diagnose(t, e, 0, moved, engine.Targets{Labels: y}); d.Summary.Training {
		t.Error("moved rows pass for the training set")
	}
	if d := diagnose(t, e, 0, x, engine.Targets{Labels: y}); !d.Summary.Training || !(math.Abs(d.Norm*d.Norm-dot(d.Weights)) < 1e-9) {
		t.Errorf("|w| is %v, w %v", d.Norm, d.Weights)
	}
}

func dot(w []float64) (sum float64) {
	for _, v := range w {
		sum += v * v
	}
	return sum
}

func TestDiagnosisRefuses(t *testing.T) {
	e := engine.New()
	x, y := table(60, 3, 2)
	learn(t, e, "SVC", 2, x, engine.Targets{Labels: y}, func(*svm.SVCOptions) {})
	narrower, _ := table(60, 2, 2)
	for name, c := range map[string]struct {
		model, problem int
		x              engine.Table
		y              engine.Targets
		code           fault.Code
	}{
		"no model":    {9, 0, x, engine.Targets{Labels: y}, fault.NotFitted},
		"no problem":  {1, 1, x, engine.Targets{Labels: y}, fault.Option},
		"no labels":   {1, 0, x, engine.Targets{}, fault.Shape},
		"features":    {1, 0, narrower, engine.Targets{Labels: y}, fault.FeatureCount},
		"bad weights": {1, 0, x, engine.Targets{Labels: y, Weight: make([]float64, 3)}, fault.Shape},
	} {
		_, err := e.Diagnose(nil, engine.DiagnoseRequest{Model: c.model, Table: c.x.Shape, Problem: c.problem}, c.x, c.y, nil, engine.Support{})
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}
