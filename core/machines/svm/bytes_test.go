package svm_test

import (
	"math"
	"reflect"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Machines that take bytes give the same coefficients as for the same numbers, bit for bit,
// where the scale is a power of two: inner products are then exact in both.
func TestMachinesOfBytes(t *testing.T) {
	x := &sample.Bytes{N: 80, D: 7, X: make([]byte, 80*7), Scale: 0.25}
	values := make(model.Values, x.N)
	classes := model.Classes{Of: make([]int32, x.N), Count: 3}
	for i := range x.X {
		x.X[i] = byte(i * i * 17 >> 3)
		values[i/x.D] += math.Sin(float64(x.X[i]))
	}
	for i := range classes.Of {
		classes.Of[i] = int32(x.X[i*x.D]) % 3
	}
	for name, target := range map[string]model.Target{"SVC": classes, "NuSVC": classes, "SVR": values, "NuSVR": values, "OneClassSVM": nil, "SVDD": nil} {
		fit := func(set sample.Set) model.Machine {
			m, err := catalog.NewMachine(name)
			if err != nil {
				t.Fatal(err)
			}
			if !model.TakesBytes(m) {
				t.Fatalf("%s is given numbers", name)
			}
			if nu, ok := m.(*svm.NuSVC); ok {
				nu.Nu = 0.2
			}
			if _, err = m.Fit(nil, model.NewTraining(set, target)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return m
		}
		machines := []model.Machine{fit(x), fit(x.Matrix())}
		var records [2]*schema.Record
		for i, m := range machines {
			records[i] = &schema.Record{}
			schema.PutFitted(records[i], m.Fitted())
		}
		for _, field := range []string{"dual.coef", "intercept", "support.indices"} {
			compareFields(t, name+" "+field, records[0], records[1], field)
		}
	}
}

// compareFields fails unless both records have the same numbers in a field.
func compareFields(t *testing.T, what string, a, b *schema.Record, field string) {
	t.Helper()
	var values []any
	for _, r := range []*schema.Record{a, b} {
		for _, f := range r.Fields {
			if f.Name == field {
				values = append(values, f.Value)
			}
		}
	}
	if len(values) != 2 || reflect.ValueOf(values[0]).Len() == 0 || !reflect.DeepEqual(values[0], values[1]) {
		t.Errorf("%s: %v", what, values)
	}
}
