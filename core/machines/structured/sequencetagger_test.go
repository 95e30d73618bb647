package structured

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
	"maxmargin/core/solve/program"
)

// randomLesson returns sequences of up to r rows, all with r rows when there is one.
func randomLesson(rng *rand.Rand, count, q, r, d int) (*lesson, *sample.Matrix) {
	l := &lesson{begin: []int{0}, q: q, d: d, bias: true, chain: true}
	for range count {
		length := r
		if count > 1 {
			length = 1 + rng.IntN(r)
		}
		for range length {
			l.y = append(l.y, int32(rng.IntN(q)))
		}
		l.begin, l.weight = append(l.begin, len(l.y)), append(l.weight, float64(length))
	}
	n := len(l.y)
	x := &sample.Matrix{N: n, D: d, X: randomVector(rng, n*d, 1)}
	l.rows, l.path, l.score, l.viterbi.q = primal.NewRows(x), make([]int32, r), make([]float64, r*q), q
	return l, x
}

// psi returns the features of the first sequence, or of that which x has alone.
func (l *lesson) psi(x *sample.Matrix, y []int32) []float64 {
	psi := make([]float64, l.size())
	weights, bias, transitions := l.parts(psi)
	for t, c := range y {
		for j, v := range x.Row(t) {
			weights[int(c)*l.d+j] += v / float64(len(y))
		}
		bias[c] += 1 / float64(len(y))
		if t > 0 {
			transitions[int(y[t-1])*l.q+int(c)] += 1 / float64(len(y))
		}
	}
	return psi
}

// training returns the sequences of a lesson.
func (l *lesson) training(x sample.Set) model.Training {
	tags := model.Tags{Classes: model.Classes{Of: l.y, Count: l.q}}
	for s := range l.weight {
		tags.Lengths = append(tags.Lengths, int32(l.begin[s+1]-l.begin[s]))
	}
	return model.NewTraining(x, tags)
}

func (f *SequenceTaggerFit) vector() []float64 {
	return slices.Concat(f.Weights, f.Bias, f.Transitions)
}

// TestCuttingPlanesSolveTheProgramOfAllWords compares with a quadratic program that has a
// constraint for every word of q^r.
func TestCuttingPlanesSolveTheProgramOfAllWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 5 {
		l, x := randomLesson(rng, 5, 2, 3, 2)
		size, c := l.size(), 0.7
		n := size + len(l.weight)
		diagonal, p := make([]float64, n*n), program.Problem{Linear: make([]float64, n), Lower: make([]float64, n)}
		for j := range n {
			if p.Lower[j] = 0; j < size {
				diagonal[j*n+j], p.Lower[j] = 1, math.Inf(-1)
			}
		}
		var rows []float64
		for s, v := range l.weight {
			p.Linear[size+s] = c * v
			part := x.Select(span(l.begin[s], l.begin[s+1])).(*sample.Matrix)
			truth := l.y[l.begin[s]:l.begin[s+1]]
			right := l.psi(part, truth)
			words(l.q, len(truth), func(y []int32) {
				row := make([]float64, n)
				for j, v := range l.psi(part, y) {
					row[j] = right[j] - v
				}
				row[size+s] = 1
				rows, p.Low = append(rows, row...), append(p.Low, share(y, truth))
			})
		}
		p.Quadratic = program.Quadratic{Matrix: program.NewDense(diagonal, n, n)}
		p.Matrix = program.NewDense(rows, len(p.Low), n)
		want := program.Solve(nil, p, program.Settings{})
		m := NewSequenceTagger()
		m.C, m.Tol = c, 1e-9
		report, err := m.Fit(nil, l.training(x))
		if err != nil || report.Status != run.Converged {
			t.Fatal(report, err)
		}
		if !(math.Abs(report.Objective-want.Objective) <= 1e-7*want.Objective) {
			t.Errorf("the objective is %v, that of the program %v", report.Objective, want.Objective)
		}
		for j, v := range m.Result.vector() {
			if !(math.Abs(v-want.X[j]) <= 1e-4) {
				t.Errorf("weight %d is %v, want %v", j, v, want.X[j])
			}
		}
	}
}

func span(from, to int) (rows []int) {
	for i := from; i < to; i++ {
		rows = append(rows, i)
	}
	return rows
}

// TestDescentIsThatOfTheBook compares the mean of the iterates with the plain sum, step by
// step, over all words.
func TestDescentIsThatOfTheBook(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, algorithm := range []string{"sgd", "perceptron"} {
		l, x := randomLesson(rng, 12, 3, 3, 2)
		m := NewSequenceTagger()
		m.Algorithm, m.Eta0, m.NEpochs, m.Seed = algorithm, 0.3, 4, 11
		if _, err := m.Fit(nil, l.training(x)); err != nil {
			t.Fatal(err)
		}
		steps := 4 * len(l.weight)
		draw, w, sum := primal.NewDraw(11, len(l.weight), l.weight), make([]float64, l.size()), make([]float64, l.size())
		for range steps {
			for j, v := range w {
				sum[j] += v / float64(steps)
			}
			s := draw.Next()
			part, truth := x.Select(span(l.begin[s], l.begin[s+1])).(*sample.Matrix), l.y[l.begin[s]:l.begin[s+1]]
			best, value := []int32(nil), math.Inf(-1)
			words(l.q, len(truth), func(y []int32) {
				v := inner(w, l.psi(part, y))
				if algorithm == "sgd" {
					v += share(y, truth)
				}
				if v > value+1e-12 {
					best, value = slices.Clone(y), v
				}
			})
			right, found := l.psi(part, truth), l.psi(part, best)
			for j := range w {
				w[j] += 0.3 * (right[j] - found[j])
			}
		}
		for j, v := range m.Result.vector() {
			if !(math.Abs(v-sum[j]) <= 1e-9) {
				t.Fatalf("%s: component %d is %v, want %v", algorithm, j, v, sum[j])
			}
		}
	}
}

