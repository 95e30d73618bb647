package codec_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// clouds is n samples of d features around k centres.
func clouds(seed uint64, n, d, k int) (*sample.Matrix, []int32) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := make([]float64, n*d), make([]int32, n)
	for i := range n {
		y[i] = int32(i % k)
		for j := range d {
			x[i*d+j] = rng.NormFloat64() + 1.5*math.Sin(float64((int(y[i])+1)*(j+1)))
		}
	}
	m, err := sample.NewMatrix(x, n, d)
	if err != nil {
		panic(err)
	}
	return m, y
}

// sparsely keeps the entries above a half, as a sparse and as a dense set.
func sparsely(m *sample.Matrix) (*sample.CSR, *sample.Matrix) {
	s, dense := &sample.CSR{N: m.N, D: m.D, Ptr: []int32{0}}, make([]float64, len(m.X))
	for i := range m.N {
		for j, v := range m.Row(i) {
			if v > 1.8 {
				s.Index, s.Value = append(s.Index, int32(j)), append(s.Value, v)
				dense[i*m.D+j] = v
			}
		}
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
	}
	return s, &sample.Matrix{N: m.N, D: m.D, X: dense}
}

type golden struct {
	name    string
	x       sample.Set
	probes  *sample.Matrix
	y       []int32
	classes codec.Classes
	change  func(*svm.SVCOptions)
}

func goldens() []golden {
	numbers := codec.Classes{Kind: "number", Names: []string{"-1", "1"}}
	words := codec.Classes{Kind: "string", Names: []string{"acacia", "birch", "chêne"}}
	dense, y := clouds(1, 120, 5, 3)
	two, z := clouds(2, 80, 3, 2)
	wide, w := clouds(3, 90, 40, 3)
	csr, probes := sparsely(wide)
	return []golden{
		{"rbf", dense, dense, y, words, nil},
		{"poly", two, two, z, numbers, func(o *svm.SVCOptions) { o.Kernel.Name, o.Kernel.Coef0 = "poly", 1 }},
		{"sigmoid", two, two, z, numbers, func(o *svm.SVCOptions) { o.Kernel.Name, o.Kernel.Gamma.Name = "sigmoid", "auto" }},
		{"sparse", csr, probes, w, words, func(o *svm.SVCOptions) { o.DecisionFunctionShape = "ovo" }},
		{"composed", dense, dense, y, words, func(o *svm.SVCOptions) {
			o.Kernel.Name = `{"kernel":"sum","parts":[{"kernel":"scale","factor":0.5,"parts":[{"kernel":"rbf"}]},{"kernel":"columns","columns":[0,3],"parts":[{"kernel":"normalize","parts":[{"kernel":"poly","gamma":"auto"}]}]},{"kernel":"laplacian","gamma":0.1}]}`
		}},
	}
}

// model returns the fitted model.
func (g golden) model(t testing.TB) codec.Model {
	t.Helper()
	m := svm.NewSVC(catalog.Kernel)
	if g.change != nil {
		g.change(&m.SVCOptions)
	}
	report, err := m.Fit(nil, model.NewTraining(g.x, model.Classes{Of: g.y, Count: len(g.classes.Names)}))
	if err != nil {
		t.Fatal(err)
	}
	return codec.Model{Name: "SVC", Classes: g.classes, Report: report, Machine: m}
}

// expected is the content of the file beside a golden model: samples, and the decision
// values that native Go computed for them.
type expected struct {
	Rows     int       `json:"rows"`
	Cols     int       `json:"cols"`
	X        []float64 `json:"X"`
	Decision []float64 `json:"decision"`
}

// TestGoldenModels reads the models that an earlier build saved and compares
// decision values: natively, and under js/wasm, with those that native Go on
// amd64 gave, within 1e-12. The models are never written again; history_test.go tests
// older files and says how to add files.
func TestGoldenModels(t *testing.T) {
	for _, g := range goldens() {
		path := filepath.Join("testdata", g.name)
		bytes, err := os.ReadFile(path + ".mxm")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path + ".decision.json")
		if err != nil {
			t.Fatal(err)
		}
		var want expected
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		m, err := codec.Decode(bytes)
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		if m.Name != "SVC" || m.Classes.Kind != g.classes.Kind || !slices.Equal(m.Classes.Names, g.classes.Names) {
			t.Errorf("%s: %s with classes %v", g.name, m.Name, m.Classes)
		}
		x, err := sample.NewMatrix(want.X, want.Rows, want.Cols)
		if err != nil {
			t.Fatal(err)
		}
		f, _, err := classifier(m).Decision(nil, x, "")
		if err != nil {
			t.Fatal(err)
		}
		if len(f) != len(want.Decision) || len(f) == 0 {
			t.Fatalf("%s: %d decision values, want %d", g.name, len(f), len(want.Decision))
		}
		for i := range f {
			if !(math.Abs(f[i]-want.Decision[i]) <= 1e-12*(1+math.Abs(want.Decision[i]))) {
				t.Errorf("%s: decision value %d is %v, want %v", g.name, i, f[i], want.Decision[i])
			}
		}
	}
}

