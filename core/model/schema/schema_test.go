package schema_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/schema"
)

func defaults() *svm.SVCOptions {
	o := &svm.SVCOptions{}
	schema.SetDefaults(o)
	return o
}

func TestDefaults(t *testing.T) {
	o := defaults()
	want := svm.SVCOptions{
		C: 1, Loss: "hinge", Mixture: svm.Mixture{SquaredC: 1}, NormBound: math.Inf(1), Slacks: "nonnegative", FitIntercept: true,
		Kernel: kernel.Spec{Name: "rbf", Gamma: kernel.Width{Name: "scale"}, Degree: 3},
		Solving: svm.Solving{Tol: 1e-3, CacheSize: 200, MaxIter: 5e7, MaxTime: math.Inf(1),
			Study: svm.Study{Shrinking: true, Precision: "auto", Solver: "smo", Stopping: "kkt", WorkingSet: 10, Selection: "gap",
				Updates: "sequential", Order: "cyclic", Relaxation: 1, BiasScale: svm.BiasScale{Name: "none"}}},
		ClassWeight: model.ClassWeight{Name: "none"}, DecisionFunctionShape: "ovr", MultiClass: "ovo",
		Probabilities: calib.Probabilities{Method: calib.None, Folds: 5},
	}
	if !reflect.DeepEqual(*o, want) {
		t.Errorf("defaults %+v, want %+v", *o, want)
	}
	if err := schema.Check(o); err != nil {
		t.Errorf("the defaults are not valid: %v", err)
	}
}

// Every option has a text, and every default is within its range.
func TestSchemaIsComplete(t *testing.T) {
	names := map[string]bool{}
	for _, o := range schema.Of(svm.SVCOptions{}) {
		if o.Name == "" || o.Doc == "" || o.Type == "" || names[o.Name] {
			t.Errorf("option %+v", o)
		}
		names[o.Name] = true
		if (o.Type == schema.Number || o.Type == schema.Integer) && o.Range.Text == "" {
			t.Errorf("%s has no range", o.Name)
		}
		if (o.Type == schema.Choice || o.Type == schema.NumberOrChoice) && len(o.Choices) == 0 {
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
	for _, o := range schema.Of(svm.SVCOptions{}) {
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 0.5, 1, 1e300} {
			set := defaults()
			v := reflect.ValueOf(schema.Pointer(set, o.Name)).Elem()
			switch {
			case o.Type == schema.NumberOrChoice:
				v.FieldByName("Name").SetString("")
				v.FieldByName("Value").SetFloat(x)
			case v.CanFloat():
				v.SetFloat(x)
			default:
				continue
			}
			inside := x >= o.Range.Low && x <= o.Range.High && !(o.Range.LowOpen && x == o.Range.Low) && !(o.Range.HighOpen && x == o.Range.High)
			if o.Type == schema.Integer && x != math.Trunc(x) {
				inside = false
			}
			err := schema.Check(set)
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
	var r schema.Record
	schema.PutOptions(&r, o)
	var again svm.SVCOptions
	if err := schema.TakeOptions(&r, &again); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*o, again) {
		t.Errorf("%+v became %+v", *o, again)
	}
	for name, value := range map[string]float64{"option.C": -1, "option.degree": 3.0000005, "option.tol": math.NaN()} {
		forged := schema.Record{Fields: slices.Clone(r.Fields)}
		for i, f := range forged.Fields {
			if f.Name == name {
				forged.Fields[i].Value = []float64{value}
			}
		}
		var e *fault.Error
		if err := schema.TakeOptions(&forged, &again); !errors.As(err, &e) || e.Code != fault.Format {
			t.Errorf("a record with %s = %v: %v", name, value, err)
		}
	}
}

// Numbers of a fit are in the ranges of their tags. Bug: such a tag of a number that is not whole was
// ignored, and a file could have a MulticlassPerceptron that had looked at -1 samples.
func TestNumbersOfAFitAreInTheirRanges(t *testing.T) {
	type fit struct {
		One  float64   `field:"one" range:"[0,inf)"`
		Many []float64 `field:"many" shape:"m" range:"(0,inf)"`
	}
	for _, c := range []struct {
		fit   fit
		taken bool
	}{{fit{0, []float64{1, 2}}, true}, {fit{-1, []float64{1, 2}}, false}, {fit{0, []float64{1, 0}}, false}} {
		var r schema.Record
		schema.PutFitted(&r, &c.fit)
		var e *fault.Error
		err := schema.TakeFitted(&r, new(fit), 0)
		if c.taken && err != nil || !c.taken && (!errors.As(err, &e) || e.Code != fault.Format) {
			t.Errorf("%+v: %v", c.fit, err)
		}
	}
}

// Numbers are read where they lie, so that their fields can have two types only.
func TestNumbersOfOtherTypesAreRefused(t *testing.T) {
	for _, options := range []any{
		&struct {
			Single float32 `js:"single" type:"number" default:"1" range:"(0,inf)" doc:"A number."`
		}{},
		&struct {
			Short int32 `js:"short" type:"integer" default:"1" range:"[0,9]" doc:"A number."`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T has options", options)
				}
			}()
			schema.Of(options)
		}()
	}
}
