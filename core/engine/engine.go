// Package engine has the operations that wasm/ exposes, in plain Go, so that native
// tests, fuzzing and the race detector reach them: operations on tables of numbers and on
// models kept by id. The models here are a cache; the caller holds the bytes of each,
// from which it can be loaded again.
package engine

import (
	"sync"
	"time"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Shape is the layout of a table.
type Shape struct {
	Layout string  `js:"layout"` // "dense", "bytes", "csr" or "strings"
	Rows   int     `js:"rows"`
	Cols   int     `js:"cols"`
	Scale  float64 `js:"scale"` // of bytes
}

// Table is a matrix as JavaScript passes it: dense, with Data row by row, or with bytes that stand
// for Scale times their value; csr, with the stored values in Data; or strings, with all code
// points in Indices.
type Table struct {
	Shape
	Data    []float64
	Bytes   []byte
	Indptr  []int32
	Indices []int32
}

// set checks the table and returns it as samples. Missing values are an error unless m allows them;
// a nil m does not.
func (t Table) set(m model.Machine) (sample.Set, error) {
	switch t.Layout {
	case "dense":
		if m != nil && model.TakesMissing(m) {
			return sample.NewIncomplete(t.Data, t.Rows, t.Cols)
		}
		return sample.NewMatrix(t.Data, t.Rows, t.Cols)
	case "bytes":
		set, err := sample.NewBytes(t.Bytes, t.Rows, t.Cols, t.Scale)
		if err != nil || m != nil && model.TakesBytes(m) {
			return set, err
		}
		return set.Matrix(), nil
	case "csr":
		return sample.NewCSR(t.Indptr, t.Indices, t.Data, t.Rows, t.Cols)
	case "strings":
		return sample.NewSequences(t.Indptr, t.Indices, t.Rows)
	}
	return nil, fault.New(fault.Internal, "X", "there is no layout %q", t.Layout)
}

// vectors returns the table as samples that are numbers.
func (t Table) vectors() (sample.Set, error) {
	if t.Layout == "strings" {
		return nil, fault.New(fault.Type, "X", "X holds strings, but this format holds numbers; write strings as lines of text, or as CSV")
	}
	return t.set(nil)
}

// stored returns how many values of a sparse table, or letters of strings, there are.
func (t Table) stored() int {
	if t.Layout == "strings" {
		return len(t.Indices)
	}
	return len(t.Data)
}

// bytes returns the memory of the table.
func (t Table) bytes() int64 {
	return int64(8*len(t.Data) + len(t.Bytes) + 4*len(t.Indices) + 4*len(t.Indptr))
}

// Classes describes the labels; see codec.
type Classes = codec.Classes

// FitRequest says what to fit.
type FitRequest struct {
	Model   int     `js:"model"`   // id to keep the fitted model under
	Machine string  `js:"machine"` // name in the catalog, or Pipeline
	Steps   []Step  `js:"steps"`   // of a pipeline, in order
	Table   Shape   `js:"table"`   // shape of X
	Classes Classes `js:"classes"` // of a classifier
	Start   int     `js:"start"`   // id of the model to start from or to update; 0: none
	Update  bool    `js:"update"`  // learn further samples, on top of Start

	Change bool `js:"change"` // for an update: answer with the changes, see codec.EncodeChange

	Device bool `js:"device"` // a device has been opened for the model, and computes kernel rows

	Features []string `js:"features"` // names of the columns, for those who read the model; may be none
}

// Step is one step of a pipeline, or one part of another machine that holds others.
type Step = catalog.Tree

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
	Objective      float64   `js:"objective"` // summed over the two-class problems
	Gap            float64   `js:"gap"`       // largest KKT violation
	SupportVectors int       `js:"supportVectors"`
	Milliseconds   float64   `js:"milliseconds"`
	Warnings       []Warning `js:"warnings"`
}

// ModelInfo describes a loaded model.
type ModelInfo struct {
	Machine  string    `js:"machine"`
	Warnings []Warning `js:"warnings"`
}

// Engine holds fitted models by id. It may be used from several goroutines.
type Engine struct {
	mutex      sync.Mutex
	models     map[int]*entry
	studies    map[int]*study
	divided    *division          // a fit whose problems this program solves for others, or nil
	gatherings map[int]*gathering // unfinished fits to chunks, by the ids of their models
	memory     []*gram.Memory     // of earlier fits, for the next ones
	heap       heap
}

// entry is a fitted model; its machine serves one caller at a time.
type entry struct {
	mutex sync.Mutex
	codec.Model
	bytes int // of the model as a file
	rows  rowsTaken
	slow  int // how many small calls in a row took too long
}

