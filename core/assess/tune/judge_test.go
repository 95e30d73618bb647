package tune

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/metric"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// said is a classifier that says the same of any samples.
type said struct {
	model.Classifier
	labels []int32
	values []float64
	cols   int
}

func (s said) Predict(*run.Ctl, sample.Set) ([]int32, error) { return slices.Clone(s.labels), nil }
func (s said) Decision(*run.Ctl, sample.Set, string) ([]float64, int, error) {
	return s.values, s.cols, nil
}

// prober has probabilities as well.
type prober struct {
	said
	probabilities []float64
}

func (p prober) Probabilities(*run.Ctl, sample.Set) ([]float64, error) { return p.probabilities, nil }

// What a classifier of some classes says of all: the others have the value -Inf and the probability 0.
// A single value is positive for the second of two classes.
func TestAClassifierOfSomeClasses(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		of                    prober
		classes               []int32
		k                     int
		labels                []int32
		values, probabilities []float64
	}{
		{prober{said{labels: []int32{1, 0}, values: []float64{2, -3}, cols: 1}, []float64{0.1, 0.9, 0.8, 0.2}}, []int32{0, 2}, 3,
			[]int32{2, 0}, []float64{-2, -inf, 2, 3, -inf, -3}, []float64{0.1, 0, 0.9, 0.8, 0, 0.2}},
		{prober{said{labels: []int32{2}, values: []float64{-1, 0.5, 1}, cols: 3}, []float64{0.2, 0.3, 0.5}}, []int32{0, 1, 3}, 5,
			[]int32{3}, []float64{-1, 0.5, -inf, 1, -inf}, []float64{0.2, 0.3, 0, 0.5, 0}},
	} {
		p := partial{c.of, c.classes, c.k}
		labels, _ := p.Predict(nil, nil)
		values, cols, _ := p.Decision(nil, nil, "")
		probabilities, _ := p.Probabilities(nil, nil)
		if !slices.Equal(labels, c.labels) || !slices.Equal(values, c.values) || cols != c.k || !slices.Equal(probabilities, c.probabilities) {
			t.Errorf("%v of %d: %v, %v in %d, %v", c.classes, c.k, labels, values, cols, probabilities)
		}
	}
}

// A metric of probabilities is refused for a classifier that has none, also where it learnt some of
// the classes only.
func TestMetricsOfProbabilitiesNeedThem(t *testing.T) {
	loss, err := metric.Find("logLoss", metric.OfClasses)
	if err != nil {
		t.Fatal(err)
	}
	of := said{labels: []int32{0, 1}, values: []float64{-1, 1}, cols: 1}
	s := &Study{Metric: loss}
	data := model.NewTraining(nil, model.Classes{Of: []int32{0, 2}, Count: 3})
	for _, known := range []bool{true, false} {
		var m model.Classifier = of
		if known {
			m = prober{of, []float64{0.5, 0.5, 0.75, 0.25}}
		}
		got, _, _, _, err := s.judge(nil, partial{m, []int32{0, 2}, 3}, data, []int{0, 1})
		var f *fault.Error
		if want := (math.Ln2 + math.Log(4)) / 2; known && (err != nil || !(math.Abs(got-want) <= 1e-12)) {
			t.Errorf("logarithmic loss %v, want %v (%v)", got, want, err)
		} else if !known && (!errors.As(err, &f) || f.Code != fault.Option || f.Argument != "scoring") {
			t.Errorf("without probabilities: %v", err)
		}
	}
}

// Numbers are judged within the lists of their samples, which a split has some of.
func TestListsOfASplit(t *testing.T) {
	by, err := metric.Find("ndcg", metric.OfValues)
	if err != nil {
		t.Fatal(err)
	}
	s := &Study{Metric: by, Lists: []int32{0, 0, 2, 1, 1, 2}}
	data := model.NewTraining(nil, model.Values{1, 0, 0, 1})
	// The samples 0, 1, 2 and 5: list 0 is in the right order, list 2 in the other, with the gain 1 at
	// the second place, of which the discount is 1/log2 3.
	want := (1 + 1/math.Log2(3)) / 2
	if got := s.judgeValues(by, data, []float64{5, 4, 9, 8}, []int{0, 1, 2, 5}); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("in two lists %v, want %v", got, want)
	}
	s.Lists = nil // one list: 9, 8, 5, 4 have the gains 0, 1, 1, 0
	want = (1/math.Log2(3) + 0.5) / (1 + 1/math.Log2(3))
	if got := s.judgeValues(by, data, []float64{5, 4, 9, 8}, []int{0, 1, 2, 5}); !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("in one list %v, want %v", got, want)
	}
}
