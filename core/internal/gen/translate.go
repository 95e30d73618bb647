package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"log"
	"slices"
	"strconv"
	"strings"

	"maxmargin/core/internal/compile"
)

// translator translates Go functions into JavaScript, so that both languages have one
// source: the theorems and numbers of features of kernels, and the formulas of losses. It
// knows the part of Go that the comment on kernel.Theorem names, and for losses also
// lossForms. It ends the program with a message about anything else. twins are functions
// that are written by hand in JavaScript.
type translator struct {
	files     *token.FileSet
	functions map[string]*ast.FuncDecl // "kernel.Proved", "kernel.RBF.Theorem"
	constants map[string]ast.Expr      // texts without a type: "kernel.Tutorial"
	verdicts  map[string]string        // constants with a type, as literals
	twins     []string                 // of package kernel: "Whole", and methods of a Count: "Plus"

	wanted []string // functions and constants that are used, in order
	used   []string // twins that are used
}

// newTranslator reads the packages in some folders.
func newTranslator(twins []string, folders ...string) *translator {
	t := &translator{files: token.NewFileSet(), functions: map[string]*ast.FuncDecl{}, constants: map[string]ast.Expr{}, verdicts: map[string]string{}, twins: twins}
	for _, folder := range folders {
		files := must(compile.Sources(t.files, folder, ""))
		for _, file := range files {
			t.read(file)
		}
	}
	return t
}

func (t *translator) read(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				if of, ok := d.Recv.List[0].Type.(*ast.Ident); ok {
					name = of.Name + "." + name
				}
			}
			t.functions[file.Name.Name+"."+name] = d
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.CONST && len(v.Values) == 1 {
					name := file.Name.Name + "." + v.Names[0].Name
					if literal, ok := v.Values[0].(*ast.BasicLit); ok && v.Type != nil && literal.Kind == token.STRING {
						t.verdicts[name] = text(literal)
					} else if v.Type == nil {
						t.constants[name] = v.Values[0]
					}
				}
			}
		}
	}
}

// scope says what names mean within a function.
type scope struct {
	*translator
	pkg      string
	receiver string            // "" for none
	fields   map[string]string // the fields of the receiver in JavaScript
	locals   []string
	special  func(s *scope, e ast.Expr) (string, bool) // translates further forms of expressions; nil: none
}

// method returns a method as an arrow function of the receiver k and its parameters, and
// the names of these. Unused ones begin with _ or are left out.
func (t *translator) method(pkg, typ, name string, fields map[string]string) (arrow string, parameters []string) {
	decl := t.functions[pkg+"."+typ+"."+name]
	if decl == nil {
		log.Fatalf("the kernel %s.%s has no method %s of its own", pkg, typ, name)
	}
	s := &scope{translator: t, pkg: pkg, fields: fields}
	parameters = []string{"_k"}
	if names := decl.Recv.List[0].Names; len(names) > 0 {
		s.receiver, parameters[0] = names[0].Name, "k"
	}
	return s.arrow(decl, parameters)
}

// function returns a function as a constant.
func (t *translator) function(key string) string {
	pkg, name, _ := strings.Cut(key, ".")
	s := &scope{translator: t, pkg: pkg}
	arrow, _ := s.arrow(t.functions[key], nil)
	return fmt.Sprintf("/** @type {(...given: any[]) => any} */\nconst %s = %s;\n", lower(name), arrow)
}

