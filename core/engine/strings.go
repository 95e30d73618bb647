package engine

import (
	"cmp"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// checkKind returns a fault.Type if samples are strings and the machine compares numbers, or the
// other way round. It precedes all other checks, such as that of the number of columns. name is the
// machine's.
func checkKind(set sample.Set, m model.Machine, name string) error {
	if err := checkTakes(set, m, name); err != nil {
		return err
	}
	text, hasKernel := model.KernelText(model.First(m).Machine.Options())
	if !hasKernel {
		return nil
	}
	k := firstKernel(text)
	if k == nil {
		return nil // the fit returns the error
	}
	if got := set.Kind(); got != kernel.Compares(k) {
		return gram.WrongKind(k, got, "X")
	}
	return nil
}

// onlooker passes progress reports and signals to the present request while kernel values of
// strings are computed. The sets that it watches outlive the request: a model keeps its support
// vectors, a study its samples.
type onlooker struct{ ctl *run.Ctl } // nil between requests

// over returns the samples, watched if they are strings.
func (o *onlooker) over(set sample.Set) sample.Set {
	s, ok := set.(*sample.Sequences)
	if !ok {
		return set
	}
	return s.Watched(func() bool {
		return o.ctl != nil && o.ctl.Checkpoint(func() run.Report { return run.Report{Phase: "kernel"} }) == run.Aborted
	})
}

// watched returns the samples of a request, watched until its end.
func watched(ctl *run.Ctl, set sample.Set) (seen sample.Set, end func()) {
	o := &onlooker{ctl}
	return o.over(set), func() { o.ctl = nil }
}

// checkTakes returns a fault.Type if samples are strings and no option of the machine allows
// strings.
func checkTakes(set sample.Set, m model.Machine, name string) error {
	if _, strings := set.(*sample.Sequences); !strings {
		return nil
	}
	first := model.First(m)
	m, name = first.Machine, cmp.Or(first.Name, name)
	_, hasKernel := model.KernelText(m.Options())
	_, transforms := m.(model.Transformer)
	switch {
	case transforms:
		return fault.New(fault.Type, "X", "X holds strings, but a %s works on columns of numbers; leave it out: kernels of strings need no scaling", name)
	case !hasKernel:
		return fault.New(fault.Type, "X", "X holds strings, but a %s has no kernel that compares them; use a machine with one, such as new SVC({ kernel: kernels.spectrum() }), or turn the strings into numbers first", name)
	}
	return nil
}

// firstKernel returns the first kernel of the option kernel that is not made of others,
// nil if there is none.
func firstKernel(text string) kernel.Kernel {
	tree, err := kernel.Spec{Name: text}.Tree()
	for err == nil && len(tree.Parts) > 0 {
		tree = tree.Parts[0]
	}
	if err != nil {
		return nil
	}
	made, err := catalog.Kernel(tree.Name)
	if err != nil {
		return nil
	}
	return made.(kernel.Kernel)
}
