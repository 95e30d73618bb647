//go:build js

package main

import "maxmargin/core/engine"

// shrinkAnswer says what a model with fewer vectors has of them.
type shrinkAnswer struct {
	Vectors int `js:"vectors"`
}

// shrink answers with the bytes of a model with fewer vectors, and the relative errors of its
// functions.
func shrink(b *bridge, c *call) (answer, error) {
	var request engine.ShrinkRequest
	c.decode(&request)
	model, vectors, errors, err := b.engine.Shrink(c.ctl, request)
	return answer{shrinkAnswer{vectors}, map[string]any{"model": model, "errors": errors}}, err
}
