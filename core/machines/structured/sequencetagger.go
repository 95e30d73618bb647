package structured

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/solve/bundle"
	"maxmargin/core/solve/primal"
)

// SequenceTaggerOptions are the options of SequenceTagger.
type SequenceTaggerOptions struct {
	Algorithm    string  `js:"algorithm" default:"cuttingPlane" choices:"cuttingPlane,sgd,perceptron" doc:"The structured support vector machine by cutting planes, with a duality gap ('cuttingPlane'), the mean of stochastic subgradient steps on its losses alone ('sgd'), or the averaged perceptron ('perceptron')."`
	Chain        bool    `js:"chain" default:"true" doc:"Whether neighbouring tags depend on each other."`
	C            float64 `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses of 'cuttingPlane': larger follows the training data more closely, smaller gives a wider margin."`
	FitIntercept bool    `js:"fitIntercept" default:"true" doc:"Whether every tag has a bias, which is penalised like a weight."`
	Eta0         float64 `js:"eta0" default:"0.1" range:"(0,inf)" doc:"Length of the steps of 'sgd' and 'perceptron'."`
	NEpochs      float64 `js:"nEpochs" type:"integer" default:"20" range:"[1,1000000]" doc:"How many steps 'sgd' and 'perceptron' take for each sequence, on average."`
	Seed         int     `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the sequences that 'sgd' and 'perceptron' draw."`
	Tol          float64 `js:"tol" default:"0.001" range:"(0,inf)" doc:"Share of the objective at which the gap of 'cuttingPlane' is small enough."`
	MaxIter      float64 `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of cutting planes; the best weights so far are kept."`
	MaxTime      float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the weights so far are kept."`
}

// Cost is that of the samples as they are, and of some planes, which are as long as the
// weights. Data that are hard to learn lead to a few hundred planes.
func (*SequenceTaggerOptions) Cost() model.Cost { return model.PrimalCost(112, 8, 25*8) }

// SequenceTagger predicts a tag for every row of a sequence, all together: the labels y that
// maximise <w, Psi(x, y)> (see lesson), by dynamic programming. With the share Delta of wrong
// labels, the loss of sequence i is the generalised hinge loss
//
//	l_i(w) = max over y of Delta(y, y_i) + <w, Psi(x_i, y) - Psi(x_i, y_i)>
//
// (Shalev-Shwartz & Ben-David, sections 17.2.4 and 17.3). 'cuttingPlane' minimises
// 1/2 |w|^2 + C sum of v_i l_i(w), where v_i is the sum of the weights of the rows of sequence i.
// 'sgd' draws T sequences, each as likely as its weight, takes w + eta0 (Psi(x_i, y_i) -
// Psi(x_i, y)) after each with the y that gives its loss, and returns the mean of the T
// iterates (section 17.2.5). 'perceptron' does the same with the y that is predicted.
//
// A step, and a prediction, takes O(r q (d + q)) for r rows, q tags and d features.
//
// Samples without lengths are sequences of one row each, and the machine is then a linear
// classifier with the loss of Crammer and Singer.
type SequenceTagger struct {
	SequenceTaggerOptions
	model.Base[*SequenceTaggerFit]
}

