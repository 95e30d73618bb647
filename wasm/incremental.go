//go:build js

package main

// remove is fit for a machine that rows leave, those in the buffer removed.
func remove(b *bridge, c *call) (answer, error) {
	request, options, err := c.fitRequest()
	if err != nil {
		return answer{}, err
	}
	model, report, err := b.engine.Remove(c.ctl, request, options, int32s(c.buffers, "removed"))
	if err != nil {
		return answer{}, err
	}
	return answer{report, map[string]any{"model": fromBytes(model)}}, nil
}

// certify answers with how far an incremental model is from the exact solution.
func certify(b *bridge, c *call) (answer, error) {
	var request modelRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	certificate, err := b.engine.Certificate(c.ctl, request.Model)
	return answer{value: certificate}, err
}
