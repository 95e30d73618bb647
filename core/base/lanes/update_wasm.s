//go:build goexperiment.simd

#include "textflag.h"

#define G R0
#define P0 R1 // the rows, as distances from g
#define P1 R2
#define P2 R3
#define P3 R4
#define END R5

#define SPLAT(at, r) Get R6; I32WrapI64; F64Load $at; F64x2Splat; Set r
#define AHEAD(p) Get p; Get G; I64Sub; Set p
#define TOEND Get END; I64Const $3; I64Shl; Get G; I64Add; Set END
#define NEXT Get G; I64Const $32; I64Add; Set G

// OWN is the address to store at, since the assembler forgets the offset of a V128Store, and what
// is there; ROW adds two scaled numbers of a row.
#define OWN(offset) Get G; I64Const $offset; I64Add; I32WrapI64; Get G; I32WrapI64; V128Load $offset
#define ROW(p, offset, a) Get G; Get p; I64Add; I32WrapI64; V128Load $offset; Get a; F64x2Mul; F64x2Add

// func update(to, p *float64, n int, a float64)
//
// The loop of Update over n numbers, a multiple of four.
TEXT ·update(SB), NOSPLIT, $0-32
	MOVD to+0(FP), G
	MOVD p+8(FP), P0
	MOVD n+16(FP), END
	Get SP
	F64Load a+24(FP)
	F64x2Splat
	Set V0
	AHEAD(P0)
	TOEND
	Block
	Loop
		Get G
		Get END
		I64GeU
		BrIf $1
		OWN(0)
		ROW(P0, 0, V0)
		V128Store $0
		OWN(16)
		ROW(P0, 16, V0)
		V128Store $0
		NEXT
		Br $0
	End
	End
	RET

// func update4(to, p, q, r, s *float64, n int, a *[4]float64)
//
// The loop of Update4 over n numbers, a multiple of four.
TEXT ·update4(SB), NOSPLIT, $0-56
	MOVD to+0(FP), G
	MOVD p+8(FP), P0
	MOVD q+16(FP), P1
	MOVD r+24(FP), P2
	MOVD s+32(FP), P3
	MOVD n+40(FP), END
	MOVD a+48(FP), R6
	SPLAT(0, V0)
	SPLAT(8, V1)
	SPLAT(16, V2)
	SPLAT(24, V3)
	AHEAD(P0)
	AHEAD(P1)
	AHEAD(P2)
	AHEAD(P3)
	TOEND
	Block
	Loop
		Get G
		Get END
		I64GeU
		BrIf $1
		OWN(0)
		ROW(P0, 0, V0)
		ROW(P1, 0, V1)
		ROW(P2, 0, V2)
		ROW(P3, 0, V3)
		V128Store $0
		OWN(16)
		ROW(P0, 16, V0)
		ROW(P1, 16, V1)
		ROW(P2, 16, V2)
		ROW(P3, 16, V3)
		V128Store $0
		NEXT
		Br $0
	End
	End
	RET

// A row of float32, AT bytes from its begin. A load takes four numbers, of which two are used: the
// assembler cannot load two.
#define AT R7
#define SINGLES(p, offset, a) Get p; Get AT; I64Add; I32WrapI64; V128Load $offset; F64x2PromoteLowF32x4; Get a; F64x2Mul; F64x2Add

// func update4Singles(to *float64, p, q, r, s *float32, n int, a *[4]float64)
//
// The loop of UpdateSingles over n numbers, a multiple of four.
TEXT ·update4Singles(SB), NOSPLIT, $0-56
	MOVD to+0(FP), G
	MOVD p+8(FP), P0
	MOVD q+16(FP), P1
	MOVD r+24(FP), P2
	MOVD s+32(FP), P3
	MOVD n+40(FP), END
	MOVD a+48(FP), R6
	SPLAT(0, V0)
	SPLAT(8, V1)
	SPLAT(16, V2)
	SPLAT(24, V3)
	I64Const $0
	Set AT
	TOEND
	Loop
		OWN(0)
		SINGLES(P0, 0, V0)
		SINGLES(P1, 0, V1)
		SINGLES(P2, 0, V2)
		SINGLES(P3, 0, V3)
		V128Store $0
		OWN(16)
		SINGLES(P0, 8, V0)
		SINGLES(P1, 8, V1)
		SINGLES(P2, 8, V2)
		SINGLES(P3, 8, V3)
		V128Store $0
		NEXT
		Get AT
		I64Const $16
		I64Add
		Set AT
		Get G
		Get END
		I64LtU
		BrIf $0
	End
	RET
