package engine

import (
	"maxmargin/core/codec"
	"maxmargin/core/dataset"
	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Prediction is what a model says of rows: the class of each, 0 to k-1, of a
// classifier; +1 or -1 of a detector; the value of a regressor.
type Prediction struct {
	Labels []int32
	Values []float64
}

// Predict returns what a model says of every row of X.
func (e *Engine) Predict(ctl *run.Ctl, id int, X Table) (p Prediction, err error) {
	entry, set, err := e.apply(id, X)
	if err != nil {
		return p, err
	}
	defer watch(ctl, set)()
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	switch m := entry.Machine.(type) {
	case model.Classifier:
		p.Labels, err = m.Predict(ctl, set)
	case model.Detector:
		p.Labels, err = m.Predict(ctl, set)
	case model.Regressor:
		p.Values, err = m.Predict(ctl, set)
	}
	return p, err
}

// DecisionFunction returns cols decision values for every row of X; shape is
// "ovr", "ovo" or "" for what the model was fitted with.
func (e *Engine) DecisionFunction(ctl *run.Ctl, id int, shape string, X Table) (values []float64, cols int, err error) {
	entry, set, err := e.apply(id, X)
	if err != nil {
		return nil, 0, err
	}
	defer watch(ctl, set)()
	return entry.decide(ctl, shape, set)
}

func (m *entry) decide(ctl *run.Ctl, shape string, x sample.Set) (values []float64, cols int, err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
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
	entry, set, err := e.apply(id, X)
	if err != nil {
		return nil, 0, err
	}
	defer watch(ctl, set)()
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	machine, ok := entry.Machine.(model.Classifier)
	switch {
	case !ok:
		return nil, 0, fault.New(fault.Type, "", "a %s is no classifier and has no probabilities", entry.Name)
	case entry.Probability == nil:
		return nil, 0, fault.New(fault.Option, "probability", "this model has no probabilities: set probability to 'sigmoid', 'isotonic' or 'temperature' and fit it; it is then fitted again for each of probabilityFolds")
	}
	values, err = entry.Probability.Of(ctl, machine, set)
	return values, len(entry.Classes.Names), err
}

// Classes returns how many classes a model has.
func (e *Engine) Classes(id int) int {
	entry, err := e.find(id)
	if err != nil {
		return 0
	}
	return len(entry.Classes.Names)
}

// Transform returns what a transformer makes of the rows of X, or, inverted, of what
// it makes them.
func (e *Engine) Transform(ctl *run.Ctl, id int, inverse bool, X Table) (Table, error) {
	entry, set, err := e.apply(id, X)
	if err != nil {
		return Table{}, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	machine, ok := entry.Machine.(model.Transformer)
	if !ok {
		return Table{}, fault.New(fault.Type, "", "a %s does not transform samples", entry.Name)
	}
	transform := machine.Transform
	if inverse {
		inverter, ok := machine.(model.Inverter)
		if !ok {
			return Table{}, fault.New(fault.Type, "", "what a %s does cannot be undone", entry.Name)
		}
		transform = inverter.Inverse
	}
	made, err := transform(ctl, set)
	switch made := made.(type) {
	case *sample.CSR:
		return Table{Shape{"csr", made.N, made.D}, made.Value, made.Ptr, made.Index}, err
	case *sample.Matrix:
		return Table{Shape: Shape{"dense", made.N, made.D}, Data: made.X}, err
	}
	return Table{}, err
}

// DecisionCols returns how many decision values DecisionFunction gives for a
// row, or 0 when there is no such model: that is DecisionFunction's to say.
func (e *Engine) DecisionCols(id int, shape string) int {
	entry, err := e.find(id)
	if err != nil {
		return 0
	}
	none := &sample.Matrix{D: model.Dimension(model.Core(entry.Machine).Fitted(), "d")}
	_, cols, _ := entry.decide(nil, shape, none)
	return cols
}

func (e *Engine) apply(id int, X Table) (*entry, sample.Set, error) {
	entry, err := e.find(id)
	if err != nil {
		return nil, nil, err
	}
	set, err := X.set()
	if err == nil {
		err = checkKind(set, entry.Machine, entry.Name)
	}
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
	set, err := X.vectors()
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
	bytes, err := codec.Encode(read.Model)
	if err != nil {
		return nil, ModelInfo{}, err
	}
	e.keep(id, read.Model)
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
