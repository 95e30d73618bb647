package prep_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// golden is testdata/scaling.json, by core/internal/golden/prep.py with
// scikit-learn 1.2.1.
type golden struct {
	X          []float64
	Rows, Cols int
	Weight     []float64
	Cases      []struct {
		Machine  string
		Options  map[string]any
		Weighted bool
		Made     []float64
		Back     []float64
	}
}

func readGolden(t *testing.T) (g golden) {
	facts.Golden(t, "scaling.json", &g)
	return g
}

func scaler(machine string, options map[string]any) model.Transformer {
	switch machine {
	case "StandardScaler":
		s := prep.NewStandardScaler()
		s.WithMean, s.WithStd = options["withMean"].(bool), options["withStd"].(bool)
		return s
	case "MinMaxScaler":
		s := prep.NewMinMaxScaler()
		s.FeatureRange = schema.Interval{Low: options["low"].(float64), High: options["high"].(float64)}
		return s
	}
	s := prep.NewNormalizer()
	s.Norm = options["norm"].(string)
	return s
}

// Scalers give the results of scikit-learn, within 1e-13 of the largest number of a
// column and the rounding of its mean, and can be inverted.
func TestScalersAsScikitLearn(t *testing.T) {
	g := readGolden(t)
	x := &sample.Matrix{N: g.Rows, D: g.Cols, X: g.X}
	for _, c := range g.Cases {
		s, training := scaler(c.Machine, c.Options), model.NewTraining(x, nil)
		if c.Weighted {
			training.Weight = g.Weight
		}
		if _, err := s.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		made, err := s.Transform(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.Machine, made, c.Made, g.X, g.Cols)
		if inverter, ok := s.(model.Inverter); ok {
			back, err := inverter.Inverse(nil, made)
			if err != nil {
				t.Fatal(err)
			}
			near(t, c.Machine+" undone", back, c.Back, g.X, g.Cols)
			near(t, c.Machine+" undone", back, g.X, g.X, g.Cols)
		}
	}
}

// near compares numbers that were computed from those of x. If a subtracted mean is large
// compared with the scale, the tolerance includes a unit in its last place.
func near(t *testing.T, what string, got sample.Set, want, x []float64, cols int) {
	t.Helper()
	made := got.(*sample.Matrix).X
	for j := range cols {
		from, to := spread(x, j, cols), spread(want, j, cols)
		factor := 1.0
		if from.high > from.low {
			factor = (to.high - to.low) / (from.high - from.low)
		}
		tolerance := 1e-13*max(math.Abs(to.low), math.Abs(to.high)) + 0x1p-51*factor*max(math.Abs(from.low), math.Abs(from.high))
		for i := j; i < len(want); i += cols {
			if !(math.Abs(made[i]-want[i]) <= tolerance) {
				t.Errorf("%s: [%d] is %v, want %v within %v", what, i, made[i], want[i], tolerance)
			}
		}
	}
}

func spread(x []float64, j, cols int) (s struct{ low, high float64 }) {
	s.low, s.high = x[j], x[j]
	for i := j; i < len(x); i += cols {
		s.low, s.high = min(s.low, x[i]), max(s.high, x[i])
	}
	return s
}

// Sparse samples get the same values as dense ones, and stay sparse.
func TestSparseStaysSparse(t *testing.T) {
	dense := &sample.Matrix{N: 4, D: 3, X: []float64{0, 2, 0, 1, 0, 0, 3, 0, 0, 0, 8, 0}}
	csr := &sample.CSR{N: 4, D: 3, Ptr: []int32{0, 1, 2, 3, 4}, Index: []int32{1, 0, 0, 1}, Value: []float64{2, 1, 3, 8}}
	standard := prep.NewStandardScaler()
	standard.WithMean = false
	for _, s := range []model.Transformer{standard, prep.NewMinMaxScaler(), prep.NewNormalizer()} {
		if _, err := s.Fit(nil, model.NewTraining(dense, nil)); err != nil {
			t.Fatal(err)
		}
		want, err := s.Transform(nil, dense)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Fit(nil, model.NewTraining(csr, nil)); err != nil {
			t.Fatal(err)
		}
		got, err := s.Transform(nil, csr)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := got.(*sample.CSR); !ok {
			t.Fatalf("%T has made a %T of sparse samples", s, got)
		}
		row, wanted := make([]float64, 3), make([]float64, 3)
		for i := range 4 {
			got.Dense(row, i)
			want.Dense(wanted, i)
			for j := range row {
				if !(math.Abs(row[j]-wanted[j]) <= 1e-15) {
					t.Errorf("%T: row %d is %v, of dense samples %v", s, i, row, wanted)
				}
			}
		}
	}
}

