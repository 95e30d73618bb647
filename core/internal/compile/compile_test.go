package compile

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"strings"
	"testing"
)

// What is not known of Go is refused, with the place.
func TestRefusals(t *testing.T) {
	const toy = `package toy

import "math"

type inner struct{ deep float64 }
type toy struct {
	inner
	x, y    []float64
	open    []bool
	narrow  []int32
	n       int
	any     interface{ twice(v float64) float64 }
	pointer *float64
	list    [3]float64
}

func (p *toy) one(v float64) float64        { return v }
func (p *toy) two() (a, b float64)          { return 1, 2 }
func (p *toy) bare() (a float64)            { a = 1; return }
func (p *toy) place() int                   { p.n++; return p.n }
func (p *toy) again(n int) int              { if n > 0 { return p.again(n - 1) }; return 0 }
func (p *toy) change(v float64) float64     { v = 2; return v }
func many(v ...float64) float64             { return 0 }
`
	for name, test := range map[string]struct{ body, want string }{
		"declaration":         {`var v float64; return v`, `var v float64`},
		"label":               {`next: for n > 0 { continue next }; return 0`, `next:`},
		"goto":                {`if n > 0 { goto end }; end: return 0`, `goto end`},
		"defer":               {`defer p.place(); return 0`, `defer p.place()`},
		"go":                  {`go p.place(); return 0`, `go p.place()`},
		"endless loop":        {`for { n++ }`, `for {`},
		"range over a number": {`for i := range n { n = i }; return 0`, `for i := range n {`},
		"range without index": {`for _, v := range x { n += int(v) }; return 0`, `for _, v := range x {`},
		"range over an array": {`for i := range p.list { n = i }; return 0`, `for i := range p.list {`},
		"range with =":        {`i := 0; for i = range x { n = i }; return 0`, `for i = range x {`},
		"index of a range":    {`for i := range x { i++ }; return 0`, `i`},
		"break in a switch":   {`for n > 0 { switch { case n > 1: break }; n-- }; return 0`, `break`},
		"fallthrough":         {`switch n { case 1: fallthrough; default: n = 2 }; return 0`, `fallthrough`},
		"default first":       {`switch n { default: n = 1; case 2: n = 3 }; return 0`, `default:`},
		"type switch":         {`switch p.any.(type) { }; return 0`, `switch p.any.(type) {`},
		"select":              {`select { }`, `select {`},
		"call without result": {`p.place(); return 0`, `p.place()`},
		"results assigned":    {`a, b := 1.0, 2.0; a, b = p.two(); return a + b`, `a, b = p.two()`},
		"declared again":      {`a := 1.0; a, b := 2.0, a; return b`, `a`},
		"results passed on":   {`return p.bare()`, `return`},
		"recursion":           {`n = p.again(n); return 0`, `p.again(n - 1)`},
		"parameter changed":   {`v := 1.0; return p.change(v)`, `v`},
		"variadic function":   {`return many(1, 2)`, `many(1, 2)`},
		"method of interface": {`v := 2.0; return p.any.twice(v)`, `p.any.twice(v)`},
		"function of math":    {`return math.Sqrt(2)`, `math.Sqrt(2)`},
		"sign of Inf":         {`return math.Inf(n)`, `math.Inf(n)`},
		"twice called":        {`x[p.place()] += 2; return 0`, `x[p.place()] += 2`},
		"twice counted":       {`p.x[p.place()] = 1; p.narrow[p.place()]++; return 0`, `p.narrow[p.place()]++`},
		"slice stored":        {`p.x = p.y; return 0`, `p.x`},
		"length of a slice":   {`part := x[1:]; return x[len(part)]`, `part`},
		"append":              {`x = append(x, 1); return 0`, `append(x, 1)`},
		"bools in a slice":    {`if p.open[0] { n = 1 }; return 0`, `p.open[0]`},
		"promoted field":      {`return p.deep`, `p.deep`},
		"array":               {`return p.list[0]`, `p.list[0]`},
		"dereference":         {`return *p.pointer`, `*p.pointer`},
		"address of a field":  {`q := &p.n; return 0`, `&p.n`},
		"composite":           {`q := &toy{}; q.n = n; return 0`, `&toy{}`},
		"function value":      {`f := func() {}; f(); return 0`, `f`},
		"text":                {`s := "a"; if s == "b" { n = 1 }; return 0`, `s`},
		"division of ints":    {`n = n / 2; return 0`, `n / 2`},
		"remainder":           {`n %= 2; return 0`, `n %= 2`},
		"shift":               {`n <<= 1; return 0`, `n <<= 1`},
		"bits":                {`n = n & 1; return 0`, `n & 1`},
		"negative int":        {`n = -n; return 0`, `-n`},
		"complement":          {`n = ^n; return 0`, `^n`},
		"float from int":      {`return float64(n)`, `float64(n)`},
		"int from float":      {`n = int(x[0]); return 0`, `int(x[0])`},
		"32 bits":             {`p.narrow[0] = int32(n); return 0`, `int32(n)`},
		"sum of 32 bits":      {`p.narrow[0] = p.narrow[1] + p.narrow[2]; return 0`, `p.narrow[1] + p.narrow[2]`},
		"not nil":             {`if x != nil { n = 1 }; return 0`, `x != nil`},
		"uint equal":          {`if uint(n) == 2 { n = 1 }; return 0`, `uint(n) == 2`},
		"registers":           {`a, b, c, d, e := 1, 2, 3, 4, 5; n = a + b + c + d + e; return 0`, `more variables than there are registers for`},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, toy+"func (p *toy) f(n int, x []float64) float64 {\n"+test.body+"\n}\n", test.want)
		})
	}
	for name, test := range map[string]struct{ signature, want string }{
		"bool":               {`(open bool) int { return 0 }`, `open`},
		"32 bits":            {`(n int32) int { return 0 }`, `n`},
		"interface":          {`(a any) int { return 0 }`, `a`},
		"array":              {`(list [2]float64) int { return 0 }`, `list`},
		"without a name":     {`(int) int { return 0 }`, `func (p *toy) f(int) int`},
		"bool as result":     {`(n int) bool { return true }`, `bool`},
		"slice as result":    {`(x []float64) []float64 { return x }`, `[]float64`},
		"results by name":    {`(n int) (m int) { m = n; return }`, `return`},
		"unknown function":   {`(n int) int { return missing(n) }`, `missing(n)`},
		"function elsewhere": {`(n int) int { return strings.Index("a", "b") }`, `strings.Index("a", "b")`},
	} {
		t.Run(name, func(t *testing.T) { refused(t, toy+"func (p *toy) f"+test.signature+"\n", test.want) })
	}
	refused(t, toy, "there is no function toy.f")
}

