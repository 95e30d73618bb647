package sample_test

import (
	"fmt"

	"maxmargin/core/data/sample"
)

// A dense set is a row-major slice; a sparse set has its entries by row. Both have the
// same methods, so machines need not distinguish them.
func Example() {
	dense, err := sample.NewMatrix([]float64{
		0, 2,
		0, 0,
		3, 4,
	}, 3, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	sparse, err := sample.NewCSR([]int32{0, 1, 1, 3}, []int32{1, 0, 1}, []float64{2, 3, 4}, 3, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, set := range []sample.Set{dense, sparse} {
		last := set.Select([]int{2})
		fmt.Println(set.Len(), set.Dim(), last.SquaredNorm(0), sample.Equal(last, 0, set, 2))
	}
	// Output:
	// 3 2 25 true
	// 3 2 25 true
}

// Errors name the place, and say what to do.
func ExampleNewMatrix() {
	_, err := sample.NewMatrix([]float64{1, 2, 3}, 2, 2)
	fmt.Println(err)
	// Output: ERR_SHAPE: X has 3 numbers, but 2 rows of 2 columns need 4
}
