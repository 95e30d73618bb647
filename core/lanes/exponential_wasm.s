//go:build goexperiment.simd

#include "textflag.h"

#define P R0 // dst
#define Q R1 // norms
#define END R2
#define K R3 // the constants

#define CONSTANT(i) Get K; I32WrapI64; V128Load $(16*i)
#define OF(base, offset) Get base; I32WrapI64; V128Load $offset

// z = z r + a constant, for both vectors; it is loaded for each, which is no
// dearer than a register.
#define TERM(i) Get V4; Get V2; F64x2Mul; CONSTANT(i); F64x2Add; Set V4; Get V5; Get V3; F64x2Mul; CONSTANT(i); F64x2Add; Set V5

// ARGUMENT is a p + b q + c.
#define ARGUMENT(offset) OF(P, offset); CONSTANT(0); F64x2Mul; OF(Q, offset); CONSTANT(1); F64x2Mul; F64x2Add; CONSTANT(2); F64x2Add

// func exponentiateFours(p, q *float64, n int, constants *[18]vector)
//
// The loop of exponentiate over n numbers, a multiple of four. constants are a, b,
// c, the lowest and the highest exponent, the magic number that rounds, and the
// coefficients from the eleventh down. F64x2Pmin and F64x2Pmax are one instruction
// where those that know of signs of zero are seven.
TEXT ·exponentiateFours(SB), NOSPLIT, $0-32
	MOVD p+0(FP), P
	MOVD q+8(FP), Q
	MOVD n+16(FP), END
	MOVD constants+24(FP), K
	Get P
	Get END
	I64Const $3
	I64Shl
	I64Add
	Set END
	Block
	Loop
		Get P
		Get END
		I64GeU
		BrIf $1

		ARGUMENT(0)
		Set V0
		ARGUMENT(16)
		Set V1

		// t = y + magic, whose low bits are the integer part, and r = y - (t - magic)
		Get V0
		CONSTANT(4)
		F64x2Pmin
		Set V2
		Get V2
		CONSTANT(5)
		F64x2Add
		Set V6
		Get V2
		Get V6
		CONSTANT(5)
		F64x2Sub
		F64x2Sub
		Set V2
		Get V1
		CONSTANT(4)
		F64x2Pmin
		Set V3
		Get V3
		CONSTANT(5)
		F64x2Add
		Set V7
		Get V3
		Get V7
		CONSTANT(5)
		F64x2Sub
		F64x2Sub
		Set V3

		CONSTANT(6)
		Set V4
		CONSTANT(6)
		Set V5
		TERM(7)
		TERM(8)
		TERM(9)
		TERM(10)
		TERM(11)
		TERM(12)
		TERM(13)
		TERM(14)
		TERM(15)
		TERM(16)
		TERM(17)

		// times 2 to the integer part; 0 below the lowest exponent, where anything may
		// have been computed, and all bits, a NaN, where the argument is one
		Get P
		I32WrapI64
		Get V4
		Get V6
		I32Const $52
		I64x2Shl
		I64x2Add
		Get V0
		CONSTANT(3)
		F64x2Lt
		V128Andnot
		Get V0
		Get V0
		F64x2Ne
		V128Or
		V128Store $0
		Get P
		I64Const $16 // the assembler forgets the offset of a V128Store
		I64Add
		I32WrapI64
		Get V5
		Get V7
		I32Const $52
		I64x2Shl
		I64x2Add
		Get V1
		CONSTANT(3)
		F64x2Lt
		V128Andnot
		Get V1
		Get V1
		F64x2Ne
		V128Or
		V128Store $0

		Get P
		I64Const $32
		I64Add
		Set P
		Get Q
		I64Const $32
		I64Add
		Set Q
		Br $0
	End
	End
	RET
