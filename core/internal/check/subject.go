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
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// subject is a machine under test.
type subject struct {
	catalog.Machine
	kind string
}

// option is the value of an option, by its name.
type option struct {
	name  string
	value any
}

// converging returns an unfitted machine whose results can be compared closely: options
// that depend on the data are fixed, and problems are solved to a small tolerance.
// Machines without a tolerance, such as perceptrons, take a fixed number of steps.
func (s subject) converging(more ...option) model.Machine {
	options := append([]option{{"gamma", 0.5}, {"tol", 1e-8}}, more...)
	if s.has("tol") && !s.has("average") && !s.has("earlyStopping") {
		options = append(options, option{"maxIter", 1e6})
	}
	return s.make(options...)
}

// make returns an unfitted machine with these options, as far as it has them.
func (s subject) make(options ...option) model.Machine {
	m := s.New()
	for _, o := range options {
		set(m, o)
	}
	return m
}

// has reports whether the machine has an option.
func (s subject) has(name string) bool {
	return slices.ContainsFunc(s.schema(), func(o schema.Option) bool { return o.Name == name })
}

// set gives an option its value in a machine and in all that it holds, where they have
// it.
func set(m model.Machine, o option) {
	for _, m := range machines(m) {
		assign(m, o)
	}
}

func assign(m model.Machine, o option) {
	for _, spec := range schema.Of(m.Options()) {
		if spec.Name != o.name {
			continue
		}
		field := spec.Field(m.Options())
		switch value := o.value.(type) {
		case float64:
			switch {
			case field.CanFloat():
				field.SetFloat(value)
			case field.CanInt():
				field.SetInt(int64(value))
			default:
				field.Set(reflect.ValueOf(kernel.Width{Value: value}).Convert(field.Type()))
			}
		default:
			field.Set(reflect.ValueOf(value).Convert(field.Type()))
		}
	}
}

// kernels returns the kernels that the machine can have by their names, and that
// compute something of any samples, or "" for one without.
func (s subject) kernels() (names []string) {
	if !s.has("kernel") {
		return []string{""}
	}
	for _, k := range catalog.Kernels() {
		made := k.Kernel()
		if k.Named() && !kernel.IsGiven(made) && !kernel.IsNonNegative(made) && kernel.Compares(made) == sample.Numbers {
			names = append(names, k.Name)
		}
	}
	return names
}

// training returns n samples of d features that the machine can learn well: k clouds for classes,
// in a line if these are ordered, a smooth function for values or relevances, one cloud otherwise.
// Lists have ten samples.
func (s subject) training(n, d, k int) model.Training {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(100*d+k)))
	x := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	learns := model.Learns(s.New())
	labels, values := make([]int32, n), make([]float64, n)
	for i := range n {
		row := x.Row(i)
		for j := range row {
			row[j] = 0.5 * rng.NormFloat64()
		}
		switch learns.(type) {
		case model.Classes:
			c := i % k
			row[c%d] += 3 * float64(1+c/d)
			labels[i] = int32(c)
		case model.Ordered:
			labels[i] = int32(i % k)
			for j := range row {
				row[j] += 2 * float64(i%k)
			}
		case model.Sets:
			c := i % k
			row[c%d] += 3 * float64(1+c/d)
			labels[i] = int32(c)
		case model.Values, model.Groups:
			for j, v := range row {
				values[i] += float64(j+1) * v
			}
			values[i] += 0.05 * rng.NormFloat64()
		}
	}
	switch learns.(type) {
	case model.Classes:
		return model.NewTraining(x, model.Classes{Of: labels, Count: k})
	case model.Ordered:
		return model.NewTraining(x, model.Ordered{Classes: model.Classes{Of: labels, Count: k}})
	case model.Values:
		return model.NewTraining(x, model.Values(values))
	case model.Groups:
		return model.NewTraining(x, model.Groups{Of: inTens(n), Count: n/10 + 1, Relevance: values})
	case model.Sets:
		return model.NewTraining(x, model.Sets{Classes: model.Classes{Of: labels, Count: k}, List: inTens(n), Lists: n/10 + 1})
	}
	return model.NewTraining(x, nil)
}

// inTens puts n samples into lists of ten.
func inTens(n int) []int32 {
	of := make([]int32, n)
	for i := range of {
		of[i] = int32(i / 10)
	}
	return of
}

// ordered reports whether the machine learns ordered classes.
func (s subject) ordered() bool {
	_, is := model.Learns(s.New()).(model.Ordered)
	return is
}

// dense returns the samples of a training that subject made.
func dense(t model.Training) *sample.Matrix { return t.X.(*sample.Matrix) }

// pick returns the samples at index, with all that belongs to them.
func pick(t model.Training, index []int) model.Training {
	return model.Training{Data: t.Select(index, nil)}
}

// patience ends a fit to the few samples of a check that hangs. On a quiet machine it takes seconds
// at most; on a busy one a fit did not end within 30 seconds.
const patience = 10 * time.Minute

// fitted fits a machine and returns its answers for the samples x. An error ends the rule.
func fitted(what string, m model.Machine, t model.Training, x sample.Set) []float64 {
	all, err := fit(m, t, x)
	must(what, err)
	return all
}

// fit fits a machine and returns its answers for the samples x.
func fit(m model.Machine, t model.Training, x sample.Set) ([]float64, error) {
	report, err := m.Fit((*run.Ctl)(nil).Within(float64((patience).Milliseconds())), t)
	if err != nil {
		return nil, err
	}
	if report.Status == run.TimeLimit {
		return nil, fmt.Errorf("the fit has not ended after %v", patience)
	}
	if err := checkReport(report); err != nil {
		return nil, err
	}
	return answers(m, x)
}

