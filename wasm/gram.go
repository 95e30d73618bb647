//go:build js

package main

import "maxmargin/core/engine"

// gramMatrix answers with a kernel matrix, and what its kernel is.
func gramMatrix(b *bridge, c *call) (answer, error) {
	var request engine.GramRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	others := 0
	for _, name := range []string{"others.data", "others.indptr", "others.indices"} {
		others += sizeOf(c.buffers, name)
	}
	if err := b.engine.Admit(c.op, "X", engine.GramSize(request, sizeOf(c.buffers, "data")/8, int64(others))); err != nil {
		return answer{}, err
	}
	g, err := b.engine.Gram(c.ctl, request, c.table(request.Table), c.tableOf(request.Others, "others."))
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Invariant bool `js:"invariant"`
	}
	return answer{record{g.Invariant}, map[string]any{
		"values": fromFloat64s(g.Values), "left": fromFloat64s(g.Left), "right": fromFloat64s(g.Right), "widths": fromFloat64s(g.Widths),
	}}, nil
}

// spectrum answers with the eigenvalues and eigenvectors of a symmetric matrix.
func spectrum(b *bridge, c *call) (answer, error) {
	var request struct {
		Table engine.Shape `js:"table"`
	}
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	if err := c.admitTable(b, c.op, request.Table, 1); err != nil {
		return answer{}, err
	}
	values, vectors, err := b.engine.Spectrum(c.ctl, c.table(request.Table))
	if err != nil {
		return answer{}, err
	}
	return answer{buffers: map[string]any{"values": fromFloat64s(values), "vectors": fromFloat64s(vectors)}}, nil
}
