package linear

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/primal"
)

// problems are the two-class problems of a classifier's fit, one, or one for each of more than
// two classes, over the same samples.
type problems struct {
	scheme  reduction.Scheme
	labels  []int32
	cost    []float64 // C of each sample
	problem primal.Problem
	descent *descent
	solved  model.Solved

	weights, bias []float64 // of the solutions, q x d and q
	gaps          []float64 // duality gaps, length q, or nil

	// duals says whether solutions for other programs have dual coefficients.
	duals bool
	// landmarks are the samples that the features of a solution for other programs come from.
	landmarks []int
	// prepare calls over before a program solves the first problem for others; nil afterwards.
	prepare func(ctl *run.Ctl) error
}

// newProblems returns the problems of a fit without samples; over gives them.
func newProblems(t model.Training, l loss.Loss, cost []float64) *problems {
	p := &problems{scheme: reduction.Scheme{Name: reduction.OneVsRest, Classes: t.Classes()}, labels: t.Labels(), cost: cost, solved: t.Solved}
	p.problem.Loss = l
	return p
}

// over sets the samples; nil if all problems are solved.
func (p *problems) over(o descentOptions, samples *primal.Samples) {
	p.problem.X, p.descent = samples, newDescent(o, len(p.labels), p.scheme.Count())
}

// known reports whether others have solved all problems.
func (p *problems) known() bool {
	for number := range p.scheme.Count() {
		if p.solved.Of(number) == nil {
			return false
		}
	}
	return true
}

// chosen returns the landmarks that others found, nil if there are none.
func (p *problems) chosen() (rows []int, err error) {
	for number := range p.scheme.Count() {
		if list := p.solved.Of(number); list != nil {
			return landmarksOf(list, number, len(p.labels))
		}
	}
	return nil, nil
}

// solve solves all problems and gathers their solutions. Only an abort ends it early; a limit cuts
// a problem short, which keeps its solution so far.
func (p *problems) solve(ctl *run.Ctl) (run.Status, error) {
	return p.scheme.Each(ctl, func(ctl *run.Ctl, m reduction.Problem) (int, run.Status, error) {
		var s solution
		if list := p.solved.Of(m.Number); list == nil {
			s = p.solution(ctl, m)
		} else if err := s.unpack(list, m.Number, len(p.weights)/len(p.bias), len(p.labels)); err != nil {
			return 0, "", err
		}
		p.descent.record(s.Result)
		copy(p.weights[m.Number*len(s.Weights):], s.Weights)
		p.bias[m.Number] = s.Bias
		if p.gaps != nil {
			p.gaps[m.Number] = s.dualityGap
		}
		return s.Iterations, s.status, nil
	})
}

