package check

import (
	"reflect"
	"testing"

	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Holder applies every check to a machine of the catalog that holds these parts, as one
// machine: an option is set in all parts that have it.
func Holder(t *testing.T, name string, parts func() []model.Part, exceptions Exceptions) {
	Machine(t, catalog.Machine{Name: name, Summary: "of parts", New: func() model.Machine {
		m, err := catalog.NewHolder(name, parts())
		if err != nil {
			t.Fatal(err)
		}
		return m
	}}, exceptions)
}

// machines returns a machine and all that it holds.
func machines(m model.Machine) (all []model.Machine) {
	_ = model.Each(m, func(m model.Machine) error {
		all = append(all, m)
		return nil
	})
	return all
}

// schema returns the options of a machine and of all that it holds.
func (s subject) schema() (all []schema.Option) {
	for _, m := range machines(s.New()) {
		all = append(all, schema.Of(m.Options())...)
	}
	return all
}

// attributes returns what a machine and all that it holds leave behind.
func (s subject) attributes() (all []schema.Attribute) {
	for _, m := range machines(s.New()) {
		all = append(all, schema.Attributes(m.Fitted())...)
	}
	return all
}

// valid returns the first error about an option of a machine or of one that it holds.
func valid(m model.Machine) error {
	return model.Each(m, func(m model.Machine) error { return schema.Check(m.Options()) })
}

// values returns copies of all options.
func values(m model.Machine) (all []any) {
	for _, m := range machines(m) {
		all = append(all, reflect.ValueOf(m.Options()).Elem().Interface())
	}
	return all
}

// request returns the request of the machine to an engine, and its options.
func (s subject) request() (engine.FitRequest, any) {
	m := s.New()
	steps := catalog.TreeOf(model.Part{Machine: m}).Steps
	return engine.FitRequest{Model: 1, Machine: s.Name, Steps: steps}, model.Options(m)
}

// isInt reports whether an option is an int in a machine or in one that it holds.
func isInt(m model.Machine, name string) bool {
	for _, m := range machines(m) {
		for _, o := range schema.Of(m.Options()) {
			if o.Name == name {
				return o.Field(m.Options()).CanInt()
			}
		}
	}
	return false
}
