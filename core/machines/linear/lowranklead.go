package linear

import (
	"iter"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/primal"
)

// leader leads a fit. Each problem has a routine of its own, which pauses at its questions, so that
// all ask at once.
type leader struct {
	spreading
	low      *lowRank
	problems []*led
	factors  []float64
	begun    bool
	stops    run.Status // why no further step is wanted; "" while one is
	deadline run.Instant
	finish   func(l *leader, fit LowRankFit, functions expansion.Functions, report model.Report) (model.Report, error)
}

// led is a problem of a leader.
type led struct {
	newton   *primal.Spread
	next     func() (primal.Question, bool)
	end      func()
	question primal.Question
	asks     bool
	total    []float64 // of the answers to the question
	answers  int       // that were complete
	closed   bool

	result primal.Result
	status run.Status
	gap    float64
}

// lead begins the fit of a machine that Sketch made.
func lead(ctl *run.Ctl, m spreadable, of model.Spread, count int, finish func(*leader, LowRankFit, expansion.Functions, model.Report) (model.Report, error)) (*leader, error) {
	low, err := sketched(ctl, m)
	if err != nil || low == nil {
		return nil, err
	}
	low.support.Samples = of.Samples
	l := &leader{spreading: m.spreading(), low: low, finish: finish}
	if l.maxTime < math.MaxInt32 {
		l.deadline = run.Now() + run.Instant(l.maxTime*1e6)
	}
	settings := primal.Settings{Tolerance: l.descent.tol}
	if l.descent.maxIter < math.MaxInt32 {
		settings.MaxIterations = int(l.descent.maxIter)
	}
	bias := (&descent{options: l.descent}).posed(primal.Problem{Loss: l.loss})
	for range count {
		p := &led{}
		p.next, p.end = iter.Pull(func(yield func(primal.Question) bool) {
			ask := func(q primal.Question) ([]float64, bool) {
				stopped := q.Kind == primal.AskSlopes && p.answers > 0 && l.stopped()
				if p.closed || stopped || !yield(q) {
					return nil, false
				}
				p.answers++
				return p.total, true
			}
			p.newton = primal.NewSpread(*bias, settings, of.Samples, low.features.Dim(), of.Longest, ask)
			if p.status = p.newton.Run(nil); p.status == run.Stopped {
				p.status = l.stops
			}
			if !p.closed {
				p.result = p.newton.Result(p.status)
				p.gap, _ = p.newton.Gap()
			}
		})
		l.problems = append(l.problems, p)
	}
	return l, nil
}

// stopped reports whether no further step is wanted.
func (l *leader) stopped() bool {
	if l.stops == "" && !l.deadline.IsZero() && l.deadline.Before(run.Now()) {
		l.stops = run.TimeLimit
	}
	return l.stops != ""
}

func (l *leader) Questions(stop bool) (list []float64) {
	if stop && l.stops == "" {
		l.stops = run.Stopped
	}
	for number, p := range l.problems {
		if p.asks || !l.begun {
			if p.question, p.asks = p.next(); p.asks {
				p.total = make([]float64, p.question.Answer(l.low.features.Dim()))
			}
		}
		if p.asks {
			list = packQuestion(list, number, p.question)
		}
	}
	l.begun = true
	return list
}

func (l *leader) Take(answer []float64) error {
	for _, p := range l.problems {
		if !p.asks {
			continue
		}
		if len(answer) < len(p.total) {
			return fault.New(fault.Internal, "", "an answer is too short")
		}
		p.question.Add(p.total, answer[:len(p.total)])
		answer = answer[len(p.total):]
	}
	return nil
}

func (l *leader) Factors() []float64 { return l.factors }

func (l *leader) Progress() (all run.Report) {
	for _, p := range l.problems {
		if p.answers > 0 {
			r := p.newton.Report()
			all.Iteration += r.Iteration
			all.Objective += r.Objective
			all.SupportVectors += r.SupportVectors
			all.Gap = max(all.Gap, r.Gap)
		}
	}
	return all
}

func (l *leader) Finish() (model.Report, error) {
	d := newDescent(l.descent, 0, len(l.problems))
	var weights, bias, gaps []float64
	status := run.Converged
	for _, p := range l.problems {
		if p.asks || p.status == "" {
			return model.Report{}, fault.New(fault.Internal, "", "the fit is not at its end")
		}
		d.record(p.result)
		weights, bias, gaps = append(weights, p.result.Weights...), append(bias, p.result.Bias), append(gaps, min(p.gap, math.MaxFloat64))
		if status == run.Converged {
			status = p.status
		}
	}
	report := l.low.report(d, status)
	return l.finish(l, l.low.fit(d, gaps), l.low.functions(weights, bias), report)
}

func (l *leader) Close() {
	for _, p := range l.problems {
		p.closed = true
		p.end()
	}
}
