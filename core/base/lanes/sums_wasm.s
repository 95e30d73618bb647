//go:build goexperiment.simd

#include "panels_wasm.h"
#include "textflag.h"

// The loops of Sums: over the panels, and within over the features of the probe. A
// feature of a panel is four vectors, eight samples. There is a function for each
// term, so that nothing is chosen inside.

#define SPLAT(v) Get VALUE; I32WrapI64; F64Load $0; F64x2Splat; Set v
#define OF(offset) Get AT; I32WrapI64; V128Load $offset

// V8 is the probe's value.
#define DISTANCE(offset, sum) Get sum; Get V8; OF(offset); F64x2Sub; F64x2Abs; F64x2Add; Set sum
#define SQUARE(offset, sum) Get V8; OF(offset); F64x2Sub; Set V9; Get sum; Get V9; Get V9; F64x2Mul; F64x2Add; Set sum
#define LEAST(offset, sum) Get sum; Get V8; OF(offset); F64x2Pmin; F64x2Add; Set sum

// V11 is 0: where the total is, 0/0 is masked.
#define SPREAD(offset, sum) \
	Get V8; OF(offset); F64x2Sub; Set V9; Get V8; OF(offset); F64x2Add; Set V10; \
	Get sum; Get V9; Get V10; F64x2Div; Get V9; F64x2Mul; Get V10; Get V11; F64x2Gt; V128And; F64x2Add; Set sum

// V11 is 1.
#define UNEQUAL(offset, sum) Get sum; Get V8; OF(offset); F64x2Ne; Get V11; V128And; F64x2Add; Set sum

#define PANELS(TERM) \
	ENDS(3); \
	Loop; \
		ZERO(V0); ZERO(V1); ZERO(V2); ZERO(V3); \
		FIRST; \
		Loop; \
			LOCATE(6); SPLAT(V8); \
			TERM(0, V0); TERM(16, V1); TERM(32, V2); TERM(48, V3); \
			FORWARD(FEATURE, 4); FORWARD(VALUE, 8); \
			Get FEATURE; Get LAST; I64LtU; BrIf $0; \
		End; \
		SAVE(V0, OUT, 0); SAVE(V1, OUT, 16); SAVE(V2, OUT, 32); SAVE(V3, OUT, 48); \
		Get PANEL; Get STRIDE; I64Add; Set PANEL; FORWARD(OUT, 64); \
		Get OUT; Get END; I64LtU; BrIf $0; \
	End

// func sumDistance(dst, panels *float64, length, stride int, features *int32, count int, x *float64)
TEXT ·sumDistance(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), OUT
	MOVD panels+8(FP), PANEL
	MOVD length+16(FP), END
	MOVD stride+24(FP), STRIDE
	MOVD features+32(FP), FEATURES
	MOVD count+40(FP), LAST
	MOVD x+48(FP), VALUES
	PANELS(DISTANCE)
	RET

// func sumSquare(dst, panels *float64, length, stride int, features *int32, count int, x *float64)
TEXT ·sumSquare(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), OUT
	MOVD panels+8(FP), PANEL
	MOVD length+16(FP), END
	MOVD stride+24(FP), STRIDE
	MOVD features+32(FP), FEATURES
	MOVD count+40(FP), LAST
	MOVD x+48(FP), VALUES
	PANELS(SQUARE)
	RET

// func sumLeast(dst, panels *float64, length, stride int, features *int32, count int, x *float64)
TEXT ·sumLeast(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), OUT
	MOVD panels+8(FP), PANEL
	MOVD length+16(FP), END
	MOVD stride+24(FP), STRIDE
	MOVD features+32(FP), FEATURES
	MOVD count+40(FP), LAST
	MOVD x+48(FP), VALUES
	PANELS(LEAST)
	RET

// func sumSpread(dst, panels *float64, length, stride int, features *int32, count int, x *float64)
TEXT ·sumSpread(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), OUT
	MOVD panels+8(FP), PANEL
	MOVD length+16(FP), END
	MOVD stride+24(FP), STRIDE
	MOVD features+32(FP), FEATURES
	MOVD count+40(FP), LAST
	MOVD x+48(FP), VALUES
	ZERO(V11)
	PANELS(SPREAD)
	RET

// func sumUnequal(dst, panels *float64, length, stride int, features *int32, count int, x *float64)
TEXT ·sumUnequal(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), OUT
	MOVD panels+8(FP), PANEL
	MOVD length+16(FP), END
	MOVD stride+24(FP), STRIDE
	MOVD features+32(FP), FEATURES
	MOVD count+40(FP), LAST
	MOVD x+48(FP), VALUES
	F64Const $1.0
	F64x2Splat
	Set V11
	PANELS(UNEQUAL)
	RET