// New returns an empty engine.
func New() *Engine {
	return &Engine{models: map[int]*entry{}, studies: map[int]*study{}, gatherings: map[int]*gathering{}, heap: newHeap()}
}

// NewOptions returns a pointer to the options struct of a machine, defaults
// filled in.
func NewOptions(machine string) (any, error) {
	m, err := catalog.NewMachine(machine)
	if err != nil {
		return nil, err
	}
	return m.Options(), nil
}

// Options returns the options of the machine of a request, as Fit takes them, with defaults.
func Options(request FitRequest) (any, error) {
	m, err := newMachine(request)
	if err != nil {
		return nil, err
	}
	return model.Options(m), nil
}

// Fit trains a machine on the samples X with the targets y, keeps it under request.Model and
// returns its bytes. options comes from NewOptions or Options; for a pipeline it is a []any with
// the options of each step. An aborted fit returns run.ErrAborted and keeps nothing.
func (e *Engine) Fit(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets) ([]byte, FitReport, error) {
	return e.learn(ctl, request, options, X, y, func(m model.Machine) fitting {
		if request.Update {
			return m.(model.Updatable).Update
		}
		return m.Fit
	})
}

// fitting is a method such as Fit or Update of a machine.
type fitting func(*run.Ctl, model.Training) (model.Report, error)

// learn reads a request, runs the chosen method of its machine, and keeps the result.
func (e *Engine) learn(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets, choose func(model.Machine) fitting) ([]byte, FitReport, error) {
	began := time.Now()
	fail := func(err error) ([]byte, FitReport, error) { return nil, FitReport{}, named(err, request.Classes.Names) }
	machine, start, err := e.prepare(request, options)
	if err != nil {
		return fail(err)
	}
	data, left, end, err := e.pose(ctl, request, options, machine, X, y)
	if err != nil {
		return fail(err)
	}
	defer end()
	memory := e.borrow(left)
	defer e.giveBack(memory)
	training := model.Training{Data: data, Resources: model.Resources{Start: start, Memory: memory}}
	if len(y.Solved) > 0 { // everyday programs do without the second file
		if training.Solved, err = model.ReadSolved(y.Solved); err != nil {
			return fail(err)
		}
	}
	timed := ctl.Within(schema.MaxTime(learning(options))) // the limit covers probabilities and steps, too
	early := expect(ctl, request.Update, data, machine, request.Classes)
	fit := choose(machine)
	if request.Device {
		fit = e.onDevice(request.Model, fit)
	}
	report, err := fit(timed, training)
	if _, strings := data.X.(*sample.Sequences); strings && ctl.Ended() == run.Aborted || err == nil && report.Status == run.Aborted {
		err = run.ErrAborted // a kernel of strings has left out values, even if nobody has looked since
	}
	if err != nil {
		e.handBack(request, machine)
		return fail(err)
	}
	bytes, made, err := e.adopt(request, machine, report, data.X)
	if err != nil {
		return fail(err)
	}
	made.Milliseconds = millisecondsSince(began)
	made.Warnings = append(early, warnings(machine, report, false)...)
	return bytes, made, nil
}

// pose reads the data of a fit and refuses it if they need too much memory. left is the number of
// bytes for a row cache. ctl watches the samples until end is called.
func (e *Engine) pose(ctl *run.Ctl, request FitRequest, options any, machine model.Machine, X Table, y Targets) (data model.Data, left int64, end func(), err error) {
	set, err := X.set(machine)
	if err != nil {
		return data, 0, nil, err
	}
	if err := checkKind(set, machine, request.Machine); err != nil {
		return data, 0, nil, err
	}
	set, end = watched(ctl, set)
	k := len(request.Classes.Names)
	if data, err = y.data(machine, set, k); err == nil {
		left, err = e.admit(FitOperation(options), "X", FitSize(options, X.Shape, X.stored(), k), X.bytes())
	}
	if err != nil {
		end()
	}
	return data, left, end, err
}

// millisecondsSince returns the time that work took.
func millisecondsSince(began time.Time) float64 {
	return float64(time.Since(began).Microseconds()) / 1000
}

