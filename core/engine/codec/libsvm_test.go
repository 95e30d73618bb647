package codec_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/dataset"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// libsvmCase is a model of svm-train's with what LIBSVM predicts, made by
// core/internal/golden/models.py.
type libsvmCase struct {
	name          string
	text          []byte
	x             sample.Set
	y             []float64
	Command       string
	Labels        []int
	Decisions     [][]float64 // of the first rows, a value per pair in the file's order
	Probabilities [][]float64
}

func libsvmCases(t testing.TB) []libsvmCase {
	t.Helper()
	paths, err := filepath.Glob("testdata/libsvm/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal("there are no models of LIBSVM's")
	}
	var all []libsvmCase
	for _, path := range paths {
		base := strings.TrimSuffix(path, ".json")
		c := libsvmCase{name: filepath.Base(base), text: read(t, base+".model")}
		if err := json.Unmarshal(read(t, path), &c); err != nil {
			t.Fatal(err)
		}
		rows := read(t, base+".rows")
		if strings.Contains(c.name, "precomputed") {
			rows = withoutSerials(rows)
		}
		if c.x, c.y, err = dataset.ReadLibsvm(rows); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		all = append(all, c)
	}
	return all
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// withoutSerials leaves out the 0:serial of the rows of a precomputed kernel,
// which this package does not use.
func withoutSerials(text []byte) []byte {
	var out []byte
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(line, " ", 3)
		out = append(out, fields[0]+" "+fields[2]...)
	}
	return out
}

func (c libsvmCase) read(t testing.TB) codec.LibsvmModel {
	t.Helper()
	m, err := codec.ReadLibsvmModel(c.text, c.x.Dim())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// labelsOf returns what m predicts for x.
func labelsOf(t testing.TB, classes codec.Classes, m model.Classifier, x sample.Set) []int {
	t.Helper()
	predicted, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	labels := make([]int, len(predicted))
	for i, c := range predicted {
		if labels[i], err = strconv.Atoi(classes.Names[c]); err != nil {
			t.Fatal(err)
		}
	}
	return labels
}

func TestLibsvmModelsPredictWhatLibsvmPredicts(t *testing.T) {
	ties := 0
	for _, c := range libsvmCases(t) {
		t.Run(c.name, func(t *testing.T) {
			m := c.read(t)
			got := labelsOf(t, m.Classes, classifier(m.Model), c.x)
			for i, want := range c.Labels {
				if got[i] != want {
					t.Errorf("row %d: %d, LIBSVM predicts %d", i, got[i], want)
				}
			}
			values, cols, err := classifier(m.Model).Decision(nil, c.x, "ovo")
			if err != nil {
				t.Fatal(err)
			}
			order := fileLabels(t, c.text)
			for i, want := range c.Decisions {
				row := values[i*cols : (i+1)*cols]
				for pair, w := range want {
					here, sign := pairHere(t, order, m.Classes.Names, pair)
					if v := sign * row[here]; !(math.Abs(v-w) <= 1e-9) {
						t.Fatalf("row %d, pair %d: decision value %v, LIBSVM has %v", i, pair, v, w)
					}
				}
				if tied(want, len(order)) {
					ties++
				}
			}
			if probable := strings.Contains(c.Command, "-b 1"); probable != hasProbabilities(m.Model) || len(m.Ignored) > 0 {
				t.Errorf("probabilities %t, ignored %v", hasProbabilities(m.Model), m.Ignored)
			}
		})
	}
	if ties < 5 {
		t.Errorf("only %d rows have several classes of equal votes: the rule for them is hardly tested", ties)
	}
}

// fileLabels returns the labels of a model in the order of its file.
func fileLabels(t testing.TB, text []byte) []string {
	t.Helper()
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "label "); ok {
			return strings.Fields(rest)
		}
	}
	t.Fatal("the model has no labels")
	return nil
}

