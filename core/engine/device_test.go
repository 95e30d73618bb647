package engine_test

import (
	"math"
	"testing"

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
	switch q.Kind {
	case "samples":
		if a.chunks++; q.From == 0 {
			a.gamma, a.d, a.x = q.Widths[0], q.Cols, nil
		}
		a.x = append(a.x, q.Numbers...)
		if len(a.x) < q.Rows*q.Cols {
			return engine.DeviceAnswer{}
		}
		bounds := make([]float64, q.Rows)
		for i := range bounds {
			bounds[i] = 1e-7
		}
		return engine.DeviceAnswer{Bounds: bounds}
	case "rows":
		if q.Columns != nil {
			a.columns[q.Place] = append([]int32(nil), q.Columns...)
		}
		var values []float32
		for _, i := range q.Index {
			for _, j := range a.columns[q.Place] {
				sum := 0.0
				for c := range a.d {
					by := a.x[int(i)*a.d+c] - a.x[int(j)*a.d+c]
					sum += by * by
				}
				values = append(values, float32(math.Exp(-a.gamma*sum)))
			}
		}
		a.rows += len(q.Index)
		return engine.DeviceAnswer{Values: values}
	}
	return engine.DeviceAnswer{Failed: true}
}

// serve answers all questions of a fit, until there is none or after some; it returns the last.
func serve(t *testing.T, e *engine.Engine, id int, a *answering, most int) chan engine.DeviceQuestion {
	last := make(chan engine.DeviceQuestion, 1)
	go func() {
		var next engine.DeviceAnswer
		for range most {
			q, err := e.NextQuestion(id, next)
			if err != nil {
				t.Error(err)
			}
			if q.Kind == "over" {
				last <- q
				return
			}
			next = a.answer(q)
		}
		e.CloseDevice(id)
		last <- engine.DeviceQuestion{}
	}()
	return last
}

// A fit asks for rows over the engine, in few questions; it ends as without a device, also where nobody
// answers any more, and where there is nobody from the start.
func TestDeviceOfAFit(t *testing.T) {
	const n = 700
	x, y := table(n, 3, 2)
	request, options := request(1, 2, x), options(t, nil)
	_, want, err := engine.New().Fit(nil, request, options, x, engine.Targets{Labels: y})
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{1 << 30, 1, 2, 5} {
		e, a := engine.New(), &answering{}
		e.OpenDevice(request.Model, false)
		last := serve(t, e, request.Model, a, most)
		_, got, err := e.Fit(nil, request, options, x, engine.Targets{Labels: y})
		if err != nil {
			t.Fatal(err)
		}
		q := <-last
		e.CloseDevice(request.Model)
		if most > 5 && (q.Kind != "over" || q.Certified == 0 || q.Why != "" || a.rows == 0 || a.chunks != 1) {
			t.Errorf("the last question is %q, with %d certified, left because %q, after %d rows and %d chunks", q.Kind, q.Certified, q.Why, a.rows, a.chunks)
		}
		if got.Status != "converged" || math.Abs(got.Objective-want.Objective) > 1e-3*math.Abs(want.Objective) {
			t.Errorf("after at most %d questions the objective is %g, want %g; %s", most, got.Objective, want.Objective, got.Status)
		}
	}
	if _, err := engine.New().NextQuestion(7, engine.DeviceAnswer{}); err == nil {
		t.Error("no device is open, and there is a question")
	}
}
