package primal

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/support"
)

// dealt returns holders of the samples of a problem in chunks that end at random rows.
func dealt(t *rapid.T, p Problem) []*Holder {
	n, d := p.X.N, p.X.D
	var all []*Holder
	for begin := 0; begin < n; {
		end := rapid.IntRange(begin+1, n).Draw(t, "end")
		x := &sample.Matrix{N: end - begin, D: d, X: make([]float64, (end-begin)*d)}
		for i := range x.N {
			p.X.Add(begin+i, 1, x.Row(i))
		}
		samples, err := NewSamples(x)
		if err != nil {
			t.Fatal(err)
		}
		part := p
		part.X, part.Target, part.Above, part.Below, part.Insensitive = samples, p.Target[begin:end], p.Above[begin:end], p.Below[begin:end], p.Insensitive[begin:end]
		h := &Holder{}
		h.Pose(part)
		all, begin = append(all, h), end
	}
	return all
}

// asking returns how the holders answer, and counts the questions.
func asking(t *rapid.T, holders []*Holder, d int, count *int) func(Question) ([]float64, bool) {
	return func(q Question) ([]float64, bool) {
		*count++
		total := make([]float64, q.Answer(d))
		for _, h := range holders {
			answer, ok := h.Answer(nil, q)
			if !ok {
				t.Fatal("no answer")
			}
			q.Add(total, answer)
		}
		return total, true
	}
}

func longest(p Problem) (most float64) {
	for i, norm := range p.X.Norm {
		if p.Above[i] > 0 || p.Below[i] > 0 {
			most = max(most, norm)
		}
	}
	return most
}

// Samples in chunks have the solution, the objective and the duality gap of all samples together,
// whether the Hessian is that of all of them or an estimate; and an answer about all of them is the
// sum of those about the chunks.
func TestSpreadFindsWhatNewtonFinds(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		p := smooth(t)
		settings := Settings{Tolerance: 1e-9, MaxIterations: 1e4}
		var newton Newton
		newton.Pose(p, settings, func(p Problem, s Settings) Solver { return new(Solvers).descent(p, s) })
		status := newton.Run(nil)
		want := newton.Result(status)
		if status != run.Converged {
			t.Skip("it has not converged")
		}
		d, rounds := p.X.D, 0
		spread := NewSpread(Problem{Loss: p.Loss, Constant: p.Constant, Free: p.Free}, settings, p.X.N, d, longest(p), asking(t, dealt(t, p), d, &rounds))
		if rapid.Bool().Draw(t, "estimate") {
			spread.away.stride = 3
		}
		found := spread.Run(nil)
		if found == run.Stalled && newton.instead != nil {
			t.Skip("neither can continue") // local fits go on with another solver
		}
		got := spread.Result(found)
		if found != run.Converged {
			t.Fatalf("%s, gap %g after %d steps", found, got.Gap, got.Iterations)
		}
		support.Near(t, "weights", got.Weights, want.Weights, 1e-7)
		support.Near(t, "objective", []float64{got.Objective}, []float64{want.Objective}, 1e-9*(1+math.Abs(want.Objective)))
		gap, ok := spread.Gap()
		if !ok || !(gap <= 1e-7*(1+math.Abs(want.Objective))) {
			t.Errorf("the duality gap is %g at %g", gap, got.Objective)
		}
		// The certificate is that of Problem.DualityGap, at a point that is no solution, too.
		one := &Holder{}
		one.Pose(p)
		other := NewSpread(Problem{Loss: p.Loss, Constant: p.Constant, Free: p.Free}, Settings{Tolerance: 1e-9, MaxIterations: 1}, p.X.N, d, longest(p), asking(t, []*Holder{one}, d, &rounds))
		end := other.Run(nil)
		r := other.Result(end)
		gap, _ = other.Gap()
		r.Dual = one.here.b
		support.Near(t, "gap", []float64{gap}, []float64{p.DualityGap(r)}, 1e-9*(1+math.Abs(r.Objective)))
	})
}

