//go:build goexperiment.simd

#include "panels_wasm.h"
#include "textflag.h"

// The loop of SingleGauss.

#define NORMS R11
#define OWN R12
#define K R13 // the constants

#define CONSTANT(i) Get K; I32WrapI64; V128Load $(16*i)

// y = (value + norms) + own, at most 0; t = y + magic, r = y - (t - magic)
#define BEGIN(offset, norms, own, y, t, r) \
	Get OUT; I32WrapI64; V128Load $offset; Get norms; F32x4Add; Get own; F32x4Add; CONSTANT(0); F32x4Pmin; Set y; \
	Get y; CONSTANT(2); F32x4Add; Set t; \
	Get y; Get t; CONSTANT(2); F32x4Sub; F32x4Sub; Set r

#define TERM(i, z, r) Get z; CONSTANT(i); F32x4Add; Get r; F32x4Mul; Set z

// z + 1, times 2 to the low bits of t, or 0 below the lowest exponent
#define FINISH(offset, to, y, t, z) \
	Get to; I64Const $offset; I64Add; I32WrapI64; \
	Get z; CONSTANT(8); F32x4Add; Get t; I32Const $23; I32x4Shl; I32x4Add; \
	CONSTANT(1); Get y; F32x4Le; V128And; V128Store $0

// Two vectors: one probe with the samples of a panel.
#define GAUSS(offset, probe, to) \
	Get OWN; I32WrapI64; F32Load $probe; F32x4Splat; Set V2; \
	BEGIN(offset, V0, V2, V3, V5, V7); \
	BEGIN((offset+16), V1, V2, V4, V6, V8); \
	Get V7; CONSTANT(3); F32x4Mul; Set V9; \
	Get V8; CONSTANT(3); F32x4Mul; Set V10; \
	TERM(4, V9, V7); \
	TERM(4, V10, V8); \
	TERM(5, V9, V7); \
	TERM(5, V10, V8); \
	TERM(6, V9, V7); \
	TERM(6, V10, V8); \
	TERM(7, V9, V7); \
	TERM(7, V10, V8); \
	FINISH(0, to, V3, V5, V9); \
	FINISH(16, to, V4, V6, V10); \
	Get to; Get STEP; I64Add; Set to

#define TO0 R0
#define TO1 R1
#define TO2 R4
#define TO3 R5
#define STEP R6
#define PROBES R7

// func singleGauss(values, norms, own *float32, length int, constants *[9]single, to *[4]*float32, step, probes int)
//
// constants are 0, the lowest exponent, the magic number that rounds, and the
// coefficients from the fifth down. The Gaussians of probe q go to to[q], and step bytes further with
// every panel. probes is 4, or 1 for those of the first alone.
TEXT ·singleGauss(SB), NOSPLIT, $0-64
	MOVD probes+56(FP), PROBES
	MOVD to+40(FP), STEP
	MOVD 0(STEP), TO0
	MOVD 8(STEP), TO1
	MOVD 16(STEP), TO2
	MOVD 24(STEP), TO3
	MOVD step+48(FP), STEP
	MOVD values+0(FP), OUT
	MOVD norms+8(FP), NORMS
	MOVD own+16(FP), OWN
	MOVD length+24(FP), END
	MOVD constants+32(FP), K
	Get END
	I64Const $2
	I64Shl
	Get OUT
	I64Add
	Set END
	Loop
		Get NORMS
		I32WrapI64
		V128Load $0
		Set V0
		Get NORMS
		I32WrapI64
		V128Load $16
		Set V1
		GAUSS(0, 0, TO0)
		Get PROBES
		I64Const $1
		I64Ne
		If
			GAUSS(32, 4, TO1)
			GAUSS(64, 8, TO2)
			GAUSS(96, 12, TO3)
		End
		FORWARD(NORMS, 32)
		FORWARD(OUT, 128)
		Get OUT
		Get END
		I64LtU
		BrIf $0
	End
	RET
