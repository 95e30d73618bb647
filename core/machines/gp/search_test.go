package gp

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// parabola is an evidence that is a parabola of the logarithms of its parameters, with a curvature
// that grows with the number of samples.
type parabola struct {
	samples int
	top     []float64
	values  []*int // how many were computed, of the whole and of a part
}

func (p *parabola) at(theta []float64, _ linalg.Watch) (*point, error) {
	*p.values[0]++
	value := 0.0
	for i, v := range theta {
		e := math.Log(v) - p.top[i]
		value -= float64(p.samples) * e * e / 2
	}
	return &point{theta: append([]float64(nil), theta...), value: value}, nil
}

func (p *parabola) differentiate(to *point, _ linalg.Watch) error {
	for i, v := range to.theta {
		to.gradient = append(to.gradient, -float64(p.samples)*(math.Log(v)-p.top[i]))
	}
	return nil
}

func (p *parabola) begin(to *point) ([]float64, error) { return to.theta, nil }
func (p *parabola) limits(int, int) (l, m float64)     { return 1e-5, farthest }
func (p *parabola) size() (int, float64)               { return p.samples, float64(p.samples) }
func (p *parabola) indefinite([]float64) error         { return nil }

// part returns the evidence of some samples, whose top lies a little elsewhere.
func (p *parabola) part(chosen []int) objective {
	some := &parabola{samples: len(chosen), values: p.values[1:]}
	for _, v := range p.top {
		some.top = append(some.top, v+0.05)
	}
	return some
}

// TestCurvatureOfAPartIsThatOfAllSamples: the evidence and its curvature grow with the number of
// samples, so that the search in a large set begins with that of the part times their ratio. On a
// parabola the first step is then the last one.
func TestCurvatureOfAPartIsThatOfAllSamples(t *testing.T) {
	all, part := 0, 0
	e := &parabola{samples: 4 * largeSet, top: []float64{0.3, 0.3}, values: []*int{&all, &part}}
	found, err := Search{Tol: 1e-6, MaxIter: 100}.parameters(nil, "", e, []float64{1, 1})
	if err != nil || found.status != run.Converged {
		t.Fatal(found.status, err)
	}
	for i, v := range found.theta {
		if !(math.Abs(math.Log(v)-e.top[i]) <= 1e-6) {
			t.Errorf("parameter %d is exp(%v), and the top is at %v", i, math.Log(v), e.top[i])
		}
	}
	if all != 2 || part < 2 { // at its beginning and its end
		t.Errorf("%d values of all samples, %d of the part", all, part)
	}
}

// TestAStepTellsTheCurvature: after a step h is symmetric and takes the change of the gradient to
// the step; where the curvature is the same in all directions, a single step tells all of h.
func TestAStepTellsTheCurvature(t *testing.T) {
	random := rand.New(rand.NewPCG(54, 6))
	const n, curvature = 3, 40.0
	step := func(q *quasiNewton, bend func(i int, s []float64) float64) {
		x, s, next := make([]float64, n), make([]float64, n), &point{gradient: make([]float64, n)}
		for i := range x {
			s[i] = random.NormFloat64()
			x[i] = q.x[i] + s[i]
		}
		for i := range x {
			next.gradient[i] = q.at.gradient[i] - bend(i, s)
		}
		before := q.at
		q.learn(x, next)
		for i := range n {
			sum := 0.0
			for j := range n {
				sum += q.h[i*n+j] * (before.gradient[j] - next.gradient[j])
				if d := q.h[i*n+j] - q.h[j*n+i]; !(math.Abs(d) <= 1e-12) {
					t.Errorf("h differs from its transpose by %v", d)
				}
			}
			if !(math.Abs(sum-s[i]) <= 1e-12) {
				t.Errorf("h y is %v, and the step %v", sum, s[i])
			}
		}
	}
	fresh := func() *quasiNewton {
		q := &quasiNewton{n: n, x: make([]float64, n), at: &point{gradient: make([]float64, n)}}
		q.reset()
		return q
	}
	q := fresh()
	step(q, func(i int, s []float64) float64 { return curvature * s[i] })
	for i := range n {
		for j := range n {
			want := 0.0
			if i == j {
				want = 1 / curvature
			}
			if !(math.Abs(q.h[i*n+j]-want) <= 1e-15) {
				t.Errorf("h[%d][%d] is %v, want %v", i, j, q.h[i*n+j], want)
			}
		}
	}
	q = fresh()
	for range 5 {
		step(q, func(i int, s []float64) float64 { return 10*float64(i+1)*s[i] + s[0] + s[1] + s[2] })
	}
}

