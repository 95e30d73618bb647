package codec_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Files of the past. A folder of testdata/history has models as they were saved at one
// commit, and beside each of them its predictions of that time for some samples. All later
// commits must read them and give these predictions: a change that breaks one of these files
// breaks the models of users. So nothing in these folders is ever changed or removed, and no
// code here can do so; the flag -keep adds a folder.
//
//	go test ./core/engine/codec -run TestEveryMachineHasAFileOfThePast -keep $(git rev-parse --short HEAD)
//
// writes a model of every machine and of every kernel in the catalog that has none yet.
// The folders 74bfb77 to 0de3419 have what these commits had in core/engine/codec/testdata, taken from
// the history of the repository.
const history = "testdata/history"

// nested has files of the same kind whose pipelines are in pipelines. The facade does not
// make or load such models, and its tests read the folders of history.
const nested = "testdata/nested"

var keep = flag.String("keep", "", "add models of the machines and kernels that have none to testdata/history/`commit`")

// verdict is the content of the file beside a model: samples, and the model's predictions.
type verdict struct {
	Rows    int       `json:"rows"`
	Cols    int       `json:"cols"`
	X       []float64 `json:"X,omitempty"`
	Strings []string  `json:"strings,omitempty"` // in place of X

	Predict       []float64 `json:"predict,omitempty"` // number of the class, +1 or -1, or the value
	Decision      []float64 `json:"decision,omitempty"`
	Probabilities []float64 `json:"probabilities,omitempty"`
	Transform     []float64 `json:"transform,omitempty"`
}

func (a *verdict) samples() (sample.Set, error) {
	if a.Strings == nil {
		return sample.NewMatrix(a.X, a.Rows, a.Cols)
	}
	return sequences(a.Strings), nil
}

func sequences(texts []string) *sample.Sequences {
	s := &sample.Sequences{N: len(texts), Ptr: []int32{0}}
	for _, text := range texts {
		for _, letter := range text {
			s.Symbols = append(s.Symbols, letter)
		}
		s.Ptr = append(s.Ptr, int32(len(s.Symbols)))
	}
	return s
}

// ask fills in the predictions of a model for the samples.
func (a *verdict) ask(m codec.Model) (err error) {
	x, err := a.samples()
	if err != nil {
		return err
	}
	var classes []int32
	switch machine := m.Machine.(type) {
	case model.Classifier:
		if a.Decision, _, err = machine.Decision(nil, x, ""); err != nil {
			return err
		}
		if p, ok := machine.(model.Prober); ok {
			if a.Probabilities, err = p.Probabilities(nil, x); err != nil {
				return err
			}
		}
		classes, err = machine.Predict(nil, x)
	case model.Detector:
		if a.Decision, err = machine.Decision(nil, x); err != nil {
			return err
		}
		classes, err = machine.Predict(nil, x)
	case model.Regressor:
		a.Predict, err = machine.Predict(nil, x)
	case model.Transformer:
		var made sample.Set
		if made, err = machine.Transform(nil, x); err != nil {
			return err
		}
		row := make([]float64, made.Dim())
		for i := range made.Len() {
			made.Dense(row, i)
			a.Transform = append(a.Transform, row...)
		}
	}
	for _, c := range classes {
		a.Predict = append(a.Predict, float64(c))
	}
	return err
}

// past returns all model files of testdata, with the files of their predictions.
func past(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(history + "/*/*.mxm")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d models in %s: %v", len(files), history, err)
	}
	within, err := filepath.Glob(nested + "/*/*.mxm")
	if err != nil || len(within) == 0 {
		t.Fatalf("no models in %s: %v", nested, err)
	}
	all := map[string]string{}
	for _, file := range append(files, within...) {
		name := strings.TrimSuffix(file, ".mxm")
		for _, kind := range []string{".answers.json", ".decision.json"} {
			if _, err := os.Stat(name + kind); err == nil {
				all[file] = name + kind
			}
		}
		if all[file] == "" {
			t.Errorf("there are no answers beside %s", file)
		}
	}
	return all
}

