#include "go_asm.h"
#include "textflag.h"

// The loops of pairs.go, with the same result to the last bit. They are
// WebAssembly's own loops; the compiler's go through a table of all the jumps of
// a function.

#define G R0
#define B R1
#define LO R2
#define HI R3
#define T R4 // offset of the coordinate in bytes
#define N R5 // that of the end
#define I R6
#define J R7
#define DIAG R8
#define K R9
#define GROUP R10
#define OWNER R11 // the group that is wanted

// AT leaves the address of the coordinate's number on the stack, 32 bits wide.
#define AT(base) Get base; Get T; I64Add; I32WrapI64
#define NEXT(bytes) Get T; I64Const $bytes; I64Add; Set T

// MEMBER leaves whether the coordinate is in the group, or there are none. A nil
// GROUP is the address 0, where there is something to read.
#define MEMBER Get GROUP; I64Eqz; AT(GROUP); I64Load $0; Get OWNER; I64Eq; I32Or

// func nextViolation(gradient, b, lo, hi *float64, group *int, c, from, n int, leastUp, leastLow float64) int
TEXT ·nextViolation(SB), NOSPLIT, $0-88
	MOVD gradient+0(FP), G
	MOVD b+8(FP), B
	MOVD lo+16(FP), LO
	MOVD hi+24(FP), HI
	MOVD group+32(FP), GROUP
	MOVD c+40(FP), OWNER
	MOVD from+48(FP), T
	MOVD n+56(FP), N
	Get T
	I64Const $3
	I64Shl
	Set T
	Get N
	I64Const $3
	I64Shl
	Set N

	// Two at a time, up to the first two of which one qualifies.
	F64Load leastUp+64(FP)
	F64x2Splat
	Set V0
	F64Load leastLow+72(FP)
	F64x2Splat
	Set V1
	I64Const $0
	Get GROUP
	I64Eqz
	I64ExtendI32U
	I64Sub
	I64x2Splat
	Set V4
	Block
	Loop
		Get T
		I64Const $16
		I64Add
		Get N
		I64GtS
		BrIf $1
		AT(G)
		V128Load $0
		Set V2
		AT(B)
		V128Load $0
		Set V3
		Get V2
		F64x2Neg
		Get V0
		F64x2Gt
		Get V3
		AT(HI)
		V128Load $0
		F64x2Lt
		V128And
		Get V2
		Get V1
		F64x2Gt
		Get V3
		AT(LO)
		V128Load $0
		F64x2Gt
		V128And
		V128Or
		AT(GROUP)
		V128Load $0
		Get OWNER
		I64x2Splat
		I64x2Eq
		Get V4
		V128Or
		V128And
		V128AnyTrue
		BrIf $1
		NEXT(16)
		Br $0
	End
	End

	Block
	Loop
		Get T
		Get N
		I64GeS
		BrIf $1
		AT(G)
		F64Load $0
		Set F16
		AT(B)
		F64Load $0
		Set F17
		Get F16
		F64Neg
		F64Load leastUp+64(FP)
		F64Gt
		Get F17
		AT(HI)
		F64Load $0
		F64Lt
		I32And
		Get F16
		F64Load leastLow+72(FP)
		F64Gt
		Get F17
		AT(LO)
		F64Load $0
		F64Gt
		I32And
		I32Or
		MEMBER
		I32And
		BrIf $1
		NEXT(8)
		Br $0
	End
	End
	Get T
	I64Const $3
	I64ShrS
	Set T
	MOVD T, ret+80(FP)
	RET

#define SMALLEST F16
#define VALUE F17
#define GAP F18
#define BEST F19
#define OWN F20
#define CURVATURE F21

// func pickAmong(gradient, b, lo, hi, diag, k *float64, group *int, c, n int) (i, j int, gap, gain float64)
TEXT ·pickAmong(SB), NOSPLIT, $0-104
	MOVD gradient+0(FP), G
	MOVD b+8(FP), B
	MOVD lo+16(FP), LO
	MOVD hi+24(FP), HI
	MOVD diag+32(FP), DIAG
	MOVD k+40(FP), K
	MOVD group+48(FP), GROUP
	MOVD c+56(FP), OWNER
	MOVD n+64(FP), N
	Get N
	I64Const $3
	I64Shl
	Set N

	// i, of I_up with the smallest gradient
	I64Const $-1
	Set I
	I64Const $-1
	Set J
	F64Const $(0.0)
	Set GAP
	F64Const $(0.0)
	Set BEST
	I64Const $0x7FF0000000000000
	F64ReinterpretI64
	Set SMALLEST
	I64Const $0
	Set T
	Block
	Loop
		Get T
		Get N
		I64GeS
		BrIf $1
		AT(G)
		F64Load $0
		Set VALUE
		Get VALUE
		Get SMALLEST
		F64Le
		AT(B)
		F64Load $0
		AT(HI)
		F64Load $0
		F64Lt
		I32And
		MEMBER
		I32And
		If
			Get VALUE
			Set SMALLEST
			Get T
			Set I
		End
		NEXT(8)
		Br $0
	End
	End

	Get I
	I64Const $0
	I64GeS
	If
		// j, of I_low with a larger gradient, that promises most; K becomes row i
		Get K
		Get I
		Get N
		I64Mul
		I64Const $3
		I64ShrU
		I64Add
		Set K
		Get I
		Set T
		AT(DIAG)
		F64Load $0
		Set OWN
		I64Const $0
		Set T
		Block
		Loop
			Get T
			Get N
			I64GeS
			BrIf $1
			AT(G)
			F64Load $0
			Get SMALLEST
			F64Sub
			Set VALUE
			Get VALUE
			F64Const $(0.0)
			F64Gt
			AT(B)
			F64Load $0
			AT(LO)
			F64Load $0
			F64Gt
			I32And
			MEMBER
			I32And
			If
				Get VALUE
				Get GAP
				F64Gt
				If
					Get VALUE
					Set GAP
				End
				Get OWN
				AT(DIAG)
				F64Load $0
				F64Add
				F64Const $(2.0)
				AT(K)
				F64Load $0
				F64Mul
				F64Sub
				Set CURVATURE
				Get CURVATURE
				F64Const $(0.0)
				F64Gt
				I32Eqz
				If
					F64Const $(1e-12)
					Set CURVATURE
				End
				Get VALUE
				Get VALUE
				F64Mul
				Get CURVATURE
				F64Div
				Set VALUE
				Get VALUE
				Get BEST
				F64Ge
				If
					Get VALUE
					Set BEST
					Get T
					Set J
				End
			End
			NEXT(8)
			Br $0
		End
		End
	End

	// offsets become numbers; -1 stays
	Get I
	I64Const $3
	I64ShrS
	Set I
	Get J
	I64Const $3
	I64ShrS
	Set J
	MOVD I, i+72(FP)
	MOVD J, j+80(FP)
	Get SP
	Get GAP
	F64Store gap+88(FP)
	Get SP
	Get BEST
	F64Store gain+96(FP)
	RET
