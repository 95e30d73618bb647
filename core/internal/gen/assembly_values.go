package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"
)

// value puts the value of an expression on the stack: a bool with 32 bits, a float64, or
// anything else with 64 bits.
func (c *compiler) value(e ast.Expr) {
	typ := c.info.TypeOf(e)
	if known := c.info.Types[e].Value; known != nil {
		c.constant(known, typ, e)
		return
	}
	switch n := e.(type) {
	case *ast.ParenExpr:
		c.value(n.X)
	case *ast.Ident:
		c.op("Get %s", c.variable(n).register)
		if c.basic(typ) == types.Bool {
			c.op("I32WrapI64")
		}
	case *ast.SelectorExpr, *ast.IndexExpr:
		c.load(e, typ)
	case *ast.UnaryExpr:
		c.unary(n)
	case *ast.BinaryExpr:
		c.operate(n.Op, n.X, n.Y, n)
	case *ast.SliceExpr:
		c.value(n.X)
		if n.Low != nil {
			c.value(n.Low)
			c.scale(typ.Underlying().(*types.Slice).Elem(), n)
			c.op("I64Add")
		}
	case *ast.CallExpr:
		c.call(n)
	default:
		c.unknown(e)
	}
}

// wide makes a value on the stack as wide as a register.
func (c *compiler) wide(typ types.Type) {
	if c.basic(typ) == types.Bool {
		c.op("I64ExtendI32U")
	}
}

// basic returns the kind of a basic type, and 0 for others.
func (c *compiler) basic(typ types.Type) types.BasicKind {
	if b, ok := typ.Underlying().(*types.Basic); ok {
		return b.Kind()
	}
	return types.Invalid
}

func (c *compiler) constant(known constant.Value, typ types.Type, at ast.Node) {
	switch b, _ := typ.Underlying().(*types.Basic); {
	case b != nil && b.Info()&types.IsFloat != 0:
		number, _ := constant.Float64Val(known)
		text := strconv.FormatFloat(number, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		c.op("F64Const $(%s)", text)
	case b != nil && b.Info()&types.IsInteger != 0:
		c.op("I64Const $%s", known.ExactString())
	case b != nil && b.Info()&types.IsBoolean != 0:
		c.op("I32Const $%d", map[bool]int{true: 1}[constant.BoolVal(known)])
	default:
		c.unknown(at)
	}
}

// variable returns the variable of a name.
func (c *compiler) variable(name *ast.Ident) *variable {
	object := c.info.Uses[name]
	if object == nil {
		object = c.info.Defs[name]
	}
	v := c.vars[object]
	if v == nil || v.register == "" {
		c.unknown(name)
	}
	return v
}

// address puts the address of a field or an element on the stack, 32 bits wide, and returns
// the offset to add.
func (c *compiler) address(e ast.Expr) (offset string) {
	switch n := e.(type) {
	case *ast.IndexExpr:
		c.element(n)
		c.op("I32WrapI64")
		return "0"
	case *ast.SelectorExpr:
		of := c.info.TypeOf(n.X)
		pointer, ok := of.(*types.Pointer)
		if ok {
			c.value(n.X)
			c.op("I32WrapI64")
			of = pointer.Elem()
		} else {
			offset = c.address(n.X) + "+"
		}
		named, ok := of.(*types.Named)
		if !ok {
			c.unknown(e)
		}
		// The assembler has the offsets of fields from the compiler, in go_asm.h.
		return offset + named.Obj().Name() + "_" + n.Sel.Name
	}
	c.unknown(e)
	return ""
}

// element puts the address of an element on the stack, 64 bits wide.
func (c *compiler) element(n *ast.IndexExpr) {
	of, ok := c.info.TypeOf(n.X).Underlying().(*types.Slice)
	if !ok {
		c.unknown(n)
	}
	c.value(n.X)
	c.value(n.Index)
	c.scale(of.Elem(), n)
	c.op("I64Add")
}

// scale multiplies a number of elements with their size.
func (c *compiler) scale(of types.Type, at ast.Node) {
	if named, ok := of.(*types.Named); ok {
		c.op("I64Const $%s__size", named.Obj().Name())
		c.op("I64Mul")
		return
	}
	shift := 3
	switch c.basic(of) {
	case types.Int32:
		shift = 2
	case types.Float64, types.Int:
	default:
		c.unknown(at)
	}
	c.op("I64Const $%d", shift)
	c.op("I64Shl")
}

// load puts the value of a field or an element on the stack.
func (c *compiler) load(e ast.Expr, typ types.Type) {
	op := "I64Load" // of pointers, and of slices, whose pointer is the first word
	switch c.basic(typ) {
	case types.Float64:
		op = "F64Load"
	case types.Int32:
		op = "I64Load32S"
	case types.Bool:
		op = "I32Load8U"
	default:
		c.kind(typ, e)
	}
	offset := c.address(e)
	c.op("%s $(%s)", op, offset)
}

// lengthOf returns what puts the length of a slice on the stack, and nil if it is not known.
func (c *compiler) lengthOf(e ast.Expr) func() {
	switch n := e.(type) {
	case *ast.Ident:
		return c.vars[c.info.Uses[n]].length
	case *ast.SelectorExpr:
		if _, ok := c.info.TypeOf(e).Underlying().(*types.Slice); ok {
			return func() { c.op("I64Load $(%s+8)", c.address(e)) }
		}
	}
	return nil
}

// length puts the length of a slice on the stack.
func (c *compiler) length(e ast.Expr) {
	f := c.lengthOf(e)
	if f == nil {
		c.unknown(e)
	}
	f()
}

func (c *compiler) unary(n *ast.UnaryExpr) {
	switch n.Op {
	case token.NOT:
		c.value(n.X)
		c.op("I32Eqz")
	case token.SUB:
		if c.basic(c.info.TypeOf(n)) != types.Float64 {
			c.unknown(n)
		}
		c.value(n.X)
		c.op("F64Neg")
	case token.AND:
		of, ok := n.X.(*ast.IndexExpr)
		if !ok {
			c.unknown(n)
		}
		c.element(of)
	default:
		c.unknown(n)
	}
}

// operate puts x op y on the stack.
func (c *compiler) operate(op token.Token, x, y ast.Expr, at ast.Node) {
	names := map[token.Token]string{}
	switch c.basic(c.info.TypeOf(x)) {
	case types.Float64:
		names = map[token.Token]string{token.ADD: "F64Add", token.SUB: "F64Sub", token.MUL: "F64Mul", token.QUO: "F64Div"}
	case types.Int:
		names = map[token.Token]string{token.ADD: "I64Add", token.SUB: "I64Sub", token.MUL: "I64Mul"}
	case types.Bool, types.UntypedBool:
		names = map[token.Token]string{token.LAND: "I32And", token.LOR: "I32Or"}
	}
	switch {
	case names[op] != "":
	case op.Precedence() != token.EQL.Precedence():
		c.unknown(at)
	default:
		c.compare(op, x, y)
		return
	}
	c.value(x)
	if names[op] == "I32And" && c.calls(y) {
		c.open("If $1") // with a result of 32 bits
		c.value(y)
		c.otherwise(func() { c.op("I32Const $0") })
		c.close()
		return
	}
	c.value(y)
	c.op("%s", names[op])
}

// calls reports whether an expression calls a function, which costs more than a jump around
// it.
func (c *compiler) calls(e ast.Expr) (calls bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		calls = calls || ok && !c.info.Types[call.Fun].IsType()
		return !calls
	})
	return calls
}