// TestFilesOfThePast loads every stored model, and compares its predictions with those
// of the time when it was saved: the decision values of natively computed
// models within 1e-10 of the largest, classes exactly.
func TestFilesOfThePast(t *testing.T) {
	for file, beside := range past(t) {
		t.Run(strings.TrimPrefix(file, history+"/"), func(t *testing.T) {
			var want verdict
			text, err := os.ReadFile(beside)
			if err == nil {
				err = json.Unmarshal(text, &want)
			}
			if err != nil {
				t.Fatal(err)
			}
			m := load(t, file)
			got := verdict{Rows: want.Rows, Cols: want.Cols, X: want.X, Strings: want.Strings}
			if err := got.ask(m); err != nil {
				t.Fatal(err)
			}
			if len(want.Decision)+len(want.Predict)+len(want.Transform) == 0 {
				t.Error("there is nothing to compare with")
			}
			compare(t, "decision value", got.Decision, want.Decision, 1e-10)
			compare(t, "probability", got.Probabilities, want.Probabilities, 1e-10)
			compare(t, "transformed number", got.Transform, want.Transform, 1e-10)
			if want.Predict != nil {
				compare(t, "prediction", got.Predict, want.Predict, 1e-10)
			}

			// Saved again it has all current fields, and predicts the same.
			bytes, err := codec.Encode(m)
			if err != nil {
				t.Fatal(err)
			}
			again, err := codec.Decode(bytes)
			if err != nil || again.Older {
				t.Fatalf("written again, it is older still (%v), or not a model: %v", again.Older, err)
			}
			if twice, err := codec.Encode(again); err != nil || string(twice) != string(bytes) {
				t.Errorf("written again, the bytes change: %v", err)
			}
			anew := verdict{Rows: want.Rows, Cols: want.Cols, X: want.X, Strings: want.Strings}
			if err := anew.ask(again); err != nil || !slices.Equal(anew.Predict, got.Predict) || !slices.Equal(anew.Decision, got.Decision) {
				t.Errorf("written again, it answers something else: %v", err)
			}
		})
	}
}

