package model

import (
	"errors"
	"reflect"

	"maxmargin/core/model/schema"
)

// Holder is a machine that holds others, such as a pipeline its steps or an ensemble its
// members. A file keeps its own options and result, as those of any machine, and then
// those of its parts; options, checks of numbers, copies and searches go through all
// parts, so that a new kind of holder is a type here and a line in the catalog.
type Holder interface {
	Machine
	// Parts returns the machines that it holds, in order. The parts may be holders.
	Parts() []Part
}

// Part is a machine that another holds.
type Part struct {
	Name    string // in the catalog
	Label   string // by which users tell it from the other parts
	Machine Machine

	// New returns an unfitted machine like Machine, with the same options: for holders
	// that fit many of a kind. The catalog sets it in the parts that it gives to a holder.
	New func() (Machine, error)
}

// Chain is a Holder that sends samples through transformers before the last part learns
// from them: it has the options of that part, such as a kernel.
type Chain interface {
	Holder
	// Steps returns the transformers, and what learns.
	Steps() (before []Transformer, last Machine)
}

// Wrapper is a Chain around a single machine that adds to what this machine answers,
// such as probabilities. It has the options and the name of this machine. In a file the
// fields of both stand side by side, as they have since there are probabilities: a
// classifier that gains some is still the same classifier to those who read the file.
type Wrapper interface {
	Chain
	// Around returns the same additions around another machine, whose answers are those
	// of the wrapped one.
	Around(part Part) Machine
}

// Unwrapped returns the machine that is in a Wrapper, else the machine itself.
func Unwrapped(m Machine) Machine {
	if w, ok := m.(Wrapper); ok {
		return Unwrapped(w.Parts()[0].Machine)
	}
	return m
}

// Core returns what learns in a machine: the last part of a Chain, else the machine
// itself.
func Core(m Machine) Machine {
	if c, ok := m.(Chain); ok {
		_, last := c.Steps()
		return Core(last)
	}
	return m
}

// Around is a Holder that hands the samples on as they are, and is no Chain, because what it
// answers is not what its part does.
type Around interface {
	Holder
	// First returns the part that sees the samples.
	First() Part
}

// First returns what sees the samples of a machine as they are: of a Chain its first
// step.
func First(m Machine) Part {
	first := Part{Machine: m}
	for {
		switch m := first.Machine.(type) {
		case Chain:
			first = m.Parts()[0]
		case Around:
			first = m.First()
		default:
			return first
		}
	}
}

// MissingTaker is a machine that takes NaN for missing values. All others are given finite numbers.
type MissingTaker interface{ TakesMissing() }

// BytesTaker is a machine that takes a sample.Bytes as it is. All others are given a sample.Matrix
// of the same numbers.
type BytesTaker interface{ TakesBytes() }

// CategoriesTaker is a machine that takes the codes of categories for what they are. To all others
// they would be numbers.
type CategoriesTaker interface{ TakesCategories() }

// TakesMissing reports whether what sees the samples of a machine first is a MissingTaker.
func TakesMissing(m Machine) bool {
	_, takes := First(m).Machine.(MissingTaker)
	return takes
}

// TakesBytes reports whether what sees the samples of a machine first is a BytesTaker.
func TakesBytes(m Machine) bool {
	_, takes := First(m).Machine.(BytesTaker)
	return takes
}

// TakesCategories reports whether what sees the samples of a machine first is a CategoriesTaker.
func TakesCategories(m Machine) bool {
	_, takes := First(m).Machine.(CategoriesTaker)
	return takes
}

// Sources returns the column of x that each column is made from that a fitted transformer, or a
// chain of such, makes; nil if some are made from several.
func Sources(t Transformer) []int {
	chain, ok := Machine(t).(Chain)
	if !ok {
		if columnar, ok := t.(Columnar); ok {
			return columnar.Sources()
		}
		return nil
	}
	steps, last := chain.Steps()
	if t, ok := last.(Transformer); ok {
		steps = append(steps[:len(steps):len(steps)], t)
	}
	from := Sources(steps[0])
	for _, step := range steps[1:] {
		own := Sources(step)
		if from == nil || own == nil {
			return nil
		}
		through := make([]int, len(own))
		for p, j := range own {
			through[p] = from[j]
		}
		from = through
	}
	return from
}

// Each calls visit for a machine and then for all that it holds, until visit returns an
// error, which it returns.
func Each(m Machine, visit func(m Machine) error) error {
	if err := visit(m); err != nil {
		return err
	}
	if h, ok := m.(Holder); ok {
		for _, part := range h.Parts() {
			if err := Each(part.Machine, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// TakesGram reports whether what learns from the samples compares them by a precomputed
// kernel, so that the samples are the rows of a Gram matrix.
func TakesGram(m Machine) bool {
	if c, ok := m.(Chain); ok {
		return TakesGram(Core(c))
	}
	return errors.Is(Each(m, func(m Machine) error {
		if Precomputed(m.Options()) {
			return errFound
		}
		return nil
	}), errFound)
}

// errFound ends a search through the parts of a machine.
var errFound = errors.New("found")

// Options returns the options of a machine, to which it is a pointer. Those of a Holder
// are a []any: its own, when it has any, and then those of every part. Those of a Wrapper
// are those of what it wraps.
func Options(m Machine) any {
	m = Unwrapped(m)
	h, ok := m.(Holder)
	if !ok {
		return m.Options()
	}
	var all []any
	if len(schema.Of(m.Options())) > 0 {
		all = append(all, m.Options())
	}
	for _, part := range h.Parts() {
		all = append(all, Options(part.Machine))
	}
	return all
}

// Assign gives a machine options, in the form of Options. To a machine with parts it also
// gives its own options alone; the parts keep theirs.
func Assign(m Machine, options any) {
	m = Unwrapped(m)
	if h, ok := m.(Holder); ok {
		all, ofParts := options.([]any)
		if !ofParts {
			set(m.Options(), options)
			return
		}
		if len(schema.Of(m.Options())) > 0 {
			set(m.Options(), all[0])
			all = all[1:]
		}
		for i, part := range h.Parts() {
			Assign(part.Machine, all[i])
		}
		return
	}
	set(m.Options(), options)
}

// set copies what one pointer points to over what another points to.
func set(to, from any) { reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem()) }

// Keep remembers the results of some machines and of all that they hold. What it returns
// puts them back. It copies nothing, because fits replace results and do not write to them.
func Keep(machines ...Machine) (back func() error) {
	var all []Machine
	var results []any
	for _, m := range machines {
		Each(m, func(m Machine) error {
			all, results = append(all, m), append(results, m.Fitted())
			return nil
		})
	}
	return func() (err error) {
		for i := len(all) - 1; i >= 0; i-- { // parts before what holds them, as from a file
			err = errors.Join(err, all[i].Restore(results[i]))
		}
		return err
	}
}

// Another returns a copy of a result, to which a file can be read.
func Another(fitted any) any {
	made := reflect.New(reflect.TypeOf(fitted).Elem()).Interface()
	set(made, fitted)
	return made
}

// Alike reports whether two machines are of the same kind and learn with the same kind
// of machine, so that one can start from the other.
func Alike(a, b Machine) bool {
	a, b = Unwrapped(a), Unwrapped(b)
	return reflect.TypeOf(a) == reflect.TypeOf(b) && reflect.TypeOf(Core(a)) == reflect.TypeOf(Core(b))
}
