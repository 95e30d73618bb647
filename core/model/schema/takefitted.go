package schema

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

// TakeFitted reads what PutFitted wrote into the struct that fitted points to.
// The record may come from anywhere: every length, range and number is checked.
// classes is k, 0 for a machine that knows none.
func TakeFitted(r *Record, fitted any, classes int) error {
	v := reflect.ValueOf(fitted).Elem()
	dims := dimensions{"k": classes, "pairs": classes * (classes - 1) / 2}
	all := Attributes(fitted)
	for _, a := range all {
		if err := a.take(r, v.FieldByIndex(a.index), dims); err != nil {
			return err
		}
	}
	// Of the first of two lists with a common dimension the length was not known to be right.
	for _, a := range all {
		length, err := dims.length(a)
		if err != nil {
			return err
		}
		if f := v.FieldByIndex(a.index); length >= 0 && f.Kind() == reflect.Slice && f.Len() != length && (!a.Optional || f.Len() > 0) {
			return fieldLength(a.Field, f.Len(), length)
		}
	}
	return nil
}

func (a Attribute) take(r *Record, f reflect.Value, dims dimensions) error {
	length, err := dims.length(a)
	if err != nil {
		return err
	}
	if a.Optional && a.Type != SampleSet && !r.Has(a.Field) {
		return a.assume(f, dims, length)
	}
	switch a.Type {
	case IntValue:
		x, err := r.Int(a.Field, dims.bound(a.Low), dims.bound(a.High))
		if err != nil {
			return err
		}
		f.SetInt(int64(x))
		if a.Dim != "" {
			dims[a.Dim] = x
		}
	case TextValue:
		x, err := r.Text(a.Field)
		if err != nil {
			return err
		}
		f.SetString(x)
	case IntValues:
		x, err := r.Int32s(a.Field, length, dims.bound(a.Low), dims.bound(a.High))
		if err != nil {
			return err
		}
		f.Set(reflect.ValueOf(x))
		dims.bind(a, len(x))
	case FloatValue, FloatValues:
		if a.Type == FloatValue {
			length = 1
		}
		x, err := r.Float64s(a.Field, length)
		if err != nil {
			return err
		}
		for _, v := range x {
			if a.Range.Text != "" && !a.Range.Contains(v) {
				return fault.New(fault.Format, "bytes", "the model's %s has the number %v, which is not in %s", a.Field, v, a.Range.Text)
			}
		}
		if a.Type == FloatValue {
			f.SetFloat(x[0])
			return nil
		}
		f.Set(reflect.ValueOf(x))
		dims.bind(a, len(x))
	case SampleSet:
		return a.takeSamples(r, f, dims)
	}
	return nil
}

// assume gives a field the value that its tag absent names for files without the field. A
// list becomes empty. Its shape must allow that: if the file holds other lists of this
// shape with entries, the file is incomplete.
func (a Attribute) assume(f reflect.Value, dims dimensions, length int) error {
	switch a.Type {
	case IntValue:
		x := dims.bound(a.Absent)
		f.SetInt(int64(x))
		if a.Dim != "" {
			dims[a.Dim] = int(x)
		}
	case FloatValue:
		x, _ := strconv.ParseFloat(a.Absent, 64)
		f.SetFloat(x)
	case TextValue:
		f.SetString(a.Absent)
	default:
		if length > 0 {
			return missing(a.Field)
		}
		var none any = []float64{}
		if a.Type == IntValues {
			none = []int32{}
		}
		f.Set(reflect.ValueOf(none))
		dims.bind(a, 0)
	}
	return nil
}

