package primal

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// Newton's method for samples that other programs hold, in chunks: it asks Questions, whose answers
// are sums over the samples of a chunk, and takes the total of the answers. It has another way to the
// Hessian than for samples of its own: products with it would each take a question, so an answer has
// the matrix itself. That takes d^2 n / 2 multiply-adds for n samples, much more than the n d of a
// gradient, so it is estimated from every stride-th sample first, and from more of them when steps
// with it do not halve the gradient. Gradients, and so the solution, are of all samples.

// The kinds of questions.
const (
	AskSlopes   = iota // objective, gradient and Hessian at At
	AskExtremes        // largest and least products with Along
	AskGap             // terms of the duality gap at At, with factors of the dual coefficients
)

// Question is a question to all holders of samples.
type Question struct {
	Kind     int
	At       []float64 // the weights, and v; length d + 1
	Along    []float64 // of AskExtremes, length d + 1
	Up, Down float64   // factors of positive and negative coefficients, of AskGap
	Stride   int       // one sample of so many is part of the Hessian
}

// Places in an answer about slopes, after which come the d + 1 sums of b_i (x_i, 1) and the lower
// triangle of the sum of h_i (x_i, 1) (x_i, 1)', row by row.
const (
	answerVectors    = iota // coefficients that are not zero
	answerConjugates        // Problem.conjugates
	answerPositive          // sum of the positive coefficients
	answerNegative          // and minus that of the negative ones
	answerSums
)

// Answer returns the length of an answer for d features.
func (q Question) Answer(d int) int {
	switch q.Kind {
	case AskSlopes:
		return answerSums + (d + 1) + (d+1)*(d+2)/2
	case AskExtremes:
		return 2
	}
	return 2 + d
}

// Add adds the answer of one holder to a total that begins with zeros.
func (q Question) Add(total, answer []float64) {
	for i, v := range answer {
		if q.Kind == AskExtremes {
			total[i] = max(total[i], v)
		} else {
			total[i] += v
		}
	}
}

// Holder answers questions about some samples of a problem.
type Holder struct{ here here }

// Pose makes it hold the samples of a problem, whose loss and bias are those of the whole.
func (h *Holder) Pose(p Problem) {
	h.here.pose(p)
	h.here.report = func() run.Report { return run.Report{Phase: "slopes"} }
}

// Answer answers a question. It returns false when ctl ends it.
func (h *Holder) Answer(ctl *run.Ctl, q Question) (answer []float64, ok bool) {
	s, d := &h.here, h.here.problem.X.D
	answer = make([]float64, q.Answer(d))
	if q.Kind == AskExtremes {
		up, down, status := s.extremes(ctl, q.Along)
		answer[0], answer[1] = up, down
		return answer, status == ""
	}
	if s.multiply(ctl, s.samples, q.At, s.q) != "" {
		return nil, false
	}
	s.law.at(s.b, s.h, s.r, s.q, 1)
	if q.Kind == AskGap {
		terms, sum := s.problem.terms(Result{Weights: q.At[:d], Bias: float64(s.problem.Constant * q.At[d]), Dual: s.b}, q.Up, q.Down, 0, answer[2:])
		answer[0], answer[1] = terms, sum
		return answer, true
	}
	if s.add(ctl, answer[answerSums:answerSums+d+1]) != "" {
		return nil, false
	}
	answer[answerVectors], answer[answerConjugates] = float64(nonzero(s.b)), s.problem.conjugates(s.b)
	answer[answerPositive], answer[answerNegative] = sides(s.b)
	return answer, s.curvature(ctl, answer[answerSums+d+1:], q.Stride)
}

// curvature sets packed to the lower triangle of the sum of h_i (x_i, 1) (x_i, 1)', estimated from
// every stride-th sample. It returns false when ctl ends it.
func (s *here) curvature(ctl *run.Ctl, packed []float64, stride int) bool {
	const block = 256
	x := s.problem.X
	d, n := x.D+1, len(s.h)
	share := float64(n) / float64((n+stride-1)/stride)
	sum, rows := make([]float64, d*d), make([]float64, 0, block*d)
	flush := func() bool {
		ok := linalg.AddOuter(sum, rows, d, func(float64) bool { return ctl.Checkpoint(s.report) == "" })
		rows = rows[:0]
		return ok
	}
	for i := 0; i < n; i += stride {
		if !(s.h[i] > 0) {
			continue
		}
		root, from := math.Sqrt(share*s.h[i]), len(rows)
		rows = rows[:from+d]
		clear(rows[from:])
		x.Add(i, root, rows[from:from+d-1])
		rows[from+d-1] = root
		if len(rows) == cap(rows) && !flush() {
			return false
		}
	}
	if !flush() {
		return false
	}
	at := 0
	for i := range d {
		at += copy(packed[at:], sum[i*d:i*d+i+1])
	}
	return true
}

// Spread is Newton's method for samples that other programs hold.
type Spread struct {
	Newton
	away away
}

// away are the sums over samples that other programs hold.
type away struct {
	of     *Newton
	ask    func(Question) ([]float64, bool)
	stride int
	best   float64 // least squared length of a gradient

	seen   []seen    // answers of the present step
	now    []float64 // the last one
	kept   []float64 // that of the last slope
	matrix []float64 // of the Hessian, (d+1) x (d+1), without the penalty
}

