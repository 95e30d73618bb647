package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model/schema"
)

// A model file that somebody edited, with right checksums: fields changed in every way that the
// format allows. It is refused as damaged, or it is a model that works, within little memory. The
// models are those of testdata/history, which has every machine and kernel, and some that are made
// here.
//
// The test tries some changes of each model, always the same ones. MAXMARGIN_FUZZ is the number of
// changes of each model; if it is there, the models are of every choice of every option. `make fuzz`
// runs FuzzForgedFields, which does the same with other random numbers.

// mostOfForged is the memory in bytes that a forged file and an answer may take beyond what the model
// takes that was forged: the files have at most 44 KB, the samples 6 rows.
const mostOfForged = 24 << 20

// changesOf returns how many changes of each model are tried, and whether somebody has asked for them.
func changesOf() (count int, asked bool) {
	count, err := strconv.Atoi(os.Getenv("MAXMARGIN_FUZZ"))
	if err != nil {
		return 12, false
	}
	return count, true
}

// kept is a stored model, and samples for it.
type kept struct {
	name   string
	fields []schema.Field
	X      engine.Table
}

// keptModels returns the newest stored file of each name.
func keptModels(t testing.TB) []kept {
	t.Helper()
	files, err := filepath.Glob("codec/testdata/*/*/*.mxm")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	newest := map[string]kept{}
	for _, file := range files {
		bytes, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".mxm")
		k := kept{name: name, fields: m.Record().Fields, X: samplesBeside(t, strings.TrimSuffix(file, ".mxm"))}
		if had, ok := newest[name]; !ok || len(had.fields) <= len(k.fields) {
			newest[name] = k
		}
	}
	var all []kept
	for _, k := range newest {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b kept) int { return strings.Compare(a.name, b.name) })
	return all
}

func samplesBeside(t testing.TB, file string) engine.Table {
	t.Helper()
	var beside struct {
		Rows, Cols int
		X          []float64
		Strings    []string
	}
	text, err := os.ReadFile(file + ".answers.json")
	if err != nil {
		text, err = os.ReadFile(file + ".decision.json")
	}
	if err == nil {
		err = json.Unmarshal(text, &beside)
	}
	if err != nil {
		t.Fatal(err)
	}
	beside.Rows = min(beside.Rows, 6)
	if beside.Strings == nil {
		beside.X = beside.X[:beside.Rows*beside.Cols]
		return engine.Table{Shape: engine.Shape{Layout: "dense", Rows: beside.Rows, Cols: beside.Cols}, Data: beside.X}
	}
	x := engine.Table{Shape: engine.Shape{Layout: "strings", Rows: beside.Rows, Cols: 1}, Indptr: []int32{0}}
	for _, s := range beside.Strings[:beside.Rows] {
		for _, letter := range s {
			x.Indices = append(x.Indices, letter)
		}
		x.Indptr = append(x.Indptr, int32(len(x.Indices)))
	}
	return x
}

// forgedValues returns what a field can be replaced by.
func forgedValues(value any, texts []string) (all []any) {
	all = append(all, nil, "x", "", []int32{}, []int32{1}, []float64{}, []float64{1})
	switch v := value.(type) {
	case []int32:
		for _, x := range []int32{0, -1, 1, 2, 3, 255, 1000, 1<<24 - 1, 1 << 24, math.MaxInt32, math.MinInt32} {
			for _, at := range places(len(v)) {
				w := slices.Clone(v)
				w[at] = x
				all = append(all, w)
			}
			w := slices.Clone(v)
			for i := range w {
				w[i] = x
			}
			all = append(all, w, append(slices.Clone(v), x))
		}
		if len(v) > 0 {
			w := slices.Clone(v)
			slices.Reverse(w)
			all = append(all, v[1:], v[:len(v)-1], append(slices.Clone(v), v...), w)
		}
	case []float64:
		for _, x := range []float64{0, -1, 1, 0.5, 2, 3, 1000, math.NaN(), math.Inf(1), math.Inf(-1), 1 << 24, 1 << 31, 1 << 53, 1e308, -1e308, 5e-324} {
			for _, at := range places(len(v)) {
				w := slices.Clone(v)
				w[at] = x
				all = append(all, w)
			}
			w := slices.Clone(v)
			for i := range w {
				w[i] = x
			}
			all = append(all, w, append(slices.Clone(v), x))
		}
		if len(v) > 0 {
			w := slices.Clone(v)
			slices.Reverse(w)
			all = append(all, v[1:], v[:len(v)-1], append(slices.Clone(v), v...), w)
		}
	case string:
		all = append(all, strings.Repeat("long ", 2000), v+"\x00", v+v, strings.Repeat("\x00", 40), "[[1],[2]]", "[1e9]", "{}", "[null]")
		if len(v) > 1 {
			all = append(all, v[1:], v[:len(v)/2])
		}
		for _, text := range texts {
			all = append(all, text)
		}
	}
	return all
}

