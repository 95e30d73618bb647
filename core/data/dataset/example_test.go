package dataset_test

import (
	"fmt"

	"maxmargin/core/data/dataset"
)

func ExampleReadLibsvm() {
	set, y, err := dataset.ReadLibsvm([]byte("+1 1:0.5 3:2 # a comment\n-1 2:-1\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	row := make([]float64, set.Dim())
	for i, label := range y {
		set.Dense(row, i)
		fmt.Println(label, row)
	}

	_, _, err = dataset.ReadLibsvm([]byte("+1 1:0.5\n-1 2:1 1:1\n"))
	fmt.Println(err)
	// Output:
	// 1 [0.5 0 2]
	// -1 [0 -1 0]
	// ERR_FORMAT: line 2, column 8: the index 1 follows 2, but indices must ascend; sort the features of every line
}

func ExampleWriteLibsvm() {
	set, y, _ := dataset.ReadLibsvm([]byte("1.0 1:0.50 3:2e0\n2 2:-0.1"))
	text, _ := dataset.WriteLibsvm(set, y, nil)
	fmt.Print(string(text))
	// Output:
	// 1 1:0.5 3:2
	// 2 2:-0.1
}
