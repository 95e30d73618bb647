//go:build js

package main

import (
	"runtime/debug"

	"maxmargin/core/engine"
)

// fit trains a machine and answers with the model's bytes and a report.
func fit(b *bridge, c *call) (answer, error) {
	var request engine.FitRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	options, err := engine.NewOptions(request.Machine)
	if err != nil {
		return answer{}, err
	}
	if err := assign(c.options, options); err != nil {
		return answer{}, err
	}
	X := c.table(request.Table)
	debug.SetMemoryLimit(engine.MemoryLimit(options, X)) // WebAssembly memory never shrinks
	model, report, err := b.engine.Fit(c.ctl, request, options,
		X, int32s(c.buffers, "y"), float64s(c.buffers, "sampleWeight"))
	if err != nil {
		return answer{}, err
	}
	return answer{report, map[string]any{"model": fromBytes(model)}}, nil
}

// modelRequest names a model, and the samples to apply it to.
type modelRequest struct {
	Model int          `js:"model"`
	Table engine.Shape `js:"table"`
	Shape string       `js:"shape"` // of decision values: "" as fitted, "ovr" or "ovo"
}

// load keeps a model under the given id after checking its bytes.
func load(b *bridge, c *call) (answer, error) {
	var request modelRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	info, err := b.engine.Load(request.Model, bytesOf(c.buffers, "bytes"))
	return answer{value: info}, err
}

// predict answers with the class index of every row.
func predict(b *bridge, c *call) (answer, error) {
	var request modelRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	labels, err := b.engine.Predict(c.ctl, request.Model, c.table(request.Table))
	if err != nil {
		return answer{}, err
	}
	return answer{buffers: map[string]any{"labels": fromInt32s(labels)}}, nil
}

// decisionFunction answers with the decision values, rows x columns.
func decisionFunction(b *bridge, c *call) (answer, error) {
	var request modelRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	values, columns, err := b.engine.DecisionFunction(c.ctl, request.Model, request.Shape, c.table(request.Table))
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Columns int `js:"columns"`
	}
	return answer{record{columns}, map[string]any{"values": fromFloat64s(values)}}, nil
}

// dispose forgets a model; one that is not there is forgotten already.
func dispose(b *bridge, c *call) (answer, error) {
	var request modelRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	b.engine.Dispose(request.Model)
	return answer{}, nil
}

// readLibsvm parses text in LIBSVM's format into sparse samples and labels.
func readLibsvm(b *bridge, c *call) (answer, error) {
	table, y, err := b.engine.ReadLibsvm(bytesOf(c.buffers, "text"))
	if err != nil {
		return answer{}, err
	}
	return answer{table.Shape, map[string]any{
		"data":    fromFloat64s(table.Data),
		"indptr":  fromInt32s(table.Indptr),
		"indices": fromInt32s(table.Indices),
		"y":       fromFloat64s(y),
	}}, nil
}

// writeLibsvm is the inverse of readLibsvm.
func writeLibsvm(b *bridge, c *call) (answer, error) {
	var request modelRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	text, err := b.engine.WriteLibsvm(c.table(request.Table), float64s(c.buffers, "y"))
	if err != nil {
		return answer{}, err
	}
	return answer{buffers: map[string]any{"text": fromBytes(text)}}, nil
}

// importLibsvm keeps the model that a text in LIBSVM's format holds under the
// given id and answers with its bytes.
func importLibsvm(b *bridge, c *call) (answer, error) {
	var request struct {
		Model    int `js:"model"`
		Features int `js:"features"` // 0: as many as the text knows of
	}
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	model, info, err := b.engine.ImportLibsvm(request.Model, bytesOf(c.buffers, "text"), request.Features)
	if err != nil {
		return answer{}, err
	}
	return answer{info, map[string]any{"model": fromBytes(model)}}, nil
}

// exportLibsvm answers with a model as text in LIBSVM's format.
func exportLibsvm(b *bridge, c *call) (answer, error) {
	var request modelRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	text, err := b.engine.ExportLibsvm(request.Model)
	if err != nil {
		return answer{}, err
	}
	return answer{buffers: map[string]any{"text": fromBytes(text)}}, nil
}