// places are the places of a list that are changed.
func places(length int) []int {
	if length < 4 {
		return []int{0, 1, 2}[:length]
	}
	return []int{0, length / 2, length - 1}
}

// made returns models with options and samples that no stored file has: OneHotEncoder with dense
// columns, machines that hold others, and when somebody asks for it, every choice of every option.
func made(t testing.TB) (all []kept) {
	x, y := table(12, 2, 2)
	categories := engine.Table{Shape: x.Shape, Data: make([]float64, len(x.Data))}
	for i := range categories.Data {
		categories.Data[i] = float64(i * i % 5)
	}
	sparse := engine.Table{Shape: engine.Shape{Layout: "csr", Rows: x.Rows, Cols: x.Cols}, Data: x.Data, Indptr: []int32{0}}
	for i := range x.Rows {
		sparse.Indices = append(sparse.Indices, 0, 1)
		sparse.Indptr = append(sparse.Indptr, int32(2*i+2))
	}
	add := func(name string, r engine.FitRequest, options any, x engine.Table, targets engine.Targets) {
		// Most choices need others beside them; a fit that fails is no model.
		bytes, _, err := engine.New().Fit(nil, r, options, x, targets)
		if err != nil {
			return
		}
		m, err := codec.Decode(bytes)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, kept{name, m.Record().Fields, x})
	}
	one := func(machine string, x engine.Table, change string, set func(options any) bool) {
		r, targets := fitOf(catalog.Machine{Name: machine}, x, y)
		options, err := engine.NewOptions(machine)
		if err != nil {
			t.Fatal(err)
		}
		if limit, ok := schema.Pointer(options, "maxIter").(*float64); ok {
			*limit = 20
		}
		if set == nil || set(options) {
			add(machine+change, r, options, x, targets)
		}
	}
	one("OneHotEncoder", categories, " dense", func(options any) bool {
		options.(*prep.OneHotEncoderOptions).SparseOutput = false
		return true
	})
	step := func(machine, label string, steps ...engine.Step) engine.Step {
		return engine.Step{Machine: machine, Label: label, Steps: steps}
	}
	hold := func(name string, x engine.Table, set func(options []any), machine string, steps ...engine.Step) {
		r, targets := fitOf(catalog.Machine{Name: machine}, x, y)
		r.Steps = steps
		options, err := engine.Options(r)
		if err != nil {
			t.Fatal(err)
		}
		if set != nil {
			set(options.([]any))
		}
		before := len(all)
		if add(name, r, options, x, targets); len(all) == before {
			t.Fatalf("%s: no model", name)
		}
	}
	hold("ColumnTransformer", categories, func(options []any) {
		options[0].(*prep.ColumnTransformerOptions).Columns = "0;1,0;1"
		options[0].(*prep.ColumnTransformerOptions).Passthrough = "2"
	}, "ColumnTransformer", step("OneHotEncoder", "hot"), step("StandardScaler", "scale"))
	hold("Pipeline of encoders", categories, nil, "Pipeline", step("OneHotEncoder", "hot"), step("SelectKBest", "best"), step("SVC", "svc"))
	hold("Pipeline of features", x, nil, "Pipeline", step("PolynomialFeatures", "products"), step("RBFSampler", "waves"), step("Ridge", "ridge"))
	hold("TransformedTarget", x, nil, "TransformedTarget", step("SVR", "svr"))
	hold("TransformedTarget of a part", x, nil, "TransformedTarget", step("MinMaxScaler", "range"), step("Ridge", "ridge"))
	hold("AdaBoostClassifier", x, nil, "AdaBoostClassifier", step("SVC", "svc"))
	if _, asked := changesOf(); !asked {
		return all
	}
	for _, m := range catalog.Machines() {
		one(m.Name, sparse, " sparse", nil)
		one(m.Name, categories, " categories", nil)
		options, _ := engine.NewOptions(m.Name)
		for _, o := range schema.Of(options) {
			if o.Type == schema.Boolean {
				one(m.Name, x, " "+o.Name, func(options any) bool {
					f := o.Field(options)
					f.SetBool(!f.Bool())
					return true
				})
			}
			for _, choice := range o.Choices {
				if o.Type != schema.Choice || choice == o.Default {
					continue
				}
				one(m.Name, x, " "+o.Name+" "+choice, func(options any) bool {
					o.Field(options).SetString(choice)
					return true
				})
			}
		}
	}
	return all
}