// compare puts the result of a comparison on the stack.
func (c *compiler) compare(op token.Token, x, y ast.Expr) {
	if name, ok := y.(*ast.Ident); ok && name.Name == "nil" && op == token.EQL {
		c.value(x)
		c.op("I64Eqz")
		return
	}
	name := map[token.Token]string{token.EQL: "Eq", token.NEQ: "Ne", token.LSS: "Lt", token.LEQ: "Le", token.GTR: "Gt", token.GEQ: "Ge"}[op]
	order := op != token.EQL && op != token.NEQ
	switch kind := c.basic(c.info.TypeOf(x)); {
	case kind == types.Float64:
		name = "F64" + name
	case kind == types.Int && order:
		name = "I64" + name + "S"
	case kind == types.Uint && order:
		name = "I64" + name + "U"
	case kind == types.Int:
		name = "I64" + name
	case (kind == types.Bool || kind == types.UntypedBool) && !order:
		name = "I32" + name
	default:
		c.unknown(x)
	}
	c.value(x)
	c.value(y)
	c.op("%s", name)
}

func (c *compiler) call(n *ast.CallExpr) {
	if c.info.Types[n.Fun].IsType() {
		c.convert(n)
		return
	}
	if name, ok := n.Fun.(*ast.Ident); ok {
		switch name.Name {
		case "len":
			c.length(n.Args[0])
			return
		case "min", "max":
			op := map[string]token.Token{"min": token.LSS, "max": token.GTR}[name.Name]
			if len(n.Args) != 2 || c.basic(c.info.TypeOf(n)) != types.Int {
				c.unknown(n) // those of float64 differ where one is NaN
			}
			c.value(n.Args[0])
			c.value(n.Args[1])
			c.compare(op, n.Args[0], n.Args[1])
			c.op("Select")
			return
		}
	}
	switch name := types.ExprString(n.Fun); name {
	case "math.Inf":
		bits := math.Float64bits(math.Inf(int(constantOf(c, n.Args[0]))))
		c.op("I64Const $%d", int64(bits))
		c.op("F64ReinterpretI64")
		return
	case "math.Abs", "math.Copysign":
		for _, e := range n.Args {
			c.value(e)
		}
		c.op("F64%s", strings.TrimPrefix(name, "math."))
		return
	}
	if c.macro(n) {
		return
	}
	results := c.inline(n)
	if len(results) != 1 {
		c.unknown(n)
	}
	c.op("Get %s", results[0])
	if c.basic(c.info.TypeOf(n)) == types.Bool {
		c.op("I32WrapI64")
	}
	c.give(results[0])
}

// convert writes a conversion that leaves the number as it is.
func (c *compiler) convert(n *ast.CallExpr) {
	from, to := c.basic(c.info.TypeOf(n.Args[0])), c.basic(c.info.TypeOf(n))
	whole := func(kind types.BasicKind) bool { return kind == types.Int || kind == types.Int32 || kind == types.Uint }
	if from != to && !(whole(from) && whole(to) && to != types.Int32) {
		c.unknown(n)
	}
	c.value(n.Args[0])
}

func constantOf(c *compiler, e ast.Expr) int64 {
	value, _ := constant.Int64Val(c.info.Types[e].Value)
	return value
}
