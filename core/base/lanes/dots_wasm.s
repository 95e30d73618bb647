//go:build goexperiment.simd

#include "panels_wasm.h"
#include "textflag.h"

// The loops of Dots and Dots2: over the panels, and within over the features of
// the probe. A feature of a panel is four vectors, eight samples.

#define OTHER R10

#define SPLAT(offset, v) Get VALUE; I32WrapI64; F64Load $offset; F64x2Splat; Set v
#define LOAD(offset) Get AT; I32WrapI64; V128Load $offset; Set V10
#define MULTIPLY(b, sum) Get sum; Get V10; Get b; F64x2Mul; F64x2Add; Set sum

// func dots(dst, panels *float64, length, stride int, features *int32, count int, x *float64)
TEXT ·dots(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), OUT
	MOVD panels+8(FP), PANEL
	MOVD length+16(FP), END
	MOVD stride+24(FP), STRIDE
	MOVD features+32(FP), FEATURES
	MOVD count+40(FP), LAST
	MOVD x+48(FP), VALUES
	ENDS(3)
	Loop
		ZERO(V0)
		ZERO(V1)
		ZERO(V2)
		ZERO(V3)
		FIRST
		Loop
			LOCATE(6)
			SPLAT(0, V8)
			LOAD(0)
			MULTIPLY(V8, V0)
			LOAD(16)
			MULTIPLY(V8, V1)
			LOAD(32)
			MULTIPLY(V8, V2)
			LOAD(48)
			MULTIPLY(V8, V3)
			NEXT(8)
		End
		SAVE(V0, OUT, 0)
		SAVE(V1, OUT, 16)
		SAVE(V2, OUT, 32)
		SAVE(V3, OUT, 48)
		Get PANEL
		Get STRIDE
		I64Add
		Set PANEL
		FORWARD(OUT, 64)
		Get OUT
		Get END
		I64LtU
		BrIf $0
	End
	RET

// func dots2(dst0, dst1, panels *float64, length, stride int, features *int32, count int, x *float64)
TEXT ·dots2(SB), NOSPLIT, $0-64
	MOVD dst0+0(FP), OUT
	MOVD dst1+8(FP), OTHER
	MOVD panels+16(FP), PANEL
	MOVD length+24(FP), END
	MOVD stride+32(FP), STRIDE
	MOVD features+40(FP), FEATURES
	MOVD count+48(FP), LAST
	MOVD x+56(FP), VALUES
	ENDS(3)
	Loop
		ZEROS
		FIRST
		Loop
			LOCATE(6)
			SPLAT(0, V8)
			SPLAT(8, V9)
			LOAD(0)
			MULTIPLY(V8, V0)
			MULTIPLY(V9, V4)
			LOAD(16)
			MULTIPLY(V8, V1)
			MULTIPLY(V9, V5)
			LOAD(32)
			MULTIPLY(V8, V2)
			MULTIPLY(V9, V6)
			LOAD(48)
			MULTIPLY(V8, V3)
			MULTIPLY(V9, V7)
			NEXT(16)
		End
		SAVE(V0, OUT, 0)
		SAVE(V1, OUT, 16)
		SAVE(V2, OUT, 32)
		SAVE(V3, OUT, 48)
		SAVE(V4, OTHER, 0)
		SAVE(V5, OTHER, 16)
		SAVE(V6, OTHER, 32)
		SAVE(V7, OTHER, 48)
		Get PANEL
		Get STRIDE
		I64Add
		Set PANEL
		FORWARD(OUT, 64)
		FORWARD(OTHER, 64)
		Get OUT
		Get END
		I64LtU
		BrIf $0
	End
	RET
