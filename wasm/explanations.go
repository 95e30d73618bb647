//go:build js

package main

import "maxmargin/core/engine"

// explain answers with the Shapley values of samples.
func explain(b *bridge, c *call) (answer, error) {
	var request engine.ExplainRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.Explain(c.ctl, request, c.table(request.Table), c.tableOf(request.Baseline, "baseline."), int32s(c.buffers, "player"))
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Pairs bool `js:"pairs"`
	}
	return answer{record{out.Pairs}, map[string]any{"parts": fromFloat64s(out.Parts), "base": fromFloat64s(out.Base)}}, nil
}

// influence answers with the support vectors that carry the values of samples.
func influence(b *bridge, c *call) (answer, error) {
	var request engine.InfluenceRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.Influence(c.ctl, request, c.table(request.Table), c.tableOf(request.Train, "train."), c.targets())
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Count int  `js:"count"`
		Pairs bool `js:"pairs"`
	}
	return answer{record{out.Count, out.Pairs}, map[string]any{
		"values": fromFloat64s(out.Values), "intercept": fromFloat64s(out.Intercept), "indices": fromInt32s(out.Indices), "terms": fromFloat64s(out.Terms), "refitted": fromFloat64s(out.Refitted),
	}}, nil
}

// sensitivities answers with the gradients of the values of samples.
func sensitivities(b *bridge, c *call) (answer, error) {
	var request engine.SensitivityRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.Sensitivities(c.ctl, request, c.table(request.Table))
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Functions int  `js:"functions"`
		Pairs     bool `js:"pairs"`
	}
	return answer{record{out.Functions, out.Pairs}, map[string]any{
		"gradients": fromFloat64s(out.Gradients), "counts": fromInt32s(out.Counts), "categories": fromFloat64s(out.Categories), "switches": fromFloat64s(out.Switches),
	}}, nil
}

// nearestChange answers with the closest sample of which a model predicts the target.
func nearestChange(b *bridge, c *call) (answer, error) {
	var request engine.NearestRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.NearestChange(c.ctl, request, c.table(request.Table),
		float64s(c.buffers, "weights"), float64s(c.buffers, "lower"), float64s(c.buffers, "upper"))
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Distance float64 `js:"distance"`
		Starts   int     `js:"starts"`
		Exact    bool    `js:"exact"`
	}
	return answer{record{out.Distance, out.Starts, out.Exact}, map[string]any{"x": fromFloat64s(out.X), "categories": fromInt32s(out.Categories)}}, nil
}
