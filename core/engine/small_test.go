package engine_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
)

// answers returns what requests answer to each of the small operations, nil where they fail or
// answer with sparse rows.
func answers(e *engine.Engine, id int, x engine.Table) [4][]float64 {
	var all [4][]float64
	if p, err := e.Predict(nil, id, x); err == nil {
		all[engine.SmallPredict] = p.Values
		for _, label := range p.Labels {
			all[engine.SmallPredict] = append(all[engine.SmallPredict], float64(label))
		}
	}
	all[engine.SmallDecision], _, _ = e.DecisionFunction(nil, id, "", x)
	all[engine.SmallProba], _, _ = e.Probabilities(nil, id, x)
	if made, err := e.Transform(nil, id, false, x); err == nil && made.Layout == "dense" {
		all[engine.SmallTransform] = made.Data
	}
	return all
}

// A small call of every machine gives the bits that the request gives, and is refused where
// the request fails.
func TestSmallCallsAgreeWithRequests(t *testing.T) {
	for _, entry := range catalog.Machines() {
		e := engine.New()
		x, y := table(30, 3, 3)
		r := request(1, 3, x)
		r.Machine = entry.Name
		targets := engine.Targets{Numbers: func(string) []float64 { return nil }}
		switch {
		case entry.Kind() == catalog.Classifier || entry.Name == "FisherDiscriminant" || entry.Name == "KernelFisherDiscriminant":
			targets.Labels = y
		case entry.Kind() == catalog.Regressor || entry.Name == "SelectKBest":
			targets.Values = x.Data[:30]
		}
		if targets.Labels == nil {
			r.Classes = engine.Classes{}
		}
		if _, _, err := e.Fit(nil, r, entry.New().Options(), x, targets); err != nil {
			t.Errorf("%s: %v", entry.Name, err)
			continue
		}
		given := 0
		for rows := range 6 {
			some := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: rows, Cols: 3}, Data: x.Data[:3*rows]}
			for op, want := range answers(e, 1, some) {
				values := make([]float64, engine.SmallRoom)
				copy(values, some.Data)
				cols := e.Small(engine.SmallOperation(op), 1, rows, 3, values)
				if cols < 0 {
					cols = 1
				}
				if !slices.Equal(values[:cols*rows], want) {
					t.Errorf("%s, operation %d for %d rows: %v, want %v", entry.Name, op, rows, values[:cols*rows], want)
				}
				given += cols
			}
		}
		if given == 0 && entry.Name != "OneHotEncoder" { // whose answers are sparse
			t.Errorf("%s answers no small call", entry.Name)
		}
	}
}