// refused checks that the method f of a source is refused.
func refused(t *testing.T, source, want string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "toy.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	text, err := File{Ints: 7, Floats: 4, Functions: []Function{{Source: "toy.f", Name: "f"}}}.Assembly(set, []*ast.File{file})
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "assembly") && !strings.Contains(err.Error(), "registers") {
		t.Errorf("not refused for %q: %v\n%s", want, err, text)
	}
}

// The corpus has every instruction that the compiler writes, and every node of the syntax that it
// distinguishes.
func TestCorpusIsWhole(t *testing.T) {
	assembly, err := os.ReadFile("../corpus/programs_wasm.s")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	nodes := map[string]bool{}
	for _, file := range sources(t, set, "../corpus", "programs_test.go") {
		ast.Inspect(file, func(n ast.Node) bool {
			nodes[fmt.Sprintf("%T", n)] = true
			return true
		})
	}
	instruction := regexp.MustCompile(`\b(I32|I64|F64|V128|F64x2|I64x2)[A-Z]\w*`)
	for _, file := range sources(t, set, ".", "") {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				for _, name := range instruction.FindAllString(n.Value, -1) {
					if !regexp.MustCompile(`\b` + name + `\b`).Match(assembly) {
						t.Errorf("%s: no program of the corpus has the instruction %s", set.Position(n.Pos()), name)
					}
				}
			case *ast.CaseClause:
				for _, of := range n.List {
					if name := types.ExprString(of); strings.HasPrefix(name, "*ast.") && !nodes[name] {
						t.Errorf("%s: no program of the corpus has a %s", set.Position(n.Pos()), name)
					}
				}
			}
			return true
		})
	}
}

func sources(t *testing.T, set *token.FileSet, folder, test string) []*ast.File {
	files, err := Sources(set, folder, test)
	if err != nil {
		t.Fatal(err)
	}
	return files
}
