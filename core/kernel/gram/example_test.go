package gram_test

import (
	"fmt"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// A solver asks a view for rows of the kernel matrix by their position in the active set.
// When the set shrinks, rows have fewer columns.
func Example() {
	x := &sample.Matrix{X: []float64{0, 1, 2, 3}, N: 4, D: 1}
	view := gram.NewMatrix(kernel.Polynomial{Gamma: 1, Coef0: 1, Degree: 2}, x).
		ViewOf(&gram.Memory{}, 1<<20, []int{0, 1, 2, 3})
	fmt.Println(view.Rows([]int{2})[0][:4])
	view.Shrink([]int{0, 2}) // the samples 0 and 2 stay
	fmt.Println(view.Rows([]int{1})[0][:2])
	// Output:
	// [1 9 25 49]
	// [1 25]
}

// Without a solver, Square computes the whole matrix.
func ExampleSquare() {
	x := &sample.Matrix{X: []float64{1, 0, 0, 2}, N: 2, D: 2}
	k := make([]float64, 4)
	gram.Square(k, kernel.Linear{}, x, func(float64) bool { return true })
	fmt.Println(k)
	// Output: [1 0 0 4]
}
