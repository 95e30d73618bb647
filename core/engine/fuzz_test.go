package engine_test

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model/schema"
)

// fitOf returns the request for a fit of a machine to x, and targets of any kind.
func fitOf(machine catalog.Machine, x engine.Table, y []int32) (engine.FitRequest, engine.Targets) {
	r := request(1, 2, x)
	r.Machine = machine.Name
	targets := engine.Targets{Labels: y, Values: make([]float64, len(y))}
	for i, c := range y {
		targets.Values[i] = float64(c)
	}
	return r, targets
}

// FuzzLoad: any bytes, with any checksums or right ones, give an error about the bytes
// or a model that works.
func FuzzLoad(f *testing.F) {
	x, y := table(12, 2, 2)
	for _, machine := range catalog.Machines() {
		r, targets := fitOf(machine, x, y)
		options, err := engine.NewOptions(machine.Name)
		if err != nil {
			f.Fatal(err)
		}
		bytes, _, err := engine.New().Fit(nil, r, options, x, targets)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(bytes)
	}
	f.Add([]byte("MXMG"))
	f.Fuzz(func(t *testing.T, b []byte) {
		load(t, b, x)
		if repaired := slices.Clone(b); repair(repaired) {
			load(t, repaired, x)
		}
	})
}

// load loads bytes and calls all operations on the model.
func load(t *testing.T, b []byte, x engine.Table) {
	e := engine.New()
	if _, _, err := e.Load(1, b); err != nil {
		var f *fault.Error
		if !errors.As(err, &f) || f.Argument != "bytes" {
			t.Errorf("%v is not a named error about the bytes", err)
		}
		return
	}
	_, predicting := e.Predict(nil, 1, x)
	_, transforming := e.Transform(nil, 1, false, x)
	_, _, deciding := e.DecisionFunction(nil, 1, "", x)
	_, _, weighing := e.Probabilities(nil, 1, x)
	_, exporting := e.ExportLibsvm(1)
	_, saving := e.Save(1)
	for _, err := range []error{predicting, transforming, deciding, weighing, exporting, saving} {
		named(t, err)
	}
}

// named fails the test if an error is not one of the errors meant for users.
func named(t *testing.T, err error) {
	t.Helper()
	var f *fault.Error
	if err != nil && (!errors.As(err, &f) || f.Message == "") {
		t.Errorf("%v is not a named error", err)
	}
}

// repair corrects the length and the checksums of a model, as far as it has any, because
// a fuzzer hardly finds right ones by itself.
func repair(b []byte) bool {
	const header, entry = 16, 48
	if len(b) < header {
		return false
	}
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	u32 := binary.LittleEndian
	for i := range int(u32.Uint16(b[6:])) {
		at := header + i*entry
		if at+entry > len(b) {
			break
		}
		from, length := uint64(u32.Uint32(b[at+36:])), uint64(u32.Uint32(b[at+40:]))
		if from+length <= uint64(len(b)) {
			u32.PutUint32(b[at+44:], crc32.Checksum(b[from:from+length], castagnoli))
		}
	}
	u32.PutUint32(b[8:], uint32(len(b)))
	u32.PutUint32(b[12:], crc32.Checksum(b[header:], castagnoli))
	return true
}

// source makes choices from the bytes of a fuzz input, and zeros after its end.
type source []byte

func (s *source) next(n int) int {
	if len(*s) == 0 {
		return 0
	}
	b := (*s)[0]
	*s = (*s)[1:]
	return int(b) % n
}

// numbers are a few usual numbers, and numbers that are difficult for arithmetic.
func (s *source) number() float64 {
	pool := []float64{0, 1, -1, 0.5, 2, 3, -0.25, 1e-3, 10, 1e-12, 1e12, 1e-300, 1e150, 1e300, math.MaxFloat64,
		math.SmallestNonzeroFloat64, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1)}
	return pool[s.next(len(pool))]
}

func (s *source) numbers(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = s.number()
	}
	return v
}

