package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

func TestReadLibsvm(t *testing.T) {
	// The sample that most cases below spell in different ways.
	plain := &sample.CSR{
		N: 2, D: 3,
		Ptr: []int32{0, 2, 3}, Index: []int32{0, 2, 1}, Value: []float64{0.5, -2, 1e-3},
	}
	labels := []float64{1, -1}
	for name, test := range map[string]struct {
		text string
		set  *sample.CSR
		y    []float64
	}{
		"plain":               {"1 1:0.5 3:-2\n-1 2:1e-3\n", plain, labels},
		"no last line end":    {"1 1:0.5 3:-2\n-1 2:1e-3", plain, labels},
		"CRLF":                {"1 1:0.5 3:-2\r\n-1 2:1e-3\r\n", plain, labels},
		"byte order mark":     {"\xef\xbb\xbf1 1:0.5 3:-2\n-1 2:1e-3\n", plain, labels},
		"signs and spellings": {"+1 1:.5 3:-2.\n-1.0 2:+0.1E-2\n", plain, labels},
		"tabs, many blanks":   {"  1\t1:0.5   3:-2 \t\n-1 2:1e-3  \n", plain, labels},
		"leading zeros":       {"01 01:00.50 003:-02\n-1 2:1e-3\n", plain, labels},
		"blank lines":         {"\n\n1 1:0.5 3:-2\n \t\r\n-1 2:1e-3\n\n", plain, labels},
		"comments":            {"# head\n1 1:0.5 3:-2 # 4:5\n-1 2:1e-3#x:y\n#", plain, labels},
		"stored zeros": {"0 2:0 4:-0\n", &sample.CSR{N: 1, D: 4, Ptr: []int32{0, 2}, Index: []int32{1, 3},
			Value: []float64{0, math.Copysign(0, -1)}}, []float64{0}},
		"row without features": {"7\n8 1:1\n", &sample.CSR{N: 2, D: 1, Ptr: []int32{0, 0, 1}, Index: []int32{0},
			Value: []float64{1}}, []float64{7, 8}},
		"largest index": {"0 16777216:1", &sample.CSR{N: 1, D: sample.MaxDim, Ptr: []int32{0, 1}, Index: []int32{sample.MaxDim - 1},
			Value: []float64{1}}, []float64{0}},
		"17 digits": {"0.1000000000000000055 1:123456789012345678 2:0.30000000000000004 3:5e-324\n",
			&sample.CSR{N: 1, D: 3, Ptr: []int32{0, 3}, Index: []int32{0, 1, 2},
				Value: []float64{123456789012345678, 0.30000000000000004, 5e-324}}, []float64{0.1}},
	} {
		t.Run(name, func(t *testing.T) {
			set, y, err := ReadLibsvm([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if !sameCSR(set, test.set) {
				t.Errorf("read %+v, expected %+v", set, test.set)
			}
			if !sameBits(y, test.y) {
				t.Errorf("read labels %v, expected %v", y, test.y)
			}
			if _, err := sample.NewCSR(set.Ptr, set.Index, set.Value, set.N, set.D); err != nil {
				t.Errorf("the set is not well-formed: %v", err)
			}
		})
	}
}

func TestReadLibsvmRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		text         string
		line, column int
		says         string // what the message must contain
	}{
		"label is a name":         {"1 1:1\ncat 1:1\n", 2, 1, `the label "cat" is not a finite number`},
		"label is NaN":            {"nan 1:1", 1, 1, "not a finite number"},
		"label is infinite":       {"  inf 1:1", 1, 3, "not a finite number"},
		"label overflows":         {"1e999 1:1", 1, 1, "not a finite number"},
		"label is missing":        {"1:1 2:1", 1, 1, "a label must come first"},
		"label is a list":         {"1,2 1:1", 1, 1, "is a list"},
		"comma-separated file":    {"1,0.5,0.25\n", 1, 1, "separated by spaces"},
		"query that is no number": {"3 qid:a 1:0.5", 1, 3, "number the queries"},
		"query of a fraction":     {"3 qid:1.5 1:0.5", 1, 3, "number the queries"},
		"query too late":          {"3 1:0.5 qid:1", 1, 9, "after the label"},
		"some queries":            {"3 qid:1 1:0.5\n3 1:0.5", 2, 1, "give each line one"},
		"first query late":        {"3 1:0.5\n 3 qid:1 1:0.5", 2, 2, "give each line one"},
		"index -1":                {"1 -1:1", 1, 3, "counted from 1"},
		"index is a name":         {"1 age:1", 1, 3, "not of the form index:value"},
		"index is missing":        {"1 :1", 1, 3, "no index before the colon"},
		"index too large":         {"1 16777217:1", 1, 3, "larger than 16777216"},
		"index overflows":         {"1 99999999999999999999999999:1", 1, 3, "larger than 16777216"},
		"indices descend":         {"1 1:1\n\n# c\n-1 7:1 3:1", 4, 8, "the index 3 follows 7"},
		"index repeats":           {"1 2:1 2:1", 1, 7, "appears twice"},
		"value is missing":        {"1 1:", 1, 5, "no value after the colon"},
		"blank after colon":       {"1 1: 5", 1, 5, "without spaces"},
		"value is NaN":            {"1 1:1 2:NaN", 1, 9, "fill in the missing value"},
		"value is infinite":       {"1 1:-Infinity", 1, 5, "not a finite number"},
		"value overflows":         {"1 1:1e309", 1, 5, "not a finite number"},
		"value in hexadecimal":    {"1 1:0x1p3", 1, 5, "not a finite number"},
		"value with separator":    {"1 1:1_000", 1, 5, "not a finite number"},
		"value of two points":     {"1 1:1.2.3", 1, 5, "not a finite number"},
		"value of a sign":         {"1 1:-", 1, 5, "not a finite number"},
		"value of a point":        {"1 1:.", 1, 5, "not a finite number"},
		"value with comma":        {"1 1:0,5", 1, 5, "not a finite number"},
		"no colon":                {"1 1:1 2 3:1", 1, 7, "not of the form index:value"},
		"two colons":              {"1 1:2:3", 1, 5, `"2:3"`},
		"not text":                {"\x00\x01\x02", 1, 1, `"\x00\x01\x02"`},
		"long token":              {"1 1:" + strings.Repeat("x", 100), 1, 5, strings.Repeat("x", 24) + `"...`},
	} {
		t.Run(name, func(t *testing.T) {
			set, y, err := ReadLibsvm([]byte(test.text))
			if set != nil || y != nil {
				t.Error("an error came with a result")
			}
			e := asFault(t, err)
			if e.Code != fault.Format || e.Argument != "text" {
				t.Errorf("code %s about %q, expected %s about \"text\"", e.Code, e.Argument, fault.Format)
			}
			if want := (fault.Details{"line": test.line, "column": test.column}); !reflect.DeepEqual(e.Details, want) {
				t.Errorf("details %v, expected %v", e.Details, want)
			}
			if place := fmt.Sprintf("line %d, column %d: ", test.line, test.column); !strings.HasPrefix(e.Message, place) {
				t.Errorf("message %q does not start with %q", e.Message, place)
			}
			if !strings.Contains(e.Message, test.says) {
				t.Errorf("message %q does not say %q", e.Message, test.says)
			}
		})
	}
}

