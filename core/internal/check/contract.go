package check

import (
	"bytes"
	"fmt"
	"math"
	"reflect"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// contract has the rules about options, files and shapes, which hold for all machines.
func contract() []check {
	return []check{
		{"is described", described},
		{"has valid defaults", func(s subject) { must("defaults", valid(s.New())) }},
		{"checks every option", checksOptions},
		{"refuses to answer before it is fitted", unfitted},
		{"can be put back to where it was", putBack},
		{"keeps its options", keepsOptions},
		{"saves and loads, bit for bit", savesAndLoads},
		{"can be a step of a pipeline in a file", savedAsStep},
		{"knows how many features it has", countsFeatures},
	}
}

// described: everything that users see has a description.
func described(s subject) {
	if s.Name == "" || s.Summary == "" && catalog.Summary(s.Name) == "" {
		fail("it has no name, or no line in core/engine/catalog/summaries.go")
	}
	for _, o := range s.schema() {
		if o.Name == "" || o.Doc == "" || (o.Type == schema.Number || o.Type == schema.Integer) && o.Range.Text == "" {
			fail("option %+v", o)
		}
	}
	features := false
	for _, a := range s.attributes() {
		if a.Name != "" && a.Doc == "" {
			fail("attribute %+v", a)
		}
		features = features || a.Field == "features" && a.Name == "nFeatures"
	}
	if !features {
		fail("the number of features is not kept as nFeatures")
	}
}

// checksOptions: every number outside its range is refused by name before
// anything is fitted, and every one inside is not.
func checksOptions(s subject) {
	t := s.training(20, 2, 2)
	for _, o := range s.schema() {
		if o.Type != schema.Number && o.Type != schema.Integer {
			continue
		}
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 0.5, 1} {
			m := s.New()
			if isInt(m, o.Name) && x != math.Trunc(x) {
				continue
			}
			set(m, option{o.Name, x})
			inside := o.Range.Contains(x) && (o.Type == schema.Number || x == math.Trunc(x))
			if err := valid(m); inside != (err == nil) {
				fail("%s = %v: %v", o.Name, x, err)
			}
			if !inside {
				_, err := m.Fit(nil, t)
				refuse(fmt.Sprintf("%s = %v", o.Name, x), err, fault.Option)
			}
		}
	}
	for _, o := range s.schema() {
		if o.Type == schema.Choice || o.Type == schema.KernelName {
			m := s.make(option{o.Name, "no such thing"})
			_, err := m.Fit(nil, t)
			refuse(o.Name, err, fault.Option)
		}
	}
}

func unfitted(s subject) {
	unanswered("", s.New(), s.training(5, 2, 2))
}

func unanswered(what string, m model.Machine, t model.Training) {
	_, err := answers(m, t.X)
	refuse(what+"a machine that is not fitted", err, fault.NotFitted)
}

// putBack: model.Keep restores a machine, fitted or not.
func putBack(s subject) {
	m, t := s.New(), s.training(20, 2, 2)
	back := model.Keep(m)
	_, err := m.Fit(nil, t)
	must("a fit", err)
	want := answered("answers", m, t.X)
	again := model.Keep(m)
	must("back to no fit", back())
	unanswered("put back to no fit: ", m, t)
	must("back to the fit", again())
	same("put back to the fit", answered("put back to the fit", m, t.X), want, 0)
}

// keepsOptions: making, fitting and predicting do not change the options. A fit may make further
// parts, which come after the first one.
func keepsOptions(s subject) {
	m := s.New()
	before := values(m)
	t := s.training(30, 2, 2)
	fitted("a fit", m, t, t.X)
	if after := values(m); len(after) < len(before) || !reflect.DeepEqual(before, after[:len(before)]) {
		fail("options %+v became %+v", before, after)
	}
}

// savesAndLoads: a machine that is loaded from its bytes gives the same answers and the
// same bytes, for several classes, dense and sparse.
func savesAndLoads(s subject) {
	for _, kernel := range s.kernels() {
		for _, k := range []int{2, 4} {
			t := s.training(40, 3, k)
			for _, layout := range s.layouts(t) {
				m := s.make(option{"kernel", kernel})
				report, err := m.Fit(nil, layout)
				if neverDefinite(kernel) && refused(kernel, err, fault.Numeric) == "" {
					continue // a process has a covariance, which is definite
				}
				must(kernel, err)
				file, again, err := s.reloaded(m, k, report, t.X, answered(kernel, m, t.X))
				must(kernel, err)
				if bytes2, err := codec.Encode(again); err != nil || !bytes.Equal(bytes2, file) {
					fail("kernel %q: the loaded model has other bytes (%v)", kernel, err)
				}
			}
		}
	}
}

// savedAsStep: the names of all fields leave space for the number of a step before them, also after
// a fit to sparse samples.
func savedAsStep(s subject) {
	if _, holder := model.Unwrapped(s.New()).(model.Holder); holder {
		return // the names of its parts begin with a number as it is
	}
	for _, t := range s.layouts(s.training(20, 3, 2)) {
		m := s.New()
		if _, err := m.Fit(nil, t); err != nil {
			fail("%v", err)
		}
		for _, f := range (codec.Model{Name: s.Name, Machine: m}).Record().Fields {
			if len(f.Name) > codec.LongestName {
				fail("the name of the field %q has %d characters, %d too many", f.Name, len(f.Name), len(f.Name)-codec.LongestName)
			}
		}
	}
}

// countsFeatures: samples of another number of features are refused.
func countsFeatures(s subject) {
	t := s.training(30, 3, 2)
	m := s.New()
	fitted("a fit", m, t, t.X)
	for _, d := range []int{1, 4} {
		_, err := answers(m, s.training(5, d, 2).X)
		refuse(fmt.Sprintf("%d features after 3", d), err, fault.FeatureCount)
	}
	if _, updates := model.Unwrapped(m).(model.Updatable); updates && s.kind != catalog.Detector {
		_, err := m.(model.Updatable).Update(nil, s.training(5, 4, 2))
		refuse("an update of 4 features after 3", err, fault.FeatureCount)
	}
}
