package qp_test

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"maxmargin/core/solve/qp"
)

//go:embed testdata/traces.json
var tracesJSON []byte

// TestGoldenTraces compares the first 20 updates of every study solver with those that
// testdata/traces.py computes from the pseudo-code, without use of the code here: the rows
// of each update, and the objective after it to 1e-9. The traces differ between solvers, so
// no solver is another one under a second name.
func TestGoldenTraces(t *testing.T) {
	var golden struct {
		Points    []float64 `json:"points"`
		Labels    []float64 `json:"labels"`
		Values    []float64 `json:"values"`
		Gamma     float64   `json:"gamma"`
		C         float64   `json:"C"`
		Epsilon   float64   `json:"epsilon"`
		Tolerance float64   `json:"tolerance"`
		Traces    map[string][]struct {
			Rows      []int32 `json:"rows"`
			Objective float64 `json:"objective"`
		} `json:"traces"`
	}
	if err := json.Unmarshal(tracesJSON, &golden); err != nil {
		t.Fatal(err)
	}
	n := len(golden.Points)
	separation := qp.Problem{Sign: golden.Labels, Linear: slices.Repeat([]float64{-1}, n),
		Lower: make([]float64, n), Upper: slices.Repeat([]float64{golden.C}, n)}
	tube := qp.Problem{Sign: slices.Repeat([]float64{1}, 2*n), Linear: make([]float64, 2*n),
		Lower: make([]float64, 2*n), Upper: slices.Repeat([]float64{golden.C}, 2*n)}
	for i, y := range golden.Values {
		tube.Sign[n+i] = -1
		tube.Linear[i], tube.Linear[n+i] = golden.Epsilon-y, golden.Epsilon+y
	}
	alone := separation
	alone.Group = slices.Repeat([]int{-1}, n)
	seen := map[float64]string{}
	for _, c := range []struct {
		name     string
		problem  qp.Problem
		method   qp.Method
		settings qp.Settings
	}{
		{"smoPlatt", separation, qp.NewPlatt, qp.Settings{Seed: 1}},
		{"smoQuadrants", tube, qp.NewQuadrants, qp.Settings{}},
		{"decomposition, gap", separation, qp.NewDecomposition, qp.Settings{SetSize: 4}},
		{"decomposition, room", separation, qp.NewDecomposition, qp.Settings{SetSize: 3, Score: qp.ScoreRoom}},
		{"decomposition, violation", separation, qp.NewDecomposition, qp.Settings{SetSize: 2, Score: qp.ScoreViolation}},
		{"chunking", separation, qp.NewChunking, qp.Settings{SetSize: 2}},
		{"ascent", alone, qp.NewAscent, qp.Settings{}},
		{"ascent, omega", alone, qp.NewAscent, qp.Settings{Relaxation: 1.4}},
		{"ascent, free", alone, qp.NewAscent, qp.Settings{Order: qp.OrderFree}},
		{"ascent, ascending", alone, qp.NewAscent, qp.Settings{Order: qp.OrderAscending}},
		{"ascent, simultaneous", alone, qp.NewAscent, qp.Settings{Simultaneous: true, Relaxation: 1.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := golden.Traces[c.name]
			if len(want) < 10 {
				t.Fatalf("the golden trace has %d updates", len(want))
			}
			c.problem.K = newDense(gaussian(golden.Points, golden.Gamma))
			c.settings.Trace = len(want)
			// The stopping rule of the book, and subproblems solved to the last digit.
			c.settings.Tolerance, c.settings.MaxIterations = golden.Tolerance, len(want)
			s, err := c.method(c.problem, c.settings)
			if err != nil {
				t.Fatal(err)
			}
			trace := s.Result(s.Run(nil)).Trace
			if trace.Len() != len(want) {
				t.Fatalf("%d updates, want %d", trace.Len(), len(want))
			}
			first := int32(0)
			for k, w := range want {
				rows := trace.Set[first:trace.Ends[k]]
				first = trace.Ends[k]
				if !slices.Equal(rows, w.Rows) || !(math.Abs(trace.Objective[k]-w.Objective) <= 1e-9*math.Abs(w.Objective)) {
					t.Fatalf("update %d of rows %v to objective %.12g, the pseudo-code has %v and %.12g", k+1, rows, trace.Objective[k], w.Rows, w.Objective)
				}
			}
			last := trace.Objective[len(want)-1]
			if other, ok := seen[last]; ok {
				t.Errorf("the same as %s", other)
			}
			seen[last] = c.name
		})
	}
}
