package calib

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
	"maxmargin/core/model/schema"
)

// Fit turns decision values into probabilities. It has the tags of package model.
//
// Values for pairs of classes become probabilities r_ij of i against j, which are
// coupled into one for each class. Values for classes become p_c, of a class against
// all others, divided by their sum, which is the coupling of r_ij = p_i/(p_i + p_j);
// a temperature makes a softmax of them.
type Fit struct {
	Method string    `field:"probability.fit"`
	Values int       `field:"probability.values" dim:"v" range:"[1,536870911]"`  // for a sample
	Pairs  int       `field:"probability.pairs" range:"[0,1]"`                   // 1: for pairs of classes
	Slope  []float64 `field:"probability.slope" shape:"v"`                       // A, of a sigmoid; minus the inverse of the temperature
	Offset []float64 `field:"probability.offset" shape:"v"`                      // B, of a sigmoid
	Ends   []int32   `field:"probability.ends" shape:"v" range:"[0,2147483647]"` // of the knots of each value, in the next two
	Knots  []float64 `field:"probability.knots" shape:"t"`
	Levels []float64 `field:"probability.levels" shape:"t"`

	classes int
}

// LogOdds is a classifier that may have been trained so that its decision values are log
// odds: 1/(1 + exp(-f(x))) is the probability of class 1, or of a class against the others.
type LogOdds interface {
	model.Classifier
	// LogOdds reports whether its decision values are log odds with its present options.
	LogOdds() bool
}

// implied returns the probabilities that a classifier of k classes implies, and nil where
// it implies none. No held-out samples are needed for them.
func implied(m model.Machine, k int) *Fit {
	if l, ok := m.(LogOdds); !ok || !l.LogOdds() {
		return nil
	}
	cols := reduction.Scheme{Name: reduction.OneVsRest, Classes: k}.Count()
	f := &Fit{Method: Sigmoid, Values: cols, classes: k, Slope: make([]float64, cols), Offset: make([]float64, cols), Ends: make([]int32, cols)}
	for c := range f.Slope {
		f.Slope[c] = -1
	}
	return f
}

// Restore makes a Fit usable that was read from a model file of k classes.
func (f *Fit) Restore(k int) error {
	damaged := func(what string) error {
		return fault.New(fault.Format, "bytes", "the model's probabilities are damaged: %s", what)
	}
	want := reduction.Scheme{Name: reduction.OneVsRest, Classes: k}.Count()
	if f.Pairs == 1 {
		want = reduction.PairCount(k)
	}
	if k < 2 || f.Values != want {
		return damaged("they are of another number of classes")
	}
	f.classes = k
	switch f.Method {
	case Sigmoid, Temperature:
		for _, a := range f.Slope {
			if a > 0 {
				return damaged("one falls where the decision value rises")
			}
		}
		return nil
	case Isotonic:
	default:
		return schema.Newer("it has probabilities of a kind %q", f.Method)
	}
	first := 0
	for _, end := range f.Ends {
		if int(end) <= first || int(end) > len(f.Knots) {
			return damaged("knots are missing")
		}
		for i := first; i < int(end); i++ {
			inside := f.Levels[i] >= 0 && f.Levels[i] <= 1
			if !inside || i > first && (f.Knots[i] <= f.Knots[i-1] || f.Levels[i] < f.Levels[i-1]) {
				return damaged("knots are out of order")
			}
		}
		first = int(end)
	}
	return nil
}

// learn fits a Fit to decision values, cols for each observation.
func learn(method string, pairs bool, k int, held []observation, values []float64, cols int) (*Fit, error) {
	f := &Fit{Method: method, Values: cols, classes: k,
		Slope: make([]float64, cols), Offset: make([]float64, cols), Ends: make([]int32, cols)}
	scheme := reduction.Scheme{Name: reduction.OneVsRest, Classes: k}
	if pairs {
		f.Pairs, scheme.Name = 1, reduction.OneVsOne
	}
	problems := scheme.Problems()
	if len(problems) != cols {
		return nil, fault.New(fault.Internal, "probability", "%d decision values for %d problems", cols, len(problems))
	}
	if method == Temperature {
		a := cool(f.Pairs == 1 || k == 2, problems, k, held, values)
		for c := range f.Slope {
			f.Slope[c] = -a
		}
		return f, f.finite()
	}
	for c, p := range problems {
		var points []point
		for i, o := range held {
			if sign := p.Sign(o.class); sign != 0 {
				points = append(points, point{values[i*cols+c], sign > 0, o.weight})
			}
		}
		if method == Sigmoid {
			f.Slope[c], f.Offset[c] = platt(points)
		} else {
			knots, levels := isotonic(points)
			f.Knots, f.Levels = append(f.Knots, knots...), append(f.Levels, levels...)
		}
		f.Ends[c] = int32(len(f.Knots))
	}
	return f, f.finite()
}