// TestReadLibsvmFrom0 has files whose features count from 0, which were refused; the answers are
// those of scikit-learn's load_svmlight_file with zero_based="auto", True and False.
func TestReadLibsvmFrom0(t *testing.T) {
	for _, test := range []struct {
		text  string
		first int
		index []int32
		d     int
		zero  bool
	}{
		{"1 0:1 2:3\n-1 1:5\n", auto, []int32{0, 2, 1}, 3, true},
		{"-1 1:5\n1 0:1 2:3\n", auto, []int32{1, 0, 2}, 3, true},
		{"1 1:1 3:3\n", auto, []int32{0, 2}, 3, false},
		{"1 1:1 3:3\n", 0, []int32{1, 3}, 4, true},
		{"1 1:1 3:3\n", 1, []int32{0, 2}, 3, false},
		{"1 0:2\n", auto, []int32{0}, 1, true},
	} {
		read, err := Read([]byte(test.text), test.first)
		if err != nil {
			t.Fatalf("%q: %v", test.text, err)
		}
		if !sameInts(read.Set.Index, test.index) || read.Set.D != test.d || read.Zero != test.zero {
			t.Errorf("%q from %d: %v of %d, zero %v", test.text, test.first, read.Set.Index, read.Set.D, read.Zero)
		}
	}
	_, err := Read([]byte("1 1:1\r\n1 0:1"), 1)
	if e := asFault(t, err); e.Details["line"] != 2 || !strings.Contains(e.Message, "zeroBased") {
		t.Errorf("index 0 where features count from 1: %v", err)
	}
	_, err = Read([]byte("1 0:1 16777216:1"), auto)
	if e := asFault(t, err); e.Code != fault.Format {
		t.Errorf("too many features from 0: %v", err)
	}
}