// pairHere returns the number of the pair in ascending order of labels for a pair of the
// file, and the factor between their decision values. It uses another algorithm than
// package codec on purpose: a search by labels.
func pairHere(t testing.TB, file, ascending []string, pair int) (int, float64) {
	t.Helper()
	number := func(labels []string, a, b string) int {
		n := 0
		for i := range labels {
			for j := i + 1; j < len(labels); j++ {
				if labels[i] == a && labels[j] == b {
					return n
				}
				n++
			}
		}
		return -1
	}
	for i, first := range file {
		for _, second := range file[i+1:] {
			if number(file, first, second) != pair {
				continue
			}
			here, sign := number(ascending, first, second), 1.0
			if here < 0 {
				here, sign = number(ascending, second, first), -1
			}
			if len(file) == 2 {
				sign = -sign
			}
			return here, sign
		}
	}
	t.Fatalf("no pair %d", pair)
	return 0, 0
}

// tied reports whether several of k classes have most votes.
func tied(values []float64, k int) bool {
	votes, pair := make([]int, k), 0
	for i := range k {
		for j := i + 1; j < k; j++ {
			if values[pair] > 0 {
				votes[i]++
			} else {
				votes[j]++
			}
			pair++
		}
	}
	most, with := slices.Max(votes), 0
	for _, v := range votes {
		if v == most {
			with++
		}
	}
	return with > 1
}

// Probabilities are those that svm-predict -b 1 prints, except where the most probable
// class does not win the vote: there svm-predict predicts another class with -b 1 than
// without, and here the predicted class gets the largest probability. LIBSVM 3.24 stops
// coupling, also for two classes, within 0.005/k of the solution of its equations.
func TestLibsvmProbabilities(t *testing.T) {
	const tolerance = 0.004
	compared, worst := 0, 0.0
	for _, c := range libsvmCases(t) {
		if len(c.Probabilities) == 0 {
			continue
		}
		m, order := c.read(t), fileLabels(t, c.text)
		p, err := m.Machine.(model.Prober).Probabilities(nil, c.x)
		if err != nil {
			t.Fatal(err)
		}
		k := len(order)
		for i, want := range c.Probabilities {
			row := p[i*k : (i+1)*k]
			most := order[slices.Index(want, slices.Max(want))]
			predicted := slices.Index(m.Classes.Names, strconv.Itoa(c.Labels[i]))
			if slices.Index(row, slices.Max(row)) != predicted {
				t.Errorf("%s, row %d: the predicted class %d is not the most probable of %v", c.name, i, c.Labels[i], row)
			}
			if most != strconv.Itoa(c.Labels[i]) {
				continue
			}
			compared++
			if k == 2 { // free of LIBSVM's stopping rule
				a, b := headNumber(t, c.text, "probA"), headNumber(t, c.text, "probB")
				r := 1 / (1 + math.Exp(a*c.Decisions[i][0]+b))
				if got := row[slices.Index(m.Classes.Names, order[0])]; !(math.Abs(got-r) <= 1e-11) {
					t.Errorf("%s, row %d: %v, want %v", c.name, i, got, r)
				}
			}
			for at, label := range order {
				worst = max(worst, math.Abs(row[slices.Index(m.Classes.Names, label)]-want[at]))
			}
		}
	}
	t.Logf("%d rows compared, largest difference %.2g", compared, worst)
	if compared < 130 || !(worst <= tolerance) {
		t.Errorf("%d rows compared, largest difference %v; want 130 and %v", compared, worst, tolerance)
	}
}

// headNumber returns the one number of a keyword of a model.
func headNumber(t testing.TB, text []byte, keyword string) float64 {
	t.Helper()
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, keyword+" "); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("the model has no %s", keyword)
	return 0
}

