package engine

import (
	"maxmargin/core/catalog"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// checkKind returns a fault.Type when samples are strings and the machine does not
// compare strings, or the other way round: before anything else is said of them, such as
// how many columns they have. name is that of the machine.
func checkKind(set sample.Set, m model.Machine, name string) error {
	if err := checkTakes(set, m, name); err != nil {
		return err
	}
	text, hasKernel := model.KernelText(first(m).Options())
	if !hasKernel {
		return nil
	}
	k := firstKernel(text)
	if k == nil {
		return nil // the machine says what is wrong with it
	}
	_, strings := set.(*sample.Sequences)
	switch _, compares := k.(kernel.Sequence); {
	case strings && !compares:
		return gram.NoStrings(k, "X")
	case compares && !strings:
		return gram.NoNumbers(k, "X")
	}
	return nil
}

// watch lets ctl look on while the kernel values of strings are computed, until end is
// called.
func watch(ctl *run.Ctl, set sample.Set) (end func()) {
	s, ok := set.(*sample.Sequences)
	if !ok {
		return func() {}
	}
	if s.Watch == nil {
		s.Watch = &sample.Watch{}
	}
	s.Watch.Pause = func() bool {
		return ctl.Checkpoint(func() run.Report { return run.Report{Phase: "kernel"} }) == run.Aborted
	}
	return func() { s.Watch.Pause = nil }
}

// first returns the first machine of a pipeline, or the machine.
func first(m model.Machine) model.Machine {
	if c, ok := m.(model.Composite); ok {
		return c.Parts()[0].Machine
	}
	return m
}

// checkTakes returns a fault.Type when samples are strings and the machine can take none
// whatever its options are.
func checkTakes(set sample.Set, m model.Machine, name string) error {
	if _, strings := set.(*sample.Sequences); !strings {
		return nil
	}
	if c, ok := m.(model.Composite); ok {
		name = c.Parts()[0].Name
	}
	m = first(m)
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
