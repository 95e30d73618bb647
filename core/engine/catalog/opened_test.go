package catalog_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
)

// TestReflectionMeetsOnlyOpenStructs: the build of the WebAssembly module leaves out what the fields of
// a struct are, unless js/wasm/types.mjs sees that reflection will look at them. So what schema reads has
// fields with tags, and a kernel is of a package of kernels, as are the structs within it.
func TestReflectionMeetsOnlyOpenStructs(t *testing.T) {
	for _, m := range catalog.Machines() {
		made := m.New()
		for _, read := range []any{model.Options(made), made.Fitted()} {
			if of := pointed(reflect.TypeOf(read)); of.Kind() == reflect.Struct && !hasTags(of) {
				t.Errorf("%s: no field of %s has a tag", m.Name, of)
			}
		}
	}
	packages := []string{"maxmargin/core/kernel", "maxmargin/core/kernel/seq"}
	for _, k := range catalog.Kernels() {
		for _, s := range structsWithin(pointed(reflect.TypeOf(k.New()))) {
			if !slices.Contains(packages, s.PkgPath()) && !hasTags(s) {
				t.Errorf("%s holds a %s, which is neither a struct of a package of kernels nor has tags", k.Name, s)
			}
		}
	}
}

func pointed(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// hasTags reports whether a field of the struct, or of a struct within it, has a tag.
func hasTags(t reflect.Type) bool {
	return t.NumField() == 0 || slices.ContainsFunc(structsWithin(t), func(s reflect.Type) bool {
		for i := range s.NumField() {
			if strings.TrimSpace(string(s.Field(i).Tag)) != "" {
				return true
			}
		}
		return false
	})
}

// structsWithin returns a struct and those of its fields that are structs, and so on.
func structsWithin(t reflect.Type) []reflect.Type {
	if t.Kind() == reflect.Array || t.Kind() == reflect.Slice {
		return structsWithin(t.Elem())
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	all := []reflect.Type{t}
	for i := range t.NumField() {
		all = append(all, structsWithin(t.Field(i).Type)...)
	}
	return all
}
