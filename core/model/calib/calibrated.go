package calib

import (
	"errors"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
	"maxmargin/core/model/schema"
)

// Calibrated is a classifier with probabilities: a model.Wrapper around the classifier
// whose decision values they are made of, and which has the options for them.
type Calibrated struct {
	classifier model.Classifier
	part       model.Part
	learnt     *Fit // nil: the last fit learnt none
}

// New returns a classifier within a Calibrated, or an error when the part is no
// classifier.
func New(part model.Part) (model.Machine, error) {
	m, ok := part.Machine.(model.Classifier)
	if !ok {
		return nil, fault.New(fault.Type, "probability", "a %s is no classifier and has no probabilities", part.Name)
	}
	return &Calibrated{m, part, &Fit{}}, nil
}

// Wanted reports whether a machine is a classifier that is to give probabilities: because
// its options ask for them, or because it implies them.
func Wanted(m model.Machine) bool {
	if _, ok := m.(model.Classifier); !ok {
		return false
	}
	core := model.Core(m)
	if schema.Check(core.Options()) != nil {
		return false // the fit returns the error
	}
	return Of(core.Options()).Method != None || implied(core, 2) != nil
}

// Options returns a pointer to the options of the classifier.
func (c *Calibrated) Options() any { return c.classifier.Options() }

// Outputs returns how many decision values a sample has.
func (c *Calibrated) Outputs(shape string) (int, error) { return c.classifier.Outputs(shape) }

// Decision returns the decision values of the classifier.
func (c *Calibrated) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return c.classifier.Decision(ctl, x, shape)
}

// Predict returns the classes that the classifier predicts.
func (c *Calibrated) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return c.classifier.Predict(ctl, x)
}

// Parts returns the classifier.
func (c *Calibrated) Parts() []model.Part { return []model.Part{c.part} }

// Steps returns the steps of a classifier that is a model.Chain, else the classifier.
func (c *Calibrated) Steps() (before []model.Transformer, last model.Machine) {
	if chain, ok := c.classifier.(model.Chain); ok {
		return chain.Steps()
	}
	return nil, c.classifier
}

// Learns returns what the classifier learns.
func (c *Calibrated) Learns() model.Target { return model.Learns(c.classifier) }

// Around returns the probabilities for another classifier with the same decision values,
// such as the last step of a pipeline.
func (c *Calibrated) Around(part model.Part) model.Machine {
	m, err := New(part)
	if err != nil || m.Restore(c.Fitted()) != nil {
		return part.Machine
	}
	return m
}

// Fitted returns what makes the probabilities, or a pointer to nothing when the last fit
// learnt none.
func (c *Calibrated) Fitted() any {
	if c.learnt == nil {
		return &struct{}{}
	}
	return c.learnt
}

// Restore takes over what makes probabilities of the decision values of the classifier,
// which has been restored.
func (c *Calibrated) Restore(fitted any) error {
	f, some := fitted.(*Fit)
	if some && f.Values > 0 {
		cols, err := c.classifier.Outputs(reduction.OneVsRest)
		if err != nil {
			return err
		}
		if err := f.Restore(max(cols, 2)); err != nil {
			return err
		}
	}
	c.learnt = f
	return nil
}

// Fit fits the classifier and learns its probabilities. On an error or an abort both stay
// as they were.
func (c *Calibrated) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if t.Start != nil {
		t.Start = model.Unwrapped(t.Start)
	}
	own := model.Core(c.classifier).Options()
	options := Of(own)
	if options.Method == None {
		report, err := c.classifier.Fit(ctl, t)
		return c.imply(t, report, err)
	}
	back := model.Keep(c.classifier)
	report, learnt, err := c.train(ctl, t, options, schema.Seed(own))
	if err != nil || report.Status == run.Aborted {
		if lost := back(); lost != nil {
			err = errors.Join(err, lost)
		}
		return model.Report{Status: report.Status}, err
	}
	c.learnt = learnt
	return report, nil
}

// Update has the classifier, a model.Updatable, go on learning where its decision values
// imply probabilities.
func (c *Calibrated) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if Of(c.Options()).Method != None {
		return model.Report{}, fault.New(fault.Option, "probability", "probabilities are learnt by fitting again to parts of all samples, but partialFit has only the new ones; set probability to 'none', or use fit")
	}
	report, err := c.classifier.(model.Updatable).Update(ctl, t)
	return c.imply(t, report, err)
}

// Divide returns the problems of the classifier's fit to all samples.
func (c *Calibrated) Divide(t model.Training) (model.Division, error) {
	if d, ok := c.classifier.(model.Divisible); ok {
		return d.Divide(t)
	}
	return nil, nil
}

// imply takes over the probabilities that a fit implies which ended so.
func (c *Calibrated) imply(t model.Training, report model.Report, err error) (model.Report, error) {
	if err == nil && report.Status != run.Aborted {
		c.learnt = implied(model.Core(c.classifier), t.Classes())
	}
	return report, err
}

// Probabilities returns the probability of each class for every sample of x, row by row.
func (c *Calibrated) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if c.learnt == nil {
		return nil, model.NoProbabilities()
	}
	return c.learnt.of(ctl, c.classifier, x)
}
