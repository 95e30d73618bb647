package seq_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/kernel/seq"
)

// set returns strings as samples.
func set(texts ...string) *sample.Sequences {
	s := &sample.Sequences{N: len(texts), Ptr: []int32{0}}
	for _, text := range texts {
		s.Symbols = append(s.Symbols, []int32(text)...)
		s.Ptr = append(s.Ptr, int32(len(s.Symbols)))
	}
	return s
}

// random returns n strings of up to longest letters, the empty one among them.
func random(rng *rand.Rand, n, longest int, letters string) *sample.Sequences {
	texts := make([]string, n)
	for i := 1; i < n; i++ {
		for range rng.IntN(longest + 1) {
			texts[i] += string(letters[rng.IntN(len(letters))])
		}
	}
	return set(texts...)
}

func value(k kernel.Kernel, s, t string) float64 {
	return kernel.StructuredValue(k, set(s), 0, set(t), 0)
}

// The numbers of the specification: C3-30 and C3-31 of Introduction to Support Vector
// Machines, D13 of Understanding Machine Learning. They were computed by hand or by
// brute force for it.
func TestGoldens(t *testing.T) {
	gaps := func(length int) seq.GapWeighted { return seq.GapWeighted{Length: length, Decay: 0.5} }
	long := [2]string{"science is organized knowledge", "wisdom is organized life"}
	for _, c := range []struct {
		kernel kernel.Kernel
		s, t   string
		want   float64
	}{
		{gaps(2), "cat", "car", 0.0625}, {gaps(2), "cat", "cat", 0.140625}, {gaps(1), "cat", "car", 0.5},
		{gaps(3), "cat", "cat", 0.015625}, {gaps(3), "cat", "car", 0}, {gaps(3), "abcab", "bacba", 0.0234375},
		{gaps(4), long[0], long[1], 0.09764458910586327},
		{seq.Spectrum{Length: 3}, "statistics", "computation", 2},
		{seq.CommonSubstring{}, "abab", "aba", 5}, {seq.CommonSubstring{}, "banana", "ananas", 9},
		{seq.CommonSubstring{}, "aaaa", "aa", 2}, {seq.CommonSubstring{}, "abc", "xyz", 0}, {seq.CommonSubstring{}, "kernel", "kern", 10},
	} {
		if got := value(c.kernel, c.s, c.t); !(math.Abs(got-c.want) <= 1e-14) {
			t.Errorf("%#v of %q and %q is %v, want %v", c.kernel, c.s, c.t, got, c.want)
		}
	}
	for i, want := range []float64{0.849, 0.580, 0.478, 0.439, 0.406, 0.369} { // printed with three digits
		k := gaps(i + 1)
		k.Normalize = true
		if got := value(k, long[0], long[1]); !(math.Abs(got-want) <= 5e-4) {
			t.Errorf("%#v is %v, want %v", k, got, want)
		}
	}
}

// features are the explicit feature map of a kernel, by the text of the feature.
type features map[string]float64

func inner(a, b features) (sum float64) {
	for u, v := range a {
		sum += v * b[u]
	}
	return sum
}

// substrings counts the contiguous substrings of s, each with the root of the weight of
// its length.
func substrings(s []int32, weight func(length int) float64) features {
	f := features{}
	for i := range s {
		for j := i + 1; j <= len(s); j++ {
			if w := weight(j - i); w > 0 {
				f[string(s[i:j])] += math.Sqrt(w)
			}
		}
	}
	return f
}

// subsequences calls take for every choice of places in s.
func subsequences(s []int32, take func(u string, places []int)) {
	for choice := range 1 << len(s) {
		var u []int32
		var places []int
		for i, letter := range s {
			if choice>>i&1 == 1 {
				u, places = append(u, letter), append(places, i)
			}
		}
		take(string(u), places)
	}
}

// alphabet has the letters of all strings of the test of features.
const alphabet = "abx"

// each calls take for every text of some letters of the alphabet.
func each(length int, take func(u string)) {
	if length == 0 {
		take("")
		return
	}
	each(length-1, func(u string) {
		for _, letter := range alphabet {
			take(u + string(letter))
		}
	})
}

