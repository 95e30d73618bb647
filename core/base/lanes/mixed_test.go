package lanes

import (
	"testing"

	"pgregory.net/rapid"
)

// Rows in float32 and in int16 give what Sum and Update give for the same numbers in float64,
// to the last bit.
func TestMixedIsThatOfFloat64(t *testing.T) {
	t.Run("float32", mixedIsThatOfFloat64(rapid.Float32Range(-2, 2)))
	t.Run("int16", mixedIsThatOfFloat64(rapid.Int16()))
}

func mixedIsThatOfFloat64[T Mixed](number *rapid.Generator[T]) func(t *testing.T) {
	return rapid.MakeCheck(func(t *rapid.T) {
		d := MixedPad(rapid.IntRange(0, 70).Draw(t, "d"))
		single := rapid.SliceOfN(number, d, d).Draw(t, "row")
		w := rapid.SliceOfN(rapid.Float64Range(-2, 2), d, d).Draw(t, "weights")
		row := make([]float64, d)
		for i, v := range single {
			row[i] = float64(v)
		}
		if got, want := SumMixed(single, w), Sum(row, w); got != want {
			t.Fatalf("sum %v, in float64 %v", got, want)
		}
		a := rapid.Float64Range(-3, 3).Draw(t, "a")
		got, want := append([]float64(nil), w...), append([]float64(nil), w...)
		UpdateMixed(got, a, single)
		Update(want, a, row)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("entry %d becomes %v, in float64 %v", i, got[i], want[i])
			}
		}
	})
}
