package engine_test

import (
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/engine"
	"maxmargin/core/machines/svm"
)

func splits(t *testing.T, n, k int, labels []int32) []tune.Split {
	t.Helper()
	s, err := engine.Split(engine.SplitRequest{Rows: n, Folds: k, Shuffle: true, Seed: 3}, labels, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func candidates(t *testing.T, c ...float64) (all []any) {
	for _, c := range c {
		all = append(all, options(t, func(o *svm.SVCOptions) { o.C, o.CacheSize = c, 1 }))
	}
	return all
}

func TestStudy(t *testing.T) {
	e := engine.New()
	x, y := table(90, 3, 3)
	folds := splits(t, 90, 3, y)
	request := engine.StudyRequest{Study: 7, Machine: "SVC", Table: x.Shape, Classes: 3, Cache: 1}
	info, err := e.OpenStudy(request, x, engine.Targets{Labels: y}, folds)
	if err != nil || info.Scoring != "accuracy" || !info.Greater || len(info.More) != 0 {
		t.Fatal(info, err)
	}
	got, err := e.Evaluate(nil, engine.EvaluateRequest{Study: 7, Split: 1, Share: true, Train: true}, candidates(t, 0.5, 5))
	if err != nil || len(got) != 2 {
		t.Fatal(len(got), err)
	}
	for i, v := range got {
		if v.Err != nil || !(v.Score > 0.4 && v.Score <= 1) || !(v.TrainScore > 0.4) || !v.Report.Status.Complete() || v.Report.Iterations == 0 || len(v.Labels) != 30 {
			t.Errorf("candidate %d: %+v", i, v)
		}
		right := 0
		var truth []int32
		for p, row := range folds[1].Test {
			truth = append(truth, y[row])
			if v.Labels[p] == y[row] {
				right++
			}
		}
		if v.Score != float64(right)/30 {
			t.Errorf("candidate %d: score %v with %d of 30 right", i, v.Score, right)
		}
		scored, err := engine.Score(engine.ScoreRequest{Classes: 3}, engine.Targets{Labels: truth}, engine.Answers{Prediction: engine.Prediction{Labels: v.Labels}})
		if err != nil || !scored.Greater || scored.Score != v.Score {
			t.Errorf("Score says %v (%v), not %v", scored.Score, err, v.Score)
		}
	}
	e.CloseStudy(7)
	e.CloseStudy(7)
	if _, err := e.Evaluate(nil, engine.EvaluateRequest{Study: 7}, candidates(t, 1)); !errors.Is(err, &fault.Error{Code: fault.Internal}) {
		t.Errorf("a closed study: %v", err)
	}
}

// Several metrics score the same fits: each as if it were alone.
func TestMoreMetrics(t *testing.T) {
	x, y := table(90, 3, 3)
	folds, names := splits(t, 90, 3, y), []string{"accuracy", "rocAuc", "f1Macro", "topKAccuracy@2", "rocAucOvo"}
	evaluate := func(request engine.StudyRequest) (engine.StudyInfo, []tune.Outcome) {
		e := engine.New()
		request.Machine, request.Table, request.Classes, request.Cache = "SVC", x.Shape, 3, 1
		info, err := e.OpenStudy(request, x, engine.Targets{Labels: y}, folds)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Evaluate(nil, engine.EvaluateRequest{Split: 2, Train: true}, candidates(t, 0.5, 5))
		if err != nil || len(got) != 2 {
			t.Fatal(len(got), err)
		}
		return info, got
	}
	info, all := evaluate(engine.StudyRequest{Scoring: names[0], More: names[1:]})
	if !slices.Equal(info.More, []bool{true, true, true, true}) {
		t.Errorf("which are better: %v", info.More)
	}
	for m, name := range names {
		_, alone := evaluate(engine.StudyRequest{Scoring: name})
		for i, v := range all {
			score, train := append([]float64{v.Score}, v.More...)[m], append([]float64{v.TrainScore}, v.TrainMore...)[m]
			if score != alone[i].Score || train != alone[i].TrainScore || !(train > 0.4) || alone[i].More != nil {
				t.Errorf("%s of candidate %d: %v and %v, alone %v and %v", name, i, score, train, alone[i].Score, alone[i].TrainScore)
			}
		}
	}
	if info, _ := evaluate(engine.StudyRequest{Scoring: "rocAuc", More: []string{"accuracy"}}); info.Scoring != "rocAuc" || !info.Greater {
		t.Errorf("the first metric is %+v", info)
	}
}

func TestBadStudiesAreNamedErrors(t *testing.T) {
	x, y := table(20, 2, 2)
	good := engine.StudyRequest{Machine: "SVC", Table: x.Shape, Classes: 2}
	folds := splits(t, 20, 2, y)
	bad := x
	bad.Data = slices.Clone(x.Data)
	bad.Data[3] = math.NaN()
	scoring, more, gram, scaler := good, good, good, good
	more.More = []string{"f1", "r2"}
	scoring.Scoring, gram.Gram, scaler.Machine = "r2", true, "StandardScaler"
	for name, c := range map[string]struct {
		request  engine.StudyRequest
		x        engine.Table
		y        []int32
		folds    []tune.Split
		code     fault.Code
		argument string
	}{
		"NaN":           {good, bad, y, folds, fault.NonFinite, "X"},
		"short y":       {good, x, y[1:], folds, fault.Shape, "y"},
		"scoring":       {scoring, x, y, folds, fault.Option, "scoring"},
		"more scoring":  {more, x, y, folds, fault.Option, "scoring"},
		"a scaler":      {scaler, x, y, folds, fault.Type, "estimator"},
		"not square":    {gram, x, y, folds, fault.Shape, "X"},
		"an empty fold": {good, x, y, []tune.Split{{Train: []int{1}}}, fault.Empty, "folds"},
		"a stray row":   {good, x, y, []tune.Split{{Train: []int{1}, Test: []int{20}}}, fault.Shape, "folds"},
	} {
		_, err := engine.New().OpenStudy(c.request, c.x, engine.Targets{Labels: c.y}, c.folds)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != c.code || f.Argument != c.argument {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := engine.Split(engine.SplitRequest{Rows: 20, Folds: 2}, y[1:], nil); !errors.Is(err, &fault.Error{Code: fault.Shape}) {
		t.Errorf("labels of other rows: %v", err)
	}
}

// One study, many callers: they wait for each other, and all get the same.
func TestConcurrentEvaluations(t *testing.T) {
	e := engine.New()
	x, y := table(60, 2, 2)
	if _, err := e.OpenStudy(engine.StudyRequest{Machine: "SVC", Table: x.Shape, Classes: 2, Cache: 1}, x, engine.Targets{Labels: y}, splits(t, 60, 3, y)); err != nil {
		t.Fatal(err)
	}
	want, err := e.Evaluate(nil, engine.EvaluateRequest{Share: true}, candidates(t, 1, 2))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := range 4 {
		own := candidates(t, 1, 2)
		wait.Go(func() {
			for split := range 3 {
				got, err := e.Evaluate(nil, engine.EvaluateRequest{Split: (g + split) % 3, Share: true}, own)
				if err != nil || (g+split)%3 == 0 && (got[1].Score != want[1].Score || !slices.Equal(got[1].Labels, want[1].Labels)) {
					t.Errorf("%+v, %v", got, err)
				}
			}
		})
	}
	wait.Wait()
}