// TestModeDoesNotDependOnTheOneBefore: the search for the mode begins with that of the parameters
// before, unless this is worse than no coefficients: then it takes the steps of a first search.
func TestModeDoesNotDependOnTheOneBefore(t *testing.T) {
	random := rand.New(rand.NewPCG(54, 7))
	const n = 30
	x := &sample.Matrix{N: n, D: 1, X: make([]float64, n)}
	sign, weights, rows := make([]float64, n), make([]float64, n), make([]int, n)
	for i := range rows {
		x.X[i], sign[i], weights[i], rows[i] = random.NormFloat64(), float64(2*random.IntN(2)-1), 1, i
	}
	watch := func(float64) bool { return true }
	evidence := func(coef []float64) float64 {
		l := newLaplace(kernel.RBF{Gamma: 1}, x, rows, weights, newLogistic(rows, weights, sign))
		l.coef = coef
		p, err := l.at([]float64{4, 1}, watch)
		if err != nil {
			t.Fatal(err)
		}
		return p.value
	}
	want, bad, near := evidence(nil), make([]float64, n), make([]float64, n)
	for i := range bad {
		bad[i], near[i] = 1e8*random.NormFloat64(), 0.01*random.NormFloat64()
	}
	if got := evidence(bad); got != want {
		t.Errorf("the evidence is %v from far coefficients, want %v", got, want)
	}
	if got := evidence(near); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("the evidence is %v from near coefficients, want %v", got, want)
	}
}

// TestEvidenceOfRanksHasItsGradient compares the derivatives of the evidence of ranks, by all
// parameters and boundaries, with differences.
func TestEvidenceOfRanksHasItsGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	const n = 40
	x := &sample.Matrix{N: n, D: 1, X: make([]float64, n)}
	weights, rows, ranks := make([]float64, n), make([]int, n), make([]int32, n)
	for i := range rows {
		x.X[i], weights[i], rows[i] = random.NormFloat64(), 0.5+random.Float64(), i
		ranks[i] = int32(min(4, max(0, math.Floor(2+1.5*x.X[i]+0.7*random.NormFloat64()))))
	}
	of, _ := newSteps(rows, weights, ranks, 2)
	theta := append([]float64{2, 0.7}, of.of(2)...)
	for i := range theta {
		theta[i] *= 0.8 + 0.4*random.Float64()
	}
	watch := func(float64) bool { return true }
	for name, e := range map[string]objective{
		"laplace": newLaplace(kernel.RBF{Gamma: 1}, x, rows, weights, of),
		"ep":      newExpectation(newLaplace(kernel.RBF{Gamma: 1}, x, rows, weights, of), of),
	} {
		value := func(theta []float64) float64 {
			p, err := e.at(theta, watch)
			if err != nil {
				t.Fatal(err)
			}
			return p.value
		}
		p, err := e.at(theta, watch)
		if err == nil {
			err = e.differentiate(p, watch)
		}
		if err != nil || len(p.gradient) != len(theta) {
			t.Fatalf("%s: %d derivatives by %d parameters (%v)", name, len(p.gradient), len(theta), err)
		}
		for i, got := range p.gradient {
			const h = 1e-4
			more, less := slices.Clone(theta), slices.Clone(theta)
			more[i], less[i] = theta[i]*math.Exp(h), theta[i]*math.Exp(-h)
			if want := (value(more) - value(less)) / (2 * h); !(math.Abs(got-want) <= 1e-5*(1+math.Abs(want))) {
				t.Errorf("%s: derivative %d is %v, by differences %v", name, i, got, want)
			}
		}
	}
}

// falling is an objective that is highest at its start, though its derivative promises growth, and
// whose evaluations take a millisecond each.
type falling struct{ evaluations int }

func (f *falling) at(theta []float64, _ linalg.Watch) (*point, error) {
	f.evaluations++
	return &point{theta: theta, value: -float64(f.evaluations)}, nil
}
func (f *falling) differentiate(p *point, _ linalg.Watch) error {
	p.gradient = []float64{1}
	return nil
}
func (*falling) begin(p *point) ([]float64, error)     { return p.theta, nil }
func (*falling) limits(int, int) (least, most float64) { return 1e-3, 1e3 }
func (*falling) part([]int) objective                  { return nil }
func (*falling) size() (samples int, total float64)    { return 1, 1 }
func (*falling) indefinite(theta []float64) error      { return nil }
func (f *falling) now() run.Instant {
	return run.Instant(0).Add(time.Duration(f.evaluations) * time.Millisecond)
}
func (f *falling) watcher(limit float64) *run.Ctl { return run.Watcher{Now: f.now}.Ctl().Within(limit) }

// TestALineSearchEndsInTime: of the evaluations along a direction all 25 were made after the time was
// over.
func TestALineSearchEndsInTime(t *testing.T) {
	search := Search{Tol: 1e-5, MaxIter: 100}
	f := &falling{}
	end, err := search.parameters(f.watcher(5), "evidence", f, []float64{1})
	if err != nil || end.status != run.TimeLimit || f.evaluations > 5 {
		t.Errorf("%d evaluations within 5 ms, status %q, %v", f.evaluations, end.status, err)
	}
	if end.theta[0] != 1 {
		t.Errorf("it ends at %v", end.theta)
	}
	f = &falling{}
	if end, err := search.parameters(f.watcher(math.Inf(1)), "evidence", f, []float64{1}); err != nil || end.status != run.Stalled || f.evaluations < mostCuts {
		t.Errorf("%d evaluations without a limit, status %q, %v", f.evaluations, end.status, err)
	}
}
