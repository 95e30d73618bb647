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

// example is code that causes an error or a warning; js/test/codes.json holds one for every
// code, and the tests of the package run them.
type example struct {
	Code    string `json:"code"`
	Meaning string `json:"meaning"` // of a code that package fault does not document
	Example string `json:"example"`
	From    string `json:"from"`    // the module that the example needs
	Message string `json:"message"` // the message, with … for parts that differ from run to run
}

// codeSections returns the list of errors and warnings, each with its example and with a
// heading, to which links can point.
func codeSections() string {
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
	for _, e := range examples {
		meaning := e.Meaning
		if documented := meanings[e.Code]; documented != "" {
			meaning = documented
		}
		fmt.Fprintf(&b, "### %s\n\n%s%s.", e.Code, strings.ToUpper(meaning[:1]), meaning[1:])
		if e.From != "faults" {
			fmt.Fprintf(&b, " For example\n\n```js example\n%s\n```", e.Example)
		}
		fmt.Fprintf(&b, "\n\n> %s\n\n", strings.ReplaceAll(e.Message, "<", "&lt;"))
	}
	return b.String()
}

// codeMeanings returns the comments on the constants of package fault, by code.
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
