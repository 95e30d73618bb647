package seq

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// GapWeighted compares subsequences of p letters, which need not be contiguous: the longer
// the stretch of the string from the first letter to the last, the less it counts,
//
//	phi_u(s) = sum over the places i_1 < ... < i_p of u in s of decay^(i_p - i_1 + 1)
//
// (Cristianini & Shawe-Taylor, Example 3.15; Lodhi et al., 2002), or subsequences of
// several lengths, each with a weight. A pair takes time p |s| |t|. If the letters of the
// columns form few subsequences, as for DNA, the features are computed explicitly, and a
// pair takes time in proportion to their number.
type GapWeighted struct {
	Length  int       `js:"length" default:"3" range:"[1,1000]" doc:"Number of letters of a subsequence."`
	Decay   float64   `js:"decay" default:"0.5" range:"(0,1)" doc:"Factor for every letter from the first to the last of a subsequence, gaps included."`
	Weights []float64 `js:"weights" type:"numbers" default:"[]" range:"[0,inf)" doc:"Weights of the lengths 1, 2, 3, ..., instead of one length."`
	Common
}

func (GapWeighted) Name() string { return "gapWeighted" }

func (GapWeighted) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("it is the inner product of the decayed occurrences of each subsequence", kernel.Introduction+", Example 3.15 (Watkins)")
}

// Features are all words of the lengths that have a weight.
func (k GapWeighted) Features(letters int, _ []kernel.Count) kernel.Count {
	return kernel.Words(k.Letters, letters, k.Length, k.Weights)
}

// Compare returns k(x, z) by the recursion over prefixes. Let s and t end in the letters a
// and b, and let s-, t- be s and t without them:
//
//	K'_0(s, t) = 1
//	K"_i(s, t) = decay K"_i(s, t-) + decay^2 K'_{i-1}(s-, t-) [a = b]
//	K'_i(s, t) = decay K'_i(s-, t) + K"_i(s, t)
//	K_i        = sum over all s, t of decay^2 K'_{i-1}(s-, t-) [a = b],
//
// where K'_i counts subsequences up to the ends of s and t. The code keeps the row of s- of
// every K'. It updates the greatest length first, because that still needs the old rows of
// the smaller ones.
func (k GapWeighted) Compare(x, z []int32) float64 {
	weights := lengthWeights(k.Length, k.Weights)
	longest, width := len(weights)-1, len(z)+1
	rows := make([]float64, longest*width) // row i, at b+1: K'_i(s-, t) with t = z[:b+1]
	for b := range rows[:width] {
		rows[b] = 1
	}
	square, sum := k.Decay*k.Decay, 0.0
	for _, letter := range x {
		for i := longest; i > 0; i-- {
			from, value := rows[(i-1)*width:i*width], 0.0
			if i == longest {
				for b, other := range z {
					if letter == other {
						value += square * from[b]
					}
				}
			} else {
				to, along := rows[i*width:(i+1)*width], 0.0
				for b, other := range z {
					along *= k.Decay
					if letter == other {
						both := square * from[b]
						along += both
						value += both
					}
					to[b+1] = k.Decay*to[b+1] + along
				}
			}
			sum += weights[i] * value
		}
	}
	return sum
}

// Against computes the features of the columns, if there are few.
func (k GapWeighted) Against(columns *sample.Sequences) kernel.SequenceRow {
	if f := newSubsequences(k, columns); f != nil {
		return f.row
	}
	return pairs(k.Compare, columns)
}

// Check verifies the alphabet, and that not all weights are 0.
func (k GapWeighted) Check(int) (parameter, problem string) { return k.check(k.Weights) }
