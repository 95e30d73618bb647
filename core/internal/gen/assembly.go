package main

import (
	"go/token"
	"path"

	"maxmargin/core/internal/compile"
)

// assemblyFiles lists the generated files in assembly.
var assemblyFiles = []compile.File{
	{Folder: "core/solve/primal", From: "visit.go", To: "visit_wasm.s", Include: "rows_wasm.h", Ints: 11, Floats: 12, Functions: []compile.Function{
		{Source: "Coordinate.visitRows", Name: "visitSparse", Further: []string{"ptr", "index", "value"}, Calls: map[string]string{"Dot": "SPARSEDOT", "Add": "SPARSEADD", "cut": "CUT"}},
		{Source: "Coordinate.visitRows", Name: "visitDense", Further: []string{"value", "d"}, Calls: map[string]string{"Dot": "DENSEDOT", "Add": "DENSEADD", "cut": "CUT"}},
		{Source: "Coordinate.visitRows", Name: "visitSingle", Further: []string{"blocks", "d"}, Calls: map[string]string{"Dot": "SINGLEDOT", "Add": "SINGLEADD", "cut": "CUT"}},
		{Source: "Coordinate.visitRows", Name: "visitShort", Further: []string{"blocks", "scale", "d"}, Calls: map[string]string{"Dot": "SHORTDOT", "Add": "SHORTADD", "cut": "CUT"}},
	}},
	{Folder: "core/solve/primal", From: "pass.go", To: "pass_wasm.s", Include: "rows_wasm.h", Ints: 11, Floats: 12, Functions: []compile.Function{
		{Source: "pass.walkRows", Name: "passSparse", Further: []string{"ptr", "index", "value"}, Calls: map[string]string{"Dot": "SPARSEDOT", "Add": "SPARSEROWADD"}},
		{Source: "pass.walkRows", Name: "passDense", Further: []string{"value", "d"}, Calls: map[string]string{"Dot": "DENSEDOT", "Add": "DENSEADD"}},
		{Source: "pass.walkRows", Name: "passSingle", Further: []string{"blocks", "d"}, Calls: map[string]string{"Dot": "SINGLEDOT", "Add": "SINGLEADD"}},
		{Source: "pass.walkRows", Name: "passShort", Further: []string{"blocks", "scale", "d"}, Calls: map[string]string{"Dot": "SHORTDOT", "Add": "SHORTADD"}},
	}},
	{Folder: "core/solve/qp", From: "pairs.go", To: "pairs_wasm.s", Ints: 16, Floats: 16, Functions: []compile.Function{
		{Source: "point.nextPlain", Name: "nextViolation"},
		{Source: "point.pickPairPlain", Name: "pickAmong"},
	}},
	{Folder: "core/internal/corpus", From: "programs_test.go", To: "programs_wasm.s", Include: "calls_wasm.h", Ints: 16, Floats: 16, Functions: corpus(
		"variables", "numbers", "places", "slices", "comparisons", "unsigned", "branches", "switches", "loops", "ranges", "calls",
		"extremes", "macros", "searchUp", "searchDown", "searchNumbers", "searchCounts", "several", "outOfBounds", "bothSides", "replaced")},
}

// corpus returns programs of package corpus as functions in assembly.
func corpus(names ...string) (all []compile.Function) {
	for _, name := range names {
		all = append(all, compile.Function{Source: name, Name: name + "Compiled", Calls: map[string]string{"double": "DOUBLE", "keep": "KEEP"}})
	}
	return all
}

// assemblyModules compiles what assemblyFiles lists.
func assemblyModules(files map[string][]byte) {
	for _, f := range assemblyFiles {
		set := token.NewFileSet()
		files[path.Join(f.Folder, f.To)] = must(f.Assembly(set, must(compile.Sources(set, f.Folder, f.From))))
	}
}