// forger knows the texts that fields can be replaced by.
type forger struct {
	models  []kept
	texts   []string
	choices map[string][]string // of each option
}

func newForger(t testing.TB) *forger {
	f := &forger{models: append(keptModels(t), made(t)...), choices: map[string][]string{}}
	for _, m := range catalog.Machines() {
		options, _ := engine.NewOptions(m.Name)
		for _, o := range schema.Of(options) {
			name := "option." + o.Name
			f.choices[name] = append(f.choices[name], o.Choices...)
		}
		f.texts = append(f.texts, m.Name)
	}
	for _, m := range f.models {
		for _, field := range m.fields {
			if text, ok := field.Value.(string); ok && strings.HasPrefix(text, "{") {
				f.texts = append(f.texts, text)
			}
		}
	}
	for _, choices := range f.choices {
		f.texts = append(f.texts, choices...)
	}
	slices.Sort(f.texts)
	f.texts = slices.Compact(f.texts)
	return f
}

// values returns what a field can be replaced by; texts are all of them, or none but the choices.
func (f *forger) values(field schema.Field, texts []string) []any {
	return forgedValues(field.Value, append(slices.Clone(f.choices[ownName(field.Name)]), texts...))
}

// ownName is the name of a field without the number of the part before it.
func ownName(name string) string { return strings.TrimLeft(name, "0123456789.") }

func TestForgedFieldsOfEveryMachine(t *testing.T) {
	support.InTurn(t, 3)
	f := newForger(t)
	rng := rand.New(rand.NewPCG(56, 1))
	tried, worked := 0, 0
	changes, _ := changesOf()
	for _, k := range f.models {
		q := newQuestions(t, k)
		try := func(fields []schema.Field, what string) {
			tried++
			works, problem := q.try(fields)
			if problem != "" {
				t.Errorf("%s, %s: %s", k.name, what, problem)
			}
			if works {
				worked++
			}
		}
		for range changes {
			fields, what := slices.Clone(k.fields), ""
			for range 1 + rng.IntN(2)*rng.IntN(3) {
				var change string
				fields, change = f.change(rng, fields)
				what += change
			}
			try(fields, what)
		}
	}
	if tried < 1000 || worked < tried/10 {
		t.Errorf("%d tried, %d worked: the test tests little", tried, worked)
	}
}

// TestForgedSamplesOfIncrementalMachines has a file that make fuzz found: a file of 1 KB that says it
// keeps 2^31 - 1 samples took 2 GB before it was refused.
func TestForgedSamplesOfIncrementalMachines(t *testing.T) {
	tried := 0
	for _, k := range keptModels(t) {
		if !strings.Contains(strings.ToLower(k.name), "incremental") {
			continue
		}
		tried++
		at := slices.IndexFunc(k.fields, func(field schema.Field) bool { return field.Name == "samples" })
		fields, _ := replaced(slices.Clone(k.fields), at, []int32{math.MaxInt32})
		if works, problem := newQuestions(t, k).try(fields); works || problem != "" {
			t.Errorf("%s: works %v, %s", k.name, works, problem)
		}
	}
	if tried < 3 {
		t.Errorf("%d incremental machines, expected 3", tried)
	}
}

