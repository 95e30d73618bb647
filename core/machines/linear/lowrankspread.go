package linear

import (
	"math"
	"slices"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/lowrank"
	"maxmargin/core/model/reduction"
	"maxmargin/core/model/schema"
	"maxmargin/core/solve/primal"
)

// spreadable is LowRankSVC or LowRankSVR.
type spreadable interface {
	kernelMachine
	spreading() spreading
}

// spreading is what a fit to samples that are spread needs of a machine.
type spreading struct {
	loss       loss.Loss
	name, kind string // of the loss
	spec       kernel.Spec
	choice     *lowrank.Choice
	seed       int
	descent    descentOptions
	maxTime    float64
	support    *expansion.Support // of a fit; else nil
	// problem returns a problem over samples without them, numbered as those of the scheme; classes
	// and factors as for model.Held.
	problem func(t model.Training, number int, classes []int32, factors []float64) (primal.Problem, error)
}

// sketch checks the options of a fit to samples that are spread, and chooses landmarks in the first
// ones.
func sketch(ctl *run.Ctl, m spreadable, first model.Data) (low *lowRank, fit LowRankFit, err error) {
	s := m.spreading()
	if err := schema.Check(m.Options()); err != nil {
		return nil, fit, err
	}
	if !primal.Smooth(s.loss) {
		return nil, fit, fault.New(fault.Option, "loss", "fitChunks with an executor solves by Newton's method, which needs a smooth loss, but '%s' has a kink; set loss to %s, or leave the executor out, and one machine solves it", s.name, smooth(s.kind))
	}
	if s.descent.keep {
		return nil, fit, fault.New(fault.Option, "warmStart", "fitChunks starts anew each time; set warmStart to false")
	}
	if err := noGram(m); err != nil {
		return nil, fit, err
	}
	k, widths, err := m.KernelFor(first.X)
	if err == nil {
		_, err = model.Diagonal(k, first.X)
	}
	if err != nil {
		return nil, fit, err
	}
	low, err = newLowRank(ctl, model.Training{Data: first}, lowRankWork{kernel: k, widths: widths, spec: s.spec, choice: s.choice, seed: s.seed})
	if err != nil || low.aborted {
		return low, fit, err
	}
	zero := []float64{0}
	return low, LowRankFit{Iterations: []int32{0}, Objectives: zero, Gaps: zero, DualityGaps: zero, Eigenvalues: low.features.Eigenvalues}, nil
}

