package engine_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/engine"
	"maxmargin/core/internal/support"
)

// change asks for the least change of one row, without bounds and weights.
func change(e *engine.Engine, row []float64, target, norm int) (engine.Nearest, error) {
	d := len(row)
	low, high, weights := make([]float64, d), make([]float64, d), make([]float64, d)
	for j := range d {
		low[j], high[j], weights[j] = math.Inf(-1), math.Inf(1), 1
	}
	x := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 1, Cols: d}, Data: row}
	return e.NearestChange(nil, engine.NearestRequest{Model: 1, Table: x.Shape, Target: target, Norm: norm}, x, weights, low, high)
}

// TestNearestChangesAreReached asks every classifier of the catalog for a change to every class: the
// model predicts the target there, and 1 % closer on the same line it does not.
func TestNearestChangesAreReached(t *testing.T) {
	support.InTurn(t, 0)
	changed := map[string]int{}
	eachFitted(t, 2, func(name string, k int, e *engine.Engine, x engine.Table) {
		row := x.Data[:2]
		for target := range k {
			for _, norm := range []int{1, 2} {
				if numbers, err := e.Predict(nil, 1, head(x, 1)); err == nil && numbers.Values != nil {
					continue // a regressor
				}
				found, err := change(e, row, target, norm)
				if err != nil {
					if !refused(err) {
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				at := func(share float64) int {
					z := []float64{row[0] + share*(found.X[0]-row[0]), row[1] + share*(found.X[1]-row[1])}
					p, err := e.Predict(nil, 1, engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 1, Cols: 2}, Data: z})
					if err != nil || p.Labels == nil {
						t.Fatalf("%s: %v", name, err)
					}
					return int(p.Labels[0])
				}
				if at(1) != target {
					t.Errorf("%s: the change to %d of %d leads to %d", name, target, k, at(1))
				}
				if k == 2 && at(0.99) == target {
					t.Errorf("%s: 1 %% less than the change to %d does, too", name, target)
				}
				changed[name]++
			}
		}
	})
	t.Log(changed)
	for _, name := range []string{"SVC", "NuSVC", "LSSVC", "GaussianProcessClassifier", "LinearSVC", "SGDClassifier", "KernelPerceptron", "OrdinalSVC"} {
		if changed[name] < 4 {
			t.Errorf("%s has %d changes", name, changed[name])
		}
	}
}

// TestNearestChangeOfAKernel compares with all directions of the plane: the first change of sign on
// each of many rays.
func TestNearestChangeOfAKernel(t *testing.T) {
	x, y := table(60, 2, 2)
	o, err := engine.NewOptions("SVC")
	if err != nil {
		t.Fatal(err)
	}
	r := request(1, 2, x)
	e := engine.New()
	if _, _, err := e.Fit(nil, r, o, x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		row := x.Data[2*i : 2*i+2]
		p, err := e.Predict(nil, 1, engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 1, Cols: 2}, Data: row})
		if err != nil {
			t.Fatal(err)
		}
		target := 1 - int(p.Labels[0])
		found, err := change(e, row, target, 2)
		if err != nil {
			t.Fatal(err)
		}
		const rays, rings = 360, 400
		reach := 1.5 * found.Distance
		points := make([]float64, 0, 2*rays*rings)
		for a := range rays {
			for ring := range rings {
				s, c := math.Sincos(2 * math.Pi * float64(a) / rays)
				h := reach * float64(ring+1) / rings
				points = append(points, row[0]+h*c, row[1]+h*s)
			}
		}
		all, err := e.Predict(nil, 1, engine.Table{Shape: engine.Shape{Layout: "dense", Rows: rays * rings, Cols: 2}, Data: points})
		if err != nil {
			t.Fatal(err)
		}
		least := math.Inf(1)
		for at, label := range all.Labels {
			if int(label) == target {
				least = min(least, reach*float64(at%rings+1)/rings)
			}
		}
		if !(found.Distance <= least*(1+1e-9)) || !(found.Distance >= least-2*reach/rings-1e-3*reach) {
			t.Errorf("row %d: a change of %v, on rays %v", i, found.Distance, least)
		}
		// The condition of Karush, Kuhn and Tucker: the change is along the gradient.
		g, err := e.Sensitivities(nil, engine.SensitivityRequest{Model: 1, Table: engine.Shape{Layout: "dense", Rows: 1, Cols: 2}}, engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 1, Cols: 2}, Data: found.X})
		if err != nil {
			t.Fatal(err)
		}
		a, b := found.X[0]-row[0], found.X[1]-row[1]
		if across := math.Abs(a*g.Gradients[1]-b*g.Gradients[0]) / math.Hypot(a, b) / math.Hypot(g.Gradients[0], g.Gradients[1]); !(across <= 1e-6) {
			t.Errorf("row %d: the change is %v off the gradient", i, across)
		}
		if found.Exact {
			t.Error("a local change counts as the least of all")
		}
	}
}