// The warning names exactly the probabilities of a file that cannot be used here.
func TestLibsvmProbabilitiesLeftOut(t *testing.T) {
	classifier := "svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2\nrho 0.5\nlabel 1 -1\nnr_sv 1 1\nSV\n1 1:1\n-1 2:1\n"
	regressor := "svm_type epsilon_svr\nkernel_type linear\nnr_class 2\ntotal_sv 1\nrho 0.5\nSV\n1 1:1\n"
	for name, c := range map[string]struct {
		text, lines string
		ignored     []string
	}{
		"sigmoid":         {classifier, "probA -1\nprobB 2\n", nil},
		"level sigmoid":   {classifier, "probA 0\nprobB 2\n", nil},
		"falling sigmoid": {classifier, "probA 1\nprobB 0\n", []string{"probA", "probB"}},
		"half of it":      {classifier, "probA -1\n", []string{"probA"}},
		"noise":           {regressor, "probA 0.25\n", []string{"probA"}},
		"density":         {strings.Replace(regressor, "epsilon_svr", "one_class", 1), "prob_density_marks 1 2 3\n", []string{"prob_density_marks"}},
	} {
		m, err := codec.ReadLibsvmModel([]byte(strings.Replace(c.text, "SV\n", c.lines+"SV\n", 1)), 0)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(m.Ignored, c.ignored) || hasProbabilities(m.Model) != (c.text == classifier && len(c.ignored) == 0) {
			t.Errorf("%s: ignored %v, probabilities %t", name, m.Ignored, hasProbabilities(m.Model))
		}
	}
}

// Importing and exporting gives the file that svm-train wrote, number by number.
func TestLibsvmModelsComeBackAsTheyWere(t *testing.T) {
	for _, c := range libsvmCases(t) {
		t.Run(c.name, func(t *testing.T) {
			m := c.read(t)
			text, err := codec.WriteLibsvmModel(m.Model)
			if err != nil {
				t.Fatal(err)
			}
			got, want := strings.Split(string(text), "\n"), strings.Split(string(c.text), "\n")
			if len(got) != len(want) {
				t.Fatalf("%d lines, want %d", len(got), len(want))
			}
			for i := range want {
				if !sameNumbers(got[i], want[i]) {
					t.Fatalf("line %d is\n%s\nwant\n%s", i+1, got[i], want[i])
				}
			}
		})
	}
}

// sameNumbers compares two lines, numbers by value.
func sameNumbers(a, b string) bool {
	split := func(line string) []string {
		return strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == ':' })
	}
	return slices.EqualFunc(split(a), split(b), func(a, b string) bool {
		x, errX := strconv.ParseFloat(a, 64)
		y, errY := strconv.ParseFloat(b, 64)
		if errX != nil || errY != nil {
			return a == b
		}
		return x == y
	})
}

// svmPredict returns the labels that LIBSVM's own program predicts.
func svmPredict(t testing.TB, text, rows []byte) []int {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("js/wasm starts no programs; the native test runs svm-predict")
	}
	program, err := exec.LookPath("svm-predict")
	if err != nil {
		t.Skip("there is no svm-predict on the PATH (Debian package libsvm-tools)")
	}
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	for name, content := range map[string][]byte{"model": text, "rows": rows} {
		if err := os.WriteFile(in(name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(program, in("rows"), in("model"), in("labels")).CombinedOutput(); err != nil {
		t.Fatalf("svm-predict: %v\n%s", err, out)
	}
	var labels []int
	for _, field := range strings.Fields(string(read(t, in("labels")))) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			t.Fatal(err)
		}
		labels = append(labels, int(v))
	}
	return labels
}

// LIBSVM reads the models that are fitted here, on sets with labels that appear
// in and out of order, and predicts the same for every row.
func TestSvmPredictReadsOurModels(t *testing.T) {
	for _, c := range libsvmCases(t) {
		t.Run(c.name, func(t *testing.T) {
			var labels []int
			for _, y := range c.y {
				labels = append(labels, int(y))
			}
			ascending := slices.Compact(slices.Sorted(slices.Values(labels)))
			classes := codec.Classes{Kind: "number"}
			for _, label := range ascending {
				classes.Names = append(classes.Names, strconv.Itoa(label))
			}
			y := make([]int32, len(labels))
			for i, label := range labels {
				at, _ := slices.BinarySearch(ascending, label)
				y[i] = int32(at)
			}
			m := svm.NewSVC(catalog.Kernel)
			m.SVCOptions = model.Unwrapped(c.read(t).Machine).(*svm.SVC).SVCOptions
			training := model.NewTraining(c.x, model.Classes{Of: y, Count: len(ascending)})
			precomputed := m.Kernel.Name == "precomputed"
			for _, x := range []sample.Set{c.x, dense(c.x)} {
				training.X = x
				if _, err := m.Fit(nil, training); err != nil {
					t.Fatal(err)
				}
				text, err := codec.WriteLibsvmModel(codec.Model{Name: "SVC", Classes: classes, Machine: m})
				if err != nil {
					t.Fatal(err)
				}
				got := svmPredict(t, text, read(t, "testdata/libsvm/"+c.name+".rows"))
				if want := labelsOf(t, classes, m, x); !slices.Equal(got, want) {
					t.Errorf("svm-predict says\n%v\nwant\n%v", got, want)
				}
				n := 0 // the number of features in the file, or the smallest possible one
				if precomputed {
					n = x.Dim()
				}
				again, err := codec.ReadLibsvmModel(text, n)
				if err != nil {
					t.Fatal(err)
				}
				sameDecisions(t, classifier(again.Model), m, x)
			}
		})
	}
}

