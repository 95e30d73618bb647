package reduction

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// Scheme turns a machine for two classes into one for k. The machine takes its two-class
// problems from Each, fits each to the samples of Split, and keeps the decision functions
// in the order of the problems. Predict and Decision then work for every scheme. Two
// classes are one problem in every scheme, whose positive values mean class 1.
//
// A machine with a scheme is no model.Holder of machines for two classes. The functions of
// all problems share what is large: the pairs of an SVC one expansion, in which a sample
// that supports several pairs is stored and compared with new samples once, and linear
// functions one matrix of weights. As parts they would have a copy of the samples each, and
// k-1 times the kernel values. A holder that fits machines of any kind to the problems uses
// Problems, and model.Part.New for its parts.
type Scheme struct {
	Name    string // OneVsOne, OneVsRest or Graph
	Classes int    // k
}

// The schemes, by the names that users give them.
const (
	// OneVsOne has a problem for every pair of classes, and elects the class that
	// wins most of them; see Vote.
	OneVsOne = "ovo"
	// OneVsRest has a problem for every class against all others, and elects the
	// one with the largest value (Shalev-Shwartz & Ben-David, section 17.1).
	OneVsRest = "ovr"
	// Graph has the problems of OneVsOne and walks through a decision graph: k-1 times it
	// compares the first and the last of the remaining classes and removes the loser
	// (Platt, Cristianini & Shawe-Taylor, Large margin DAGs for multiclass
	// classification, 2000).
	Graph = "dag"
)

// Option are the options of the machines that leave the scheme to their users.
type Option struct {
	MultiClass            string `js:"multiClass" default:"ovo" choices:"ovo,ovr,dag" doc:"Scheme for more than two classes: a machine for each pair of classes and a vote ('ovo'), one for each class against all others ('ovr'), or one for each pair and a knock-out among the classes ('dag')."`
	DecisionFunctionShape string `js:"decisionFunctionShape" group:"study" default:"ovr" choices:"ovr,ovo" doc:"Decision values for more than two classes: one per class ('ovr') or, unless multiClass is 'ovr', one per pair ('ovo')."`
}

// Rest stands for all classes but the positive one.
const Rest = -1

// Problem is one two-class problem.
type Problem struct {
	Number             int // from 0
	Positive, Negative int // classes; Negative may be Rest
}

// Count returns how many problems there are.
func (s Scheme) Count() int {
	if s.Name == OneVsRest && s.Classes > 2 {
		return s.Classes
	}
	return PairCount(s.Classes)
}

// Check returns an error unless order, from a model file and with entries below its length, is a
// permutation of the classes, and there is a function for each problem.
func (s Scheme) Check(order []int32, functions int) error {
	if err := CheckOrder(order); err != nil {
		return err
	}
	if want := s.Count(); functions != want {
		return fault.New(fault.Format, "bytes", "the model has %d decision functions for %d classes, expected %d", functions, len(order), want)
	}
	return nil
}

// Problems returns the problems, in order.
func (s Scheme) Problems() []Problem {
	all := make([]Problem, 0, s.Count())
	if s.Name == OneVsRest && s.Classes > 2 {
		for c := range s.Classes {
			all = append(all, Problem{c, c, Rest})
		}
		return all
	}
	Pairs(s.Classes, func(pair, i, j int) bool {
		positive := Positive(s.Classes, i, j)
		all = append(all, Problem{pair, positive, i + j - positive})
		return true
	})
	return all
}

// Problem returns the problem of a number below Count.
func (s Scheme) Problem(number int) Problem {
	if s.Name == OneVsRest && s.Classes > 2 {
		return Problem{number, number, Rest}
	}
	i, from := 0, number
	for ; from >= s.Classes-1-i; i++ {
		from -= s.Classes - 1 - i
	}
	j := i + 1 + from
	positive := Positive(s.Classes, i, j)
	return Problem{number, positive, i + j - positive}
}

// Sign returns +1 or -1 for a sample of a class, and 0 for one that is not in
// the problem.
func (p Problem) Sign(class int32) float64 {
	switch {
	case int(class) == p.Positive:
		return 1
	case p.Negative == Rest || int(class) == p.Negative:
		return -1
	}
	return 0
}

// Signs returns the Sign of each sample.
func (p Problem) Signs(y []int32) []float64 {
	signs := make([]float64, len(y))
	for i, c := range y {
		signs[i] = p.Sign(c)
	}
	return signs
}

// Split returns the samples of the problem, those with a positive weight where
// there are weights, and their signs.
func (p Problem) Split(y []int32, weight []float64) (index []int, sign []float64) {
	for i, c := range y {
		if s := p.Sign(c); s != 0 && (weight == nil || weight[i] > 0) {
			index, sign = append(index, i), append(sign, s)
		}
	}
	return index, sign
}

// Title returns what reports call the problem of a number.
func (s Scheme) Title(number int) string {
	noun := "pair "
	if s.Name == OneVsRest {
		noun = "class "
	}
	return noun + strconv.Itoa(number+1) + " of " + strconv.Itoa(s.Count())
}