// adopt keeps a fitted machine under the id of a request. joined has the samples of the fit or the
// update, or is nil.
func (e *Engine) adopt(request FitRequest, machine model.Machine, report model.Report, joined sample.Set) ([]byte, FitReport, error) {
	fail := func(err error) ([]byte, FitReport, error) { return nil, FitReport{}, err }
	if err := model.Each(machine, func(m model.Machine) error { return schema.CheckFinite(m.Fitted()) }); err != nil {
		return fail(err)
	}
	kept := codec.Model{Name: request.Machine, Classes: request.Classes, Features: request.Features, Report: report.Finite(), Machine: machine}
	var bytes []byte
	var size int
	var err error
	if request.Change {
		bytes, size, err = codec.EncodeChange(kept, joined)
	} else if bytes, err = codec.Encode(kept); err == nil {
		size = len(bytes)
	}
	if err != nil {
		return fail(err)
	}
	e.keep(request.Model, kept, size)
	return bytes, FitReport{
		Status: string(report.Status), Converged: report.Status.Complete(),
		Iterations: report.Iterations, Objective: kept.Report.Objective, Gap: kept.Report.Gap,
		SupportVectors: report.SupportVectors,
	}, nil
}

// newMachine returns the unfitted machine that a request names.
func newMachine(request FitRequest) (model.Machine, error) {
	return Step{Machine: request.Machine, Steps: request.Steps}.Make()
}

// learning returns the options of a machine; of a pipeline those of its last step.
func learning(options any) any {
	if all, ok := options.([]any); ok {
		return learning(all[len(all)-1])
	}
	return options
}

// prepare returns the machine of a request, with its options, and the machine that its fit starts
// from. For an update machine is a copy of the fitted one, which can be dropped when the update
// fails.
func (e *Engine) prepare(request FitRequest, options any) (machine, start model.Machine, err error) {
	if machine, err = newMachine(request); err != nil {
		return nil, nil, err
	}
	if _, ok := machine.(model.Updatable); request.Update && !ok {
		return nil, nil, fault.New(fault.Internal, "", "a %s cannot be updated", request.Machine)
	}
	if request.Start != 0 {
		from, err := e.find(request.Start)
		if err != nil {
			return nil, nil, err
		}
		if !model.Alike(from.Machine, machine) {
			return nil, nil, fault.New(fault.Internal, "", "a %s cannot start from a %s", request.Machine, from.Name)
		}
		if start = from.Machine; request.Update {
			if incremental, ok := machine.(model.Incremental); ok {
				model.Assign(machine, options)
				continued(incremental, from)
				if len(request.Classes.Names) > len(from.Classes.Names) {
					err = widen(machine, from.Classes.Names, request.Classes.Names)
				}
				return machine, nil, err
			}
			bytes, err := codec.Encode(from.Model)
			if err != nil {
				return nil, nil, err
			}
			copied, err := codec.Decode(bytes)
			if err != nil {
				return nil, nil, err
			}
			machine, start = model.Unwrapped(copied.Machine), nil
		}
	}
	model.Assign(machine, options)
	machine, err = catalog.Wrap(request.Machine, machine)
	return machine, start, err
}

func (e *Engine) keep(id int, m codec.Model, bytes int) {
	made := &entry{Model: m, bytes: bytes}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.drop(id)
	e.models[id] = made
	e.heap.hold(bytes, 0)
}

// Load restores a model from its bytes and keeps it under id. If an older release wrote them and
// they lack fields, it returns the bytes that this release would write, otherwise nil.
func (e *Engine) Load(id int, bytes []byte) (ModelInfo, []byte, error) {
	m, err := codec.Decode(bytes)
	if err != nil {
		return ModelInfo{}, nil, err
	}
	var renewed []byte
	if m.Older {
		if renewed, err = codec.Encode(m); err != nil {
			return ModelInfo{}, nil, err
		}
	}
	e.keep(id, m, len(bytes))
	return ModelInfo{Machine: m.Name}, renewed, nil
}

// LoadStep restores a step of a pipeline, counted from 1, from bytes that lack no fields.
func (e *Engine) LoadStep(id, step int, bytes []byte) (ModelInfo, error) {
	m, err := codec.Decode(bytes)
	if err == nil {
		m, err = m.Step(step - 1)
	}
	if err != nil {
		return ModelInfo{}, err
	}
	own, err := codec.Encode(m)
	if err != nil {
		return ModelInfo{}, err
	}
	e.keep(id, m, len(own))
	return ModelInfo{Machine: m.Name}, nil
}

// Save returns the bytes of a model.
func (e *Engine) Save(id int) ([]byte, error) {
	entry, err := e.find(id)
	if err != nil {
		return nil, err
	}
	return codec.Encode(entry.Model)
}

// Has reports whether a model is kept under id.
func (e *Engine) Has(id int) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.models[id] != nil
}
