package engine

import (
	"maxmargin/core/assess/influence"
	"maxmargin/core/assess/shapley"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// ExplainRequest asks how the features contribute to the values of a model.
type ExplainRequest struct {
	Model    int   `js:"model"`
	Table    Shape `js:"table"`
	Baseline Shape `js:"baseline"`
}

// Explanation has the Shapley values of each row and each of the functions, row by row, and the
// values of the functions at the baseline, or their means over several baselines.
type Explanation struct {
	shapley.Values
	Base  []float64
	Pairs bool // there is a function for each pair of classes
}

// Explain attributes the difference between the values at each row of X and at the baseline to
// players. The values are decision values or predictions of a regressor; player has the player of
// each column, from 0.
func (e *Engine) Explain(ctl *run.Ctl, request ExplainRequest, X, baseline Table, player []int32) (out Explanation, err error) {
	entry, set, done, err := e.apply(ctl, request.Model, X)
	if err != nil {
		return out, err
	}
	defer done()
	reference, err := baseline.set(entry.Machine)
	if err != nil {
		return out, err
	}
	if reference.Dim() != set.Dim() {
		return out, fault.New(fault.Shape, "baseline", "baseline has %d columns, X has %d", reference.Dim(), set.Dim()).
			With("expected", set.Dim()).With("got", reference.Dim())
	}
	if len(player) != set.Dim() {
		return out, fault.New(fault.Internal, "", "%d players for %d columns", len(player), set.Dim())
	}
	values, cols, pairs, err := entry.values(ctl, reference)
	if err != nil {
		return out, err
	}
	out.Base, out.Pairs = make([]float64, cols), pairs
	for at, v := range values {
		out.Base[at%cols] += v / float64(reference.Len())
	}
	players := make([]int, len(player))
	for j, p := range player {
		players[j] = int(p)
	}
	steps, functions := influence.Behind(entry.Machine)
	for _, step := range steps {
		if set, reference, players, err = through(ctl, step, set, reference, players); err != nil {
			return out, err
		}
	}
	known := 0
	for _, f := range functions {
		known += len(f.Intercept)
	}
	if known != cols { // no expansions, or expansions of other values, such as the scores of a SequenceTagger
		return out, fault.New(fault.Option, "samples", "the values of this %s are no sums over support vectors that can be explained in closed form; set samples, for instance to 2000, to estimate its Shapley values", entry.Name)
	}
	count := 0
	for _, p := range player {
		count = max(count, int(p)+1)
	}
	if err := gram.CheckMatrix("explain", "the values of all features", set.Len(), cols*count, "pass fewer rows at a time"); err != nil {
		return out, err
	}
	out.Values = shapley.Values{Players: count, Functions: cols, Parts: make([]float64, set.Len()*cols*count)}
	stages, first := ctl.Stages(len(functions)), 0
	for _, f := range functions {
		part, err := shapley.Explain(stages.Next(""), f, set, reference, players)
		if err != nil {
			return out, err
		}
		for i := range set.Len() {
			for q := range part.Functions {
				own := part.Parts[(i*part.Functions+q)*part.Players:][:part.Players]
				copy(out.Parts[(i*cols+first+q)*count:], own)
			}
		}
		first += part.Functions
	}
	return out, checkAnswers(out.Parts, count)
}

// values returns the numbers to explain: predictions of a regressor, otherwise decision values, of
// pairs of classes if the model has pairs.
func (m *entry) values(ctl *run.Ctl, x sample.Set) (values []float64, cols int, pairs bool, err error) {
	switch machine := m.Machine.(type) {
	case model.Regressor:
		values, err = machine.Predict(ctl, x)
		return values, 1, false, err
	case model.Classifier:
		shape := reduction.OneVsRest
		if _, err := machine.Outputs(reduction.OneVsOne); err == nil && len(m.Classes.Names) > 2 {
			shape = reduction.OneVsOne
		}
		values, cols, err = machine.Decision(ctl, x, shape)
		return values, cols, shape == reduction.OneVsOne && cols > 1, err
	}
	if _, ok := m.Machine.(model.Detector); !ok {
		return nil, 0, false, fault.New(fault.Option, "model", "a %s has no decision values and predicts no numbers that could be explained; pass a classifier, regressor or detector, or a pipeline with one", m.Name)
	}
	values, cols, err = m.decide(ctl, "", x)
	return values, cols, false, err
}

// through applies a step of a pipeline to samples and baselines, and finds the players of its
// columns.
func through(ctl *run.Ctl, step model.Transformer, set, reference sample.Set, players []int) (sample.Set, sample.Set, []int, error) {
	sources := model.Sources(step)
	if sources == nil {
		return nil, nil, nil, fault.New(fault.Option, "samples", "a step of the pipeline makes columns from several others, so that the columns of X cannot be explained in closed form; set samples, for instance to 2000, to estimate their Shapley values")
	}
	var made []int
	for _, j := range sources {
		made = append(made, players[j])
	}
	set, err := step.Transform(ctl, set)
	if err == nil {
		reference, err = step.Transform(ctl, reference)
	}
	return set, reference, made, err
}