// finite returns an error when a learnt number is not finite.
func (f *Fit) finite() error {
	for _, list := range [][]float64{f.Slope, f.Offset, f.Knots, f.Levels} {
		for _, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fault.New(fault.Numeric, "probability", "the decision values are too large or too small for probabilities; scale the samples, or set probability to 'none'")
			}
		}
	}
	return nil
}

// cool returns one factor for all decision values. The value of a pair is a softmax of
// two classes, the values of all classes are one softmax.
func cool(pairs bool, problems []reduction.Problem, k int, held []observation, values []float64) float64 {
	count, total := make([]float64, k), 0.0
	for _, o := range held {
		count[o.class] += o.weight
		total += o.weight
	}
	smooth := func(others float64) float64 { return (others + 1) / (others + 2) }
	var samples []logits
	cols := len(problems)
	if !pairs {
		for i, o := range held {
			samples = append(samples, logits{values[i*cols : (i+1)*cols], int(o.class), o.weight})
		}
		return temperature(samples, func(c int) float64 { return smooth(count[c]) })
	}
	for c, p := range problems {
		for i, o := range held {
			switch sign := p.Sign(o.class); {
			case sign > 0:
				samples = append(samples, logits{[]float64{0, values[i*cols+c]}, 1, o.weight})
			case sign < 0:
				samples = append(samples, logits{[]float64{0, values[i*cols+c]}, 0, o.weight})
			}
		}
	}
	return temperature(samples, func(class int) float64 { return smooth(total / float64(k)) })
}

// of returns the k probabilities of every sample of x, whose largest is that of the
// class which the machine predicts: see Reconcile.
func (f *Fit) of(ctl *run.Ctl, m model.Classifier, x sample.Set) ([]float64, error) {
	classes, err := m.Predict(ctl, x)
	if err != nil {
		return nil, err
	}
	values, cols, err := m.Decision(ctl, x, shapeOf(f.Pairs == 1))
	if err != nil {
		return nil, err
	}
	if cols != f.Values {
		return nil, fault.New(fault.Format, "bytes", "the model has probabilities for %d decision values, but gives %d", f.Values, cols)
	}
	k := f.classes
	all := make([]float64, x.Len()*k)
	r := make([]float64, k*k)
	for i, class := range classes {
		if i%256 == 0 {
			if !ctl.Wanted(func() run.Report { return run.Report{Fraction: float64(i) / float64(len(classes))} }) {
				return nil, run.ErrAborted
			}
		}
		p := all[i*k : (i+1)*k]
		f.one(p, values[i*cols:(i+1)*cols], r)
		Reconcile(p, int(class))
	}
	return all, nil
}

// one writes the probabilities that the decision values of a sample mean into p. r
// is scratch, k x k.
func (f *Fit) one(p, values, r []float64) {
	k := f.classes
	switch {
	case k == 2:
		p[1] = f.positive(0, values[0])
		p[0] = 1 - p[1]
	case f.Pairs == 1:
		reduction.Pairs(k, func(pair, i, j int) bool {
			q := min(max(f.positive(pair, values[pair]), certain), 1-certain)
			r[i*k+j], r[j*k+i] = q, 1-q
			return true
		})
		couple(p, r)
	case f.Method == Temperature:
		softmax(p, values, -f.Slope[0])
	default:
		sum := 0.0
		for c, v := range values {
			p[c] = f.positive(c, v)
			sum += p[c]
		}
		for c := range p {
			if sum > 0 {
				p[c] /= sum
			} else { // all are 0: every class gets the same probability
				p[c] = 1 / float64(k)
			}
		}
	}
}

// positive returns the probability of the positive class of a problem.
func (f *Fit) positive(problem int, value float64) float64 {
	if f.Method != Isotonic {
		return loss.Probability(-(float64(f.Slope[problem]*value) + f.Offset[problem]))
	}
	first := 0
	if problem > 0 {
		first = int(f.Ends[problem-1])
	}
	end := f.Ends[problem]
	return interpolate(f.Knots[first:end], f.Levels[first:end], value)
}