// SequenceTaggerFit is the result of a fit of SequenceTagger.
type SequenceTaggerFit struct {
	Features int `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	primal.Functions
	Transitions []float64 `field:"transitions" shape:"k,k" js:"transitions" doc:"What is added to the score of a sequence where the tag of the column follows the tag of the row."`
}

// NewSequenceTagger returns an unfitted machine with default options.
func NewSequenceTagger() *SequenceTagger {
	s := &SequenceTagger{}
	s.Init(&s.SequenceTaggerOptions, new(SequenceTaggerFit), check)
	return s
}

// check returns an error unless the parts of a result from a model file go together.
func check(f *SequenceTaggerFit) error {
	if q := len(f.Bias); q < 2 || q*q != len(f.Transitions) {
		return fault.New(fault.Format, "bytes", "the model has %d biases for %d transitions", q, len(f.Transitions))
	}
	return nil
}

// Fit learns from sequences, or from rows that stand alone.
func (m *SequenceTagger) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(m, t); err != nil {
		return model.Report{}, err
	}
	l, err := m.begin(t)
	if err != nil {
		return model.Report{}, err
	}
	learn := m.descend
	if m.Algorithm == "cuttingPlane" {
		learn = m.cut
	}
	w, report := learn(ctl.Within(m.MaxTime), l)
	if report.Status == run.Aborted {
		return report, nil
	}
	f := &SequenceTaggerFit{Features: l.d}
	f.Weights, f.Bias, f.Transitions = l.parts(w)
	if err := primal.Finite(w, []float64{report.Objective, report.Gap}); err != nil {
		return model.Report{}, err
	}
	return m.Learnt(f, report)
}

// begin returns the sequences of t.
func (m *SequenceTagger) begin(t model.Training) (*lesson, error) {
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return nil, err
	}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return nil, err
	}
	l := &lesson{rows: samples.Rows, y: t.Labels(), begin: []int{0}, q: t.Classes(), d: samples.D, bias: m.FitIntercept, chain: m.Chain}
	tags, _ := t.Target.(model.Tags)
	lengths := tags.Lengths
	if lengths == nil {
		lengths = slices.Repeat([]int32{1}, samples.N)
	}
	longest := 0
	for _, length := range lengths {
		first, sum := l.begin[len(l.begin)-1], 0.0
		for _, v := range weight[first : first+int(length)] {
			sum += v
		}
		l.weight = append(l.weight, sum)
		l.begin, longest = append(l.begin, first+int(length)), max(longest, int(length))
	}
	l.path, l.score, l.viterbi.q = make([]int32, longest), make([]float64, longest*l.q), l.q
	return l, nil
}

// longestIdle is how many solutions in turn may leave out a plane before it is dropped.
const longestIdle = 25

// cut minimises 1/2 |w|^2 + C sum of v_i l_i(w) by cutting planes, each below the whole sum.
func (m *SequenceTagger) cut(ctl *run.Ctl, l *lesson) (best []float64, report model.Report) {
	for s := range l.weight {
		l.weight[s] *= m.C
	}
	dual, slopes, w, lower := bundle.New(1), [][]float64{make([]float64, l.size())}, make([]float64, l.size()), 0.0
	for same := 0; ; {
		var status run.Status
		g, b, whole := l.plane(w, func(s int) bool {
			status = ctl.Checkpoint(func() run.Report {
				return run.Report{Phase: "cutting planes", Iteration: report.Iterations, Objective: report.Objective, Gap: report.Gap}
			})
			return status == "" || status == run.TimeLimit && best == nil
		})
		if !whole {
			if report.Status = status; best == nil {
				best = w
			}
			return best, report
		}
		objective := lanes.Sum(w, w)/2 + max(0, b-lanes.Sum(w, g))
		if best == nil || objective < report.Objective {
			best, report.Objective = slices.Clone(w), objective
		}
		report.Gap = max(0, report.Objective-lower)
		switch {
		case report.Gap <= m.Tol*report.Objective || report.Objective != report.Objective:
			report.Status = run.Converged
			return best, report
		case float64(report.Iterations) >= m.MaxIter:
			report.Status = run.IterationLimit
			return best, report
		}
		report.Iterations++
		slopes = append(slopes, g)
		dual.Add(b, b-lanes.Sum(w, g), func(k int) float64 { return lanes.Sum(g, slopes[k]) })
		dual.Solve(ctl, m.Tol*report.Objective/10)
		bound := dual.Refresh()
		clear(w)
		for k, a := range dual.Shares {
			if a > 0 {
				lanes.Update(w, a, slopes[k])
			}
		}
		slopes = bundle.Pick(slopes, dual.Forget(longestIdle))
		if bound > lower+1e-15*report.Objective {
			lower, same = bound, 0
		} else if same++; same > 50 { // rounding is in the way
			report.Status = run.Stalled
			return best, report
		}
	}
}

// descend returns the mean of the iterates of stochastic subgradient descent.
func (m *SequenceTagger) descend(ctl *run.Ctl, l *lesson) (mean []float64, report model.Report) {
	draw := primal.NewDraw(uint64(m.Seed), len(l.weight), l.weight)
	w, timed, step := make([]float64, l.size()), make([]float64, l.size()), 0
	loss := 1.0
	if m.Algorithm == "perceptron" {
		loss = 0
	}
	steps := int(m.NEpochs) * len(l.weight)
	report.Status = run.Converged
	for ; step < steps; step++ {
		if status := ctl.Checkpoint(func() run.Report {
			return run.Report{Phase: m.Algorithm, Iteration: step / len(l.weight), Fraction: float64(step) / float64(steps)}
		}); status != "" {
			report.Status = status
			break
		}
		s := draw.Next()
		l.decode(w, s, loss)
		l.add(w, s, m.Eta0)
		l.add(timed, s, m.Eta0*float64(step+1))
	}
	report.Iterations = step / len(l.weight)
	// Iterate t has the steps before it, so the sum of T of them is T w - sum of t step_t.
	for j, v := range timed {
		w[j] -= v / float64(max(1, step))
	}
	if report.Status != run.Aborted {
		report.Objective = l.risk(w)
	}
	return w, report
}

// Outputs returns 1 for two tags, else one for each.
func (m *SequenceTagger) Outputs(string) (int, error) {
	if q := len(m.Result.Bias); q != 2 {
		return q, nil
	}
	return 1, nil
}

// Decision returns the score of each tag for every row of x alone, of two tags the second
// less the first.
func (m *SequenceTagger) Decision(ctl *run.Ctl, x sample.Set, _ string) (values []float64, cols int, err error) {
	cols, _ = m.Outputs("")
	err = m.each(ctl, x, func(_ int, score []float64) {
		if cols == 1 {
			values = append(values, score[1]-score[0])
		} else {
			values = append(values, score...)
		}
	})
	return values, cols, err
}

// Predict returns the best tag of every row of x alone.
func (m *SequenceTagger) Predict(ctl *run.Ctl, x sample.Set) (tags []int32, err error) {
	err = m.each(ctl, x, func(_ int, score []float64) { tags = append(tags, int32(largest(score))) })
	return tags, err
}

// Tag returns the best tags of sequences, and their scores <w, Psi> times the length.
func (m *SequenceTagger) Tag(ctl *run.Ctl, x sample.Set, lengths []int32) (tags []int32, scores []float64, err error) {
	if err := model.CheckLengths(lengths, x.Len()); err != nil {
		return nil, nil, err
	}
	q := len(m.Result.Bias)
	c, emission := chain{q: q, step: m.Result.Transitions}, []float64(nil)
	tags = make([]int32, x.Len())
	done, s := 0, 0
	err = m.each(ctl, x, func(_ int, score []float64) {
		emission = append(emission, score...)
		if length := int(lengths[s]); len(emission) == length*q {
			scores = append(scores, c.decode(tags[done:done+length], emission))
			emission, done, s = emission[:0], done+length, s+1
		}
	})
	return tags, scores, err
}

// each calls take for every row of x with the scores of the tags.
func (m *SequenceTagger) each(ctl *run.Ctl, x sample.Set, take func(i int, score []float64)) error {
	if err := sample.Ready("SequenceTagger", m.Result.Features, x); err != nil {
		return err
	}
	return m.Result.Each(ctl, x, take)
}
