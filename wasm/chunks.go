//go:build js

package main

// addChunk takes a chunk of the samples of a fit, with the arguments of fit and its number, and
// answers with how many samples there are.
func addChunk(b *bridge, c *call) (answer, error) {
	request, options, err := c.fitRequest()
	if err != nil {
		return answer{}, err
	}
	var of struct {
		Chunk int `js:"chunk"`
	}
	if err := c.decode(&of); err != nil {
		return answer{}, err
	}
	limit, err := b.engine.AdmitChunk(request, of.Chunk, options, c.stored(request.Table))
	if err != nil {
		return answer{}, err
	}
	b.setMemoryLimit(limit)
	info, err := b.engine.Gather(c.ctl, request, of.Chunk, options, c.table(request.Table), c.targets())
	return answer{value: info}, err
}

// fitChunks ends a fit to chunks: it answers as fit does.
func fitChunks(b *bridge, c *call) (answer, error) {
	request, options, err := c.fitRequest()
	if err != nil {
		return answer{}, err
	}
	b.setMemoryLimit(b.engine.GatheredLimit(request.Model))
	model, report, err := b.engine.FitGathered(c.ctl, request, options, c.targets())
	if err != nil {
		return answer{}, err
	}
	return answer{report, map[string]any{"model": fromBytes(model)}}, nil
}
