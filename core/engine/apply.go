package engine

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/dataset"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/codec"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Prediction has an entry for each row: from a classifier the class, 0 to k-1; from a
// detector +1 or -1; from a regressor the value.
type Prediction struct {
	Labels []int32
	Values []float64
}

// Predict returns the predictions of a model for the rows of X.
func (e *Engine) Predict(ctl *run.Ctl, id int, X Table) (p Prediction, err error) {
	entry, set, done, err := e.apply(ctl, id, X)
	if err != nil {
		return p, err
	}
	defer done()
	if p, err = entry.predict(ctl, set); err == nil {
		err = checkAnswers(p.Values, 1)
	}
	return p, err
}

// predict returns the predictions for x. Its caller holds the mutex.
func (m *entry) predict(ctl *run.Ctl, x sample.Set) (p Prediction, err error) {
	switch machine := m.Machine.(type) {
	case model.Classifier:
		p.Labels, err = machine.Predict(ctl, x)
	case model.Detector:
		p.Labels, err = machine.Predict(ctl, x)
	case model.Regressor:
		p.Values, err = machine.Predict(ctl, x)
	}
	return p, err
}

// DecisionFunction returns cols decision values for every row of X. shape is "ovr", "ovo" or "",
// which stands for the shape of the fit.
func (e *Engine) DecisionFunction(ctl *run.Ctl, id int, shape string, X Table) (values []float64, cols int, err error) {
	entry, set, done, err := e.apply(ctl, id, X)
	if err != nil {
		return nil, 0, err
	}
	defer done()
	if values, cols, err = entry.decide(ctl, shape, set); err == nil {
		err = checkAnswers(values, cols)
	}
	return values, cols, err
}

// decide returns the decision values of x. Its caller holds the mutex.
func (m *entry) decide(ctl *run.Ctl, shape string, x sample.Set) (values []float64, cols int, err error) {
	switch machine := m.Machine.(type) {
	case model.Classifier:
		return machine.Decision(ctl, x, shape)
	case model.Detector:
		values, err = machine.Decision(ctl, x)
		return values, 1, err
	}
	return nil, 0, fault.New(fault.Internal, "", "a %s has no decision function", m.Name)
}

// Probabilities returns cols probabilities for every row of X, one for each class.
func (e *Engine) Probabilities(ctl *run.Ctl, id int, X Table) (values []float64, cols int, err error) {
	entry, set, done, err := e.apply(ctl, id, X)
	if err != nil {
		return nil, 0, err
	}
	defer done()
	if _, ok := entry.Machine.(model.Classifier); !ok {
		return nil, 0, fault.New(fault.Type, "", "a %s is no classifier and has no probabilities", entry.Name)
	}
	machine, ok := entry.Machine.(model.Prober)
	if !ok {
		return nil, 0, model.NoProbabilities()
	}
	cols = len(entry.Classes.Names)
	if values, err = machine.Probabilities(ctl, set); err == nil {
		err = checkAnswers(values, cols)
	}
	return values, cols, err
}

// Classes returns how many classes a model has.
func (e *Engine) Classes(id int) int {
	entry, err := e.find(id)
	if err != nil {
		return 0
	}
	return len(entry.Classes.Names)
}

// Transform transforms the rows of X, or inverts the transformation.
func (e *Engine) Transform(ctl *run.Ctl, id int, inverse bool, X Table) (Table, error) {
	entry, set, done, err := e.apply(ctl, id, X)
	if err != nil {
		return Table{}, err
	}
	defer done()
	machine, ok := entry.Machine.(model.Transformer)
	if !ok {
		return Table{}, fault.New(fault.Type, "", "a %s does not transform samples", entry.Name)
	}
	transform := machine.Transform
	if inverse {
		inverter, ok := machine.(model.Inverter)
		if !ok {
			return Table{}, fault.New(fault.Type, "", "a %s has no inverse transformation", entry.Name)
		}
		transform = inverter.Inverse
	}
	made, err := transform(ctl, set)
	if err != nil {
		return Table{}, err
	}
	switch made := made.(type) {
	case *sample.CSR:
		return sparseTable(made), checkSparse(made)
	case *sample.Matrix:
		return Table{Shape: Shape{Layout: "dense", Rows: made.N, Cols: made.D}, Data: made.X}, checkAnswers(made.X, made.D)
	}
	return Table{}, nil
}