// byFeatures is a kernel and its feature map, computed by brute force.
type byFeatures struct {
	kernel kernel.Sequence
	of     func(s []int32) features
}

func list() []byFeatures {
	weights := []float64{0.5, 0, 2, 1}
	weighted := func(l int) float64 {
		if l > len(weights) {
			return 0
		}
		return weights[l-1]
	}
	counts := func(weight func(int) float64) func([]int32) features {
		return func(s []int32) features { return substrings(s, weight) }
	}
	gaps := func(decay float64, weight func(int) float64) func([]int32) features {
		return func(s []int32) features {
			f := features{}
			subsequences(s, func(u string, places []int) {
				if n := len(places); n > 0 && weight(n) > 0 {
					f[u] += math.Sqrt(weight(n)) * math.Pow(decay, float64(places[n-1]-places[0]+1))
				}
			})
			return f
		}
	}
	one := func(length int) func(int) float64 {
		return func(l int) float64 {
			if l == length {
				return 1
			}
			return 0
		}
	}
	abc := seq.Common{Letters: alphabet}
	near := func(length, mismatches int) func([]int32) features {
		return func(s []int32) features {
			f := features{}
			for i := 0; i+length <= len(s); i++ {
				each(length, func(u string) {
					differ := 0
					for q := range length {
						if rune(u[q]) != s[i+q] {
							differ++
						}
					}
					if differ <= mismatches {
						f[u]++
					}
				})
			}
			return f
		}
	}
	return []byFeatures{
		{seq.Spectrum{Length: 1}, counts(one(1))},
		{seq.Spectrum{Length: 2}, counts(one(2))},
		{seq.Spectrum{Length: 5}, counts(one(5))},
		{seq.Spectrum{Length: 9, Weights: weights}, counts(weighted)},
		{seq.BoundedRange{Length: 3}, counts(func(l int) float64 {
			if l <= 3 {
				return 1
			}
			return 0
		})},
		{seq.CommonSubstring{}, func(s []int32) features {
			f := substrings(s, func(int) float64 { return 1 })
			for u := range f {
				f[u] = 1
			}
			return f
		}},
		{seq.Mismatch{Length: 3, Mismatches: 1, Common: abc}, near(3, 1)},
		{seq.Mismatch{Length: 4, Mismatches: 2, Common: abc}, near(4, 2)},
		{seq.Mismatch{Length: 2, Common: abc}, near(2, 0)},
		{seq.AllSubsequences{}, func(s []int32) features {
			f := features{}
			subsequences(s, func(u string, _ []int) { f[u]++ })
			return f
		}},
		{seq.WeightedDegree{Degree: 3}, func(s []int32) features {
			f := features{}
			for i := range s {
				for d := 1; d <= 3 && i+d <= len(s); d++ {
					f[fmt.Sprint(i, string(s[i:i+d]))] = math.Sqrt(2 * (3 - float64(d) + 1) / (3 * 4))
				}
			}
			return f
		}},
		{seq.GapWeighted{Length: 1, Decay: 0.7}, gaps(0.7, one(1))},
		{seq.GapWeighted{Length: 3, Decay: 0.3}, gaps(0.3, one(3))},
		{seq.GapWeighted{Length: 2, Decay: 0.6, Weights: weights}, gaps(0.6, weighted)},
	}
}

func close(got, want float64) bool { return math.Abs(got-want) <= 1e-12*max(1, math.Abs(want)) }

// Every kernel is the inner product of its features, for a pair and for a row. The string
// of the row may be a column, or have letters and substrings that no column has.
func TestKernelsAreTheirFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range list() {
		for _, letters := range []string{"a", "ab"} {
			columns, others := random(rng, 9, 11, letters), random(rng, 6, 11, letters+"x")
			row, dst := c.kernel.Against(columns), make([]float64, columns.N)
			for _, left := range []*sample.Sequences{columns, others} {
				for i := range left.N {
					x := left.Row(i)
					row(dst, x)
					for j := range columns.N {
						z := columns.Row(j)
						want := inner(c.of(x), c.of(z))
						if !close(dst[j], want) {
							t.Fatalf("%#v of %q and %q is %v in a row, want %v", c.kernel, string(x), string(z), dst[j], want)
						}
						if got := c.kernel.Compare(x, z); !close(got, want) {
							t.Fatalf("%#v of %q and %q is %v, want %v", c.kernel, string(x), string(z), got, want)
						}
					}
				}
			}
		}
	}
}

