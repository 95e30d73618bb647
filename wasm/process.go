//go:build js

package main

import "maxmargin/core/engine"

// process answers questions about a distribution of functions.
func process(b *bridge, c *call) (answer, error) {
	var request engine.ProcessRequest
	c.decode(&request)
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
	p, err := b.engine.Process(c.ctl, request, options, c.table(request.Table), c.buffers.float64s("y"), c.buffers.float64s("parameters"))
	return answer{map[string]any{"value": p.Value}, map[string]any{
		"mean": p.Mean, "spread": p.Spread, "values": p.Values,
	}}, err
}
