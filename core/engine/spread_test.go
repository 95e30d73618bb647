package engine_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
)

// spreadFit is a fit to chunks that two programs hold, and which a third one leads.
type spreadFit struct {
	t        *testing.T
	leads    *engine.Engine
	holds    [2]*engine.Engine
	request  engine.FitRequest
	options  any
	x        engine.Table
	y        engine.Targets
	ends     []int // of the chunks
	sketch   []byte
	rounds   int
	longest  float64
	stop     func(round int) bool
	holderOf func(round, chunk int) int
}

// rowsOf returns the numbers of some rows, or nil.
func rowsOf(numbers []float64, begin, end int) []float64 {
	if numbers == nil {
		return nil
	}
	return numbers[begin:end]
}

// chunk returns the samples of a chunk; labels are numbered in the order in which they come.
func (s *spreadFit) chunk(number int) (x engine.Table, y engine.Targets, classes []int32) {
	begin, end := 0, s.ends[number]
	if number > 0 {
		begin = s.ends[number-1]
	}
	y.Weight = s.y.Weight[begin:end]
	if s.y.Numbers != nil {
		y.Numbers = func(name string) []float64 { return rowsOf(s.y.Numbers(name), begin, end) }
	}
	if s.y.Values != nil {
		y.Values = s.y.Values[begin:end]
	} else {
		for _, class := range s.y.Labels[begin:end] {
			own := slices.Index(classes, class)
			if own < 0 {
				own, classes = len(classes), append(classes, class)
			}
			y.Labels = append(y.Labels, int32(own))
		}
	}
	return part(s.x, begin, end), y, classes
}

func (s *spreadFit) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// hold has a program take a chunk.
func (s *spreadFit) hold(e *engine.Engine, number int) {
	x, y, _ := s.chunk(number)
	_, err := e.AdmitHeld(x.Shape, 0)
	s.must(err)
	info, err := e.HoldChunk(nil, number, x, y)
	s.must(err)
	if info.Rows != x.Rows {
		s.t.Errorf("%d rows, want %d", info.Rows, x.Rows)
	}
	s.longest = max(s.longest, info.Longest)
}

// fit returns the model and the report.
func (s *spreadFit) fit() ([]byte, engine.FitReport, error) {
	s.leads = engine.New()
	x, y, _ := s.chunk(0)
	first := s.request
	first.Table, first.Classes = x.Shape, engine.Classes{}
	var err error
	y.Labels, y.Values = nil, nil
	if s.sketch, _, err = s.leads.Sketch(nil, first, s.options, x, y); err != nil {
		return nil, engine.FitReport{}, err
	}
	for at := range s.holds {
		s.holds[at] = engine.New()
		s.must(s.holds[at].HoldSketch(nil, s.sketch))
	}
	for number := range s.ends {
		s.hold(s.holds[number%2], number)
	}
	of := model.Spread{Samples: s.x.Rows, Longest: s.longest}
	if s.y.Values != nil {
		of.Left = []float64{1}
	} else {
		of.Counts, of.Left = make([]float64, len(s.request.Classes.Names)), make([]float64, len(s.request.Classes.Names))
		for i, class := range s.y.Labels {
			of.Counts[class]++
			of.Left[class] += min(1, s.y.Weight[i])
		}
	}
	if err := s.leads.LeadFit(nil, s.request, s.options, s.sketch, of); err != nil {
		return nil, engine.FitReport{}, err
	}
	for s.rounds = 0; ; s.rounds++ {
		questions, factors, _, err := s.leads.NextQuestions(s.request.Model, s.stop != nil && s.stop(s.rounds))
		s.must(err)
		if questions == nil {
			return s.leads.FinishLed(s.request)
		}
		for number := range s.ends {
			at := number % 2
			if s.holderOf != nil {
				at = s.holderOf(s.rounds, number)
			}
			_, _, classes := s.chunk(number)
			sums, err := s.holds[at].AnswerChunk(nil, number, questions, classes, factors)
			var refused *fault.Error
			if errors.As(err, &refused) && refused.Argument == "chunks" {
				s.hold(s.holds[at], number)
				sums, err = s.holds[at].AnswerChunk(nil, number, questions, classes, factors)
			}
			s.must(err)
			s.must(s.leads.TakeAnswer(s.request.Model, sums))
		}
	}
}

// spreadOf returns a fit of LowRankSVC to three classes in four chunks, of which one has two classes.
func spreadOf(t *testing.T, change func(*linear.LowRankSVCOptions)) *spreadFit {
	const n = 900
	x, y := table(n, 3, 3)
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = []float64{1, 2, 0, 0.5}[i%4]
	}
	for i := 300; i < 320; i++ {
		y[i] = 1 + y[i]%2
	}
	r, o := chunked(t, 7, x, func(o *linear.LowRankSVCOptions) {
		o.Loss, o.Tol, o.ClassWeight.Name = "squaredHinge", 1e-7, "balanced"
		if change != nil {
			change(o)
		}
	})
	return &spreadFit{t: t, request: r, options: o, x: x, y: engine.Targets{Labels: y, Weight: weight}, ends: []int{300, 320, 700, n}}
}

