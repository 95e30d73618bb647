//go:build goexperiment.simd

#include "panels_wasm.h"
#include "textflag.h"

// The loops of SingleDots.

#define MORE R10

#define ADD(v, base, offset) Get v; Get base; I32WrapI64; V128Load $offset; F32x4Add; Set v

#define LOAD(offset, v) Get AT; I32WrapI64; V128Load $offset; Set v
#define SPLAT(offset, v) Get VALUE; I32WrapI64; F32Load $offset; F32x4Splat; Set v
#define MULTIPLY(a, b, sum) Get sum; Get a; Get b; F32x4Mul; F32x4Add; Set sum
#define PROBE(offset, s0, s1) SPLAT(offset, V10); MULTIPLY(V8, V10, s0); MULTIPLY(V9, V10, s1)

// func singleDots(more int, values, panels *float32, length, stride int, features *int32, count int, x *float32)
TEXT ·singleDots(SB), NOSPLIT, $0-64
	MOVD more+0(FP), MORE
	MOVD values+8(FP), OUT
	MOVD panels+16(FP), PANEL
	MOVD length+24(FP), END
	MOVD stride+32(FP), STRIDE
	MOVD features+40(FP), FEATURES
	MOVD count+48(FP), LAST
	MOVD x+56(FP), VALUES
	ENDS(2)
	Loop
		ZEROS
		FIRST
		Loop
			LOCATE(5)
			LOAD(0, V8)
			LOAD(16, V9)
			PROBE(0, V0, V1)
			PROBE(4, V2, V3)
			PROBE(8, V4, V5)
			PROBE(12, V6, V7)
			NEXT(16)
		End
		Get MORE
		I32WrapI64
		If
			ADD(V0, OUT, 0)
			ADD(V1, OUT, 16)
			ADD(V2, OUT, 32)
			ADD(V3, OUT, 48)
			ADD(V4, OUT, 64)
			ADD(V5, OUT, 80)
			ADD(V6, OUT, 96)
			ADD(V7, OUT, 112)
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

// A panel by the probe in V10; then AT is that feature of the next one.
#define PANEL_BY(s0, s1) LOAD(0, V8); LOAD(16, V9); MULTIPLY(V8, V10, s0); MULTIPLY(V9, V10, s1); Get AT; Get STRIDE; I64Add; Set AT

// Saves the sums of a panel, or adds them to its values when MORE is not 0, and goes to the next.
#define PUT(s0, s1) \
	Get MORE; I32WrapI64; If; ADD(s0, OUT, 0); ADD(s1, OUT, 16); End; \
	SAVE(s0, OUT, 0); SAVE(s1, OUT, 16); \
	Get PANEL; Get STRIDE; I64Add; Set PANEL; FORWARD(OUT, 128)

// func singleDotsOne(more int, values, panels *float32, length, stride int, features *int32, count int, x *float32)
//
// While there are four panels it computes as many at a time, so that no sum waits for itself.
TEXT ·singleDotsOne(SB), NOSPLIT, $0-64
	MOVD more+0(FP), MORE
	MOVD values+8(FP), OUT
	MOVD panels+16(FP), PANEL
	MOVD length+24(FP), END
	MOVD stride+32(FP), STRIDE
	MOVD features+40(FP), FEATURES
	MOVD count+48(FP), LAST
	MOVD x+56(FP), VALUES
	ENDS(2)
	Loop
		ZERO(V0)
		ZERO(V1)
		FIRST
		Get OUT
		I64Const $512
		I64Add
		Get END
		I64LeU
		If
			ZERO(V2)
			ZERO(V3)
			ZERO(V4)
			ZERO(V5)
			ZERO(V6)
			ZERO(V7)
			Loop
				LOCATE(5)
				SPLAT(0, V10)
				PANEL_BY(V0, V1)
				PANEL_BY(V2, V3)
				PANEL_BY(V4, V5)
				PANEL_BY(V6, V7)
				NEXT(4)
			End
			PUT(V0, V1)
			PUT(V2, V3)
			PUT(V4, V5)
			PUT(V6, V7)
		Else
			Loop
				LOCATE(5)
				SPLAT(0, V10)
				PANEL_BY(V0, V1)
				NEXT(4)
			End
			PUT(V0, V1)
		End
		Get OUT
		Get END
		I64LtU
		BrIf $0
	End
	RET