// An answer about all samples is the sum of the answers about the chunks, and that about slopes has
// the derivatives of the objective: differences of the duality gap's primal terms are them.
func TestAnswersAreSums(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		p := smooth(t)
		d, count := p.X.D, 0
		whole := &Holder{}
		whole.Pose(p)
		numbers := func(what string) []float64 {
			return rapid.SliceOfN(rapid.Float64Range(-2, 2), d+1, d+1).Draw(t, what)
		}
		at, along := numbers("at"), numbers("along")
		chunks := asking(t, dealt(t, p), d, &count)
		for kind := AskSlopes; kind <= AskGap; kind++ {
			q := Question{Kind: kind, At: at, Along: along, Up: 1, Down: 0.5, Stride: 1}
			want, _ := whole.Answer(nil, q)
			got, _ := chunks(q)
			scale := 1.0
			for _, v := range want {
				scale = max(scale, math.Abs(v))
			}
			support.Near(t, "answer", got, want, 1e-11*scale)
		}
		primal := func(length float64) float64 {
			point := make([]float64, d+1)
			for j := range point {
				point[j] = at[j] + length*along[j]
			}
			sum := 0.0
			bias := p.Constant * point[d]
			for i, target := range p.Target {
				r := target - p.X.Dot(i, point[:d]) - bias
				sum += weighted(p.Loss, p.Above[i], r-p.Insensitive[i]) + weighted(p.Loss, p.Below[i], -r-p.Insensitive[i])
			}
			return sum
		}
		answer, _ := chunks(Question{Kind: AskSlopes, At: at, Stride: 1})
		slope := 0.0
		for j, v := range answer[answerSums : answerSums+d+1] {
			if j == d {
				v *= p.Constant
			}
			slope -= v * along[j]
		}
		const h = 1e-5
		scale := 1 + math.Abs(primal(0)) + math.Abs(slope)
		support.Near(t, "derivative", []float64{(primal(h) - primal(-h)) / (2 * h)}, []float64{slope}, 1e-4*scale)
	})
}

// The Hessian of an answer has the derivatives of its sums: differences of those at close points are
// them, where no sample comes to a kink in between.
func TestHessianOfAnswers(t *testing.T) {
	compared := 0
	support.Check(t, func(t *rapid.T) {
		p := smooth(t)
		d, count := p.X.D, 0
		numbers := rapid.SliceOfN(rapid.Float64Range(-2, 2), d+1, d+1)
		at, along := numbers.Draw(t, "at"), numbers.Draw(t, "along")
		ask := asking(t, dealt(t, p), d, &count)
		sums := func(length float64) (slopes, hessian []float64) {
			point := make([]float64, d+1)
			for j := range point {
				point[j] = at[j] + length*along[j]
			}
			answer, _ := ask(Question{Kind: AskSlopes, At: point, Stride: 1})
			return answer[answerSums : answerSums+d+1], answer[answerSums+d+1:]
		}
		const h = 1e-5
		before, bendBefore := sums(-h)
		after, bendAfter := sums(h)
		_, bend := sums(0)
		scale := 0.0
		for _, v := range bend {
			scale = max(scale, math.Abs(v))
		}
		for i, v := range bend {
			if math.Abs(v-bendBefore[i]) > 1e-3*scale || math.Abs(v-bendAfter[i]) > 1e-3*scale {
				return
			}
		}
		compared++
		way := slices.Clone(along)
		way[d] *= p.Constant
		got, want := make([]float64, d+1), make([]float64, d+1)
		size := scale
		for i := range d + 1 {
			want[i] = (before[i] - after[i]) / (2 * h)
			size = max(size, math.Abs(before[i]))
			for j := range d + 1 {
				row, col := max(i, j), min(i, j)
				got[i] += bend[row*(row+1)/2+col] * way[j]
			}
		}
		support.Near(t, "Hessian times a way", got, want, 1e-2*scale+1e-9*size/h)
	})
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// Steps that do not halve the gradient have the next Hessian estimated from more samples.
func TestSpreadWithAnEstimateOfTheHessian(t *testing.T) {
	a := away{best: math.Inf(1), stride: 8, matrix: make([]float64, 1)}
	a.of = &Newton{at: make([]float64, 1)}
	a.kept = make([]float64, answerSums+2)
	for _, c := range []struct {
		square float64
		stride int
	}{{16, 8}, {3, 8}, {1, 4}, {0.9, 2}, {0.1, 2}, {0.1, 1}, {0.1, 1}} {
		a.curve(c.square)
		if a.stride != c.stride {
			t.Errorf("a squared gradient of %g: one sample of %d, want %d", c.square, a.stride, c.stride)
		}
	}
}

// A bias without a penalty has no curvature in an estimate from a sample with a constant slope.
func TestSpreadWithAFlatEstimate(t *testing.T) {
	x := &sample.Matrix{N: 3, D: 1, X: []float64{1, 0.5, -1}}
	samples, err := NewSamples(x)
	if err != nil {
		t.Fatal(err)
	}
	one := []float64{1, 1, 1}
	p := Problem{X: samples, Loss: loss.New("huber", loss.Parameters{Sigma: 0.5}), Target: []float64{10, 0.1, 0.2}, Above: one, Below: one, Insensitive: make([]float64, 3), Constant: 1, Free: true}
	h := &Holder{}
	h.Pose(p)
	ask := func(q Question) ([]float64, bool) { return h.Answer(nil, q) }
	s := NewSpread(Problem{Loss: p.Loss, Constant: 1, Free: true}, Settings{Tolerance: 1e-9, MaxIterations: 100}, 3, 1, longest(p), ask)
	s.away.stride = 3
	if status := s.Run(nil); status != run.Converged {
		t.Errorf("%s after %d steps", status, s.Result(status).Iterations)
	}
	if gap, _ := s.Gap(); !(gap < 1e-8) {
		t.Errorf("the duality gap is %g", gap)
	}
}