func load(t *testing.T, file string) codec.Model {
	t.Helper()
	bytes, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := codec.Decode(bytes)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// compare compares numbers with expected ones, within a share of the largest expected one.
func compare(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if want == nil {
		return
	}
	if len(got) != len(want) {
		t.Fatalf("%d of a %s, want %d", len(got), what, len(want))
	}
	largest := 1.0
	for _, v := range want {
		largest = max(largest, math.Abs(v))
	}
	for i, v := range want {
		if !(math.Abs(got[i]-v) <= tolerance*largest) {
			t.Fatalf("%s %d is %v, want %v", what, i, got[i], v)
		}
	}
}

// Fields that a file of 74bfb77 lacks have the values of that time: there were only votes of
// pairs, and the report is the sum over the pairs, which Decisions.report computes.
func TestWhatTheFirstFilesLack(t *testing.T) {
	m := load(t, history+"/74bfb77/rbf.mxm")
	if !m.Older {
		t.Error("the file is not older than this release")
	}
	want := model.Report{Status: "converged", Iterations: 141, SupportVectors: 58,
		Objective: -12.101677894248022 - 14.353902896846556 - 12.781347032877823, Gap: 0.0008966086951006161}
	if m.Report.Status != want.Status || m.Report.Iterations != want.Iterations || m.Report.SupportVectors != want.SupportVectors ||
		!(math.Abs(m.Report.Objective-want.Objective) <= 1e-12) || m.Report.Gap != want.Gap {
		t.Errorf("report %+v, want %+v", m.Report, want)
	}
	if schema.Dimension(m.Machine.Fitted(), "r") != 2 {
		t.Error("three classes have two rows of coefficients in a model of pairs")
	}
	if newest := load(t, history+"/99b6adf/StandardScaler.mxm"); newest.Older {
		t.Error("a StandardScaler of 99b6adf has all fields of today")
	}
	older := load(t, history+"/99b6adf/KernelRidge.mxm")
	if solver := (codec.Model{Machine: older.Machine}).Record(); !older.Older {
		t.Errorf("a KernelRidge of 99b6adf has all fields of today: %v", solver)
	} else if name, err := solver.Text("option.solver"); err != nil || name != "cholesky" {
		t.Errorf("a KernelRidge of 99b6adf was solved by %q", name)
	}
}

// TestEveryMachineHasAFileOfThePast requires a file of every machine and of every
// kernel, so that for every field that is added later there is a file without it.
func TestEveryMachineHasAFileOfThePast(t *testing.T) {
	if *keep != "" && !regexp.MustCompile("^[0-9a-f]{7,40}$").MatchString(*keep) {
		t.Fatalf("-keep %s: it takes a commit, $(git rev-parse --short HEAD), and adds files of all machines and kernels that have none", *keep)
	}
	has := map[string]bool{}
	for file := range past(t) {
		_, name := filepath.Split(file)
		has[strings.TrimSuffix(name, ".mxm")] = true
	}
	for _, c := range candidates() {
		if has[c.name] {
			continue
		}
		if *keep == "" {
			t.Errorf("there is no file of %s in %s; once the fitted fields are final, add one: go test ./core/engine/codec -run %s -keep $(git rev-parse --short HEAD)", c.name, history, t.Name())
			continue
		}
		if err := c.write(filepath.Join(history, *keep)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if *keep == "" {
		return
	}
	t.Logf("added what was missing to %s/%s", history, *keep)
}

// write adds the model and its predictions to a folder, which must not have them yet.
func (c candidate) write(folder string) error {
	m, probes, err := c.make()
	if err != nil {
		return err
	}
	if err := probes.ask(m); err != nil {
		return err
	}
	bytes, err := codec.Encode(m)
	if err != nil {
		return err
	}
	text, err := json.Marshal(probes)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for ending, content := range map[string][]byte{".mxm": bytes, ".answers.json": append(text, '\n')} {
		f, err := os.OpenFile(filepath.Join(folder, c.name+ending), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		_, err = f.Write(content)
		if err := f.Close(); err != nil {
			return err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// kindOf is catalog.KindOf of a machine of a name.
func kindOf(name string) string {
	m, err := catalog.NewMachine(name)
	if err != nil {
		panic(fmt.Sprint(name, ": ", err))
	}
	return catalog.KindOf(m)
}

// The messages for files of other releases and for damaged files differ.
func TestMessagesOfOldAndOfDamagedFilesDiffer(t *testing.T) {
	fit := goldens()[1].model(t)
	piped, _, err := learn(codec.Pipeline, chain(t), toy(catalog.Classifier))
	if err != nil {
		t.Fatal(err)
	}
	change := func(m codec.Model, name string, value any) []byte {
		r := m.Record()
		at := slices.IndexFunc(r.Fields, func(f schema.Field) bool { return f.Name == name })
		switch {
		case value == nil:
			r.Fields = slices.Delete(r.Fields, at, at+1)
		case at < 0:
			r.Put(name, value)
		default:
			r.Fields[at].Value = value
		}
		bytes, err := codec.EncodeRecord(r)
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	const later, old = "of a later release", "written by a release that is too old"
	flipped := change(fit, "machine", "SVC")
	flipped[len(flipped)-1] ^= 1
	for what, c := range map[string]struct {
		bytes   []byte
		code    fault.Code
		message string
	}{
		"a machine of later":               {change(fit, "machine", "QuantumSVC"), fault.FormatVersion, later},
		"a choice of later":                {change(fit, "option.solver", "oracle"), fault.FormatVersion, later},
		"labels of later":                  {change(fit, "classes.kind", "date"), fault.FormatVersion, later},
		"a field that is required":         {change(fit, "requires", "tail.weights"), fault.FormatVersion, later},
		"one of two that are required":     {change(fit, "requires", "option.C\x00tail.weights"), fault.FormatVersion, later},
		"a required field of a step":       {change(piped, "2.requires", "tail.weights"), fault.FormatVersion, later},
		"a fitted field that is not there": {change(fit, "dual.coef", nil), fault.Format, old},
		"half an option":                   {change(fit, "option.gamma.value", nil), fault.Format, old},
		"a field of another type":          {change(fit, "dual.coef", "text"), fault.Format, "of another type"},
		"a flipped bit":                    {flipped, fault.Format, "damaged"},
		"a truncated file":                 {change(fit, "machine", "SVC")[:900], fault.Format, "truncated"},
	} {
		_, err := codec.Decode(c.bytes)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Message, c.message) {
			t.Errorf("%s: %v, want %s and %q", what, err, c.code, c.message)
		}
	}
	for what, bytes := range map[string][]byte{
		"an unknown field":                     change(fit, "tail.weights", []float64{1, 2}),
		"an unknown option":                    change(fit, "option.tail", []float64{1}),
		"an option that is not there":          change(fit, "option.C", nil),
		"required fields, all of them known":   change(fit, "requires", "option.C\x00dual.coef"),
		"required fields of a step, all known": change(piped, "2.requires", "label\x00option.C"),
	} {
		if _, err := codec.Decode(bytes); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func chain(t *testing.T) model.Machine {
	t.Helper()
	last, _ := catalog.NewMachine("SVC")
	m, err := prep.NewPipeline([]model.Part{
		{Name: "StandardScaler", Label: "scale", Machine: prep.NewStandardScaler()},
		{Name: "MinMaxScaler", Label: "range", Machine: prep.NewMinMaxScaler()},
		{Name: "SVC", Label: "svc", Machine: last},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Models of 29b8d0d have their seeds under three names: solverSeed, randomState and
// probabilitySeed. Of two that are not zero the first one in the tag of the option counts:
// a fitted model answers without its seeds, so that only a new fit can differ.
func TestSeedsOfThePastAreOneSeed(t *testing.T) {
	for name, want := range map[string]uint64{
		"SVC": 4, "NuSVC": 9, "SVR": 7, "LinearSVC": 5, "LinearSVR": 8, "SGDClassifier": 2,
		"Perceptron": 11, "KernelPerceptron": 13, "NearestCentroid": 12,
	} {
		m := load(t, history+"/29b8d0d/seeds-"+name+".mxm")
		if got := schema.Seed(m.Machine.Options()); got != want || !m.Older {
			t.Errorf("%s: seed %d (older: %v), want %d", name, got, m.Older, want)
		}
		r := m.Record()
		for _, former := range []string{"solverSeed", "randomState", "probabilitySeed"} {
			if r.Has("option." + former) {
				t.Errorf("%s: written again, it has %s", name, former)
			}
		}
	}
}

// Values of options, and statuses, were spelt in three ways.
func TestValuesOfThePastHaveOneSpelling(t *testing.T) {
	for name, want := range map[string]string{
		"29b8d0d/seeds-LinearSVC": "loss=squaredHinge", "29b8d0d/seeds-SVR": "loss=epsilonInsensitive",
		"982777a/SGDRegressor": "loss=gaussian",
		"29b8d0d/seeds-SVC":    "solver=smoPlatt", "676633c/MulticlassSVC": "formulation=crammerSinger",
		"29b8d0d/seeds-Perceptron": "status=iterationLimit", "982777a/KernelSGDClassifier": "status=iterationLimit",
	} {
		m := load(t, history+"/"+name+".mxm")
		option, value, _ := strings.Cut(want, "=")
		got := string(m.Report.Status)
		if option != "status" {
			got = *schema.Pointer(m.Machine.Options(), option).(*string)
		}
		if got != value || !m.Older {
			t.Errorf("%s: %s is %q (older: %v), want %q", name, option, got, m.Older, value)
		}
	}
}
