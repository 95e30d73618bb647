package svm_test

import (
	"fmt"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// Two classes on a line. The samples at 1 and 3 are the closest of either class: they
// are the support vectors, and the boundary lies between them.
func ExampleSVC() {
	x := &sample.Matrix{N: 4, D: 1, X: []float64{0, 1, 3, 5}}
	machine := svm.NewSVC(catalog.Kernel)
	machine.Kernel.Name, machine.C = "linear", 10
	report, err := machine.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2}))
	if err != nil {
		fmt.Println(err)
		return
	}
	values, _, err := machine.Decision(nil, &sample.Matrix{N: 3, D: 1, X: []float64{1, 2.5, 3}}, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Status, machine.Fitted().(*svm.SVCFit).Indices)
	fmt.Printf("%.2f", values)
	// Output:
	// converged [1 2]
	// [-1.00 0.50 1.00]
}
