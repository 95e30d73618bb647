package engine_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"maxmargin/core/engine"
)

// TestAChangeAnswersWithoutTheSamples: its answer grows with their number, not with their width.
func TestAChangeAnswersWithoutTheSamples(t *testing.T) {
	e := engine.New()
	const d = 200
	x, y := table(60, d, 2)
	one := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 1, Cols: d}, Data: x.Data[:d]}
	of := func(id, start int, X engine.Table) (engine.FitRequest, any) {
		r := request(id, 2, X)
		r.Machine, r.Start, r.Update, r.Change = "IncrementalSVC", start, start > 0, start > 0
		o, err := engine.NewOptions(r.Machine)
		if err != nil {
			t.Fatal(err)
		}
		return r, o
	}
	r, o := of(1, 0, x)
	whole, _, err := e.Fit(nil, r, o, x, engine.Targets{Labels: y})
	if err != nil {
		t.Fatal(err)
	}
	number := func(v float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)) }
	r, o = of(2, 1, one)
	added, report, err := e.Fit(nil, r, o, one, engine.Targets{Labels: y[:1]})
	if err != nil || !report.Converged {
		t.Fatal(report, err)
	}
	if !bytes.Contains(whole, number(x.Data[30*d])) || bytes.Contains(added, number(x.Data[30*d])) {
		t.Error("a fit answers with its samples, an addition with those that joined alone")
	}
	if !bytes.Contains(added, number(x.Data[0])) || len(added) > len(whole)/10 {
		t.Errorf("an addition answered with %d bytes, the fit with %d", len(added), len(whole))
	}
	r, o = of(3, 2, engine.Table{Shape: engine.Shape{Layout: "dense"}})
	removed, _, err := e.Remove(nil, r, o, []int32{60})
	if err != nil {
		t.Fatal(err)
	}
	if len(removed) > len(whole)/10 || bytes.Contains(removed, number(x.Data[0])) {
		t.Errorf("a removal answered with %d bytes", len(removed))
	}
	full, err := e.Save(3)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range e.Footprint().Models {
		if model.Model == 3 && !(math.Abs(float64(model.Bytes-len(full))) <= 64) {
			t.Errorf("the model takes %d bytes, the engine says %d", len(full), model.Bytes)
		}
	}
}
