package prep_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
)

// columnsGolden is the part of testdata/encoders.json about ColumnTransformer; missing values are
// null there.
type columnsGolden struct {
	Tolerance float64
	Columns   struct {
		X, Fresh []*float64
		Cols     int
		Cases    []struct {
			Remainder string
			Threshold float64
			Made      []float64
		}
	}
}

// gappy returns a table of numbers, nil where they are missing.
func gappy(x []*float64, cols int) *sample.Matrix {
	m := matrix(nil, cols)
	m.N = len(x) / cols
	for _, v := range x {
		if v == nil {
			m.X = append(m.X, math.NaN())
			continue
		}
		m.X = append(m.X, *v)
	}
	return m
}

// holder returns a machine that holds these parts.
func holder(t *testing.T, m model.Machine, err error) model.Machine {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// transformer returns scaled numbers without gaps of columns 1 and 0, and one-hot columns of 4
// and 3.
func columnTransformer(t *testing.T) *prep.ColumnTransformer {
	t.Helper()
	imputer, encoder := prep.NewSimpleImputer(), prep.NewOneHotEncoder()
	imputer.Strategy, encoder.HandleUnknown = "median", "ignore"
	chain, err := prep.NewPipeline([]model.Part{{Name: "SimpleImputer", Label: "fill", Machine: imputer}, {Name: "StandardScaler", Label: "scale", Machine: prep.NewStandardScaler()}})
	numbers := holder(t, chain, err)
	made, err := prep.NewColumnTransformer([]model.Part{{Name: "Pipeline", Label: "numbers", Machine: numbers}, {Name: "OneHotEncoder", Label: "categories", Machine: encoder}})
	c := holder(t, made, err).(*prep.ColumnTransformer)
	c.Columns = "1,0;4,3"
	return c
}

// ColumnTransformer gives scikit-learn's numbers, sparse or not, with what remains or without.
func TestColumnTransformerAsScikitLearn(t *testing.T) {
	var g columnsGolden
	facts.Golden(t, "encoders.json", &g)
	x, fresh := gappy(g.Columns.X, g.Columns.Cols), gappy(g.Columns.Fresh, g.Columns.Cols)
	sparse := 0
	for _, one := range g.Columns.Cases {
		c := columnTransformer(t)
		c.SparseThreshold = one.Threshold
		if one.Remainder == "passthrough" {
			c.Columns, c.Passthrough = c.Columns+";2", "2"
		}
		if _, err := c.Fit(nil, model.NewTraining(x, nil)); err != nil {
			t.Fatal(err)
		}
		made, err := c.Transform(nil, fresh)
		if err != nil {
			t.Fatal(err)
		}
		if _, is := made.(*sample.CSR); is {
			sparse++
		}
		within(t, one.Remainder, all(made), one.Made, g.Tolerance)
	}
	if sparse != 3 { // 1 with either remainder; 0.3 where nothing else is there: 2 of 15 numbers are one-hot
		t.Logf("%d answers are sparse", sparse)
	}
	if sparse == 0 || sparse == len(g.Columns.Cases) {
		t.Errorf("%d of %d answers are sparse", sparse, len(g.Columns.Cases))
	}
}

// Sparse samples give what dense ones give.
func TestColumnTransformerOfSparseSamples(t *testing.T) {
	x := matrix([]float64{0, 1, 5, 0, 2, 0, 3, 0, 0, 4, 0, 7}, 3)
	for _, columns := range []string{"0,2;1", "2,0;1"} {
		var want []float64
		for _, set := range []sample.Set{x, support.Sparse(x)} {
			made, err := prep.NewColumnTransformer([]model.Part{{Name: "MaxAbsScaler", Label: "scale", Machine: prep.NewMaxAbsScaler()}})
			c := holder(t, made, err).(*prep.ColumnTransformer)
			c.Columns, c.Passthrough = columns, "1"
			if _, err := c.Fit(nil, model.NewTraining(set, nil)); err != nil {
				t.Fatal(err)
			}
			out, err := c.Transform(nil, set)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = all(out)
			}
			if !slices.Equal(all(out), want) {
				t.Errorf("%s: %v, dense %v", columns, all(out), want)
			}
		}
	}
}

