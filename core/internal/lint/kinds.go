package lint

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// kernelPackages are the packages that may assert the kind of a kernel: those that define
// kernels, and the one that computes their rows.
var kernelPackages = []string{"core/kernel", "core/kernel/seq", "core/kernel/gram"}

// KernelKinds finds type assertions and type switches on kinds of kernels, or on single
// kernels, outside the packages that define them and compute their rows. Other packages
// call functions such as kernel.IsGiven, so that a new kind of kernel changes none of them.
// The interface kernel.Kernel itself does not count.
func KernelKinds(files []*File) (found []Finding) {
	for _, f := range files {
		if slices.Contains(kernelPackages, f.Package()) {
			continue
		}
		names := kernelImports(f)
		if len(names) == 0 {
			continue
		}
		check := func(of ast.Expr) {
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			selector, ok := of.(*ast.SelectorExpr)
			if !ok || selector.Sel.Name == "Kernel" {
				return
			}
			if from, ok := selector.X.(*ast.Ident); ok && slices.Contains(names, from.Name) {
				found = append(found, f.finding(of.Pos(), "%s.%s is asserted here: only %s look at the kinds of kernels; ask a function of package kernel, such as IsGiven, or add one", from.Name, selector.Sel.Name, strings.Join(kernelPackages, ", ")))
			}
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeAssertExpr:
				if n.Type != nil {
					check(n.Type)
				}
			case *ast.TypeSwitchStmt:
				for _, clause := range n.Body.List {
					for _, of := range clause.(*ast.CaseClause).List {
						check(of)
					}
				}
			}
			return true
		})
	}
	return found
}

// kernelImports returns the names that a file gives the packages of kernels.
func kernelImports(f *File) (names []string) {
	for _, spec := range f.Syntax.Imports {
		of := strings.TrimPrefix(importPath(spec), module)
		switch {
		case of != "core/kernel" && of != "core/kernel/seq":
		case spec.Name != nil:
			names = append(names, spec.Name.Name)
		default:
			names = append(names, path.Base(of))
		}
	}
	return names
}
