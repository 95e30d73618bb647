package check

import (
	"fmt"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
)

// refusals are the rules about data that no machine can take. They use the engine, which guards the
// machines.
func refusals() []check {
	return []check{
		{"refuses numbers that are not finite", notFinite},
		{"refuses targets that do not fit", badTargets},
		{"refuses weights that are none", badWeights},
		{"refuses empty data", emptyData},
		{"refuses a single class", singleClass},
	}
}

// attempt fits the machine in a new engine, and returns the engine, too.
func (s subject) attempt(x engine.Table, y engine.Targets, k int) (*engine.Engine, error) {
	e := engine.New()
	r, options := s.request()
	r.Table = x.Shape
	if s.kind == catalog.Classifier {
		r.Classes.Kind = "number"
		for c := range k {
			r.Classes.Names = append(r.Classes.Names, fmt.Sprint(c))
		}
	}
	_, _, err := e.Fit(nil, r, options, x, y)
	return e, err
}

// crossing returns a training in the form in which it crosses.
func crossing(t model.Training) (engine.Table, engine.Targets) {
	x := dense(t)
	return engine.Table{Shape: engine.Shape{Layout: "dense", Rows: x.N, Cols: x.D}, Data: x.X},
		engine.Targets{Labels: t.Labels(), Values: t.Values(), Weight: t.Weight}
}

func notFinite(s subject) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		x, y := crossing(s.training(20, 3, 2))
		e, err := s.attempt(x, y, 2)
		must("a fit", err)
		good := x.Data[0]
		x.Data[0] = bad
		_, predicted := e.Predict(nil, 1, x)
		_, err = s.attempt(x, y, 2)
		x.Data[0] = good
		what := fmt.Sprintf("X with %v", bad)
		refuse(what, err, fault.NonFinite)
		refuse(what+" to predict", predicted, fault.NonFinite)
		if s.kind == catalog.Regressor {
			y.Values[3] = bad
			_, err = s.attempt(x, y, 2)
			refuse(fmt.Sprintf("y with %v", bad), err, fault.NonFinite)
		}
	}
}

func badTargets(s subject) {
	if s.kind == catalog.Detector || s.kind == catalog.Transformer {
		return
	}
	x, y := crossing(s.training(20, 3, 2))
	y.Labels, y.Values = y.Labels[:len(y.Labels)*3/4], y.Values[:len(y.Values)*3/4]
	_, err := s.attempt(x, y, 2)
	refuse("15 targets for 20 samples", err, fault.Shape)
}

func badWeights(s subject) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), -1} {
		x, y := crossing(s.training(20, 3, 2))
		y.Weight = make([]float64, 20)
		y.Weight[7] = bad
		_, err := s.attempt(x, y, 2)
		refuse(fmt.Sprintf("a weight of %v", bad), err, fault.Weight)
	}
	x, y := crossing(s.training(20, 3, 2))
	y.Weight = make([]float64, 19)
	_, err := s.attempt(x, y, 2)
	refuse("19 weights for 20 samples", err, fault.Shape)
}

func emptyData(s subject) {
	for _, shape := range [][2]int{{0, 3}, {12, 0}} {
		x := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: shape[0], Cols: shape[1]}}
		_, y := crossing(s.training(12, 1, 2))
		_, err := s.attempt(x, y, 2)
		refuse(fmt.Sprintf("X of %d x %d", shape[0], shape[1]), err, fault.Empty)
	}
}

func singleClass(s subject) {
	if s.kind != catalog.Classifier {
		return
	}
	x, y := crossing(s.training(20, 3, 2))
	for i := range y.Labels {
		y.Labels[i] = 0
	}
	_, err := s.attempt(x, y, 1)
	refuse("a single class", err, fault.OneClass)
}
