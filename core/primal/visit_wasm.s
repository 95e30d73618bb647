#include "go_asm.h"
#include "textflag.h"

// The loop of visit for rows of lanes.Sparse and for dense ones, statement by
// statement and with the same result to the last bit (TestVisitIsThatOfGo). All that
// it needs stays in locals, and its loops are WebAssembly's own: the compiler's go
// through a table of all the jumps of a function. With the two passes over a sample
// alone in vectors and the rest in Go a visit takes two to five times as long: 147
// against 30 ns for the 14 entries of a1a, 282 against 148 for the 46 of dna
// (BenchmarkVisit, js/wasm, best of 16 on a busy machine), which is why what is
// decided between them is here, too. Its locals have 64 bits; addresses are wrapped
// where they are used.

#define C R0
#define AT R1 // place in order
#define END R2
#define ACTIVE R3
#define ORDER R4
#define PTR R5 // 0: the rows are dense
#define W R6
#define Z R7 // the coordinate that is visited
#define INDEX R8 // where the index of an entry of its row stands, or the weight of a dense one,
#define VALUE R9 // and its value
#define COUNT R10 // entries of the row
#define STOP R11 // where INDEX stops
#define UP R12
#define T R13
#define FIRST R14 // place of the row's first entry
#define U R15

#define V F16
#define OUT F17
#define IN F18
#define B F19
#define G F20
#define LEFT F21
#define RIGHT F22
#define TO F23
#define S0 F24
#define S1 F25
#define S2 F26
#define S3 F27
#define STEP F28
#define FAR F29 // the violation
#define STEPS V4 // STEP twice

#define SOLVER Get C; I32WrapI64
#define COORDINATE Get Z; I32WrapI64

// The address, 32 bits wide, of the weight that belongs to entry k from INDEX on,
// and the entry's value.
#define WEIGHT(k) Get INDEX; I32WrapI64; I32Load $(4*k); I32Const $3; I32Shl; Get W; I32WrapI64; I32Add
#define ENTRY(k) Get VALUE; I32WrapI64; F64Load $(8*k)

#define MULTIPLY(k, sum) Get sum; WEIGHT(k); F64Load $0; ENTRY(k); F64Mul; F64Add; Set sum
#define ADD(k) WEIGHT(k); I64ExtendI32U; Set T; Get T; I32WrapI64; Get T; I32WrapI64; F64Load $0; Get STEP; ENTRY(k); F64Mul; F64Add; F64Store $0
#define FORWARD(k) Get INDEX; I64Const $(4*k); I64Add; Set INDEX; Get VALUE; I64Const $(8*k); I64Add; Set VALUE

// The same for dense rows, two neighbours at a time from offset on; REST is how
// many there are beyond the last eight. The sums, V0 to V3, are the eight partial
// ones of lanes.Sum, which an entry beyond goes into as well. The assembler forgets
// the offset of a V128Store.
#define REST Get COUNT; I64Const $7; I64And; Set T
#define WEIGHTS(offset) Get INDEX; I32WrapI64; V128Load $offset
#define ENTRIES(offset) Get VALUE; I32WrapI64; V128Load $offset
#define MULTIPLIES(offset, sum) Get sum; WEIGHTS(offset); ENTRIES(offset); F64x2Mul; F64x2Add; Set sum
#define ADDS(offset) Get INDEX; I64Const $offset; I64Add; I32WrapI64; WEIGHTS(offset); ENTRIES(offset); Get STEPS; F64x2Mul; F64x2Add; V128Store $0
#define ATLEAST(count) Get T; I64Const $count; I64GeU
#define LAST(count, offset, sum) \
	Get T; I64Const $count; I64Eq; If; \
	Get sum; V128Const $0, $0; \
	Get INDEX; I32WrapI64; F64Load $offset; Get VALUE; I32WrapI64; F64Load $offset; F64Mul; \
	F64x2ReplaceLane $0, $0; F64x2Add; Set sum; \
	End
#define LANES(sum) Get sum; F64x2ExtractLane $0, $0; Get sum; F64x2ExtractLane $0, $1; F64Add
#define FORWARDS Get INDEX; I64Const $64; I64Add; Set INDEX; Get VALUE; I64Const $64; I64Add; Set VALUE

