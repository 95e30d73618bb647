package codec

import (
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
)

// LibsvmType returns LIBSVM's name of the kind of model that a machine of the
// catalog is, "" if there is none.
func LibsvmType(machine string) string {
	for _, t := range libsvmTypes() {
		if t.machine == machine {
			return t.name
		}
	}
	return ""
}

// libsvmType is a value of svm_type and the machine that it is here.
type libsvmType struct{ name, machine string }

func libsvmTypes() []libsvmType {
	return []libsvmType{{"c_svc", "SVC"}, {"nu_svc", "NuSVC"}, {"one_class", "OneClassSVM"}, {"epsilon_svr", "SVR"}, {"nu_svr", "NuSVR"}}
}

// libsvmMachine has the parts that the machines which LIBSVM knows have in common.
type libsvmMachine struct {
	model.Machine
	name     string
	kernel   *kernel.Spec
	pairwise *svm.Decisions // of a classifier; nil for the others, which have
	function *svm.Function

	multiClass    string               // of a classifier
	probabilities *calib.Probabilities // of a classifier
}

// asLibsvm returns a machine by its parts, or false if LIBSVM does not know it.
func asLibsvm(m model.Machine) (libsvmMachine, bool) {
	switch m := m.(type) {
	case *svm.SVC:
		return libsvmMachine{Machine: m, name: "SVC", kernel: &m.Kernel, pairwise: &m.Fitted().(*svm.SVCFit).Decisions,
			multiClass: m.MultiClass, probabilities: &m.Probabilities}, true
	case *svm.NuSVC:
		return libsvmMachine{Machine: m, name: "NuSVC", kernel: &m.Kernel, pairwise: &m.Fitted().(*svm.NuSVCFit).Decisions,
			multiClass: m.MultiClass, probabilities: &m.Probabilities}, true
	case *svm.OneClassSVM:
		return libsvmMachine{Machine: m, name: "OneClassSVM", kernel: &m.Kernel, function: &m.Fitted().(*svm.OneClassSVMFit).Function}, true
	case *svm.SVR:
		return libsvmMachine{Machine: m, name: "SVR", kernel: &m.Kernel, function: &m.Fitted().(*svm.SVRFit).Function}, true
	case *svm.NuSVR:
		return libsvmMachine{Machine: m, name: "NuSVR", kernel: &m.Kernel, function: &m.Fitted().(*svm.NuSVRFit).Function}, true
	}
	return libsvmMachine{}, false
}

// newLibsvm returns an unfitted machine for a value of svm_type.
func newLibsvm(name string) (libsvmMachine, bool) {
	for _, t := range libsvmTypes() {
		if t.name == name {
			m, err := catalog.NewMachine(t.machine)
			if err != nil {
				return libsvmMachine{}, false
			}
			return asLibsvm(m)
		}
	}
	return libsvmMachine{}, false
}

// take sets the machine's fit from that of a file, for samples of the given number of features.
// Fields that the file lacks are zero.
func (m *libsvmMachine) take(f *libsvmModel, features int) {
	if m.pairwise == nil {
		*m.function = f.function(features)
		return
	}
	*m.pairwise = f.pairwise(features)
	if fit, ok := m.Fitted().(*svm.NuSVCFit); ok {
		pairs := len(fit.Intercept)
		fit.C, fit.Errors, fit.Support = make([]float64, pairs), make([]float64, pairs), make([]float64, pairs)
	}
}
