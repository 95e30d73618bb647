// Package catalog lists every machine and every kernel, one line each. It is
// the only package that names them all; what the facade, the documentation and
// the model files know of a machine is derived from its line here.
package catalog

import (
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/svm"
)

// Machine is one line of the catalog.
type Machine struct {
	Name    string
	Summary string
	// New returns an unfitted machine and the options struct that it reads when
	// it is fitted, set to the defaults.
	New func() (m model.Classifier, options any)
}

// KernelEntry is one line of the catalog.
type KernelEntry struct {
	Name    string
	Formula string
	Options []string // which of gamma, degree and coef0 it takes
	New     func(p kernel.Parameters) kernel.Kernel
}

// Machines returns every machine.
func Machines() []Machine {
	return []Machine{
		{"SVC", "Support vector classifier with a soft margin (C-SVC), for two or more classes.", func() (model.Classifier, any) { m := svm.NewSVC(Kernel); return m, &m.Options }},
	}
}

// Kernels returns every kernel.
func Kernels() []KernelEntry {
	return []KernelEntry{
		{"rbf", "exp(-gamma |x-z|^2)", []string{"gamma"}, func(p kernel.Parameters) kernel.Kernel { return kernel.RBF{Gamma: p.Gamma} }},
		{"linear", "<x,z>", nil, func(kernel.Parameters) kernel.Kernel { return kernel.Linear{} }},
		{"poly", "(gamma <x,z> + coef0)^degree", []string{"gamma", "degree", "coef0"}, func(p kernel.Parameters) kernel.Kernel {
			return kernel.Polynomial{Gamma: p.Gamma, Coef0: p.Coef0, Degree: p.Degree}
		}},
		{"sigmoid", "tanh(gamma <x,z> + coef0)", []string{"gamma", "coef0"}, func(p kernel.Parameters) kernel.Kernel { return kernel.Sigmoid{Gamma: p.Gamma, Coef0: p.Coef0} }},
		{"precomputed", "X holds the kernel values: n x n to fit, m x n to predict", nil, func(kernel.Parameters) kernel.Kernel { return kernel.Precomputed{} }},
	}
}

// NewMachine returns the machine of a name and its options.
func NewMachine(name string) (model.Classifier, any, error) {
	var names []string
	for _, m := range Machines() {
		if m.Name == name {
			machine, options := m.New()
			return machine, options, nil
		}
		names = append(names, m.Name)
	}
	return nil, nil, unknown("machine", name, names)
}

// Kernel returns the kernel of a name.
func Kernel(name string, p kernel.Parameters) (kernel.Kernel, error) {
	var names []string
	for _, k := range Kernels() {
		if k.Name == name {
			return k.New(p), nil
		}
		names = append(names, k.Name)
	}
	return nil, unknown("kernel", name, names)
}

func unknown(what, name string, names []string) error {
	e := fault.New(fault.Option, what, "there is no %s %q; there are %v", what, name, names)
	if near := fault.Nearest(name, names); near != "" {
		e.With("nearest", near)
	}
	return e
}
