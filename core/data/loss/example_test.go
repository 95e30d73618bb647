package loss_test

import (
	"fmt"

	"maxmargin/core/data/loss"
)

// The logistic loss of a sample on the boundary, y f(x) = 0: the loss is log 2, and both
// labels have the same probability. Half of C is the dual variable of such a sample.
func Example() {
	l := loss.New("logistic", loss.Parameters{})
	const z = 1 // the shortfall 1 - y f(x)
	_, shortfall, _ := l.Conjugate(l.Slope(z))
	fmt.Printf("%.4f %.2f %.2f", l.Value(z), l.Slope(z), shortfall)
	// Output: 0.6931 0.50 1.00
}
