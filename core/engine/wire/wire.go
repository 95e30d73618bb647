// Package wire is the format in which requests and answers cross between JavaScript and the program:
// values such as JSON has, as bytes. js/src/runtime/wire.js is its other side.
//
// A value begins with a byte that says what it is. Counts and lengths are 32-bit integers, all numbers
// are little-endian:
//
//	nothing  null or undefined
//	no, yes  a boolean
//	number   a float64
//	text     its length in bytes, UTF-8
//	list     the count of values, and these
//	record   the count of entries, and for each its name, as text without the first byte, and its value
//	block    its length in bytes, zeros up to a multiple of 8 bytes from the beginning, bytes
//	place    an address in memory, and a length in bytes
package wire

import (
	"reflect"
	"sync"

	"maxmargin/core/base/fault"
)

// The first byte of a value.
const (
	nothing = iota
	no
	yes
	number
	text
	list
	record
	block
	place
)

// fieldsOf has the fields of each struct type that has crossed.
var fieldsOf sync.Map

// field is an exported field of a struct. Its name is the tag js, or its own.
type field struct {
	name  string
	index int
}

func fields(t reflect.Type) []field {
	if known, ok := fieldsOf.Load(t); ok {
		return known.([]field)
	}
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		name := f.Tag.Get("js")
		if name == "" {
			name = f.Name
		}
		all = append(all, field{name, i})
	}
	fieldsOf.Store(t, all)
	return all
}

// broken returns an error of a message, which only this package's other side can have made.
func broken(format string, args ...any) error {
	return fault.New(fault.Internal, "", "a message cannot be read: "+format, args...)
}
