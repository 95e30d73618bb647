package loss

import (
	"math"
	"testing"
)

// Far below 0, F(x) = 1 - exp(-exp(x)) is exp(x), which no floating-point number holds below
// -745: the logarithm of an interval's probability and its derivatives are finite all the same.
func TestIntervalsFarBelowZero(t *testing.T) {
	for _, a := range []float64{-30, -100, -700, -740, -800, -1e4} {
		b := a + 0.5
		r := cloglog(a, b)
		want := []float64{b + math.Log(-math.Expm1(-0.5)), -1 / math.Expm1(0.5), -1 / math.Expm1(-0.5)}
		for k, got := range []float64{r.Log, r.A, r.B} {
			if !(math.Abs(got-want[k]) <= 1e-9*math.Abs(want[k])) {
				t.Errorf("from %g: %v, not %v", a, []float64{r.Log, r.A, r.B}, want)
				break
			}
		}
	}
}
