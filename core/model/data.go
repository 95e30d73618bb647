package model

import (
	"math"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/model/schema"
)

// Data is n samples and what is known of each of them. Copies share its slices, which
// nobody writes to.
type Data struct {
	X      sample.Set
	Target Target    // what is to be learnt; nil: the samples are all there is
	Weight []float64 // of each sample, >= 0; nil: all 1

	// Rows has, by name, the values of options that the caller gives for every
	// sample: see the tag row in package schema.
	Rows Given
	// Tables has, by name, numbers that describe a function of the caller's: see the
	// tag tables there. They are not one for each sample.
	Tables Given
}

// Given is lists of numbers by their names, as a caller gives them.
type Given map[string][]float64

// NewTraining returns the samples of x with a target and no weights.
func NewTraining(x sample.Set, target Target) Training {
	return Training{Data: Data{X: x, Target: target}}
}

// Labels returns the class of each sample, nil when the target is not classes.
func (d Data) Labels() []int32 { return classesOf(d.Target).Of }

// Classes returns how many classes there are, 0 when the target is not classes.
func (d Data) Classes() int { return classesOf(d.Target).Count }

// Values returns the value of each sample, or its relevance, nil when the target is neither.
func (d Data) Values() []float64 {
	if groups, ok := d.Target.(Groups); ok {
		return groups.Relevance
	}
	values, _ := d.Target.(Values)
	return values
}

// Row returns what an option is at sample i: the number that the caller gave for it
// under that name, or else the value that holds for all samples.
func (d Data) Row(name string, value float64, i int) float64 {
	if numbers := d.Rows[name]; numbers != nil {
		return numbers[i]
	}
	return value
}

// Select returns the samples at rows, with everything that belongs to them. columns
// are the features that they keep, nil for all: of a Gram matrix the rows that are
// learnt from.
func (d Data) Select(rows, columns []int) Data {
	part := Data{X: pickColumns(d.X.Select(rows), columns), Weight: pick(d.Weight, rows), Tables: d.Tables}
	if d.Target != nil {
		part.Target = d.Target.Select(rows)
	}
	for name, numbers := range d.Rows {
		if part.Rows == nil {
			part.Rows = Given{}
		}
		part.Rows[name] = pick(numbers, rows)
	}
	return part
}

// pick returns the entries at rows; nil stays nil.
func pick[T any](from []T, rows []int) []T {
	if from == nil {
		return nil
	}
	to := make([]T, len(rows))
	for p, i := range rows {
		to[p] = from[i]
	}
	return to
}

// Check returns an error unless the target, the weights and the values of options
// belong to the samples of X. m is the machine that will learn.
func (d Data) Check(m Machine) error {
	n := d.X.Len()
	if d.Target != nil {
		if got := d.Target.Len(); got != n {
			return WrongLength("y", got, n)
		}
		if err := d.Target.Check(); err != nil {
			return err
		}
	}
	if d.Weight != nil {
		weights := schema.Range{Text: "[0,inf)", High: math.Inf(1), HighOpen: true}
		if err := checkRow("sampleWeight", d.Weight, n, weights); err != nil {
			return err
		}
	}
	return Each(m, func(m Machine) error {
		for _, o := range schema.Of(m.Options()) {
			if numbers := d.Rows[o.Row]; numbers != nil {
				if err := checkRow(o.Row, numbers, n, o.Range); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// checkRow checks that there is a finite number within a range for each of n samples.
func checkRow(name string, numbers []float64, n int, within schema.Range) error {
	if len(numbers) != n {
		return WrongLength(name, len(numbers), n)
	}
	code, rule := fault.Option, "it must be a finite number in "+within.Text
	if strings.HasPrefix(name, weightPrefix) {
		code, rule = fault.Weight, "weights must be finite numbers "+map[bool]string{false: ">= 0", true: "> 0"}[within.LowOpen]
	}
	for i, x := range numbers {
		if !within.Contains(x) || math.IsInf(x, 0) {
			return fault.New(code, name, "%s[%d] is %v; %s", name, i, x, rule).With("row", i)
		}
	}
	return nil
}

// weightPrefix begins the names of weights, whose errors have a code of their own.
const weightPrefix = "sampleWeight"

// WrongLength is the fault of an argument that has not an entry for each row of X.
func WrongLength(argument string, got, want int) error {
	return fault.New(fault.Shape, argument, "%s has %d entries, but X has %d rows; they must be as many", argument, got, want).
		With("expected", want).With("got", got)
}
