package engine

import (
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
	"maxmargin/core/shapley"
)

// ExplainRequest asks what the features have to do with the values of a model.
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
	Pairs bool // the functions tell pairs of classes apart
}

// Explain returns how much each player adds to the decision values of a model, or to the
// predictions of a regressor, between the baseline and each row of X. player has the player of
// each column of X, from 0.
func (e *Engine) Explain(ctl *run.Ctl, request ExplainRequest, X, baseline Table, player []int32) (out Explanation, err error) {
	entry, set, err := e.apply(request.Model, X)
	if err != nil {
		return out, err
	}
	reference, err := baseline.set(entry.Machine)
	if err != nil {
		return out, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
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
	steps, functions := behind(entry.Machine)
	for _, step := range steps {
		if set, reference, players, err = through(ctl, step, set, reference, players); err != nil {
			return out, err
		}
	}
	known := 0
	for _, f := range functions {
		known += len(f.Intercept)
	}
	if known != cols { // none, or those of other values, such as the scores of a SequenceTagger
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

// through transforms samples and baselines by a step of a pipeline, and finds the players of the
// columns that it makes.
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
