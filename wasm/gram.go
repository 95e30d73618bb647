//go:build js

package main

import "maxmargin/core/engine"

// gramMatrix answers with a kernel matrix and the properties of its kernel.
func gramMatrix(b *bridge, c *call) (answer, error) {
	var request engine.GramRequest
	c.decode(&request)
	others := 0
	for _, name := range []string{"others.data", "others.indptr", "others.indices"} {
		others += c.buffers.size(name)
	}
	if err := b.engine.Admit(c.op, "X", engine.GramSize(request, c.buffers.size("data")/8, int64(others))); err != nil {
		return answer{}, err
	}
	g, err := b.engine.Gram(c.ctl, request, c.table(request.Table), c.tableOf(request.Others, "others."))
	return answer{map[string]any{"invariant": g.Invariant}, map[string]any{
		"values": g.Values, "left": g.Left, "right": g.Right, "widths": g.Widths,
	}}, err
}

// spectrum answers with the eigenvalues and eigenvectors of a symmetric matrix.
func spectrum(b *bridge, c *call) (answer, error) {
	var request struct {
		Table engine.Shape `js:"table"`
	}
	c.decode(&request)
	if err := c.admitTable(b, c.op, request.Table, 1); err != nil {
		return answer{}, err
	}
	values, vectors, err := b.engine.Spectrum(c.ctl, c.table(request.Table))
	return answer{buffers: map[string]any{"values": values, "vectors": vectors}}, err
}
