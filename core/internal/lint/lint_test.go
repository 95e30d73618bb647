package lint

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

// root is the module root, seen from this package.
const root = "../../.."

// tree parses the source of the project.
func tree(t *testing.T, folders ...string) []*File {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("the rules are about source, which is the same natively")
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal(err)
	}
	files, err := ReadTree(os.DirFS(root), folders...)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no Go files in %v", folders)
	}
	return files
}

func report(t *testing.T, found []Finding) {
	t.Helper()
	for _, f := range found {
		t.Error(f)
	}
}

func TestImportsLeadDown(t *testing.T)            { report(t, Order(tree(t, "core"))) }
func TestNoBannedImports(t *testing.T)            { report(t, Banned(tree(t, "core", "wasm"))) }
func TestPropertiesOnlyInBytes(t *testing.T)      { report(t, JSGet(tree(t, "wasm"))) }
func TestNoInit(t *testing.T)                     { report(t, Inits(tree(t, "core", "wasm"))) }
func TestExportedNamesAreDocumented(t *testing.T) { report(t, Comments(tree(t, "core", "wasm"))) }
func TestKernelKindsStayInside(t *testing.T)      { report(t, KernelKinds(tree(t, "core", "wasm"))) }
func TestFilesAreShort(t *testing.T)              { report(t, Sizes(tree(t, "core", "wasm"))) }

func TestNoForeignBodies(t *testing.T) { report(t, BodilessFuncs(tree(t, "core", "wasm"))) }

// Assembly stands where the table says, and what the table says is there.
func TestAssemblyStandsInItsTable(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the rules are about source, which is the same natively")
	}
	found, err := Assembly(os.DirFS(root), "core", "wasm")
	if err != nil {
		t.Fatal(err)
	}
	report(t, found)
	for name := range assembly {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Errorf("the table of assembly has a file too many: %v", err)
		}
	}
	found, err = Assembly(fstest.MapFS{"core/svm/fast_wasm.s": {}, "core/lanes/sums_wasm.s": {}, "core/svm/testdata/x.s": {}, "wasm/x.c": {}, "core/svm/x.go": {}}, "core", "wasm")
	if err != nil || len(found) != 2 || found[0].Where != "core/svm/fast_wasm.s" || found[1].Where != "wasm/x.c" {
		t.Errorf("found %v (%v)", found, err)
	}
}

func TestNoPackageState(t *testing.T) {
	// package.name and the reason why it may be a variable
	allowed := map[string]string{
		"core/model.schemas": "a memo: what it holds follows from the types alone",
		"core/run.began":     "the zero of the clock, read when the program starts and never written",
	}
	report(t, PackageState(tree(t, "core", "wasm"), allowed))
}

// TestFloorsAreDocumented compares the table of core/doc.go with Floors: what
// it lists must be right, and what exists must be listed.
func TestFloorsAreDocumented(t *testing.T) {
	files := tree(t, "core")
	documented := map[string]int{}
	for _, f := range files {
		if f.Name != "core/doc.go" {
			continue
		}
		for line := range strings.Lines(f.Syntax.Doc.Text()) {
			floor, packages := documentedFloor(line)
			for _, name := range packages {
				documented["core/"+name] = floor
			}
		}
	}
	floors := Floors()
	for pkg, floor := range documented {
		if floors[pkg] != floor {
			t.Errorf("core/doc.go puts %s on floor %d, core/internal/lint on %d", pkg, floor, floors[pkg])
		}
	}
	for _, f := range files {
		pkg := f.Package()
		if pkg == "core" || strings.HasPrefix(pkg, "core/internal/") {
			continue
		}
		if documented[pkg] == 0 {
			t.Errorf("%s is not in the table of floors in core/doc.go", pkg)
			documented[pkg] = floors[pkg]
		}
	}
}

// documentedFloor reads a line such as "\t1   fault run lanes   error codes".
func documentedFloor(line string) (floor int, packages []string) {
	columns := strings.Fields(line)
	if !strings.HasPrefix(line, "\t") || len(columns) < 2 {
		return 0, nil
	}
	for _, c := range columns[0] {
		if c < '0' || c > '9' {
			return 0, nil
		}
		floor = 10*floor + int(c-'0')
	}
	// The names end where the columns of blanks begin.
	text := strings.TrimLeft(strings.TrimSpace(line)[len(columns[0]):], " ")
	text, _, _ = strings.Cut(text, "  ")
	return floor, strings.Fields(text)
}

