package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path"
	"strings"
)

// statusTypes is the type of how a fit ended, with a comment on each: the constants of
// run.Status except for that of an aborted fit, which leaves no model.
func statusTypes() string {
	const folder = "core/run"
	entries, err := os.ReadDir(folder)
	if err != nil {
		log.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("\n/** How a fit that gave a model ended. */\nexport type Ending =\n")
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join(folder, entry.Name()), nil, parser.ParseComments)
		if err != nil {
			log.Fatal(err)
		}
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
