//go:build !js

package catalog_test

import (
	"os"
	"strconv"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/check"
)

// sampled is how many cases of each machine TestSweep draws.
const sampled = 12

// TestSweep applies check.Sweep to every machine of the catalog: to cases that it draws by the
// number in MAXMARGIN_SWEEP, which make test takes from the commit, or to all where that is "all"
// (make sweep).
func TestSweep(t *testing.T) {
	seed, count := uint64(1), sampled
	if text := os.Getenv("MAXMARGIN_SWEEP"); text == "all" {
		count = 0
	} else if text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("MAXMARGIN_SWEEP is %q, not 'all' or a number", text)
		}
	}
	for _, m := range catalog.Machines() {
		t.Run(m.Name, func(t *testing.T) {
			cases, long, faults := check.Sweep(m, seed, count)
			for _, f := range faults {
				t.Error(f)
			}
			if len(faults) > 0 && count > 0 {
				t.Errorf("these were drawn with MAXMARGIN_SWEEP=%d", seed)
			}
			t.Logf("%d cases, %d of them long", cases, len(long))
		})
	}
}
