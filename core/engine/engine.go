// Package engine is what wasm/ exposes, in plain Go, so that it can be tested,
// fuzzed and raced natively: operations on tables of numbers and on models kept
// by id. The models here are a cache; the truth about a fitted model is its
// bytes, which the caller holds.
package engine

import (
	"math"
	"reflect"
	"sync"
	"time"

	"maxmargin/core/catalog"
	"maxmargin/core/codec"
	"maxmargin/core/dataset"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Shape is the layout of a table.
type Shape struct {
	Layout string `js:"layout"` // "dense" or "csr"
	Rows   int    `js:"rows"`
	Cols   int    `js:"cols"`
}

// Table is a matrix as it crosses: dense, Data row-major; or csr, with the
// stored values in Data.
type Table struct {
	Shape
	Data    []float64
	Indptr  []int32
	Indices []int32
}

// set returns the table as samples, checked.
func (t Table) set() (sample.Set, error) {
	switch t.Layout {
	case "dense":
		return sample.NewMatrix(t.Data, t.Rows, t.Cols)
	case "csr":
		return sample.NewCSR(t.Indptr, t.Indices, t.Data, t.Rows, t.Cols)
	}
	return nil, fault.New(fault.Internal, "X", "there is no layout %q", t.Layout)
}

// Classes say what the labels were; see codec.
type Classes = codec.Classes

// FitRequest says what to fit.
type FitRequest struct {
	Model   int     `js:"model"`   // id to keep the fitted model under
	Machine string  `js:"machine"` // name in the catalog
	Table   Shape   `js:"table"`   // shape of X
	Classes Classes `js:"classes"`
}

// Warning is something a user should know that is not an error.
type Warning struct {
	Code    string `js:"code"`
	Message string `js:"message"`
}

// FitReport says how a fit ended.
type FitReport struct {
	Status         string    `js:"status"` // a run.Status
	Converged      bool      `js:"converged"`
	Iterations     int       `js:"iterations"`
	Objective      float64   `js:"objective"` // dual objective, summed over the pairs of classes
	Gap            float64   `js:"gap"`       // largest KKT violation
	SupportVectors int       `js:"supportVectors"`
	Milliseconds   float64   `js:"milliseconds"`
	Warnings       []Warning `js:"warnings"`
}

// ModelInfo describes a loaded model.
type ModelInfo struct {
	Machine  string    `js:"machine"`
	Features int       `js:"features"`
	Classes  Classes   `js:"classes"`
	Warnings []Warning `js:"warnings"`
}

// Engine holds fitted models by id. It may be used from several goroutines.
type Engine struct {
	mutex  sync.Mutex
	models map[int]*entry
	memory []*gram.Memory // of fits that ended, for those to come
}

// entry is a fitted model; its machine serves one caller at a time.
type entry struct {
	mutex   sync.Mutex
	machine model.Classifier
	name    string // of the machine, in the catalog
	classes Classes
}

// New returns an empty engine.
func New() *Engine { return &Engine{models: map[int]*entry{}} }

// NewOptions returns a pointer to the options struct of a machine, defaults
// filled in.
func NewOptions(machine string) (any, error) {
	_, options, err := catalog.NewMachine(machine)
	return options, err
}

// Fit trains a machine on the samples X and their classes y (0 to k-1), keeps it
// under request.Model and returns its bytes. options comes from NewOptions;
// sampleWeight may be nil. An aborted fit returns run.ErrAborted and keeps
// nothing.
func (e *Engine) Fit(ctl *run.Ctl, request FitRequest, options any, X Table, y []int32, sampleWeight []float64) ([]byte, FitReport, error) {
	began := time.Now()
	fail := func(err error) ([]byte, FitReport, error) { return nil, FitReport{}, err }
	machine, own, err := catalog.NewMachine(request.Machine)
	if err != nil {
		return fail(err)
	}
	reflect.ValueOf(own).Elem().Set(reflect.ValueOf(options).Elem())
	set, err := X.set()
	if err != nil {
		return fail(err)
	}
	k := len(request.Classes.Names)
	if err := checkTargets(set.Len(), y, k, sampleWeight); err != nil {
		return fail(err)
	}
	memory := e.borrow()
	defer e.giveBack(memory)
	report, err := machine.Fit(ctl, model.Training{X: set, Y: y, Classes: k, Weight: sampleWeight, Memory: memory})
	if err != nil {
		return fail(err)
	}
	if report.Status == run.Aborted {
		return fail(run.ErrAborted)
	}
	bytes, err := codec.Encode(request.Machine, request.Classes, machine)
	if err != nil {
		return fail(err)
	}
	e.keep(request.Model, &entry{machine: machine, name: request.Machine, classes: request.Classes})
	return bytes, FitReport{
		Status: string(report.Status), Converged: report.Status == run.Converged,
		Iterations: report.Iterations, Objective: report.Objective, Gap: report.Gap,
		SupportVectors: report.SupportVectors,
		Milliseconds:   float64(time.Since(began).Microseconds()) / 1000,
		Warnings:       warnings(set, options, report),
	}, nil
}

// checkTargets checks y and the weights against n samples and k classes.
func checkTargets(n int, y []int32, k int, weight []float64) error {
	if len(y) != n {
		return fault.New(fault.Shape, "y", "y has %d labels, but X has %d rows; they must be as many", len(y), n).With("expected", n).With("got", len(y))
	}
	if k < 2 {
		return fault.New(fault.OneClass, "y", "a classifier needs at least two classes, but y has %d; add samples of another class", k).With("classes", k)
	}
	for i, c := range y {
		if c < 0 || int(c) >= k {
			return fault.New(fault.Internal, "y", "class %d of row %d is not one of %d", c, i, k)
		}
	}
	if weight == nil {
		return nil
	}
	if len(weight) != n {
		return fault.New(fault.Shape, "sampleWeight", "sampleWeight has %d numbers, but X has %d rows; they must be as many", len(weight), n).With("expected", n).With("got", len(weight))
	}
	for i, w := range weight {
		if !(w >= 0 && w <= math.MaxFloat64) {
			return fault.New(fault.Weight, "sampleWeight", "sampleWeight[%d] is %v; weights must be finite numbers >= 0", i, w).With("row", i)
		}
	}
	return nil
}

// room is what a fit may take beyond its data, twice, and its row cache.
const room = 64 << 20

// MemoryLimit returns the bytes that a fit should stay within: twice the data,
// the row cache, and 64 MB. A program that has the machine's memory to itself
// hands it to debug.SetMemoryLimit, so that the garbage collector runs earlier
// than it would beside a large cache.
func MemoryLimit(options any, X Table) int64 {
	cache := 0.0
	v := reflect.ValueOf(options).Elem()
	for _, o := range model.Schema(options) {
		if o.Name == "cacheSize" {
			cache = o.Number(v)
		}
	}
	data := 8*len(X.Data) + 4*len(X.Indices) + 4*len(X.Indptr)
	return int64(min(cache*(1<<20), 1<<40)) + int64(2*data) + room
}

// borrow returns memory that no other fit uses.
func (e *Engine) borrow() *gram.Memory {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if n := len(e.memory); n > 0 {
		m := e.memory[n-1]
		e.memory = e.memory[:n-1]
		return m
	}
	return &gram.Memory{}
}

// giveBack keeps one Memory for the next fit.
func (e *Engine) giveBack(m *gram.Memory) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.memory = append(e.memory[:0], m)
}

