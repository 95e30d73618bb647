package codec

import (
	"errors"
	"strconv"

	"maxmargin/core/catalog"
	"maxmargin/core/fault"
	"maxmargin/core/model"
)

// Pipeline is the name of models that are a chain of machines.
const Pipeline = catalog.Pipeline

// countField has the number of parts of a machine that holds others. The pipeline was
// the first of them and gave it its name.
const countField = "pipeline.steps"

// mostParts is how many machines a file can have within the first one.
const mostParts = 1000

// LongestName is how long the name of a field of a machine can be, so that there is
// room for the prefix of a part before it.
const LongestName = nameSize - len("999.")

func prefix(part int) string { return strconv.Itoa(part) + "." }

// numbers gives the parts of all machines of a file their numbers: those of the first
// machine begin at 0, and those of a part that holds others follow all that have a number
// by then. So names stay short however deep the parts are.
type numbers struct{ next int }

// take returns the number of the first of some parts.
func (n *numbers) take(count int) (first int) {
	first = n.next
	n.next += count
	return first
}

// full reports whether there are more parts than a file can have.
func (n *numbers) full() bool { return n.next > mostParts }

// putMachine writes the options of a machine and what its fit left behind, and the same of
// what is wrapped around it; of a machine that holds others also the number of its parts,
// and their fields. Those of part i have names that begin with "i.": the fields of any
// machine, and the "label" of the part.
func putMachine(r *model.Record, before string, m model.Machine, free *numbers) {
	own := &model.Record{}
	for w, ok := m.(model.Wrapper); ok; w, ok = m.(model.Wrapper) {
		model.PutFitted(own, w.Fitted())
		m = w.Parts()[0].Machine
	}
	model.PutOptions(own, m.Options())
	model.PutFitted(own, m.Fitted())
	var parts []model.Part
	if holder, ok := m.(model.Holder); ok {
		parts = holder.Parts()
		own.Put(countField, []int32{int32(len(parts))})
	}
	for _, f := range own.Fields {
		r.Put(before+f.Name, f.Value)
	}
	first := free.take(len(parts))
	for i, part := range parts {
		at := prefix(first + i)
		r.Put(at+"machine", part.Name)
		r.Put(at+"label", part.Label)
		putMachine(r, at, part.Machine, free)
	}
}

// reader makes the machines of a file.
type reader struct {
	file  *model.Record
	free  numbers
	nodes []node // those made so far, each before what holds it
}

// node is a machine, and the fields that it shares with what wraps it.
type node struct {
	machine model.Machine
	own     *model.Record
}

// machine returns an unfitted machine of a name; the parts of one that holds others are
// those of the file.
func (r *reader) machine(own *model.Record, name string) (m model.Machine, err error) {
	if !catalog.IsHolder(name) {
		if m, err = catalog.NewMachine(name); err != nil {
			return nil, model.Newer("it is a %q", name)
		}
	} else if m, err = r.holder(own, name); err != nil {
		return nil, err
	}
	r.nodes = append(r.nodes, node{m, own})
	for _, w := range catalog.Wrappers() {
		if !own.Has(w.Field) {
			continue
		}
		if m, err = w.New(model.Part{Name: name, Machine: m}); err != nil {
			return nil, apart(err)
		}
		r.nodes = append(r.nodes, node{m, own})
	}
	return m, nil
}

func (r *reader) holder(own *model.Record, name string) (model.Machine, error) {
	count, err := own.Int(countField, 0, mostParts)
	if err != nil {
		return nil, err
	}
	first := r.free.take(count)
	if r.free.full() {
		return nil, fault.New(fault.Format, "bytes", "the model claims to be made of more than %d machines", mostParts)
	}
	parts := make([]model.Part, count)
	for i := range parts {
		own := r.file.Part(prefix(first + i))
		if parts[i].Name, err = own.Text("machine"); err != nil {
			return nil, err
		}
		if parts[i].Label, err = own.Text("label"); err != nil {
			return nil, err
		}
		if parts[i].Machine, err = r.machine(own, parts[i].Name); err != nil {
			return nil, err
		}
	}
	m, err := catalog.NewHolder(name, parts)
	if err != nil {
		return nil, apart(err)
	}
	return m, nil
}

func apart(err error) error {
	return fault.New(fault.Format, "bytes", "the model's parts do not go together: %v", err)
}

// restore reads the options of all machines and what their fits left behind, for k
// classes, which those that are no classifiers do not know.
func (r *reader) restore(k int) error {
	for _, node := range r.nodes {
		own := k
		if catalog.KindOf(node.machine) != catalog.Classifier {
			own = 0
		}
		if node.machine == model.Unwrapped(node.machine) {
			if err := model.TakeOptions(node.own, node.machine.Options()); err != nil {
				return err
			}
		}
		fitted := model.Another(node.machine.Fitted())
		if err := model.TakeFitted(node.own, fitted, own); err != nil {
			return err
		}
		if err := node.machine.Restore(fitted); err != nil {
			var f *fault.Error
			if errors.As(err, &f) && f.Argument != "bytes" { // what would be wrong in a fit
				err = fault.New(fault.Format, "bytes", "the model's options are not valid: %v", err)
			}
			return err
		}
	}
	for _, node := range r.nodes {
		if err := node.own.Unknown(); err != nil {
			return err
		}
	}
	return nil
}

// numbered returns all parts within a machine, by their numbers in its file.
func numbered(m model.Machine) (all []model.Part) {
	holder, ok := model.Unwrapped(m).(model.Holder)
	if !ok {
		return nil
	}
	var visit func(parts []model.Part)
	visit = func(parts []model.Part) { // in the order of putMachine
		all = append(all, parts...)
		for _, part := range parts {
			if inner, ok := model.Unwrapped(part.Machine).(model.Holder); ok {
				visit(inner.Parts())
			}
		}
	}
	visit(holder.Parts())
	return all
}

// Step returns one part of a machine that holds others, by its number in the file, as a
// model of its own. It has what is wrapped around the whole, such as probabilities, if it
// is the part that predicts for the whole and can have it.
func (m Model) Step(part int) (Model, error) {
	all := numbered(m.Machine)
	if part < 0 || part >= len(all) {
		return Model{}, fault.New(fault.Internal, "", "a %s has no step %d", m.Name, part)
	}
	step := all[part]
	own := Model{Name: step.Name, Features: m.Features, Report: m.Report, Machine: step.Machine}
	if catalog.KindOf(step.Machine) == catalog.Classifier {
		own.Classes = m.Classes
	}
	if w, ok := m.Machine.(model.Wrapper); ok {
		own.Machine = w.Around(step)
	}
	return own, nil
}