// solution solves a problem. The next one overwrites the slices of the result.
func (p *problems) solution(ctl *run.Ctl, m reduction.Problem) (s solution) {
	n := len(p.labels)
	if p.problem.Target == nil {
		p.problem.Target, p.problem.Above, p.problem.Below = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	clear(p.problem.Above)
	clear(p.problem.Below)
	for i, class := range p.labels {
		p.problem.Target[i] = m.Sign(class)
		if p.problem.Target[i] > 0 {
			p.problem.Above[i] = p.cost[i]
		} else {
			p.problem.Below[i] = p.cost[i]
		}
	}
	s.Result, s.status = p.descent.solve(ctl, p.problem, m.Number)
	if p.gaps != nil && s.status != run.Aborted {
		s.dualityGap = min(p.descent.posed(p.problem).DualityGap(s.Result), math.MaxFloat64)
	}
	return s
}

// divided returns the problems as a model.Division. It returns nil if one program must solve them
// all: if there is only one, if they share a limit of time, or if they start from a fit that other
// programs do not have.
func (p *problems) divided(maxTime float64, start model.Machine) model.Division {
	if p.scheme.Count() == 1 || !math.IsInf(maxTime, 1) || start != nil {
		return nil
	}
	return p
}

// Sizes returns the number of samples of each problem.
func (p *problems) Sizes() []int {
	count, sizes := 0, make([]int, p.scheme.Count())
	for _, c := range p.cost {
		if c > 0 {
			count++
		}
	}
	for number := range sizes {
		sizes[number] = count
	}
	return sizes
}

// Solve solves a problem and packs its solution.
func (p *problems) Solve(ctl *run.Ctl, number int) (packed []float64, iterations int, err error) {
	all := p.scheme.Problems()
	if number < 0 || number >= len(all) {
		return nil, 0, fault.New(fault.Internal, "", "there is no problem %d of %d", number, len(all))
	}
	if p.prepare != nil {
		stages := ctl.Stages(2)
		if err := p.prepare(stages.Next("")); err != nil {
			return nil, 0, err
		}
		p.prepare, ctl = nil, stages.Next("")
	}
	title := p.scheme.Title(number)
	s := p.solution(ctl.Telling(func(r run.Report) run.Report {
		r.Phase = title
		return r
	}), all[number])
	if s.status == run.Aborted {
		return nil, 0, run.ErrAborted
	}
	if !p.duals {
		s.Dual = nil
	}
	return s.pack(p.landmarks), s.Iterations, nil
}

// solution is the solution of a problem.
type solution struct {
	primal.Result
	status     run.Status
	dualityGap float64
}

// packedNumbers is how many numbers a packed solution has before its landmarks.
const packedNumbers = 7

// pack writes numbers, the last of which is the count of landmarks, the landmarks, the weights, and
// then the places and coefficients of all samples with a dual coefficient. unpack reads them.
func (s *solution) pack(landmarks []int) []float64 {
	list := append(make([]float64, 0, packedNumbers+len(landmarks)+len(s.Weights)),
		s.status.Number(), float64(s.Iterations), s.Objective, s.Gap, s.dualityGap, s.Bias, float64(len(landmarks)))
	for _, i := range landmarks {
		list = append(list, float64(i))
	}
	list = append(list, s.Weights...)
	for at, b := range s.Dual {
		if math.Float64bits(b) != 0 {
			list = append(list, float64(at), b)
		}
	}
	return list
}

// landmarksOf returns the landmarks of the packed solution of a problem over n samples.
func landmarksOf(list []float64, number, n int) ([]int, error) {
	broken := fault.New(fault.Internal, "solved", "the landmarks of problem %d are not among its %d samples", number, n)
	if len(list) < packedNumbers || !(list[6] >= 0 && list[6] <= float64(len(list)-packedNumbers)) {
		return nil, broken
	}
	rows := make([]int, int(list[6]))
	for at := range rows {
		i := list[packedNumbers+at]
		if !(i >= 0 && i < float64(n)) {
			return nil, broken
		}
		rows[at] = int(i)
	}
	return rows, nil
}

// unpack is the inverse of pack for a function of d weights and n samples.
func (s *solution) unpack(list []float64, number, d, n int) error {
	landmarks, err := landmarksOf(list, number, n)
	if err != nil {
		return err
	}
	broken := fault.New(fault.Internal, "solved", "the solution of problem %d does not fit its %d samples and %d weights", number, n, d)
	rest := list[packedNumbers+len(landmarks):]
	status, ok := run.StatusOf(list[0])
	if !ok || len(rest) < d || (len(rest)-d)%2 != 0 {
		return broken
	}
	s.status, s.dualityGap = status, list[4]
	s.Result = primal.Result{Iterations: int(list[1]), Objective: list[2], Gap: list[3], Bias: list[5], Weights: rest[:d], Dual: make([]float64, n)}
	for rest = rest[d:]; len(rest) > 0; rest = rest[2:] {
		if !(rest[0] >= 0 && rest[0] < float64(n)) {
			return broken
		}
		s.Dual[int(rest[0])] = rest[1]
	}
	return nil
}
