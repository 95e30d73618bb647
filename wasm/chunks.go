//go:build js

package main

// addChunk takes a chunk of the samples of a fit, with the arguments of fit.
func addChunk(b *bridge, c *call) (answer, error) {
	request, options, err := c.fitRequest()
	if err != nil {
		return answer{}, err
	}
	limit, err := b.engine.AdmitChunk(request, options, c.stored(request.Table))
	if err != nil {
		return answer{}, err
	}
	b.setMemoryLimit(limit)
	return answer{}, b.engine.Gather(c.ctl, request, options, c.table(request.Table), c.targets())
}

// fitChunks ends a fit to chunks: it answers as fit does.
func fitChunks(b *bridge, c *call) (answer, error) {
	request, options, err := c.fitRequest()
	if err != nil {
		return answer{}, err
	}
	model, report, err := b.engine.FitGathered(c.ctl, request, options, c.targets())
	return answer{report, map[string]any{"model": model}}, err
}