func (s *scope) arrow(decl *ast.FuncDecl, parameters []string) (string, []string) {
	for _, field := range decl.Type.Params.List {
		if len(field.Names) == 0 {
			parameters = append(parameters, "_")
		}
		for _, name := range field.Names {
			parameters, s.locals = append(parameters, name.Name), append(s.locals, name.Name)
		}
	}
	for i, name := range parameters {
		if name == "_" {
			parameters[i] = fmt.Sprintf("_%d", i)
		}
	}
	for len(parameters) > 0 && strings.HasPrefix(parameters[len(parameters)-1], "_") {
		parameters = parameters[:len(parameters)-1]
	}
	list := strings.Join(parameters, ", ")
	if only, ok := decl.Body.List[0].(*ast.ReturnStmt); ok && len(decl.Body.List) == 1 {
		value := s.expression(only.Results[0])
		if strings.HasPrefix(value, "{") {
			value = "(" + value + ")"
		}
		return fmt.Sprintf("(%s) => %s", list, value), parameters
	}
	return fmt.Sprintf("(%s) => {\n%s}", list, s.block(decl.Body.List)), parameters
}

func (s *scope) block(list []ast.Stmt) string {
	var b strings.Builder
	for _, statement := range list {
		b.WriteString(s.statement(statement) + "\n")
	}
	return b.String()
}

func (s *scope) statement(statement ast.Stmt) string {
	switch n := statement.(type) {
	case *ast.ReturnStmt:
		return "return " + s.list(n.Results) + ";"
	case *ast.BlockStmt:
		return "{\n" + s.block(n.List) + "}"
	case *ast.IfStmt:
		if n.Init == nil {
			otherwise := ""
			if n.Else != nil {
				otherwise = " else " + s.statement(n.Else)
			}
			return "if (" + s.expression(n.Cond) + ") " + s.statement(n.Body) + otherwise
		}
	case *ast.SwitchStmt:
		if n.Init == nil {
			return s.cases(n)
		}
	case *ast.AssignStmt:
		if len(n.Lhs) > 1 && n.Tok == token.ASSIGN {
			return s.list(n.Lhs) + " = " + s.list(n.Rhs) + ";"
		}
		if len(n.Lhs) == 1 {
			if n.Tok == token.DEFINE {
				name := n.Lhs[0].(*ast.Ident).Name
				s.locals = append(s.locals, name)
				return "let " + name + " = " + s.expression(n.Rhs[0]) + ";"
			}
			return s.expression(n.Lhs[0]) + " " + n.Tok.String() + " " + s.expression(n.Rhs[0]) + ";"
		}
	case *ast.RangeStmt:
		key, _ := n.Key.(*ast.Ident)
		value, _ := n.Value.(*ast.Ident)
		switch {
		case key != nil && n.Value == nil: // of a number
			s.locals = append(s.locals, key.Name)
			return fmt.Sprintf("for (let %[1]s = 0; %[1]s < %[2]s; %[1]s++) %[3]s", key.Name, s.expression(n.X), s.statement(n.Body))
		case value != nil && key.Name == "_":
			s.locals = append(s.locals, value.Name)
			return fmt.Sprintf("for (const %s of %s) %s", value.Name, s.expression(n.X), s.statement(n.Body))
		case value != nil:
			s.locals = append(s.locals, key.Name, value.Name)
			return fmt.Sprintf("for (const [%s, %s] of %s.entries()) %s", key.Name, value.Name, s.expression(n.X), s.statement(n.Body))
		}
	}
	return s.unknown(statement)
}

// cases writes a switch as a chain of conditions.
func (s *scope) cases(n *ast.SwitchStmt) string {
	chain, last := []string{}, ""
	for _, c := range n.Body.List {
		clause := c.(*ast.CaseClause)
		body := "{\n" + s.block(clause.Body) + "}"
		var conditions []string
		for _, e := range clause.List {
			condition := s.expression(e)
			if n.Tag != nil {
				condition = s.expression(n.Tag) + " === " + condition
			}
			conditions = append(conditions, condition)
		}
		if len(conditions) == 0 {
			last = body
		} else {
			chain = append(chain, "if ("+strings.Join(conditions, " || ")+") "+body)
		}
	}
	if last != "" {
		chain = append(chain, last)
	}
	return strings.Join(chain, " else ")
}

