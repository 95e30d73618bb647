// Package check has the rules that every machine of the catalog must keep. They follow
// scikit-learn's checks for estimators as far as these apply. Machine applies them to a line of the
// catalog, Holder to a machine that holds others, as one machine. It is for tests only.
package check

import (
	"fmt"
	"slices"
	"testing"

	"maxmargin/core/engine/catalog"
)

// Exceptions are checks that a machine does not pass, with the reason. Such a check is
// run nevertheless, and must fail.
type Exceptions map[string]string

// check is one rule. It ends with fail if a machine does not keep it.
type check struct {
	name string
	run  func(s subject)
}

// broken is what is wrong with a machine that does not keep a rule.
type broken string

// fail ends a rule that is broken.
func fail(format string, a ...any) { panic(broken(fmt.Sprintf(format, a...))) }

// must ends a rule if there is an error.
func must(what string, err error) {
	if err != nil {
		fail("%s: %v", what, err)
	}
}

// fault returns what is wrong, or "" if the machine keeps the rule.
func (c check) fault(s subject) (fault string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case broken:
			fault = string(r)
		default:
			panic(r)
		}
	}()
	c.run(s)
	return ""
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
			fault := c.fault(subject{m, m.Kind()})
			switch reason, excepted := exceptions[c.name]; {
			case excepted && fault == "":
				t.Errorf("the check passes: the exception (%s) is not needed", reason)
			case !excepted && fault != "":
				t.Errorf("%s\nIf %s cannot keep this rule, add the reason to exceptions() in core/engine/catalog/check_test.go", fault, m.Name)
			}
		})
	}
}

// Faults returns the names of the checks that a machine fails.
func Faults(m catalog.Machine) (names []string) {
	for _, c := range checks() {
		if c.fault(subject{m, m.Kind()}) != "" {
			names = append(names, c.name)
		}
	}
	return names
}
