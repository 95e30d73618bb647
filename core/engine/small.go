package engine

import (
	"time"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/codec"
	"maxmargin/core/model"
)

// SmallRoom is the most numbers of a small call, and of its answer.
const SmallRoom = 4096

// SmallOperation is the operation of a small call. The facade has the same numbers
// (js/src/runtime/runtime.js).
type SmallOperation int32

const (
	SmallPredict   SmallOperation = iota // Predict
	SmallDecision                        // DecisionFunction, in the shape of the fit
	SmallProba                           // Probabilities
	SmallTransform                       // Transform
	SmallDispose                         // Dispose, which takes no rows
)

// patience is how long a small call may take, since nobody can watch or stop it. A model that takes
// longer several times in a row gets requests instead.
const (
	patience  = 10 * time.Millisecond
	tolerated = 3
)

// rowsTaken says whether a model takes dense rows as they are.
type rowsTaken int8

const (
	unasked rowsTaken = iota
	taken
	converted
)

// takesRows reports whether the model takes dense rows as they are. It is found out when somebody first asks:
// many models of a loop are never applied.
func (m *entry) takesRows() bool {
	if m.rows == unasked {
		cut := m.Report.Status == codec.Imported && model.Precomputed(m.Machine.Options())
		m.rows = converted
		if !cut && checkKind(&sample.Matrix{}, m.Machine, m.Name) == nil {
			m.rows = taken
		}
	}
	return m.rows == taken
}

// Small applies a model to a few dense rows without the cost of a request. values begins with the
// rows, which the model reads there, for none keeps them; the answer overwrites them. It returns the count of numbers in the answer for a row, or -1
// for a single number that is a label. It returns 0 if the caller has to make a request: after an
// error, if the answer is not dense numbers, and if the model is busy or slow.
func (e *Engine) Small(op SmallOperation, id, rows, cols int, values []float64) int {
	if op == SmallDispose {
		e.Dispose(id)
		return -1
	}
	entry, err := e.find(id)
	if err != nil || rows < 1 || cols < 1 || rows > len(values)/cols || !entry.mutex.TryLock() {
		return 0
	}
	defer entry.mutex.Unlock()
	if entry.slow >= tolerated || !entry.takesRows() {
		return 0
	}
	set, err := sample.NewMatrix(values[:rows*cols:rows*cols], rows, cols)
	if err != nil {
		return 0
	}
	began := run.Now()
	answer, err := entry.small(op, set)
	if run.Now().Sub(began) > patience {
		entry.slow++
	} else {
		entry.slow = 0
	}
	if err != nil || len(answer) == 0 || len(answer) > len(values) || checkAnswers(answer, len(answer)/rows) != nil {
		return 0
	}
	copy(values, answer)
	if _, isRegressor := entry.Machine.(model.Regressor); op == SmallPredict && !isRegressor {
		return -1
	}
	return len(answer) / rows
}

// small returns the answer of a model row by row, or nil.
func (m *entry) small(op SmallOperation, x *sample.Matrix) (values []float64, err error) {
	switch op {
	case SmallPredict:
		p, err := m.predict(nil, x)
		for _, label := range p.Labels {
			p.Values = append(p.Values, float64(label))
		}
		return p.Values, err
	case SmallDecision:
		values, _, err = m.decide(nil, "", x)
	case SmallProba:
		if machine, ok := m.Machine.(model.Prober); ok {
			values, err = machine.Probabilities(nil, x)
		}
	case SmallTransform:
		machine, ok := m.Machine.(model.Transformer)
		if !ok {
			return nil, nil
		}
		made, err := machine.Transform(nil, x)
		if matrix, ok := made.(*sample.Matrix); ok && err == nil {
			return matrix.X, nil
		}
	}
	return values, err
}
