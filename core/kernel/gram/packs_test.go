package gram_test

import (
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
)

// One sparse sample of millions of columns was stored densely, in a panel of many samples: 1 KB took
// hundreds of megabytes.
func TestFewWideSparseSamplesStaySparse(t *testing.T) {
	set := &sample.CSR{N: 1, D: 5_000_000, Ptr: []int32{0, 1}, Index: []int32{7}, Value: []float64{1}}
	if gram.Packs(set) {
		t.Error("stored densely")
	}
	if set.D = 500_000; !gram.Packs(set) {
		t.Error("a small one is not")
	}
}