// list translates several expressions as a list, and a single one as itself.
func (s *scope) list(all []ast.Expr) string {
	var each []string
	for _, e := range all {
		each = append(each, s.expression(e))
	}
	if len(each) == 1 {
		return each[0]
	}
	return "[" + strings.Join(each, ", ") + "]"
}

func (s *scope) expression(e ast.Expr) string {
	if s.special != nil {
		if text, ok := s.special(s, e); ok {
			return text
		}
	}
	switch n := e.(type) {
	case *ast.BasicLit:
		if n.Kind == token.STRING {
			return quote(text(n))
		}
		return n.Value
	case *ast.Ident:
		return s.name(n.Name, s.pkg, e)
	case *ast.ParenExpr:
		return "(" + s.expression(n.X) + ")"
	case *ast.UnaryExpr:
		return n.Op.String() + s.expression(n.X)
	case *ast.BinaryExpr:
		operator := map[token.Token]string{token.EQL: "===", token.NEQ: "!=="}[n.Op]
		if operator == "" {
			operator = n.Op.String()
		}
		if n.Op != token.QUO && n.Op != token.REM { // those of whole numbers differ
			return s.expression(n.X) + " " + operator + " " + s.expression(n.Y)
		}
	case *ast.IndexExpr:
		return s.expression(n.X) + "[" + s.expression(n.Index) + "]"
	case *ast.SelectorExpr:
		if of, ok := n.X.(*ast.Ident); ok && of.Name == s.receiver && s.fields[n.Sel.Name] != "" {
			return "k." + s.fields[n.Sel.Name]
		} else if ok && of.Name == "kernel" {
			return s.name(n.Sel.Name, "kernel", e)
		}
	case *ast.CallExpr:
		return s.call(n)
	case *ast.CompositeLit: // a Theorem
		var fields []string
		for _, element := range n.Elts {
			pair, ok := element.(*ast.KeyValueExpr)
			if !ok {
				return s.unknown(e)
			}
			fields = append(fields, lower(pair.Key.(*ast.Ident).Name)+": "+s.expression(pair.Value))
		}
		return "{ " + strings.Join(fields, ", ") + " }"
	}
	return s.unknown(e)
}

// name translates the name of a variable, a constant or a function of a package.
func (s *scope) name(name, pkg string, at ast.Node) string {
	key := pkg + "." + name
	switch {
	case slices.Contains(s.locals, name), name == "true", name == "false":
		return name
	case name == "nil":
		return "[]"
	case s.verdicts[key] != "":
		return quote(s.verdicts[key])
	case pkg == "kernel" && slices.Contains(s.twins, name):
		s.used = want(s.used, name)
		return lower(name)
	case s.constants[key] != nil || s.functions[key] != nil:
		s.wanted = want(s.wanted, key)
		return lower(name)
	}
	return s.unknown(at)
}

func (s *scope) call(n *ast.CallExpr) string {
	var given []string
	for _, argument := range n.Args {
		given = append(given, s.expression(argument))
	}
	if of, ok := n.Fun.(*ast.Ident); ok && of.Name == "len" {
		return given[0] + ".length"
	}
	if of, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(s.twins, of.Sel.Name) {
		if from, ok := of.X.(*ast.Ident); !ok || from.Name != "kernel" { // a method of a Count
			s.used = want(s.used, of.Sel.Name)
			return lower(of.Sel.Name) + "(" + s.expression(of.X) + ", " + strings.Join(given, ", ") + ")"
		}
	}
	return s.expression(n.Fun) + "(" + strings.Join(given, ", ") + ")"
}

func (t *translator) unknown(at ast.Node) string {
	log.Fatalf("%s: this cannot be written in JavaScript: %s\nThe comment on kernel.Theorem, and that on package loss, say what can.", t.files.Position(at.Pos()), compile.FirstLine(t.files, at))
	return ""
}

func want(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }

func text(literal *ast.BasicLit) string { return must(strconv.Unquote(literal.Value)) }
