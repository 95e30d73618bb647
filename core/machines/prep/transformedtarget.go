package prep

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// TransformedTargetOptions are the options of TransformedTarget.
type TransformedTargetOptions struct {
	Transformer string `js:"transformer" default:"none" choices:"none,standard,quantile,log,log1p,sqrt" doc:"What y goes through, unless a part before the regressor transforms it: 'standard' gives it mean 0 and variance 1, 'quantile' a normal distribution, and 'log', 'log1p' and 'sqrt' are functions of each value."`
}

// TransformedTarget is a regressor that learns a transformed y and transforms predictions back. The
// transformation uses the weights of samples, too, so that a sample of weight 2 counts as two.
type TransformedTarget struct {
	TransformedTargetOptions
	model.Base[*TransformedTargetFit]
	parts []model.Part
}

// TransformedTargetFit is the result of a fit of TransformedTarget: the parameters of 'standard'
// and 'quantile'. Other transformations do not use Center and Scale.
type TransformedTargetFit struct {
	Features  int       `field:"features" dim:"d" range:"[0,16777216]" doc:"Number of features that a row of X must have."`
	Center    float64   `field:"target.center" doc:"What 'standard' subtracts from y; 0 for others."`
	Scale     float64   `field:"target.scale" doc:"What 'standard' divides y by; 1 for others."`
	Quantiles []float64 `field:"target.quantiles" shape:"q" doc:"The quantiles of y that 'quantile' keeps; none for others."`
}

// NewTransformedTarget returns an unfitted regressor around the last part, with the first of two
// for y.
func NewTransformedTarget(parts []model.Part) (model.Machine, error) {
	if len(parts) != 1 && len(parts) != 2 {
		return nil, fault.New(fault.Option, "regressor", "a TransformedTarget has a regressor, and can have a transformer before it, got %d parts", len(parts))
	}
	last := parts[len(parts)-1]
	if _, is := last.Machine.(model.Regressor); !is {
		return nil, fault.New(fault.Option, "regressor", "%s cannot be the regressor of a TransformedTarget: it does not predict numbers; use one such as SVR", last.Name)
	}
	if len(parts) == 2 {
		if _, is := parts[0].Machine.(model.Columnwise); !is {
			return nil, fault.New(fault.Option, "transformer", "%s cannot transform y: it does not change a single column, or cannot be undone; use one such as StandardScaler or QuantileTransformer", parts[0].Name)
		}
	}
	m := &TransformedTarget{parts: parts}
	m.Init(&m.TransformedTargetOptions, new(TransformedTargetFit), m.check)
	return m, nil
}

// check returns an error unless a result from a model file can be that of a fit.
func (m *TransformedTarget) check(f *TransformedTargetFit) error {
	wrong := func(what string) error { return fault.New(fault.Format, "bytes", "%s", what) }
	switch {
	case !(f.Scale > 0):
		return wrong("the model divides y by a number that is not positive")
	case len(m.parts) == 1 && m.Transformer == "quantile" && (len(f.Quantiles) == 0 || !slices.IsSorted(f.Quantiles)):
		return wrong("the quantiles of y do not ascend")
	}
	return nil
}

// Parts returns the transformer, if one is given, and the regressor.
func (m *TransformedTarget) Parts() []model.Part { return m.parts }

// First returns the regressor, which sees the samples as they are.
func (m *TransformedTarget) First() model.Part { return m.parts[len(m.parts)-1] }

// Fit fits the transformer to y, and the regressor to the transformed y. After an error or an abort
// all are unchanged.
func (m *TransformedTarget) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return wholly(keepParts(m.parts), func() (model.Report, error) { return m.fit(ctl, t) })
}

func (m *TransformedTarget) fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(m, t); err != nil {
		return model.Report{}, err
	}
	f, y := &TransformedTargetFit{Features: t.X.Dim(), Scale: 1}, oneColumn(t.Values())
	if to := m.transformer(f); to != nil {
		own := model.NewTraining(y, nil)
		own.Weight = t.Weight
		report, err := to.Fit(ctl, own)
		if err != nil || report.Status == run.Aborted {
			return report, err
		}
		f.take(to, len(m.parts))
		made, err := to.Transform(ctl, y)
		if err != nil {
			return model.Report{}, err
		}
		y = made.(*sample.Matrix)
	} else {
		for i, v := range y.X {
			made, err := m.forward(i, v)
			if err != nil && (t.Weight == nil || t.Weight[i] > 0) {
				return model.Report{}, err
			}
			y.X[i] = made
		}
	}
	t.Target = model.Values(y.X)
	if start, is := t.Start.(*TransformedTarget); is {
		t.Start = start.First().Machine
	}
	report, err := m.First().Machine.Fit(ctl, t)
	if err != nil || report.Status == run.Aborted {
		return report, err
	}
	return m.Learnt(f, report)
}

