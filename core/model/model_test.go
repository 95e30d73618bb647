package model_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"maxmargin/core/calib"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/svm"
)

func defaults() *svm.SVCOptions {
	o := &svm.SVCOptions{}
	model.SetDefaults(o)
	return o
}

func TestDefaults(t *testing.T) {
	o := defaults()
	want := svm.SVCOptions{
		C: 1, Loss: "hinge", Mixture: svm.Mixture{SquaredC: 1}, NormBound: math.Inf(1), Slacks: "nonnegative", FitIntercept: true,
		Kernel: kernel.Spec{Name: "rbf", Gamma: kernel.Width{Name: "scale"}, Degree: 3},
		Solving: svm.Solving{Tol: 1e-3, CacheSize: 200, MaxIter: 5e7, MaxTime: math.Inf(1),
			Study: svm.Study{Shrinking: true, Solver: "smo", Stopping: "kkt", WorkingSet: 10, Selection: "gap",
				Updates: "sequential", Order: "cyclic", Relaxation: 1, BiasScale: svm.BiasScale{Name: "none"}}},
		ClassWeight: model.ClassWeight{Name: "none"}, DecisionFunctionShape: "ovr", MultiClass: "ovo",
		Probabilities: calib.Probabilities{Method: calib.None, Folds: 5},
	}
	if !reflect.DeepEqual(*o, want) {
		t.Errorf("defaults %+v, want %+v", *o, want)
	}
	if err := model.Check(o); err != nil {
		t.Errorf("the defaults are not valid: %v", err)
	}
}

// Every option has a text, and every default is within its range.
func TestSchemaIsComplete(t *testing.T) {
	names := map[string]bool{}
	for _, o := range model.Schema(svm.SVCOptions{}) {
		if o.Name == "" || o.Doc == "" || o.Type == "" || names[o.Name] {
			t.Errorf("option %+v", o)
		}
		names[o.Name] = true
		if (o.Type == model.Number || o.Type == model.Integer) && o.Range.Text == "" {
			t.Errorf("%s has no range", o.Name)
		}
		if (o.Type == model.Choice || o.Type == model.NumberOrChoice) && len(o.Choices) == 0 {
			t.Errorf("%s has no choices", o.Name)
		}
	}
	for _, name := range []string{"C", "kernel", "gamma", "degree", "coef0", "tol", "cacheSize", "maxIter", "maxTime", "shrinking", "classWeight", "decisionFunctionShape"} {
		if !names[name] {
			t.Errorf("there is no option %s", name)
		}
	}
}

// Every numeric option refuses NaN and numbers outside its range, and the error names the
// option.
func TestEveryNumberIsChecked(t *testing.T) {
	var judged [2]int // refused and taken
	for _, o := range model.Schema(svm.SVCOptions{}) {
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 0.5, 1, 1e300} {
			set := defaults()
			v := reflect.ValueOf(model.Pointer(set, o.Name)).Elem()
			switch {
			case o.Type == model.NumberOrChoice:
				v.FieldByName("Name").SetString("")
				v.FieldByName("Value").SetFloat(x)
			case v.CanFloat():
				v.SetFloat(x)
			default:
				continue
			}
			inside := x >= o.Range.Low && x <= o.Range.High && !(o.Range.LowOpen && x == o.Range.Low) && !(o.Range.HighOpen && x == o.Range.High)
			if o.Type == model.Integer && x != math.Trunc(x) {
				inside = false
			}
			err := model.Check(set)
			var e *fault.Error
			if inside {
				judged[1]++
			} else {
				judged[0]++
			}
			if inside && err != nil {
				t.Errorf("%s = %v is refused: %v", o.Name, x, err)
			}
			if !inside && (!errors.As(err, &e) || e.Code != fault.Option || e.Argument != o.Name) {
				t.Errorf("%s = %v gives %v", o.Name, x, err)
			}
		}
	}
	if min(judged[0], judged[1]) < 20 {
		t.Errorf("only %v values are refused and taken", judged)
	}
}

func TestOptionsGoThroughARecord(t *testing.T) {
	o := defaults()
	o.C, o.MaxIter, o.Shrinking, o.DecisionFunctionShape = 7, 100, false, "ovo"
	o.Kernel = kernel.Spec{Name: "poly", Gamma: kernel.Width{Value: 0.25}, Degree: 5, Coef0: -1}
	o.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{1, 2.5}}
	var r model.Record
	model.PutOptions(&r, o)
	var again svm.SVCOptions
	if err := model.TakeOptions(&r, &again); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*o, again) {
		t.Errorf("%+v became %+v", *o, again)
	}
	for name, value := range map[string]float64{"option.C": -1, "option.degree": 3.0000005, "option.tol": math.NaN()} {
		forged := model.Record{Fields: slices.Clone(r.Fields)}
		for i, f := range forged.Fields {
			if f.Name == name {
				forged.Fields[i].Value = []float64{value}
			}
		}
		var e *fault.Error
		if err := model.TakeOptions(&forged, &again); !errors.As(err, &e) || e.Code != fault.Format {
			t.Errorf("a record with %s = %v: %v", name, value, err)
		}
	}
}

// TestReportsAreFinite: model files hold no other numbers.
func TestReportsAreFinite(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range [][2]float64{{inf, math.MaxFloat64}, {-inf, -math.MaxFloat64}, {math.NaN(), math.MaxFloat64}, {-3, -3}} {
		if r := (model.Report{Objective: c[0], Gap: c[0]}).Finite(); r.Objective != c[1] || r.Gap != c[1] {
			t.Errorf("%v becomes %+v", c[0], r)
		}
	}
}
