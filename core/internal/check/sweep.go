package check

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Sweep fits a machine to few samples with every choice and both ends of the range of every option,
// and cuts each fit short. For all options, samples and cuts
//
//   - a fit ends by itself, or by a fault with a code; some options ask for very many steps: then it
//     can be stopped, and is counted as long;
//   - a fit that is cut returns with the right status, or is the same as without the cut;
//   - the report and all answers are finite;
//   - the model file loads, and the loaded model gives the same answers.
//
// With samples > 0 it draws that many cases, of up to three options each, by the seed; otherwise it
// takes all cases of one option each.
func Sweep(m catalog.Machine, seed uint64, samples int) (cases int, long, faults []string) {
	s := subject{m, m.Kind()}
	rng := rand.New(rand.NewPCG(seed, uint64(len(m.Name))))
	visit := func(c sweepCase) {
		cases++
		what := fmt.Sprintf("%s %v of %s: ", m.Name, c.options, c.data)
		found, endless := s.cuts(c)
		for _, f := range found[:min(len(found), 3)] {
			faults = append(faults, what+f)
		}
		if endless != "" {
			long = append(long, what+endless)
		}
	}
	settings, kernels, data := s.settings(), s.sweptKernels(), sweptData()
	if samples > 0 {
		for range samples {
			c := sweepCase{data: data[rng.IntN(len(data))], options: kernels[rng.IntN(len(kernels))], seed: rng.Uint64()}
			for range rng.IntN(4) {
				if len(settings) > 0 {
					c.options = append(slices.Clip(c.options), settings[rng.IntN(len(settings))])
				}
			}
			visit(c)
		}
		return cases, long, faults
	}
	more := [][]option{nil}
	if slices.Contains(settings, option{"C", math.Inf(1)}) {
		more = append(more, []option{{"C", math.Inf(1)}})
	}
	for _, kernel := range kernels {
		for _, c := range more {
			for at := range len(settings) + 1 {
				options := slices.Concat(kernel, c)
				if at < len(settings) {
					options = append(options, settings[at])
				}
				for i, d := range data {
					// All options with the plain samples, every other one with each of the ugly
					// ones.
					if i == 0 || (i+at)%2 == 0 {
						visit(sweepCase{data: d, options: options, seed: uint64(at)})
					}
				}
			}
		}
	}
	return cases, long, faults
}

// sweepCase is a fit of the sweep.
type sweepCase struct {
	options []option
	data    string
	seed    uint64
}

// settings returns every choice and the ends of the range of every option. Options that end a fit
// early are for the cuts.
func (s subject) settings() (all []option) {
	add := func(name string, v any) {
		if set := (option{name, v}); !slices.Contains(all, set) {
			all = append(all, set)
		}
	}
	for _, o := range s.schema() {
		switch o.Type {
		case schema.Boolean:
			add(o.Name, true)
			add(o.Name, false)
		case schema.Choice:
			for _, name := range o.Choices {
				add(o.Name, name)
			}
		}
		if o.Range.Text == "" || o.Name == "maxTime" || o.Name == "maxIter" || o.Name == "cacheSize" {
			continue
		}
		whole := o.Type == schema.Integer || isInt(s.New(), o.Name)
		for _, v := range ends(o.Range, whole) {
			add(o.Name, v)
		}
	}
	return all
}

// most is the largest number that stands for a far end of a range: the sweep is not about very many
// steps.
const most = 1e9

// ends returns numbers at both ends of a range.
func ends(r schema.Range, whole bool) []float64 {
	tiny := []float64{1e-9, 1e-300}
	if whole {
		tiny = []float64{1}
	}
	var all []float64
	switch {
	case math.IsInf(r.Low, -1):
		all = append(all, -most)
	case !r.LowOpen:
		all = append(all, r.Low)
	default:
		for _, v := range tiny {
			all = append(all, r.Low+v)
		}
	}
	switch high := min(r.High, most); {
	case !r.HighOpen && math.IsInf(r.High, 1):
		all = append(all, r.High)
		if r.LowOpen {
			all = append(all, most)
		}
	case whole:
		all = append(all, min(high, 50)) // members, folds, features: their number is time
	case !r.HighOpen:
		all = append(all, high)
	case high == most:
		all = append(all, most)
	default:
		all = append(all, high-tiny[0])
	}
	return slices.DeleteFunc(all, func(v float64) bool { return !r.Contains(v) })
}

// sweptKernels returns the kernels with which the sweep goes.
func (s subject) sweptKernels() (all [][]option) {
	if !s.has("kernel") {
		return [][]option{nil}
	}
	for _, k := range []string{"rbf", "linear", "poly"} {
		all = append(all, []option{{"kernel", k}})
	}
	return all
}

