package corpus

import (
	"fmt"
	"testing"
)

// given returns new data for a program.
func given() (d *data, x []float64) {
	d = &data{numbers: []float64{3, -1, 0.5, 7, 2, 2.5}, counts: []int{4, 5, 6, 5, 6, 7}, places: []int32{-2, 1, 3},
		items: []item{{value: 1.5, count: 2, values: []float64{1, 2}}, {value: -3, count: 9}},
		item:  item{value: 0.25, count: 8, used: true, values: []float64{5}}, count: 6, place: 4, total: 2.5, twice: plain{}}
	return d, []float64{1, -2, 3.5, 8, -0.5, 2}
}

// results are what the programs return for n = 3 and v = 2, and what they leave in count and total.
var results = map[string]string{
	"variables":     "-4.5 4 2.5",
	"numbers":       "-1.124875 14 2.5",
	"places":        "3.5 6 2",
	"slices":        "-2 6 2.5",
	"comparisons":   "0 96 2.5",
	"unsigned":      "8 6 2.5",
	"branches":      "4 6 4",
	"switches":      "2 6 2",
	"loops":         "4.5 7 2.5",
	"ranges":        "11.5 5 2.5",
	"calls":         "-0.125 6 3.5",
	"extremes":      "8 6 2.5",
	"macros":        "4 6 2",
	"searchUp":      "3.5 6 2.5",
	"searchDown":    "1 6 2.5",
	"searchNumbers": "0 6 2.5",
	"searchCounts":  "3.5 6 2.5",
}

// Go gives each program the results of the language, natively and in WebAssembly.
func TestPrograms(t *testing.T) {
	for name, p := range programs() {
		d, x := given()
		if got := fmt.Sprint(p(d, x, 3, 2), d.count, d.total); got != results[name] {
			t.Errorf("%s: %s, want %s", name, got, results[name])
		}
	}
	if least, largest, count := several([]float64{2, 7, 2}, 3); least != 2 || largest != 7 || count != 2 {
		t.Errorf("several: %v, %v, %d", least, largest, count)
	}
}
