package lint

import (
	"bytes"
	"fmt"
	"go/ast"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// assembly lists the permitted files in assembly, each with its purpose. Assembly can read and
// write any address, as package unsafe can, so the Go code that calls it must check lengths and
// indices.
var assembly = map[string]string{
	"core/base/lanes/dots_wasm.s":          "inner products, whose loops the compiler makes slow",
	"core/base/lanes/sums_wasm.s":          "sums over coordinates, likewise",
	"core/base/lanes/exponential_wasm.s":   "exponentials, likewise",
	"core/base/lanes/singledots_wasm.s":    "inner products in float32, likewise",
	"core/base/lanes/single_wasm.s":        "Gaussians in float32, likewise",
	"core/base/lanes/bytes_wasm.s":         "inner products of bytes, likewise",
	"core/base/lanes/tile_wasm.s":          "tiles of products of matrices, likewise",
	"core/base/lanes/update_wasm.s":        "sums of scaled rows, likewise",
	"core/base/lanes/panels_wasm.h":        "what the loops over panels have in common",
	"core/internal/corpus/calls_wasm.h":    "macros for the programs that test the compiler",
	"core/internal/corpus/programs_wasm.s": "these programs: compiled from programs_test.go",
	"core/solve/primal/pass_wasm.s":        "passes of Newton's method over the samples: compiled from pass.go",
	"core/solve/primal/rows_wasm.h":        "the loops over a row, for visits",
	"core/solve/primal/visit_wasm.s":       "visits of coordinate descent, where a call for each sample is dear: compiled from visit.go",
	"core/solve/qp/pairs_wasm.s":           "the choice of a pair, likewise: compiled from pairs.go",
}

// maxAssembly is the largest length of a file of assembly that people wrote: inner loops. A
// whole algorithm is written in Go, and core/internal/gen compiles it.
const maxAssembly = 200

// Assembly finds files that are not Go but become part of a program (assembly, headers, C,
// objects) and are not in the table of permitted files, or are too long.
func Assembly(root fs.FS, folders ...string) (found []Finding, err error) {
	for _, folder := range folders {
		err = fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && entry.Name() == "testdata" {
				return fs.SkipDir
			}
			isCode := slices.Contains([]string{".s", ".S", ".h", ".c", ".cc", ".cpp", ".m", ".syso", ".sx"}, path.Ext(name))
			if !entry.IsDir() && isCode && assembly[name] == "" {
				found = append(found, Finding{name, "assembly and its like reach all of memory: write Go, or give the file a reason in core/internal/lint"})
				return nil
			}
			if isCode && !entry.IsDir() {
				text, err := fs.ReadFile(root, name)
				if err != nil {
					return err
				}
				if lines := bytes.Count(text, []byte("\n")); lines > maxAssembly && !bytes.HasPrefix(text, []byte("// Code generated ")) {
					found = append(found, Finding{name, fmt.Sprintf("the file has %d lines of assembly, more than %d: write the algorithm in Go and let core/internal/gen compile it (assemblyFiles)", lines, maxAssembly)})
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// BodilessFuncs finds functions without a body in packages that have no assembly: the
// linker would connect them to code of other packages.
func BodilessFuncs(files []*File) (found []Finding) {
	for _, f := range files {
		for _, d := range f.Syntax.Decls {
			function, ok := d.(*ast.FuncDecl)
			if ok && function.Body == nil && !hasAssembly(f.Package()) {
				found = append(found, f.finding(function.Pos(), "%s has no body: only packages with assembly declare such functions", function.Name.Name))
			}
		}
	}
	return found
}

func hasAssembly(pkg string) bool {
	for name := range assembly {
		if strings.HasSuffix(name, ".s") && path.Dir(name) == pkg {
			return true
		}
	}
	return false
}
