package seq

import (
	"math"

	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// Mismatch is Spectrum with substrings that also count for those that differ from them
// in few letters: with N(u) the texts of p letters of the alphabet that differ from u in
// at most m places,
//
//	k(s, t) = sum over u of s, v of t, of p letters, of the size of N(u) and N(v) in common
//
// (Leslie, Eskin, Cohen, Weston & Noble, 2004). That size depends on the number of
// letters of the alphabet and of the places where u and v differ.
type Mismatch struct {
	Length     int `js:"length" default:"5" range:"[1,100]" doc:"How many letters a substring has."`
	Mismatches int `js:"mismatches" default:"1" range:"[0,100]" doc:"In how many letters substrings may differ from those they count for; less than length. The kernel needs an alphabet other than 'any'."`
	Common
}

// Name returns "mismatch".
func (Mismatch) Name() string { return "mismatch" }

// shared returns, by the number of places where two texts of p letters differ, how many
// texts differ from both in at most m places. Let them differ in d places. A third text
// that agrees with the first in i of these, with the second in j others and with neither
// in the rest, and differs from both in e of the other places, is one of
// d! / (i! j! (d-i-j)!) (l-2)^(d-i-j) (p-d over e) (l-1)^e.
func (k Mismatch) shared() []float64 {
	p, m, letters := k.Length, k.Mismatches, float64(len(k.Alphabet()))
	sizes := make([]float64, min(p, 2*m)+1)
	for d := range sizes {
		for i := 0; i <= d; i++ {
			for j := 0; i+j <= d; j++ {
				for e := 0; e <= p-d && d-min(i, j)+e <= m; e++ {
					sizes[d] += choose(d, i) * choose(d-i, j) * math.Pow(letters-2, float64(d-i-j)) *
						choose(p-d, e) * math.Pow(letters-1, float64(e))
				}
			}
		}
	}
	return sizes
}

// choose returns n over k.
func choose(n, k int) float64 {
	c := 1.0
	for i := 1; i <= k; i++ {
		c = c * float64(n-k+i) / float64(i)
	}
	return c
}

// Compare returns k(x, z).
func (k Mismatch) Compare(x, z []int32) float64 {
	value := []float64{0}
	k.Against(&sample.Sequences{N: 1, Ptr: []int32{0, int32(len(z))}, Symbols: z})(value, x)
	return value[0]
}

// Against lists the different substrings of the columns, each with the columns that
// have it. A row compares those of x with them.
func (k Mismatch) Against(columns *sample.Sequences) kernel.SequenceRow {
	p, sizes := k.Length, k.shared()
	var texts []int32 // p letters of each
	var postings [][]posting
	known := map[string]int{}
	for j := range columns.N {
		z := columns.Row(j)
		for i := 0; i+p <= len(z); i++ {
			u, seen := known[string(z[i:i+p])]
			if !seen {
				u = len(postings)
				known[string(z[i:i+p])] = u
				texts, postings = append(texts, z[i:i+p]...), append(postings, nil)
			}
			if last := len(postings[u]) - 1; last >= 0 && postings[u][last].column == int32(j) {
				postings[u][last].count++
			} else {
				postings[u] = append(postings[u], posting{int32(j), 1})
			}
		}
	}
	weight := make([]float64, len(postings))
	return func(dst []float64, x []int32) {
		clear(weight)
		for i := 0; i+p <= len(x); i++ {
			for u := range weight {
				differ := 0
				for q, letter := range texts[u*p : (u+1)*p] {
					if letter != x[i+q] {
						if differ++; differ >= len(sizes) {
							break
						}
					}
				}
				if differ < len(sizes) {
					weight[u] += sizes[differ]
				}
			}
		}
		clear(dst)
		for u, w := range weight {
			if w != 0 {
				for _, at := range postings[u] {
					dst[at.column] += w * float64(at.count)
				}
			}
		}
	}
}

// Check asks for an alphabet, and for fewer mismatches than letters.
func (k Mismatch) Check(int) (parameter, problem string) {
	switch {
	case k.Letters == "any":
		return "alphabet", "is 'any', but how many texts are near to another depends on the alphabet; pass 'dna', or a text with all letters"
	case k.Mismatches >= k.Length:
		return "mismatches", "must be less than length: with as many, all substrings count for all"
	}
	return k.check(nil)
}

var (
	_ kernel.Sequence = Mismatch{}
	_ kernel.Checked  = Mismatch{}
)