// TestRulesFind breaks every rule on purpose, next to what the rule permits.
func TestRulesFind(t *testing.T) {
	for name, test := range map[string]struct {
		file, source string
		rule         func([]*File) []Finding
		want         string // of the only finding; "" means none
	}{
		"import from below":      {"core/gram/x.go", `package gram; import "maxmargin/core/kernel"`, Order, ""},
		"import from above":      {"core/kernel/x.go", `package kernel; import "maxmargin/core/gram"`, Order, "imports lead to lower floors"},
		"import of a neighbour":  {"core/svm/x.go", `package svm; import "maxmargin/core/linear"`, Order, "imports lead to lower floors"},
		"import of a tool":       {"core/svm/x.go", `package svm; import "maxmargin/core/internal/facts"`, Order, "imports lead to lower floors"},
		"import of wasm":         {"core/svm/x.go", `package svm; import "maxmargin/wasm"`, Order, "imports lead to lower floors"},
		"import in a test":       {"core/svm/x_test.go", `package svm; import "maxmargin/core/engine"`, Order, ""},
		"tool imports all":       {"core/internal/gen/x.go", `package main; import "maxmargin/core/engine"`, Order, ""},
		"package without floor":  {"core/misc/x.go", `package misc`, Order, "has no floor"},
		"simd in lanes":          {"core/lanes/x.go", `package lanes; import "simd"; import "unsafe"`, Banned, ""},
		"simd elsewhere":         {"core/gram/x.go", `package gram; import "simd/archsimd"`, Banned, "only core/lanes"},
		"unsafe in a test":       {"core/gram/x_test.go", `package gram; import "unsafe"`, Banned, "only core/lanes"},
		"unsafe in bytes.go":     {"wasm/bytes.go", `package main; import "unsafe"`, Banned, ""},
		"unsafe in wasm":         {"wasm/main.go", `package main; import "unsafe"`, Banned, "only core/lanes"},
		"a body elsewhere":       {"core/svm/x.go", `package svm; func fast(x *float64)`, BodilessFuncs, "has no body"},
		"a body in assembly":     {"core/qp/x.go", `package qp; func fast(x *float64)`, BodilessFuncs, ""},
		"os in core":             {"core/codec/x.go", `package codec; import "os"`, Banned, "knows no system"},
		"os/signal in core":      {"core/codec/x.go", `package codec; import "os/signal"`, Banned, "knows no system"},
		"syscall/js in core":     {"core/engine/x.go", `package engine; import "syscall/js"`, Banned, "knows no system"},
		"json in core":           {"core/codec/x.go", `package codec; import "encoding/json"`, Banned, "knows no system"},
		"os in a test":           {"core/codec/x_test.go", `package codec; import "os"`, Banned, ""},
		"os in a tool":           {"core/internal/gen/x.go", `package main; import "os"`, Banned, ""},
		"foreign module":         {"core/codec/x.go", `package codec; import "example.com/x"`, Banned, "outside the standard library"},
		"gonum in linalg":        {"core/linalg/x.go", `package linalg; import "gonum.org/v1/gonum/blas"`, Banned, "outside the standard library"},
		"gonum in a test":        {"core/linalg/x_test.go", `package linalg; import "gonum.org/v1/gonum/mat"`, Banned, ""},
		"Get in bytes.go":        {"wasm/bytes.go", `package main; func f(v js.Value) { v.Get("x") }`, JSGet, ""},
		"Get elsewhere":          {"wasm/jobs.go", `package main; func f(v js.Value) { g(v.Get("x").Int()) }`, JSGet, "wasm/jobs.go:1: Get on"},
		"Get without a call":     {"wasm/jobs.go", `package main; var get = js.Value.Get`, JSGet, "Get on"},
		"init":                   {"core/svm/x.go", `package svm; func init() {}`, Inits, "init() hides"},
		"method init":            {"core/svm/x.go", `package svm; func (t T) init() {}`, Inits, ""},
		"conformance":            {"core/svm/x.go", `package svm; var _ I = T{}`, state, ""},
		"sentinel":               {"core/svm/x.go", `package svm; var ErrStop = errors.New("")`, state, ""},
		"sentinel without value": {"core/svm/x.go", `package svm; var ErrStop error`, state, "package-level state"},
		"table":                  {"core/svm/x.go", `package svm; var powers = [...]float64{1, 2}`, state, ""},
		"allowed":                {"core/svm/x.go", `package svm; var permitted int`, state, ""},
		"counter":                {"core/svm/x.go", `package svm; var n int`, state, "n is package-level state"},
		"pointer":                {"core/svm/x.go", `package svm; var p = &T{}`, state, "package-level state"},
		"exported table":         {"core/svm/x.go", `package svm; var Powers = []int{1, 2}`, state, "package-level state"},
		"table written":          {"core/svm/x.go", `package svm; var t = []int{1}; func f() { t[0] = 2 }`, state, "package-level state"},
		"table counted":          {"core/svm/x.go", `package svm; var t = []int{1}; func f() { t[0]++ }`, state, "package-level state"},
		"table emptied":          {"core/svm/x.go", `package svm; var t = map[int]T{}; func f() { delete(t, 1) }`, state, "package-level state"},
		"table field written":    {"core/svm/x.go", `package svm; var t = []T{{}}; func f() { (t[0].x) = 1 }`, state, "package-level state"},
		"table addressed":        {"core/svm/x.go", `package svm; var t = []int{1}; func f() *int { return &t[0] }`, state, "package-level state"},
		"table ranged into":      {"core/svm/x.go", `package svm; var t = []int{1}; func f() { for t[0] = range 3 {} }`, state, "package-level state"},
		"local variable":         {"core/svm/x.go", `package svm; func f() { var n int; n++ }`, state, ""},
		"documented":             {"core/svm/x.go", "// Package svm.\npackage svm\n\n// A does.\nfunc A() {}\n", Comments, ""},
		"undocumented func":      {"core/svm/x.go", "// Package svm.\npackage svm\n\nfunc A() {}\n", Comments, "x.go:4: A has no doc comment"},
		"undocumented method":    {"core/svm/x.go", "// Package svm.\npackage svm\n\nfunc (t *T[int]) A() {}\n", Comments, "A has no doc comment"},
		"method of a hidden one": {"core/svm/x.go", "// Package svm.\npackage svm\n\nfunc (t *t) A() {}\n", Comments, ""},
		"method of an interface": {"core/svm/x.go", "// Package svm.\npackage svm\n\n// I is.\ntype I interface {\n\tA() // does\n}\n\nfunc (t T) A() {}\n", Comments, ""},
		"undocumented promise":   {"core/svm/x.go", "// Package svm.\npackage svm\n\n// I is.\ntype I interface {\n\tA()\n}\n\nfunc (t T) A() {}\n", Comments, "A has no doc comment"},
		"undocumented type":      {"core/svm/x.go", "// Package svm.\npackage svm\n\ntype A int\n", Comments, "A has no doc comment"},
		"undocumented const":     {"core/svm/x.go", "// Package svm.\npackage svm\n\nconst A = 1\n", Comments, "A has no doc comment"},
		"documented group":       {"core/svm/x.go", "// Package svm.\npackage svm\n\n// Some.\nconst (\n\tA = 1\n\tB = 2\n)\n", Comments, ""},
		"undocumented package":   {"core/svm/x.go", "package svm\n", Comments, "no package comment"},
		"400 lines":              {"core/svm/x.go", "package svm\n" + strings.Repeat("\n", 399), Sizes, ""},
		"401 lines":              {"core/svm/x.go", "package svm\n" + strings.Repeat("\n", 400), Sizes, "401 lines"},
		"401 lines of tests":     {"core/svm/x_test.go", "package svm\n" + strings.Repeat("\n", 400), Sizes, ""},
		"401 generated lines":    {"core/svm/x.go", "// Code generated by x; DO NOT EDIT.\npackage svm\n" + strings.Repeat("\n", 400), Sizes, ""},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := Parse(test.file, []byte(test.source))
			if err != nil {
				t.Fatal(err)
			}
			found := test.rule([]*File{file})
			switch {
			case test.want == "" && len(found) > 0:
				t.Errorf("found %v in what is permitted", found)
			case test.want != "" && (len(found) != 1 || !strings.Contains(found[0].String(), test.want)):
				t.Errorf("found %v, expected %q once", found, test.want)
			}
		})
	}
}

func state(files []*File) []Finding {
	return PackageState(files, map[string]string{"core/svm.permitted": "for the test"})
}

func TestDocumentedFloor(t *testing.T) {
	if floor, packages := documentedFloor("\t11  engine                 the operations\n"); floor != 11 || len(packages) != 1 || packages[0] != "engine" {
		t.Errorf("read floor %d, packages %v", floor, packages)
	}
	if _, packages := documentedFloor("\t1   fault run lanes        error codes\n"); len(packages) != 3 {
		t.Errorf("read packages %v", packages)
	}
	for _, line := range []string{"prose 1 fault", "\tn  samples  X", "\t1\n"} {
		if floor, packages := documentedFloor(line); floor != 0 || packages != nil {
			t.Errorf("%q: read floor %d, packages %v", line, floor, packages)
		}
	}
}
