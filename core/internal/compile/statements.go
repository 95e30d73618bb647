package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

func (c *compiler) block(list []ast.Stmt) {
	c.within(func() {
		for _, statement := range list {
			c.statement(statement)
		}
	})
}

func (c *compiler) statement(statement ast.Stmt) {
	switch n := statement.(type) {
	case *ast.BlockStmt:
		c.block(n.List)
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		if !ok || !c.macro(call) {
			c.unknown(n)
		}
	case *ast.AssignStmt:
		c.assign(n)
	case *ast.IncDecStmt:
		if c.basic(c.info.TypeOf(n.X)) != types.Int || c.calls(n.X) {
			c.unknown(n)
		}
		c.store([]ast.Expr{n.X}, func(int) {
			c.value(n.X)
			c.op("I64Const $1")
			c.op("%s", map[token.Token]string{token.INC: "I64Add", token.DEC: "I64Sub"}[n.Tok])
		})
	case *ast.IfStmt:
		c.within(func() {
			if n.Init != nil {
				c.statement(n.Init)
			}
			c.value(n.Cond)
			c.open("If")
			c.block(n.Body.List)
			if n.Else != nil {
				c.otherwise(func() { c.statement(n.Else) })
			}
			c.close()
		})
	case *ast.SwitchStmt:
		c.within(func() {
			if n.Init != nil {
				c.statement(n.Init)
			}
			c.targets = append(c.targets, target{})
			c.cases(n, n.Body.List)
			c.targets = c.targets[:len(c.targets)-1]
		})
	case *ast.ForStmt:
		c.within(func() {
			if n.Init != nil {
				c.statement(n.Init)
			}
			if n.Cond == nil {
				c.unknown(n)
			}
			c.search(n)
			c.loop(func() { c.value(n.Cond) }, func() { c.block(n.Body.List) }, func() {
				if n.Post != nil {
					c.statement(n.Post)
				}
			})
		})
	case *ast.RangeStmt:
		c.each(n)
	case *ast.BranchStmt:
		c.jump(n)
	case *ast.ReturnStmt:
		if signature := c.info.Defs[c.inside[len(c.inside)-1].Name].Type().(*types.Signature); len(n.Results) != signature.Results().Len() {
			c.unknown(n) // the results are the variables of their names, or those of a call
		}
		c.leave(n)
	default:
		c.unknown(n)
	}
}

func (c *compiler) otherwise(f func()) {
	c.depth--
	c.op("Else")
	c.depth++
	f()
}

// cases writes a switch as a chain of conditions.
func (c *compiler) cases(n *ast.SwitchStmt, clauses []ast.Stmt) {
	clause := clauses[0].(*ast.CaseClause)
	if clause.List == nil && len(clauses) == 1 {
		c.block(clause.Body)
		return
	} else if clause.List == nil {
		c.unknown(clause) // a default that is not the last
	}
	for k, e := range clause.List {
		if n.Tag == nil {
			c.value(e)
		} else {
			c.operate(token.EQL, n.Tag, e, e)
		}
		if k > 0 {
			c.op("I32Or")
		}
	}
	c.open("If")
	c.block(clause.Body)
	if len(clauses) > 1 {
		c.otherwise(func() { c.cases(n, clauses[1:]) })
	}
	c.close()
}

// loop writes a loop. What continue leaves is a block around the body.
func (c *compiler) loop(condition, body, post func()) {
	c.open("Block")
	out := c.depth
	c.open("Loop")
	start := c.depth
	condition()
	c.op("I32Eqz")
	c.branch("BrIf", out)
	c.open("Block")
	c.targets = append(c.targets, target{out, c.depth})
	body()
	c.targets = c.targets[:len(c.targets)-1]
	c.close()
	post()
	c.branch("Br", start)
	c.close()
	c.close()
}

// each writes a range over a slice.
func (c *compiler) each(n *ast.RangeStmt) {
	key, _ := n.Key.(*ast.Ident)
	element, _ := n.Value.(*ast.Ident)
	if _, ok := c.info.TypeOf(n.X).Underlying().(*types.Slice); !ok || key == nil || key.Name == "_" || n.Tok != token.DEFINE {
		c.unknown(n)
	}
	c.within(func() {
		v, end := c.define(c.info.Defs[key], key), c.take('R', n)
		at := v.register
		v.fixed = true // the steps of the loop do not depend on the body
		c.zero(at)
		c.length(n.X)
		c.op("Set %s", end)
		c.loop(func() {
			c.op("Get %s", at)
			c.op("Get %s", end)
			c.op("I64LtS")
		}, func() {
			c.within(func() {
				if element != nil {
					c.load(&ast.IndexExpr{X: n.X, Index: key}, c.info.TypeOf(element))
					c.op("Set %s", c.define(c.info.Defs[element], element).register)
				}
				c.block(n.Body.List)
			})
		}, func() {
			c.op("Get %s", at)
			c.op("I64Const $1")
			c.op("I64Add")
			c.op("Set %s", at)
		})
		c.give(end)
	})
}

// jump writes a break or a continue.
func (c *compiler) jump(n *ast.BranchStmt) {
	targets := c.targets
	for n.Tok == token.CONTINUE && len(targets) > 0 && targets[len(targets)-1].next == 0 {
		targets = targets[:len(targets)-1] // a switch
	}
	if len(targets) == 0 || targets[len(targets)-1].out == 0 || n.Label != nil {
		c.unknown(n)
	}
	if last := targets[len(targets)-1]; n.Tok == token.CONTINUE {
		c.branch("Br", last.next)
	} else {
		c.branch("Br", last.out)
	}
}