// A transformation that would make a sparse set dense is refused, and the error says what
// to do.
func TestSparseRefused(t *testing.T) {
	csr := &sample.CSR{N: 2, D: 2, Ptr: []int32{0, 1, 2}, Index: []int32{0, 0}, Value: []float64{-1, 3}}
	low := prep.NewMinMaxScaler()
	low.FeatureRange = schema.Interval{Low: -1, High: 1}
	for _, s := range []model.Transformer{prep.NewStandardScaler(), prep.NewMinMaxScaler(), low} {
		_, err := s.Fit(nil, model.NewTraining(csr, nil))
		if !errors.Is(err, &fault.Error{Code: fault.Option}) {
			t.Errorf("%T: %v", s, err)
		}
	}
}

// Constant features are not scaled, and numbers at the ends of the range of float64 do not
// overflow in between.
func TestScalesAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		name string
		x    []float64
		want []float64 // after StandardScaler
	}{
		{"constant", []float64{7.1, 7.1, 7.1}, []float64{0, 0, 0}},
		{"constant and huge", []float64{1e308, 1e308, 1e308}, []float64{0, 0, 0}},
		{"huge", []float64{1e300, -1e300}, []float64{1, -1}},
		{"the largest numbers", []float64{math.MaxFloat64, -math.MaxFloat64}, []float64{1, -1}},
		{"constant but for 2^-30", []float64{1, 1 + 0x1p-30}, []float64{-1, 1}}, // as in scikit-learn 1.2.1: scale_ is 2^-31
		{"tiny", []float64{1e-300, -1e-300}, []float64{1, -1}},
		{"the smallest numbers", []float64{5e-324, -5e-324}, []float64{1, -1}},
	} {
		x := &sample.Matrix{N: len(c.x), D: 1, X: c.x}
		s := prep.NewStandardScaler()
		if _, err := s.Fit(nil, model.NewTraining(x, nil)); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		made, err := s.Transform(nil, x)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for i, v := range made.(*sample.Matrix).X {
			if !(math.Abs(v-c.want[i]) <= 1e-9) {
				t.Errorf("%s: %v, want %v", c.name, made.(*sample.Matrix).X, c.want)
			}
		}
		n := prep.NewNormalizer()
		if _, err := n.Fit(nil, model.NewTraining(x, nil)); err != nil {
			t.Fatal(err)
		}
		if made, err = n.Transform(nil, x); err != nil || math.Abs(made.(*sample.Matrix).X[0]) != 1 {
			t.Errorf("%s: the only number of a row becomes %v (%v)", c.name, made, err)
		}
	}
	x := &sample.Matrix{N: 2, D: 1, X: []float64{math.MaxFloat64, -math.MaxFloat64}}
	if _, err := prep.NewMinMaxScaler().Fit(nil, model.NewTraining(x, nil)); !errors.Is(err, &fault.Error{Code: fault.Numeric}) {
		t.Errorf("a range beyond float64: %v", err)
	}
	s := prep.NewStandardScaler()
	if _, err := s.Fit(nil, model.NewTraining(&sample.Matrix{N: 2, D: 1, X: []float64{1e-10, -1e-10}}, nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Transform(nil, x); !errors.Is(err, &fault.Error{Code: fault.Numeric}) {
		t.Errorf("an overflow in transform: %v", err)
	}
}

// The second pass finds what the sum of the first one has lost: 2^53 + 1 is 2^53 in float64.
func TestMeansAreCorrected(t *testing.T) {
	x := &sample.Matrix{N: 1024, D: 1, X: make([]float64, 1024)}
	x.X[0] = 0x1p53
	for i := range 1022 {
		x.X[1+i] = 1
	}
	s := prep.NewStandardScaler()
	if _, err := s.Fit(nil, model.NewTraining(x, nil)); err != nil {
		t.Fatal(err)
	}
	if want := 0x1p43 + 1022./1024; s.Result.Mean[0] != want {
		t.Errorf("the mean is %v, want %v", s.Result.Mean[0], want)
	}
}

func TestClip(t *testing.T) {
	s := prep.NewMinMaxScaler()
	s.Clip = true
	if _, err := s.Fit(nil, model.NewTraining(&sample.Matrix{N: 2, D: 1, X: []float64{0, 4}}, nil)); err != nil {
		t.Fatal(err)
	}
	made, err := s.Transform(nil, &sample.Matrix{N: 3, D: 1, X: []float64{-1, 1, 9}})
	if want := []float64{0, 0.25, 1}; err != nil || !slices.Equal(made.(*sample.Matrix).X, want) {
		t.Errorf("%v (%v), want %v", made, err, want)
	}
	// A value that is cut off has the slope 0; at the ends it is not cut off.
	for v, want := range map[float64]float64{-1: 0, 0: 0.25, 1: 0.25, 4: 0.25, 9: 0} {
		slope := make([]float64, 1)
		if constant := s.Slopes(slope, []float64{v}); constant || slope[0] != want {
			t.Errorf("at %v the slope is %v, want %v; constant: %v", v, slope[0], want, constant)
		}
	}
}

// part returns a step of a pipeline.
func part(name string, m model.Machine) model.Part {
	return model.Part{Name: name, Label: name, Machine: m}
}

// A pipeline needs steps, and transformers before the last one.
func TestPipelineRefuses(t *testing.T) {
	for name, parts := range map[string][]model.Part{
		"no steps":             nil,
		"a machine in between": {part("nearest", &nearest{}), part("nearest", &nearest{})},
	} {
		if _, err := prep.NewPipeline(parts); !errors.Is(err, &fault.Error{Code: fault.Option}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// nearest is a regressor that predicts the distance from the first sample, and can be set to
// fail.
type nearest struct {
	first  []float64
	fail   error
	status run.Status
}

func (m *nearest) Options() any      { return &struct{}{} }
func (m *nearest) Fitted() any       { return &struct{}{} }
func (m *nearest) Restore(any) error { return nil }

func (m *nearest) Fit(_ *run.Ctl, t model.Training) (model.Report, error) {
	if m.fail != nil || m.status == run.Aborted {
		return model.Report{Status: m.status}, m.fail
	}
	m.first = make([]float64, t.X.Dim())
	t.X.Dense(m.first, 0)
	return model.Report{Status: run.Converged}, nil
}

func (m *nearest) Predict(_ *run.Ctl, x sample.Set) ([]float64, error) {
	all, row := make([]float64, x.Len()), make([]float64, x.Dim())
	for i := range all {
		x.Dense(row, i)
		for j, v := range row {
			all[i] += math.Abs(v - m.first[j])
		}
	}
	return all, nil
}

// A fit that fails, or is aborted anywhere, leaves all steps as they were.
func TestPipelineKeepsItsFit(t *testing.T) {
	x := &sample.Matrix{N: 200, D: 2, X: make([]float64, 400)}
	for i := range x.X {
		x.X[i] = float64(i * i % 37)
	}
	last := &nearest{}
	m, err := prep.NewPipeline([]model.Part{part("StandardScaler", prep.NewStandardScaler()), part("MinMaxScaler", prep.NewMinMaxScaler()), part("nearest", last)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Fit(nil, model.NewTraining(x, nil)); err != nil {
		t.Fatal(err)
	}
	want, err := m.(model.Regressor).Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string) {
		t.Helper()
		got, err := m.(model.Regressor).Predict(nil, x)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: the earlier fit is lost (%v)", what, err)
		}
	}
	other := model.NewTraining(x.Select([]int{5, 3, 77, 12, 9, 150, 31, 8}), nil)
	last.fail = fault.New(fault.Numeric, "", "told to")
	if _, err := m.Fit(nil, other); err == nil {
		t.Error("no error")
	}
	same("after an error")
	last.fail, last.status = nil, run.Aborted
	if report, err := m.Fit(nil, other); err != nil || report.Status != run.Aborted {
		t.Errorf("%+v, %v", report, err)
	}
	same("after an abort of the last step")
	last.status = ""
	ended := 0
	for at := 1; ; at++ {
		count := 0
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
			if count++; count == at {
				return run.Abort
			}
			return run.Continue
		}}.Ctl()
		report, err := m.Fit(ctl, other)
		if err != nil {
			t.Fatal(err)
		}
		if report.Status != run.Aborted {
			break
		}
		same("aborted")
		ended++
	}
	if ended < 8 {
		t.Errorf("only %d checkpoints in two scalers", ended)
	}
}