// Where there are too many subsequences to list them, rows come from the recursion, with
// the same values.
func TestSubsequencesOfManyLetters(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var letters string
	for c := 'a'; c <= 'z'; c++ {
		letters += string(c)
	}
	columns := random(rng, 5, 40, letters)
	k := seq.GapWeighted{Length: 4, Decay: 0.8, Common: seq.Common{Letters: "any"}}
	row, dst := k.Against(columns), make([]float64, columns.N)
	for i := range columns.N {
		row(dst, columns.Row(i))
		for j, got := range dst {
			if want := k.Compare(columns.Row(j), columns.Row(i)); !close(got, want) {
				t.Errorf("%d and %d: %v in a row, %v in a pair", i, j, got, want)
			}
		}
	}
}

// Rows of kernel trees equal values of pairs, however the columns were made; with
// normalised values a string has the value 1 with itself, and the empty string 0.
func TestRowsOfTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := random(rng, 12, 20, "acgt")
	normal := seq.Common{Letters: "any", Normalize: true}
	plain := seq.Common{Letters: "acgt"}
	spectrum, gaps := seq.Spectrum{Length: 2, Common: normal}, seq.GapWeighted{Length: 2, Decay: 0.5, Common: plain}
	for _, k := range []kernel.Kernel{
		spectrum, gaps, seq.BoundedRange{Length: 4, Common: plain}, seq.CommonSubstring{Common: normal},
		kernel.Sum{Of: []kernel.Kernel{spectrum, kernel.Scale{Factor: 2, Of: gaps}}},
		kernel.Product{Of: []kernel.Kernel{spectrum, gaps, spectrum}},
		kernel.Gaussian{Gamma: 0.3, Of: kernel.Sum{Of: []kernel.Kernel{gaps, spectrum}}},
		kernel.Normalize{Of: kernel.Exp{Of: spectrum}},
		kernel.Powers{Coefficients: []float64{1, 2, 0.5}, Of: spectrum},
	} {
		check := func(c gram.Columns, index []int) {
			t.Helper()
			left := []int{0, 3, x.N - 1}
			rows := make([][]float64, len(left))
			for r := range rows {
				rows[r] = make([]float64, c.Stride())
			}
			c.Rows(rows, x, left)
			for r, i := range left {
				for p, j := range index {
					if want := kernel.StructuredValue(k, x, i, x, j); !close(rows[r][p], want) {
						t.Fatalf("%#v: k(%d, %d) is %v in a row, %v alone", k, i, j, rows[r][p], want)
					}
				}
			}
		}
		all := make([]int, x.N)
		for i := range all {
			all[i] = i
		}
		c, some := gram.Prepare(k, x, nil, nil), []int{1, 4, 7}
		check(c, all)
		check(c.Select(some), some)
		c.Keep(some)
		check(c, some)
		if kernel.Compares(k) != sample.Strings {
			t.Errorf("%s is said to compare %s", k.Name(), kernel.Compares(k))
		}
		diagonal := make([]float64, x.N)
		gram.Diagonal(diagonal, k, x)
		for i, v := range diagonal {
			if want := kernel.StructuredValue(k, x, i, x, i); v != want {
				t.Errorf("%s: %v on the diagonal, want %v", k.Name(), v, want)
			}
		}
	}
	if v := value(spectrum, "gattaca", "gattaca"); !close(v, 1) {
		t.Errorf("a normalised kernel of a string with itself is %v", v)
	}
	if v := value(spectrum, "g", "gattaca"); v != 0 {
		t.Errorf("a string without substrings has the value %v", v)
	}
}

