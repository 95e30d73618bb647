package schema

import (
	"reflect"
	"unsafe"
)

// place is where a struct is in memory. Options and attributes know the distance of their fields from
// its start. A fit reads and writes several hundred fields: by reflection this took a fifth of the time
// of a small one.
type place struct{ start unsafe.Pointer }

// placeOf returns the place of a struct, or of the struct that a pointer points to.
func placeOf(fields any) place {
	v := reflect.ValueOf(fields)
	if v.Kind() != reflect.Pointer {
		at := reflect.New(v.Type())
		at.Elem().Set(v)
		v = at
	}
	return place{v.UnsafePointer()}
}

// within returns the field at a distance from the start of a struct. Its type must be T, or have the
// same underlying type.
func within[T any](p place, distance uintptr) *T { return (*T)(unsafe.Add(p.start, distance)) }

// distance returns where the field of an index is in a struct of type t, which holds it within itself.
func distance(t reflect.Type, index []int) (sum uintptr) {
	for _, i := range index {
		f := t.Field(i)
		sum, t = sum+f.Offset, f.Type
	}
	return sum
}