// What a request would refuse is refused, and so is what has no room or nobody to ask.
func TestSmallCallsThatAreRefused(t *testing.T) {
	e := engine.New()
	x, y := table(60, 3, 3)
	if _, _, err := e.Fit(nil, request(1, 3, x), options(t, nil), x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	gram := engine.Table{Shape: engine.Shape{Layout: "strings", Rows: 4}, Indptr: []int32{0, 2, 4, 6, 8}, Indices: []int32{1, 2, 3, 1, 2, 1, 1, 3}}
	strings := options(t, func(o *svm.SVCOptions) { o.Kernel.Name = "spectrum" })
	r := request(2, 2, gram)
	if _, _, err := e.Fit(nil, r, strings, gram, engine.Targets{Labels: []int32{0, 1, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	room := make([]float64, 12)
	for _, c := range []struct {
		name           string
		op             engine.SmallOperation
		id, rows, cols int
		first          float64
		want           int
	}{
		{"a row", engine.SmallPredict, 1, 1, 3, 0, -1},
		{"decision values of a row", engine.SmallDecision, 1, 1, 3, 0, 3},
		{"as many rows as there is room for", engine.SmallDecision, 1, 4, 3, 0, 3},
		{"more rows", engine.SmallPredict, 1, 5, 3, 0, 0},
		{"no row", engine.SmallPredict, 1, 0, 3, 0, 0},
		{"fewer than none", engine.SmallPredict, 1, -1, 3, 0, 0},
		{"no column", engine.SmallPredict, 1, 1, 0, 0, 0},
		{"too few columns", engine.SmallPredict, 1, 1, 2, 0, 0},
		{"so many that their product has no sign", engine.SmallPredict, 1, math.MaxInt32, math.MaxInt32, 0, 0},
		{"no number", engine.SmallPredict, 1, 1, 3, math.NaN(), 0},
		{"no model", engine.SmallPredict, 9, 1, 3, 0, 0},
		{"no probabilities", engine.SmallProba, 1, 1, 3, 0, 0},
		{"no transformer", engine.SmallTransform, 1, 1, 3, 0, 0},
		{"no operation", 7, 1, 1, 3, 0, 0},
		{"a model of strings", engine.SmallPredict, 2, 1, 3, 0, 0},
	} {
		clear(room)
		room[0] = c.first
		if got := e.Small(c.op, c.id, c.rows, c.cols, room); got != c.want {
			t.Errorf("%s: %d numbers a row, want %d", c.name, got, c.want)
		}
	}
}

// An answer with more numbers than there is room for is refused, and the request is not.
func TestSmallCallsWithoutRoomForTheAnswer(t *testing.T) {
	e := engine.New()
	x, y := table(12, 2, 6)
	o := options(t, func(o *svm.SVCOptions) { o.DecisionFunctionShape = "ovo" })
	if _, _, err := e.Fit(nil, request(1, 6, x), o, x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	if _, cols, err := e.DecisionFunction(nil, 1, "", x); cols != 15 || err != nil {
		t.Fatal(cols, err)
	}
	if got := e.Small(engine.SmallDecision, 1, 1, 2, slices.Clone(x.Data[:14])); got != 0 {
		t.Errorf("%d numbers in room for 14", got)
	}
	if got := e.Small(engine.SmallDecision, 1, 1, 2, slices.Clone(x.Data[:15])); got != 15 {
		t.Errorf("%d numbers in room for 15", got)
	}
}

func BenchmarkSmall(b *testing.B) {
	for _, c := range []struct{ d, n, k int }{{13, 200, 2}, {64, 600, 10}} {
		e := engine.New()
		x, y := table(c.n, c.d, c.k)
		if _, _, err := e.Fit(nil, request(1, c.k, x), options(b, nil), x, engine.Targets{Labels: y}); err != nil {
			b.Fatal(err)
		}
		values := make([]float64, engine.SmallRoom)
		b.Run(fmt.Sprintf("%d features, %d classes", c.d, c.k), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				copy(values, x.Data[:c.d])
				e.Small(engine.SmallPredict, 1, 1, c.d, values)
			}
		})
	}
}

// A small call drops a model, too, and says so; one that is not there is dropped already.
func TestASmallCallDropsAModel(t *testing.T) {
	e := engine.New()
	x, y := table(20, 3, 2)
	if _, _, err := e.Fit(nil, request(1, 2, x), options(t, nil), x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := e.Small(engine.SmallDispose, 1, 0, 0, nil); got == 0 {
			t.Error("refused")
		}
		if _, err := e.Predict(nil, 1, x); err == nil {
			t.Error("the model is still there")
		}
	}
}

// Allocations, and the collections that they cause, took a fifth of the time of such a fit when there
// were 427.
func TestASmallFitAllocatesLittle(t *testing.T) {
	const rows, cols = 20, 13
	x, labels := make([]float64, rows*cols), make([]int32, rows)
	for i := range x {
		x[i] = math.Sin(float64(7 * i))
	}
	for i := range labels {
		labels[i] = int32(i % 2)
	}
	e := engine.New()
	request := engine.FitRequest{Model: 1, Machine: "SVC", Table: engine.Shape{Layout: "dense", Rows: rows, Cols: cols},
		Classes: engine.Classes{Kind: "number", Names: []string{"0", "1"}}}
	fit := func() {
		options, err := engine.Options(request)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err = e.Fit(nil, request, options, engine.Table{Shape: request.Table, Data: x}, engine.Targets{Labels: labels}); err != nil {
			t.Fatal(err)
		}
	}
	if count := testing.AllocsPerRun(20, fit); count > 140 { // 123, and 138 with the race detector
		t.Errorf("a fit of %d rows made %v allocations, more than 140", rows, count)
	}
}
