package model

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"maxmargin/core/fault"
	"maxmargin/core/sample"
)

// What a fit leaves behind is one struct, too. The tags of its fields say once
// how they are kept in a model file and shown to users:
//
//	field  name in the model file; a field without it is not kept
//	js     name of the getter; without it users do not see it
//	dim    the dimension that an int is
//	shape  dimensions of a slice or a set of samples, such as "k-1,m"
//	range  of an int or of every entry of an []int32, such as "[0,n-1]";
//	       [0,2147483647] without it
//	doc    its meaning
//
// Dimensions are n samples, d features, k classes, pairs of classes, and any
// other letter: that of an int which says so, or the length of the first slice
// that has it for its only dimension. Embedded structs count as their fields.

// The types of attributes.
const (
	IntValue    = "integer"
	FloatValue  = "number"
	TextValue   = "text"
	IntValues   = "int32s"
	FloatValues = "float64s"
	SampleSet   = "samples"
)

// Attribute describes one field of what a fit leaves behind.
type Attribute struct {
	Field string
	Name  string
	Type  string
	Dim   string
	Shape []string
	Low   string // least entry
	High  string // greatest entry
	Doc   string

	index []int // of the field, for reflection
}

// Attributes returns the fields that are kept of a fitted struct, or a pointer to
// one, in order.
func Attributes(fitted any) []Attribute {
	t := reflect.TypeOf(fitted)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return attributes(t, nil)
}

func attributes(t reflect.Type, index []int) []Attribute {
	var all []Attribute
	for i := range t.NumField() {
		f := t.Field(i)
		to := append(append([]int(nil), index...), i)
		field, kept := f.Tag.Lookup("field")
		if !kept {
			if f.Anonymous && f.Type.Kind() == reflect.Struct {
				all = append(all, attributes(f.Type, to)...)
			}
			continue
		}
		a := Attribute{Field: field, Name: f.Tag.Get("js"), Type: valueType(f.Type), Dim: f.Tag.Get("dim"),
			Low: "0", High: strconv.Itoa(math.MaxInt32), Doc: f.Tag.Get("doc"), index: to}
		if shape := f.Tag.Get("shape"); shape != "" {
			a.Shape = strings.Split(shape, ",")
		}
		if r := f.Tag.Get("range"); r != "" {
			a.Low, a.High, _ = strings.Cut(strings.Trim(r, "[]"), ",")
		}
		all = append(all, a)
	}
	return all
}

func valueType(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[int]():
		return IntValue
	case reflect.TypeFor[float64]():
		return FloatValue
	case reflect.TypeFor[string]():
		return TextValue
	case reflect.TypeFor[[]int32]():
		return IntValues
	case reflect.TypeFor[[]float64]():
		return FloatValues
	case reflect.TypeFor[sample.Set]():
		return SampleSet
	}
	panic("model: an attribute cannot be a " + t.String())
}

// Dimension returns a dimension that an int of a fitted struct tells, 0 if none
// does.
func Dimension(fitted any, letter string) int {
	v := reflect.ValueOf(fitted).Elem()
	for _, a := range Attributes(fitted) {
		if a.Type == IntValue && a.Dim == letter {
			return int(v.FieldByIndex(a.index).Int())
		}
	}
	return 0
}

// Names of the fields that sparse samples and sequences are kept in, after that of
// the attribute.
const (
	indptrField  = ".indptr"
	indicesField = ".indices"
	valuesField  = ".values"
	symbolsField = ".symbols"
)

// CheckFinite returns a fault.Numeric when one of the numbers that a fit left behind
// is not finite: no model file can hold it.
func CheckFinite(fitted any) error {
	v := reflect.ValueOf(fitted).Elem()
	for _, a := range Attributes(fitted) {
		var numbers []float64
		switch f := v.FieldByIndex(a.index); a.Type {
		case FloatValue:
			numbers = []float64{f.Float()}
		case FloatValues:
			numbers = f.Interface().([]float64)
		}
		for _, x := range numbers {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fault.New(fault.Numeric, "X", "the numbers of X are too large: %s of the fit is not finite. Scale the features to a range such as [-1, 1]", a.Field)
			}
		}
	}
	return nil
}

// PutFitted writes what a fit left behind into a record.
func PutFitted(r *Record, fitted any) {
	v := reflect.ValueOf(fitted).Elem()
	for _, a := range Attributes(fitted) {
		f := v.FieldByIndex(a.index)
		switch a.Type {
		case IntValue:
			r.Put(a.Field, []int32{int32(f.Int())})
		case FloatValue:
			r.Put(a.Field, []float64{f.Float()})
		case SampleSet:
			switch set := f.Interface().(type) {
			case *sample.Matrix:
				r.Put(a.Field, set.X)
			case *sample.Sequences:
				r.Put(a.Field+indptrField, set.Ptr)
				r.Put(a.Field+symbolsField, set.Symbols)
			case *sample.CSR:
				r.Put(a.Field+indptrField, set.Ptr)
				r.Put(a.Field+indicesField, set.Index)
				r.Put(a.Field+valuesField, set.Value)
			}
		default:
			r.Put(a.Field, f.Interface())
		}
	}
}

// TakeFitted reads what PutFitted wrote into the struct that fitted points to.
// The record may come from anywhere: every length, range and number is checked.
// classes is k, 0 for a machine that knows none.
func TakeFitted(r *Record, fitted any, classes int) error {
	v := reflect.ValueOf(fitted).Elem()
	dims := dimensions{"k": classes, "pairs": classes * (classes - 1) / 2}
	for _, a := range Attributes(fitted) {
		if err := a.take(r, v.FieldByIndex(a.index), dims); err != nil {
			return err
		}
	}
	return nil
}

func (a Attribute) take(r *Record, f reflect.Value, dims dimensions) error {
	length, err := dims.length(a)
	if err != nil {
		return err
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
	case FloatValue:
		x, err := r.Float64s(a.Field, 1)
		if err != nil {
			return err
		}
		f.SetFloat(x[0])
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
	case FloatValues:
		x, err := r.Float64s(a.Field, length)
		if err != nil {
			return err
		}
		f.Set(reflect.ValueOf(x))
		dims.bind(a, len(x))
	case SampleSet:
		return a.takeSamples(r, f, dims)
	}
	return nil
}

// takeSamples reads a dense or a sparse set, or sequences, or nothing where there is
// none.
func (a Attribute) takeSamples(r *Record, f reflect.Value, dims dimensions) error {
	rows, _ := dims.value(a.Shape[0])
	cols, _ := dims.value(a.Shape[1])
	damaged := func(err error) error {
		return fault.New(fault.Format, "bytes", "the model's %s are damaged: %v", a.Field, err)
	}
	switch {
	case r.Has(a.Field):
		if rows == 0 {
			f.Set(reflect.ValueOf(&sample.Matrix{D: cols}))
			return nil
		}
		if int64(rows)*int64(cols) > math.MaxInt32 {
			return fault.New(fault.Format, "bytes", "the model claims %d samples of %d features", rows, cols)
		}
		x, err := r.Float64s(a.Field, rows*cols)
		if err != nil {
			return err
		}
		set, err := sample.NewMatrix(x, rows, cols)
		if err != nil {
			return damaged(err)
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
		if rows == 0 {
			f.Set(reflect.ValueOf(&sample.Matrix{D: cols}))
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
		if rows == 0 {
			f.Set(reflect.ValueOf(&sample.Matrix{D: cols}))
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
