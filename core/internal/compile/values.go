package compile

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
	if typ == nil {
		c.unknown(e) // of a package whose contents are not known
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
	b, ok := typ.Underlying().(*types.Basic)
	switch {
	case !ok:
		return types.Invalid
	case b.Kind() == types.UntypedBool:
		return types.Bool
	}
	return b.Kind()
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
		if field := c.info.Selections[n]; !ok || field == nil || len(field.Index()) != 1 {
			c.unknown(e) // it may be a field of an embedded struct
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
	if named, ok := of.(*types.Named); ok && c.basic(of) == types.Invalid {
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
		if v := c.vars[c.info.Uses[n]]; v != nil {
			return v.length
		}
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

// operators are the instructions of operators, by the kind of their operands.
var operators = map[types.BasicKind]map[token.Token]string{
	types.Float64: {token.ADD: "F64Add", token.SUB: "F64Sub", token.MUL: "F64Mul", token.QUO: "F64Div",
		token.EQL: "F64Eq", token.NEQ: "F64Ne", token.LSS: "F64Lt", token.LEQ: "F64Le", token.GTR: "F64Gt", token.GEQ: "F64Ge"},
	types.Int: {token.ADD: "I64Add", token.SUB: "I64Sub", token.MUL: "I64Mul",
		token.EQL: "I64Eq", token.NEQ: "I64Ne", token.LSS: "I64LtS", token.LEQ: "I64LeS", token.GTR: "I64GtS", token.GEQ: "I64GeS"},
	types.Uint: {token.LSS: "I64LtU", token.LEQ: "I64LeU", token.GTR: "I64GtU", token.GEQ: "I64GeU"},
	types.Bool: {token.LAND: "I32And", token.LOR: "I32Or", token.EQL: "I32Eq", token.NEQ: "I32Ne"},
}

// operate puts x op y on the stack.
func (c *compiler) operate(op token.Token, x, y ast.Expr, at ast.Node) {
	if c.info.Types[y].IsNil() && op == token.EQL {
		c.value(x)
		c.op("I64Eqz")
		return
	}
	name := operators[c.basic(c.info.TypeOf(x))][op]
	if name == "" {
		c.unknown(at)
	}
	c.value(x)
	if op == token.LAND && c.calls(y) {
		c.open("If $1") // with a result of 32 bits
		c.value(y)
		c.otherwise(func() { c.op("I32Const $0") })
		c.close()
		return
	}
	c.value(y)
	c.op("%s", name)
}

// calls reports whether an expression calls a function of the package, which costs more than a
// jump around it.
func (c *compiler) calls(e ast.Expr) (calls bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		calls = calls || ok && !c.info.Types[call.Fun].IsType() && c.called(call.Fun) == ""
		return !calls
	})
	return calls
}

func (c *compiler) call(n *ast.CallExpr) {
	if c.info.Types[n.Fun].IsType() {
		c.convert(n)
		return
	}
	switch name := c.called(n.Fun); name {
	case "len":
		c.length(n.Args[0])
	case "min", "max":
		// Those of float64 differ where one is NaN, and each argument is computed twice.
		if len(n.Args) != 2 || c.basic(c.info.TypeOf(n)) != types.Int || c.calls(n.Args[0]) || c.calls(n.Args[1]) {
			c.unknown(n)
		}
		c.value(n.Args[0])
		c.value(n.Args[1])
		c.operate(map[string]token.Token{"min": token.LSS, "max": token.GTR}[name], n.Args[0], n.Args[1], n)
		c.op("Select")
	case "math.Inf":
		sign := c.info.Types[n.Args[0]].Value
		if sign == nil {
			c.unknown(n)
		}
		known, _ := constant.Int64Val(sign)
		c.op("I64Const $%d", int64(math.Float64bits(math.Inf(int(known)))))
		c.op("F64ReinterpretI64")
	case "math.Abs", "math.Copysign":
		for _, e := range n.Args {
			c.value(e)
		}
		c.op("%s", map[string]string{"math.Abs": "F64Abs", "math.Copysign": "F64Copysign"}[name])
	default:
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
}

// called returns the name of a builtin function, or of one of package math.
func (c *compiler) called(e ast.Expr) string {
	switch n := e.(type) {
	case *ast.Ident:
		if _, ok := c.info.Uses[n].(*types.Builtin); ok {
			return n.Name
		}
	case *ast.SelectorExpr:
		if f, ok := c.info.Uses[n.Sel].(*types.Func); ok && f.Pkg().Path() == "math" {
			return f.FullName()
		}
	}
	return ""
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