// sweptData returns the names of the samples of the sweep.
func sweptData() []string {
	return []string{"60 samples", "two classes", "milliseconds since 1970", "small units", "large units", "equal rows", "a constant column", "small whole numbers", "huge numbers", "zeros"}
}

// swept returns samples by their name: 60 of three classes, or some few of an ugly scale.
func (s subject) swept(c sweepCase) (t model.Training, classes int) {
	rng := rand.New(rand.NewPCG(c.seed, 1))
	switch c.data {
	case "60 samples":
		return s.training(60, 3, 3), 3
	case "two classes":
		return s.training(60, 3, 2), 2
	}
	n, classes := 5+rng.IntN(11), 2+rng.IntN(2)
	t = s.training(n, 2, classes)
	x, span := dense(t).X, math.Pow(10, 3+8*rng.Float64())
	for i := range x {
		first, row := i%2 == 0, i/2
		switch c.data {
		case "milliseconds since 1970":
			if first {
				x[i] = 1.7e12 + math.Floor(span*rng.Float64())
			}
		case "small units":
			x[i] *= 1e-6
		case "large units":
			x[i] *= 1e6
		case "equal rows":
			x[i] = x[i%2]
			if row%3 == 0 {
				x[i] = 1
			}
		case "a constant column":
			if first {
				x[i] = span
			}
		case "small whole numbers":
			x[i] = math.Round(x[i])
		case "huge numbers":
			x[i] *= 1e152
		case "zeros":
			if first || row%2 == 0 {
				x[i] = 0
			}
		}
	}
	return t, classes
}

// cuts fits a case to the end, cuts it in several ways, and returns all faults.
func (s subject) cuts(c sweepCase) (faults []string, endless string) {
	t, classes := s.swept(c)
	whole := s.sweep(c, t, classes, cut{at: steps})
	faults = whole.faults
	if whole.report.Status == run.Aborted || whole.err != nil {
		return faults, ""
	}
	// An iteration looks at the values of all samples, or of some: this is the most work.
	if work := whole.report.Iterations * t.X.Len(); work > (whole.looks+2)*workBetween {
		faults = append(faults, fmt.Sprintf("%d iterations over %d samples have %d checkpoints", whole.report.Iterations, t.X.Len(), whole.looks))
	}
	if whole.looks >= steps {
		if whole.report.Status != run.Stopped {
			faults = append(faults, fmt.Sprintf("stopped after %d checkpoints: %+v", steps, whole.report))
		}
		endless = fmt.Sprintf("%+v", whole.report)
		whole.looks = 3
	}
	tried := []cut{{options: []option{{"maxIter", 1.0}}, status: run.IterationLimit}}
	for _, at := range []int{1, 2, 3, 2 + whole.looks/3, whole.looks - 1} {
		if at <= whole.looks && at > 0 {
			tried = append(tried, cut{at: at, status: run.Stopped}, cut{options: []option{{"maxTime", float64(at)}}, status: run.TimeLimit})
		}
	}
	for _, by := range tried {
		if len(by.options) > 0 && !s.has(by.options[0].name) {
			continue
		}
		got := s.sweep(c, t, classes, by)
		for _, f := range got.faults {
			faults = append(faults, fmt.Sprintf("%s at %d %v: %s", by.status, by.at, by.options, f))
		}
		wrong := func(format string, a ...any) {
			faults = append(faults, fmt.Sprintf("%s at %d of %d %v: ", by.status, by.at, whole.looks, by.options)+fmt.Sprintf(format, a...))
		}
		switch {
		case c.data == "huge numbers" && tooLarge(got.err): // the coefficients of a part can be as large as C
		case noSlope(got.err): // a part of the coefficients can have decision values near the least of numbers
		case got.err != nil:
			wrong("%v, but without it %+v", got.err, whole.report)
		case got.report.Status == by.status || got.report.Status == run.Aborted && by.status == run.Stopped:
		case reflect.DeepEqual(got.report, whole.report):
		case alike(got.report, whole.report): // only the search for a start was cut, from which the exact solution was found
		case endless != "" && by.status == run.IterationLimit && !got.report.Status.Cut(): // its end is not known
		case by.status == run.IterationLimit && (got.report.Iterations <= classes*classes || s.has("restarts")): // one of each problem
		default:
			wrong("the report is %+v, without it %+v", got.report, whole.report)
		}
		if got.after > afterCut {
			wrong("%d checkpoints later", got.after)
		}
	}
	return faults, endless
}

