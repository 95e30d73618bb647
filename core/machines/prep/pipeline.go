package prep

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// NewPipeline returns a machine that applies transformers to samples and passes the result to its
// last part, a classifier, a regressor, a detector or a transformer, whose kind it has. Each
// transformer learns from the output of the last one. NewPipeline fails if the parts cannot be
// combined in this order.
func NewPipeline(parts []model.Part) (model.Machine, error) {
	if len(parts) == 0 || len(parts) > MaxParts {
		return nil, fault.New(fault.Option, "steps", "a pipeline has 1 to %d steps, got %d", MaxParts, len(parts))
	}
	p := pipeline{parts: parts}
	last := len(parts) - 1
	for _, part := range parts[:last] {
		t, ok := part.Machine.(model.Transformer)
		if !ok {
			return nil, fault.New(fault.Option, "steps", "%s cannot stand before another step: it does not transform samples", part.Name)
		}
		p.before = append(p.before, t)
	}
	switch m := parts[last].Machine.(type) {
	case model.Prober:
		return &prober{classifier{p, m}}, nil
	case model.Classifier:
		return &classifier{p, m}, nil
	case model.Regressor:
		return &regressor{p, m}, nil
	case model.Detector:
		return &detector{p, m}, nil
	case model.Transformer:
		return &transformer{p, m}, nil
	}
	return nil, fault.New(fault.Option, "steps", "%s cannot be the last step of a pipeline: that is a classifier, a regressor, a detector or a transformer", parts[last].Name)
}

// MaxParts keeps the names of fields in a model file short.
const MaxParts = 99

// pipeline is the common base of pipelines of all kinds.
type pipeline struct {
	parts  []model.Part
	before []model.Transformer
}

type classifier struct {
	pipeline
	last model.Classifier
}

// prober is a classifier whose last part gives probabilities.
type prober struct{ classifier }

type regressor struct {
	pipeline
	last model.Regressor
}

type detector struct {
	pipeline
	last model.Detector
}

type transformer struct {
	pipeline
	last model.Transformer
}

// Parts returns the steps.
func (p *pipeline) Parts() []model.Part { return p.parts }

// Steps returns the transformers, including those of an inner pipeline, and the part after them.
func (p *pipeline) Steps() (before []model.Transformer, last model.Machine) {
	before, last = p.before, p.parts[len(p.before)].Machine
	if inner, ok := last.(model.Chain); ok {
		var more []model.Transformer
		more, last = inner.Steps()
		before = append(before[:len(before):len(before)], more...)
	}
	return before, last
}

// Options returns a pointer to nothing: the parts have the options.
func (p *pipeline) Options() any { return &struct{}{} }

// Fitted returns a pointer to nothing: the parts have the result of a fit.
func (p *pipeline) Fitted() any { return &struct{}{} }

// Restore does nothing: each part is restored by itself.
func (p *pipeline) Restore(any) error { return nil }

// Fit fits each transformer to the output of the last one, and the last part to the output of the
// last transformer. After an error or an abort all parts are unchanged.
func (p *pipeline) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return wholly(p.keep(), func() (model.Report, error) { return p.fit(ctl, t) })
}

func (p *pipeline) fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	last := p.parts[len(p.before)].Machine
	if len(p.before) > 0 && model.TakesGram(last) {
		return model.Report{}, fault.New(fault.Option, "kernel", "a precomputed kernel cannot follow %s, because X holds kernel values and not features. Use another kernel, or compute the kernel of scaled samples", p.parts[0].Name)
	}
	var notes []model.Note
	for _, step := range p.before {
		report, err := step.Fit(ctl, t)
		if err != nil || report.Status == run.Aborted {
			return report, err
		}
		notes = append(notes, report.Notes...)
		if t.X, err = step.Transform(ctl, t.X); err != nil {
			return model.Report{}, err
		}
	}
	if _, inner := last.(model.Chain); !inner && t.Start != nil {
		t.Start = model.Core(t.Start)
	}
	report, err := last.Fit(ctl, t)
	report.Notes = append(notes, report.Notes...)
	return report, err
}

// keep remembers the transformers. The last part restores its result itself.
func (p *pipeline) keep() (back func() error) {
	before := make([]model.Machine, len(p.before))
	for i, step := range p.before {
		before[i] = step
	}
	return model.Keep(before...)
}

// transform returns x as the last part gets it.
func (p *pipeline) transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	for i, step := range p.before {
		var err error
		if x, err = step.Transform(ctl, x); err != nil {
			return nil, inColumns(err, p.before[:i])
		}
	}
	return x, nil
}

// inColumns turns a fault of what follows steps into one about the columns of their samples.
func inColumns(err error, steps []model.Transformer) error {
	for i := len(steps) - 1; i >= 0; i-- {
		err = sample.Sourced(err, model.Sources(steps[i]))
	}
	return err
}

// Predict returns the class of every sample of x.
func (p *classifier) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	x, err := p.transform(ctl, x)
	if err != nil {
		return nil, err
	}
	return p.last.Predict(ctl, x)
}

// Outputs returns how many decision values a sample has; see reduction.Scheme.
func (p *classifier) Outputs(shape string) (int, error) { return p.last.Outputs(shape) }

// Decision returns the decision values of every sample of x.
func (p *classifier) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if x, err = p.transform(ctl, x); err != nil {
		return nil, 0, err
	}
	return p.last.Decision(ctl, x, shape)
}

// Probabilities returns the probability of each class for every sample of x, row by row.
func (p *prober) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	x, err := p.transform(ctl, x)
	if err != nil {
		return nil, err
	}
	return p.last.(model.Prober).Probabilities(ctl, x)
}

// Predict returns the value for every sample of x.
func (p *regressor) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	x, err := p.transform(ctl, x)
	if err != nil {
		return nil, err
	}
	return p.last.Predict(ctl, x)
}

// Predict returns +1 for every sample of x that lies inside and -1 for the others.
func (p *detector) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	x, err := p.transform(ctl, x)
	if err != nil {
		return nil, err
	}
	return p.last.Predict(ctl, x)
}

// Decision returns a value for every sample of x, which is >= 0 inside.
func (p *detector) Decision(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	x, err := p.transform(ctl, x)
	if err != nil {
		return nil, err
	}
	return p.last.Decision(ctl, x)
}

// Transform returns the output of the last step.
func (p *transformer) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	x, err := p.transform(ctl, x)
	if err != nil {
		return nil, err
	}
	made, err := p.last.Transform(ctl, x)
	return made, inColumns(err, p.before)
}

var (
	_ model.Chain       = (*classifier)(nil)
	_ model.Classifier  = (*classifier)(nil)
	_ model.Prober      = (*prober)(nil)
	_ model.Regressor   = (*regressor)(nil)
	_ model.Detector    = (*detector)(nil)
	_ model.Transformer = (*transformer)(nil)
)
