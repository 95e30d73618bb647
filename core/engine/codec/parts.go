package codec

import (
	"strconv"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Pipeline is the name of models that are a chain of machines.
const Pipeline = catalog.Pipeline

// countField has the number of parts of a machine that holds others. The pipeline was
// the first of them and gave it its name.
const countField = "pipeline.steps"

// mostParts is how many machines a file can have within the first one.
const mostParts = 1000

// LongestName is the longest name of a field of a machine, which leaves space for the prefix of a
// part.
const LongestName = nameSize - len("999.")

func prefix(part int) string { return strconv.Itoa(part) + "." }

// numbers numbers the parts of all machines of a file: those of the first machine begin at 0, and
// those of a part get the next free numbers. So names stay short at any depth.
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
func putMachine(to schema.Writer, before string, m model.Machine, free *numbers) {
	w := to
	if before != "" {
		w = prefixed{before, to}
	}
	for wrapper, ok := m.(model.Wrapper); ok; wrapper, ok = m.(model.Wrapper) {
		schema.PutFitted(w, wrapper.Fitted())
		m = wrapper.Parts()[0].Machine
	}
	schema.PutOptions(w, m.Options())
	schema.PutFitted(w, m.Fitted())
	holder, ok := m.(model.Holder)
	if !ok {
		return
	}
	parts := holder.Parts()
	w.PutInt32(countField, int32(len(parts)))
	first := free.take(len(parts))
	for i, part := range parts {
		at := prefix(first + i)
		to.PutText(at+"machine", part.Name)
		to.PutText(at+"label", part.Label)
		putMachine(to, at, part.Machine, free)
	}
}

// prefixed writes fields whose names begin with the number of a part.
type prefixed struct {
	before string
	to     schema.Writer
}

func (w prefixed) PutFloat64(name string, x float64)    { w.to.PutFloat64(w.before+name, x) }
func (w prefixed) PutFloat64s(name string, x []float64) { w.to.PutFloat64s(w.before+name, x) }
func (w prefixed) PutInt32(name string, x int32)        { w.to.PutInt32(w.before+name, x) }
func (w prefixed) PutInt32s(name string, x []int32)     { w.to.PutInt32s(w.before+name, x) }
func (w prefixed) PutText(name, text string)            { w.to.PutText(w.before+name, text) }

// reader makes the machines of a file.
type reader struct {
	file  *schema.Record
	free  numbers
	nodes []node // machines so far, each before its holder
}

// node is a machine, and the fields that it shares with its wrappers.
type node struct {
	machine model.Machine
	own     *schema.Record
}

// machine returns an unfitted machine of a name; the parts of one that holds others are
// those of the file.
func (r *reader) machine(own *schema.Record, name string) (m model.Machine, err error) {
	if !catalog.IsHolder(name) {
		if m, err = catalog.NewMachine(name); err != nil {
			return nil, schema.Newer("it is a %q", name)
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

func (r *reader) holder(own *schema.Record, name string) (model.Machine, error) {
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

// restore reads the options and the results of all machines, for k classes, which concern
// classifiers alone.
func (r *reader) restore(k int) error {
	for _, node := range r.nodes {
		own := k
		if catalog.KindOf(node.machine) != catalog.Classifier {
			own = 0
		}
		if node.machine == model.Unwrapped(node.machine) {
			if err := schema.TakeOptions(node.own, node.machine.Options()); err != nil {
				return err
			}
		}
		fitted := model.Another(node.machine.Fitted())
		if err := schema.TakeFitted(node.own, fitted, own); err != nil {
			return err
		}
		if err := node.machine.Restore(fitted); err != nil {
			if f := fault.Of(err); f != nil && f.Argument != "bytes" { // a fault that a fit could have
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

// Step returns one part of a machine that holds others, by its number in the file, as a separate
// model. It has the wrappers of the whole, such as probabilities, if it predicts for the whole and
// can have them.
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
