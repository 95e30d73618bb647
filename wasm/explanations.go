//go:build js

package main

import "maxmargin/core/engine"

// explain answers with the Shapley values of samples.
func explain(b *bridge, c *call) (answer, error) {
	var request engine.ExplainRequest
	c.decode(&request)
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.Explain(c.ctl, request, c.table(request.Table), c.tableOf(request.Baseline, "baseline."), c.buffers.int32s("player"))
	return answer{map[string]any{"pairs": out.Pairs}, map[string]any{"parts": out.Parts, "base": out.Base}}, err
}

// influence answers with the support vectors that carry the values of samples.
func influence(b *bridge, c *call) (answer, error) {
	var request engine.InfluenceRequest
	c.decode(&request)
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.Influence(c.ctl, request, c.table(request.Table), c.tableOf(request.Train, "train."), c.targets())
	return answer{map[string]any{"count": out.Count, "pairs": out.Pairs}, map[string]any{
		"values": out.Values, "intercept": out.Intercept, "indices": out.Indices, "terms": out.Terms, "refitted": out.Refitted,
	}}, err
}

// sensitivities answers with the gradients of the values of samples.
func sensitivities(b *bridge, c *call) (answer, error) {
	var request engine.SensitivityRequest
	c.decode(&request)
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.Sensitivities(c.ctl, request, c.table(request.Table))
	return answer{map[string]any{"functions": out.Functions, "pairs": out.Pairs}, map[string]any{
		"gradients": out.Gradients, "counts": out.Counts, "categories": out.Categories, "switches": out.Switches,
	}}, err
}

// nearestChange answers with the closest sample of which a model predicts the target.
func nearestChange(b *bridge, c *call) (answer, error) {
	var request engine.NearestRequest
	c.decode(&request)
	if err := c.admitTable(b, "predict", request.Table, 1); err != nil {
		return answer{}, err
	}
	out, err := b.engine.NearestChange(c.ctl, request, c.table(request.Table),
		c.buffers.float64s("weights"), c.buffers.float64s("lower"), c.buffers.float64s("upper"))
	return answer{map[string]any{"distance": out.Distance, "starts": out.Starts, "exact": out.Exact}, map[string]any{"x": out.X, "categories": out.Categories}}, err
}
