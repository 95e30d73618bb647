//go:build goexperiment.simd

#include "panels_wasm.h"
#include "textflag.h"

// The loop of ByteDots: over the panels, and within over the pairs of features of the probe. A
// pair of features of a panel is one vector of bytes, which become two of 16 bits: eight
// samples.

#define DOT(a, sum) Get sum; Get a; Get V10; I32x4DotI16x8S; I32x4Add; Set sum
#define PROBE(offset, s0, s1) Get VALUE; I32WrapI64; I32Load $offset; I32x4Splat; Set V10; DOT(V8, s0); DOT(V9, s1)

// func byteDots(values *int32, panels *byte, length, stride int, features *int32, count int, x *int32)
TEXT ·byteDots(SB), NOSPLIT, $0-56
	MOVD values+0(FP), OUT
	MOVD panels+8(FP), PANEL
	MOVD length+16(FP), END
	MOVD stride+24(FP), STRIDE
	MOVD features+32(FP), FEATURES
	MOVD count+40(FP), LAST
	MOVD x+48(FP), VALUES
	ENDS(2)
	Loop
		ZEROS
		FIRST
		Loop
			LOCATE(4)
			Get AT
			I32WrapI64
			V128Load $0
			Set V11
			Get V11
			I16x8ExtendLowI8x16U
			Set V8
			Get V11
			I16x8ExtendHighI8x16U
			Set V9
			PROBE(0, V0, V1)
			PROBE(4, V2, V3)
			PROBE(8, V4, V5)
			PROBE(12, V6, V7)
			NEXT(16)
		End
		SAVE(V0, OUT, 0)
		SAVE(V1, OUT, 16)
		SAVE(V2, OUT, 32)
		SAVE(V3, OUT, 48)
		SAVE(V4, OUT, 64)
		SAVE(V5, OUT, 80)
		SAVE(V6, OUT, 96)
		SAVE(V7, OUT, 112)
		Get PANEL
		Get STRIDE
		I64Add
		Set PANEL
		FORWARD(OUT, 128)
		Get OUT
		Get END
		I64LtU
		BrIf $0
	End
	RET
