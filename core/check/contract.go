package check

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"

	"maxmargin/core/catalog"
	"maxmargin/core/codec"
	"maxmargin/core/fault"
	"maxmargin/core/internal/support"
	"maxmargin/core/model"
	"maxmargin/core/sample"
)

// contract are the rules about options, files and shapes, which do not depend on what a
// machine learns.
func contract() []check {
	return []check{
		{"is described", described},
		{"has valid defaults", func(s subject) string { return wrong("defaults", valid(s.New())) }},
		{"checks every option", checksOptions},
		{"refuses to answer before it is fitted", unfitted},
		{"can be put back to where it was", putBack},
		{"keeps its options", keepsOptions},
		{"saves and loads, bit for bit", savesAndLoads},
		{"can be a step of a pipeline in a file", savedAsStep},
		{"knows how many features it has", countsFeatures},
	}
}

// described: everything that users see says what it is.
func described(s subject) string {
	if s.Name == "" || s.Summary == "" && catalog.Summary(s.Name) == "" {
		return "there is no name, or no summary"
	}
	for _, o := range s.schema() {
		if o.Name == "" || o.Doc == "" || (o.Type == model.Number || o.Type == model.Integer) && o.Range.Text == "" {
			return fmt.Sprintf("option %+v", o)
		}
	}
	features := false
	for _, a := range s.attributes() {
		if a.Name != "" && a.Doc == "" {
			return fmt.Sprintf("attribute %+v", a)
		}
		features = features || a.Field == "features" && a.Name == "nFeatures"
	}
	if !features {
		return "the number of features is not kept as nFeatures"
	}
	return ""
}

// checksOptions: every number outside its range is refused by name before
// anything is fitted, and every one inside is not.
func checksOptions(s subject) string {
	t := s.training(20, 2, 2)
	for _, o := range s.schema() {
		if o.Type != model.Number && o.Type != model.Integer {
			continue
		}
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 0.5, 1} {
			m := s.New()
			if isInt(m, o.Name) && x != math.Trunc(x) {
				continue
			}
			set(m, option{o.Name, x})
			inside := o.Range.Contains(x) && (o.Type == model.Number || x == math.Trunc(x))
			if err := valid(m); inside != (err == nil) {
				return fmt.Sprintf("%s = %v: %v", o.Name, x, err)
			}
			if !inside {
				_, err := m.Fit(nil, t)
				if f := refused(fmt.Sprintf("%s = %v", o.Name, x), err, fault.Option); f != "" {
					return f
				}
			}
		}
	}
	for _, o := range s.schema() {
		if o.Type == model.Choice || o.Type == model.KernelName {
			m := s.make(option{o.Name, "no such thing"})
			_, err := m.Fit(nil, t)
			if f := refused(o.Name, err, fault.Option); f != "" {
				return f
			}
		}
	}
	return ""
}

func unfitted(s subject) string {
	return unanswered(s.New(), s.training(5, 2, 2))
}

func unanswered(m model.Machine, t model.Training) string {
	_, err := answers(m, t.X)
	return refused("a machine that is not fitted", err, fault.NotFitted)
}

// putBack: what model.Keep remembers of a machine comes back, be it a fit or none.
func putBack(s subject) string {
	m, t := s.New(), s.training(20, 2, 2)
	back := model.Keep(m)
	if _, err := m.Fit(nil, t); err != nil {
		return err.Error()
	}
	want, err := answers(m, t.X)
	if err != nil {
		return err.Error()
	}
	again := model.Keep(m)
	if err := back(); err != nil {
		return wrong("back to no fit", err)
	}
	if f := unanswered(m, t); f != "" {
		return "put back to no fit: " + f
	}
	if err := again(); err != nil {
		return wrong("back to the fit", err)
	}
	got, err := answers(m, t.X)
	if err != nil {
		return wrong("put back to the fit", err)
	}
	return differ("put back to the fit", got, want, 0)
}