// A machine that was saved and loaded is the same: same predictions bit for bit, same bytes.
func TestRoundTrip(t *testing.T) {
	for i, g := range goldens() {
		m := g.model(t)
		m.Features = []string{"", "Länge", "\U0001F33F"}[:min(i, 3)] // none, one that is empty, ...
		bytes, err := codec.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Features, m.Features) {
			t.Errorf("%s: the features %q became %q", g.name, m.Features, again.Features)
		}
		want, _, _ := classifier(m).Decision(nil, g.x, "")
		got, _, err := classifier(again).Decision(nil, g.x, "")
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: decision values changed (%v)", g.name, err)
		}
		twice, err := codec.Encode(again)
		if err != nil || string(twice) != string(bytes) {
			t.Errorf("%s: the bytes changed (%v)", g.name, err)
		}
		m.Report.Notes = nil
		if !reflect.DeepEqual(again.Report, m.Report) {
			t.Errorf("%s: report %+v, want %+v", g.name, again.Report, m.Report)
		}
	}
}

// A fit to sparse samples or to strings without support vectors keeps the kind of its
// samples when it is saved and loaded: same bytes, same predictions.
func TestRoundTripWithoutSupportVectors(t *testing.T) {
	x, _ := clouds(5, 20, 4, 2)
	csr, _ := sparsely(x)
	for what, set := range map[string]sample.Set{"dense": x, "sparse": csr, "strings": sequences([]string{"ab", "ba", "bb"})} {
		m := svm.NewSVR(catalog.Kernel)
		m.Epsilon = 100 // no target is outside the tube
		if what == "strings" {
			m.Kernel.Name = "spectrum"
		}
		report, err := m.Fit(nil, model.NewTraining(set, make(model.Values, set.Len())))
		if err != nil || report.SupportVectors != 0 {
			t.Fatalf("%s: %d support vectors, %v", what, report.SupportVectors, err)
		}
		bytes, err := codec.Encode(codec.Model{Name: "SVR", Machine: m, Report: report})
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		fit, loaded := m.Fitted().(*svm.SVRFit), again.Machine.Fitted().(*svm.SVRFit)
		if reflect.TypeOf(loaded.Vectors) != reflect.TypeOf(fit.Vectors) {
			t.Errorf("%s: a %T became a %T", what, fit.Vectors, loaded.Vectors)
		}
		if twice, err := codec.Encode(again); err != nil || string(twice) != string(bytes) {
			t.Errorf("%s: the bytes changed (%v)", what, err)
		}
		want, _ := m.Predict(nil, set)
		got, err := again.Machine.(model.Regressor).Predict(nil, set)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: the predictions changed (%v)", what, err)
		}
	}
}

func classifier(m codec.Model) model.Classifier { return m.Machine.(model.Classifier) }

