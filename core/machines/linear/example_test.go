package linear_test

import (
	"fmt"

	"maxmargin/core/data/sample"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
)

// The widest margin between (0, 0) and (2, 0): the weights are (1, 0) and the bias is -1,
// as neither the second feature nor a sample further away matters.
func ExampleLinearSVC() {
	x := &sample.Matrix{N: 3, D: 2, X: []float64{0, 0, 2, 0, 9, 0}}
	machine := linear.NewLinearSVC()
	machine.Loss, machine.C, machine.InterceptPenalty, machine.Tol = "hinge", 10, false, 1e-9
	if _, err := machine.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 1, 1}, Count: 2})); err != nil {
		fmt.Println(err)
		return
	}
	fit := machine.Fitted().(*linear.LinearSVCFit)
	fmt.Printf("%.3f %.3f", fit.Weights, fit.Bias)
	// Output: [1.000 0.000] [-1.000]
}