func features(m codec.LibsvmModel) int { return schema.Dimension(m.Machine.Fitted(), "d") }

func dense(set sample.Set) *sample.Matrix {
	m := &sample.Matrix{N: set.Len(), D: set.Dim(), X: make([]float64, set.Len()*set.Dim())}
	for i := range m.N {
		set.Dense(m.Row(i), i)
	}
	return m
}

// sameDecisions fails unless two models decide alike within rounding.
func sameDecisions(t testing.TB, a, b model.Classifier, x sample.Set) {
	t.Helper()
	got, _, err := a.Decision(nil, x, "ovo")
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := b.Decision(nil, x, "ovo")
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-9) {
			t.Fatalf("decision value %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// A value of exactly zero is a vote for the class that is later in the file.
func TestLibsvmModelAtZero(t *testing.T) {
	for _, labels := range []string{"1 2", "2 1"} {
		text := "svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2\nrho 0\nlabel " + labels + "\nnr_sv 1 1\nSV\n1 1:1 \n-1 1:-1 \n"
		m, err := codec.ReadLibsvmModel([]byte(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := sample.NewMatrix([]float64{0, 1, -1}, 3, 1)
		got := labelsOf(t, m.Classes, classifier(m.Model), x)
		first, later := int(labels[0]-'0'), int(labels[2]-'0')
		if want := []int{later, first, later}; !slices.Equal(got, want) {
			t.Errorf("labels %s: %v, want %v", labels, got, want)
		}
		if libsvm := svmPredict(t, []byte(text), []byte("1\n1 1:1\n1 1:-1\n")); !slices.Equal(got, libsvm) {
			t.Errorf("labels %s: %v, svm-predict says %v", labels, got, libsvm)
		}
	}
}

// bigModel is a model of k classes with m support vectors of each.
func bigModel(k, m, d int) []byte {
	rng := rand.New(rand.NewPCG(7, 7))
	var out bytes.Buffer
	fmt.Fprintf(&out, "svm_type c_svc\nkernel_type rbf\ngamma 0.25\nnr_class %d\ntotal_sv %d\nrho", k, k*m)
	for range k * (k - 1) / 2 {
		fmt.Fprintf(&out, " %.17g", rng.NormFloat64())
	}
	for _, line := range []struct {
		keyword string
		of      func(p int) int
	}{{"label", func(p int) int { return k - p }}, {"nr_sv", func(int) int { return m }}} {
		fmt.Fprintf(&out, "\n%s", line.keyword)
		for p := range k {
			fmt.Fprintf(&out, " %d", line.of(p))
		}
	}
	out.WriteString("\nSV\n")
	for range k * m {
		for range k - 1 {
			fmt.Fprintf(&out, "%.17g ", rng.NormFloat64())
		}
		for j := range d {
			fmt.Fprintf(&out, "%d:%.8g ", j+1, rng.NormFloat64())
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

func TestLibsvmModelsOfAnySize(t *testing.T) {
	text := bigModel(3, 4000, 40)
	if len(text) < 5<<20 {
		t.Fatalf("%d bytes are not big", len(text))
	}
	m, err := codec.ReadLibsvmModel(text, 0)
	if err != nil {
		t.Fatal(err)
	}
	again, err := codec.WriteLibsvmModel(m.Model)
	if err != nil {
		t.Fatal(err)
	}
	lines, want := strings.Split(string(again), "\n"), strings.Split(string(text), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d", len(lines), len(want))
	}
	for i := range want {
		if !sameNumbers(lines[i], want[i]) {
			t.Fatalf("line %d differs", i+1)
		}
	}
}

func TestLibsvmModelFeatures(t *testing.T) {
	text := []byte("svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2\nrho 0\nlabel 1 2\nnr_sv 1 1\nSV\n1 2:1 \n-1 1:-1 \n")
	for given, want := range map[int]int{0: 2, 2: 2, 5: 5} {
		m, err := codec.ReadLibsvmModel(text, given)
		if err != nil {
			t.Fatal(err)
		}
		if got := features(m); got != want {
			t.Errorf("features %d: the model has %d, want %d", given, got, want)
		}
		out, err := codec.WriteLibsvmModel(m.Model)
		if err != nil {
			t.Fatal(err)
		}
		if m, err = codec.ReadLibsvmModel(out, 0); err != nil || features(m) != want {
			t.Errorf("features %d: not the same again in\n%s%v", given, out, err)
		}
	}
	var f *fault.Error
	if _, err := codec.ReadLibsvmModel(text, 1); !errors.As(err, &f) || f.Code != fault.Option || f.Argument != "features" {
		t.Errorf("one feature too few: %v", err)
	}
	if _, err := codec.ReadLibsvmModel(text, sample.MaxDim+1); !errors.As(err, &f) || f.Code != fault.Option {
		t.Errorf("too many features: %v", err)
	}
}

func TestLibsvmModelsThatAreRefused(t *testing.T) {
	good := "svm_type c_svc\nkernel_type polynomial\ndegree 3\ngamma 0.5\ncoef0 0\nnr_class 2\ntotal_sv 2\nrho 0.5\nlabel 1 -1\nnr_sv 1 1\nSV\n1 1:1 3:2 \n-1 2:1 \n"
	if _, err := codec.ReadLibsvmModel([]byte(good), 0); err != nil {
		t.Fatal(err)
	}
	given := strings.NewReplacer("kernel_type polynomial", "kernel_type precomputed", "1 1:1 3:2 ", "1 0:4 ", "-1 2:1 ", "-1 0:2 ").Replace(good)
	if _, err := codec.ReadLibsvmModel([]byte(given), 0); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text, from, to string
		line, column   int
		says           string
	}{
		"regression with classes": {good, "c_svc", "epsilon_svr", 11, 1, `svm_type epsilon_svr has nr_class 2 and neither label nor nr_sv`},
		"one class with classes":  {good, "c_svc", "one_class", 11, 1, `svm_type one_class has nr_class 2 and neither label nor nr_sv`},
		"unknown machine":         {good, "c_svc", "c_svr", 1, 10, `no svm_type "c_svr"`},
		"unknown kernel":          {good, "polynomial", "cosine", 2, 13, `no kernel_type "cosine"`},
		"our name of a kernel":    {good, "polynomial", "poly", 2, 13, `no kernel_type "poly"`},
		"no kernel":               {good, "kernel_type polynomial", "kernel_type", 2, 12, "no value"},
		"two kernels":             {good, "polynomial", "rbf linear", 2, 17, `"linear" is one value too many`},
		"degree too high":         {good, "degree 3", "degree 65", 11, 1, "degree must be"},
		"degree negative":         {good, "degree 3", "degree -1", 3, 8, "whole number"},
		"gamma zero":              {good, "gamma 0.5", "gamma 0", 11, 1, "gamma must be"},
		"gamma infinite":          {good, "gamma 0.5", "gamma inf", 4, 7, "not a finite number"},
		"gamma missing":           {good, "gamma 0.5\n", "", 10, 1, `needs a line "gamma"`},
		"two gammas":              {good, "gamma 0.5", "gamma 0.5 1", 4, 6, "2 values"},
		"gamma twice":             {good, "coef0 0", "gamma 1", 5, 1, `second line "gamma"`},
		"one class":               {good, "nr_class 2", "nr_class 1", 6, 10, "at least two"},
		"classes miscounted":      {good, "nr_class 2", "nr_class 3", 11, 1, "2 labels for 3 classes"},
		"very many classes":       {good, "nr_class 2", "nr_class 2147483647", 11, 1, "2 labels for 2147483647"},
		"classes beyond int":      {good, "nr_class 2", "nr_class 9999999999", 6, 10, "whole number"},
		"label that is no int":    {good, "label 1 -1", "label 1 0.5", 9, 9, "whole number"},
		"label too large":         {good, "label 1 -1", "label 1 2147483648", 9, 9, "whole number"},
		"label twice":             {good, "label 1 -1", "label 1 1", 11, 1, "label 1 twice"},
		"rho missing":             {good, "rho 0.5\n", "", 10, 1, `no line "rho"`},
		"too few probA":           {good, "label 1 -1", "label 1 -1\nprobA -1 -1\nprobB 0", 13, 1, "2 values of probA and 1 of probB"},
		"probA is no number":      {good, "label 1 -1", "label 1 -1\nprobA x", 10, 7, "not a finite number"},
		"too many rho":            {good, "rho 0.5", "rho 0.5 1", 11, 1, "2 values of rho"},
		"too few nr_sv":           {good, "nr_sv 1 1", "nr_sv 2", 11, 1, "1 values of nr_sv"},
		"nr_sv negative":          {good, "nr_sv 1 1", "nr_sv 3 -1", 10, 9, "whole number"},
		"nr_sv does not add up":   {good, "nr_sv 1 1", "nr_sv 1 2", 11, 1, "counts 3"},
		"huge total_sv":           {strings.Replace(good, "total_sv 2", "total_sv 2147483647", 1), "nr_sv 1 1", "nr_sv 2147483646 1", 11, 1, "cut off"},
		"vector missing":          {good, "-1 2:1 \n", "\n\n\n\n", 16, 1, "after 1 of 2"},
		"vector too many":         {good, "-1 2:1 \n", "-1 2:1 \n1 1:1\n", 14, 1, "after the last of 2"},
		"coefficient missing":     {good, "1 1:1 3:2", "1:1 3:2", 12, 1, "starts with 1 coefficients"},
		"coefficient nan":         {good, "1 1:1", "nan 1:1", 12, 1, "not a finite number"},
		"coefficient too many":    {good, "1 1:1", "1 1 1:1", 12, 3, "index:value"},
		"index zero":              {good, "1 1:1", "1 0:1", 12, 3, "index is 0"},
		"index descends":          {good, "1:1 3:2", "3:1 1:2", 12, 7, "must ascend"},
		"index beyond all":        {good, "1:1 3:2", "1:1 99999999999:2", 12, 7, "larger than"},
		"value infinite":          {good, "3:2", "3:1e999", 12, 9, "not a finite number"},
		"unknown keyword":         {good, "coef0", "coef1", 5, 1, `"coef1" is no keyword`},
		"data set":                {good, good, "1 1:1\n", 1, 1, `"1" is no keyword`},
		"head only":               {good, good[strings.Index(good, "SV\n"):], "", 10, 1, "ends before"},
		"empty":                   {good, good, "", 1, 1, "ends before"},
		"precomputed features":    {given, "1 0:4", "1 1:4", 12, 3, "0:serial"},
		"serial zero":             {given, "1 0:4", "1 0:0", 12, 3, "0:serial"},
		"serial with features":    {given, "1 0:4", "1 0:4 1:1", 12, 7, "one value too many"},
		"serial that is no whole": {given, "1 0:4", "1 0:1.5", 12, 3, "0:serial"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(c.text, c.from, c.to, 1)
			_, err := codec.ReadLibsvmModel([]byte(text), 0)
			var f *fault.Error
			if !errors.As(err, &f) {
				t.Fatalf("it was read, or failed without a code: %v", err)
			}
			if f.Code != fault.Format || f.Argument != "text" || f.Details["line"] != c.line || f.Details["column"] != c.column {
				t.Errorf("%s of %s at %v, want %s at line %d, column %d", f.Code, f.Argument, f.Details, fault.Format, c.line, c.column)
			}
			if !strings.Contains(f.Message, c.says) {
				t.Errorf("message %q does not say %q", f.Message, c.says)
			}
		})
	}
}

func TestLabelsThatLibsvmCannotHave(t *testing.T) {
	g := goldens()[1]
	m := g.model(t)
	for _, classes := range []codec.Classes{
		{Kind: "string", Names: []string{"1", "2"}},
		{Kind: "bigint", Names: []string{"1", "2"}},
		{Kind: "boolean", Names: []string{"false", "true"}},
		{Kind: "number", Names: []string{"0.5", "1"}},
		{Kind: "number", Names: []string{"1", "2147483648"}},
		{Kind: "number", Names: []string{"1", "1e21"}},
	} {
		_, err := codec.WriteLibsvmModel(codec.Model{Name: "SVC", Classes: classes, Machine: m.Machine})
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Type || !strings.Contains(f.Message, "fit it with such numbers") {
			t.Errorf("%v: %v", classes, err)
		}
	}
	rest := goldens()[0]
	rest.change = func(o *svm.SVCOptions) { o.MultiClass = "ovr" }
	against := rest.model(t)
	against.Classes = codec.Classes{Kind: "number", Names: []string{"1", "2", "3"}}
	var f *fault.Error
	if _, err := codec.WriteLibsvmModel(against); !errors.As(err, &f) || f.Argument != "multiClass" {
		t.Errorf("classes against the rest: %v", err)
	}
	rest.change = func(o *svm.SVCOptions) { o.MultiClass = "dag" }
	graph := rest.model(t)
	graph.Classes = codec.Classes{Kind: "number", Names: []string{"1", "2", "3"}}
	if _, err := codec.WriteLibsvmModel(graph); !errors.As(err, &f) || f.Argument != "multiClass" {
		t.Errorf("a knock-out: %v", err)
	}
	type oracle struct{ model.Machine }
	if _, err := codec.WriteLibsvmModel(codec.Model{Name: "Oracle", Classes: g.classes, Machine: oracle{m.Machine}}); err == nil {
		t.Error("a machine that LIBSVM does not know was written")
	}
}

// FuzzReadLibsvmModel: any text is a model that is written again unchanged, or an error
// that names the place.
func FuzzReadLibsvmModel(f *testing.F) {
	for _, c := range libsvmCases(f) {
		if len(c.text) < 4000 {
			f.Add(c.text)
		}
	}
	f.Add([]byte("svm_type c_svc\nkernel_type sigmoid\ngamma .5\ncoef0 -1\nnr_class 3\ntotal_sv 3\nrho 1 2 3\nlabel 3 1 2\nnr_sv 0 2 1\nSV\n1 -0\n0 1 4:0\n1 1 2:1e-300\n"))
	f.Add([]byte("svm_type c_svc\r\nkernel_type linear\r\nnr_class 2\r\ntotal_sv 0\r\nrho -0\r\nlabel 5 4\r\nnr_sv 0 0\r\nSV\r\n"))
	f.Add([]byte("svm_type nu_svc\nkernel_type linear\nnr_class 2\ntotal_sv 0\nrho 0\nlabel 5 4\nprobA -2\nprobB .5\nnr_sv 0 0\nSV\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := codec.ReadLibsvmModel(text, 0)
		if err != nil {
			var known *fault.Error
			if !errors.As(err, &known) || known.Code != fault.Format {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		once, err := codec.WriteLibsvmModel(m.Model)
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.ReadLibsvmModel(once, 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, once)
		}
		twice, err := codec.WriteLibsvmModel(again.Model)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%v\n%s\n%s", err, once, twice)
		}
		if !slices.Equal(m.Classes.Names, again.Classes.Names) || features(m) != features(again) {
			t.Fatalf("%v of %d features, then %v of %d", m.Classes, features(m), again.Classes, features(again))
		}
	})
}

func BenchmarkReadLibsvmModel(b *testing.B) {
	text := bigModel(3, 4000, 40)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := codec.ReadLibsvmModel(text, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func hasProbabilities(m codec.Model) bool {
	_, has := m.Machine.(model.Prober)
	return has
}