// TestNearestChangesOfRegressors asks every regressor of the catalog for a larger and a smaller number
// and for an interval: the prediction is the number, or at the near end of the interval, and 1 %
// closer on the same line it is not there yet. For linear machines the change is along the weights.
func TestNearestChangesOfRegressors(t *testing.T) {
	support.InTurn(t, 1)
	changed := map[string]int{}
	eachFitted(t, 2, func(name string, _ int, e *engine.Engine, x engine.Table) {
		at := func(z []float64) float64 {
			p, err := e.Predict(nil, 1, engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 1, Cols: 2}, Data: z})
			if err != nil || p.Values == nil {
				return math.NaN()
			}
			return p.Values[0]
		}
		row := x.Data[:2]
		from := at(row)
		if math.IsNaN(from) {
			return
		}
		all, _ := e.Predict(nil, 1, x)
		size := slices.Max(all.Values) - slices.Min(all.Values)
		shape := engine.Shape{Layout: "dense", Rows: 1, Cols: 2}
		for _, ends := range [][2]float64{{0.05, math.Inf(1)}, {math.Inf(-1), -0.05}, {0.05, 0.06}, {-0.06, -0.05}} {
			for _, norm := range []int{1, 2} {
				least, most := from+size*ends[0], from+size*ends[1]
				inf := math.Inf(1)
				found, err := e.NearestChange(nil, engine.NearestRequest{Model: 1, Table: shape, Least: least, Most: most, Norm: norm}, engine.Table{Shape: shape, Data: row}, []float64{1, 1}, []float64{-inf, -inf}, []float64{inf, inf})
				if err != nil {
					if !refused(err) {
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				want := least
				if most < from {
					want = most
				}
				got := at(found.X)
				if got < least || got > most || !(math.Abs(got-want) <= 1e-5*size) {
					t.Errorf("%s: %v for %v to %v", name, got, least, most)
				}
				nearer := at([]float64{row[0] + 0.99*(found.X[0]-row[0]), row[1] + 0.99*(found.X[1]-row[1])})
				if nearer >= least && nearer <= most {
					t.Errorf("%s: 1 %% less than the change to %v leads to %v, too", name, want, nearer)
				}
				if found.Exact && norm == 2 {
					g, err := e.Sensitivities(nil, engine.SensitivityRequest{Model: 1, Table: shape}, engine.Table{Shape: shape, Data: row})
					if err != nil {
						t.Fatal(err)
					}
					if closed := math.Abs(want-from) / math.Hypot(g.Gradients[0], g.Gradients[1]); !(math.Abs(found.Distance-closed) <= 1e-9*closed) {
						t.Errorf("%s: a distance of %v, by the weights %v", name, found.Distance, closed)
					}
				}
				changed[name]++
			}
		}
	})
	t.Log(changed)
	for _, name := range []string{"SVR", "NuSVR", "KernelRidge", "GaussianProcessRegressor", "LinearSVR", "Ridge"} {
		if changed[name] < 6 {
			t.Errorf("%s has %d changes", name, changed[name])
		}
	}
}