// A fit to chunks in two programs finds what one program finds that has the features of all of them,
// with the same certificate, whatever the loss and the bias; it has the same bytes when chunks change
// places in every round.
func TestSpreadFit(t *testing.T) {
	for _, c := range []struct {
		loss    string
		penalty bool
	}{{"squaredHinge", true}, {"squaredHinge", false}, {"modifiedHuber", true}, {"logistic", true}, {"logistic", false}} {
		s := spreadOf(t, func(o *linear.LowRankSVCOptions) { o.Loss, o.InterceptPenalty = c.loss, c.penalty })
		made, report, err := s.fit()
		s.must(err)
		if !report.Converged || s.rounds > 40 {
			t.Errorf("%v: %v after %d rounds", c, report, s.rounds)
		}
		e, begin := engine.New(), 0
		for number, end := range s.ends {
			r := s.request
			r.Table.Rows, r.Classes, r.Update = end-begin, engine.Classes{}, number > 0
			_, fresh := chunked(t, 7, s.x, func(o *linear.LowRankSVCOptions) { *o = *s.options.(*linear.LowRankSVCOptions) })
			s.must(e.Gather(nil, r, fresh, part(s.x, begin, end), engine.Targets{Weight: s.y.Weight[begin:end]}))
			begin = end
		}
		_, whole, err := e.FitGathered(nil, s.request, s.options, s.y)
		s.must(err)
		if math.Abs(report.Objective-whole.Objective) > 1e-9*math.Abs(whole.Objective) {
			t.Errorf("%v: objective %.15g, want %.15g", c, report.Objective, whole.Objective)
		}
		want, _, err := e.DecisionFunction(nil, 7, "", s.x)
		s.must(err)
		got, _, err := s.leads.DecisionFunction(nil, 7, "", s.x)
		s.must(err)
		for i, v := range got {
			if math.Abs(v-want[i]) > 1e-5 {
				t.Fatalf("%v: decision value %d is %g, want %g", c, i, v, want[i])
			}
		}
		s.holderOf = func(round, chunk int) int { return (round + chunk/2) % 2 }
		again, _, err := s.fit()
		s.must(err)
		if !bytes.Equal(made, again) {
			t.Errorf("%v: the bytes depend on who holds which chunk", c)
		}
	}
}

// However the rows behind the first chunk are divided, a regressor has the objective, the certificate
// and the values that one program finds which has the features of all rows.
func TestSpreadFitOfNumbers(t *testing.T) {
	const n, first = 300, 100
	x, classes := table(n, 3, 3)
	y, epsilon := engine.Targets{Values: make([]float64, n), Weight: make([]float64, n)}, make([]float64, n)
	y.Numbers = func(name string) []float64 { return map[string][]float64{"sampleEpsilon": epsilon}[name] }
	for i := range n {
		y.Values[i], y.Weight[i], epsilon[i] = math.Sin(x.Data[3*i])+float64(classes[i]), float64(i%3), 0.1*float64(i%2)
	}
	options := func(loss string) *linear.LowRankSVROptions {
		o, err := engine.NewOptions("LowRankSVR")
		if err != nil {
			t.Fatal(err)
		}
		own := o.(*linear.LowRankSVROptions)
		own.Loss, own.NComponents, own.Tol, own.Sigma = loss, 20, 1e-7, 0.3
		return own
	}
	r := engine.FitRequest{Model: 7, Machine: "LowRankSVR", Table: x.Shape, Classes: engine.Classes{Kind: "number"}}
	for _, loss := range []string{"squaredEpsilonInsensitive", "huber"} {
		e, begin := engine.New(), 0
		for _, end := range []int{first, n} {
			own := r
			own.Table.Rows, own.Update = end-begin, begin > 0
			if err := e.Gather(nil, own, options(loss), part(x, begin, end), engine.Targets{Weight: y.Weight[begin:end], Numbers: func(name string) []float64 { return rowsOf(y.Numbers(name), begin, end) }}); err != nil {
				t.Fatal(err)
			}
			begin = end
		}
		_, whole, err := e.FitGathered(nil, r, options(loss), y)
		if err != nil {
			t.Fatal(err)
		}
		want, err := e.Predict(nil, 7, x)
		if err != nil {
			t.Fatal(err)
		}
		support.Check(t, func(rt *rapid.T) {
			s := &spreadFit{t: t, request: r, options: options(loss), x: x, y: y, ends: []int{first}}
			for end := first; end < n; s.ends = append(s.ends, end) {
				end = rapid.IntRange(end+1, n).Draw(rt, "end")
			}
			_, report, err := s.fit()
			if err != nil || !report.Converged {
				rt.Fatal(report, err)
			}
			if math.Abs(report.Objective-whole.Objective) > 1e-9*math.Abs(whole.Objective) {
				rt.Errorf("%s: objective %.15g, want %.15g", loss, report.Objective, whole.Objective)
			}
			got, err := s.leads.Predict(nil, 7, x)
			if err != nil {
				rt.Fatal(err)
			}
			support.Near(rt, "value", got.Values, want.Values, 1e-6)
		})
	}
}

