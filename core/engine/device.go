package engine

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// A fit whose kernel rows a device outside computes asks questions, and waits for each answer. Somebody
// else takes the questions and brings the answers, by NextQuestion.

// DeviceQuestion is what a fit asks. Numbers are the next samples, row by row, with the number of all; or
// Index are the samples whose rows are wanted, over columns: their place has those of Columns from now
// on, or without such those that it had before. A question with neither is no question: the fit is over.
type DeviceQuestion struct {
	Rows, Cols int // of all samples
	Numbers    []float64
	Widths     []float64 // of the kernel, with samples

	Place          int
	Columns, Index []int32

	Certified int    // in the end, samples whose gradient was computed in float64
	Why       string // and why the device was left; "" if it was not
}

// DeviceAnswer is what the device answers: to the last samples the bounds of the values of each, and to a
// question for rows these values, in float32, two in each number. It is nil where there is no answer,
// and the device is asked no more.
type DeviceAnswer []float64

// device is the device of one fit.
type device struct {
	choosy    bool
	began     bool // a fit has it, and will close questions
	asked     bool // the last question waits for its answer
	over      bool // there are no further questions
	left      bool
	questions chan DeviceQuestion
	answers   chan DeviceAnswer
	certified int
	why       string
	columns   [2][]int   // that the device has, by place
	held      sample.Set // that the device has, with the bounds of its values
	bounds    []float64
	next      int // the place for other columns
}

// OpenDevice gives a fit, or several that differ in C alone, a device, before they begin. A choosy one is used only where it is faster.
func (e *Engine) OpenDevice(model int, choosy bool) {
	d := &device{choosy: choosy, questions: make(chan DeviceQuestion, 1), answers: make(chan DeviceAnswer, 1)}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.gatherings[model] = &gathering{device: d}
}

// takeDevice returns the device that was opened for an id, if it waits for its fit. Who has it ends it.
func (e *Engine) takeDevice(id int) *device {
	g := e.gatheringOf(id)
	if g == nil || g.device == nil || g.device.began {
		return nil
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	g.device.began = true
	return g.device
}

// end tells who answers that there are no more questions.
func (d *device) end() {
	if d != nil {
		close(d.questions)
	}
}

// onDevice returns a fit with the device that was opened for it.
func (e *Engine) onDevice(id int, fit fitting) fitting {
	d := e.takeDevice(id)
	if d == nil {
		return fit
	}
	return func(ctl *run.Ctl, t model.Training) (model.Report, error) {
		defer d.end()
		t.Device = d
		return fit(ctl, t)
	}
}

// CloseDevice forgets the device of a fit that asks no more. One that has not begun never will: it ends
// the questions. One that runs is asked on.
func (e *Engine) CloseDevice(model int) {
	g := e.gatheringOf(model)
	if g == nil || g.device == nil {
		return
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	switch d := g.device; {
	case !d.began:
		d.began = true
		close(d.questions)
	case d.over:
		delete(e.gatherings, model)
	}
}

// NextQuestion brings the answer to the last question, if there was one, and waits for the next.
func (e *Engine) NextQuestion(model int, answer DeviceAnswer) (DeviceQuestion, error) {
	g := e.gatheringOf(model)
	if g == nil || g.device == nil {
		return DeviceQuestion{}, lostChunks()
	}
	d := g.device
	if d.asked {
		d.answers <- answer
	}
	q, more := <-d.questions
	if d.asked, d.over = more, !more; !more {
		q.Certified, q.Why = d.certified, d.why
	}
	return q, nil
}

// ask returns the answer to a question.
func (d *device) ask(q DeviceQuestion) DeviceAnswer {
	if d.left {
		return nil
	}
	d.questions <- q
	answer := <-d.answers
	d.left = answer == nil
	return answer
}

// deviceChunk is how many numbers of samples go to the device at a time.
const deviceChunk = 1 << 21

func (d *device) Hold(set sample.Set, widths []float64) []float64 {
	if d.held == set { // the last fit of several had the same samples, and the same kernel
		return d.bounds
	}
	n, width := set.Len(), set.Dim()
	rows := min(n, max(1, deviceChunk/width))
	numbers := make([]float64, rows*width)
	var bounds DeviceAnswer
	for from := 0; from < n && !d.left; from += rows {
		count := min(rows, n-from)
		for i := range count {
			set.Dense(numbers[i*width:(i+1)*width], from+i)
		}
		bounds = d.ask(DeviceQuestion{Rows: n, Cols: width, Widths: widths, Numbers: numbers[:count*width]})
	}
	if d.left = d.left || len(bounds) != n; d.left {
		return nil
	}
	d.held, d.bounds = set, bounds
	return bounds
}

func (d *device) Rows(dst [][]float32, columns, index []int) bool {
	q := DeviceQuestion{Place: d.next, Columns: int32sOf(columns), Index: int32sOf(index)}
	for place, known := range d.columns {
		if len(known) == len(columns) && &known[0] == &columns[0] {
			q.Place, q.Columns = place, nil
		}
	}
	d.columns[q.Place], d.next = columns, 1-q.Place
	values := lanes.Singles(d.ask(q))
	if d.left = d.left || len(values) < len(index)*len(columns); d.left {
		return false
	}
	for _, row := range dst {
		values = values[copy(row[:len(columns)], values):]
	}
	return true
}

func int32sOf(values []int) []int32 {
	made := make([]int32, len(values))
	for i, v := range values {
		made[i] = int32(v)
	}
	return made
}

func (d *device) Works() bool         { return !d.left }
func (d *device) Choosy() bool        { return d.choosy }
func (d *device) Certify(samples int) { d.certified += samples }
func (d *device) Leave(why string)    { d.left, d.why = true, why }

var _ gram.Device = (*device)(nil)
