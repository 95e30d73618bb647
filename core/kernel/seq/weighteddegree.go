package seq

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// WeightedDegree compares two strings position by position,
//
//	k(s, t) = sum over d = 1 to p of beta_d times the number of places where s and t
//	          have the same d letters from there on,  beta_d = 2 (p - d + 1) / (p (p + 1))
//
// (Raetsch & Sonnenburg, 2004). It is meant for strings of equal length; letters beyond the
// end of the shorter one match nothing.
type WeightedDegree struct {
	Degree int `js:"degree" default:"5" range:"[1,10000]" doc:"Largest number of letters that are compared from each position on."`
	Common
}

func (WeightedDegree) Name() string { return "weightedDegree" }

func (WeightedDegree) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("it is a weighted inner product of which words stand at which places", "Sonnenburg, Rätsch & Rieck 2007")
}

func (WeightedDegree) Features(_ int, _ []kernel.Count) kernel.Count {
	return kernel.Endless()
}

// Compare returns k(x, z). After r consecutive matching letters, one match of each of the
// lengths 1 to r ends.
func (k WeightedDegree) Compare(x, z []int32) (sum float64) {
	p := float64(k.Degree)
	run, gain := 0, 0.0 // matching letters up to here, and beta_1 + ... + beta_run
	for i := range min(len(x), len(z)) {
		if x[i] != z[i] {
			run, gain = 0, 0
			continue
		}
		if run < k.Degree {
			run++
			gain += 2 * (p - float64(run) + 1) / (p * (p + 1))
		}
		sum += gain
	}
	return sum
}

// Against prepares nothing: it compares one pair after another.
func (k WeightedDegree) Against(columns *sample.Sequences) kernel.SequenceRow {
	return pairs(k.Compare, columns)
}

// Check verifies the alphabet.
func (k WeightedDegree) Check(int) (parameter, problem string) { return k.check(nil) }
