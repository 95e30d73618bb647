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

// example is what js/test/codes.json says of an error or a warning. The tests of the package run
// the code there that causes it.
type example struct {
	Code    string `json:"code"`
	Meaning string `json:"meaning"` // of a code that package fault does not document
	Message string `json:"message"` // the message, with … for parts that differ from run to run
}

// codeSections returns the list of errors and warnings, each with a message and with a heading,
// to which links can point.
func codeSections() string {
	text := must(os.ReadFile("js/test/codes.json"))
	var examples []example
	if err := json.Unmarshal(text, &examples); err != nil {
		log.Fatalf("js/test/codes.json: %v", err)
	}
	meanings := codeMeanings()
	var b strings.Builder
	for _, e := range examples {
		meaning := e.Meaning
		if documented := meanings[e.Code]; documented != "" {
			meaning = documented
		}
		message := strings.ReplaceAll(e.Message, "<", "&lt;")
		fmt.Fprintf(&b, "### %s\n\n%s%s.\n\n> %s\n\n", e.Code, strings.ToUpper(meaning[:1]), meaning[1:], message)
	}
	return b.String()
}

// codeMeanings returns the comments on the constants of package fault, by code.
func codeMeanings() map[string]string {
	file := must(parser.ParseFile(token.NewFileSet(), "core/base/fault/fault.go", nil, parser.ParseComments))
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