// takeSamples reads numbers, bytes, a sparse set, or sequences, or nothing where there is
// none. A set without samples stays what it is, so that it is written as it was read.
func (a Attribute) takeSamples(r *Record, f reflect.Value, dims dimensions) error {
	rows, _ := dims.value(a.Shape[0])
	cols, _ := dims.value(a.Shape[1])
	damaged := func(err error) error {
		return fault.New(fault.Format, "bytes", "the model's %s are damaged: %v", a.Field, err)
	}
	switch {
	case r.Has(a.Field):
		if int64(rows)*int64(cols) > math.MaxInt32 {
			return fault.New(fault.Format, "bytes", "the model claims %d samples of %d features", rows, cols)
		}
		x, err := r.Float64s(a.Field, rows*cols)
		if err != nil {
			return err
		}
		if rows == 0 {
			f.Set(reflect.ValueOf(&sample.Matrix{D: cols, X: x}))
			return nil
		}
		set, err := sample.NewMatrix(x, rows, cols)
		if err != nil {
			return damaged(err)
		}
		f.Set(reflect.ValueOf(set))
	case r.Has(a.Field + bytesField):
		set, err := takeBytes(r, a.Field, rows, cols)
		if err != nil {
			return err
		}
		f.Set(reflect.ValueOf(set))
	case r.Has(a.Field + symbolsField):
		ptr, err := r.Int32s(a.Field+indptrField, rows+1, 0, math.MaxInt32)
		if err != nil {
			return err
		}
		symbols, err := r.Int32s(a.Field+symbolsField, -1, 0, sample.LargestSymbol)
		if err != nil {
			return err
		}
		if rows == 0 && len(symbols) == 0 && ptr[0] == 0 {
			f.Set(reflect.ValueOf(&sample.Sequences{Ptr: ptr, Symbols: symbols}))
			return nil
		}
		set, err := sample.NewSequences(ptr, symbols, rows)
		if err != nil {
			return damaged(err)
		}
		f.Set(reflect.ValueOf(set))
	case r.Has(a.Field + valuesField):
		ptr, err := r.Int32s(a.Field+indptrField, rows+1, 0, math.MaxInt32)
		if err != nil {
			return err
		}
		index, err := r.Int32s(a.Field+indicesField, -1, 0, math.MaxInt32)
		if err != nil {
			return err
		}
		value, err := r.Float64s(a.Field+valuesField, len(index))
		if err != nil {
			return err
		}
		if rows == 0 && len(index) == 0 && ptr[0] == 0 {
			f.Set(reflect.ValueOf(&sample.CSR{D: cols, Ptr: ptr, Index: index, Value: value}))
			return nil
		}
		set, err := sample.NewCSR(ptr, index, value, rows, cols)
		if err != nil {
			return damaged(err)
		}
		f.Set(reflect.ValueOf(set))
	}
	return nil
}

// dimensions are the lengths that are known so far, by letter.
type dimensions map[string]int

// value returns a number, a dimension, or a dimension less one or more one.
func (d dimensions) value(expression string) (int, bool) {
	if x, err := strconv.Atoi(expression); err == nil {
		return x, true
	}
	name, shift := expression, 0
	if s, ok := strings.CutSuffix(expression, "-1"); ok {
		name, shift = s, -1
	} else if s, ok := strings.CutSuffix(expression, "+1"); ok {
		name, shift = s, 1
	}
	x, ok := d[name]
	return x + shift, ok
}

// bound returns the value of an end of a range.
func (d dimensions) bound(expression string) int32 {
	x, _ := d.value(expression)
	return int32(x)
}

// length returns how long a slice must be, -1 if it may be of any length.
func (d dimensions) length(a Attribute) (int, error) {
	length := 1
	for _, s := range a.Shape {
		x, known := d.value(s)
		if !known {
			return -1, nil
		}
		if length *= x; length > math.MaxInt32 {
			return 0, fault.New(fault.Format, "bytes", "the model claims %s of %d entries", a.Field, length)
		}
	}
	if len(a.Shape) == 0 {
		return -1, nil
	}
	return length, nil
}

// bind makes the only dimension of a slice known.
func (d dimensions) bind(a Attribute, length int) {
	if len(a.Shape) == 1 {
		if _, known := d.value(a.Shape[0]); !known {
			d[a.Shape[0]] = length
		}
	}
}
