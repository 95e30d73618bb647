package compile

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// A search is a loop that looks for the first t for which a condition is true:
//
//	for t := from; t < n; t++ {
//		if condition {
//			return t
//		}
//	}
//
// Where the condition consists of comparisons of elements t of slices with each other and
// with numbers that stay, the loop is preceded by one that goes two elements a step, in
// vectors, up to the first two of which one qualifies or to the end.
type search struct {
	c         *compiler
	at        types.Object        // t
	constants map[ast.Expr]string // what stays the same, with its register
}

// search writes the loop in vectors if a loop is a search of that kind. t has its first value.
func (c *compiler) search(n *ast.ForStmt) {
	end, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || end.Op != token.LSS || len(n.Body.List) != 1 {
		return
	}
	name, isName := end.X.(*ast.Ident)
	next, isNext := n.Post.(*ast.IncDecStmt)
	found, isIf := n.Body.List[0].(*ast.IfStmt)
	if !isName || !isNext || next.Tok != token.INC || !isIf || found.Init != nil || found.Else != nil || len(found.Body.List) != 1 {
		return
	}
	if _, ok := found.Body.List[0].(*ast.ReturnStmt); !ok {
		return
	}
	s := &search{c, c.info.Uses[name], map[ast.Expr]string{}}
	if !s.prepare(found.Cond) {
		return
	}
	t := c.variable(name).register
	c.open("Block")
	out := c.depth
	c.open("Loop")
	c.op("Get %s", t)
	c.op("I64Const $2")
	c.op("I64Add")
	c.value(end.Y)
	c.op("I64GtS")
	c.branch("BrIf", out)
	s.value(found.Cond)
	c.op("V128AnyTrue")
	c.branch("BrIf", out)
	c.op("Get %s", t)
	c.op("I64Const $2")
	c.op("I64Add")
	c.op("Set %s", t)
	c.branch("Br", c.depth)
	c.close()
	c.close()
}

// prepare puts what stays the same into vectors, and reports whether an expression is one
// that value knows.
func (s *search) prepare(e ast.Expr) bool {
	if e, ok := e.(*ast.ParenExpr); ok {
		return s.prepare(e.X)
	}
	kind := s.c.basic(s.c.info.TypeOf(e))
	if !s.moves(e) {
		if len(s.constants) == 16 {
			return false
		}
		switch kind {
		case types.Float64, types.UntypedFloat:
			s.c.value(e)
			s.c.op("F64x2Splat")
		case types.Int:
			s.c.value(e)
			s.c.op("I64x2Splat")
		case types.Bool: // 0 or -1
			s.c.op("I64Const $0")
			s.c.value(e)
			s.c.op("I64ExtendI32U")
			s.c.op("I64Sub")
			s.c.op("I64x2Splat")
		default:
			return false
		}
		s.constants[e] = fmt.Sprintf("V%d", len(s.constants))
		s.c.op("Set %s", s.constants[e])
		return true
	}
	switch n := e.(type) {
	case *ast.IndexExpr:
		index, ok := n.Index.(*ast.Ident)
		return ok && s.c.info.Uses[index] == s.at && !s.moves(n.X) && (kind == types.Float64 || kind == types.Int)
	case *ast.UnaryExpr:
		return n.Op == token.SUB && kind == types.Float64 && s.prepare(n.X)
	case *ast.BinaryExpr:
		return vectorOps[s.c.basic(s.c.info.TypeOf(n.X))][n.Op] != "" && s.prepare(n.X) && s.prepare(n.Y)
	}
	return false
}

var vectorOps = map[types.BasicKind]map[token.Token]string{
	types.Float64: {token.EQL: "F64x2Eq", token.NEQ: "F64x2Ne", token.LSS: "F64x2Lt", token.LEQ: "F64x2Le", token.GTR: "F64x2Gt", token.GEQ: "F64x2Ge"},
	types.Int:     {token.EQL: "I64x2Eq", token.NEQ: "I64x2Ne"},
	types.Bool:    {token.LAND: "V128And", token.LOR: "V128Or"},
}

// moves reports whether an expression depends on t.
func (s *search) moves(e ast.Expr) (moves bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		name, ok := n.(*ast.Ident)
		moves = moves || ok && s.c.info.Uses[name] == s.at
		return !moves
	})
	return moves
}

// value puts the values of an expression for t and t+1 on the stack. Bools have all bits set
// or none.
func (s *search) value(e ast.Expr) {
	if register := s.constants[e]; register != "" {
		s.c.op("Get %s", register)
		return
	}
	switch n := e.(type) {
	case *ast.ParenExpr:
		s.value(n.X)
	case *ast.IndexExpr:
		s.c.op("V128Load $%s", s.c.address(n))
	case *ast.UnaryExpr:
		s.value(n.X)
		s.c.op("F64x2Neg")
	case *ast.BinaryExpr:
		s.value(n.X)
		s.value(n.Y)
		s.c.op("%s", vectorOps[s.c.basic(s.c.info.TypeOf(n.X))][n.Op])
	}
}
