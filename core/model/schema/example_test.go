package schema_test

import (
	"fmt"

	"maxmargin/core/model/schema"
)

// The options of a machine are the fields of a struct; their tags have the names,
// defaults and texts for JavaScript, the documentation and saved models.
func ExampleSetDefaults() {
	var options struct {
		C    float64 `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses."`
		Loss string  `js:"loss" default:"hinge" choices:"hinge,squaredHinge" doc:"Loss of a sample inside the margin."`
	}
	schema.SetDefaults(&options)
	fmt.Println(options.C, options.Loss)
	for _, option := range schema.Of(&options) {
		fmt.Println(option.Name, option.Type, option.Default, option.Choices)
	}
	// Output:
	// 1 hinge
	// C number 1 []
	// loss choice hinge [hinge squaredHinge]
}
