// Package codec turns fitted machines into bytes and back. A model file is a container of named
// fields (see container.go): the machine's name in the catalog, the names of the classes, a report,
// the options and the result of the fit. Nothing in it is executable or trusted: any file either
// restores a machine that works or leads to an error.
package codec

import (
	"math"
	"strings"
	"unicode/utf8"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Model is a fitted machine with the other contents of its file.
type Model struct {
	Name     string // of the machine, in the catalog, whatever is wrapped around it
	Classes  Classes
	Features []string     // names of the columns, or nil
	Report   model.Report // of the fit; its notes are not kept
	Machine  model.Machine

	// Older says that the model is from a file that lacks fields of today's, or spells some
	// otherwise; Encode writes all.
	Older bool
}

// Classes has the original labels of a classifier. Other machines have none.
type Classes struct {
	Kind  string   `js:"kind"`  // number, string, boolean or bigint
	Names []string `js:"names"` // of the classes, in order; length k
}

// separator separates names of classes or features and cannot be part of one.
const separator = "\x00"

// Encode returns the bytes of a model.
func Encode(m Model) ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return written(func(w schema.Writer) { m.put(w) })
}

// EncodeChange writes the model for a caller that has its samples: instead of them fields without
// numbers, and at the end, under joined, the new samples, if there are some. size is the length of
// the bytes of Encode, up to padding.
func EncodeChange(m Model, joined sample.Set) (bytes []byte, size int, err error) {
	if err := m.check(); err != nil {
		return nil, 0, err
	}
	bare, samples := m.Record().WithoutSamples(m.Machine.Fitted())
	if bytes, ok := joined.(*sample.Bytes); ok {
		joined = bytes.Matrix() // as incremental machines take them up
	}
	if joined != nil {
		schema.PutFitted(bare, &struct {
			Joined sample.Set `field:"joined" shape:"joined,d"`
		}{joined})
	}
	bytes, err = EncodeRecord(bare)
	return bytes, len(bytes) + samples, err
}

// check returns an error if a model cannot be saved.
func (m Model) check() error {
	for _, name := range m.Classes.Names {
		if strings.Contains(name, separator) || !utf8.ValidString(name) {
			return fault.New(fault.Type, "y", "the label %q cannot be saved: labels are well-formed text without the NUL character", name)
		}
	}
	for _, name := range m.Features {
		if strings.Contains(name, separator) || !utf8.ValidString(name) {
			return fault.New(fault.Type, "X", "the column %q cannot be saved: names are well-formed text without the NUL character", name)
		}
	}
	if parts := len(numbered(m.Machine)); parts > mostParts {
		return fault.New(fault.Format, "model", "the model is too large to save: it is made of %d machines, but a file holds at most %d; use fewer members, or fewer steps", parts, mostParts).
			With("limit", mostParts)
	}
	return nil
}

// Record returns the fields of a model.
func (m Model) Record() *schema.Record {
	r := &schema.Record{}
	m.put(r)
	return r
}

// put writes the fields of a model.
func (m Model) put(w schema.Writer) {
	w.PutText("machine", m.Name)
	if len(m.Classes.Names) > 0 {
		w.PutText("classes.kind", m.Classes.Kind)
		w.PutText("classes.names", strings.Join(m.Classes.Names, separator))
	}
	if len(m.Features) > 0 {
		w.PutText("features.names", strings.Join(m.Features, separator))
	}
	w.PutText("fit.status", string(m.Report.Status))
	w.PutFloat64("fit.iterations", float64(m.Report.Iterations))
	w.PutFloat64("fit.objective", m.Report.Objective)
	w.PutFloat64("fit.gap", m.Report.Gap)
	w.PutInt32("fit.vectors", int32(m.Report.SupportVectors))
	putMachine(w, "", m.Machine, &numbers{})
}

// EncodeRecord returns the container of a record's fields.
func EncodeRecord(r *schema.Record) ([]byte, error) { return encode(r.Fields) }

// Decode returns the model that the bytes hold. Files of every release are read: what
// an older one lacks is as it was when the file was written, see schema.Attribute for
// the result of a fit and schema.TakeOptions for options. Fields of later releases
// are passed over, or refused where the file says that they matter, see schema.Record.
func Decode(bytes []byte) (Model, error) {
	fields, err := decode(bytes)
	if err != nil {
		return Model{}, err
	}
	renamed := rename(fields)
	r := &schema.Record{Fields: fields}
	var m Model
	if m.Name, err = r.Text("machine"); err != nil {
		return Model{}, err
	}
	read := &reader{file: r}
	if m.Machine, err = read.machine(r, m.Name); err != nil {
		return Model{}, err
	}
	if catalog.KindOf(m.Machine) == catalog.Classifier {
		if m.Classes, err = takeClasses(r); err != nil {
			return Model{}, err
		}
	}
	if r.Has("features.names") {
		names, err := r.Text("features.names")
		if err != nil {
			return Model{}, err
		}
		m.Features = strings.Split(names, separator)
	}
	if m.Report, err = takeReport(r); err != nil {
		return Model{}, err
	}
	if err := read.restore(len(m.Classes.Names)); err != nil {
		return Model{}, err
	}
	m.Older = renamed || lacks(r, m.Record())
	return m, nil
}

// lacks reports whether the record of a file lacks a field of the other one.
func lacks(file, now *schema.Record) bool {
	names := make(map[string]bool, len(file.Fields))
	for _, f := range file.Fields {
		names[f.Name] = true
	}
	for _, f := range now.Fields {
		if !names[f.Name] {
			return true
		}
	}
	return false
}

func takeClasses(r *schema.Record) (Classes, error) {
	kind, err := r.Text("classes.kind")
	if err != nil {
		return Classes{}, err
	}
	names, err := r.Text("classes.names")
	if err != nil {
		return Classes{}, err
	}
	switch kind {
	case "number", "string", "boolean", "bigint":
		return Classes{kind, strings.Split(names, separator)}, nil
	}
	return Classes{}, schema.Newer("it has labels of a kind %q", kind)
}

func takeReport(r *schema.Record) (report model.Report, err error) {
	if !r.Has("fit.status") && r.Has("pair.status") {
		return pairReport(r)
	}
	status, err := r.Text("fit.status")
	if err != nil {
		return report, err
	}
	report.Status = run.Status(status)
	var numbers [3]float64
	for i, name := range []string{"fit.iterations", "fit.objective", "fit.gap"} {
		x, err := r.Float64s(name, 1)
		if err != nil {
			return report, err
		}
		numbers[i] = x[0]
	}
	if !(numbers[0] >= 0 && numbers[0] <= 1<<53) {
		return report, fault.New(fault.Format, "bytes", "the model claims %v iterations", numbers[0])
	}
	report.Iterations, report.Objective, report.Gap = int(numbers[0]), numbers[1], numbers[2]
	report.SupportVectors, err = r.Int("fit.vectors", 0, math.MaxInt32)
	return report, err
}
