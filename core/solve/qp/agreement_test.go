package qp_test

import (
	"flag"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"maxmargin/core/base/run"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
	"maxmargin/core/solve/qp"
)

var table = flag.Bool("table", false, "print a table of all solvers on all problems, the large ones included")

// accepted is the number of small made-up problems that each solver accepts: a solver that
// wrongly refuses a problem fails. Real data do not count, because a checkout may lack them.
func accepted() map[string]int {
	return map[string]int{"smo": 35, "smoPlatt": 19, "smoQuadrants": 4, "decomposition": 35, "chunking": 35, "ascent": 5, "interiorPoint": 35}
}

// outcome is the result of a solver for a problem.
type outcome struct {
	model.Report
	solution  svm.Solution
	objective float64 // that was minimised, and its duality gap
	gap       float64
	took      time.Duration
}

// attempt fits a problem; false if the solver refuses it.
func attempt(t testing.TB, p problem, name string, tol float64, training model.Training) (outcome, bool) {
	t.Helper()
	m := p.make(t, name, tol)
	began := time.Now()
	// A run that never ends fails here, and not at the time limit of all tests.
	report, err := m.Fit(support.Ticking().Within(1e6), facts.For(m, training))
	took := time.Since(began)
	if err != nil {
		if !strings.Contains(err.Error(), "'"+name+"' cannot solve") {
			t.Fatalf("%s of %s: %v", name, p.name, err)
		}
		return outcome{}, false
	}
	s := reflect.ValueOf(m.Fitted()).Elem().FieldByName("Solution").Interface().(svm.Solution)
	o := outcome{report, s, report.Objective, sum(s.DualityGaps), took}
	if fit, ok := m.Fitted().(*svm.NuSVCFit); ok {
		// Solutions are divided by their margins 1/C, which the tolerance moves.
		o.objective, o.gap = 0, 0
		for q, c := range fit.C {
			o.objective += fit.Objectives[q] / (c * c)
			o.gap += s.DualityGaps[q] / (c * c)
		}
	}
	return o, true
}

// TestAgreement: on every stored problem each solver that accepts it has the objective of
// the interior point at a tolerance of 1e-8, and this agrees with the known objective. At a
// tolerance tol, objectives may differ by the duality gap that the solver reports, which by
// weak duality bounds the error; this gap must be within 1e-3 of the objective.
//
// make solvers prints the table.
func TestAgreement(t *testing.T) {
	solved := map[string]int{}
	madeUp, real := problems()
	for at, p := range slices.Concat(madeUp, real) {
		if p.large && !*table {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			training := p.data(t)
			best, _ := attempt(t, p, "interiorPoint", 1e-8, training)
			if math.Abs(best.Objective-p.known) > 1e-6*(1+math.Abs(p.known)) {
				t.Errorf("the interior point has the objective %.10g, known is %.10g", best.Objective, p.known)
			}
			for _, e := range qp.Methods() {
				if e.Name == p.slow && !*table {
					continue
				}
				if r, ok := attempt(t, p, e.Name, 1e-4, training); ok {
					if at < len(madeUp) && !p.large {
						solved[e.Name]++
					}
					compare(t, p, e.Name, r, best)
				}
			}
		})
	}
	for name, want := range accepted() {
		if solved[name] != want && !t.Failed() && !*table {
			t.Errorf("%s has solved %d made-up problems, want %d", name, solved[name], want)
		}
	}
}

// compare compares the result of a solver with that of the interior point.
func compare(t *testing.T, p problem, name string, r, best outcome) {
	off, size := r.objective-best.objective, 1+math.Abs(best.objective)
	if *table {
		fmt.Printf("%-36s %-14s %-15s %14.8g %9.1e %9d iterations %11.0f values %9.1f ms\n", p.name, name, r.Status,
			r.objective, off, r.Iterations, sum(r.solution.Values), float64(r.took.Microseconds())/1000)
	}
	if r.Status == run.TimeLimit && p.large {
		return // the table says so
	}
	if r.Status != run.Converged || off < -1e-7*size || off > r.gap+1e-9*size || off > 1e-4*size {
		t.Errorf("%s: %s, objective %.10g with a duality gap of %.2g, the interior point has %.10g", name, r.Status, r.objective, r.gap, best.objective)
	}
	if sum(r.solution.Values) <= 0 {
		t.Errorf("%s: %v kernel values", name, r.solution.Values)
	}
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

// The names of the solvers are the choices of the option, in every machine.
func TestNames(t *testing.T) {
	var names []string
	for _, e := range qp.Methods() {
		names = append(names, e.Name)
	}
	at := slices.IndexFunc(schema.Of(svm.Solving{}), func(o schema.Option) bool { return o.Name == "solver" })
	if got := schema.Of(svm.Solving{})[at].Choices; !slices.Equal(got, names) {
		t.Errorf("the option has the choices %v, there are %v", got, names)
	}
	if _, err := qp.New("smoPlat", qp.Problem{}, qp.Settings{}); err == nil || !strings.Contains(err.Error(), "smoPlat") {
		t.Errorf("an unknown name: %v", err)
	}
}