// FuzzForgedFields does the same of a few fields of a model, by the numbers of a random stream.
func FuzzForgedFields(f *testing.F) {
	g := newForger(f)
	for i := range 20 {
		f.Add(uint16(i*37), uint64(i))
	}
	questions := map[uint16]*questions{}
	f.Fuzz(func(t *testing.T, which uint16, seed uint64) {
		which %= uint16(len(g.models))
		k, rng := g.models[which], rand.New(rand.NewPCG(seed, 2))
		q := questions[which]
		if q == nil {
			q = newQuestions(t, k)
			questions[which] = q
		}
		fields, what := slices.Clone(k.fields), ""
		for range 1 + rng.IntN(4) {
			var change string
			fields, change = g.change(rng, fields)
			what += change
		}
		if _, problem := q.try(fields); problem != "" {
			t.Errorf("%s, %s: %s", k.name, what, problem)
		}
	})
}

// change changes one field at random.
func (f *forger) change(rng *rand.Rand, fields []schema.Field) ([]schema.Field, string) {
	at := rng.IntN(len(fields))
	var texts []string
	for range 3 {
		texts = append(texts, f.texts[rng.IntN(len(f.texts))])
	}
	values := f.values(fields[at], texts)
	return replaced(fields, at, values[rng.IntN(len(values))])
}

// replaced returns the fields with another value of one; nil takes it out.
func replaced(fields []schema.Field, at int, value any) ([]schema.Field, string) {
	what := fmt.Sprintf("%s = %.60s; ", fields[at].Name, fmt.Sprint(value))
	if value == nil {
		return slices.Delete(fields, at, at+1), what
	}
	fields[at].Value = value
	return fields, what
}

// questions are all that can be asked of a model. Those that make no sense of it are left out.
type questions struct {
	names []string
	ask   []func(e *engine.Engine, bytes []byte) error
	usual []uint64 // the memory that each takes for the model that was not forged

	answer uint64 // the bytes of the last answer whose size is that of the model's samples
}

func newQuestions(t testing.TB, k kept) *questions {
	q := &questions{}
	X := k.X
	shape := engine.Shape{Layout: X.Layout, Rows: X.Rows, Cols: X.Cols}
	y := engine.Targets{Labels: make([]int32, X.Rows), Values: make([]float64, X.Rows), Groups: make([]int32, X.Rows)}
	for i := range y.Labels {
		y.Labels[i] = int32(i % 2)
		y.Values[i] = float64(i)
	}
	bytes, err := codec.EncodeRecord(&schema.Record{Fields: k.fields})
	if err != nil {
		t.Fatal(err)
	}
	add := func(name string, ask func(e *engine.Engine, bytes []byte) error) {
		e := engine.New()
		before := allocated()
		if _, _, err := e.Load(1, bytes); err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		if err := apart(func() error { return ask(e, bytes) }); err != nil && broken(err) {
			return
		}
		q.names, q.ask, q.usual = append(q.names, name), append(q.ask, ask), append(q.usual, allocated()-before)
	}
	add("load", func(*engine.Engine, []byte) error { return nil })
	add("predict", func(e *engine.Engine, _ []byte) error { _, err := e.Predict(nil, 1, X); return err })
	for _, form := range []string{"", "ovo", "ovr"} {
		add("decision "+form, func(e *engine.Engine, _ []byte) error {
			e.DecisionCols(1, form)
			_, _, err := e.DecisionFunction(nil, 1, form, X)
			return err
		})
	}
	add("probabilities", func(e *engine.Engine, _ []byte) error { _, _, err := e.Probabilities(nil, 1, X); return err })
	add("transform", func(e *engine.Engine, _ []byte) error { _, err := e.Transform(nil, 1, false, X); return err })
	add("inverse", func(e *engine.Engine, _ []byte) error { _, err := e.Transform(nil, 1, true, X); return err })
	add("inverse of transform", func(e *engine.Engine, _ []byte) error {
		made, err := e.Transform(nil, 1, false, X)
		if err == nil {
			_, err = e.Transform(nil, 1, true, made)
		}
		return err
	})
	add("export", func(e *engine.Engine, _ []byte) error { _, err := e.ExportLibsvm(1); return err })
	add("save", func(e *engine.Engine, _ []byte) error { _, err := e.Save(1); return err })
	for step := range 3 {
		add("step", func(e *engine.Engine, bytes []byte) error { _, err := e.LoadStep(2, step+1, bytes); return err })
	}
	for op := range engine.SmallDispose {
		if X.Layout == "dense" {
			add("small", func(e *engine.Engine, _ []byte) error {
				e.Small(op, 1, X.Rows, X.Cols, append(slices.Clone(X.Data), make([]float64, engine.SmallRoom)...))
				return nil
			})
		}
	}
	add("sensitivities", func(e *engine.Engine, _ []byte) error {
		_, err := e.Sensitivities(nil, engine.SensitivityRequest{Model: 1, Table: shape}, X)
		return err
	})
	player := make([]int32, X.Cols)
	for j := range player {
		player[j] = int32(j)
	}
	add("explain", func(e *engine.Engine, _ []byte) error {
		_, err := e.Explain(nil, engine.ExplainRequest{Model: 1, Table: shape, Baseline: shape}, X, X, player)
		return err
	})
	add("influence", func(e *engine.Engine, _ []byte) error {
		_, err := e.Influence(nil, engine.InfluenceRequest{Model: 1, Table: shape, Count: 3}, X, engine.Table{}, engine.Targets{})
		return err
	})
	add("diagnose", func(e *engine.Engine, _ []byte) error {
		_, err := e.Diagnose(nil, engine.DiagnoseRequest{Model: 1, Table: shape, Tolerance: 1e-3}, X, y, []float64{0, 50}, engine.Support{})
		return err
	})
	for _, question := range []string{engine.AskDeviations, engine.AskCovariance, engine.AskSamples, engine.AskDensity, engine.AskPoints, engine.AskEvidence, engine.AskTags, engine.AskPairs, engine.AskIntervals} {
		numbers := map[string][]float64{engine.AskTags: {float64(X.Rows)}, engine.AskPairs: {0, 1}, engine.AskIntervals: {0.1}}[question]
		add(question, func(e *engine.Engine, _ []byte) error {
			a, err := e.Process(nil, engine.ProcessRequest{Model: 1, Question: question, Table: shape, Count: 2}, nil, X, y.Values, numbers)
			if question == engine.AskPoints { // a sparse model of few numbers may have millions of features
				q.answer = 8 * uint64(len(a.Values))
			}
			return err
		})
	}
	return q
}

