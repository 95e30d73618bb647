//go:build goexperiment.simd

package corpus

import (
	"fmt"
	"math"
	"testing"
)

// run returns what a program returns and leaves behind, with its numbers turned by some places.
func run(p program, n int, v float64, turn int) string {
	d, x := given()
	x = append(x[turn:], x[:turn]...)
	d.counts = append(d.counts[turn:], d.counts[:turn]...)
	return fmt.Sprintf("%v %+v %v", p(d, x, n, v), *d, x)
}

// The assembly of each program does what the program does as Go.
func TestCompiledPrograms(t *testing.T) {
	for name, p := range programs() {
		for n := range 6 {
			for _, v := range []float64{-3, -2, 0, 0.5, 1, 2, 3.5, 8, math.Inf(1), math.NaN()} {
				for turn := range 6 {
					if got, want := run(compiled()[name], n, v, turn), run(p, n, v, turn); got != want {
						t.Errorf("%s(%d, %v), turned by %d:\n%s, as Go\n%s", name, n, v, turn, got, want)
					}
				}
			}
		}
	}
	for n := 1; n <= 5; n++ {
		_, x := given()
		least, largest, count := severalCompiled(x, n)
		if a, b, c := several(x, n); a != least || b != largest || c != count {
			t.Errorf("several(%d): %v, %v, %d, as Go %v, %v, %d", n, least, largest, count, a, b, c)
		}
	}
}

// The assembly differs from Go where the documentation of package compile says so.
func TestDifferences(t *testing.T) {
	d, x := given()
	if got := outOfBoundsCompiled(d, x, 2, 0); got != x[2] {
		t.Errorf("behind the end of a slice the assembly reads %v, want %v", got, x[2])
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Go reads behind the end of a slice")
			}
		}()
		outOfBounds(d, x, 2, 0)
	}()
	for name, want := range map[string]struct{ compiled, plain int }{
		"bothSides": {7, 6}, // the right side of || counts, that of && does not
		"replaced":  {0, 2}, // the length is that of the slice that came into its place
	} {
		plain := map[string]program{"bothSides": bothSides, "replaced": replaced}[name]
		for of, p := range map[int]program{want.compiled: compiled()[name], want.plain: plain} {
			d, x := given()
			if p(d, x, 3, 2); d.count != of {
				t.Errorf("%s leaves %d, want %d", name, d.count, of)
			}
		}
	}
}

// compiled are the programs in assembly.
func compiled() map[string]program {
	return map[string]program{
		"variables": variablesCompiled, "numbers": numbersCompiled, "places": placesCompiled, "slices": slicesCompiled,
		"comparisons": comparisonsCompiled, "unsigned": unsignedCompiled, "branches": branchesCompiled,
		"switches": switchesCompiled, "loops": loopsCompiled, "ranges": rangesCompiled, "calls": callsCompiled,
		"extremes": extremesCompiled, "macros": macrosCompiled,
		"searchUp": searchUpCompiled, "searchDown": searchDownCompiled,
		"searchNumbers": searchNumbersCompiled, "searchCounts": searchCountsCompiled,
		"outOfBounds": outOfBoundsCompiled, "bothSides": bothSidesCompiled, "replaced": replacedCompiled,
	}
}

func variablesCompiled(d *data, x []float64, n int, v float64) float64
func numbersCompiled(d *data, x []float64, n int, v float64) float64
func placesCompiled(d *data, x []float64, n int, v float64) float64
func slicesCompiled(d *data, x []float64, n int, v float64) float64
func comparisonsCompiled(d *data, x []float64, n int, v float64) float64
func unsignedCompiled(d *data, x []float64, n int, v float64) float64
func branchesCompiled(d *data, x []float64, n int, v float64) float64
func switchesCompiled(d *data, x []float64, n int, v float64) float64
func loopsCompiled(d *data, x []float64, n int, v float64) float64
func rangesCompiled(d *data, x []float64, n int, v float64) float64
func callsCompiled(d *data, x []float64, n int, v float64) float64
func extremesCompiled(d *data, x []float64, n int, v float64) float64
func macrosCompiled(d *data, x []float64, n int, v float64) float64
func searchUpCompiled(d *data, x []float64, n int, v float64) float64
func searchDownCompiled(d *data, x []float64, n int, v float64) float64
func searchNumbersCompiled(d *data, x []float64, n int, v float64) float64
func searchCountsCompiled(d *data, x []float64, n int, v float64) float64
func outOfBoundsCompiled(d *data, x []float64, n int, v float64) float64
func bothSidesCompiled(d *data, x []float64, n int, v float64) float64
func replacedCompiled(d *data, x []float64, n int, v float64) float64

func severalCompiled(x []float64, n int) (least, largest float64, count int)
