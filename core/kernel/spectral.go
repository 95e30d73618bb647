package kernel

import (
	"fmt"
	"math"
)

// Spectral is k(x,z) = sum_i powers_i cos <frequencies_i, x-z>, a kernel by its power
// spectrum: the weights of a filter, at angular frequencies that may be of any kind
// (Smola & Schoelkopf, sections 7.2 and 7.3). With powers >= 0, which are asked for, it is
// positive definite: a cosine of a difference is the inner product of (cos, sin) of the
// two, and this is Bochner's theorem for a measure on points. The values of a density on
// a grid of frequencies, times its step, give the kernel whose Fourier transform that
// density is, repeated at a distance of 2 pi over the step.
type Spectral struct {
	differences
	Frequencies []float64 `js:"frequencies" type:"rows" range:"(-inf,inf)" doc:"Angular frequencies: numbers for samples of one column, else rows with a number for each column."`
	Powers      []float64 `js:"powers" type:"numbers" range:"[0,inf)" doc:"The weight of each frequency."`
}

// Name returns "spectral".
func (Spectral) Name() string { return "spectral" }

// Definite returns Yes.
func (Spectral) Definite() Verdict { return Yes }

// Rule keeps a phase for every frequency, and how many coordinates there were.
func (k Spectral) Rule() Rule { return Rule{States: len(k.Powers) + 1} }

// Add turns the phases.
func (k Spectral) Add(state []float64, x float64, z []float64) {
	n, m := len(z), len(k.Powers)
	d := len(k.Frequencies) / m
	j := int(state[m*n])
	for i := range m {
		frequency := k.Frequencies[i*d+j]
		for w, v := range z {
			state[i*n+w] += float64(frequency * (x - v))
		}
	}
	state[m*n]++
}

// End adds up the cosines of the phases, where the coordinates were counted: dst may be
// where the phases begin.
func (k Spectral) End(dst, state []float64) {
	n := len(dst)
	sums := state[len(k.Powers)*n:]
	clear(sums)
	for i, power := range k.Powers {
		for w := range sums {
			sums[w] += float64(power * math.Cos(state[i*n+w]))
		}
	}
	copy(dst, sums)
}

// Check asks for as many frequencies as powers, of a number for each column.
func (k Spectral) Check(d int) (parameter, problem string) {
	if len(k.Frequencies) != len(k.Powers)*d {
		return "frequencies", fmt.Sprintf("has %d numbers, but %d powers and %d columns need %d: a row of %d for each power", len(k.Frequencies), len(k.Powers), d, len(k.Powers)*d, d)
	}
	return "", ""
}

var (
	_ Coordinatewise = Spectral{}
	_ Checked        = Spectral{}
)
