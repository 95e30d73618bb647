//go:build js

package main

import (
	"fmt"

	"maxmargin/core/engine"
	"maxmargin/core/engine/wire"
	"maxmargin/core/model/schema"
)

// fit trains a machine and answers with the model's bytes and a report.
func fit(b *bridge, c *call) (answer, error) {
	if c.buffers.size("removed") > 0 {
		return remove(b, c)
	}
	f, err := c.admitFit(b)
	if err != nil {
		return answer{}, err
	}
	model, report, err := b.engine.Fit(c.ctl, f.request, f.options, f.X, c.targets())
	return answer{report, map[string]any{"model": model}}, err
}

// fitting has the arguments of a fit.
type fitting struct {
	request engine.FitRequest
	options any
	X       engine.Table
}

// fitRequest returns the request and the options of a call that makes a model.
func (c *call) fitRequest() (request engine.FitRequest, options any, err error) {
	c.decode(&request)
	options, err = fitOptions(request, c.options)
	return request, options, err
}

// admitFit returns the arguments of a fit, if there is memory for it, and sets the limit for its
// memory.
func (c *call) admitFit(b *bridge) (f fitting, err error) {
	if f.request, f.options, err = c.fitRequest(); err != nil {
		return f, err
	}
	size := engine.FitSize(f.options, f.request.Table, c.stored(f.request.Table), len(f.request.Classes.Names))
	if err := b.engine.Admit(engine.FitOperation(f.options), "X", size); err != nil {
		return f, err
	}
	f.X = c.table(f.request.Table)
	b.setMemoryLimit(engine.MemoryLimit(f.options, f.X))
	return f, nil
}

// fitOptions returns the options of a machine, or of the parts of one that holds others: the
// defaults, replaced by those from JavaScript.
func fitOptions(request engine.FitRequest, from wire.Value) (any, error) {
	options, err := engine.Options(request)
	if err != nil {
		return nil, err
	}
	return options, assignOptions(from, options)
}

// assignOptions sets the options that a JavaScript object names, or does so for each of a
// list of parts.
func assignOptions(from wire.Value, options any) error {
	if parts, ok := options.([]any); ok {
		for i, own := range parts {
			if err := assignOptions(from.Index(i), own); err != nil {
				return err
			}
		}
		return nil
	}
	if from.IsNothing() {
		return nil
	}
	return from.Each(func(name string, value wire.Value) error {
		target := schema.Pointer(options, name)
		if target == nil {
			return fmt.Errorf("%T has no option %s", options, name)
		}
		return value.Into(target)
	})
}

// modelRequest names a model, and the samples to apply it to.
type modelRequest struct {
	Model int          `js:"model"`
	Table engine.Shape `js:"table"`
	Shape string       `js:"shape"` // of decision values: "" as fitted, "ovr" or "ovo"
	Step  int          `js:"step"`  // to load of a pipeline, from 1; 0: all of it

	Inverse bool `js:"inverse"` // undo a transformation
}

// load checks bytes and keeps their model under the given id. If they lack fields it answers with
// bytes that have them.
func load(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	if err := c.admitBytes(b, "bytes"); err != nil {
		return answer{}, err
	}
	bytes := c.buffers.bytes("bytes")
	if request.Step > 0 {
		info, err := b.engine.LoadStep(request.Model, request.Step, bytes)
		return answer{value: info}, err
	}
	info, renewed, err := b.engine.Load(request.Model, bytes)
	b.collectSooner()
	if err != nil || renewed == nil {
		return answer{value: info}, err
	}
	return answer{value: info, buffers: map[string]any{"model": renewed}}, nil
}

// save answers with the bytes of a model.
func save(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	bytes, err := b.engine.Save(request.Model)
	return answer{buffers: map[string]any{"model": bytes}}, err
}

// predict answers with the class index, or the value, of every row.
func predict(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	if err := c.admitJudging(b, request, 1); err != nil {
		return answer{}, err
	}
	p, err := b.engine.Predict(c.ctl, request.Model, c.table(request.Table))
	return answer{buffers: map[string]any{"labels": p.Labels, "values": p.Values}}, err
}

// decisionFunction answers with the decision values, rows x columns.
func decisionFunction(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	if err := c.admitJudging(b, request, b.engine.DecisionCols(request.Model, request.Shape)); err != nil {
		return answer{}, err
	}
	return numbersForRows(b.engine.DecisionFunction(c.ctl, request.Model, request.Shape, c.table(request.Table)))
}

// predictProba answers with the probabilities, rows x classes.
func predictProba(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	if err := c.admitJudging(b, request, b.engine.Classes(request.Model)); err != nil {
		return answer{}, err
	}
	return numbersForRows(b.engine.Probabilities(c.ctl, request.Model, c.table(request.Table)))
}

// numbersForRows answers with a matrix.
func numbersForRows(values []float64, columns int, err error) (answer, error) {
	return answer{map[string]any{"columns": columns}, map[string]any{"values": values}}, err
}

