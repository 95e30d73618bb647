package linalg

import (
	"math/rand/v2"
	"testing"
)

// counter is a Watch that counts how often it is called, and lets go on so many times.
type counter struct{ looks, most int }

func (c *counter) watch(float64) bool { c.looks++; return c.looks <= c.most }

// watchedWork is every routine that is watched, with the multiply-adds that it does at order n.
func watchedWork(rng *rand.Rand) map[string]struct {
	adds func(n float64) float64
	run  func(n int, watch Watch) (stopped bool)
} {
	matrix := func(n int) []float64 { // that of Hilbert and the identity
		a := make([]float64, n*n)
		for i := range n {
			for j := range n {
				a[i*n+j] = 1 / float64(1+i+j)
			}
			a[i*n+i]++
		}
		return a
	}
	factor := func(n int) *Definite {
		d, err := Factorize(matrix(n), n, nil)
		if err != nil {
			panic(err)
		}
		return d
	}
	random := func(n int) []float64 { return chance{rng}.vector(n) }
	cubed := func(by float64) func(n float64) float64 { return func(n float64) float64 { return by * n * n * n } }
	type work = struct {
		adds func(n float64) float64
		run  func(n int, watch Watch) (stopped bool)
	}
	return map[string]work{
		"Factorize": {cubed(1.0 / 6), func(n int, watch Watch) bool {
			_, err := Factorize(matrix(n), n, watch)
			return err == ErrStopped
		}},
		// The condition takes a dozen passes over the triangle of L, which comes from memory.
		"ReciprocalCondition": {func(n float64) float64 { return 5 * slow * n * n / 2 }, func(n int, watch Watch) bool {
			d := factor(n)
			d.Attend(watch)
			d.ReciprocalCondition()
			return d.Stopped()
		}},
		"Solve": {func(n float64) float64 { return slow * n * n }, func(n int, watch Watch) bool {
			d := factor(n)
			d.Attend(watch)
			for range 8 { // of a small matrix several
				d.Solve(random(n))
			}
			return d.Stopped()
		}},
		"SolveLower": {cubed(1.0 / 2), func(n int, watch Watch) bool {
			d := factor(n)
			d.Attend(watch)
			d.SolveLower(random(n*n), n)
			return d.Stopped()
		}},
		"MultiplyLower": {cubed(1.0 / 2), func(n int, watch Watch) bool {
			d := factor(n)
			d.Attend(watch)
			d.MultiplyLower(random(n*n), n)
			return d.Stopped()
		}},
		"InverseDiagonal": {cubed(1.0 / 6), func(n int, watch Watch) bool {
			return factor(n).InverseDiagonal(make([]float64, n), watch) == ErrStopped
		}},
		"Inverse": {cubed(1.0 / 3), func(n int, watch Watch) bool {
			_, err := factor(n).Inverse(watch)
			return err == ErrStopped
		}},
		"AddOuter": {cubed(1.0 / 2), func(n int, watch Watch) bool { return !AddOuter(make([]float64, n*n), random(n*n), n, watch) }},
		"AddInner": {cubed(1.0 / 2), func(n int, watch Watch) bool { return !AddInner(make([]float64, n*n), random(n*n), n, watch) }},
		"AddCongruence": {cubed(2.0 / 3), func(n int, watch Watch) bool {
			return !AddCongruence(make([]float64, n*n), random(n*n), random(n*n), make([]float64, n*n), n, n, watch)
		}},
		"NewSpectrum": {cubed(4.0 / 3), func(n int, watch Watch) bool {
			return NewSpectrum(matrix(n), n, watch) == nil
		}},
		"NewLeading": {func(n float64) float64 { return 8 * n * n }, func(n int, watch Watch) bool {
			_, err := NewLeading(matrix(n), n, 1, watch)
			return err == ErrStopped
		}},
	}
}

// A stop is obeyed within a few milliseconds of work, whatever is computed and however large it
// is: between two looks there is a fixed number of multiply-adds. And after the look that ends it
// no routine looks again, or goes on.
func TestEveryRoutineLooksInProportionToItsWork(t *testing.T) {
	for name, work := range watchedWork(rand.New(rand.NewPCG(30, 1))) {
		t.Run(name, func(t *testing.T) {
			looks := [2]int{}
			for at, n := range []int{420, 840} {
				c := counter{most: 1 << 30}
				if work.run(n, c.watch) {
					t.Fatal("it stops by itself")
				}
				looks[at] = c.looks
				if least := int(work.adds(float64(n)) / (2 * stride)); c.looks < least {
					t.Errorf("order %d: %d looks, want %d at least", n, c.looks, least)
				}
				for _, most := range []int{0, c.looks - 1} {
					if most < 0 || c.looks == 0 {
						continue
					}
					short := counter{most: most}
					if !work.run(n, short.watch) || short.looks != most+1 {
						t.Errorf("order %d, stopped at look %d of %d: %d looks", n, most+1, c.looks, short.looks)
					}
				}
			}
			if looks[1] <= looks[0] {
				t.Errorf("%d looks at order 420, %d at 840", looks[0], looks[1])
			}
		})
	}
}
