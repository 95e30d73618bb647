package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"testing"
)

// The committed assembly is the compiled form of its Go source. Tests in their packages
// compare their results (TestVisitIsThatOfGo, TestPairsAreThoseOfGo).
func TestAssemblyIsThatOfItsSource(t *testing.T) {
	t.Chdir("../../..")
	for _, f := range assemblyFiles {
		set := token.NewFileSet()
		committed, err := os.ReadFile(path.Join(f.folder, f.to))
		if err != nil || !bytes.Equal(committed, f.compile(set, parsed(set, f.folder))) {
			t.Errorf("%s/%s is stale (%v): run go run ./core/internal/gen", f.folder, f.to, err)
		}
	}
}

// A loop, a branch, an inlined method and a result, instruction by instruction.
func TestCompiledAssembly(t *testing.T) {
	source := `package toy
type toy struct { x []float64; least float64 }
func (p *toy) small(v float64) bool { return v < p.least }
func (p *toy) total(n int) float64 {
	sum := 0.0
	for t := 0; t < n; t++ {
		v := p.x[t]
		if p.small(v) {
			continue
		}
		sum += v
	}
	return sum
}`
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "toy.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	want := `TEXT ·sum(SB), NOSPLIT, $0-24
	MOVD p+0(FP), R0
	MOVD n+8(FP), R1
	F64Const $(0.0)
	Set F16
	I64Const $0
	Set R2
	Block
		Loop
			Get R2
			Get R1
			I64LtS
			I32Eqz
			BrIf $1
			Block
				Get R0
				I32WrapI64
				I64Load $(toy_x)
				Get R2
				I64Const $3
				I64Shl
				I64Add
				I32WrapI64
				F64Load $(0)
				Set F17
				Block
					Get F17
					Get R0
					I32WrapI64
					F64Load $(toy_least)
					F64Lt
					I64ExtendI32U
					Set R3
					Br $0
				End
				Get R3
				I32WrapI64
				If
					Br $1
				End
				Get F16
				Get F17
				F64Add
				Set F16
			End
			Get R2
			I64Const $1
			I64Add
			Set R2
			Br $0
		End
	End
	Get SP
	Get F16
	F64Store ret+16(FP)
	RET
`
	if got := newCompiler(set, []*ast.File{file}).function(compiled{source: "toy.total", name: "sum"}, 4, 2); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
