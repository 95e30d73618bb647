package lint

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

const module = "maxmargin/"

// Floors returns the floor of every package of core/. A package imports only from floors
// below its own; so the machine families, on floor 8, never import each other. A new
// package must first get its floor here.
func Floors() map[string]int {
	return map[string]int{
		"core/fault": 1, "core/run": 1, "core/rng": 1, "core/lanes": 1, "core/bessel": 1, "core/order": 1,
		"core/sample": 2, "core/linalg": 2,
		"core/kernel": 3, "core/loss": 3, "core/metric": 3, "core/dataset": 3,
		"core/gram": 4, "core/interior": 4, "core/kernel/seq": 4,
		"core/qp": 5, "core/primal": 5, "core/program": 5, "core/activeset": 5,
		"core/model": 6, "core/multi": 6,
		"core/solver":    7,
		"core/expansion": 7, "core/prep": 7, "core/calib": 7, "core/lowrank": 7,
		"core/svm": 8, "core/linear": 8, "core/ridge": 8, "core/parzen": 8, "core/perceptron": 8,
		"core/neighbors": 8, "core/subspace": 8, "core/features": 8, "core/gp": 8,
		"core/tree": 8, "core/lp": 8, "core/network": 8, "core/boost": 8, "core/ordinal": 8, "core/ranking": 8, "core/structured": 8, "core/multiclass": 8,
		"core/margin": 9, "core/tune": 9, "core/shapley": 9, "core/nearest": 9,
		"core/catalog": 10,
		"core/codec":   11,
		"core/engine":  12,
		// The roof: tools and test support, and the checks of machines, which use them.
		"core": 13, "core/check": 14,
	}
}

// floorOf returns the floor of a package, 0 when it has none. Packages under core/internal
// are tools and test support, and may import everything.
func floorOf(pkg string) int {
	if strings.HasPrefix(pkg, "core/internal/") {
		return Floors()["core"]
	}
	return Floors()[pkg]
}

// Order finds packages without a floor, and imports that do not lead down.
func Order(files []*File) (found []Finding) {
	for _, f := range files {
		own := floorOf(f.Package())
		if own == 0 {
			found = append(found, f.finding(f.Syntax.Package, "package %s has no floor: give it one in core/internal/lint and in core/doc.go", f.Package()))
			continue
		}
		if f.IsTest() {
			continue
		}
		for _, spec := range f.Syntax.Imports {
			to, ok := strings.CutPrefix(importPath(spec), module)
			if !ok {
				continue
			}
			isTool := strings.HasPrefix(f.Package(), "core/internal/")
			if floor := floorOf(to); floor == 0 || floor >= own && !isTool {
				found = append(found, f.finding(spec.Pos(), "%s (floor %d) imports %s (floor %d): imports lead to lower floors", f.Package(), own, to, floor))
			}
		}
	}
	return found
}

// Banned finds imports that core/ and wasm/ must not have. gonum and other modules are for
// tests only.
func Banned(files []*File) (found []Finding) {
	for _, f := range files {
		inCore := strings.HasPrefix(f.Name, "core/")
		inTools := strings.HasPrefix(f.Name, "core/internal/")
		for _, spec := range f.Syntax.Imports {
			name := importPath(spec)
			switch {
			case name == "unsafe" && f.Name == "wasm/bytes.go":
			case slices.Contains([]string{"simd", "simd/archsimd", "unsafe"}, name) && f.Package() != "core/lanes":
				found = append(found, f.finding(spec.Pos(), "import of %q: only core/lanes, and wasm/bytes.go for unsafe, may", name))
			case inCore && !f.IsTest() && !inTools && isOutside(name):
				found = append(found, f.finding(spec.Pos(), "import of %q: core/ is mathematics, and knows no system, network or encoding of others", name))
			case inCore && !f.IsTest() && !inTools && isForeign(name):
				found = append(found, f.finding(spec.Pos(), "import of %q: core/ depends on nothing outside the standard library; modules of others are for tests", name))
			}
		}
	}
	return found
}

// isOutside reports whether a package of the standard library accesses the system or the
// network, or is too large for what core/ would use of it.
func isOutside(name string) bool {
	for _, banned := range []string{"syscall", "os", "net", "encoding/json"} {
		if name == banned || strings.HasPrefix(name, banned+"/") {
			return true
		}
	}
	return false
}

// isForeign reports whether a package belongs to another module: the first
// element of such a path is a host name.
func isForeign(name string) bool {
	host, _, _ := strings.Cut(name, "/")
	return strings.Contains(host, ".")
}

func importPath(spec *ast.ImportSpec) string {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return spec.Path.Value
	}
	return name
}
