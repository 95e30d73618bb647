package codec_test

import (
	"fmt"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// A fitted machine in bytes, and back.
func ExampleEncode() {
	x := &sample.Matrix{N: 2, D: 1, X: []float64{0, 4}}
	machine := svm.NewSVC(catalog.Kernel)
	report, err := machine.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 1}, Count: 2}))
	if err != nil {
		fmt.Println(err)
		return
	}
	bytes, err := codec.Encode(codec.Model{Name: "SVC", Classes: codec.Classes{Kind: "string", Names: []string{"low", "high"}}, Report: report, Machine: machine})
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := codec.Decode(bytes)
	if err != nil {
		fmt.Println(err)
		return
	}
	classes, err := again.Machine.(model.Classifier).Predict(nil, &sample.Matrix{N: 1, D: 1, X: []float64{3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Name, again.Classes.Names[classes[0]])
	// Output: SVC high
}
