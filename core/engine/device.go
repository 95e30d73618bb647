package engine

import (
	"sync"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
)

// A fit whose kernel rows a device outside computes. The fit asks questions, and waits for each answer;
// somebody else takes the questions and brings the answers, by NextQuestion.

// DeviceQuestion is what a fit asks.
type DeviceQuestion struct {
	// Kind is 'samples' for some of the samples, in order; 'rows' for rows of kernel values; and 'over'
	// when the fit asks no more.
	Kind string

	Rows int // of all samples
	Cols int
	From int // the first of the samples

	// Place is where columns are kept: those that come replace what was there, and a question without
	// columns is about those that are there.
	Place int

	Certified int    // at the end, samples whose gradient was computed in float64
	Why       string // at the end, why the device was left; "" if it was not

	Numbers        []float64 // the samples, row by row
	Origin, Widths []float64 // with the first samples: their mean, and the widths of the kernel
	Columns, Index []int32   // of rows
}

// DeviceAnswer is what the device answers: for the last samples the bounds, for rows the values. Without
// what was asked for it has failed.
type DeviceAnswer struct {
	Bounds []float64
	Values []float32
	Failed bool
}

// device is the device of one fit, as the fit sees it.
type device struct {
	choosy    bool
	questions chan DeviceQuestion
	answers   chan DeviceAnswer
	closing   sync.Once
	closed    chan struct{} // the fit is over, or nobody answers any more
	asked     bool          // a question waits for its answer
	left      bool
	certified int
	why       string
	columns   [2][]int // that the device has, by place
	next      int      // the place for other columns
}

// OpenDevice gives a fit a device, before it begins; CloseDevice takes it away. A choosy fit uses the
// device only if it is faster.
func (e *Engine) OpenDevice(model int, choosy bool) {
	d := &device{choosy: choosy, questions: make(chan DeviceQuestion), answers: make(chan DeviceAnswer), closed: make(chan struct{})}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.devices == nil {
		e.devices = map[int]*device{}
	}
	e.devices[model] = d
}

// CloseDevice ends the questions of a fit, which goes on without the device.
func (e *Engine) CloseDevice(model int) {
	if d := e.deviceOf(model); d != nil {
		d.close()
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	delete(e.devices, model)
}

// deviceOf returns the device of a fit, or nil.
func (e *Engine) deviceOf(model int) *device {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.devices[model]
}

// NextQuestion brings the answer to the last question, if there was one, and waits for the next.
func (e *Engine) NextQuestion(model int, answer DeviceAnswer) (DeviceQuestion, error) {
	d := e.deviceOf(model)
	if d == nil {
		return DeviceQuestion{}, fault.New(fault.Internal, "", "no device is open for the model %d", model)
	}
	if d.asked {
		d.asked = false
		select {
		case d.answers <- answer:
		case <-d.closed:
		}
	}
	select {
	case q := <-d.questions:
		d.asked = true
		return q, nil
	case <-d.closed:
		return DeviceQuestion{Kind: "over", Certified: d.certified, Why: d.why}, nil
	}
}

func (d *device) close() { d.closing.Do(func() { close(d.closed) }) }

// ask returns the answer to a question; it fails when nobody takes it.
func (d *device) ask(q DeviceQuestion) DeviceAnswer {
	answer := DeviceAnswer{Failed: true}
	if d.left {
		return answer
	}
	select {
	case d.questions <- q:
	case <-d.closed:
	}
	select {
	case answer = <-d.answers:
	case <-d.closed:
	}
	d.left = answer.Failed
	return answer
}

// deviceChunk is how many numbers of samples go to the device at a time.
const deviceChunk = 1 << 21

func (d *device) Hold(set sample.Set, origin, widths []float64) []float64 {
	n, width := set.Len(), set.Dim()
	rows := max(1, deviceChunk/max(1, width))
	numbers := make([]float64, min(n, rows)*width)
	var answer DeviceAnswer
	for from := 0; from < n; from += rows {
		count := min(rows, n-from)
		for i := range count {
			set.Dense(numbers[i*width:(i+1)*width], from+i)
		}
		q := DeviceQuestion{Kind: "samples", Rows: n, Cols: width, From: from, Numbers: numbers[:count*width]}
		if from == 0 {
			q.Origin, q.Widths = origin, widths
		}
		if answer = d.ask(q); answer.Failed {
			return nil
		}
	}
	if len(answer.Bounds) != n {
		d.left = true
		return nil
	}
	return answer.Bounds
}

func (d *device) Rows(dst [][]float32, columns, index []int) bool {
	q := DeviceQuestion{Kind: "rows", Place: d.placeOf(columns), Index: int32sOf(index)}
	if q.Place < 0 {
		q.Place, d.next = d.next, 1-d.next
		d.columns[q.Place], q.Columns = columns, int32sOf(columns)
	}
	values := d.ask(q).Values
	if len(values) != len(index)*len(columns) {
		d.left = true
		return false
	}
	for r, row := range dst {
		copy(row, values[r*len(columns):(r+1)*len(columns)])
	}
	return true
}

// placeOf returns where the device has columns, or -1; those that were used last are kept.
func (d *device) placeOf(columns []int) int {
	for place, known := range d.columns {
		if len(known) == len(columns) && &known[0] == &columns[0] {
			d.next = 1 - place
			return place
		}
	}
	return -1
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

func (d *device) Leave(why string) {
	if !d.left {
		d.left, d.why = true, why
	}
}

var _ gram.Device = (*device)(nil)
