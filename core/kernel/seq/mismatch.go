package seq

import (
	"math"
	"math/bits"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Mismatch is Spectrum, but a substring also counts as every text that differs from it in few
// letters. With N(u) the texts of p letters of the alphabet that differ from u in at most m
// positions,
//
//	k(s, t) = sum over u of s, v of t, of p letters, of the size of N(u) and N(v) in common
//
// (Leslie, Eskin, Cohen, Weston & Noble, 2004). That size depends on the number of letters
// of the alphabet and on the number of positions in which u and v differ.
type Mismatch struct {
	Length     int `js:"length" default:"5" range:"[1,100]" doc:"Number of letters of a substring."`
	Mismatches int `js:"mismatches" default:"1" range:"[0,100]" doc:"Number of letters in which a substring may differ from a text that it counts for; less than length. The kernel needs an alphabet other than 'any'."`
	Common
}

func (Mismatch) Name() string { return "mismatch" }

func (Mismatch) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("it is the inner product of how often each word occurs but for some letters", "Leslie, Eskin, Cohen, Weston & Noble 2004")
}

// Features are all words of the lengths that have a weight.
func (k Mismatch) Features(letters int, _ []kernel.Count) kernel.Count {
	return kernel.Words(k.Letters, letters, k.Length, nil)
}

// shared returns the number of texts of p letters that differ from two given ones in at most m
// places each, by the number d of places where the two differ. A third text that agrees with the
// first in i of these, with the second in j others and with neither in the rest, and differs from
// both in e of the other places, is one of d! / (i! j! (d-i-j)!) (l-2)^(d-i-j) (p-d over e)
// (l-1)^e.
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
	packed, sizes := newPacking(k.Alphabet(), k.Length), k.bySubstring()
	texts := packed.all(z)
	near := make([]float64, len(texts)/packed.words)
	sum := 0.0
	for words := packed.all(x); len(words) > 0; words = words[packed.words:] {
		packed.compare(near, texts, words[:packed.words], sizes)
		for _, size := range near {
			sum += size
		}
	}
	return sum
}

// bySubstring extends shared to all distances of two substrings, with 0 for substrings that share
// no text.
func (k Mismatch) bySubstring() []float64 {
	sizes := make([]float64, k.Length+1)
	copy(sizes, k.shared())
	return sizes
}

// mostNear limits the numbers that are kept of texts that were compared, to 8 MB. That is
// enough for all texts of five letters of DNA, which recur often.
const mostNear = 1 << 20

// Against lists the different substrings of the columns, and for each column its substrings with
// their counts. A row compares the substrings of x with the list, p letters at once, as words of
// bits. The value of a column is then a sparse inner product.
func (k Mismatch) Against(columns *sample.Sequences) kernel.SequenceRow {
	p, packed, sizes := k.Length, newPacking(k.Alphabet(), k.Length), k.bySubstring()
	var texts []uint64 // packed.words of each
	known := map[string]int32{}
	ptr, index, counts := []int32{0}, []int32{}, []float64{}
	for j := range columns.N {
		z := columns.Row(j)
		places := map[int32]int{} // of the substrings of this column
		for i := 0; i+p <= len(z); i++ {
			text := string(z[i : i+p])
			u, seen := known[text]
			if !seen {
				u = int32(len(known))
				known[text] = u
				texts = append(texts, packed.all(z[i:i+p])...)
			}
			at, again := places[u]
			if !again {
				at = len(index)
				places[u], index, counts = at, append(index, u), append(counts, 0)
			}
			counts[at]++
		}
		ptr = append(ptr, int32(len(index)))
	}
	sums := lanes.NewSparse(ptr, index, counts, len(known))
	weight := make([]float64, len(known))
	near := map[string][]float64{} // by a text of p letters: its addend to each weight
	return func(dst []float64, x []int32) {
		clear(weight)
		for i := 0; i+p <= len(x); i++ {
			text := string(x[i : i+p])
			added, seen := near[text]
			if !seen {
				added = make([]float64, len(weight))
				packed.compare(added, texts, packed.all(x[i:i+p]), sizes)
				if (len(near)+1)*len(weight) <= mostNear {
					near[text] = added
				}
			}
			lanes.Update(weight, 1, added)
		}
		for j := range dst {
			dst[j] = sums.Dot(j, weight)
		}
	}
}

// packing encodes texts of one length in words: a field of bits for every letter, which
// holds the number of the letter in the alphabet.
type packing struct {
	length int              // letters of a text
	number map[int32]uint64 // of a letter
	width  int              // bits of a field
	fields int              // of a word
	words  int              // of a text
	lowest uint64           // the lowest bit of every field
}

func newPacking(letters []int32, length int) packing {
	number := make(map[int32]uint64, len(letters))
	for i, letter := range letters {
		number[letter] = uint64(i)
	}
	width := max(bits.Len(uint(len(letters)-1)), 1)
	fields := min(64/width, length)
	lowest := uint64(0)
	for range fields {
		lowest = lowest<<width | 1
	}
	return packing{length, number, width, fields, (length + fields - 1) / fields, lowest}
}

// all returns the words of all texts of that length in a sequence, one after the other.
func (p packing) all(sequence []int32) []uint64 {
	numbers := make([]uint64, len(sequence))
	for i, letter := range sequence {
		numbers[i] = p.number[letter]
	}
	words := make([]uint64, 0, p.words*max(len(sequence)-p.length+1, 0))
	for i := 0; i+p.length <= len(sequence); i++ {
		for from := 0; from < p.length; from += p.fields {
			word := uint64(0)
			for _, number := range numbers[i+from : i+min(from+p.fields, p.length)] {
				word = word<<p.width | number
			}
			words = append(words, word)
		}
	}
	return words
}

// compare sets dst_i to sizes[d], where d is the number of letters in which texts_i differs
// from text.
func (p packing) compare(dst []float64, texts, text []uint64, sizes []float64) {
	for u := range dst {
		differ := 0
		for w, word := range text {
			changed := texts[u*p.words+w] ^ word
			fields := changed
			for shift := 1; shift < p.width; shift++ {
				fields |= changed >> shift
			}
			differ += bits.OnesCount64(fields & p.lowest)
		}
		dst[u] = sizes[differ]
	}
}

// Check verifies that there is an alphabet, and that mismatches is less than length.
func (k Mismatch) Check(int) (parameter, problem string) {
	switch {
	case k.Letters == "any":
		return "alphabet", "is 'any', but the values depend on the number of letters; pass 'dna', or a text with all letters"
	case k.Mismatches >= k.Length:
		return "mismatches", "must be less than length: otherwise all substrings match each other"
	}
	return k.check(nil)
}
