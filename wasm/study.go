//go:build js

package main

import (
	"time"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/engine"
)

// split answers with the rows of drawn splits.
func split(_ *bridge, c *call) (answer, error) {
	var request engine.SplitRequest
	c.decode(&request)
	splits, err := engine.Split(request, c.buffers.int32s("labels"), c.buffers.int32s("groups"))
	if err != nil {
		return answer{}, err
	}
	var train, test list
	for _, s := range splits {
		train.add(s.Train)
		test.add(s.Test)
	}
	return answer{buffers: map[string]any{
		"train": train.rows, "trainEnds": train.ends,
		"test": test.rows, "testEnds": test.ends,
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

// splits reads the result of split.
func (c *call) splits() ([]tune.Split, error) {
	train, err := list{c.buffers.int32s("train"), c.buffers.int32s("trainEnds")}.parts()
	if err != nil {
		return nil, err
	}
	test, err := list{c.buffers.int32s("test"), c.buffers.int32s("testEnds")}.parts()
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

// openStudy keeps samples and splits, on which candidates are compared.
func openStudy(b *bridge, c *call) (answer, error) {
	var request engine.StudyRequest
	c.decode(&request)
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
	c.decode(&request)
	b.engine.CloseStudy(request.Study)
	return answer{}, nil
}

// evaluate fits candidates of a study and answers with the result of each: every field as a list
// over the candidates, and the concatenated predictions, for each the test rows and then, if these
// are scored, too, the training rows; scores by other metrics likewise.
func evaluate(b *bridge, c *call) (answer, error) {
	var request engine.EvaluateRequest
	c.decode(&request)
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
	outcomes, err := b.engine.Evaluate(c.ctl, request, options)
	if err != nil {
		return answer{}, err
	}
	var numbers, more []float64
	var labels []int32
	var values []float64
	failures := []any{}
	for i, v := range outcomes {
		converged := 0.0
		if v.Report.Status.Complete() {
			converged = 1
		}
		numbers = append(numbers, v.Score, v.TrainScore, milliseconds(v.FitTime), milliseconds(v.ScoreTime), float64(v.Report.Iterations), converged)
		labels = append(append(labels, v.Labels...), v.TrainLabels...)
		more = append(append(more, v.More...), v.TrainMore...)
		values = append(append(values, v.Values...), v.TrainValues...)
		if v.Err != nil {
			known := faultOf(v.Err)
			failures = append(failures, map[string]any{"index": i, "code": string(known.Code), "argument": known.Argument, "message": known.Message})
		}
	}
	return answer{map[string]any{"failures": failures}, map[string]any{
		"numbers": numbers, "labels": labels, "values": values, "more": more,
	}}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// score answers with the score of predictions.
func score(_ *bridge, c *call) (answer, error) {
	var request engine.ScoreRequest
	c.decode(&request)
	scored, err := engine.Score(request, c.targets(), engine.Answers{
		Prediction:    engine.Prediction{Labels: c.buffers.int32s("predictedLabels"), Values: c.buffers.float64s("predictedValues")},
		Decision:      c.buffers.float64s("decision"),
		Probabilities: c.buffers.float64s("probabilities"),
	})
	return answer{value: scored}, err
}
