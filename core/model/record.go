package model

import (
	"math"
	"strings"

	"maxmargin/core/fault"
)

// Record is what a fitted machine consists of: named, typed fields in a fixed
// order. Machines write and read records; codec turns them into bytes, so that
// no machine knows a file format and no format knows a machine.
type Record struct {
	Fields []Field
}

// Field is one named value: []float64, []int32 or string.
type Field struct {
	Name  string
	Value any
}

// Put appends a field.
func (r *Record) Put(name string, value any) {
	r.Fields = append(r.Fields, Field{name, value})
}

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
	for _, f := range r.Fields {
		if f.Name == name {
			return true
		}
	}
	return false
}

func find[T any](r *Record, name string) (T, error) {
	for _, f := range r.Fields {
		if f.Name != name {
			continue
		}
		if v, ok := f.Value.(T); ok {
			return v, nil
		}
		break
	}
	var none T
	return none, fault.New(fault.Format, "bytes", "the model has no usable field %q: the bytes are damaged or not a maxmargin model", name)
}

func fieldLength(name string, got, want int) error {
	return fault.New(fault.Format, "bytes", "the model field %q has %d entries, expected %d", name, got, want)
}