// DecisionCols returns how many decision values DecisionFunction gives for a row; 0 if there is no
// such model, of which DecisionFunction returns the error.
func (e *Engine) DecisionCols(id int, shape string) int {
	entry, err := e.find(id)
	if err != nil {
		return 0
	}
	switch m := entry.Machine.(type) {
	case model.Classifier:
		cols, _ := m.Outputs(shape)
		return cols
	case model.Detector:
		return 1
	}
	return 0
}

// apply returns the model of an id and the samples of X, which ctl watches. The caller has the model
// alone until it calls done.
func (e *Engine) apply(ctl *run.Ctl, id int, X Table) (of *entry, set sample.Set, done func(), err error) {
	entry, err := e.find(id)
	if err != nil {
		return nil, nil, nil, err
	}
	set, err = X.set(entry.Machine)
	if err == nil {
		err = checkKind(set, entry.Machine, entry.Name)
	}
	if err == nil && entry.Report.Status == codec.Imported && model.Precomputed(entry.Machine.Options()) {
		set = leading(set, schema.Dimension(model.Unwrapped(entry.Machine).Fitted(), "d"))
	}
	if err != nil {
		return nil, nil, nil, err
	}
	set, end := watched(ctl, set)
	entry.mutex.Lock()
	return entry, set, func() { entry.mutex.Unlock(); end() }, nil
}

// leading returns the first d columns of x, or x if it has no more. LIBSVM's text of a precomputed
// kernel does not say how many training samples there were. svm-predict takes rows with a value for
// every sample and ignores those after the last support vector.
func leading(x sample.Set, d int) sample.Set {
	if x.Dim() <= d {
		return x
	}
	switch x := x.(type) {
	case *sample.Matrix:
		made := &sample.Matrix{N: x.N, D: d, X: make([]float64, 0, x.N*d)}
		for i := range x.N {
			made.X = append(made.X, x.Row(i)[:d]...)
		}
		return made
	case *sample.CSR:
		made := &sample.CSR{N: x.N, D: d, Ptr: make([]int32, 1, x.N+1)}
		for i := range x.N {
			index, values := x.Row(i)
			inside, _ := slices.BinarySearch(index, int32(d))
			made.Index, made.Value = append(made.Index, index[:inside]...), append(made.Value, values[:inside]...)
			made.Ptr = append(made.Ptr, int32(len(made.Index)))
		}
		return made
	}
	return x
}

func (e *Engine) find(id int) (*entry, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if entry := e.models[id]; entry != nil {
		return entry, nil
	}
	return nil, fault.New(fault.NotFitted, "", "there is no fitted model %d; call fit or load first", id)
}

// ReadLibsvm parses LIBSVM's text format. first is the number of the first feature; -1 stands for 0
// if the text has an index 0, otherwise for 1.
func (e *Engine) ReadLibsvm(text []byte, first int) (Table, dataset.Libsvm, error) {
	read, err := dataset.Read(text, first)
	if err != nil {
		return Table{}, read, err
	}
	return sparseTable(read.Set), read, nil
}

// WriteLibsvm writes LIBSVM's text format, with the queries of rows unless they are nil.
func (e *Engine) WriteLibsvm(X Table, y, queries []float64) ([]byte, error) {
	set, err := X.vectors()
	if err != nil {
		return nil, err
	}
	return dataset.WriteLibsvm(set, y, queries)
}

// ImportLibsvm reads a model in LIBSVM's text format, keeps it under id and returns its bytes.
// features is the number of features of a sample; 0 stands for the largest number in the text.
func (e *Engine) ImportLibsvm(id int, text []byte, features int) ([]byte, ModelInfo, error) {
	read, err := codec.ReadLibsvmModel(text, features)
	if err != nil {
		return nil, ModelInfo{}, err
	}
	bytes, err := codec.Encode(read.Model)
	if err != nil {
		return nil, ModelInfo{}, err
	}
	e.keep(id, read.Model, len(bytes))
	return bytes, ModelInfo{Machine: read.Name, Warnings: importWarnings(read.Ignored)}, nil
}

// ExportLibsvm returns a model in LIBSVM's text format.
func (e *Engine) ExportLibsvm(id int) ([]byte, error) {
	entry, err := e.find(id)
	if err != nil {
		return nil, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	return codec.WriteLibsvmModel(entry.Model)
}

// sparseTable returns a sparse set as it crosses.
func sparseTable(s *sample.CSR) Table {
	return Table{Shape: Shape{Layout: "csr", Rows: s.N, Cols: s.D}, Data: s.Value, Indptr: s.Ptr, Indices: s.Index}
}
