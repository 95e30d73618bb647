//go:build js

package main

// openFit prepares a fit, with the arguments of fit, whose problems several programs share, and
// answers with their sizes.
func openFit(b *bridge, c *call) (answer, error) {
	f, err := c.admitFit(b)
	if err != nil {
		return answer{}, err
	}
	info, err := b.engine.OpenFit(c.ctl, f.request, f.options, f.X, c.targets())
	return answer{value: info}, err
}

// solvePart solves a run of problems of the fit that is open, and answers with their solutions, which
// fit takes among its buffers as solved.
func solvePart(b *bridge, c *call) (answer, error) {
	var request struct {
		Problem int `js:"problem"`
		Count   int `js:"count"`
	}
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	solutions, iterations, err := b.engine.SolvePart(c.ctl, request.Problem, request.Count)
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Iterations int `js:"iterations"`
	}
	return answer{record{iterations}, map[string]any{"solved": fromFloat64s(solutions)}}, nil
}

// closeFit forgets the fit that is open.
func closeFit(b *bridge, _ *call) (answer, error) {
	b.engine.CloseFit()
	return answer{}, nil
}