// Terms of texts stand beside numbers: what is not stored of the numbers is missing, and of the
// terms 0.
func TestColumnTransformerOfTerms(t *testing.T) {
	imputer := prep.NewSimpleImputer()
	made, err := prep.NewColumnTransformer([]model.Part{{Name: "SimpleImputer", Label: "fill", Machine: imputer}})
	c := holder(t, made, err).(*prep.ColumnTransformer)
	c.Columns, c.Passthrough, c.Terms = "2;1,0;3", "0,2", "2,1" // 2 numbers, 2 terms, 1 term
	c.SparseThreshold = 1
	x := &sample.CSR{N: 3, D: 5, Ptr: []int32{0, 3, 5, 7}, Index: []int32{0, 1, 3, 0, 4, 1, 2}, Value: []float64{0, 6, 7, 4, 9, 8, 5}}
	if _, err := c.Fit(nil, model.NewTraining(x, nil)); err != nil {
		t.Fatal(err)
	}
	out, err := c.Transform(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{
		0, 7, 6, 0, 0,
		0, 0, 7, 4, 9,
		5, 0, 8, 2, 0,
	}
	if _, is := out.(*sample.CSR); !is || !slices.Equal(all(out), want) {
		t.Errorf("%T %v, want %v", out, all(out), want)
	}
	// No word of these texts is known, and nothing is stored.
	if out, err = c.Transform(nil, &sample.CSR{N: 1, D: 5, Ptr: []int32{0, 0}}); err != nil || !slices.Equal(all(out), []float64{0, 0, 7, 2, 0}) {
		t.Errorf("nothing stored gives %v, %v", all(out), err)
	}
	for _, wrong := range []struct{ columns, passthrough, terms, words string }{
		{"2;1,0;3", "0,2", "2,4", "do not go with 5"},
		{"2;1,0;3", "0,2", "2,0", "do not go with 5"},
		{"2;1,0;3", "0,2", "2;1", "do not go with 5"},
		{"2,3;1,0", "0", "2,1", "group of their own"},
		{"2;1,0;3", "0", "2,1", "group of their own"},
		{"2;1,0;4", "0,2", "2,1", "no column 4"},
	} {
		c.Columns, c.Passthrough, c.Terms = wrong.columns, wrong.passthrough, wrong.terms
		var f *fault.Error
		if _, err := c.Fit(nil, model.NewTraining(x, nil)); !errors.As(err, &f) || f.Code != fault.Option || !strings.Contains(f.Error(), wrong.words) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

// A fit that fails leaves the parts as they were, and says what is wrong.
func TestColumnTransformerRefuses(t *testing.T) {
	missing := math.NaN()
	good := matrix([]float64{1, 2, 0, 0, 1, 3, 5, 0, 1, 2}, 5)
	for _, test := range []struct {
		columns, passthrough string
		x                    *sample.Matrix
		code                 fault.Code
		words                string
	}{
		{"1,0;4,9", "", good, fault.Option, "no column 9"},
		{"1,0;4,3;2", "", good, fault.Option, "more groups"},
		{"1,0", "", good, fault.Option, "every transformer"},
		{"1,0;", "", good, fault.Option, "no columns"},
		{"1,0;4;2", "2", matrix([]float64{1, 2, missing, 0, 1}, 5), fault.NonFinite, "X[0, 2]"},
		{"1,0;4;x", "2", good, fault.Option, "no list"},
	} {
		c := columnTransformer(t)
		if _, err := c.Fit(nil, model.NewTraining(good, nil)); err != nil {
			t.Fatal(err)
		}
		before, err := c.Transform(nil, good)
		if err != nil {
			t.Fatal(err)
		}
		kept := c.Columns
		c.Columns, c.Passthrough = test.columns, test.passthrough
		var f *fault.Error
		if _, err := c.Fit(nil, model.NewTraining(test.x, nil)); !errors.As(err, &f) || f.Code != test.code || !strings.Contains(f.Error(), test.words) {
			t.Errorf("%q: %v, want %s with %q", test.columns, err, test.code, test.words)
		}
		c.Columns, c.Passthrough = kept, ""
		if after, err := c.Transform(nil, good); err != nil || !slices.Equal(all(after), all(before)) {
			t.Errorf("%q: the failed fit changed a part: %v", test.columns, err)
		}
	}
}

// A fault of a part is about the columns of the caller's samples, whatever the part saw: not if these
// were mixed before it.
func TestFaultsNameColumnsOfTheSamples(t *testing.T) {
	good := matrix([]float64{1, 2, 0, 0, 1, 3, 5, 0, 1, 2}, 5)
	odd := matrix([]float64{1, 2, 0, 0, 1, 3, 5, 0, 1, 7}, 5)
	fill, strict := prep.NewSimpleImputer(), prep.NewOneHotEncoder()
	chain, err := prep.NewPipeline([]model.Part{{Name: "SimpleImputer", Label: "fill", Machine: fill}, {Name: "OneHotEncoder", Label: "encode", Machine: strict}})
	encoder := holder(t, chain, err)
	made, err := prep.NewColumnTransformer([]model.Part{{Name: "Pipeline", Label: "categories", Machine: encoder}})
	c := holder(t, made, err).(*prep.ColumnTransformer)
	c.Columns = "3,4"
	mixed, err := prep.NewPipeline([]model.Part{{Name: "PolynomialFeatures", Label: "powers", Machine: prep.NewPolynomialFeatures()}, {Name: "OneHotEncoder", Label: "encode", Machine: prep.NewOneHotEncoder()}})
	for name, test := range map[string]struct {
		machine model.Machine
		column  any
		words   string
	}{
		"a group": {c, 4, "X[1, 4] has a category"},
		"mixed":   {holder(t, mixed, err), nil, "has a category"},
	} {
		m := test.machine.(model.Transformer)
		if _, err := m.Fit(nil, model.NewTraining(good, nil)); err != nil {
			t.Fatal(name, err)
		}
		var f *fault.Error
		if _, err := m.Transform(nil, odd); !errors.As(err, &f) || !strings.Contains(f.Message, test.words) || f.Details["row"] != 1 || f.Details["column"] != test.column {
			t.Errorf("%s: %v with %v, want %q in column %v", name, err, f.Details, test.words, test.column)
		}
	}
}
