//go:build js

package main

import "maxmargin/core/engine"

// process answers what is asked about a distribution of functions.
func process(b *bridge, c *call) (answer, error) {
	var request engine.ProcessRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	var options any
	if request.Model == 0 {
		var err error
		if options, err = fitOptions(engine.FitRequest{Machine: request.Machine}, c.options); err != nil {
			return answer{}, err
		}
	}
	if err := b.engine.Admit("predict", "X", b.engine.ProcessSize(request, c.stored(request.Table))); err != nil {
		return answer{}, err
	}
	p, err := b.engine.Process(c.ctl, request, options, c.table(request.Table), float64s(c.buffers, "y"), float64s(c.buffers, "parameters"))
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Value float64 `js:"value"`
	}
	return answer{record{p.Value}, map[string]any{
		"mean": fromFloat64s(p.Mean), "spread": fromFloat64s(p.Spread), "values": fromFloat64s(p.Values),
	}}, nil
}
