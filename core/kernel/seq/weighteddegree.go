package seq

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// WeightedDegree compares what stands at the same places of two strings,
//
//	k(s, t) = sum over d = 1 to p of beta_d times the number of places where s and t
//	          have the same d letters from there on,  beta_d = 2 (p - d + 1) / (p (p + 1))
//
// (Raetsch & Sonnenburg, 2004). It is meant for strings of one length; what a longer one
// has beyond the end of the other matches nothing.
type WeightedDegree struct {
	Degree int `js:"degree" default:"5" range:"[1,10000]" doc:"How many letters are compared at most from each place on."`
	Common
}

// Name returns "weightedDegree".
func (WeightedDegree) Name() string { return "weightedDegree" }

// Compare returns k(x, z). The last of r matching letters ends one match of each of the
// lengths 1 to r.
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

// Against compares pairs.
func (k WeightedDegree) Against(columns *sample.Sequences) kernel.SequenceRow {
	return pairs(k.Compare, columns)
}

// Check asks for an alphabet that is one.
func (k WeightedDegree) Check(int) (parameter, problem string) { return k.check(nil) }

var (
	_ kernel.Sequence = WeightedDegree{}
	_ kernel.Checked  = WeightedDegree{}
)
