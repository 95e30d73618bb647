// Package lint holds the rules of this project that a compiler does not check, as functions
// over parsed source. Its tests apply them to the whole tree.
//
// Every rule returns findings, one per line of source at fault. Exceptions to a rule are in
// tables of this package, each with its reason.
package lint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Finding is one breach of a rule.
type Finding struct {
	Where string // file:line, relative to the module root
	What  string // what is wrong and what to do
}

// String returns the finding in one line.
func (f Finding) String() string { return f.Where + ": " + f.What }

// File is one parsed Go file.
type File struct {
	Name   string // path relative to the module root, with slashes
	Syntax *ast.File
	Lines  int
	fset   *token.FileSet
}

// Package returns the folder of the file: the import path less "maxmargin/".
func (f *File) Package() string { return path.Dir(f.Name) }

// IsTest reports whether the file is compiled for tests only.
func (f *File) IsTest() bool { return strings.HasSuffix(f.Name, "_test.go") }

// IsGenerated reports whether the file says in Go's form that it is generated.
func (f *File) IsGenerated() bool { return ast.IsGenerated(f.Syntax) }

func (f *File) finding(pos token.Pos, format string, a ...any) Finding {
	return Finding{fmt.Sprintf("%s:%d", f.Name, f.fset.Position(pos).Line), fmt.Sprintf(format, a...)}
}

// Parse reads one file from source.
func Parse(name string, source []byte) (*File, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	lines := strings.Count(string(source), "\n")
	return &File{Name: name, Syntax: syntax, Lines: lines, fset: fset}, nil
}

// ReadTree parses every Go file under the folders of a module, whatever its
// build constraints.
func ReadTree(root fs.FS, folders ...string) ([]*File, error) {
	var files []*File
	for _, folder := range folders {
		err := fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && entry.Name() == "testdata" {
				return fs.SkipDir
			}
			if entry.IsDir() || path.Ext(name) != ".go" {
				return nil
			}
			source, err := fs.ReadFile(root, name)
			if err != nil {
				return err
			}
			file, err := Parse(name, source)
			if err != nil {
				return err
			}
			files = append(files, file)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// maxLines is the largest length of a file: a longer one probably holds two concepts.
const maxLines = 400

// Sizes finds files that people wrote and that have become too long.
func Sizes(files []*File) (found []Finding) {
	for _, f := range files {
		if !f.IsTest() && !f.IsGenerated() && f.Lines > maxLines {
			found = append(found, f.finding(f.Syntax.Package, "the file has %d lines, more than %d: split it by concept", f.Lines, maxLines))
		}
	}
	return found
}

// Inits finds init functions: registration is explicit here.
func Inits(files []*File) (found []Finding) {
	for _, f := range files {
		for _, d := range f.Syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				found = append(found, f.finding(fn.Pos(), "init() hides what happens at start-up: call it from a constructor"))
			}
		}
	}
	return found
}

// JSGet finds calls of a method Get, such as that of js.Value. Each takes as long as hundreds of
// multiplications: what crosses are messages of package wire.
func JSGet(files []*File) (found []Finding) {
	for _, f := range files {
		if f.IsTest() {
			continue
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Get" {
				found = append(found, f.finding(s.Pos(), "Get on a JavaScript value: let the message have it (package wire)"))
			}
			return true
		})
	}
	return found
}

// Comments finds packages and exported names without a doc comment. A name in
// a group is documented by the comment of the group, and a method by that of an
// exported interface of the tree that has it.
func Comments(files []*File) (found []Finding) {
	promised := interfaceMethods(files)
	packages := map[string]*File{} // first file of every package
	documented := map[string]bool{}
	for _, f := range files {
		if f.IsTest() {
			continue
		}
		if packages[f.Package()] == nil {
			packages[f.Package()] = f
		}
		if f.Syntax.Doc != nil {
			documented[f.Package()] = true
		}
		for _, d := range f.Syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Doc != nil || !d.Name.IsExported() || d.Recv != nil && (promised[d.Name.Name] || !ast.IsExported(receiver(d))) {
					continue
				}
				found = append(found, f.finding(d.Pos(), "%s has no doc comment", d.Name.Name))
			case *ast.GenDecl:
				for _, s := range d.Specs {
					names, documented := declared(s)
					for _, name := range names {
						if d.Doc == nil && !documented && name.IsExported() {
							found = append(found, f.finding(s.Pos(), "%s has no doc comment", name.Name))
						}
					}
				}
			}
		}
	}
	for name, f := range packages {
		if !documented[name] {
			found = append(found, f.finding(f.Syntax.Package, "package %s has no package comment", name))
		}
	}
	return found
}