// oneColumn returns values as samples of one column.
func oneColumn(y []float64) *sample.Matrix {
	return &sample.Matrix{N: len(y), D: 1, X: slices.Clone(y)}
}

// take keeps the result of a transformer that is no part.
func (f *TransformedTargetFit) take(to model.Machine, parts int) {
	if parts > 1 {
		return
	}
	switch s := to.(type) {
	case *StandardScaler:
		f.Center, f.Scale = s.Result.Mean[0], s.Result.Scale[0]
	case *QuantileTransformer:
		f.Quantiles = s.Result.Quantiles
	}
}

// transformer returns the transformer of y, with its parameters from a result; nil for a function.
func (m *TransformedTarget) transformer(f *TransformedTargetFit) model.Inverter {
	if len(m.parts) > 1 {
		return m.parts[0].Machine.(model.Inverter)
	}
	switch m.Transformer {
	case "standard":
		s := NewStandardScaler()
		s.Result = &StandardScalerFit{1, []float64{f.Center}, []float64{f.Scale}}
		return s
	case "quantile":
		s := NewQuantileTransformer()
		s.OutputDistribution = "normal"
		s.Result = &QuantileTransformerFit{1, len(f.Quantiles), f.Quantiles}
		return s
	}
	return nil
}

// forward returns the transformed value i of y, for a function of the options.
func (m *TransformedTarget) forward(i int, v float64) (float64, error) {
	wrong := func(needs, remedy string) (float64, error) {
		return 0, fault.New(fault.Option, "y", "y[%d] is %v, but the transformer '%s' needs values %s; %s", i, v, m.Transformer, needs, remedy).With("row", i)
	}
	const others = "use 'standard' or 'quantile', which take any values"
	switch m.Transformer {
	case "log":
		if v <= 0 {
			return wrong("above 0", "leave out the row, use 'log1p' if no value is below 0, or "+others)
		}
		return math.Log(v), nil
	case "log1p":
		if v <= -1 {
			return wrong("above -1", "leave out the row, or "+others)
		}
		return math.Log1p(v), nil
	case "sqrt":
		if v < 0 {
			return wrong("of at least 0", "leave out the row, or "+others)
		}
		return math.Sqrt(v), nil
	}
	return v, nil
}

// backward inverts forward. A negative square root, which no y has, counts as 0.
func (m *TransformedTarget) backward(v float64) float64 {
	switch m.Transformer {
	case "log":
		v = math.Exp(v)
	case "log1p":
		v = math.Expm1(v)
	case "sqrt":
		v = max(v, 0)
		v *= v
	}
	return min(v, math.MaxFloat64)
}

// Predict returns the value for every sample of x, in the units of y.
func (m *TransformedTarget) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	values, err := m.First().Machine.(model.Regressor).Predict(ctl, x)
	if err != nil {
		return nil, err
	}
	if to := m.transformer(m.Result); to != nil {
		made, err := to.Inverse(ctl, oneColumn(values))
		if err != nil {
			return nil, err
		}
		return made.(*sample.Matrix).X, nil
	}
	for i, v := range values {
		values[i] = m.backward(v)
	}
	return values, nil
}

// Affine returns scale and shift of a prediction, which is scale times what the regressor says plus
// shift; affine is false if the transformation of y is no such function.
func (m *TransformedTarget) Affine() (scale, shift float64, affine bool) {
	to := m.transformer(m.Result)
	if to == nil {
		return 1, 0, m.Transformer == "none"
	}
	sloped, is := to.(model.Sloped)
	slope := make([]float64, 1)
	if !is || !sloped.Slopes(slope, slope) {
		return 0, 0, false
	}
	zero, err := to.Inverse(nil, oneColumn(make([]float64, 1)))
	if err != nil {
		return 0, 0, false
	}
	return 1 / slope[0], zero.(*sample.Matrix).X[0], true
}