// seen is what was answered at a point.
type seen struct{ at, answer []float64 }

// NewSpread begins a problem over n samples of d features: p has the bias alone. longest is
// the largest squared norm of a sample with a weight. ask returns the total of the answers to a
// question, or false to end the fit.
func NewSpread(p Problem, settings Settings, n, d int, longest float64, ask func(Question) ([]float64, bool)) *Spread {
	s := &Spread{}
	s.pose(p, settings, d+1, &s.away)
	s.away = away{of: &s.Newton, ask: ask, stride: max(1, n/(samplesForHessian*(d+1))), best: math.Inf(1), matrix: make([]float64, (d+1)*(d+1))}
	s.longest, s.forcing, s.flat = math.Sqrt(longest+float64(p.Constant*p.Constant)), spreadForcing, spreadFlat
	return s
}

// Run makes steps until the problem is solved or a limit ends it. An estimate of the Hessian may have
// no curvature where that of all samples has some: then it goes on with the latter.
func (s *Spread) Run(ctl *run.Ctl) run.Status {
	for {
		status := s.Newton.Run(ctl)
		if status != run.Stalled || s.away.stride == 1 {
			return status
		}
		s.away.stride, s.away.seen = 1, nil
		s.pulled, s.idle = false, 0
		copy(s.next, s.at)
		clear(s.step)
	}
}

const (
	// samplesForHessian is how many samples for each feature the first Hessian is estimated from:
	// its entries then err by less than a tenth, as do steps that end at forcing.
	samplesForHessian = 200
	// spreadFlat tells curvature from rounding: that of an estimate may be zero along a free bias.
	spreadFlat = 1e-14
	// spreadForcing is forcing for products that take no question.
	spreadForcing = 1e-6
)

// Gap returns the duality gap of a result, as Problem.DualityGap does. It returns false when the
// questions were ended.
func (s *Spread) Gap() (gap float64, ok bool) {
	p, d := &s.problem, len(s.at)-1
	q := Question{Kind: AskGap, At: slices.Clone(s.at), Up: 1, Down: 1}
	if p.Free {
		q.Up, q.Down = balance(s.away.kept[answerPositive], s.away.kept[answerNegative])
	}
	answer, ok := s.away.ask(q)
	if !ok {
		return 0, false
	}
	r := Result{Weights: s.at[:d], Bias: float64(p.Constant * s.at[d])}
	return p.gap(p.penalties(r)+answer[0], answer[1], answer[2:]), true
}

// Report returns how far the fit is, after the first answer.
func (s *Spread) Report() run.Report {
	if s.away.kept == nil {
		return run.Report{Gap: s.gap}
	}
	return s.report()
}

func (a *away) pull(_ *run.Ctl, next, step []float64, length float64) (float64, run.Status) {
	point := slices.Clone(next)
	lanes.Update(point, length, step)
	a.now = nil
	for _, s := range a.seen {
		if slices.Equal(s.at, point) {
			a.now = s.answer
		}
	}
	if a.now == nil {
		answer, ok := a.ask(Question{Kind: AskSlopes, At: point, Stride: a.stride})
		if !ok {
			return 0, run.Stopped
		}
		a.now = answer
		a.seen = append(a.seen, seen{point, answer})
	}
	d := len(step) - 1
	sums := a.now[answerSums:]
	return lanes.Sum(sums[:d], step[:d]) + float64(float64(a.of.problem.Constant*sums[d])*step[d]), ""
}

func (a *away) move(float64) {}

func (a *away) slope(_ *run.Ctl, to []float64) run.Status {
	copy(to, a.now[answerSums:])
	a.kept, a.seen = a.now, nil
	return ""
}

func (a *away) curve(square float64) {
	if square > a.best/4 {
		a.stride = max(1, a.stride/2)
	}
	a.best = min(a.best, square)
	d := len(a.of.at)
	packed := a.kept[answerSums+d:]
	for i := range d {
		for j := range i + 1 {
			a.matrix[i*d+j], a.matrix[j*d+i] = packed[0], packed[0]
			packed = packed[1:]
		}
	}
}

func (a *away) bend(_ *run.Ctl, way, turn []float64) run.Status {
	d := len(way)
	c := a.of.problem.Constant
	for i := range turn {
		row := a.matrix[i*d : (i+1)*d]
		turn[i] = lanes.Sum(row[:d-1], way[:d-1]) + float64(float64(row[d-1]*c)*way[d-1])
	}
	return ""
}

func (a *away) extend(float64) {}

func (a *away) finish(*run.Ctl, []float64) run.Status { return "" }

func (a *away) extremes(_ *run.Ctl, along []float64) (up, down float64, status run.Status) {
	answer, ok := a.ask(Question{Kind: AskExtremes, At: a.of.at, Along: slices.Clone(along)})
	if !ok {
		return 0, 0, run.Stopped
	}
	return answer[0], answer[1], ""
}

func (a *away) conjugates() float64     { return a.kept[answerConjugates] }
func (a *away) vectors() int            { return int(a.kept[answerVectors]) }
func (a *away) coefficients() []float64 { return nil }