// panicked is a panic as an error.
type panicked string

func (p panicked) Error() string { return string(p) }

// apart calls a function whose panic is an error.
func apart(ask func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			what := fmt.Sprint("panic: ", p)
			for _, line := range strings.Split(string(debug.Stack()), "\n") {
				if strings.Contains(line, "core/") && strings.Contains(line, ".go:") && !strings.Contains(line, "_test.go") {
					what += " " + strings.TrimSpace(line[strings.Index(line, "core/"):])
				}
			}
			err = panicked(what[:min(len(what), 400)])
		}
	}()
	return ask()
}

// broken reports whether an error is a defect of ours.
func broken(err error) bool {
	var f *fault.Error
	return !errors.As(err, &f) || f.Code == fault.Internal || f.Message == "" || len(f.Message) > 600 || len(f.Argument) > 200
}

// try loads the fields as a file and asks the model everything.
func (q *questions) try(fields []schema.Field) (works bool, problem string) {
	bytes, err := codec.EncodeRecord(&schema.Record{Fields: fields})
	if err != nil {
		return false, ""
	}
	e := engine.New()
	before := allocated()
	err = apart(func() error { _, _, err := e.Load(1, bytes); return err })
	took := allocated() - before
	if took > q.usual[0]+mostOfForged {
		return false, fmt.Sprintf("load: %d MB", took>>20)
	}
	if err != nil {
		if broken(err) || !errors.Is(err, &fault.Error{Code: fault.Format}) && !errors.Is(err, &fault.Error{Code: fault.FormatVersion}) {
			return false, fmt.Sprintf("load: %.500v", err)
		}
		return false, ""
	}
	for i, ask := range q.ask {
		before := allocated()
		q.answer = 0
		err := apart(func() error { return ask(e, bytes) })
		took := allocated() - before
		if err != nil && broken(err) && !strings.Contains(err.Error(), "has no") {
			return false, fmt.Sprintf("%s: %.500v", q.names[i], err)
		}
		if took > q.usual[i]+mostOfForged+2*q.answer {
			return false, fmt.Sprintf("%s: %d MB, usually %d (%v)", q.names[i], took>>20, q.usual[i]>>20, err)
		}
		works = works || err == nil
	}
	return works, ""
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
