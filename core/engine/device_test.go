package engine_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"maxmargin/core/base/lanes"
	"maxmargin/core/engine"
)

// answering is somebody who answers the questions of a fit with values of the Gaussian kernel.
type answering struct {
	gamma   float64
	d       int
	x       []float64
	columns [2][]int32
	chunks  int
	rows    int
}

func (a *answering) answer(q engine.DeviceQuestion) engine.DeviceAnswer {
	if q.Index == nil {
		a.chunks++
		a.gamma, a.d, a.x = q.Widths[0], q.Cols, append(a.x, q.Numbers...)
		bounds := make([]float64, q.Rows)
		for i := range bounds {
			bounds[i] = 1e-7
		}
		return bounds
	}
	if q.Columns != nil {
		a.columns[q.Place] = q.Columns
	}
	width := len(a.columns[q.Place])
	answer := make(engine.DeviceAnswer, (len(q.Index)*width+1)/2)
	values := lanes.Singles(answer)
	for r, i := range q.Index {
		for p, j := range a.columns[q.Place] {
			sum := 0.0
			for c := range a.d {
				by := a.x[int(i)*a.d+c] - a.x[int(j)*a.d+c]
				sum += by * by
			}
			values[r*width+p] = float32(math.Exp(-a.gamma * sum))
		}
	}
	a.rows += len(q.Index)
	return answer
}

// serve answers questions of a fit, from some number on none, and gives what it learns in the end.
func serve(t *testing.T, e *engine.Engine, id int, a *answering, most int) chan engine.DeviceQuestion {
	last := make(chan engine.DeviceQuestion, 1)
	go func() {
		var next engine.DeviceAnswer
		for count := 0; ; count++ {
			q, err := e.NextQuestion(id, next)
			if err != nil {
				t.Error(err)
			}
			if q.Numbers == nil && q.Index == nil {
				e.CloseDevice(id)
				last <- q
				return
			}
			if next = nil; count < most {
				next = a.answer(q)
			}
		}
	}()
	return last
}

// A fit asks for rows, and ends as without a device, also where it gets no answer any more, or never any. A
// fit that never begins leaves nobody waiting.
func TestDeviceOfAFit(t *testing.T) {
	const n = 700
	x, y := table(n, 3, 2)
	request, options := request(1, 2, x), options(t, nil)
	_, want, err := engine.New().Fit(nil, request, options, x, engine.Targets{Labels: y})
	if err != nil {
		t.Fatal(err)
	}
	request.Device = true
	for _, most := range []int{1 << 30, 0, 1, 2, 5} {
		e, a := engine.New(), &answering{}
		e.OpenDevice(request.Model, false)
		last := serve(t, e, request.Model, a, most)
		_, got, err := e.Fit(nil, request, options, x, engine.Targets{Labels: y})
		if err != nil {
			t.Fatal(err)
		}
		q := <-last
		if _, err := e.NextQuestion(request.Model, nil); err == nil {
			t.Error("the device is closed after the fit, and there is a question")
		}
		if most > 5 && (q.Certified == 0 || q.Why != "" || a.rows == 0 || a.chunks != 1) {
			t.Errorf("%d samples are certified, left because %q, after %d rows and %d chunks", q.Certified, q.Why, a.rows, a.chunks)
		}
		if got.Status != "converged" || math.Abs(got.Objective-want.Objective) > 1e-3*math.Abs(want.Objective) {
			t.Errorf("after at most %d questions the objective is %g, want %g; %s", most, got.Objective, want.Objective, got.Status)
		}
	}
	e := engine.New()
	if _, err := e.NextQuestion(7, nil); err == nil {
		t.Error("no device is open, and there is a question")
	}
	e.OpenDevice(7, false)
	last := serve(t, e, 7, &answering{}, 0)
	time.Sleep(time.Millisecond)
	e.CloseDevice(7)
	if q := <-last; q.Index != nil || q.Numbers != nil {
		t.Error("there is a question without a fit")
	}
	if _, err := e.NextQuestion(7, nil); err == nil {
		t.Error("the device is closed, and there is a question")
	}
}

// Candidates of a study get their rows from a device, which gets the samples of a split once, and have the
// scores and predictions that they have without one: warm or not, also where it answers no more.
func TestDeviceOfAStudy(t *testing.T) {
	const n = 700
	x, y := table(n, 3, 2)
	study := func() *engine.Engine {
		e := engine.New()
		r := engine.StudyRequest{Study: 1, Machine: "SVC", Table: x.Shape, Classes: 2, Cache: 1}
		if _, err := e.OpenStudy(r, x, engine.Targets{Labels: y}, splits(t, n, 3, y)); err != nil {
			t.Fatal(err)
		}
		return e
	}
	for _, warm := range []bool{false, true} {
		request := engine.EvaluateRequest{Study: 1, Split: 1, Share: true, Warm: warm, Train: true}
		want, err := study().Evaluate(nil, request, candidates(t, 1, 4))
		if err != nil {
			t.Fatal(err)
		}
		request.Device = 9
		for _, most := range []int{1 << 30, 0, 1, 3} {
			e, a := study(), &answering{}
			e.OpenDevice(9, false)
			last := serve(t, e, 9, a, most)
			got, err := e.Evaluate(nil, request, candidates(t, 1, 4))
			if err != nil {
				t.Fatal(err)
			}
			q := <-last
			if most > 3 && (q.Certified == 0 || q.Why != "" || a.rows == 0 || a.chunks != 1) {
				t.Errorf("%d samples are certified, left because %q, after %d rows and %d chunks", q.Certified, q.Why, a.rows, a.chunks)
			}
			for i := range want {
				if got[i].Score != want[i].Score || got[i].TrainScore != want[i].TrainScore || !slices.Equal(got[i].Labels, want[i].Labels) {
					t.Errorf("candidate %d scores %g with at most %d answers, and %g without a device", i, got[i].Score, most, want[i].Score)
				}
			}
			// The next job goes without, and has its rows from the store.
			again, err := e.Evaluate(nil, engine.EvaluateRequest{Study: 1, Split: 1, Share: true, Warm: warm}, candidates(t, 1, 4))
			if err != nil || again[1].Report.Objective != want[1].Report.Objective {
				t.Errorf("without the device the objective is %g, want %g: %v", again[1].Report.Objective, want[1].Report.Objective, err)
			}
		}
	}
	// A study that there is not leaves nobody waiting.
	e := engine.New()
	e.OpenDevice(9, false)
	last := serve(t, e, 9, &answering{}, 0)
	if _, err := e.Evaluate(nil, engine.EvaluateRequest{Study: 2, Device: 9}, candidates(t, 1)); err == nil {
		t.Error("there is no study, and it is evaluated")
	}
	e.CloseDevice(9)
	<-last
}