// keepsOptions: making, fitting and predicting leave the options alone. A fit may make
// further parts, which come after the first one.
func keepsOptions(s subject) string {
	m := s.New()
	before := values(m)
	t := s.training(30, 2, 2)
	if _, err := fitted(m, t, t.X); err != nil {
		return err.Error()
	}
	if after := values(m); len(after) < len(before) || !reflect.DeepEqual(before, after[:len(before)]) {
		return fmt.Sprintf("options %+v became %+v", before, after)
	}
	return ""
}

// never reports whether the kernel of a name is never positive definite.
func never(name string) bool {
	return slices.ContainsFunc(catalog.Kernels(), func(k catalog.KernelEntry) bool { return k.Name == name && k.Definite == "never" })
}

// savesAndLoads: a machine that is loaded from its bytes gives the same answers and the
// same bytes, for several classes, dense and sparse.
func savesAndLoads(s subject) string {
	for _, kernel := range s.kernels() {
		for _, k := range []int{2, 4} {
			t := s.training(40, 3, k)
			for _, layout := range []model.Training{t, model.NewTraining(support.Sparse(dense(t)), t.Target)} {
				m := s.make(option{"kernel", kernel})
				report, err := m.Fit(nil, layout)
				if never(kernel) && refused(kernel, err, fault.Numeric) == "" {
					continue // a process has a covariance, which is definite
				}
				if err != nil {
					return wrong(kernel, err)
				}
				want, err := answers(m, t.X)
				if err != nil {
					return wrong(kernel, err)
				}
				file, err := s.bytes(m, k, report)
				if err != nil {
					return wrong("encode", err)
				}
				again, err := codec.Decode(file)
				if err != nil {
					return wrong("decode", err)
				}
				got, err := answers(again.Machine, t.X)
				if err != nil || !slices.Equal(got, want) {
					return fmt.Sprintf("kernel %q: the loaded model answers something else (%v)", kernel, err)
				}
				if bytes2, err := codec.Encode(again); err != nil || !bytes.Equal(bytes2, file) {
					return fmt.Sprintf("kernel %q: the loaded model has other bytes (%v)", kernel, err)
				}
			}
		}
	}
	return ""
}

// savedAsStep: the names of all fields leave room for the number of a step before them,
// and so do those of a fit to sparse samples.
func savedAsStep(s subject) string {
	if _, holder := model.Unwrapped(s.New()).(model.Holder); holder {
		return "" // the names of its parts begin with a number as it is
	}
	t := s.training(20, 3, 2)
	for i, x := range []sample.Set{t.X, support.Sparse(dense(t))} {
		t.X = x
		m := s.New()
		if _, err := m.Fit(nil, t); err != nil {
			if i == 0 {
				return err.Error()
			}
			continue // a machine that takes no sparse samples keeps none
		}
		for _, f := range (codec.Model{Name: s.Name, Machine: m}).Record().Fields {
			if len(f.Name) > codec.LongestName {
				return fmt.Sprintf("the name of the field %q has %d characters, %d too many", f.Name, len(f.Name), len(f.Name)-codec.LongestName)
			}
		}
	}
	return ""
}

// countsFeatures: samples of another number of features are refused.
func countsFeatures(s subject) string {
	t := s.training(30, 3, 2)
	m := s.New()
	if _, err := fitted(m, t, t.X); err != nil {
		return err.Error()
	}
	for _, d := range []int{1, 4} {
		_, err := answers(m, s.training(5, d, 2).X)
		if f := refused(fmt.Sprintf("%d features after 3", d), err, fault.FeatureCount); f != "" {
			return f
		}
	}
	if u, ok := model.Updater(m); ok && s.kind != catalog.Detector {
		_, err := u.Update(nil, s.training(5, 4, 2))
		return refused("an update of 4 features after 3", err, fault.FeatureCount)
	}
	return ""
}
