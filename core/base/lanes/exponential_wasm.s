//go:build goexperiment.simd

#include "textflag.h"

#define P R0 // dst
#define Q R1 // norms
#define END R2
#define K R3 // the constants

// A constant is loaded once for the four vectors that need it.
#define CONSTANT(i) Get K; I32WrapI64; V128Load $(16*i); Set V12
#define OF(base, offset) Get base; I32WrapI64; V128Load $offset

// AT is the address to store at: the assembler forgets the offset of a V128Store.
#define AT(offset) Get P; I64Const $offset; I64Add; I32WrapI64

// SCALE is r = a number of a row times a constant.
#define SCALE(base, offset, r) OF(base, offset); Get V12; F64x2Mul; Set r

// SPLIT is t = y + magic, whose low bits are the integer part, and r = y - (t - magic), of the y in r.
#define SPLIT(r, t) Get r; Get V12; F64x2Add; Set t; Get r; Get t; Get V12; F64x2Sub; F64x2Sub; Set r

// TERM is z = z r + a constant.
#define TERM(z, r) Get z; Get r; F64x2Mul; Get V12; F64x2Add; Set z
#define TERMS(i) CONSTANT(i); TERM(V8, V0); TERM(V9, V1); TERM(V10, V2); TERM(V11, V3)

// RESULT is z times 2 to the integer part; 0 below the lowest exponent, where anything may have
// been computed, and all bits, a NaN, where the argument is one.
#define RESULT(offset, z, t) AT(offset); Get z; Get t; I32Const $52; I64x2Shl; I64x2Add; OF(P, offset); Tee V13; Get V12; F64x2Lt; V128Andnot; Get V13; Get V13; F64x2Ne; V128Or; V128Store $0

// func exponentiateFours(p, q *float64, n int, constants *[18]vector)
//
// The loop of exponentiate over n numbers, a multiple of eight: four vectors at a time, because
// the steps of one polynomial wait for each other, and because the loads of the constants took a
// third of the instructions when each served two vectors. The arguments wait for the end in dst,
// for there are not registers enough. constants are a, b, c, the lowest and the highest
// exponent, the magic number that rounds, and the coefficients from the eleventh down. F64x2Pmin
// and F64x2Pmax are one instruction where those that know of signs of zero are seven.
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

		// y = a p + b q + c
		CONSTANT(0)
		SCALE(P, 0, V0)
		SCALE(P, 16, V1)
		SCALE(P, 32, V2)
		SCALE(P, 48, V3)
		CONSTANT(1)
		SCALE(Q, 0, V4)
		SCALE(Q, 16, V5)
		SCALE(Q, 32, V6)
		SCALE(Q, 48, V7)
		CONSTANT(2)
		Get V0
		Get V4
		F64x2Add
		Get V12
		F64x2Add
		Set V0
		AT(0)
		Get V0
		V128Store $0
		Get V1
		Get V5
		F64x2Add
		Get V12
		F64x2Add
		Set V1
		AT(16)
		Get V1
		V128Store $0
		Get V2
		Get V6
		F64x2Add
		Get V12
		F64x2Add
		Set V2
		AT(32)
		Get V2
		V128Store $0
		Get V3
		Get V7
		F64x2Add
		Get V12
		F64x2Add
		Set V3
		AT(48)
		Get V3
		V128Store $0
		CONSTANT(4)
		Get V0
		Get V12
		F64x2Pmin
		Set V0
		Get V1
		Get V12
		F64x2Pmin
		Set V1
		Get V2
		Get V12
		F64x2Pmin
		Set V2
		Get V3
		Get V12
		F64x2Pmin
		Set V3
		CONSTANT(5)
		SPLIT(V0, V4)
		SPLIT(V1, V5)
		SPLIT(V2, V6)
		SPLIT(V3, V7)

		CONSTANT(6)
		Get V12
		Tee V8
		Tee V9
		Tee V10
		Set V11
		TERMS(7)
		TERMS(8)
		TERMS(9)
		TERMS(10)
		TERMS(11)
		TERMS(12)
		TERMS(13)
		TERMS(14)
		TERMS(15)
		TERMS(16)
		TERMS(17)
		CONSTANT(3)
		RESULT(0, V8, V4)
		RESULT(16, V9, V5)
		RESULT(32, V10, V6)
		RESULT(48, V11, V7)

		Get P
		I64Const $64
		I64Add
		Set P
		Get Q
		I64Const $64
		I64Add
		Set Q
		Br $0
	End
	End
	RET
