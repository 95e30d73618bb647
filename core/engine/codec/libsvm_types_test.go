package codec_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"maxmargin/core/data/dataset"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/facts"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// libsvmTool runs one of LIBSVM's programs in a folder.
func libsvmTool(t testing.TB, folder, name string, arguments ...string) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("js/wasm starts no programs; the native test does")
	}
	program, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s on the PATH (Debian package libsvm-tools)", name)
	}
	command := exec.Command(program, arguments...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// column reads the numbers that svm-predict wrote.
func column(t testing.TB, path string) []float64 {
	t.Helper()
	var all []float64
	for _, field := range strings.Fields(string(read(t, path))) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// answers returns the predictions of a machine, in the numbers of svm-predict.
func answers(t testing.TB, m codec.Model, x sample.Set) []float64 {
	t.Helper()
	var all []float64
	switch machine := m.Machine.(type) {
	case model.Classifier:
		for _, label := range labelsOf(t, m.Classes, machine, x) {
			all = append(all, float64(label))
		}
	case model.Regressor:
		f, err := machine.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		all = f
	case model.Detector:
		inside, err := machine.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range inside {
			all = append(all, float64(v))
		}
	}
	return all
}

// Every type of LIBSVM's models, dense and precomputed: imported models predict as
// svm-predict does; svm-predict predicts with exported models as we do, whether they were
// imported or fitted here; and export and import change nothing.
func TestLibsvmTypes(t *testing.T) {
	rows := read(t, "testdata/libsvm/irises.rows")
	x, y, err := dataset.ReadLibsvm(rows)
	if err != nil {
		t.Fatal(err)
	}
	var gram strings.Builder // of inner products
	values := &sample.Matrix{N: x.N, D: x.N, X: make([]float64, x.N*x.N)}
	a, b := make([]float64, x.D), make([]float64, x.D)
	for i := range x.N {
		fmt.Fprintf(&gram, "%v 0:%d", y[i], i+1)
		x.Dense(a, i)
		for j := range x.N {
			x.Dense(b, j)
			for f := range a {
				values.X[i*x.N+j] += a[f] * b[f]
			}
			fmt.Fprintf(&gram, " %d:%v", j+1, values.X[i*x.N+j])
		}
		gram.WriteString("\n")
	}
	labels := make([]int32, len(y))
	for i, v := range y {
		labels[i] = int32(v) - 1
	}
	training := model.NewTraining(nil, facts.Either{Classes: model.Classes{Of: labels, Count: 3}, Values: y})
	for svmType, name := range map[int]string{1: "NuSVC", 2: "OneClassSVM", 3: "SVR", 4: "NuSVR"} {
		for kernel, options := range map[string]string{"rbf": "-t 2 -g 0.5", "precomputed": "-t 4"} {
			t.Run(name+" "+kernel, func(t *testing.T) {
				folder, set, text := t.TempDir(), sample.Set(x), string(rows)
				if kernel == "precomputed" {
					set, text = values, gram.String()
				}
				in := func(name string) string { return filepath.Join(folder, name) }
				if err := os.WriteFile(in("rows"), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				agrees := func(what string, m codec.Model) {
					t.Helper()
					libsvmTool(t, folder, "svm-predict", "rows", "model", "labels")
					got, want := answers(t, m, set), column(t, in("labels"))
					for i := range want {
						// svm-predict prints six digits.
						if !(math.Abs(got[i]-want[i]) <= 1e-5*(1+math.Abs(want[i]))) {
							t.Fatalf("%s: row %d is %v, svm-predict says %v", what, i, got[i], want[i])
						}
					}
				}
				write := func(m codec.Model) string {
					t.Helper()
					text, err := codec.WriteLibsvmModel(m)
					if err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(in("model"), text, 0o600); err != nil {
						t.Fatal(err)
					}
					return string(text)
				}
				libsvmTool(t, folder, "svm-train", append(strings.Fields(options), "-s", strconv.Itoa(svmType), "-n", "0.3", "rows", "model")...)
				theirs, err := codec.ReadLibsvmModel(read(t, in("model")), set.Dim())
				if err != nil {
					t.Fatal(err)
				}
				if theirs.Name != name || theirs.Report.Status != codec.Imported {
					t.Errorf("it is a %s with status %s", theirs.Name, theirs.Report.Status)
				}
				agrees("theirs", theirs.Model)
				write(theirs.Model)
				agrees("theirs, written", theirs.Model)

				machine, err := catalog.NewMachine(name)
				if err != nil {
					t.Fatal(err)
				}
				switch m := machine.(type) {
				case *svm.NuSVC:
					m.Nu, m.Kernel.Name = 0.3, kernel
				case *svm.OneClassSVM:
					m.Kernel.Name = kernel
				case *svm.SVR:
					m.Kernel.Name = kernel
				case *svm.NuSVR:
					m.Kernel.Name = kernel
				}
				fit := training
				fit.X = set
				if _, err := machine.Fit(nil, facts.For(machine, fit)); err != nil {
					t.Fatal(err)
				}
				ours := codec.Model{Name: name, Machine: machine}
				if name == "NuSVC" {
					ours.Classes = codec.Classes{Kind: "number", Names: []string{"1", "2", "3"}}
				}
				text = write(ours)
				agrees("ours", ours)
				again, err := codec.ReadLibsvmModel([]byte(text), set.Dim())
				if err != nil {
					t.Fatal(err)
				}
				if back := write(again.Model); back != text {
					t.Errorf("it came back as\n%.300s\nwant\n%.300s", back, text)
				}
			})
		}
	}
}