// Address of the number of 32 bits at place i.
#define PLACE(base, i) Get base; Get i; I64Const $2; I64Shl; I64Add; I32WrapI64

// INDEX and VALUE of the first entry of the row; STOP is where fewer than four are left.
#define BEGIN \
	MOVD value+40(FP), U; Get U; Get FIRST; I64Const $3; I64Shl; I64Add; Set VALUE; \
	MOVD index+32(FP), U; Get U; Get FIRST; I64Const $2; I64Shl; I64Add; Set INDEX; \
	Get INDEX; Get COUNT; I64Const $-4; I64And; I64Const $2; I64Shl; I64Add; Set STOP

// The same for a dense row; STOP is where fewer than eight are left.
#define BEGINDENSE \
	MOVD value+40(FP), U; Get U; Get FIRST; I64Const $3; I64Shl; I64Add; Set VALUE; \
	Get W; Set INDEX; \
	Get INDEX; Get COUNT; I64Const $-8; I64And; I64Const $3; I64Shl; I64Add; Set STOP

#define DENSE Get PTR; I64Eqz

// func visitRun(c *Coordinate, z *coordinate, order, ptr, index *int32, value, w *float64, count int)
TEXT ·visitRun(SB), NOSPLIT, $0-64
	MOVD c+0(FP), C
	MOVD order+16(FP), ORDER
	MOVD ptr+24(FP), PTR
	MOVD w+48(FP), W
	SOLVER
	I64Load $Coordinate_at
	Set AT
	MOVD count+56(FP), T
	Get AT
	Get T
	I64Add
	Set END
	SOLVER
	I64Load $Coordinate_active
	Set ACTIVE
	SOLVER
	F64Load $Coordinate_v
	Set V
	SOLVER
	F64Load $Coordinate_out
	Set OUT
	SOLVER
	F64Load $Coordinate_in
	Set IN
	SOLVER
	I64Load $(Coordinate_w+8)
	Set COUNT // of every dense row

	Block
	Loop // over the samples
		Get AT
		Get END
		I64GeS
		BrIf $1

		// z, b and the row; a place that is none ends the loop before its time
		PLACE(ORDER, AT)
		I64Load32U $0
		Set T
		Get T
		SOLVER
		I64Load $(Coordinate_coordinates+8)
		I64GeU
		BrIf $1
		MOVD z+8(FP), U
		Get T
		I64Const $coordinate__size
		I64Mul
		Get U
		I64Add
		Set Z
		COORDINATE
		F64Load $coordinate_b
		Set B

		// g = <x, w> + c v - target + ridge b
		DENSE
		If
			Get T
			Get COUNT
			I64Mul
			Set FIRST
			BEGINDENSE
			V128Const $0, $0
			Set V0
			V128Const $0, $0
			Set V1
			V128Const $0, $0
			Set V2
			V128Const $0, $0
			Set V3
			Get INDEX
			Get STOP
			I64LtU
			If
				Loop
					MULTIPLIES(0, V0)
					MULTIPLIES(16, V1)
					MULTIPLIES(32, V2)
					MULTIPLIES(48, V3)
					FORWARDS
					Get INDEX
					Get STOP
					I64LtU
					BrIf $0
				End
			End
			REST
			ATLEAST(1)
			If
				ATLEAST(2)
				If
					MULTIPLIES(0, V0)
				End
				ATLEAST(4)
				If
					MULTIPLIES(16, V1)
				End
				ATLEAST(6)
				If
					MULTIPLIES(32, V2)
				End
				LAST(1, 0, V0)
				LAST(3, 16, V1)
				LAST(5, 32, V2)
				LAST(7, 48, V3)
			End
			Get V0
			Get V2
			F64x2Add
			Get V1
			Get V3
			F64x2Add
			F64x2Add
			Set V0
			LANES(V0)
			Set G
		Else
			PLACE(PTR, T)
			I64Load32U $0
			Set FIRST
			PLACE(PTR, T)
			I64Load32U $4
			Get FIRST
			I64Sub
			Set COUNT
			BEGIN
			F64Const $0.0
			Set S0
			F64Const $0.0
			Set S1
			F64Const $0.0
			Set S2
			F64Const $0.0
			Set S3
			Get INDEX
			Get STOP
			I64LtU
			If
				Loop
					MULTIPLY(0, S0)
					MULTIPLY(1, S1)
					MULTIPLY(2, S2)
					MULTIPLY(3, S3)
					FORWARD(4)
					Get INDEX
					Get STOP
					I64LtU
					BrIf $0
				End
			End
			Get COUNT
			I64Const $2
			I64And
			I32WrapI64
			If
				MULTIPLY(0, S0)
				MULTIPLY(1, S1)
				FORWARD(2)
			End
			Get COUNT
			I64Const $1
			I64And
			I32WrapI64
			If
				MULTIPLY(0, S0)
			End
			Get S0
			Get S1
			F64Add
			Get S2
			Get S3
			F64Add
			F64Add
			Set G
		End
		Get G
		SOLVER
		F64Load $Coordinate_constant
		Get V
		F64Mul
		F64Add
		COORDINATE
		F64Load $coordinate_target
		F64Sub
		COORDINATE
		F64Load $coordinate_ridge
		Get B
		F64Mul
		F64Add
		Set G

		// the slopes
		Get G
		COORDINATE
		F64Load $coordinate_insensitive
		F64Sub
		Set LEFT
		Get G
		COORDINATE
		F64Load $coordinate_insensitive
		F64Add
		Set RIGHT
		Get B
		F64Const $0.0
		F64Gt
		If
			Get RIGHT
			Set LEFT
		Else
			Get B
			F64Const $0.0
			F64Lt
			If
				Get LEFT
				Set RIGHT
			End
		End

		Get RIGHT
		F64Const $0.0
		F64Lt
		Get B
		COORDINATE
		F64Load $coordinate_high
		F64Lt
		I32And
		I64ExtendI32U
		Set UP
		Get LEFT
		F64Const $0.0
		F64Gt
		Get B
		COORDINATE
		F64Load $coordinate_low
		F64Gt
		I32And
		Get UP
		I32WrapI64
		I32Or
		I32Eqz
		If
			// It stays; settled reports whether it is set aside.
			I64Const $0
			Set U
			SOLVER
			I32Load8U $(Coordinate_settings+Settings_Shrinking)
			If
				Get B
				F64Const $0.0
				F64Eq
				If
					COORDINATE
					F64Load $coordinate_high
					F64Const $0.0
					F64Eq
					Get RIGHT
					SOLVER
					F64Load $Coordinate_inLimit
					F64Gt
					I32Or
					COORDINATE
					F64Load $coordinate_low
					F64Const $0.0
					F64Eq
					Get LEFT
					SOLVER
					F64Load $Coordinate_inLimit
					F64Neg
					F64Lt
					I32Or
					I32And
					I64ExtendI32U
					Set U
				Else
					Get B
					COORDINATE
					F64Load $coordinate_high
					F64Eq
					If
						Get LEFT
						SOLVER
						F64Load $Coordinate_outLimit
						F64Neg
						F64Lt
						I64ExtendI32U
						Set U
					Else
						Get B
						COORDINATE
						F64Load $coordinate_low
						F64Eq
						If
							Get RIGHT
							SOLVER
							F64Load $Coordinate_outLimit
							F64Gt
							I64ExtendI32U
							Set U
						End
					End
				End
			End
			Get U
			I64Eqz
			If
				Get AT
				I64Const $1
				I64Add
				Set AT
				Br $2
			End
			Get ACTIVE
			I64Const $1
			I64Sub
			Set ACTIVE
			Get ACTIVE
			Get END
			Get ACTIVE
			Get END
			I64LtS
			Select
			Set END
			PLACE(ORDER, AT)
			I64Load32U $0
			Set T
			PLACE(ORDER, AT)
			PLACE(ORDER, ACTIVE)
			I32Load $0
			I32Store $0
			PLACE(ORDER, ACTIVE)
			Get T
			I64Store32 $0
			Br $1
		End
		Get AT
		I64Const $1
		I64Add
		Set AT

		// the violation, outwards or inwards
		Get RIGHT
		F64Neg
		Get LEFT
		Get UP
		I32WrapI64
		Select
		Set FAR
		Get B
		F64Const $0.0
		F64Eq
		Get B
		F64Const $0.0
		F64Gt
		Get UP
		I32WrapI64
		I32Eq
		I32Or
		If
			Get FAR
			Get OUT
			F64Gt
			If
				Get FAR
				Set OUT
			End
		Else
			Get FAR
			Get IN
			F64Gt
			If
				Get FAR
				Set IN
			End
		End

		// best
		COORDINATE
		F64Load $coordinate_curvature
		Get B
		F64Mul
		Set S0
		Get G
		COORDINATE
		F64Load $coordinate_insensitive
		F64Add
		Set S1
		Get G
		COORDINATE
		F64Load $coordinate_insensitive
		F64Sub
		Set S2
		Get S1
		Get S0
		F64Lt
		If
			Get B
			Get S1
			COORDINATE
			F64Load $coordinate_curvature
			F64Div
			F64Sub
			Set TO
		Else
			Get S2
			Get S0
			F64Gt
			If
				Get B
				Get S2
				COORDINATE
				F64Load $coordinate_curvature
				F64Div
				F64Sub
				Set TO
			Else
				F64Const $0.0
				Set TO
			End
		End
		Get TO
		COORDINATE
		F64Load $coordinate_low
		F64Lt
		If
			COORDINATE
			F64Load $coordinate_low
			Set TO
		Else
			Get TO
			COORDINATE
			F64Load $coordinate_high
			F64Gt
			If
				COORDINATE
				F64Load $coordinate_high
				Set TO
			End
		End

		Get TO
		Get B
		F64Sub
		Set STEP
		Get STEP
		F64Const $0.0
		F64Eq
		BrIf $0
		COORDINATE
		Get TO
		F64Store $coordinate_b
		SOLVER
		I32Const $1
		I32Store8 $Coordinate_moved
		Get V
		SOLVER
		F64Load $Coordinate_constant
		Get STEP
		F64Mul
		F64Add
		Set V

		// w += step x
		DENSE
		If
			Get STEP
			F64x2Splat
			Set STEPS
			BEGINDENSE
			Get INDEX
			Get STOP
			I64LtU
			If
				Loop
					ADDS(0)
					ADDS(16)
					ADDS(32)
					ADDS(48)
					FORWARDS
					Get INDEX
					Get STOP
					I64LtU
					BrIf $0
				End
			End
			REST
			ATLEAST(1)
			If
				ATLEAST(2)
				If
					ADDS(0)
				End
				ATLEAST(4)
				If
					ADDS(16)
				End
				ATLEAST(6)
				If
					ADDS(32)
				End
				Get T
				I64Const $1
				I64And
				I32WrapI64
				If
					// the last one, after what was added in pairs
					Get T
					I64Const $6
					I64And
					I64Const $3
					I64Shl
					Set T
					Get INDEX
					Get T
					I64Add
					Set INDEX
					Get VALUE
					Get T
					I64Add
					Set VALUE
					Get INDEX
					I32WrapI64
					Get INDEX
					I32WrapI64
					F64Load $0
					Get STEP
					ENTRY(0)
					F64Mul
					F64Add
					F64Store $0
				End
			End
			Br $1
		End
		BEGIN
		Get INDEX
		Get STOP
		I64LtU
		If
			Loop
				ADD(0)
				ADD(1)
				ADD(2)
				ADD(3)
				FORWARD(4)
				Get INDEX
				Get STOP
				I64LtU
				BrIf $0
			End
		End
		Get COUNT
		I64Const $2
		I64And
		I32WrapI64
		If
			ADD(0)
			ADD(1)
			FORWARD(2)
		End
		Get COUNT
		I64Const $1
		I64And
		I32WrapI64
		If
			ADD(0)
		End
		Br $0
	End
	End

	SOLVER
	Get AT
	I64Store $Coordinate_at
	SOLVER
	Get ACTIVE
	I64Store $Coordinate_active
	SOLVER
	Get V
	F64Store $Coordinate_v
	SOLVER
	Get OUT
	F64Store $Coordinate_out
	SOLVER
	Get IN
	F64Store $Coordinate_in
	RET
