package catalog_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// independent are values of a kernel that were computed elsewhere. The file says with
// which tool and by which command.
type independent struct {
	Tool, Command string
	Tolerance     float64
	X, Z          json.RawMessage // rows of numbers, or strings
	Cases         []struct {
		Kernel string // a tree
		Values [][]float64
	}
}

func readIndependent(t *testing.T, name string) (of independent, x, z sample.Set) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "values", name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("the kernel %s has no values that were computed elsewhere: add a function %s to core/internal/golden/kernelvalues.py and run it", name, name)
	}
	if err == nil {
		err = json.Unmarshal(text, &of)
	}
	if err != nil {
		t.Fatal(err)
	}
	if of.Tool == "" || of.Command == "" || len(of.Cases) == 0 || !(of.Tolerance > 0 && of.Tolerance <= 1e-9) {
		t.Fatalf("%s: a tool, a command, a tolerance of at most 1e-9 and cases are needed: %+v", name, of)
	}
	return of, readSamples(t, of.X), readSamples(t, of.Z)
}

func readSamples(t *testing.T, text json.RawMessage) sample.Set {
	t.Helper()
	var texts []string
	if json.Unmarshal(text, &texts) == nil {
		s := &sample.Sequences{N: len(texts), Ptr: []int32{0}}
		for _, text := range texts {
			s.Symbols = append(s.Symbols, []int32(text)...)
			s.Ptr = append(s.Ptr, int32(len(s.Symbols)))
		}
		return s
	}
	var rows [][]float64
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	m := &sample.Matrix{N: len(rows), D: len(rows[0])}
	for _, row := range rows {
		m.X = append(m.X, row...)
	}
	return m
}

// disagreement returns the largest difference between the values of a kernel, in rows and
// one by one, and the independent values; the difference is relative for values above 1.
func disagreement(k kernel.Kernel, x, z sample.Set, want [][]float64) (worst float64) {
	columns := gram.Prepare(k, z, nil, gram.Origin(k, z))
	row := make([]float64, columns.Stride())
	for i := range want {
		columns.Rows([][]float64{row}, x, []int{i})
		for j, v := range want[i] {
			alone := 0.0
			if kernel.Compares(k) == sample.Numbers {
				alone = kernel.Value(k, x.(*sample.Matrix).Row(i), z.(*sample.Matrix).Row(j))
			} else {
				alone = kernel.StructuredValue(k, x, i, z, j)
			}
			for _, got := range []float64{row[j], alone} {
				difference := math.Abs(got-v) / max(1, math.Abs(v))
				if !(difference <= worst) {
					worst = difference
				}
			}
		}
	}
	return worst
}

// Every kernel has the independent values, for several parameters. A kernel with a wrong
// formula, such as a doubled one, fails this test; the test checks this for every kernel.
func TestKernelValues(t *testing.T) {
	for _, entry := range catalog.Kernels() {
		if kernel.IsGiven(entry.Kernel()) {
			continue
		}
		t.Run(entry.Name, func(t *testing.T) {
			of, x, z := readIndependent(t, entry.Name)
			for _, c := range of.Cases {
				k := made(t, c.Kernel, x)
				if k.Name() != entry.Name {
					t.Errorf("%s is not about %s", c.Kernel, entry.Name)
				}
				if worst := disagreement(k, x, z, c.Values); !(worst <= of.Tolerance) {
					t.Errorf("%s differs by %g from the values of %s", c.Kernel, worst, of.Tool)
				}
				for name, mutant := range map[string]kernel.Kernel{
					"doubled":          kernel.Scale{Factor: 2, Of: k},
					"one percent more": kernel.Scale{Factor: 1.01, Of: k},
				} {
					if worst := disagreement(mutant, x, z, c.Values); worst <= of.Tolerance {
						t.Errorf("%s, %s, passes for the kernel: its values are all 0", c.Kernel, name)
					}
				}
			}
		})
	}
}

// Every file of values belongs to a kernel of the catalog.
func TestValuesAreOfKernels(t *testing.T) {
	files, err := filepath.Glob("testdata/values/*.json")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files of values, %v", len(files), err)
	}
	for _, file := range files {
		if _, err := catalog.Kernel(strings.TrimSuffix(filepath.Base(file), ".json")); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// trees has every kernel of vectors in the catalog, with the parameters in the files of
// values, and compositions, for samples of four columns.
func trees(t *testing.T) []string {
	t.Helper()
	all := compositions()
	for _, entry := range catalog.Kernels() {
		if k := entry.Kernel(); !kernel.IsGiven(k) && kernel.Compares(k) == sample.Numbers {
			of, _, _ := readIndependent(t, entry.Name)
			for _, c := range of.Cases {
				all = append(all, c.Kernel)
			}
		}
	}
	return all
}