// change gives options of a struct other values, most of them invalid.
func (s *source) change(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Struct {
			s.change(f)
			// A valid value has a name or numbers, never both.
			if name := f.FieldByName("Name"); name.IsValid() && f.NumField() == 2 && name.String() != "" && name.String() != "map" {
				f.Field(1).SetZero()
			}
			continue
		}
		if s.next(8) != 1 {
			continue
		}
		switch f.Kind() {
		case reflect.Float64:
			f.SetFloat(s.number())
		case reflect.Int:
			f.SetInt([]int64{0, 1, -1, 2, 3, 64, 65, math.MaxInt32, math.MinInt32}[s.next(9)])
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.String:
			f.SetString([]string{"", "linear", "poly", "sigmoid", "precomputed", "ovr", "dag", "map", "balanced", "sigmoid", "isotonic", "hinge", "squaredHinge", "nothing"}[s.next(14)])
		case reflect.Slice:
			f.Set(reflect.ValueOf(s.numbers(s.next(4))))
		}
	}
}

// table makes a small table of hostile numbers, dense or with indices that may be anything.
func (s *source) table() engine.Table {
	rows, cols := s.next(9), s.next(4)
	if s.next(4) != 1 {
		return engine.Table{Shape: engine.Shape{Layout: "dense", Rows: rows, Cols: cols}, Data: s.numbers(max(0, rows*cols-s.next(40)/39))}
	}
	t := engine.Table{Shape: engine.Shape{Layout: "csr", Rows: rows, Cols: cols}, Indptr: []int32{0}}
	for range rows {
		for j := range cols {
			if s.next(2) == 1 {
				t.Indices, t.Data = append(t.Indices, int32(j+s.next(60)/58)), append(t.Data, s.number())
			}
		}
		t.Indptr = append(t.Indptr, int32(len(t.Data)-s.next(50)/49))
	}
	return t
}

// FuzzFit: a fit of any machine with any options to any small table gives an error that
// names what is wrong, or a model that predicts the same after it is saved and loaded.
func FuzzFit(f *testing.F) {
	for i := range catalog.Machines() {
		usual := []byte{byte(i), 8, 2}
		for range 60 {
			usual = append(usual, byte(len(usual)*7))
		}
		f.Add(usual)
		f.Add(append([]byte{byte(i), 8, 3, 1}, make([]byte, 40)...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s := source(b)
		machines := catalog.Machines()
		machine := machines[s.next(len(machines))]
		x := s.table()
		y := make([]int32, x.Rows)
		for i := range y {
			y[i] = int32(s.next(2))
		}
		r, targets := fitOf(machine, x, y)
		if s.next(5) == 1 {
			targets.Weight = s.numbers(x.Rows)
		}
		if s.next(5) == 1 {
			targets.Values = s.numbers(x.Rows)
		}
		options, err := engine.NewOptions(machine.Name)
		if err != nil {
			t.Fatal(err)
		}
		s.change(reflect.ValueOf(options).Elem())
		if err := schema.Check(options); err != nil {
			named(t, err)
		}
		e := engine.New()
		// Some problems take very long, which this test does not measure, so iterations are limited.
		ctl := run.Watcher{Slice: time.Millisecond}.Ctl().Within(200)
		bytes, _, err := e.Fit(ctl, r, options, x, targets)
		if err != nil {
			named(t, err)
			return
		}
		again := engine.New()
		if _, _, err := again.Load(1, bytes); err != nil {
			t.Fatalf("its own bytes do not load: %v", err)
		}
		want, err := e.Predict(nil, 1, x)
		named(t, err)
		got, err := again.Predict(nil, 1, x)
		named(t, err)
		if !slices.Equal(got.Labels, want.Labels) || !slices.EqualFunc(got.Values, want.Values, same) {
			t.Errorf("answers %v, after loading %v", want, got)
		}
		if slices.ContainsFunc(want.Values, func(v float64) bool { return math.IsNaN(v) }) {
			t.Errorf("predictions %v", want.Values)
		}
	})
}

func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
