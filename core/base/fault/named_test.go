package fault_test

import (
	"reflect"
	"testing"

	"maxmargin/core/base/fault"
)

// Users see the names of their classes, in messages and details. A number is replaced only
// as a whole, not a longer one with the same first digits.
func TestNamedShowsLabels(t *testing.T) {
	names := []string{"cat", "dog", "cow"}
	one := fault.New(fault.OneClass, "folds", "none of class number %d; class number 10 and a class number", 1).With("fold", 0).With("class", 1)
	if got := one.Named(names); got.Message != "none of class 'dog'; class number 10 and a class number" || got.Details["class"] != "dog" || got.Details["fold"] != 0 {
		t.Errorf("%v, details %v", got, got.Details)
	}
	two := fault.New(fault.Option, "nu", "class number %d and class number %d", 0, 2).With("classes", []int{0, 2})
	if got := two.Named(names); got.Message != "class 'cat' and class 'cow'" || !reflect.DeepEqual(got.Details["classes"], []string{"cat", "cow"}) {
		t.Errorf("%v, details %v", got, got.Details)
	}
	if one.Details["class"] != 1 || two.Message != "class number 0 and class number 2" {
		t.Errorf("the errors themselves have changed: %v, %v", one, two)
	}
	if one.Named(nil) != one || fault.New(fault.Empty, "X", "no rows").Named(names).Message != "no rows" {
		t.Error("an error without a class that has a name changes")
	}
}