// TestReadLibsvmQueries has ranking data as SVMrank and LETOR write them, which were refused.
func TestReadLibsvmQueries(t *testing.T) {
	text := "# a query\n3 qid:1 1:0.5 # 1A\n2 qid:1 1:0.1 #docid = GX029-35-5894638 inc = 0.01\n1 qid:10032 2:3\n"
	read, err := Read([]byte(text), auto)
	if err != nil {
		t.Fatal(err)
	}
	if !sameBits(read.Queries, []float64{1, 1, 10032}) || !sameBits(read.Y, []float64{3, 2, 1}) || read.Set.D != 2 {
		t.Errorf("read %v, %v, %d features", read.Queries, read.Y, read.Set.D)
	}
	written, err := WriteLibsvm(read.Set, read.Y, read.Queries)
	const want = "3 qid:1 1:0.5\n2 qid:1 1:0.1\n1 qid:10032 2:3\n"
	if err != nil || string(written) != want {
		t.Errorf("wrote %q, %v", written, err)
	}
}

func TestReadLibsvmEmpty(t *testing.T) {
	for _, text := range []string{"", "\n", " \r\n\t\n", "# nothing\n", "\xef\xbb\xbf", "1\n2\n"} {
		_, _, err := ReadLibsvm([]byte(text))
		if e := asFault(t, err); e.Code != fault.Empty || e.Argument != "text" {
			t.Errorf("%q: %v, expected %s about \"text\"", text, err, fault.Empty)
		}
	}
}

func TestParseNumberIsExact(t *testing.T) {
	// Compared with strconv, bit for bit, on both sides of the limits of the fast path.
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`[-+]?[0-9]{0,18}\.?[0-9]{0,18}`),
			rapid.StringMatching(`[-+]?[0-9]{1,3}\.[0-9]{1,14}`),
			rapid.StringMatching(`[-+]?[0-9.]{1,6}([eE][-+]?[0-9]{1,3})?`),
		).Draw(t, "text")
		got, ok := ParseNumber([]byte(text))
		want, err := strconv.ParseFloat(text, 64)
		if ok != (err == nil) {
			t.Fatalf("%q: ok is %v, but strconv says %v", text, ok, err)
		}
		if ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q is %v, but strconv says %v", text, got, want)
		}
	})
}

func TestLibsvmRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set, y := drawSet(t)
		text, err := WriteLibsvm(set, y, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, labels, err := ReadLibsvm(text)
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, text)
		}
		if !sameBits(labels, y) {
			t.Fatalf("labels %v became %v", y, labels)
		}
		if !sameEntries(set, back) {
			t.Fatalf("%+v became %+v by way of\n%s", set, back, text)
		}
		if _, err := sample.NewCSR(back.Ptr, back.Index, back.Value, back.N, back.D); err != nil {
			t.Fatalf("the set read is not well-formed: %v", err)
		}
		again, err := WriteLibsvm(back, labels, nil)
		if err != nil || !bytes.Equal(again, text) {
			t.Fatalf("written twice: %v\n%s\n%s", err, text, again)
		}
	})
}

