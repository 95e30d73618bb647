//go:build js

package main

import (
	"syscall/js"
	"time"

	"maxmargin/core/base/run"
	"maxmargin/core/engine/wire"
)

// progressPeriod keeps progress reports to 20 per second.
const progressPeriod = 50 * time.Millisecond

// controls says which functions the control object of a call has.
type controls struct{ progress, yield bool }

// watcher connects one running operation with JavaScript: it sends reports, lets the event loop
// run, and receives signals.
type watcher struct {
	control    js.Value
	reports    bool            // control.progress is there
	resume     js.Func         // if there is control.yield: its argument, which continues the work
	signals    chan run.Signal // nil unless the operation yields
	nextReport run.Instant
}

// watch returns the watcher for the control object of a call. Release it.
func watch(control js.Value, does controls) *watcher {
	w := &watcher{control: control, reports: does.progress}
	if does.yield {
		w.signals = make(chan run.Signal, 1)
		w.resume = js.FuncOf(func(_ js.Value, args []js.Value) any {
			w.signals <- run.Signal(args[0].Int())
			return nil
		})
	}
	return w
}

func (w *watcher) yields() bool { return w.signals != nil }

func (w *watcher) release() {
	if w.yields() {
		w.resume.Release()
	}
}

// ctl returns the Ctl to run the operation under.
func (w *watcher) ctl() *run.Ctl {
	if !w.reports && !w.yields() {
		return nil
	}
	return run.Watcher{Observe: w.observe, Warn: w.warn}.Ctl()
}

// warn passes a warning on where reports go.
func (w *watcher) warn(code, message string) run.Signal {
	if !w.reports {
		return run.Continue
	}
	return w.progress(map[string]any{"code": code, "message": message})
}

// progress sends a report and returns the answer.
func (w *watcher) progress(report any) run.Signal {
	return run.Signal(send(w.control, "progress", wire.Append(nil, report)).Int())
}

// observe is called after every slice.
func (w *watcher) observe(report run.Report) run.Signal {
	if now := run.Now(); w.reports && !now.Before(w.nextReport) {
		w.nextReport = now.Add(progressPeriod)
		if signal := w.progress(report); signal != run.Continue {
			return signal
		}
	}
	if !w.yields() {
		return run.Continue
	}
	w.control.Call("yield", w.resume)
	return <-w.signals
}
