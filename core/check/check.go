// Package check has the rules that every machine of the catalog must keep, whatever it
// learns. They follow scikit-learn's checks for estimators as far as these apply. Machine
// applies it to a line of the catalog, Holder to a machine that holds others, as one
// machine. It is for tests only.
package check

import (
	"slices"
	"testing"

	"maxmargin/core/catalog"
)

// Exceptions are checks that a machine does not pass, with the reason. Such a check is
// run nevertheless, and must fail.
type Exceptions map[string]string

// check is one rule. It returns what is wrong, or "" when the machine keeps it.
type check struct {
	name string
	run  func(s subject) string
}

// checks returns every rule, in order.
func checks() []check {
	return slices.Concat(contract(), learning(), samples(), weights(), orders(), units(), refusals(), endings())
}

// Machine applies every check to a line of the catalog, each in a subtest.
func Machine(t *testing.T, m catalog.Machine, exceptions Exceptions) {
	for name := range exceptions {
		if !slices.ContainsFunc(checks(), func(c check) bool { return c.name == name }) {
			t.Errorf("there is no check %q to except from", name)
		}
	}
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) {
			fault := c.run(subject{m, m.Kind()})
			switch reason, excepted := exceptions[c.name]; {
			case excepted && fault == "":
				t.Errorf("the check passes: the exception (%s) is not needed", reason)
			case !excepted && fault != "":
				t.Error(fault)
			}
		})
	}
}

// Faults returns the names of the checks that a machine fails.
func Faults(m catalog.Machine) (names []string) {
	for _, c := range checks() {
		if c.run(subject{m, m.Kind()}) != "" {
			names = append(names, c.name)
		}
	}
	return names
}
