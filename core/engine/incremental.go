package engine

import (
	"slices"
	"time"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// Remove removes rows of the training set of the incremental machine request.Start, and keeps the
// result under request.Model. The first machine keeps its result.
func (e *Engine) Remove(ctl *run.Ctl, request FitRequest, options any, rows []int32) ([]byte, FitReport, error) {
	began := time.Now()
	fail := func(err error) ([]byte, FitReport, error) {
		return nil, FitReport{}, named(err, request.Classes.Names)
	}
	request.Update = true
	machine, _, err := e.prepare(request, options)
	if err != nil {
		return fail(err)
	}
	incremental, ok := machine.(model.Incremental)
	if !ok {
		return fail(fault.New(fault.Internal, "", "samples cannot leave a %s", request.Machine))
	}
	report, err := incremental.Remove(ctl, rows)
	if err == nil && report.Status == run.Aborted {
		err = run.ErrAborted
	}
	if err != nil {
		e.handBack(request, machine)
		return fail(err)
	}
	bytes, made, err := e.adopt(request, machine, report, nil)
	if err != nil {
		return fail(err)
	}
	made.Milliseconds, made.Warnings = millisecondsSince(began), warnings(machine, report, false)
	return bytes, made, nil
}

// continued initialises machine from the model of an entry. Kernel rows and factors, which are
// large, are moved; the old result stays.
func continued(machine model.Incremental, from *entry) {
	from.mutex.Lock()
	defer from.mutex.Unlock()
	machine.Continue(from.Machine)
}

// widen announces to a machine that its next update brings classes beside those that it has.
func widen(machine model.Machine, from, to []string) error {
	places := make([]int32, len(from))
	for c, name := range from {
		places[c] = int32(slices.Index(to, name))
	}
	widening, ok := machine.(model.Widening)
	if !ok || slices.Min(places) < 0 {
		return fault.New(fault.Internal, "y", "a change of a %T cannot turn the classes %q into %q", machine, from, to)
	}
	widening.Widen(places)
	return nil
}

// handBack returns the kernel rows and factors of a failed change to the machine that it started
// from.
func (e *Engine) handBack(request FitRequest, machine model.Machine) {
	incremental, ok := machine.(model.Incremental)
	if !ok || request.Start == 0 || !request.Update {
		return
	}
	if from, err := e.find(request.Start); err == nil {
		from.mutex.Lock()
		defer from.mutex.Unlock()
		from.Machine.(model.Incremental).Continue(incremental)
	}
}

// Certificate answers with how far an incremental model is from the exact solution for its rows.
func (e *Engine) Certificate(ctl *run.Ctl, id int) (model.Certificate, error) {
	entry, err := e.find(id)
	if err != nil {
		return model.Certificate{}, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	incremental, ok := entry.Machine.(model.Incremental)
	if !ok {
		return model.Certificate{}, fault.New(fault.Internal, "model", "a %s has no certificate", entry.Name)
	}
	return incremental.Certify(ctl)
}

// letLeave leaves out each sample of an incremental machine in turn.
func (e *Engine) letLeave(ctl *run.Ctl, r LeaveOutRequest, machine model.Incremental, set sample.Set, y Targets, classes int) (out tune.LeftOut, err error) {
	if r.Method != "exact" {
		return out, fault.New(fault.Option, "method", "method '%s' needs an SVC of two classes with loss 'hinge' or 'squaredHinge'; take 'exact'", r.Method)
	}
	if fit, ok := machine.Fitted().(interface{ Given() bool }); ok && fit.Given() {
		return out, fault.New(fault.Option, "kernel", "leaveOneOut takes the rows out of an incremental machine by their kernel values, and of a precomputed kernel the model keeps none; name a kernel that is computed from the rows, or take crossValidate with as many folds as rows")
	}
	data, err := y.data(machine, set, classes)
	if err != nil {
		return out, err
	}
	if !machine.Trained(data) {
		return out, fault.New(fault.Option, "X", "X, and y where the machine takes one, must be of the rows that the model has now: those of the fit, and of each add and remove after it")
	}
	out.Labels, out.Values, out.Fits, err = machine.LeaveOut(ctl)
	return out, err
}