// TestTwoTagsAloneAreLinearSVC: rows that stand alone, of two classes, have the loss
// max(0, 1 - y f) with f the difference of two functions, so w_1 = -w_0 = u/2 and the
// objective is half that of LinearSVC with 2 C, which reports the dual one, negated.
func TestTwoTagsAloneAreLinearSVC(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	x, y := &sample.Matrix{N: 60, D: 3, X: randomVector(rng, 180, 1)}, make([]int32, 60)
	for i := range y {
		if x.Row(i)[0]+0.5*rng.NormFloat64() > 0 {
			y[i] = 1
		}
	}
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	m, svc := NewSequenceTagger(), linear.NewLinearSVC()
	m.C, m.Tol = 0.5, 1e-10
	svc.C, svc.Tol, svc.Loss, svc.MaxIter = 1, 1e-10, "hinge", 1e6
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	other, err := svc.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	if !(math.Abs(report.Objective+other.Objective/2) <= 1e-7) {
		t.Errorf("the objective is %v, half that of LinearSVC %v", report.Objective, -other.Objective/2)
	}
	got, _, _ := m.Decision(nil, x, "")
	want, _, _ := svc.Decision(nil, x, "")
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= 1e-4) {
			t.Fatalf("row %d: %v, want %v", i, got[i], want[i])
		}
	}
}

// TestTagsOfLengths: sequences are tagged one by one, whatever the others are, and lengths
// that do not go with the rows are refused.
func TestTagsOfLengths(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	l, x := randomLesson(rng, 40, 3, 4, 2)
	m := NewSequenceTagger()
	if _, err := m.Fit(nil, l.training(x)); err != nil {
		t.Fatal(err)
	}
	lengths := l.training(x).Target.(model.Tags).Lengths
	tags, scores, err := m.Tag(nil, x, lengths)
	if err != nil || len(scores) != len(lengths) {
		t.Fatal(scores, err)
	}
	for s := range lengths {
		rows := span(l.begin[s], l.begin[s+1])
		alone, score, err := m.Tag(nil, x.Select(rows), lengths[s:s+1])
		if err != nil || score[0] != scores[s] || !slices.Equal(alone, tags[rows[0]:rows[len(rows)-1]+1]) {
			t.Fatalf("sequence %d: %v %v, among others %v %v", s, alone, score, tags[rows[0]:rows[len(rows)-1]+1], scores[s])
		}
		emission, cols, _ := m.Decision(nil, x.Select(rows), "")
		if cols != 3 || !(math.Abs(scoreOf(emission, m.Result.Transitions, 3, alone)-scores[s]) <= 1e-12) {
			t.Fatalf("sequence %d: the score is not that of its tags", s)
		}
	}
	for name, c := range map[string]struct {
		lengths []int32
		code    fault.Code
	}{"empty": {append([]int32{0}, lengths...), fault.Empty}, "short": {lengths[1:], fault.Shape}} {
		var e *fault.Error
		if _, _, err := m.Tag(nil, x, c.lengths); !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%s: %v", name, err)
		}
		training := l.training(x)
		training.Target = model.Tags{Classes: model.Classes{Of: l.y, Count: 3}, Lengths: c.lengths}
		if err := training.Check(m); !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%s to fit: %v", name, err)
		}
	}
}

// TestTagsOfSomeRows: rows that follow each other stay together.
func TestTagsOfSomeRows(t *testing.T) {
	tags := model.Tags{Classes: model.Classes{Of: []int32{0, 1, 0, 1, 1, 0}, Count: 2}, Lengths: []int32{3, 1, 2}}
	got := tags.Select([]int{4, 5, 0, 2, 3}).(model.Tags)
	if !slices.Equal(got.Lengths, []int32{2, 2, 1}) || !slices.Equal(got.Of, []int32{1, 0, 0, 0, 1}) {
		t.Errorf("%+v", got)
	}
}

// TestNeighboursHelp: where the rows say nothing, the tags before do.
func TestNeighboursHelp(t *testing.T) {
	x, tags := &sample.Matrix{D: 2}, model.Tags{Classes: model.Classes{Count: 3}}
	for s := range 60 {
		tags.Lengths = append(tags.Lengths, 5)
		for r := range 5 {
			c := (s + r) % 3 // 0 1 2 0 1, 1 2 0 1 2, ...
			tags.Of = append(tags.Of, int32(c))
			row := []float64{0, 0}
			if r == 0 && c < 2 {
				row[c] = 1
			}
			x.X, x.N = append(x.X, row...), x.N+1
		}
	}
	for _, algorithm := range []string{"cuttingPlane", "sgd", "perceptron"} {
		for _, chained := range []bool{true, false} {
			m := NewSequenceTagger()
			m.Algorithm, m.Chain = algorithm, chained
			if _, err := m.Fit(nil, model.NewTraining(x, tags)); err != nil {
				t.Fatal(err)
			}
			got, _, err := m.Tag(nil, x, tags.Lengths)
			if err != nil {
				t.Fatal(err)
			}
			if wrong := share(got, tags.Of); chained && wrong > 0 || !chained && wrong < 0.4 {
				t.Errorf("%s, chain %v: %v of the tags are wrong", algorithm, chained, wrong)
			}
		}
	}
}
