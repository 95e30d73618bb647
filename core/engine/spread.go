package engine

import (
	"slices"
	"time"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine/codec"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
)

// A fit to samples that several programs hold. One makes a sketch of some samples, which all get. Each
// holds chunks of samples, and answers questions about them. One, which may hold none, leads the fit.

// forOthers is the id of what this program holds: no model has it.
const forOthers = 0

// holding are the chunks that this program holds for another.
type holding struct {
	codec.Model
	spreader model.Spreader
	chunks   model.Chunks
	held     map[int]model.Held
}

// ledFit is a fit that this program leads.
type ledFit struct {
	codec.Model
	leader model.Leader
	began  time.Time
	many   []Warning
}

// HeldInfo describes a chunk.
type HeldInfo struct {
	Rows    int     `js:"rows"`
	Longest float64 `js:"longest"`
}

// spreader returns the machine that can be fitted to samples in several programs.
func spreader(machine model.Machine, name string) (model.Spreader, error) {
	s, ok := model.Unwrapped(machine).(model.Spreader)
	if !ok {
		return nil, fault.New(fault.Internal, "", "a %s cannot be fitted to chunks in several programs", name)
	}
	if calib.Of(s.Options()).Method != calib.None {
		return nil, lateProbabilities()
	}
	return s, nil
}

// Sketch returns the bytes of the machine that some samples determine, which HoldSketch and LeadFit
// take, and the warnings about these samples. A classifier needs no classes yet.
func (e *Engine) Sketch(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets) (bytes []byte, warnings []Warning, err error) {
	machine, _, err := e.prepare(request, options)
	if err != nil {
		return nil, nil, err
	}
	s, err := spreader(machine, request.Machine)
	if err != nil {
		return nil, nil, err
	}
	data, end, err := chunkOf(ctl, s, request.Machine, X, y)
	if err != nil {
		return nil, nil, err
	}
	defer end()
	report, err := s.Sketch(ctl, data)
	if err == nil && report.Status == run.Aborted {
		err = run.ErrAborted
	}
	if err != nil {
		return nil, nil, err
	}
	if minds(machine) {
		warnings = scaleWarning(data.X, true, false)
	}
	classes := request.Classes
	if (model.Classes{}).Kind() == model.Learns(s).Kind() {
		classes = Classes{Kind: "number", Names: []string{"0", "1"}}
	}
	bytes, err = codec.Encode(codec.Model{Name: request.Machine, Classes: classes, Features: request.Features, Report: report, Machine: s})
	return bytes, warnings, err
}

// opened returns the machine of a sketch.
func opened(bytes []byte) (m codec.Model, s model.Spreader, err error) {
	if m, err = codec.Decode(bytes); err != nil {
		return m, nil, err
	}
	s, err = spreader(m.Machine, m.Name)
	return m, s, err
}

