package engine

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// RegularizationPath follows the solution of an SVC along C. The model that it keeps has all
// support vectors of the path; see svm.SVC.Path.
func (e *Engine) RegularizationPath(ctl *run.Ctl, request FitRequest, options any, X Table, y Targets, path svm.PathRequest) (found *svm.Path, bytes []byte, report FitReport, err error) {
	bytes, report, err = e.learn(ctl, request, options, X, y, func(m model.Machine) fitting {
		return func(ctl *run.Ctl, t model.Training) (report model.Report, err error) {
			machine, ok := m.(*svm.SVC)
			if !ok {
				return report, fault.New(fault.Internal, "", "a %s has no regularisation path", request.Machine)
			}
			found, report, err = machine.Path(ctl, t, path)
			return report, err
		}
	})
	return found, bytes, report, err
}

// PathModelRequest names a path and a value of C whose model is wanted.
type PathModelRequest struct {
	Model     int     `js:"model"`
	C         float64 `js:"C"`
	Intercept float64 `js:"intercept"`
}

// PathModel returns the bytes of the SVC of a C on a path, of which coef has the coefficient of
// each sample.
func (e *Engine) PathModel(request PathModelRequest, coef []float64) ([]byte, error) {
	entry, err := e.find(request.Model)
	if err != nil {
		return nil, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	base, ok := entry.Machine.(*svm.SVC)
	if !ok {
		return nil, fault.New(fault.Internal, "", "a %s is no model of a regularisation path", entry.Name)
	}
	fresh, err := catalog.NewMachine("SVC")
	if err != nil {
		return nil, err
	}
	model.Assign(fresh, model.Options(base))
	made := fresh.(*svm.SVC)
	made.C = request.C
	kept := entry.Model
	if kept.Report, err = base.At(made, coef, request.Intercept); err != nil {
		return nil, err
	}
	kept.Machine = made
	return codec.Encode(kept)
}
