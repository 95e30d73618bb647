package engine

import (
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
	"maxmargin/core/servers"
)

// Learner is the type of Fit.
type Learner func(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets) ([]byte, FitReport, error)

// Sharing returns Fit with kernel rows that servers compute in other threads. They return when
// the fit has ended.
func (e *Engine) Sharing(shared servers.Shared) Learner {
	return func(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets) ([]byte, FitReport, error) {
		asker := servers.NewAsker(shared, X.Rows)
		defer asker.End()
		return e.learn(ctl, request, options, X, y, func(m model.Machine) fitting {
			return func(ctl *run.Ctl, t model.Training) (model.Report, error) {
				t.Servers = &gram.Servers{Server: asker, Set: t.X}
				return m.Fit(ctl, t)
			}
		})
	}
}

// ServeRows computes kernel rows for a fit with the same request, options and samples in
// another thread, until that has ended.
func (e *Engine) ServeRows(request FitRequest, options any, X Table, shared servers.Shared) error {
	machine, _, err := e.prepare(request, options)
	if err != nil {
		return err
	}
	set, err := X.set(machine)
	if err != nil {
		return err
	}
	if _, err := e.admit(FitOperation(options), "X", FitSize(options, X.Shape, X.stored(), 0), X.bytes()); err != nil {
		return err
	}
	maker, ok := machine.(interface {
		KernelFor(x sample.Set) (kernel.Kernel, []float64, error)
	})
	if !ok {
		return fault.New(fault.Internal, "", "a %s has no kernel rows to serve", request.Machine)
	}
	k, _, err := maker.KernelFor(set)
	if err != nil {
		return err
	}
	if !kernel.IsGiven(k) {
		servers.Serve(shared, k, set)
	}
	return nil
}
