// Package facts is test support: real data, and the answers of other programs on them.
//
// The data are in ../shared/data, relative to the module root, and not in the repository. Without
// this folder, tests that need them are skipped. MAXMARGIN_PLAIN hides the folder, so that the
// tests of a plain checkout can also run where the data are.
package facts

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"maxmargin/core/data/dataset"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// Samples is a data set with a label for every row.
type Samples struct {
	X sample.Set
	Y []float64
}

// Path returns the path of a file or folder of the shared data; name is relative and has slashes,
// such as "libsvm/heart_scale". It skips the test if the shared data are missing or hidden.
func Path(t testing.TB, name string) string {
	t.Helper()
	folder := filepath.Join(moduleRoot(t), "..", "shared", "data")
	if os.Getenv("MAXMARGIN_PLAIN") != "" {
		t.Skip("MAXMARGIN_PLAIN hides ../shared/data")
	}
	if _, err := os.Stat(folder); err != nil {
		t.Skip("there is no ../shared/data")
	}
	return filepath.Join(folder, filepath.FromSlash(name))
}

// moduleRoot returns the closest folder above the working directory, which for
// a test is the folder of its package, that holds a go.mod.
func moduleRoot(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			t.Fatal("there is no go.mod above the working directory")
		}
		folder = above
	}
}

// Read returns the text of a file of the shared data, which may be stored under
// the name itself or compressed under name.gz or name.bz2.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	path := Path(t, name)
	for _, stored := range []struct {
		suffix string
		unpack func(io.Reader) (io.Reader, error)
	}{
		{"", func(r io.Reader) (io.Reader, error) { return r, nil }},
		{".gz", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{".bz2", func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
	} {
		packed, err := os.ReadFile(path + stored.suffix)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := stored.unpack(bytes.NewReader(packed))
		if err != nil {
			t.Fatalf("%s%s: %v", name, stored.suffix, err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s%s: %v", name, stored.suffix, err)
		}
		return text
	}
	t.Fatalf("the shared data have no %s", name)
	return nil
}

// Libsvm reads a data set of the folder libsvm/, such as "heart_scale".
func Libsvm(t testing.TB, name string) (*sample.CSR, []float64) {
	t.Helper()
	set, y, err := dataset.ReadLibsvm(Read(t, "libsvm/"+name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return set, y
}

// Classes returns the target of labels that are numbers: the classes in their order.
func Classes(labels []float64) model.Classes {
	distinct := slices.Clone(labels)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	y := make([]int32, len(labels))
	for i, l := range labels {
		y[i] = int32(slices.Index(distinct, l))
	}
	return model.Classes{Of: y, Count: len(distinct)}
}

// Digits reads scikit-learn's 1797 handwritten digits, 8 x 8 pixels of 0 to 16:
// the first 1297 to train on and the last 500 to test.
func Digits(t testing.TB) (train, test Samples) {
	t.Helper()
	rows, columns := readCSV(t, "sklearn/digits.csv")
	d := columns - 1
	x, y := make([]float64, 0, len(rows)), []float64{}
	for ; len(rows) > 0; rows = rows[columns:] {
		x = append(x, rows[:d]...)
		y = append(y, rows[d])
	}
	const split = 1297
	return matrix(t, x[:split*d], y[:split]), matrix(t, x[split*d:], y[split:])
}

// USPS reads the postal digits, 16 x 16 pixels of -1 to 1: 7291 to train on and
// 2007 to test.
func USPS(t testing.TB) (train, test Samples) {
	t.Helper()
	read := func(name string) Samples {
		rows, columns := readCSV(t, name)
		x, y := make([]float64, 0, len(rows)), []float64{}
		for ; len(rows) > 0; rows = rows[columns:] {
			y = append(y, rows[0])
			for _, v := range rows[1:columns] {
				x = append(x, v/1000)
			}
		}
		return matrix(t, x, y)
	}
	return read("usps/usps.csv"), read("usps/usps.t.csv")
}

func matrix(t testing.TB, x, y []float64) Samples {
	t.Helper()
	set, err := sample.NewMatrix(x, len(y), len(x)/len(y))
	if err != nil {
		t.Fatal(err)
	}
	return Samples{set, y}
}

// readCSV reads a file of numbers without a header, row by row.
func readCSV(t testing.TB, name string) (rows []float64, columns int) {
	t.Helper()
	for line := range bytes.Lines(Read(t, name)) {
		fields := bytes.Split(bytes.TrimSpace(line), []byte{','})
		if columns == 0 {
			columns = len(fields)
		}
		if len(fields) != columns {
			t.Fatalf("%s has rows of %d and of %d columns", name, columns, len(fields))
		}
		for _, field := range fields {
			v, err := strconv.ParseFloat(string(field), 64)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			rows = append(rows, v)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return rows, columns
}

// Widen returns the set with at least d features: test files may lack the last
// features of their training files, and the other way round.
func Widen(set *sample.CSR, d int) *sample.CSR {
	wide := *set
	wide.D = max(set.D, d)
	return &wide
}

// Scale maps every feature linearly so that lowest becomes -1 and highest 1, as LIBSVM's svm-scale
// does with the ranges of a training set: features without a range become zero, and results are
// rounded to the six digits that it prints.
func Scale(set sample.Set, lowest, highest []float64) *sample.CSR {
	n, d := set.Len(), set.Dim()
	scaled := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1, n+1)}
	row := make([]float64, d)
	for i := range n {
		set.Dense(row, i)
		for j, v := range row {
			switch {
			case lowest[j] == highest[j]:
				continue
			case v == lowest[j]:
				v = -1
			case v == highest[j]:
				v = 1
			default:
				v = roundTo6Digits(-1 + 2*(v-lowest[j])/(highest[j]-lowest[j]))
			}
			if v != 0 {
				scaled.Index = append(scaled.Index, int32(j))
				scaled.Value = append(scaled.Value, v)
			}
		}
		scaled.Ptr = append(scaled.Ptr, int32(len(scaled.Index)))
	}
	return scaled
}

// roundTo6Digits returns the number that C prints with %g.
func roundTo6Digits(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		panic(err) // strconv reads every finite number that it prints
	}
	return rounded
}

// Ratsch reads a two-class problem of the benchmark of Raetsch et al., such as
// "banana": classes 0 and 1, and for each split the rows to train on.
func Ratsch(t testing.TB, name string) (x *sample.Matrix, y []int32, splits [][]int) {
	t.Helper()
	rows, columns := readCSV(t, "ratsch/"+name+".csv")
	x = &sample.Matrix{D: columns - 1}
	for ; len(rows) > 0; rows = rows[columns:] {
		x.N++
		x.X = append(x.X, rows[1:columns]...)
		y = append(y, int32(max(rows[0], 0)))
	}
	for line := range bytes.Lines(Read(t, "ratsch/"+name+".splits.txt")) {
		var split []int
		for _, field := range bytes.Fields(line) {
			row, err := strconv.Atoi(string(field))
			if err != nil {
				t.Fatalf("ratsch/%s.splits.txt: %v", name, err)
			}
			split = append(split, row)
		}
		splits = append(splits, split)
	}
	return x, y, splits
}
