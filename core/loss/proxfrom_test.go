package loss_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/loss"
)

// From wherever it starts, ProxFrom finds the point that Prox finds.
func TestProxFromIsProx(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z, from := rapid.Float64Range(-50, 50).Draw(t, "z"), rapid.Float64Range(-60, 60).Draw(t, "from")
		step := math.Exp(rapid.Float64Range(-20, 20).Draw(t, "log step"))
		x, s := loss.Logistic{}.ProxFrom(z, step, from)
		want, slope := loss.Logistic{}.Prox(z, step)
		if !(math.Abs(x-want) <= 1e-13*(1+math.Abs(want)+math.Abs(z))) || !(math.Abs(s-slope) <= 1e-13) {
			t.Errorf("%v with the slope %v, want %v with %v", x, s, want, slope)
		}
	})
}