// HoldSketch forgets the chunks that this program held, and prepares it to hold others.
func (e *Engine) HoldSketch(ctl *run.Ctl, sketch []byte) error {
	e.Dispose(forOthers)
	m, s, err := opened(sketch)
	if err != nil {
		return err
	}
	chunks, err := s.Chunks(ctl)
	if err != nil {
		return err
	}
	if chunks == nil {
		return run.ErrAborted
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.gatherings[forOthers] = &gathering{machine: s, holding: &holding{m, s, chunks, map[int]model.Held{}}}
	return nil
}

// held returns the chunks that this program holds.
func (e *Engine) held() (*holding, error) {
	if g := e.gatheringOf(forOthers); g != nil {
		return g.holding, nil
	}
	return nil, lostChunks()
}

// HoldChunk takes a chunk of samples with the targets y; of a classifier they are numbered as in the
// chunk. AdmitHeld says before whether there is memory for it.
func (e *Engine) HoldChunk(ctl *run.Ctl, chunk int, X Table, y Targets) (HeldInfo, error) {
	h, err := e.held()
	if err != nil {
		return HeldInfo{}, err
	}
	delete(h.held, chunk)
	data, end, err := chunkOf(ctl, h.spreader, h.Name, X, y)
	if err != nil {
		return HeldInfo{}, err
	}
	defer end()
	if data.Target = model.Values(y.Values); y.Values == nil {
		k := 2 // a chunk may have one class alone
		for _, class := range y.Labels {
			k = max(k, int(class)+1)
		}
		data.Target = model.Classes{Of: y.Labels, Count: k}
	}
	if err := data.Check(h.spreader); err != nil {
		return HeldInfo{}, err
	}
	held, err := h.chunks.Hold(ctl, data)
	if err == nil && held == nil {
		err = run.ErrAborted
	}
	if err != nil {
		return HeldInfo{}, err
	}
	h.held[chunk] = held
	return HeldInfo{Rows: X.Rows, Longest: held.Longest()}, nil
}

// AdmitHeld fails if there is no memory for a chunk with this many stored values. It returns the bytes
// that the program should not exceed.
func (e *Engine) AdmitHeld(shape Shape, stored int) (limit int64, err error) {
	h, err := e.held()
	if err != nil {
		return 0, err
	}
	size := FitSize(h.spreader.Options(), shape, stored, 0)
	limit = 2*Needs("predict", size) + room
	for _, held := range h.held {
		limit += held.Bytes()
	}
	_, err = e.admit("fitChunks", "X", size, 0)
	return min(limit+Needs("fit", size), Room), err
}

// AnswerChunk answers the questions of the program that leads about a chunk; see model.Held.
func (e *Engine) AnswerChunk(ctl *run.Ctl, chunk int, questions []float64, classes []int32, factors []float64) ([]float64, error) {
	h, err := e.held()
	if err != nil {
		return nil, err
	}
	held := h.held[chunk]
	if held == nil {
		return nil, lostChunks()
	}
	return held.Answer(ctl, questions, classes, factors)
}

// ReleaseChunks forgets the chunks that this program holds.
func (e *Engine) ReleaseChunks() { e.Dispose(forOthers) }

// LeadFit begins a fit that Dispose drops; the request has all classes.
func (e *Engine) LeadFit(ctl *run.Ctl, request FitRequest, options any, sketch []byte, of model.Spread) error {
	m, s, err := opened(sketch)
	if err != nil {
		return err
	}
	model.Assign(s, options)
	leader, err := s.Lead(ctl, of)
	if err != nil {
		return named(err, request.Classes.Names)
	}
	if leader == nil {
		return run.ErrAborted
	}
	m.Classes, m.Features, m.Machine = request.Classes, request.Features, s
	many := manyClasses(of.Samples, request.Classes)
	tell(ctl, many)
	e.Dispose(request.Model)
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.gatherings[request.Model] = &gathering{machine: s, rows: of.Samples, led: &ledFit{m, leader, time.Now(), many}}
	return nil
}

// ledOf returns a fit that LeadFit has begun.
func (e *Engine) ledOf(id int) (*ledFit, error) {
	if g := e.gatheringOf(id); g != nil && g.led != nil {
		return g.led, nil
	}
	return nil, lostChunks()
}

// TakeAnswer takes the answer of a chunk. The order of the chunks matters to the last bit.
func (e *Engine) TakeAnswer(id int, answer []float64) error {
	l, err := e.ledOf(id)
	if err != nil {
		return err
	}
	return l.leader.Take(answer)
}

// NextQuestions returns what all chunks are to answer, the weights of the classes, and how far the fit
// is. At the end there are no questions, and FinishLed gives the model.
func (e *Engine) NextQuestions(id int, stop bool) (questions, factors []float64, at run.Report, err error) {
	l, err := e.ledOf(id)
	if err != nil {
		return nil, nil, at, err
	}
	questions = l.leader.Questions(stop)
	return questions, l.leader.Factors(), l.leader.Progress(), nil
}

// FinishLed ends a fit without further questions, as Fit does.
func (e *Engine) FinishLed(request FitRequest) (bytes []byte, made FitReport, err error) {
	l, err := e.ledOf(request.Model)
	if err != nil {
		return nil, made, err
	}
	report, err := l.leader.Finish()
	e.Dispose(request.Model)
	if err == nil {
		bytes, made, err = e.adopt(request, l.Machine, report, nil)
	}
	if err != nil {
		return nil, FitReport{}, named(err, request.Classes.Names)
	}
	made.Milliseconds = millisecondsSince(l.began)
	made.Warnings = slices.Concat(l.many, warnings(l.Machine, report, true))
	return bytes, made, nil
}
