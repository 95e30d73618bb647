package wire

import (
	"encoding/binary"
	"math"
	"reflect"
)

// Append appends a value: nil, a boolean, a number, a string, or a slice, a map from strings, a struct
// or a pointer to such. Slices and maps that are nil, and nil pointers, are nothing.
func Append(to []byte, value any) []byte {
	if value == nil {
		return append(to, nothing)
	}
	return appendReflected(to, reflect.ValueOf(value))
}

// appendReflected appends a value of any type. What reports of everyday fits do not have is apart.
func appendReflected(to []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Float64:
		return appendNumber(to, v.Float())
	case reflect.Int:
		return appendNumber(to, float64(v.Int()))
	case reflect.Bool:
		return appendBool(to, v.Bool())
	case reflect.String:
		return appendText(append(to, text), v.String())
	case reflect.Struct:
		return appendStruct(to, v)
	case reflect.Slice:
		return appendSlice(to, v)
	}
	return appendOther(to, v)
}

func appendStruct(to []byte, v reflect.Value) []byte {
	all := fields(v.Type())
	to = appendCount(append(to, record), len(all))
	for _, f := range all {
		to = appendReflected(appendText(to, f.name), v.Field(f.index))
	}
	return to
}

func appendSlice(to []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(to, nothing)
	}
	to = appendCount(append(to, list), v.Len())
	for i := range v.Len() {
		to = appendReflected(to, v.Index(i))
	}
	return to
}

func appendOther(to []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(to, nothing)
		}
		return appendReflected(to, v.Elem())
	case reflect.Map:
		if v.IsNil() {
			return append(to, nothing)
		}
		to = appendCount(append(to, record), v.Len())
		for entries := v.MapRange(); entries.Next(); {
			to = appendReflected(appendText(to, entries.Key().String()), entries.Value())
		}
		return to
	}
	switch {
	case v.CanInt():
		return appendNumber(to, float64(v.Int()))
	case v.CanUint():
		return appendNumber(to, float64(v.Uint()))
	}
	panic("wire: a " + v.Type().String() + " has no form")
}

// AppendRecord begins a record of so many entries: for each of them follows AppendName and a value.
func AppendRecord(to []byte, entries int) []byte { return appendCount(append(to, record), entries) }

// AppendName appends the name of an entry.
func AppendName(to []byte, name string) []byte { return appendText(to, name) }

// AppendPlace appends where bytes lie in memory. They must stay there until the other side has read
// them.
func AppendPlace(to []byte, address, length int) []byte {
	return appendCount(appendCount(append(to, place), address), length)
}

//go:noinline
func appendBool(to []byte, b bool) []byte {
	if b {
		return append(to, yes)
	}
	return append(to, no)
}

//go:noinline
func appendNumber(to []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(append(to, number), math.Float64bits(x))
}

//go:noinline
func appendText(to []byte, s string) []byte { return append(appendCount(to, len(s)), s...) }

//go:noinline
func appendCount(to []byte, n int) []byte { return binary.LittleEndian.AppendUint32(to, uint32(n)) }
