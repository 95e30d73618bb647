package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/data/loss"
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

// The last step leaves rounding only: for z = x + step l'(x), which rounds by 1e-15, ProxFrom
// returns x and the slope there. Newton's step, which squares the error where Halley's cubes it,
// would leave 3e-13 of the slope.
func TestProxFromEndsWithRounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	for range 20000 {
		x, step := 12*rng.Float64()-6, math.Exp(8*rng.Float64()-6)
		slope := 1 / (1 + math.Exp(1-x))
		from := x + (2*rng.Float64()-1)*math.Exp(-14*rng.Float64())
		got, s := loss.Logistic{}.ProxFrom(x+step*slope, step, from)
		if !(math.Abs(got-x) <= 5e-15) || !(math.Abs(s-slope) <= 2e-15) {
			t.Fatalf("x = %v, step %v, from %v: %v with the slope %v, want %v", x, step, from, got, s, slope)
		}
	}
}
