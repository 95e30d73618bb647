//go:build js

package main

import (
	"maxmargin/core/engine"
	"maxmargin/core/fault"
	"maxmargin/core/tune"
)

// split answers with the rows of drawn splits.
func split(_ *bridge, c *call) (answer, error) {
	var request engine.SplitRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	splits, err := engine.Split(request, int32s(c.buffers, "labels"), int32s(c.buffers, "groups"))
	if err != nil {
		return answer{}, err
	}
	var train, test list
	for _, s := range splits {
		train.add(s.Train)
		test.add(s.Test)
	}
	return answer{buffers: map[string]any{
		"train": fromInt32s(train.rows), "trainEnds": fromInt32s(train.ends),
		"test": fromInt32s(test.rows), "testEnds": fromInt32s(test.ends),
	}}, nil
}

// list is several lists of rows, one after the other; ends has the end of each.
type list struct{ rows, ends []int32 }

func (l *list) add(rows []int) {
	for _, i := range rows {
		l.rows = append(l.rows, int32(i))
	}
	l.ends = append(l.ends, int32(len(l.rows)))
}

// parts is the inverse of add.
func (l list) parts() ([][]int, error) {
	parts, from := make([][]int, len(l.ends)), 0
	for p, end := range l.ends {
		if int(end) < from || int(end) > len(l.rows) {
			return nil, fault.New(fault.Internal, "folds", "list %d ends at %d of %d", p, end, len(l.rows))
		}
		for _, i := range l.rows[from:end] {
			parts[p] = append(parts[p], int(i))
		}
		from = int(end)
	}
	return parts, nil
}

// splits reads what split wrote.
func (c *call) splits() ([]tune.Split, error) {
	train, err := list{int32s(c.buffers, "train"), int32s(c.buffers, "trainEnds")}.parts()
	if err != nil {
		return nil, err
	}
	test, err := list{int32s(c.buffers, "test"), int32s(c.buffers, "testEnds")}.parts()
	if err != nil {
		return nil, err
	}
	if len(train) != len(test) {
		return nil, fault.New(fault.Internal, "folds", "%d lists of rows to learn from, %d to judge by", len(train), len(test))
	}
	splits := make([]tune.Split, len(train))
	for f := range splits {
		splits[f] = tune.Split{Train: train[f], Test: test[f]}
	}
	return splits, nil
}

// openStudy keeps samples and splits to compare candidates over.
func openStudy(b *bridge, c *call) (answer, error) {
	var request engine.StudyRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	operation := "study"
	if request.Gram {
		operation = "fitGram"
	}
	if err := b.engine.Admit(operation, "X", engine.StudySize(request, c.stored(request.Table))); err != nil {
		return answer{}, err
	}
	splits, err := c.splits()
	if err != nil {
		return answer{}, err
	}
	info, err := b.engine.OpenStudy(request, c.table(request.Table), c.targets(), splits)
	return answer{value: info}, err
}

// closeStudy forgets a study.
func closeStudy(b *bridge, c *call) (answer, error) {
	var request engine.StudyRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	b.engine.CloseStudy(request.Study)
	return answer{}, nil
}

// evaluate fits candidates of a study and answers with the result of each: every field as
// a list over the candidates, and the predictions one after the other: of each those for the test
// rows, and then those for the training rows, where these are scored, too; scores by other metrics
// likewise.
func evaluate(b *bridge, c *call) (answer, error) {
	var request engine.EvaluateRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	of, err := b.engine.StudyOf(request.Study)
	if err != nil {
		return answer{}, err
	}
	options := make([]any, request.Count)
	for i := range options {
		if options[i], err = fitOptions(of, c.options.Index(i)); err != nil {
			return answer{}, err
		}
	}
	b.setMemoryLimit(b.engine.StudyMemoryLimit(request.Study))
	evaluations, err := b.engine.Evaluate(c.ctl, request, options)
	if err != nil {
		return answer{}, err
	}
	type failure struct {
		Index    int    `js:"index"`
		Code     string `js:"code"`
		Argument string `js:"argument"`
		Message  string `js:"message"`
	}
	var numbers, more []float64
	var labels []int32
	var values []float64
	failures := []failure{}
	for i, v := range evaluations {
		converged := 0.0
		if v.Converged {
			converged = 1
		}
		numbers = append(numbers, v.Score, v.TrainScore, v.FitTime, v.ScoreTime, float64(v.Iterations), converged)
		labels = append(append(labels, v.Labels...), v.TrainLabels...)
		more = append(append(more, v.More...), v.TrainMore...)
		values = append(append(values, v.Values...), v.TrainValues...)
		if v.Error != nil {
			failures = append(failures, failure{i, string(v.Error.Code), v.Error.Argument, v.Error.Message})
		}
	}
	type record struct {
		Failures []failure `js:"failures"`
	}
	return answer{record{failures}, map[string]any{
		"numbers": fromFloat64s(numbers), "labels": fromInt32s(labels), "values": fromFloat64s(values), "more": fromFloat64s(more),
	}}, nil
}

// score answers with the score of predictions.
func score(_ *bridge, c *call) (answer, error) {
	var request engine.ScoreRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	scored, err := engine.Score(request, c.targets(), engine.Answers{
		Prediction:    engine.Prediction{Labels: int32s(c.buffers, "predictedLabels"), Values: float64s(c.buffers, "predictedValues")},
		Decision:      float64s(c.buffers, "decision"),
		Probabilities: float64s(c.buffers, "probabilities"),
	})
	return answer{value: scored}, err
}