// smooth lists the smooth losses of a kind.
func smooth(kind string) string {
	var names []string
	for _, name := range loss.Names(kind, true, func(parameter string) bool { return kind == loss.Residual && parameter == "sigma" }) {
		if primal.Smooth(loss.New(name, loss.Parameters{Sigma: 1})) {
			names = append(names, "'"+name+"'")
		}
	}
	if kind == loss.Margin {
		names = append(names, "'logistic'")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// sketched returns the landmarks of a machine that Sketch made, and the map to features; nil when ctl
// ends it.
func sketched(ctl *run.Ctl, m spreadable) (*lowRank, error) {
	s := m.spreading()
	if s.support == nil || s.support.Vectors == nil {
		return nil, fault.New(fault.Internal, "", "there are no landmarks yet")
	}
	phases := run.NewPhases(ctl, 1)
	phases.Begin("eigenvectors")
	x := s.support.Vectors
	low := &lowRank{support: *s.support, landmarks: order.Between(0, x.Len())}
	features, ok, err := lowrank.NewMap(s.support.Kernel(), x, low.landmarks, phases.Watch)
	if err != nil || !ok {
		return nil, err
	}
	low.features = features
	return low, nil
}

// holder holds chunks of samples.
type holder struct {
	spreading
	of  spreadable
	low *lowRank
}

// newHolder returns a holder for a machine that Sketch made.
func newHolder(ctl *run.Ctl, m spreadable) (model.Chunks, error) {
	low, err := sketched(ctl, m)
	if err != nil || low == nil {
		return nil, err
	}
	return &holder{m.spreading(), m, low}, nil
}

// held are the samples of a chunk.
type held struct {
	*holder
	data    model.Training // without X
	samples *primal.Samples
}

func (h *holder) Hold(ctl *run.Ctl, chunk model.Data) (model.Held, error) {
	if err := model.Accept(h.of, model.Training{Data: chunk}); err != nil {
		return nil, err
	}
	features := h.low.features.NewFeatures(h.choice.Precision)
	g := &gathered{h.low, h.support.Kernel(), features, 0}
	if ok, err := g.Add(ctl, chunk.X); err != nil || !ok {
		return nil, err
	}
	samples, err := features.Samples()
	if err != nil {
		return nil, err
	}
	chunk.X = nil
	return &held{h, model.Training{Data: chunk}, samples}, nil
}

func (h *held) Bytes() int64 {
	return int64(h.samples.N) * (stateBytes + lowrank.FeatureBytes(h.choice.Precision)*int64(h.samples.D))
}

func (h *held) Longest() (longest float64) {
	for i, norm := range h.samples.Norm {
		if model.WeightAt(h.data.Weight, i) > 0 {
			longest = max(longest, norm)
		}
	}
	return longest
}

func (h *held) Answer(ctl *run.Ctl, questions []float64, classes []int32, factors []float64) ([]float64, error) {
	d := h.samples.D
	width := questionNumbers + 2*(d+1)
	if len(questions)%width != 0 {
		return nil, fault.New(fault.Internal, "", "questions of %d numbers do not fit %d features", len(questions), d)
	}
	var answers []float64
	var one primal.Holder
	posed := -1
	for ; len(questions) > 0; questions = questions[width:] {
		number, q, ok := unpackQuestion(questions[:width])
		if !ok {
			return nil, fault.New(fault.Internal, "", "there is no such question")
		}
		if number != posed {
			problem, err := h.problem(h.data, number, classes, factors)
			if err != nil {
				return nil, err
			}
			problem.X = h.samples
			one.Pose(*(&descent{options: h.descent}).posed(problem))
			posed = number
		}
		answer, ok := one.Answer(ctl, q)
		if !ok {
			return nil, run.ErrAborted
		}
		answers = append(answers, answer...)
	}
	return answers, nil
}

// questionNumbers is how many numbers a packed question has before its vectors.
const questionNumbers = 5

// packQuestion adds a question about the problem of a number to a list.
func packQuestion(list []float64, number int, q primal.Question) []float64 {
	list = append(list, float64(number), float64(q.Kind), float64(q.Stride), q.Up, q.Down)
	list = append(list, q.At...)
	if q.Along == nil {
		return append(list, make([]float64, len(q.At))...)
	}
	return append(list, q.Along...)
}

// unpackQuestion is the inverse of packQuestion for a list of one.
func unpackQuestion(list []float64) (number int, q primal.Question, ok bool) {
	vectors := list[questionNumbers:]
	q = primal.Question{Kind: int(list[1]), Stride: max(1, int(list[2])), Up: list[3], Down: list[4], At: vectors[:len(vectors)/2], Along: vectors[len(vectors)/2:]}
	return int(list[0]), q, list[0] >= 0 && list[1] >= primal.AskSlopes && list[1] <= primal.AskGap
}

func (s *LowRankSVC) spreading() spreading {
	made := spreading{loss: loss.New(s.Loss, loss.Parameters{}), name: s.Loss, kind: loss.Margin, spec: s.Kernel, choice: &s.Choice, seed: s.Seed, descent: s.descent(), maxTime: s.MaxTime}
	if s.Result != nil {
		made.support = &s.Result.Support
	}
	made.problem = func(t model.Training, number int, classes []int32, factors []float64) (primal.Problem, error) {
		scheme := reduction.Scheme{Name: reduction.OneVsRest, Classes: len(factors)}
		labels := t.Labels()
		n := len(labels)
		p := primal.Problem{Loss: made.loss, Target: make([]float64, n), Above: make([]float64, n), Below: make([]float64, n)}
		if number >= scheme.Count() || slices.ContainsFunc(classes, func(c int32) bool { return int(c) >= len(factors) || c < 0 }) {
			return p, fault.New(fault.Internal, "", "there is no problem %d of %d classes", number, len(factors))
		}
		m := scheme.Problems()[number]
		for i, own := range labels {
			if int(own) >= len(classes) {
				return p, fault.New(fault.Internal, "", "class %d of a chunk has no number in the whole", own)
			}
			class := classes[own]
			cost := 0.0
			if weight := factors[class] * model.WeightAt(t.Weight, i); weight > 0 {
				cost = s.C * weight
			}
			if !(cost <= max(s.C, math.MaxFloat64)) {
				return p, fault.New(fault.Weight, "sampleWeight", "the weights of row %d, times C where there is one, overflow; scale them down", i).With("row", i)
			}
			if p.Target[i] = m.Sign(class); p.Target[i] > 0 {
				p.Above[i] = cost
			} else {
				p.Below[i] = cost
			}
		}
		return p, nil
	}
	return made
}

// Sketch makes the classifier that the first samples determine.
func (s *LowRankSVC) Sketch(ctl *run.Ctl, first model.Data) (model.Report, error) {
	low, fit, err := sketch(ctl, s, first)
	if err != nil || low.aborted {
		return model.Report{Status: run.Aborted}, err
	}
	f := &LowRankSVCFit{expansion.Classes{Order: reduction.Ascending(2), Functions: low.functions(make([]float64, low.features.Dim()), []float64{0})}, fit}
	return s.Learnt(f, model.Report{Status: run.Converged})
}

// Chunks returns what holds samples of a sketch.
func (s *LowRankSVC) Chunks(ctl *run.Ctl) (model.Chunks, error) { return newHolder(ctl, s) }

// Lead begins the fit of a sketch.
func (s *LowRankSVC) Lead(ctl *run.Ctl, of model.Spread) (model.Leader, error) {
	factors, err := s.ClassWeight.Spread(of)
	if err != nil {
		return nil, err
	}
	k := len(factors)
	l, err := lead(ctl, s, of, reduction.Scheme{Name: reduction.OneVsRest, Classes: k}.Count(), func(l *leader, fit LowRankFit, functions expansion.Functions, report model.Report) (model.Report, error) {
		return s.Learnt(&LowRankSVCFit{expansion.Classes{Order: reduction.Ascending(k), Functions: functions}, fit}, report)
	})
	if err != nil || l == nil {
		return nil, err
	}
	l.factors = factors
	return l, nil
}

func (s *LowRankSVR) spreading() spreading {
	made := spreading{loss: loss.New(s.Loss, loss.Parameters{Sigma: s.Sigma}), name: s.Loss, kind: loss.Residual, spec: s.Kernel, choice: &s.Choice, seed: s.Seed, descent: s.descent(), maxTime: s.MaxTime}
	if s.Result != nil {
		made.support = &s.Result.Support
	}
	made.problem = func(t model.Training, _ int, _ []int32, _ []float64) (primal.Problem, error) {
		p, _, err := residuals(t, s.C, s.Epsilon, s.Loss, s.Sigma)
		return p, err
	}
	return made
}

// Sketch makes the regressor that the first samples determine.
func (s *LowRankSVR) Sketch(ctl *run.Ctl, first model.Data) (model.Report, error) {
	low, fit, err := sketch(ctl, s, first)
	if err != nil || low.aborted {
		return model.Report{Status: run.Aborted}, err
	}
	all := low.functions(make([]float64, low.features.Dim()), []float64{0})
	return s.Learnt(&LowRankSVRFit{expansion.Function{Support: all.Support, Coef: all.Coef}, fit}, model.Report{Status: run.Converged})
}

// Chunks returns what holds samples of a sketch.
func (s *LowRankSVR) Chunks(ctl *run.Ctl) (model.Chunks, error) { return newHolder(ctl, s) }

// Lead begins the fit of a sketch.
func (s *LowRankSVR) Lead(ctl *run.Ctl, of model.Spread) (model.Leader, error) {
	if len(of.Left) != 1 || of.Left[0] == 0 {
		return nil, noWeight()
	}
	l, err := lead(ctl, s, of, 1, func(l *leader, fit LowRankFit, functions expansion.Functions, report model.Report) (model.Report, error) {
		return s.Learnt(&LowRankSVRFit{expansion.Function{Support: functions.Support, Coef: functions.Coef, Intercept: functions.Intercept[0]}, fit}, report)
	})
	if err != nil || l == nil {
		return nil, err
	}
	return l, nil
}
