package main

import (
	"go/ast"
	"go/token"
	"strings"

	"maxmargin/core/internal/compile"
)

// statusTypes is the type of how a fit ended, with a comment on each: the constants of
// run.Status except for that of an aborted fit, which leaves no model.
func statusTypes() string {
	files := must(compile.Sources(token.NewFileSet(), "core/base/run", ""))
	var b strings.Builder
	b.WriteString("\n/** How a fit that gave a model ended. */\nexport type Ending =\n")
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			typ, _ := spec.Type.(*ast.Ident)
			value, _ := spec.Values[0].(*ast.BasicLit)
			if typ != nil && typ.Name == "Status" && value != nil && value.Value != `""` && spec.Names[0].Name != "Aborted" {
				b.WriteString("  /** " + strings.TrimSpace(spec.Comment.Text()) + " */\n  | " + quote(text(value)) + "\n")
			}
			return false
		})
	}
	return strings.TrimSuffix(b.String(), "\n") + ";\n"
}
