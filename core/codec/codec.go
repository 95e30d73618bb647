// Package codec turns fitted machines into bytes and back. A model file is a
// container of named fields (see container.go): the machine's name in the
// catalog, the names of the classes, and what the machine's Record holds.
// Nothing in it is executable, and nothing in it is trusted: a file of any
// origin either restores a machine that works or is an error.
package codec

import (
	"strings"
	"unicode/utf8"

	"maxmargin/core/catalog"
	"maxmargin/core/fault"
	"maxmargin/core/model"
)

// Classes say what the labels of a classifier were before they were numbered.
type Classes struct {
	Kind  string   `js:"kind"`  // number, string, boolean or bigint
	Names []string `js:"names"` // of the classes, in order; length k
}

// separator stands between the names of classes; it cannot be part of one.
const separator = "\x00"

// Encode returns the bytes of a fitted machine.
func Encode(machine string, classes Classes, m model.Classifier) ([]byte, error) {
	for _, name := range classes.Names {
		if strings.Contains(name, separator) || !utf8.ValidString(name) {
			return nil, fault.New(fault.Type, "y", "the label %q cannot be saved: labels are well-formed text without the NUL character", name)
		}
	}
	r := &model.Record{}
	r.Put("machine", machine)
	r.Put("classes.kind", classes.Kind)
	r.Put("classes.names", strings.Join(classes.Names, separator))
	m.Record(r)
	return EncodeRecord(r)
}

// EncodeRecord returns the container of a record's fields.
func EncodeRecord(r *model.Record) ([]byte, error) { return encode(r.Fields) }

// Decode returns the machine that the bytes hold.
func Decode(bytes []byte) (machine string, classes Classes, m model.Classifier, err error) {
	fields, err := decode(bytes)
	if err != nil {
		return "", Classes{}, nil, err
	}
	r := &model.Record{Fields: fields}
	if machine, err = r.Text("machine"); err != nil {
		return "", Classes{}, nil, err
	}
	if classes.Kind, err = r.Text("classes.kind"); err != nil {
		return "", Classes{}, nil, err
	}
	names, err := r.Text("classes.names")
	if err != nil {
		return "", Classes{}, nil, err
	}
	classes.Names = strings.Split(names, separator)
	switch classes.Kind {
	case "number", "string", "boolean", "bigint":
	default:
		return "", Classes{}, nil, fault.New(fault.Format, "bytes", "the model has labels of an unknown kind %q", classes.Kind)
	}
	if m, _, err = catalog.NewMachine(machine); err != nil {
		return "", Classes{}, nil, fault.New(fault.Format, "bytes", "the model is a %q, which this release does not know", machine)
	}
	if err := m.Restore(r); err != nil {
		return "", Classes{}, nil, err
	}
	if got := m.ClassCount(); got != len(classes.Names) {
		return "", Classes{}, nil, fault.New(fault.Format, "bytes", "the model has %d classes but %d names for them", got, len(classes.Names))
	}
	return machine, classes, m, nil
}