// A stop keeps the best solution so far with its certificate, and an end that is not wanted frees
// what waits.
func TestSpreadFitStops(t *testing.T) {
	s := spreadOf(t, nil)
	s.stop = func(round int) bool { return round > 2 }
	_, report, err := s.fit()
	s.must(err)
	if report.Status != string(run.Stopped) || s.rounds > 6 || !(report.Gap > 1e-7) {
		t.Errorf("%v after %d rounds", report, s.rounds)
	}
	s = spreadOf(t, func(o *linear.LowRankSVCOptions) { o.MaxIter = 2 })
	if _, report, err = s.fit(); err != nil || report.Status != string(run.IterationLimit) {
		t.Errorf("%v, %v", report, err)
	}
	s = spreadOf(t, func(o *linear.LowRankSVCOptions) { o.MaxTime = 1e-3 })
	if _, report, err = s.fit(); err != nil || report.Status != string(run.TimeLimit) {
		t.Errorf("%v, %v", report, err)
	}
	s.must(s.leads.LeadFit(nil, s.request, s.options, s.sketch, model.Spread{Samples: 900, Counts: []float64{1, 1, 1}, Left: []float64{1, 1, 1}, Longest: 1}))
	if _, _, _, err := s.leads.NextQuestions(7, false); err != nil {
		t.Fatal(err)
	}
	s.leads.Dispose(7)
	if _, _, _, err := s.leads.NextQuestions(7, false); err == nil {
		t.Error("a fit that was dropped goes on")
	}
}

// What cannot be solved so, or does not fit, is refused by name.
func TestSpreadFitRefuses(t *testing.T) {
	fails := func(err error, code fault.Code, argument string) {
		t.Helper()
		var refused *fault.Error
		if !errors.As(err, &refused) || refused.Code != code || refused.Argument != argument {
			t.Errorf("%v, want %s of %s", err, code, argument)
		}
	}
	try := func(change func(*linear.LowRankSVCOptions)) error {
		_, _, err := spreadOf(t, change).fit()
		return err
	}
	fails(try(func(o *linear.LowRankSVCOptions) { o.Loss = "hinge" }), fault.Option, "loss")
	fails(try(func(o *linear.LowRankSVCOptions) { o.WarmStart = true }), fault.Option, "warmStart")
	fails(try(func(o *linear.LowRankSVCOptions) { o.Method = "sigmoid" }), fault.Option, "probability")
	fails(try(func(o *linear.LowRankSVCOptions) { o.Kernel.Name = "precomputed" }), fault.Option, "kernel")
	fails(try(func(o *linear.LowRankSVCOptions) { o.C = -1 }), fault.Option, "C")
	s := spreadOf(t, nil)
	s.y.Labels = make([]int32, s.x.Rows)
	_, _, err := s.fit()
	fails(err, fault.OneClass, "y")
	s = spreadOf(t, nil)
	if _, _, err := s.fit(); err != nil {
		t.Fatal(err)
	}
	wide, y := table(50, 4, 3)
	_, err = s.holds[0].HoldChunk(nil, 9, wide, engine.Targets{Labels: y})
	fails(err, fault.FeatureCount, "X")
	_, err = s.holds[0].HoldChunk(nil, 9, part(s.x, 0, 10), engine.Targets{Labels: y})
	fails(err, fault.Shape, "y")
	_, err = s.holds[0].AnswerChunk(nil, 0, make([]float64, 3), []int32{0, 1, 2}, []float64{1, 1, 1})
	fails(err, fault.Internal, "")
	fails(s.leads.TakeAnswer(7, nil), fault.Internal, "chunks")
	s.must(s.leads.LeadFit(nil, s.request, s.options, s.sketch, model.Spread{Samples: 900, Counts: []float64{1, 1, 1}, Left: []float64{1, 1, 1}, Longest: 1}))
	_, _, _, err = s.leads.NextQuestions(7, false)
	s.must(err)
	fails(s.leads.TakeAnswer(7, make([]float64, 3)), fault.Internal, "")
	s.holds[0].ReleaseChunks()
	_, err = s.holds[0].AdmitHeld(s.x.Shape, 0)
	fails(err, fault.Internal, "chunks")
}
