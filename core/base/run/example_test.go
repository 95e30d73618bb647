package run_test

import (
	"fmt"
	"time"

	"maxmargin/core/base/run"
)

// Work calls Checkpoint, and the observer answers whether to go on. The clock of this
// example moves by 4 ms with each look at it.
func Example() {
	var now run.Instant
	ctl := run.Watcher{
		Now: func() run.Instant { now = now.Add(4 * time.Millisecond); return now },
		Observe: func(r run.Report) run.Signal {
			fmt.Println("iteration", r.Iteration)
			if r.Iteration > 5 {
				return run.Stop // keep the result so far
			}
			return run.Continue
		},
	}.Ctl()
	for i := 1; ; i++ {
		if status := ctl.Checkpoint(func() run.Report { return run.Report{Iteration: i} }); status != "" {
			fmt.Println(status)
			break
		}
	}
	// Output:
	// iteration 4
	// iteration 7
	// stopped
}

// A time limit holds for the derived Ctl only.
func ExampleCtl_Within() {
	var now run.Instant
	ctl := run.Watcher{Now: func() run.Instant { now = now.Add(time.Second); return now }}.Ctl()
	report := func() run.Report { return run.Report{} }
	limited := ctl.Within(100)
	fmt.Printf("%q %q\n", limited.Checkpoint(report), ctl.Checkpoint(report))
	fmt.Println(limited.Wanted(report)) // unfinished work has no result here, so the time limit is ignored
	// Output:
	// "timeLimit" ""
	// true
}
