package kernel_test

import (
	"fmt"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// A kernel is a struct of its parameters, and so is one that is made of others.
func Example() {
	k := kernel.Sum{Of: []kernel.Kernel{
		kernel.Scale{Factor: 2, Of: kernel.RBF{Gamma: 0.5}},
		kernel.Columns{Columns: []int{1}, Of: kernel.Linear{}},
	}}
	fmt.Printf("%.4f\n", kernel.Value(k, []float64{0, 3}, []float64{1, 4}))
	fmt.Println(kernel.Definite(k, 2), kernel.FeaturesOf(k, 2))
	// Output:
	// 12.7358
	// yes endless
}

// TheoremOf says whether a kernel is positive definite, and by which theorem.
func ExampleTheoremOf() {
	for _, k := range []kernel.Kernel{kernel.RBF{Gamma: 1}, kernel.Minkowski{Gamma: 1, P: 2, Power: 3}} {
		theorem := kernel.TheoremOf(k, 0)
		fmt.Printf("%s: %s, because %s (%s)\n", k.Name(), theorem.Verdict, theorem.Text, theorem.Source)
	}
	// Output:
	// rbf: yes, because exp(-|x-z|^2) is exp(-|x|^2) exp(-|z|^2) exp(2 <x,z>) (Cristianini & Shawe-Taylor, Corollary 3.13 (3); Smola & Schölkopf, (31))
	// minkowski: no, because on a line exp(-|t|^power) is positive definite for power <= 2 only (Schoenberg 1938)
}

// A kernel says which samples it compares.
func ExampleCompares() {
	fmt.Println(kernel.Compares(kernel.RBF{}) == sample.Numbers)
	// Output: true
}
