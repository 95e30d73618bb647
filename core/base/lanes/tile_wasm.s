//go:build goexperiment.simd

#include "textflag.h"

#define OUT R0
#define STRIDE R1 // bytes of a row of OUT
#define ROWS R2
#define COLUMNS R3
#define END R4 // of COLUMNS

#define ZERO(v) V128Const $0, $0; Set v
#define LOAD(base, offset, v) Get base; I32WrapI64; V128Load $offset; Set v
#define FORWARD(base, bytes) Get base; I64Const $bytes; I64Add; Set base
#define MULTIPLY(b, sum) Get sum; Get b; Get V10; F64x2Mul; F64x2Add; Set sum

// The assembler forgets the offset of a V128Store.
#define ADD(offset, sum) Get OUT; I64Const $offset; I64Add; I32WrapI64; Get OUT; I32WrapI64; V128Load $offset; Get sum; F64x2Add; V128Store $0
#define NEXT Get OUT; Get STRIDE; I64Add; Set OUT

// A turn of the loop does one step of the depth. Unrolled it is slower: V8 moves all loads of a
// turn to its beginning, and then has too few registers.

// func tile(c *float64, stride int, a, b *float64, depth int)
TEXT ·tile(SB), NOSPLIT, $0-40
	MOVD c+0(FP), OUT
	MOVD stride+8(FP), STRIDE
	MOVD a+16(FP), ROWS
	MOVD b+24(FP), COLUMNS
	MOVD depth+32(FP), END
	Get END
	I64Const $5
	I64Shl
	Get COLUMNS
	I64Add
	Set END
	ZERO(V0)
	ZERO(V1)
	ZERO(V2)
	ZERO(V3)
	ZERO(V4)
	ZERO(V5)
	ZERO(V6)
	ZERO(V7)
	Loop
		LOAD(COLUMNS, 0, V8)
		LOAD(COLUMNS, 16, V9)
		LOAD(ROWS, 0, V10)
		MULTIPLY(V8, V0)
		MULTIPLY(V9, V1)
		LOAD(ROWS, 16, V10)
		MULTIPLY(V8, V2)
		MULTIPLY(V9, V3)
		LOAD(ROWS, 32, V10)
		MULTIPLY(V8, V4)
		MULTIPLY(V9, V5)
		LOAD(ROWS, 48, V10)
		MULTIPLY(V8, V6)
		MULTIPLY(V9, V7)
		FORWARD(ROWS, 64)
		FORWARD(COLUMNS, 32)
		Get COLUMNS
		Get END
		I64LtU
		BrIf $0
	End
	ADD(0, V0)
	ADD(16, V1)
	NEXT
	ADD(0, V2)
	ADD(16, V3)
	NEXT
	ADD(0, V4)
	ADD(16, V5)
	NEXT
	ADD(0, V6)
	ADD(16, V7)
	RET

// Packing turns four rows into columns of a tile, by steps of COL bytes in each row.

#define TO R0
#define ROW0 R1
#define ROW1 R2
#define ROW2 R3
#define ROW3 R4
#define COL R5
#define TOEND R6
#define ALPHA V8

#define ROWSOF(row, before, step) Get before; Get step; I64Add; Set row
#define SCALED(row) Get row; I32WrapI64; F64Load $0; F64x2Splat; Get ALPHA; F64x2Mul
#define ONWARD(row) Get row; Get COL; I64Add; Set row
#define TWICE(row, offset) Get TO; I64Const $offset; I64Add; I32WrapI64; SCALED(row); V128Store $0; ONWARD(row)
#define ONCE(row, offset) Get TO; I32WrapI64; Get row; I32WrapI64; F64Load $0; F64Store $offset; ONWARD(row)

// func packTwice(dst, src *float64, row, col, length int, alpha *float64)
TEXT ·packTwice(SB), NOSPLIT, $0-48
	MOVD dst+0(FP), TO
	MOVD src+8(FP), ROW0
	MOVD row+16(FP), TOEND
	MOVD col+24(FP), COL
	MOVD alpha+40(FP), ROW1
	Get ROW1
	I32WrapI64
	F64Load $0
	F64x2Splat
	Set ALPHA
	ROWSOF(ROW1, ROW0, TOEND)
	ROWSOF(ROW2, ROW1, TOEND)
	ROWSOF(ROW3, ROW2, TOEND)
	MOVD length+32(FP), TOEND
	ROWSOF(TOEND, TOEND, TO)
	Loop
		TWICE(ROW0, 0)
		TWICE(ROW1, 16)
		TWICE(ROW2, 32)
		TWICE(ROW3, 48)
		FORWARD(TO, 64)
		Get TO
		Get TOEND
		I64LtU
		BrIf $0
	End
	RET

// func packOnce(dst, src *float64, row, col, length int)
TEXT ·packOnce(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), TO
	MOVD src+8(FP), ROW0
	MOVD row+16(FP), TOEND
	MOVD col+24(FP), COL
	ROWSOF(ROW1, ROW0, TOEND)
	ROWSOF(ROW2, ROW1, TOEND)
	ROWSOF(ROW3, ROW2, TOEND)
	MOVD length+32(FP), TOEND
	ROWSOF(TOEND, TOEND, TO)
	Loop
		ONCE(ROW0, 0)
		ONCE(ROW1, 8)
		ONCE(ROW2, 16)
		ONCE(ROW3, 24)
		FORWARD(TO, 32)
		Get TO
		Get TOEND
		I64LtU
		BrIf $0
	End
	RET