// A record whose checksums are right but whose contents are not is an error, or
// a machine that predicts: never a panic. This is the forged-model class of bugs
// (CVE-2020-28975 in LIBSVM).
func TestForgedRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	refused, accepted := 0, 0
	for _, g := range goldens() {
		r := g.model(t).Record()
		try := func(what string, forged schema.Record) {
			t.Helper()
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%s, %s: panic: %v", g.name, what, p)
				}
			}()
			bytes, err := codec.EncodeRecord(&forged)
			if err != nil {
				t.Fatal(err)
			}
			m, err := codec.Decode(bytes)
			if err != nil {
				var e *fault.Error
				if !errors.As(err, &e) || e.Code != fault.Format && e.Code != fault.FormatVersion || e.Argument != "bytes" {
					t.Errorf("%s, %s: %v is not a format error", g.name, what, err)
				}
				refused++
				return
			}
			accepted++
			if m.Machine.Fitted().(*svm.SVCFit).Features == g.probes.D {
				if _, err := classifier(m).Predict(nil, g.probes); err != nil {
					t.Errorf("%s, %s: accepted, but does not predict: %v", g.name, what, err)
				}
			}
		}
		for f := range r.Fields {
			forge := func(value any) schema.Record {
				fields := slices.Clone(r.Fields)
				fields[f].Value = value
				return schema.Record{Fields: fields}
			}
			name := r.Fields[f].Name
			try(name+" missing", schema.Record{Fields: slices.Delete(slices.Clone(r.Fields), f, f+1)})
			try(name+" of another type", forge(map[bool]any{true: "text", false: []int32{1}}[rng.IntN(2) == 0]))
			switch v := r.Fields[f].Value.(type) {
			case []int32:
				try(name+" empty", forge([]int32{}))
				for _, x := range []int32{-1, math.MinInt32, math.MaxInt32, 7} {
					if len(v) > 0 {
						w := slices.Clone(v)
						w[rng.IntN(len(w))] = x
						try(name+" changed", forge(w))
					}
				}
				try(name+" longer", forge(append(slices.Clone(v), 0)))
			case []float64:
				try(name+" empty", forge([]float64{}))
				for _, x := range []float64{math.NaN(), math.Inf(1), -1, 1e308} {
					if len(v) > 0 {
						w := slices.Clone(v)
						w[rng.IntN(len(w))] = x
						try(name+" changed", forge(w))
					}
				}
				try(name+" longer", forge(append(slices.Clone(v), 0)))
			case string:
				try(name+" changed", forge("x"))
				try(name+" empty", forge(""))
			}
		}
	}
	if refused < 100 || accepted == 0 {
		t.Errorf("%d refused, %d accepted: the test tests little", refused, accepted)
	}
}

func TestNamesThatCannotBeSaved(t *testing.T) {
	g := goldens()[1]
	m := g.model(t)
	var e *fault.Error
	for _, name := range []string{"a\x00b", "\xff"} {
		m.Classes = codec.Classes{Kind: "string", Names: []string{"a", name}}
		if _, err := codec.Encode(m); !errors.As(err, &e) || e.Code != fault.Type {
			t.Errorf("label %q: %v", name, err)
		}
		n := g.model(t)
		n.Features = []string{name}
		if _, err := codec.Encode(n); !errors.As(err, &e) || e.Code != fault.Type || e.Argument != "X" {
			t.Errorf("feature %q: %v", name, err)
		}
	}
}

// Machines hold each other to a limited depth, which a file cannot pass either.
func TestHoldersHaveADepth(t *testing.T) {
	last, _ := catalog.NewMachine("SVC")
	part := model.Part{Name: "SVC", Label: "svc", Machine: last}
	for range catalog.Deepest - 1 {
		m, err := catalog.NewHolder(codec.Pipeline, []model.Part{part})
		if err != nil {
			t.Fatal(err)
		}
		part = model.Part{Name: codec.Pipeline, Label: "inner", Machine: m}
	}
	const message = "to a depth of 8"
	if _, err := catalog.NewHolder(codec.Pipeline, []model.Part{part}); err == nil || !strings.Contains(err.Error(), message) {
		t.Errorf("one more: %v", err)
	}
	if _, err := part.Machine.Fit(nil, toy(catalog.Classifier)); err != nil {
		t.Fatal(err)
	}
	deepest := codec.Model{Name: codec.Pipeline, Machine: part.Machine, Classes: codec.Classes{Kind: "number", Names: []string{"1", "2", "3"}}}
	bytes, err := codec.Encode(deepest)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := codec.Decode(bytes); err != nil {
		t.Fatal(err)
	}

	r := deepest.Record()
	for i, f := range r.Fields {
		if f.Name == "6.machine" {
			r.Fields[i].Value = codec.Pipeline
		}
	}
	r.Put("6.pipeline.steps", []int32{1})
	for _, f := range r.Part("6.").Fields {
		switch f.Name {
		case "machine":
			f.Value = "SVC"
		case "pipeline.steps":
			continue
		}
		r.Put("7."+f.Name, f.Value)
	}
	for steps, want := range map[int32]string{1: message, 995: "more than 1000 machines", 1001: "outside 0 to 1000"} {
		r.Fields[slices.IndexFunc(r.Fields, func(f schema.Field) bool { return f.Name == "6.pipeline.steps" })].Value = []int32{steps}
		bytes, err := codec.EncodeRecord(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := codec.Decode(bytes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d steps: %v, want %q", steps, err, want)
		}
	}
}
