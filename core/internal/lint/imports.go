package lint

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

const module = "maxmargin/"

// Folders returns the folders of core/ in order. A package imports from its own folder and from
// earlier ones, so its imports decide its place.
func Folders() []string {
	return []string{"base", "data", "kernel", "solve", "model", "machines", "assess", "engine", "internal"}
}

// apart is the folder whose packages never import each other.
const apart = "machines"

// folderOf returns the folder of a package, and its place in the order: -1 for none.
func folderOf(pkg string) (folder string, place int) {
	path, ok := strings.CutPrefix(pkg, "core/")
	if !ok {
		return "", -1
	}
	folder, _, _ = strings.Cut(path, "/")
	return folder, slices.Index(Folders(), folder)
}

// Order finds packages outside the folders, and imports that do not lead to earlier ones.
func Order(files []*File) (found []Finding) {
	for _, f := range files {
		if f.Package() == "core" { // the documentation of all
			continue
		}
		folder, place := folderOf(f.Package())
		if place < 0 {
			found = append(found, f.finding(f.Syntax.Package, "package %s lies in none of the folders %s: find its place there, see ARCHITECTURE.md", f.Package(), strings.Join(Folders(), ", ")))
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
			switch _, at := folderOf(to); {
			case at < 0 || at > place:
				found = append(found, f.finding(spec.Pos(), "%s imports %s: imports lead to earlier folders, in the order %s", f.Package(), to, strings.Join(Folders(), ", ")))
			case at == place && folder == apart && to != f.Package():
				found = append(found, f.finding(spec.Pos(), "%s imports %s: families of machines never import each other", f.Package(), to))
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
			case name == "unsafe" && slices.Contains([]string{"wasm/bytes.go", "core/model/schema/place.go"}, f.Name):
			case slices.Contains([]string{"simd", "simd/archsimd", "unsafe"}, name) && f.Package() != "core/base/lanes":
				found = append(found, f.finding(spec.Pos(), "import of %q: only core/base/lanes may, and for unsafe wasm/bytes.go and core/model/schema/place.go", name))
			case inCore && !f.IsTest() && !inTools && isOutside(name):
				found = append(found, f.finding(spec.Pos(), "import of %q: core/ is mathematics, and knows no system, network or encoding of others", name))
			case inCore && !f.IsTest() && !inTools && isForeign(name):
				found = append(found, f.finding(spec.Pos(), "import of %q: core/ depends on nothing outside the standard library; modules of others are for tests", name))
			}
		}
	}
	return found
}

// isOutside reports whether a package of the standard library accesses the system or the network,
// or is too large for its use in core/.
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
