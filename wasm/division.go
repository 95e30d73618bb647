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
	c.decode(&request)
	solutions, iterations, err := b.engine.SolvePart(c.ctl, request.Problem, request.Count)
	return answer{map[string]any{"iterations": iterations}, map[string]any{"solved": solutions}}, err
}

// closeFit forgets the fit that is open.
func closeFit(b *bridge, _ *call) (answer, error) {
	b.engine.CloseFit()
	return answer{}, nil
}