func (c *compiler) assign(n *ast.AssignStmt) {
	switch {
	case n.Tok == token.DEFINE && len(n.Lhs) > len(n.Rhs):
		call, ok := n.Rhs[0].(*ast.CallExpr)
		if !ok {
			c.unknown(n)
		}
		for k, register := range c.inline(call) {
			c.bind(c.declared(n.Lhs[k]), &variable{register: register})
		}
	case n.Tok == token.DEFINE:
		for k, left := range n.Lhs {
			c.declare(c.declared(left), left, n.Rhs[k])
		}
	case n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs):
		c.store(n.Lhs, func(k int) { c.value(n.Rhs[k]) })
	case n.Tok == token.ASSIGN:
		c.unknown(n)
	default:
		operator := token.ADD + (n.Tok - token.ADD_ASSIGN)
		if c.calls(n.Lhs[0]) {
			c.unknown(n) // it would be called twice
		}
		c.store(n.Lhs, func(k int) { c.operate(operator, n.Lhs[k], n.Rhs[k], n) })
	}
}

// declared returns the new variable that a := declares.
func (c *compiler) declared(name ast.Expr) types.Object {
	object := c.info.Defs[name.(*ast.Ident)]
	if object == nil {
		c.unknown(name)
	}
	return object
}

// declare makes a variable with the value of an expression.
func (c *compiler) declare(object types.Object, at ast.Node, e ast.Expr) {
	v := &variable{length: c.lengthOf(e)}
	if kind := c.kind(object.Type(), at); kind != 0 {
		c.value(e)
		c.wide(object.Type())
		v.register = c.take(kind, at)
		c.op("Set %s", v.register)
	}
	c.bind(object, v)
}

// store writes values to places: all addresses and values first, so that the places may
// occur in the values.
func (c *compiler) store(places []ast.Expr, value func(k int)) {
	stores := make([]string, len(places))
	for k, place := range places {
		typ := c.info.TypeOf(place)
		if name, ok := place.(*ast.Ident); ok {
			if c.variable(name).fixed {
				c.unknown(name) // a parameter, or the index of a range
			}
			value(k)
			c.wide(typ)
			stores[k] = "Set " + c.variable(name).register
			continue
		}
		offset := c.address(place)
		value(k)
		op := ""
		switch c.basic(typ) {
		case types.Float64:
			op = "F64Store"
		case types.Int:
			op = "I64Store"
		case types.Int32:
			op = "I64Store32"
		case types.Bool:
			op = "I32Store8"
		default:
			c.unknown(place)
		}
		stores[k] = op + " $" + offset
	}
	for k := len(stores) - 1; k >= 0; k-- {
		c.op("%s", stores[k])
	}
}

// macro writes a call of a method of an interface, or of a function, that a macro stands for,
// and reports whether it is one.
func (c *compiler) macro(n *ast.CallExpr) bool {
	var called string
	switch f := n.Fun.(type) {
	case *ast.Ident:
		called = c.job.Calls[f.Name]
	case *ast.SelectorExpr:
		if of := c.info.TypeOf(f.X); of != nil && types.IsInterface(of) {
			called = c.job.Calls[f.Sel.Name]
		}
	}
	if called == "" {
		return false
	}
	var arguments []string
	for _, e := range n.Args {
		name, ok := e.(*ast.Ident)
		if !ok {
			c.unknown(e)
		}
		arguments = append(arguments, c.variable(name).register)
	}
	c.op("%s(%s)", called, strings.Join(arguments, ", "))
	return true
}

// inline writes a call of a function or a method of the package in place, and returns the
// registers of its results.
func (c *compiler) inline(n *ast.CallExpr) (results []string) {
	var key string
	given := n.Args
	switch f := n.Fun.(type) {
	case *ast.Ident:
		key = f.Name
	case *ast.SelectorExpr:
		if of, ok := c.info.TypeOf(f.X).(*types.Pointer); ok {
			key = of.Elem().(*types.Named).Obj().Name() + "." + f.Sel.Name
			given = append([]ast.Expr{f.X}, given...)
		}
	}
	decl := c.functions[key]
	if decl == nil || slices.Contains(c.inside, decl) {
		c.unknown(n)
	}
	signature := c.info.Defs[decl.Name].Type().(*types.Signature)
	for k := range signature.Results().Len() {
		results = append(results, c.take(c.kind(signature.Results().At(k).Type(), n), n))
	}
	leave, targets := c.leave, c.targets
	c.targets = nil
	c.within(func() {
		for k, name := range c.names(n, decl.Recv, decl.Type.Params) {
			if v, ok := given[k].(*ast.Ident); ok && c.vars[c.info.Uses[v]] != nil {
				c.bind(c.info.Defs[name], &variable{c.variable(v).register, c.variable(v).length, true, true})
			} else {
				c.declare(c.info.Defs[name], name, given[k])
			}
		}
		for k := range results {
			if result := signature.Results().At(k); result.Name() != "" {
				c.bind(result, &variable{register: results[k], shared: true})
				c.zero(results[k])
			}
		}
		c.inside = append(c.inside, decl)
		c.open("Block")
		end := c.depth
		c.leave = func(n *ast.ReturnStmt) {
			for k, e := range n.Results {
				c.value(e)
				c.wide(signature.Results().At(k).Type())
			}
			for k := len(results) - 1; k >= 0; k-- {
				c.op("Set %s", results[k])
			}
			c.branch("Br", end)
		}
		c.block(decl.Body.List)
		c.close()
	})
	c.leave, c.targets, c.inside = leave, targets, c.inside[:len(c.inside)-1]
	return results
}
