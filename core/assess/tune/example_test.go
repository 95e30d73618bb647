package tune_test

import (
	"fmt"

	"maxmargin/core/assess/tune"
)

// Two folds of six samples: each has two test samples of class 0 and one of class 1.
func ExampleKFold() {
	folds, err := tune.KFold(tune.Samples{N: 6, Labels: []int32{0, 0, 0, 0, 1, 1}}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, fold := range folds {
		fmt.Println(fold.Train, fold.Test)
	}
	// Output:
	// [1 3 5] [0 2 4]
	// [0 2 4] [1 3 5]
}