func TestLettersOutsideTheAlphabet(t *testing.T) {
	x := set("ACGT", "ACNT")
	dna := seq.Spectrum{Length: 2, Common: seq.Common{Letters: "dna"}}
	for _, k := range []kernel.Kernel{dna, kernel.Sum{Of: []kernel.Kernel{seq.CommonSubstring{Common: seq.Common{Letters: "any"}}, dna}}} {
		err := gram.CheckDomain(k, x, "X")
		if err == nil || err.Error() != `ERR_TYPE: X[1] has "N" at position 2, but the alphabet of the kernel spectrum is "ACGT", in which capitals and small letters differ; change the letter, leave the row out, or name all letters in alphabet ('any' permits every letter)` {
			t.Errorf("%v", err)
		}
		if err := gram.CheckDomain(k, set("ACGT", ""), "X"); err != nil {
			t.Error(err)
		}
	}
}

// The values of kernlab 0.9.32 (R 4.2.2), which appends a line feed to every string:
//
//	s <- list("cat", "cart", "gattaca", "gattacca", "tttccc")
//	kernelMatrix(stringdot(type = TYPE, length = LENGTH, lambda = 2, normalized = FALSE), s)
//
// Its values are whole numbers, or sums of powers of two; normalised ones are printed
// with 15 digits. Its types string and fullstring compare contiguous substrings only and
// have no counterpart here.
func TestKernlab(t *testing.T) {
	texts := []string{"cat\n", "cart\n", "gattaca\n", "gattacca\n", "tttccc\n"}
	exponential := make([]float64, 12)
	constant := make([]float64, len(exponential))
	for l := range exponential {
		exponential[l], constant[l] = math.Pow(2, -float64(l+1)), 1
	}
	for name, c := range map[string]struct {
		kernel kernel.Kernel
		want   [][]float64
	}{
		"spectrum 2": {seq.Spectrum{Length: 2}, [][]float64{{3, 2, 2, 2, 0}, {2, 4, 1, 1, 0}, {2, 1, 7, 7, 2}, {2, 1, 7, 8, 4}, {0, 0, 2, 4, 10}}},
		"spectrum 2, normalised": {seq.Spectrum{Length: 2, Common: seq.Common{Letters: "any", Normalize: true}}, [][]float64{
			{1, 0.577350269189626, 0.436435780471985, 0.408248290463863, 0}, {0.577350269189626, 1, 0.188982236504614, 0.176776695296637, 0},
			{0.436435780471985, 0.188982236504614, 1, 0.935414346693485, 0.239045721866879}, {0.408248290463863, 0.176776695296637, 0.935414346693485, 1, 0.447213595499958},
			{0, 0, 0.239045721866879, 0.447213595499958, 1}}},
		"boundrange 3": {seq.BoundedRange{Length: 3}, [][]float64{{9, 6, 9, 10, 7}, {6, 12, 8, 9, 7}, {9, 8, 29, 29, 12}, {10, 9, 29, 34, 17}, {7, 7, 12, 17, 34}}},
		"constant":     {seq.Spectrum{Weights: constant}, [][]float64{{10, 6, 9, 10, 7}, {6, 15, 8, 9, 7}, {9, 8, 44, 35, 12}, {10, 9, 35, 55, 17}, {7, 7, 12, 17, 44}}},
		"exponential": {seq.Spectrum{Weights: exponential}, [][]float64{{3.0625, 2.5, 4, 4.5, 3.5}, {2.5, 4.03125, 3.75, 4.25, 3.5},
			{4, 3.75, 11.00390625, 11.140625, 5.5}, {4.5, 4.25, 11.140625, 13.001953125, 7.5}, {3.5, 3.5, 5.5, 7.5, 13.0078125}}},
	} {
		for i, s := range texts {
			for j, z := range texts {
				if got := value(c.kernel, s, z); !(math.Abs(got-c.want[i][j]) <= 1e-14*max(1, c.want[i][j])) {
					t.Errorf("%s of %q and %q is %v, kernlab has %v", name, s, z, got, c.want[i][j])
				}
			}
		}
	}
}
