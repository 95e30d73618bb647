package codec

import (
	"strconv"

	"maxmargin/core/catalog"
	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/prep"
)

// Pipeline is the name of models that are a chain of machines.
const Pipeline = "Pipeline"

// A machine of several parts has a field "pipeline.steps" with their number, and the fields of
// part i under names that begin with "i.": those of any machine, and the "label" of
// the part.

// putMachine writes the options of a machine and what its fit left behind.
func putMachine(r *model.Record, m model.Machine) {
	composite, ok := m.(model.Composite)
	if !ok {
		model.PutOptions(r, m.Options())
		model.PutFitted(r, m.Fitted())
		return
	}
	parts := composite.Parts()
	r.Put("pipeline.steps", []int32{int32(len(parts))})
	for i, part := range parts {
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

// newMachine returns an unfitted machine of a name; the parts of a pipeline are
// those of the record.
func newMachine(r *model.Record, name string) (model.Machine, error) {
	if name != Pipeline {
		m, err := catalog.NewMachine(name)
		if err != nil {
			return nil, fault.New(fault.Format, "bytes", "the model is a %q, which this release does not know", name)
		}
		return m, nil
	}
	count, err := r.Int("pipeline.steps", 1, 99)
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
		if parts[i].Name == Pipeline {
			return nil, fault.New(fault.Format, "bytes", "the model has a pipeline within a pipeline, which this release does not know")
		}
		if parts[i].Machine, err = newMachine(own, parts[i].Name); err != nil {
			return nil, err
		}
	}
	m, err := prep.NewPipeline(parts)
	if err != nil {
		return nil, fault.New(fault.Format, "bytes", "the model's steps do not go together: %v", err)
	}
	return m, nil
}

// takeMachine reads what putMachine wrote, for k classes.
func takeMachine(r *model.Record, m model.Machine, k int) error {
	if composite, ok := m.(model.Composite); ok {
		for i, part := range composite.Parts() {
			classes := 0
			if catalog.KindOf(part.Machine) == catalog.Classifier {
				classes = k
			}
			if err := takeMachine(r.Part(prefix(i)), part.Machine, classes); err != nil {
				return err
			}
		}
		return nil
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

// Step returns one part of a pipeline as a model of its own.
func (m Model) Step(part int) (Model, error) {
	composite, ok := m.Machine.(model.Composite)
	if !ok || part < 0 || part >= len(composite.Parts()) {
		return Model{}, fault.New(fault.Internal, "", "a %s has no step %d", m.Name, part)
	}
	step := composite.Parts()[part]
	own := Model{Name: step.Name, Features: m.Features, Report: m.Report, Machine: step.Machine}
	if catalog.KindOf(step.Machine) == catalog.Classifier {
		own.Classes = m.Classes
		own.Probability = m.Probability
	}
	return own, nil
}
