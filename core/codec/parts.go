package codec

import (
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

// putMachine writes the options of a machine and what its fit left behind; of a machine
// that holds others also the number of its parts, and their fields. Those of part i have
// names that begin with "i.": the fields of any machine, and the "label" of the part.
func putMachine(r *model.Record, m model.Machine) {
	model.PutOptions(r, m.Options())
	model.PutFitted(r, m.Fitted())
	holder, ok := m.(model.Holder)
	if !ok {
		return
	}
	r.Put(countField, []int32{int32(len(holder.Parts()))})
	for i, part := range holder.Parts() {
		own := &model.Record{}
		own.Put("machine", part.Name)
		own.Put("label", part.Label)
		putMachine(own, part.Machine)
		for _, f := range own.Fields {
			r.Put(prefix(i)+f.Name, f.Value)
		}
	}
}

func prefix(part int) string { return strconv.Itoa(part) + "." }

// mostParts is how many parts a machine can have.
const mostParts = 99

// LongestName is how long the name of a field of a machine can be, so that there is
// room for the prefix of a part before it.
const LongestName = nameSize - len("98.")

// newMachine returns an unfitted machine of a name; the parts of one that holds others
// are those of the record.
func newMachine(r *model.Record, name string) (model.Machine, error) {
	if !catalog.IsHolder(name) {
		m, err := catalog.NewMachine(name)
		if err != nil {
			return nil, model.Newer("it is a %q", name)
		}
		return m, nil
	}
	count, err := r.Int(countField, 1, mostParts)
	if err != nil {
		return nil, err
	}
	parts := make([]model.Part, count)
	for i := range parts {
		own := r.Part(prefix(i))
		if parts[i].Name, err = own.Text("machine"); err != nil {
			return nil, err
		}
		if parts[i].Label, err = own.Text("label"); err != nil {
			return nil, err
		}
		if catalog.IsHolder(parts[i].Name) {
			return nil, model.Newer("it has a %s within a %s", parts[i].Name, name)
		}
		if parts[i].Machine, err = newMachine(own, parts[i].Name); err != nil {
			return nil, err
		}
	}
	m, err := catalog.NewHolder(name, parts)
	if err != nil {
		return nil, fault.New(fault.Format, "bytes", "the model's parts do not go together: %v", err)
	}
	return m, nil
}

// takeMachine reads what putMachine wrote, for k classes.
func takeMachine(r *model.Record, m model.Machine, k int) error {
	if holder, ok := m.(model.Holder); ok {
		for i, part := range holder.Parts() {
			if err := takePart(r.Part(prefix(i)), part.Machine, k); err != nil {
				return err
			}
		}
	}
	if err := model.TakeOptions(r, m.Options()); err != nil {
		return err
	}
	fitted := m.Fitted()
	if err := model.TakeFitted(r, fitted, k); err != nil {
		return err
	}
	return m.Restore(fitted)
}

// takePart reads one part of a machine for k classes, which a part that is no
// classifier does not know.
func takePart(r *model.Record, m model.Machine, k int) error {
	if catalog.KindOf(m) != catalog.Classifier {
		k = 0
	}
	if err := takeMachine(r, m, k); err != nil {
		return err
	}
	r.Has("machine")
	r.Has("label")
	return r.Unknown()
}

// Step returns one part of a machine that holds others as a model of its own.
func (m Model) Step(part int) (Model, error) {
	holder, ok := m.Machine.(model.Holder)
	if !ok || part < 0 || part >= len(holder.Parts()) {
		return Model{}, fault.New(fault.Internal, "", "a %s has no step %d", m.Name, part)
	}
	step := holder.Parts()[part]
	own := Model{Name: step.Name, Features: m.Features, Report: m.Report, Machine: step.Machine}
	if catalog.KindOf(step.Machine) == catalog.Classifier {
		own.Classes = m.Classes
		own.Probability = m.Probability
	}
	return own, nil
}