// checkReport returns an error unless a report has all numbers of the end of a fit.
func checkReport(r model.Report) error {
	ends := []run.Status{run.Converged, run.IterationLimit, run.TimeLimit, run.Stopped, run.Stalled, run.Infeasible, run.Perfect, run.Exhausted}
	if !slices.Contains(ends, r.Status) || r.Iterations < 0 || r.SupportVectors < 0 || !finite(r.Objective, r.Gap) {
		return fmt.Errorf("report %+v", r)
	}
	for _, n := range r.Notes {
		if len(n.Code) < 6 || n.Code[:5] != "WARN_" || n.Message == "" {
			return fmt.Errorf("note %+v", n)
		}
	}
	return nil
}

func finite(numbers ...float64) bool {
	for _, x := range numbers {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// answers returns all answers of a fitted machine for the samples x: predictions, and decision
// values if it has them. They must be finite.
func answers(m model.Machine, x sample.Set) (all []float64, err error) {
	classes := func(labels []int32, e error) {
		for _, c := range labels {
			all = append(all, float64(c))
		}
		err = errors.Join(err, e)
	}
	switch m := m.(type) {
	case model.Classifier:
		classes(m.Predict(nil, x))
		f, _, e := m.Decision(nil, x, "")
		all, err = append(all, f...), errors.Join(err, e)
	case model.Detector:
		classes(m.Predict(nil, x))
		f, e := m.Decision(nil, x)
		all, err = append(all, f...), errors.Join(err, e)
	case model.Regressor:
		all, err = m.Predict(nil, x)
	case model.Transformer:
		all, err = transformed(m, x)
	}
	if err == nil && !finite(all...) {
		err = fmt.Errorf("answers that are not finite: %v", all)
	}
	return all, err
}

// transformed returns the numbers of x after a transformer, in the order of a machine's answers:
// the first feature of every sample, then the others of each.
func transformed(m model.Transformer, x sample.Set) (all []float64, err error) {
	made, err := m.Transform(nil, x)
	if err != nil {
		return nil, err
	}
	n, row := made.Len(), make([]float64, made.Dim())
	all = make([]float64, n, n*len(row))
	for i := range n {
		made.Dense(row, i)
		all[i] = row[0]
		all = append(all, row[1:]...)
	}
	return all, nil
}

// smooth returns the answers to n samples that change little if a solution does: for a detector,
// whose boundary runs through samples, only the decision values.
func (s subject) smooth(answers []float64, n int) []float64 {
	if s.kind == catalog.Detector {
		return answers[n:]
	}
	return answers
}

// bytes returns the model file of a fitted machine.
func (s subject) bytes(m model.Machine, k int, report model.Report) ([]byte, error) {
	file := codec.Model{Name: s.Name, Machine: m, Report: report}
	if s.kind == catalog.Classifier {
		file.Classes.Kind = "number"
		for c := range k {
			file.Classes.Names = append(file.Classes.Names, fmt.Sprint(c))
		}
	}
	return codec.Encode(file)
}

// answered returns all answers of a fitted machine for the samples x. An error ends the rule.
func answered(what string, m model.Machine, x sample.Set) []float64 {
	all, err := answers(m, x)
	must(what, err)
	return all
}

// reloaded writes a fitted machine into a file and reads it. It returns an error unless the model of
// the file gives the answers want for the samples x.
func (s subject) reloaded(m model.Machine, k int, report model.Report, x sample.Set, want []float64) (file []byte, again codec.Model, err error) {
	if file, err = s.bytes(m, k, report); err != nil {
		return nil, again, fmt.Errorf("encode: %w", err)
	}
	if again, err = codec.Decode(file); err != nil {
		return nil, again, fmt.Errorf("decode: %w", err)
	}
	if got, err := answers(again.Machine, x); err != nil || !slices.Equal(got, want) {
		return nil, again, fmt.Errorf("the loaded model answers something else (%v)", err)
	}
	return file, again, nil
}

// same ends the rule unless two lists of answers are the same.
func same(what string, got, want []float64, tolerance float64) {
	if f := differ(what, got, want, tolerance); f != "" {
		fail("%s", f)
	}
}

// differ says where two lists of answers differ by more than tolerance, relative to their largest.
func differ(what string, got, want []float64, tolerance float64) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%s: %d answers, want %d", what, len(got), len(want))
	}
	scale := 1.0
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*scale) {
			return fmt.Sprintf("%s: answer %d is %v, want %v", what, i, got[i], want[i])
		}
	}
	return ""
}

// refuse ends the rule unless err is a fault of one of the codes.
func refuse(what string, err error, codes ...fault.Code) {
	if f := refused(what, err, codes...); f != "" {
		fail("%s", f)
	}
}

// refused says what is wrong unless err is a fault of one of the codes.
func refused(what string, err error, codes ...fault.Code) string {
	var e *fault.Error
	switch {
	case err == nil:
		return what + " is accepted"
	case !errors.As(err, &e):
		return fmt.Sprintf("%s: an error without a code: %v", what, err)
	case !slices.Contains(codes, e.Code):
		return fmt.Sprintf("%s: %v, want %v", what, err, codes)
	case e.Message == "":
		return what + ": an error without a message"
	}
	return ""
}
