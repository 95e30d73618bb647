package schema

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

// The result of a fit is one struct, too. The tags of its fields say once
// how they are kept in a model file and shown to users:
//
//	field  name in the model file; a field without it is not kept
//	js     name of the getter; without it users do not see it
//	dim    the dimension that an int is
//	shape  dimensions of a slice or a set of samples, such as "k-1,m"
//	range  of an int or of every entry of an []int32, such as "[0,n-1]";
//	       [0,2147483647] without it; of a number or of every entry of a []float64
//	       an interval as options have it, such as "(0,inf)"
//	absent what the field is where a file does not have it, because the release that
//	       wrote the file did not have it either: a number, a dimension such as "k-1", a
//	       text; a list is then empty. A field without this tag is required.
//	doc    its meaning
//
// A field that is added to a fitted struct therefore needs the tag absent, with the value
// that describes older machines. Without it no older file could be read. The tests of
// core/engine/codec read the files in testdata/history.
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

// Attribute describes one field of the result of a fit.
type Attribute struct {
	Field string
	Name  string
	Type  string
	Dim   string
	Shape []string
	Low   string // least entry
	High  string // greatest entry
	Range Range  // of numbers that are not whole; without a text they may be any
	Doc   string

	Optional bool   // files may lack it
	Absent   string // what it is then

	index    []int   // of the field, for reflection
	distance uintptr // of the field from the start of the struct
}

// kept remembers what was read from the tags of a type: a fit asks several times.
var kept sync.Map

// Attributes returns the fields that are kept of a fitted struct, or a pointer to one, in
// order. The slice is shared: do not write to it.
func Attributes(fitted any) []Attribute {
	t := reflect.TypeOf(fitted)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := kept.Load(t); ok {
		return known.([]Attribute)
	}
	all := attributes(t, nil)
	for i := range all {
		all[i].distance = distance(t, all[i].index)
	}
	kept.Store(t, all)
	return all
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
		switch r := f.Tag.Get("range"); {
		case r != "" && (a.Type == FloatValue || a.Type == FloatValues):
			a.Range = parseRange(r)
		case r != "":
			a.Low, a.High, _ = strings.Cut(strings.Trim(r, "[]"), ",")
		}
		a.Absent, a.Optional = f.Tag.Lookup("absent")
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
	panic("schema: an attribute cannot be a " + t.String())
}

// Dimension returns the dimension of this name that an int of a fitted struct holds, 0 if
// there is none.
func Dimension(fitted any, letter string) int {
	all := Attributes(fitted)
	for i := range all {
		if a := &all[i]; a.Type == IntValue && a.Dim == letter {
			return *within[int](placeOf(fitted), a.distance)
		}
	}
	return 0
}

// Names of the fields that bytes, sparse samples and sequences are kept in, after that of
// the attribute.
const (
	bytesField   = ".bytes"
	scaleField   = ".scale"
	indptrField  = ".indptr"
	indicesField = ".indices"
	valuesField  = ".values"
	symbolsField = ".symbols"
)

// CheckFinite returns a fault.Numeric when one of the numbers that a fit left behind
// is not finite: no model file can hold it.
func CheckFinite(fitted any) error {
	p, all := placeOf(fitted), Attributes(fitted)
	for i := range all {
		if a := &all[i]; !AllFinite(a.numbers(p)) {
			return fault.New(fault.Numeric, "X", "%s of the solution is not finite: numbers of X, or of y, are too large. Scale them to a range such as [-1, 1]", a.Field)
		}
	}
	return nil
}

// numbers returns the attribute of a struct, if it is a number or a list of numbers.
func (a *Attribute) numbers(p place) []float64 {
	switch a.Type {
	case FloatValue:
		return within[[1]float64](p, a.distance)[:]
	case FloatValues:
		return *within[[]float64](p, a.distance)
	}
	return nil
}

// Size returns the sum of the absolute values of a field of what a fit left behind; 0 without it.
func Size(fitted any, field string) (sum float64) {
	all := Attributes(fitted)
	for i := range all {
		if a := &all[i]; a.Field == field && a.Type == FloatValues {
			for _, x := range a.numbers(placeOf(fitted)) {
				sum += math.Abs(x)
			}
		}
	}
	return sum
}

// AllFinite reports whether all numbers are finite. x - x is 0 where x is, and NaN elsewhere.
func AllFinite(numbers []float64) bool {
	sum := 0.0
	for _, x := range numbers {
		sum += x - x
	}
	return sum == 0
}

// WithoutSamples returns the fields of a record with none in place of the samples that a fit left
// behind, and the bytes of these.
func (r *Record) WithoutSamples(fitted any) (bare *Record, bytes int) {
	samples := map[string]bool{}
	for _, a := range Attributes(fitted) {
		if a.Type == SampleSet {
			for _, part := range []string{"", indptrField, indicesField, valuesField, symbolsField} {
				samples[a.Field+part] = true
			}
		}
	}
	bare = &Record{}
	for _, f := range r.Fields {
		if samples[f.Name] {
			switch v := f.Value.(type) {
			case []float64:
				bytes, f.Value = bytes+8*len(v), []float64{}
			case []int32:
				bytes, f.Value = bytes+4*len(v), []int32{}
			}
		}
		bare.Put(f.Name, f.Value)
	}
	return bare, bytes
}

// PutFitted writes what a fit left behind.
func PutFitted(w Writer, fitted any) {
	p, all := placeOf(fitted), Attributes(fitted)
	required := false
	for i := range all {
		a := &all[i]
		a.put(w, p)
		if !required && a.bytes(p) != nil {
			required = true
			w.PutText(requires, strings.Join(bytesFields(p, all), "\x00"))
		}
	}
}

// bytesFields returns the fields that samples of bytes are kept in.
func bytesFields(p place, all []Attribute) (names []string) {
	for i := range all {
		if a := &all[i]; a.bytes(p) != nil {
			names = append(names, a.Field+bytesField)
		}
	}
	return names
}

// put writes the attribute of a struct.
func (a *Attribute) put(w Writer, p place) {
	switch a.Type {
	case IntValue:
		w.PutInt32(a.Field, int32(*within[int](p, a.distance)))
	case FloatValue:
		w.PutFloat64(a.Field, *within[float64](p, a.distance))
	case TextValue:
		w.PutText(a.Field, *within[string](p, a.distance))
	case IntValues:
		w.PutInt32s(a.Field, *within[[]int32](p, a.distance))
	case FloatValues:
		w.PutFloat64s(a.Field, a.numbers(p))
	case SampleSet:
		a.putSamples(w, *within[sample.Set](p, a.distance))
	}
}

// putSamples writes samples; nothing for none.
func (a *Attribute) putSamples(w Writer, set sample.Set) {
	switch set := set.(type) {
	case *sample.Matrix:
		w.PutFloat64s(a.Field, set.X)
	case *sample.Bytes:
		putBytes(w, a.Field, set)
	case *sample.Sequences:
		w.PutInt32s(a.Field+indptrField, set.Ptr)
		w.PutInt32s(a.Field+symbolsField, set.Symbols)
	case *sample.CSR:
		w.PutInt32s(a.Field+indptrField, set.Ptr)
		w.PutInt32s(a.Field+indicesField, set.Index)
		w.PutFloat64s(a.Field+valuesField, set.Value)
	}
}
