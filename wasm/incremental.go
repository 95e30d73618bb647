//go:build js

package main

// remove refits a machine without the rows in the buffer removed.
func remove(b *bridge, c *call) (answer, error) {
	request, options, err := c.fitRequest()
	if err != nil {
		return answer{}, err
	}
	model, report, err := b.engine.Remove(c.ctl, request, options, c.buffers.int32s("removed"))
	return answer{report, map[string]any{"model": model}}, err
}

// certify answers with how far an incremental model is from the exact solution.
func certify(b *bridge, c *call) (answer, error) {
	var request modelRequest
	c.decode(&request)
	certificate, err := b.engine.Certificate(c.ctl, request.Model)
	return answer{value: certificate}, err
}
