//go:build js

package main

import "maxmargin/core/engine"

// device takes a step about the device that computes the kernel rows of a fit: open before the fit
// begins, next with the answer to the last question, and close.
func device(b *bridge, c *call) (answer, error) {
	var request struct {
		Step   string `js:"step"`
		Model  int    `js:"model"`
		Choosy bool   `js:"choosy"`
		Failed bool   `js:"failed"`
	}
	c.decode(&request)
	switch request.Step {
	case "open":
		b.engine.OpenDevice(request.Model, request.Choosy)
	case "close":
		b.engine.CloseDevice(request.Model)
	default:
		q, err := b.engine.NextQuestion(request.Model, engine.DeviceAnswer{
			Failed: request.Failed, Bounds: c.buffers.float64s("bounds"), Values: numbers[float32](c.buffers, "values"),
		})
		return answer{map[string]any{
			"kind": q.Kind, "rows": q.Rows, "cols": q.Cols, "from": q.From, "place": q.Place, "certified": q.Certified, "why": q.Why,
		}, map[string]any{
			"numbers": q.Numbers, "origin": q.Origin, "widths": q.Widths, "columns": q.Columns, "index": q.Index,
		}}, err
	}
	return answer{}, nil
}