// Each calls solve for every problem, in order, until one is aborted or fails. Reports to
// ctl name the problem at hand, count the iterations of the problems before it (solve
// returns them), and give the fraction of the whole work. Each problem may take an equal
// share of the time that ctl has left. The status is that of the first problem that was
// cut, or of the last one that did not converge.
func (s Scheme) Each(ctl *run.Ctl, solve func(ctl *run.Ctl, p Problem) (iterations int, status run.Status, err error)) (run.Status, error) {
	stages, status := ctl.Stages(s.Count()), run.Converged
	stages.Name = s.Title
	for _, p := range s.Problems() {
		iterations, ended, err := solve(stages.Share(""), p)
		if err != nil {
			return "", err
		}
		stages.Took(iterations)
		if ended == run.Aborted {
			return ended, nil
		}
		if ended != run.Converged && !status.Cut() {
			status = ended
		}
	}
	return status, nil
}

// Election elects classes by the decision values of the problems of a scheme. It serves one
// caller at a time.
type Election struct {
	scheme  Scheme
	order   []int32
	place   []int   // of each class in order
	against float64 // values up to this one are votes for the second class of a pair: 0 where that comes later in every pair
	votes   []int   // scratch of vote, 3k
}

// Election returns the election in which order, a permutation of the k classes, decides between
// equals.
func (s Scheme) Election(order []int32) *Election {
	k := len(order)
	e := &Election{scheme: s, order: order, place: make([]int, k), votes: make([]int, 3*k)}
	for at, c := range order {
		e.place[c] = at
	}
	if !slices.IsSorted(order) {
		e.against = -math.SmallestNonzeroFloat64
	}
	return e
}

// Elect returns the class that the decision values of the problems of a sample elect. Of values
// for pairs, those in doubt may be NaN: certain says whether the class is elected whatever they are.
func (e *Election) Elect(values []float64) (class int32, certain bool) {
	switch {
	case e.scheme.Classes == 2 || e.scheme.Name == OneVsOne:
		return e.vote(values)
	case e.scheme.Name == OneVsRest:
		best := e.order[0]
		for _, c := range e.order {
			if values[c] > values[best] {
				best = c
			}
		}
		return best, true
	}
	return e.knockOut(values)
}

// knockOut walks through the decision graph: first and last are the classes that
// are left. A value of zero is for the class that comes later in order.
func (e *Election) knockOut(values []float64) (class int32, certain bool) {
	k := len(e.order)
	first, last := 0, k-1
	for first < last {
		winner := first
		switch f := values[pairNumber(k, first, last)]; {
		case f < 0:
			winner = last
		case f == 0:
			winner = e.later(first, last)
		case math.IsNaN(f):
			return e.order[0], false
		}
		if winner == first {
			last--
		} else {
			first++
		}
	}
	return int32(first), true
}

// later returns which of the classes i and j comes later in order.
func (e *Election) later(i, j int) int {
	if e.place[i] < e.place[j] {
		return j
	}
	return i
}

// pairNumber returns the place of the pair i < j among the pairs of k classes.
func pairNumber(k, i, j int) int { return i*(2*k-i-1)/2 + j - i - 1 }

// Values gives the decision values of the problems for the samples of a set.
type Values interface {
	Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error
}

// signs are Values that compute signs alone faster than values, such as
// expansion.Expansion.
type signs interface {
	EachSign(ctl *run.Ctl, x sample.Set, take func(i int, values []float64) (certain bool)) error
}

// Predict returns the class of every sample of x; order as in Election.
func (s Scheme) Predict(ctl *run.Ctl, v Values, order []int32, x sample.Set) ([]int32, error) {
	classes, election := make([]int32, x.Len()), s.Election(order)
	elect := func(i int, values []float64) (certain bool) {
		classes[i], certain = election.Elect(values)
		return certain
	}
	if v, ok := v.(signs); ok && (s.Name != OneVsRest || s.Classes == 2) {
		return classes, v.EachSign(ctl, x, elect)
	}
	return classes, v.Each(ctl, x, func(i int, values []float64) { elect(i, values) })
}

// Largest returns the scheme of a value for each class, of which the largest decides.
func Largest(order []int32) Scheme { return Scheme{Name: OneVsRest, Classes: len(order)} }

// Outputs returns how many decision values Decision gives for a sample. The shape "" is "ovr".
func (s Scheme) Outputs(shape string) (int, error) {
	shape = cmp.Or(shape, OneVsRest)
	switch {
	case shape != OneVsRest && shape != OneVsOne:
		return 0, fault.New(fault.Option, "shape", "shape must be 'ovr' or 'ovo', got %q", shape)
	case s.Classes <= 2:
		return s.Count(), nil
	case shape == OneVsRest:
		return s.Classes, nil
	case s.Name == OneVsRest:
		return 0, fault.New(fault.Option, "shape", "a machine with multiClass 'ovr' has no decision values of pairs; use the shape 'ovr'")
	}
	return s.Count(), nil
}

// Decision returns a row of cols decision values for every sample of x: for
// more than two classes one for each class (shape "ovr", of pairs as
// OneVersusRest makes it), or one for each pair ("ovo").
func (s Scheme) Decision(ctl *run.Ctl, v Values, shape string, x sample.Set) (all []float64, cols int, err error) {
	if cols, err = s.Outputs(shape); err != nil {
		return nil, 0, err
	}
	aggregate := s.Classes > 2 && shape != OneVsOne && s.Name != OneVsRest
	all = make([]float64, x.Len()*cols)
	err = v.Each(ctl, x, func(i int, values []float64) {
		if row := all[i*cols : (i+1)*cols]; aggregate {
			OneVersusRest(row, values, s.Classes)
		} else {
			copy(row, values)
		}
	})
	return all, cols, err
}
