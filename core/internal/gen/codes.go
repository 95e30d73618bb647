package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"strconv"
	"strings"
)

// example provokes an error or a warning; js/test/codes.json holds one for every
// code, and the tests of the package run them.
type example struct {
	Code    string `json:"code"`
	Meaning string `json:"meaning"` // of a code that package fault does not document
	Example string `json:"example"`
	From    string `json:"from"`    // the module that the example needs
	Message string `json:"message"` // what a user reads, … for what differs from run to run
}

// codeTable is the list of errors and warnings, each with its example.
func codeTable() string {
	text, err := os.ReadFile("js/test/codes.json")
	if err != nil {
		log.Fatal(err)
	}
	var examples []example
	if err := json.Unmarshal(text, &examples); err != nil {
		log.Fatalf("js/test/codes.json: %v", err)
	}
	meanings := codeMeanings()
	var b strings.Builder
	b.WriteString("| code | when | for example | says |\n|---|---|---|---|\n")
	for _, e := range examples {
		meaning := e.Meaning
		if documented := meanings[e.Code]; documented != "" {
			meaning = documented
		}
		shown := "`" + cell(e.Example) + "`"
		if e.From == "faults" {
			shown = ""
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", e.Code, cell(meaning), shown, cell(e.Message))
	}
	return b.String()
}

// codeMeanings are the comments on the constants of package fault, by code.
func codeMeanings() map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), "core/fault/fault.go", nil, parser.ParseComments)
	if err != nil {
		log.Fatal(err)
	}
	meanings := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || spec.Comment == nil {
			return true
		}
		if value, ok := spec.Values[0].(*ast.BasicLit); ok && value.Kind == token.STRING {
			code, _ := strconv.Unquote(value.Value)
			meanings[code] = strings.TrimSpace(spec.Comment.Text())
		}
		return false
	})
	return meanings
}
