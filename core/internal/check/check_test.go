package check_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/check"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// broken is SVC with one defect.
type broken struct {
	*svm.SVC
	fault string
	calls int
}

func (b *broken) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if from, ok := t.Start.(*broken); ok {
		t.Start = from.SVC
	}
	switch b.fault {
	case "writes to X":
		if m, ok := t.X.(*sample.Matrix); ok {
			m.X[0]++
		}
	case "changes an option":
		b.C *= 2
	case "drops weights":
		t.Weight = nil
	case "cannot be aborted":
		ctl = nil
	case "remembers":
		if b.calls++; b.calls > 1 {
			return model.Report{Status: run.Converged}, nil
		}
	case "has no status":
		r, err := b.SVC.Fit(ctl, t)
		r.Status = "done"
		return r, err
	}
	return b.SVC.Fit(ctl, t)
}

func (b *broken) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if b.fault == "answers unfitted" && b.Fitted().(*svm.SVCFit).Samples == 0 {
		return make([]int32, x.Len()), nil
	}
	classes, err := b.SVC.Predict(ctl, x)
	if b.fault == "predicts the opposite" {
		slices.Reverse(classes)
	}
	return classes, err
}

func (b *broken) Decision(ctl *run.Ctl, x sample.Set, shape string) ([]float64, int, error) {
	if b.fault == "answers unfitted" && b.Fitted().(*svm.SVCFit).Samples == 0 {
		return make([]float64, x.Len()), 1, nil
	}
	f, cols, err := b.SVC.Decision(ctl, x, shape)
	for i := range f {
		switch b.fault {
		case "gives NaN":
			f[i] = math.NaN()
		case "depends on the neighbours":
			f[i] += float64(i)
		}
	}
	return f, cols, err
}

// long is the fit of a machine with a field name of 30 characters: a model file can hold
// this name, but not with the prefix of step 12 of a pipeline.
type long struct {
	svm.SVCFit
	Tail []float64 `field:"a.name.of.the.largest.length.x" shape:"tail"`
}

func (b *broken) Fitted() any {
	if b.fault == "has a long name" {
		return &long{SVCFit: *b.SVC.Fitted().(*svm.SVCFit)}
	}
	return b.SVC.Fitted()
}

func (b *broken) Restore(fitted any) error {
	switch f := fitted.(type) {
	case *long:
		fitted = &f.SVCFit
	case *svm.SVCFit:
		if b.fault == "does not go back" && f.Samples == 0 {
			return nil
		}
	}
	return b.SVC.Restore(fitted)
}

// Every defect is found, by the check for this defect.
func TestChecksFindFaults(t *testing.T) {
	for fault, want := range map[string]string{
		"":                          "",
		"writes to X":               "leaves its inputs alone",
		"changes an option":         "keeps its options",
		"drops weights":             "takes a weight of zero for absence",
		"cannot be aborted":         "keeps the earlier fit when aborted",
		"remembers":                 "forgets an earlier fit",
		"has no status":             "ends with a status on degenerate data",
		"answers unfitted":          "refuses to answer before it is fitted",
		"predicts the opposite":     "decides as it predicts",
		"gives NaN":                 "survives numbers at the end of their range",
		"depends on the neighbours": "answers for each sample alone",
		"does not go back":          "can be put back to where it was",
		"has a long name":           "can be a step of a pipeline in a file",
	} {
		t.Run("SVC "+fault, func(t *testing.T) {
			t.Parallel()
			found := check.Faults(catalog.Machine{Name: "SVC", Summary: "an SVC for tests", New: func() model.Machine {
				return &broken{SVC: svm.NewSVC(catalog.Kernel), fault: fault}
			}})
			if want == "" && len(found) > 0 || want != "" && !slices.Contains(found, want) {
				t.Errorf("found %q, want %q among them", found, want)
			}
		})
	}
}
