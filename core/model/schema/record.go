package schema

import (
	"math"
	"strings"

	"maxmargin/core/base/fault"
)

// Record is what a fitted machine consists of: named, typed fields in a fixed
// order. Machines write and read records; codec turns them into bytes, so that
// no machine knows a file format and no format knows a machine.
//
// A record outlives the release that wrote it. A reader asks for the fields that it
// knows and leaves the others alone, unless the record says that they matter: the field
// "requires" holds the names of those that a reader must know, see Unknown.
type Record struct {
	Fields []Field

	asked map[string]bool // names that a reader has looked for
}

// requires is the field with the names of the fields that no reader may overlook,
// separated by NUL characters. A release lists a field there that is new and changes what a model
// answers, such as an option of which every value but the default does, and so keeps older
// releases from answering wrongly.
const requires = "requires"

// Field is one named value: []float64, []int32 or string.
type Field struct {
	Name  string
	Value any
}

// Writer takes the fields of a fitted machine, in order.
type Writer interface {
	PutFloat64(name string, x float64)
	PutFloat64s(name string, x []float64)
	PutInt32(name string, x int32)
	PutInt32s(name string, x []int32)
	PutText(name, text string)
}

// Put appends a field.
func (r *Record) Put(name string, value any) {
	r.Fields = append(r.Fields, Field{name, value})
}

// PutFloat64 appends a field of one number.
func (r *Record) PutFloat64(name string, x float64) { r.Put(name, []float64{x}) }

// PutFloat64s appends a field of numbers.
func (r *Record) PutFloat64s(name string, x []float64) { r.Put(name, x) }

// PutInt32 appends a field of one integer.
func (r *Record) PutInt32(name string, x int32) { r.Put(name, []int32{x}) }

// PutInt32s appends a field of integers.
func (r *Record) PutInt32s(name string, x []int32) { r.Put(name, x) }

// PutText appends a field of text.
func (r *Record) PutText(name, text string) { r.Put(name, text) }

// Part returns the fields whose names begin with prefix, under the rest of them.
func (r *Record) Part(prefix string) *Record {
	part := &Record{}
	for _, f := range r.Fields {
		if name, ok := strings.CutPrefix(f.Name, prefix); ok {
			part.Put(name, f.Value)
		}
	}
	return part
}

// Float64s returns the finite numbers of a field; length < 0 means any.
func (r *Record) Float64s(name string, length int) ([]float64, error) {
	v, err := find[[]float64](r, name)
	if err != nil {
		return nil, err
	}
	if length >= 0 && len(v) != length {
		return nil, fieldLength(name, len(v), length)
	}
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fault.New(fault.Format, "bytes", "the model field %q holds a number that is not finite", name)
		}
	}
	return v, nil
}

// Int32s returns the integers of a field, each within [lo, hi]; length < 0
// means any.
func (r *Record) Int32s(name string, length int, lo, hi int32) ([]int32, error) {
	v, err := find[[]int32](r, name)
	if err != nil {
		return nil, err
	}
	if length >= 0 && len(v) != length {
		return nil, fieldLength(name, len(v), length)
	}
	for _, x := range v {
		if x < lo || x > hi {
			return nil, fault.New(fault.Format, "bytes", "the model field %q holds %d, outside %d to %d", name, x, lo, hi)
		}
	}
	return v, nil
}

// Int returns the single integer of a field within [lo, hi].
func (r *Record) Int(name string, lo, hi int32) (int, error) {
	v, err := r.Int32s(name, 1, lo, hi)
	if err != nil {
		return 0, err
	}
	return int(v[0]), nil
}

// Text returns a text field.
func (r *Record) Text(name string) (string, error) { return find[string](r, name) }

// Has reports whether there is such a field.
func (r *Record) Has(name string) bool {
	r.ask(name)
	for _, f := range r.Fields {
		if f.Name == name {
			return true
		}
	}
	return false
}

// Unknown returns an error when the record requires a field that nobody has asked for:
// a later release has written it.
func (r *Record) Unknown() error {
	if !r.Has(requires) {
		return nil
	}
	names, err := r.Text(requires)
	if err != nil {
		return err
	}
	for _, name := range strings.Split(names, "\x00") {
		if !r.asked[name] {
			return Newer("it needs %q", name)
		}
	}
	return nil
}

// Newer is the fault of a model that a later release has written. What it has that this
// release does not know is the rest of a sentence about the model.
func Newer(format string, a ...any) *fault.Error {
	return fault.New(fault.FormatVersion, "bytes", "the model is of a later release of maxmargin: "+format+", which this release does not know; update maxmargin", a...)
}

func (r *Record) ask(name string) {
	if r.asked == nil {
		r.asked = map[string]bool{}
	}
	r.asked[name] = true
}

func find[T any](r *Record, name string) (none T, err error) {
	r.ask(name)
	for _, f := range r.Fields {
		if f.Name != name {
			continue
		}
		if v, ok := f.Value.(T); ok {
			return v, nil
		}
		return none, fault.New(fault.Format, "bytes", "the model field %q is of another type than it must be: the bytes were not written by maxmargin", name)
	}
	return none, missing(name)
}

// missing is the fault of a field that every release has written. The checksums of a
// file are compared before its fields are asked for, so nothing has happened to it on
// its way.
func missing(name string) error {
	return fault.New(fault.Format, "bytes", "the model has no field %q, which this release of maxmargin needs: the file is whole, but it was written by a release that is too old, or not by maxmargin. Load it with the release that wrote it, or fit the model anew", name)
}

func fieldLength(name string, got, want int) error {
	return fault.New(fault.Format, "bytes", "the model field %q has %d entries, expected %d", name, got, want)
}