// noSlope reports whether an error says that no finite slope of a sigmoid fits the decision values.
func noSlope(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Code == fault.Numeric && f.Argument == "probability"
}

// tooLarge reports whether an error says that sums of coefficients times kernel values overflow.
func tooLarge(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Message == model.Overflow().Message
}

// alike reports whether two solutions are the same: both have converged, and their objectives
// differ by no more than their gaps allow. A gap is the largest violation of a condition, and an
// objective changes by the gap times the sum of the dual variables, which is near the objective. If
// a tolerance or a rule allows large gaps, no two solutions are the same. Gaps as small as rounding say
// nothing of the rounding of the objectives, which are sums of some dozens of terms.
func alike(a, b model.Report) bool {
	const rounding = 64 * 0x1p-52
	allowed := min(2*(a.Gap+b.Gap)+rounding, 0.01) * max(math.Abs(a.Objective), math.Abs(b.Objective))
	return a.Status == run.Converged && b.Status == run.Converged && math.Abs(a.Objective-b.Objective) <= allowed
}

// steps is the most checkpoints of a fit to these few samples that is not long. afterCut is the
// most after the end was asked for, to finish useless work. workBetween is the most elements of
// work between two checkpoints: they take a millisecond.
const (
	steps       = 3000
	afterCut    = 200
	workBetween = 1 << 20
)

// cut is a way to cut a fit.
type cut struct {
	options []option
	at      int // the checkpoint that answers with a stop; 0: none
	status  run.Status
}

// outcome is the result of a fit of the sweep.
type outcome struct {
	report model.Report
	err    error
	looks  int // checkpoints
	after  int // checkpoints after the cut
	faults []string
}

// sweep does one fit. Its clock is at as many milliseconds as it was looked at.
func (s subject) sweep(c sweepCase, t model.Training, classes int, by cut) (o outcome) {
	wrong := func(format string, a ...any) { o.faults = append(o.faults, fmt.Sprintf(format, a...)) }
	defer func() {
		if r := recover(); r != nil {
			wrong("panic: %v", r)
			o.err = errors.New("panic")
		}
	}()
	m, err := catalog.Wrap(s.Name, s.make(slices.Concat(c.options, by.options)...))
	if err != nil {
		o.err = err
		return o
	}
	limit, now := math.Inf(1), run.Instant(0)
	if by.status == run.TimeLimit {
		limit = by.options[0].value.(float64)
	}
	watchdog := time.AfterFunc(patience, func() {
		panic(fmt.Sprintf("no end and no checkpoint: %s %v of %s, cut by %+v", s.Name, c.options, c.data, by))
	})
	defer watchdog.Stop()
	o.report, o.err = m.Fit(run.Watcher{Slice: run.EveryCheckpoint, Now: func() run.Instant {
		now = now.Add(time.Millisecond)
		return now
	}, Observe: func(r run.Report) run.Signal {
		o.looks++
		watchdog.Reset(patience)
		switch {
		case by.at > 0 && o.looks > by.at, float64(now) > (limit+1)*float64(time.Millisecond):
			o.after++ // not all that look at the clock are checkpoints: who divides the time does, too
		case math.IsNaN(r.Objective) || !(r.Fraction >= 0 && r.Fraction < 1):
			wrong("checkpoint %d reports %+v", o.looks, r)
		}
		if by.at > 0 && o.looks >= by.at {
			return run.Stop
		}
		return run.Continue
	}}.Ctl().Within(limit), t) // as the engine limits it
	if o.err != nil {
		if f := refused("", o.err, fault.Numeric, fault.Option, fault.Empty, fault.Shape, fault.OneClass, fault.Type, fault.Weight); f != "" {
			wrong("%s", f)
		}
		return o
	}
	if o.report.Status == run.Aborted {
		_, err := answers(m, t.X)
		if f := refused("a machine that is not fitted", err, fault.NotFitted); f != "" {
			wrong("aborted: %s", f)
		}
		return o
	}
	unknown := math.Abs(o.report.Objective) == math.MaxFloat64 || o.report.Gap == math.MaxFloat64 && !o.report.Status.Cut()
	if err := checkReport(o.report); err != nil || unknown {
		wrong("report %+v", o.report)
	}
	want, err := answers(m, t.X)
	if err != nil {
		if f := refused("", err, fault.Numeric, fault.Option); f != "" { // features may overflow
			wrong("%v", err)
		}
		return o
	}
	if _, _, err := s.reloaded(m, classes, o.report, t.X, want); err != nil {
		wrong("%v", err)
	}
	return o
}
