package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"log"
	"reflect"
	"slices"
	"strings"

	"maxmargin/core/data/loss"
)

// lossMethods are the methods of a loss that are translated.
var lossMethods = []string{"Value", "Slope", "Steepest", "Conjugate"}

// lossModule returns package loss in JavaScript, so that curves can be drawn without the
// WebAssembly module: the list of losses, and a class for every type in it, translated from
// its methods.
func lossModule() []byte {
	t := newTranslator(nil, "core/data/loss")
	makers := lossMakers(t)
	var b bytes.Buffer
	b.WriteString(strings.Replace(header, "core/engine/catalog", "core/data/loss", 1))
	b.WriteString("/** @typedef {{ sigma: number, power: number, ratio: number }} Parameters */\n")
	b.WriteString("/** @typedef {{ value(z: number): number, slope(z: number): number, steepest(): number, conjugate(s: number): number[] }} Loss */\n\n")
	var written []reflect.Type
	for _, e := range loss.All() {
		if typ := reflect.TypeOf(e.New(loss.Parameters{})); !slices.Contains(written, typ) {
			written = append(written, typ)
			writeLoss(&b, t, typ)
		}
	}
	b.WriteString("/**\n * What each loss is a function of, the options that it needs, and how it is made.\n * @type {Record<string, { of: string[], parameters: string[], make: (p: Parameters) => Loss }>}\n */\nexport const losses = {\n")
	for k, e := range loss.All() {
		parameter := ""
		if strings.Contains(makers[k], "p.") {
			parameter = "p"
		}
		fmt.Fprintf(&b, "%s: { of: [%s], parameters: [%s], make: (%s) => %s },\n", e.Name, quoteAll(e.Of), quoteAll(e.Parameters), parameter, makers[k])
	}
	b.WriteString("};\n")
	return []byte(indented(b.String()))
}

// lossMakers returns, for each line of the list, the expression that makes the loss from
// the parameters p.
func lossMakers(t *translator) (all []string) {
	s := &scope{translator: t, pkg: "loss", special: lossForms("")}
	ast.Inspect(t.functions["loss.All"], func(n ast.Node) bool {
		f, ok := n.(*ast.FuncLit)
		if ok {
			s.locals = []string{"p"}
			all = append(all, s.expression(f.Body.List[0].(*ast.ReturnStmt).Results[0]))
		}
		return !ok
	})
	return all
}

// writeLoss writes a type as a class.
func writeLoss(b *bytes.Buffer, t *translator, typ reflect.Type) {
	fmt.Fprintf(b, "class %s {\n", typ.Name())
	if typ.NumField() > 0 {
		var names, types, values []string
		for f := range typ.NumField() {
			name := lower(typ.Field(f).Name)
			names, types = append(names, name), append(types, "@param {number} "+name)
			values = append(values, fmt.Sprintf("this.%[1]s = %[1]s;\n", name))
		}
		fmt.Fprintf(b, "/** %s */\nconstructor(%s) {\n%s}\n\n", strings.Join(types, " "), strings.Join(names, ", "), strings.Join(values, ""))
	}
	for k, m := range lossMethods {
		decl := t.functions["loss."+typ.Name()+"."+m]
		if decl == nil {
			log.Fatalf("core/data/loss: %s has no method %s", typ.Name(), m)
		}
		if k > 0 {
			b.WriteString("\n")
		}
		receiver := ""
		if names := decl.Recv.List[0].Names; len(names) > 0 {
			receiver = names[0].Name
		}
		s := &scope{translator: t, pkg: "loss", special: lossForms(receiver)}
		used, assigned := namesIn(decl.Body)
		var parameters, types, results []string
		for _, field := range decl.Type.Params.List {
			name := "_"
			if len(field.Names) > 0 && used[field.Names[0].Name] {
				name = field.Names[0].Name
			}
			parameters, types, s.locals = append(parameters, name), append(types, "@param {number} "+name), append(s.locals, name)
		}
		for _, field := range decl.Type.Results.List {
			for _, name := range field.Names {
				if s.locals = append(s.locals, name.Name); assigned[name.Name] {
					results = append(results, "let "+name.Name+" = 0;\n")
				}
			}
		}
		returns := "number"
		if m == "Conjugate" {
			returns = "number[]"
		}
		fmt.Fprintf(b, "/** %s */\n%s(%s) {\n%s%s}\n", strings.Join(append(types, "@returns {"+returns+"}"), " "),
			lower(m), strings.Join(parameters, ", "), strings.Join(results, ""), s.block(decl.Body.List))
	}
	b.WriteString("}\n\n")
}

// namesIn returns the names that a block uses, and those to which it assigns.
func namesIn(body *ast.BlockStmt) (used, assigned map[string]bool) {
	used, assigned = map[string]bool{}, map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			used[n.Name] = true
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.ASSIGN {
					assigned[name.Name] = true
				}
			}
		}
		return true
	})
	return used, assigned
}

// lossForms translates the expressions that only losses may use: division, the functions of
// package math, fields and methods of the receiver, and other losses.
func lossForms(receiver string) func(s *scope, e ast.Expr) (string, bool) {
	return func(s *scope, e ast.Expr) (string, bool) {
		switch n := e.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.QUO {
				return s.expression(n.X) + " / " + s.expression(n.Y), true
			}
		case *ast.CompositeLit:
			return madeLoss(s, n), true
		case *ast.SelectorExpr:
			of, isName := n.X.(*ast.Ident)
			if isName && of.Name == receiver {
				return "this." + lower(n.Sel.Name), true
			}
			if !isName || of.Name != "math" {
				return s.expression(n.X) + "." + lower(n.Sel.Name), true
			}
			if slices.Contains([]string{"Abs", "Exp", "Log", "Log1p", "Expm1", "Pow", "Sqrt", "Cosh", "Sinh", "Tanh", "Atan", "Atanh"}, n.Sel.Name) {
				return "Math." + lower(n.Sel.Name), true
			}
		case *ast.CallExpr:
			if to, ok := n.Fun.(*ast.Ident); ok && len(n.Args) == 1 && to.Name == "float64" { // keeps Go from fusing operations, which JavaScript never does
				return "(" + s.expression(n.Args[0]) + ")", true
			}
			if of, ok := n.Fun.(*ast.SelectorExpr); ok && of.Sel.Name == "Inf" {
				return map[string]string{"1": "Infinity", "-1": "-Infinity"}[s.expression(n.Args[0])], true
			}
		case *ast.Ident:
			if n.Name == "min" || n.Name == "max" {
				return "Math." + n.Name, true
			}
		}
		return "", false
	}
}

// madeLoss translates a composite literal of a type of loss.
func madeLoss(s *scope, n *ast.CompositeLit) string {
	name := n.Type.(*ast.Ident).Name
	var typ reflect.Type
	for _, e := range loss.All() {
		if of := reflect.TypeOf(e.New(loss.Parameters{})); of.Name() == name {
			typ = of
		}
	}
	if typ == nil {
		log.Fatalf("core/data/loss: no loss of the list is of the type %s", name)
	}
	arguments := make([]string, typ.NumField())
	for k := range arguments {
		arguments[k] = "0"
	}
	for k, element := range n.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			field, _ := typ.FieldByName(pair.Key.(*ast.Ident).Name)
			k, element = field.Index[0], pair.Value
		}
		arguments[k] = s.expression(element)
	}
	return "new " + name + "(" + strings.Join(arguments, ", ") + ")"
}
