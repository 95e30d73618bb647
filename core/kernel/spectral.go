package kernel

import (
	"fmt"
	"math"
)

// Spectral is k(x,z) = sum_i powers_i cos <frequencies_i, x-z>, a kernel with a given power
// spectrum: the weights of a filter at arbitrary angular frequencies (Smola & Schoelkopf, sections
// 7.2 and 7.3). The option demands powers >= 0; with them it is positive definite: the cosine of a
// difference is the inner product of the (cos, sin) of both, Bochner's theorem for a measure on
// points. If the powers are the values of a density on a grid of frequencies, times the step of the
// grid, the Fourier transform of the kernel is that density, repeated periodically with the period
// 2 pi over the step.
type Spectral struct {
	differences
	Frequencies []float64 `js:"frequencies" type:"rows" range:"(-inf,inf)" doc:"Angular frequencies: numbers for samples of one column, otherwise rows with a number for each column."`
	Powers      []float64 `js:"powers" type:"numbers" range:"[0,inf)" doc:"The weight of each frequency."`
}

func (Spectral) Name() string { return "spectral" }

func (Spectral) Theorem(int, []Verdict) Theorem {
	return Proved("the Fourier transform of weights >= 0 at frequencies is positive definite", "Bochner; "+Tutorial+", section 7.3")
}

// Features are a sine and a cosine for every frequency, and one for 0.
func (k Spectral) Features(d int, _ []Count) Count {
	waves := 0
	for i, power := range k.Powers {
		moves := 0
		for j, w := range k.Frequencies {
			if w != 0 && j >= i*d && j < (i+1)*d {
				moves = 1
			}
		}
		if power > 0 {
			waves += 1 + moves
		}
	}
	return Whole(waves)
}

func (Spectral) Picture() Picture {
	return Picture{From: -1, Tree: `{"kernel":"spectral","frequencies":[[3,0],[0,3],[5,5]],"powers":[1,1,0.5]}`, Said: "with the frequencies (3, 0), (0, 3), (5, 5) and the powers 1, 1, 0.5"}
}

// Rule returns the states: a phase for every frequency, and a count of coordinates.
func (k Spectral) Rule() Rule { return Rule{States: len(k.Powers) + 1} }

// Add adds a coordinate to the phases.
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

// End adds up the cosines of the phases. It sums in the part of the state that counted the
// coordinates, because dst may be the part where the phases begin.
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

// Check verifies that there is one frequency for each power, with a number for each column.
func (k Spectral) Check(d int) (parameter, problem string) {
	if len(k.Frequencies) != len(k.Powers)*d {
		return "frequencies", fmt.Sprintf("has %d numbers, but %d powers and %d columns need %d: a row of %d for each power", len(k.Frequencies), len(k.Powers), d, len(k.Powers)*d, d)
	}
	return "", ""
}

// AddGradient adds the sines of the phases times the frequencies.
func (k Spectral) AddGradient(dst []float64, weight float64, x, z []float64) {
	d := len(x)
	for i, power := range k.Powers {
		frequency, phase := k.Frequencies[i*d:(i+1)*d], 0.0
		for j, w := range frequency {
			phase += float64(w * (x[j] - z[j]))
		}
		slope := -weight * power * math.Sin(phase)
		for j, w := range frequency {
			dst[j] += slope * w
		}
	}
}