func TestWriteLibsvmDenseEqualsSparse(t *testing.T) {
	dense, err := sample.NewMatrix([]float64{0, 1.5, 0, 0, -1e300, 0}, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	sparse, err := sample.NewCSR([]int32{0, 1, 2}, []int32{1, 1}, []float64{1.5, -1e300}, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	const want = "1 2:1.5 3:0\n1e+15 2:-1e+300\n"
	for _, set := range []sample.Set{dense, sparse} {
		got, err := WriteLibsvm(set, []float64{1, 1e15}, nil)
		if err != nil || string(got) != want {
			t.Errorf("%T is written %q, %v; expected %q", set, got, err, want)
		}
	}
}

func TestWriteLibsvmRefuses(t *testing.T) {
	set := &sample.Matrix{N: 2, D: 1, X: []float64{1, 2}}
	_, err := WriteLibsvm(set, []float64{1}, nil)
	if e := asFault(t, err); e.Code != fault.Shape || e.Argument != "y" || e.Details["expected"] != 2 || e.Details["got"] != 1 {
		t.Errorf("one label for two rows: %v %v", err, e.Details)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := WriteLibsvm(set, []float64{1, bad}, nil)
		if e := asFault(t, err); e.Code != fault.NonFinite || e.Details["row"] != 1 {
			t.Errorf("label %v: %v %v", bad, err, e.Details)
		}
	}
}

// FuzzReadLibsvm: any text is refused with its place, or reads the same after
// being written.
func FuzzReadLibsvm(f *testing.F) {
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		set, y, err := ReadLibsvm(text)
		if !bytes.Equal(text, before) {
			t.Fatal("the text was changed")
		}
		if err != nil {
			e := asFault(t, err)
			if e.Code != fault.Empty {
				line, _ := e.Details["line"].(int)
				column, _ := e.Details["column"].(int)
				lines := bytes.Split(text, []byte{'\n'})
				if line < 1 || line > len(lines) || column < 1 || column > len(lines[line-1])+1 {
					t.Fatalf("line %d, column %d is not in the text: %v", line, column, err)
				}
			}
			return
		}
		if _, err := sample.NewCSR(set.Ptr, set.Index, set.Value, set.N, set.D); err != nil || len(y) != set.N {
			t.Fatalf("%d labels, and the set is not well-formed: %v", len(y), err)
		}
		written, err := WriteLibsvm(set, y, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, labels, err := ReadLibsvm(written)
		if err != nil || !sameCSR(set, back) || !sameBits(y, labels) {
			t.Fatalf("the round trip by way of %q failed: %v", written, err)
		}
	})
}

func BenchmarkReadLibsvm(b *testing.B) {
	text := benchmarkText()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := ReadLibsvm(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteLibsvm(b *testing.B) {
	set, y, err := ReadLibsvm(benchmarkText())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := WriteLibsvm(set, y, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// benchmarkText is 2000 lines of 30 features with 6 digits, as scaled data has.
func benchmarkText() []byte {
	var text []byte
	for i := range 2000 {
		text = strconv.AppendInt(text, int64(i%2), 10)
		for j := range 30 {
			v := float64((i*7919+j*104729)%2000001-1000000) / 1e6
			text = fmt.Appendf(text, " %d:%g", j+1, v)
		}
		text = append(text, '\n')
	}
	return text
}

// drawSet draws a set, dense or sparse, and labels for it. Sparse sets may
// store zeros; dense ones have no negative zero, which writing would drop.
func drawSet(t *rapid.T) (sample.Set, []float64) {
	n := rapid.IntRange(1, 6).Draw(t, "n")
	d := rapid.IntRange(1, 6).Draw(t, "d")
	number := rapid.OneOf(
		rapid.SampledFrom([]float64{0, 1, -1, 0.1, 1e15, 1e15 - 1, 5e-324, math.MaxFloat64, 1.0 / 3}),
		rapid.Float64Range(-2, 2),
		rapid.Float64(),
	).Filter(func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) })
	y := rapid.SliceOfN(number, n, n).Draw(t, "y")
	if rapid.Bool().Draw(t, "dense") {
		x := rapid.SliceOfN(number, n*d, n*d).Draw(t, "x")
		for i, v := range x {
			if v == 0 {
				x[i] = 0
			}
		}
		return &sample.Matrix{N: n, D: d, X: x}, y
	}
	set := &sample.CSR{N: n, D: d, Ptr: []int32{0}}
	for range n {
		for j := range d {
			if rapid.Bool().Draw(t, "stored") {
				set.Index = append(set.Index, int32(j))
				set.Value = append(set.Value, number.Draw(t, "value"))
			}
		}
		set.Ptr = append(set.Ptr, int32(len(set.Index)))
	}
	return set, y
}

// sameEntries reports whether two sets have the same shape and the same
// numbers, whatever they store.
func sameEntries(a, b sample.Set) bool {
	if a.Len() != b.Len() || a.Dim() != b.Dim() {
		return false
	}
	rowA, rowB := make([]float64, a.Dim()), make([]float64, a.Dim())
	for i := range a.Len() {
		a.Dense(rowA, i)
		b.Dense(rowB, i)
		if !sameBits(rowA, rowB) {
			return false
		}
	}
	return true
}

func sameCSR(a, b *sample.CSR) bool {
	return a.N == b.N && a.D == b.D && reflect.DeepEqual(a.Ptr, b.Ptr) && sameInts(a.Index, b.Index) && sameBits(a.Value, b.Value)
}

func sameInts(a, b []int32) bool {
	return len(a) == len(b) && (len(a) == 0 || reflect.DeepEqual(a, b))
}

func sameBits(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}

func asFault(t testing.TB, err error) *fault.Error {
	t.Helper()
	var e *fault.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, expected a fault", err)
	}
	return e
}