// interfaceMethods returns the names of documented methods of exported interfaces, and of
// methods of well-known interfaces of the standard library.
func interfaceMethods(files []*File) map[string]bool {
	names := map[string]bool{"Error": true, "String": true}
	for _, f := range files {
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !spec.Name.IsExported() {
				return true
			}
			if t, ok := spec.Type.(*ast.InterfaceType); ok {
				for _, m := range t.Methods.List {
					for _, name := range m.Names {
						names[name.Name] = names[name.Name] || m.Doc != nil || m.Comment != nil
					}
				}
			}
			return true
		})
	}
	return names
}

// receiver returns the name of the type that a method belongs to.
func receiver(fn *ast.FuncDecl) string {
	name, _, _ := strings.Cut(types.ExprString(fn.Recv.List[0].Type), "[")
	return strings.TrimPrefix(name, "*")
}

// declared returns the names that a line of a declaration declares, and whether it has a comment.
func declared(s ast.Spec) (names []*ast.Ident, documented bool) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return []*ast.Ident{s.Name}, s.Doc != nil || s.Comment != nil
	case *ast.ValueSpec:
		return s.Names, s.Doc != nil || s.Comment != nil
	}
	return nil, true
}

// PackageState finds package-level variables that could change. Permitted are conformance lines
// (var _ I = T{}), error sentinels (ErrX), and unexported tables: array, slice and map literals
// whose package never assigns to them, takes their address, or passes them to a builtin that
// writes. allowed has further names (package.name), with reasons.
func PackageState(files []*File, allowed map[string]string) (found []Finding) {
	written := writtenNames(files)
	for _, f := range files {
		if f.IsTest() {
			continue
		}
		for _, d := range f.Syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.ValueSpec)
				for i, name := range spec.Names {
					full := f.Package() + "." + name.Name
					if name.Name == "_" || allowed[full] != "" {
						continue
					}
					isWritten := written[full]
					isConstant := len(spec.Values) == len(spec.Names) &&
						(isSentinel(name.Name) || !name.IsExported() && isTable(spec.Values[i]))
					if isWritten || !isConstant {
						found = append(found, f.finding(name.Pos(), "%s is package-level state: pass it, or make it a table that is never written", name.Name))
					}
				}
			}
		}
	}
	return found
}

// isSentinel reports whether a name is of the form ErrNoSpace or errNoSpace.
func isSentinel(name string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(name, "Err"), "err")
	return rest != name && ast.IsExported(rest)
}

// isTable reports whether e is an array, slice or map literal.
func isTable(e ast.Expr) bool {
	if literal, ok := e.(*ast.CompositeLit); ok {
		switch literal.Type.(type) {
		case *ast.ArrayType, *ast.MapType:
			return true
		}
	}
	return false
}

// writtenNames returns package.name for everything that is assigned to, incremented, has its
// address taken, or is the first argument of a builtin that writes to it. It compares names only,
// so a local variable of the same name counts, too; this can only forbid too much.
func writtenNames(files []*File) map[string]bool {
	written := map[string]bool{}
	for _, f := range files {
		mark := func(e ast.Expr) {
			if name := rootName(e); name != "" {
				written[f.Package()+"."+name] = true
			}
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						mark(e)
					}
				}
			case *ast.IncDecStmt:
				mark(n.X)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					mark(n.X)
				}
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					mark(n.Key)
					mark(n.Value)
				}
			case *ast.CallExpr:
				if fn, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && slices.Contains([]string{"append", "clear", "copy", "delete"}, fn.Name) {
					mark(n.Args[0])
				}
			}
			return true
		})
	}
	return written
}

// rootName returns the variable that an expression such as x.f[i] is part of.
func rootName(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return ""
		}
	}
}
