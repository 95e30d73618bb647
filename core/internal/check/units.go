package check

import (
	"fmt"
	"math"
	"slices"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// units are the rules about the units of X and y.
func units() []check {
	return []check{
		{"takes X in other units", unitsOfX},
		{"takes y in other units", unitsOfY},
	}
}

// scales are about 1e-6 and 1e6; as powers of two they round nothing.
func scales() []float64 { return []float64{0x1p-20, 0x1p20} }

// power says that an option is multiplied by a power of the unit.
type power struct {
	option string
	by     float64
}

// powersOfX returns how the options of machines without a kernel follow the unit of X. Options that
// are not there have no unit.
func powersOfX(name string) []power {
	switch name {
	case "LinearSVC", "LinearSVR", "SetRanker": // |w|^2/2 + C loss, and a constant feature
		return []power{{"C", -2}, {"interceptScaling", 1}}
	case "SGDClassifier": // alpha |w|^2/2 + loss
		return []power{{"alpha", 2}, {"interceptScaling", 1}}
	case "Ridge", "CumulativeLinkModel", "FisherDiscriminant":
		return []power{{"alpha", 2}}
	case "Lasso": // alpha |w|_1 + |residual|^2
		return []power{{"alpha", 1}}
	}
	return nil
}

// powersOfY returns how the options of regressions follow the unit of y: those that have it, by their
// tags, and others.
func (s subject) powersOfY() (all []power) {
	for _, o := range s.schema() {
		if o.Unit == "of y" {
			all = append(all, power{o.Name, 1})
		}
	}
	switch s.Name {
	case "SVR", "LinearSVR", "LowRankSVR", "NuSVR": // |w|^2/2 + C |residual|, to a tolerance of residuals
		return append(all, power{"C", 1}, power{"tol", 1})
	case "Lasso":
		return append(all, power{"alpha", 1})
	case "IncrementalSVR", "ParametricTubeSVR", "RegularizationNetwork", "ConvexLossSVR": // the same
		return append(all, power{"C", 1})
	}
	return all
}

// inUnits returns an unfitted machine whose options have followed a unit.
func (s subject) inUnits(scale float64, powers []power) model.Machine {
	m := s.converging()
	for _, held := range machines(m) {
		for _, o := range schema.Of(held.Options()) {
			for _, p := range powers {
				if field := o.Field(held.Options()); o.Name == p.option && field.CanFloat() {
					field.SetFloat(field.Float() * math.Pow(scale, p.by))
				}
			}
		}
	}
	return m
}

// ofParts reports whether the units are those of given parts, each of which is checked alone.
func (s subject) ofParts() bool {
	_, err := catalog.NewMachine(s.Name)
	return err != nil && catalog.IsHolder(s.Name)
}

// unitsOfX: numbers in other units give the same predictions if options with units change
// accordingly. Results of transformers have the units of X or none.
func unitsOfX(s subject) {
	t := s.training(60, 3, 3)
	if s.ofParts() {
		return
	}
	want := fitted("a fit", s.converging(), t, t.X)
	for _, scale := range scales() {
		x := &sample.Matrix{N: 60, D: 3, X: slices.Clone(dense(t).X)}
		for i := range x.X {
			x.X[i] *= scale
		}
		scaled := t
		scaled.X = x
		m := s.inUnits(scale, powersOfX(s.Name))
		if s.has("gamma") {
			m = s.converging(option{"gamma", 0.5 / (scale * scale)})
		}
		got := fitted(fmt.Sprintf("X times %g", scale), m, scaled, x)
		got, want := s.smooth(got, 60), s.smooth(want, 60)
		what := fmt.Sprintf("X times %g", scale)
		f := differ(what, got, want, 1e-5)
		if f != "" {
			s.rescale(got, want, scale)
			f = differ(what, got, want, 1e-5)
		}
		if f != "" {
			fail("%s"+unitless, f, "powersOfX")
		}
	}
}

// unitless says what a machine lacks whose answers change with the unit.
const unitless = "; if an option has a unit, such as a penalty, %s in core/internal/check/units.go says how it follows"

// rescale divides results of transformers by the unit of X, and decision values, which may have any
// unit, by their size.
func (s subject) rescale(got, want []float64, scale float64) {
	from := 0
	if s.kind != catalog.Transformer {
		from = 60 // after the predictions
		scale = 0
		for i := from; i < min(len(got), len(want)); i++ {
			scale = max(scale, math.Abs(got[i]))
		}
		size := 0.0
		for i := from; i < len(want); i++ {
			size = max(size, math.Abs(want[i]))
		}
		scale /= size
	}
	for i := from; i < len(got); i++ {
		got[i] /= scale
	}
}

// unitsOfY: predictions of a regression follow the unit of y.
func unitsOfY(s subject) {
	t := s.training(60, 3, 3)
	if s.kind != catalog.Regressor || s.lists() || s.ofParts() {
		return
	}
	want := fitted("a fit", s.converging(), t, t.X)
	for _, scale := range scales() {
		y := slices.Clone(t.Values())
		for i := range y {
			y[i] *= scale
		}
		scaled := t
		scaled.Target = model.Values(y)
		what := fmt.Sprintf("y times %g", scale)
		got := fitted(what, s.inUnits(scale, s.powersOfY()), scaled, t.X)
		for i := range got {
			got[i] /= scale
		}
		if f := differ(what, got, want, 1e-5); f != "" {
			fail("%s"+unitless, f, "powersOfY")
		}
	}
}
