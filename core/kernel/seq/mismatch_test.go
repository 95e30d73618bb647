package seq_test

import (
	"slices"
	"strings"
	"testing"

	"maxmargin/core/kernel/seq"
)

// Substrings of more letters than a machine word has fields: the value depends on how many letters
// differ, not on which.
func TestMismatchOfLongTexts(t *testing.T) {
	for _, letters := range []string{"ACGT", "ab", "ACDEFGHIKLMNPQRSTVWY"} {
		for _, length := range []int{31, 32, 33, 70} {
			k := seq.Mismatch{Length: length, Mismatches: 2, Common: seq.Common{Letters: letters}}
			x := []int32(strings.Repeat(letters, length)[:length])
			change := func(places ...int) []int32 {
				z := slices.Clone(x)
				for _, place := range places {
					z[place] = int32(letters[(strings.IndexByte(letters, byte(z[place]))+1)%len(letters)])
				}
				return z
			}
			values := []float64{k.Compare(x, x)}
			for d := 1; d <= 5; d++ {
				for first := 0; first+d <= length; first++ {
					places := make([]int, d)
					for i := range places {
						places[i] = first + i*((length-1-first)/d)
					}
					slices.Sort(places)
					if len(slices.Compact(slices.Clone(places))) < d {
						continue
					}
					v := k.Compare(x, change(places...))
					if len(values) == d {
						values = append(values, v)
					}
					if v != values[d] {
						t.Fatalf("%s, %d letters: %v with changes at %v, %v at others", letters, length, v, places, values[d])
					}
				}
				if d <= 4 != (values[d] > 0) || values[d] > values[d-1] {
					t.Errorf("%s, %d letters: the values fall as %v", letters, length, values)
				}
			}
		}
	}
}