func (e *Engine) keep(id int, model *entry) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.models[id] = model
}

// Load restores a model from its bytes and keeps it under id.
func (e *Engine) Load(id int, bytes []byte) (ModelInfo, error) {
	name, classes, machine, err := codec.Decode(bytes)
	if err != nil {
		return ModelInfo{}, err
	}
	kept := &entry{machine: machine, name: name, classes: classes}
	e.keep(id, kept)
	return kept.info(), nil
}

func (m *entry) info() ModelInfo {
	return ModelInfo{Machine: m.name, Features: m.machine.Features(), Classes: m.classes}
}

// Has reports whether a model is kept under id.
func (e *Engine) Has(id int) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.models[id] != nil
}

// Dispose forgets a model.
func (e *Engine) Dispose(id int) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	delete(e.models, id)
}

// Predict returns the class, 0 to k-1, of every row of X.
func (e *Engine) Predict(ctl *run.Ctl, id int, X Table) ([]int32, error) {
	entry, set, err := e.apply(id, X)
	if err != nil {
		return nil, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	return entry.machine.Predict(ctl, set)
}

// DecisionFunction returns cols decision values for every row of X; shape is
// "ovr", "ovo" or "" for what the model was fitted with.
func (e *Engine) DecisionFunction(ctl *run.Ctl, id int, shape string, X Table) (values []float64, cols int, err error) {
	entry, set, err := e.apply(id, X)
	if err != nil {
		return nil, 0, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	return entry.machine.Decision(ctl, set, shape)
}

func (e *Engine) apply(id int, X Table) (*entry, sample.Set, error) {
	entry, err := e.find(id)
	if err != nil {
		return nil, nil, err
	}
	set, err := X.set()
	return entry, set, err
}

func (e *Engine) find(id int) (*entry, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if entry := e.models[id]; entry != nil {
		return entry, nil
	}
	return nil, fault.New(fault.NotFitted, "", "there is no fitted model %d; call fit or load first", id)
}

// ReadLibsvm parses LIBSVM's text format.
func (e *Engine) ReadLibsvm(text []byte) (Table, []float64, error) {
	set, y, err := dataset.ReadLibsvm(text)
	if err != nil {
		return Table{}, nil, err
	}
	return Table{Shape{"csr", set.N, set.D}, set.Value, set.Ptr, set.Index}, y, nil
}

// WriteLibsvm writes LIBSVM's text format.
func (e *Engine) WriteLibsvm(X Table, y []float64) ([]byte, error) {
	set, err := X.set()
	if err != nil {
		return nil, err
	}
	return dataset.WriteLibsvm(set, y)
}

// ImportLibsvm reads a model in LIBSVM's text format, keeps it under id and
// returns its bytes. features is how many a sample has, 0 for as many as the
// text knows of.
func (e *Engine) ImportLibsvm(id int, text []byte, features int) ([]byte, ModelInfo, error) {
	read, err := codec.ReadLibsvmModel(text, features)
	if err != nil {
		return nil, ModelInfo{}, err
	}
	bytes, err := codec.Encode(read.Machine, read.Classes, read.Model)
	if err != nil {
		return nil, ModelInfo{}, err
	}
	kept := &entry{machine: read.Model, name: read.Machine, classes: read.Classes}
	e.keep(id, kept)
	info := kept.info()
	info.Warnings = importWarnings(read.Ignored)
	return bytes, info, nil
}

// ExportLibsvm returns a model in LIBSVM's text format.
func (e *Engine) ExportLibsvm(id int) ([]byte, error) {
	entry, err := e.find(id)
	if err != nil {
		return nil, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	return codec.WriteLibsvmModel(entry.name, entry.classes, entry.machine)
}