// transform answers with the transformed rows.
func transform(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	if err := c.admitTable(b, c.op, request.Table, 1); err != nil {
		return answer{}, err
	}
	made, err := b.engine.Transform(c.ctl, request.Model, request.Inverse, c.table(request.Table))
	return answer{made.Shape, map[string]any{
		"data":    made.Data,
		"indptr":  made.Indptr,
		"indices": made.Indices,
	}}, err
}

// diagnose answers with the position of every row with respect to the margin, and with
// how well the optimality conditions hold.
func diagnose(b *bridge, c *call) (answer, error) {
	var request engine.DiagnoseRequest
	c.decode(&request)
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	d, err := b.engine.Diagnose(c.ctl, request, c.table(request.Table), c.targets(), c.buffers.float64s("percentages"),
		engine.Support{Own: c.buffers.int32s("own"), Other: c.buffers.int32s("other")})
	return answer{d.Summary, map[string]any{
		"rows": d.Rows, "status": d.Status, "ranking": d.Ranking,
		"slack": d.Slack, "margin": d.Margin, "alpha": d.Alpha,
		"residual": d.Residual, "percentiles": d.Percentiles, "weights": d.Weights,
	}}, err
}

// leaveOneOut answers with the predictions for the samples of a model by fits without them.
func leaveOneOut(b *bridge, c *call) (answer, error) {
	var request engine.LeaveOutRequest
	c.decode(&request)
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.LeaveOneOut(c.ctl, request, c.table(request.Table), c.targets())
	return answer{map[string]any{"fits": out.Fits, "bias": out.Bias}, map[string]any{
		"labels": out.Labels, "values": out.Values,
		"ball": []float64{out.Bound, out.RadiusSquared, out.NormSquared, out.ByC, out.ByWidth},
	}}, err
}

// targets returns the targets and weights of the call.
func (c *call) targets() engine.Targets {
	return engine.Targets{
		Labels:  c.buffers.int32s("labels"),
		Values:  c.buffers.float64s("values"),
		Weight:  c.buffers.float64s("sampleWeight"),
		Groups:  c.buffers.int32s("groups"),
		Solved:  c.buffers.float64s("solved"),
		Numbers: func(name string) []float64 { return c.buffers.float64s(name) },
	}
}

// dispose drops a model, if there is one of this id.
func dispose(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	b.engine.Dispose(request.Model)
	return answer{}, nil
}

// readLibsvm parses text in LIBSVM's format into sparse samples, labels and, if there are any,
// queries.
func readLibsvm(b *bridge, c *call) (answer, error) {
	var request struct {
		First int `js:"first"` // the number of the first feature; -1: 0 if there is one
	}
	c.decode(&request)
	if err := c.admitBytes(b, "text"); err != nil {
		return answer{}, err
	}
	table, read, err := b.engine.ReadLibsvm(c.buffers.bytes("text"), request.First)
	if err != nil {
		return answer{}, err
	}
	buffers := map[string]any{
		"data":    table.Data,
		"indptr":  table.Indptr,
		"indices": table.Indices,
		"y":       read.Y,
	}
	if read.Queries != nil {
		buffers["queries"] = read.Queries
	}
	return answer{map[string]any{"rows": table.Rows, "cols": table.Cols, "zeroBased": read.Zero}, buffers}, nil
}

// writeLibsvm is the inverse of readLibsvm.
func writeLibsvm(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	if err := c.admitTable(b, c.op, request.Table, 1); err != nil {
		return answer{}, err
	}
	text, err := b.engine.WriteLibsvm(c.table(request.Table), c.buffers.float64s("y"), c.buffers.float64s("queries"))
	return answer{buffers: map[string]any{"text": text}}, err
}

// importLibsvm keeps the model of a text in LIBSVM's format under the given id and answers with its
// bytes.
func importLibsvm(b *bridge, c *call) (answer, error) {
	var request struct {
		Model    int `js:"model"`
		Features int `js:"features"` // 0: as many as the text knows of
	}
	c.decode(&request)
	if err := c.admitBytes(b, "text"); err != nil {
		return answer{}, err
	}
	model, info, err := b.engine.ImportLibsvm(request.Model, c.buffers.bytes("text"), request.Features)
	return answer{info, map[string]any{"model": model}}, err
}

// exportLibsvm answers with a model as text in LIBSVM's format.
func exportLibsvm(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	text, err := b.engine.ExportLibsvm(request.Model)
	return answer{buffers: map[string]any{"text": text}}, err
}

// footprint answers with the memory that the engine holds.
func footprint(b *bridge, _ *call) (answer, error) {
	return answer{value: b.engine.Footprint()}, nil
}

// limit sets the memory that requests can count on.
func limit(b *bridge, c *call) (answer, error) {
	var request struct {
		Bytes float64 `js:"bytes"`
	}
	c.decode(&request)
	b.engine.Limit(int64(request.Bytes))
	return answer{}, nil
}
