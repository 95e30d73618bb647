package qp_test

import (
	"fmt"
	"math"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/solve/qp"
)

// The hard margin between the points 1 and 3 on a line: the separating function is
// f(x) = x - 2, so w = 1, the bias is -2, and both dual variables are |w|^2 / 2.
func Example() {
	x := &sample.Matrix{X: []float64{1, 3}, N: 2, D: 1}
	solver := qp.NewSMO(qp.Problem{
		K:      gram.NewMatrix(kernel.Linear{}, x).ViewOf(&gram.Memory{}, 1<<20, []int{0, 1}),
		Sign:   []float64{-1, 1},  // the classes
		Linear: []float64{-1, -1}, // minimise 1/2 a'Qa - sum of a
		Lower:  []float64{0, 0},
		Upper:  []float64{math.Inf(1), math.Inf(1)},
	}, qp.Settings{})
	status := solver.Run(nil)
	result := solver.Result(status)
	fmt.Println(status, result.Alpha, "bias", -result.Level[0])
	// Output: converged [0.5 0.5] bias -2
}
