package engine

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// ProcessRequest asks a model that is a process (model.Process) about the rows of X, or a
// machine that is not fitted about its prior.
type ProcessRequest struct {
	Model    int    `js:"model"`   // 0: a machine of this name, not fitted
	Machine  string `js:"machine"` // of a machine that is not fitted
	Question string `js:"question"`
	Table    Shape  `js:"table"`
	Count    int    `js:"count"` // of functions
	Seed     int    `js:"seed"`
	Noise    bool   `js:"noise"` // density of observations, with noise
}

// The questions.
const (
	AskDeviations = "deviations" // mean and standard deviations
	AskCovariance = "covariance" // mean and covariances
	AskSamples    = "samples"    // functions drawn from the distribution
	AskDensity    = "density"    // the density of the values y
	AskPoints     = "points"     // samples drawn from the density that a machine estimates
	AskEvidence   = "evidence"   // the marginal likelihood of parameters
	AskTags       = "tags"       // the classes of the rows of sequences
	AskPairs      = "pairs"      // whether pairs of samples are of the same class
	AskIntervals  = "intervals"  // the values that full conformal prediction keeps
)

// ProcessAnswer has the answer to the question; other fields are nil or 0.
type ProcessAnswer struct {
	Mean   []float64 // or the scores of sequences
	Spread []float64 // standard deviations, or covariances row by row
	Values []float64 // of functions, or of samples, row by row; the classes of rows; or the derivatives of the evidence
	Value  float64   // density or evidence
}

// ProcessSize returns the size of a request: an answer about m rows may be an m x m matrix, and the
// matrix of the training samples is computed when it is first needed.
func (e *Engine) ProcessSize(r ProcessRequest, stored int) Size {
	size := Size{Shape: r.Table, Stored: stored, Outputs: 1, Own: &model.Cost{Entry: 3 * 8, Stored: 3 * 12, Letter: model.KernelCost().Letter, Row: 64, Output: 8, Byte: 1}}
	n := 0
	if entry, err := e.find(r.Model); err == nil && r.Model != 0 {
		n = schema.Dimension(model.Core(model.Unwrapped(entry.Machine)).Fitted(), "n")
	}
	size.Bytes = 8 * n * n
	switch r.Question {
	case AskPairs: // the kernel values of all rows with the support vectors
		size.Bytes = 8 * n * r.Table.Rows
	case AskCovariance, AskDensity, AskSamples:
		size.Outputs = 3*r.Table.Rows + n + r.Count
	}
	return size
}

// Process answers a request. options belong to a machine that is not fitted. y has the values of a
// density, or the lengths of sequences. parameters are those of the evidence; nil stands for the
// fitted ones.
func (e *Engine) Process(ctl *run.Ctl, r ProcessRequest, options any, X Table, y, parameters []float64) (a ProcessAnswer, err error) {
	found, set, done, err := e.process(ctl, r, options, X)
	if err != nil {
		return a, err
	}
	defer done()
	machine, _ := found.(model.Process)
	learner, learns := found.(model.Evidence)
	drawer, draws := found.(model.Density)
	tagger, tags := found.(model.Tagger)
	judge, judges := found.(model.PairJudge)
	conformer, conforms := found.(model.Conformer)
	if machine == nil && !(r.Question == AskIntervals && conforms) && !(r.Question == AskTags && tags) && !(r.Question == AskPairs && judges) && !(r.Question == AskEvidence && learns) && !(r.Question == AskPoints && draws) {
		return a, fault.New(fault.Type, "", "a %s predicts values without a distribution; use a GaussianProcessRegressor", r.Machine)
	}
	switch r.Question {
	case AskDeviations, AskCovariance:
		a.Mean, a.Spread, err = machine.Distribution(ctl, set, r.Question == AskCovariance)
	case AskSamples:
		a.Values, err = machine.Sample(ctl, set, r.Count, r.Seed)
	case AskDensity:
		a.Value, err = machine.Density(ctl, set, y, r.Noise)
	case AskPoints:
		a.Values, err = drawer.Draw(ctl, r.Count, r.Seed)
	case AskEvidence:
		a.Value, a.Values, err = learner.Evidence(ctl, parameters)
	case AskTags:
		var classes []int32
		if classes, a.Mean, err = tagger.Tag(ctl, set, whole(parameters)); err == nil {
			for _, c := range classes {
				a.Values = append(a.Values, float64(c))
			}
		}
	case AskPairs:
		a.Values, err = judge.Judge(ctl, set, parameters)
	case AskIntervals:
		a.Values, err = conformer.Intervals(ctl, set, y, parameters[0])
	default:
		err = fault.New(fault.Internal, "", "there is no question %q", r.Question)
	}
	for _, numbers := range [][]float64{a.Mean, a.Spread, a.Values, {a.Value}} {
		if err == nil {
			err = checkAnswers(numbers, max(1, len(numbers)/max(1, r.Table.Rows)))
		}
	}
	return a, err
}

// process returns the machine of a request, the samples after the steps before it, and a function
// to call at the end.
func (e *Engine) process(ctl *run.Ctl, r ProcessRequest, options any, X Table) (machine model.Machine, set sample.Set, done func(), err error) {
	if r.Model == 0 {
		if machine, err = catalog.NewMachine(r.Machine); err == nil {
			model.Assign(machine, options)
			set, err = X.set(nil)
		}
		if err == nil {
			err = checkKind(set, machine, r.Machine)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		set, done = watched(ctl, set)
		return machine, set, done, nil
	}
	var entry *entry
	if r.Question == AskEvidence || r.Question == AskPoints {
		if entry, err = e.find(r.Model); err == nil {
			entry.mutex.Lock()
			done = entry.mutex.Unlock
		}
	} else {
		entry, set, done, err = e.apply(ctl, r.Model, X)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	if machine, set, err = behindSteps(ctl, entry.Machine, set); err != nil {
		done()
		return nil, nil, nil, err
	}
	return machine, set, done, nil
}

// behindSteps returns the last machine of a pipeline, and the samples after the steps before it.
func behindSteps(ctl *run.Ctl, m model.Machine, set sample.Set) (model.Machine, sample.Set, error) {
	chain, ok := m.(model.Chain)
	if !ok {
		return m, set, nil
	}
	before, last := chain.Steps()
	if set != nil {
		var err error
		if set, err = transformed(ctl, before, set); err != nil {
			return nil, nil, err
		}
	}
	return behindSteps(ctl, last, set)
}
