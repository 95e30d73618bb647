// The loops over a row for visit_wasm.s: the inner product with the weights w, and the sum of
// w and the row, scaled. A row has its number in a register. The results are those of
// lanes.Sparse, of lanes.Sum and lanes.Update, and of lanes.SumMixed and lanes.UpdateMixed to
// the last bit.

#define INDEX R11 // where the index of an entry of its row stands, or the weight of a dense one,
#define VALUE R12 // and its value
#define COUNT R13 // entries of the row
#define STOP R14 // where INDEX stops
#define T R15

#define S0 F28
#define S1 F29
#define S2 F30
#define S3 F31
#define STEPS V4 // the factor, twice

#define AT(base, offset) Get base; I64Const $(offset); I64Add
#define MORE Get INDEX; Get STOP; I64LtU
#define WHILE(body) MORE; If; Loop; body; MORE; BrIf $0; End; End
#define HAS(bit) Get COUNT; I64Const $bit; I64And; I64Const $0; I64Ne

// Rows of lanes.Sparse, with its pointers as parameters behind those of visitRows. ROW sets
// COUNT, and T to the place of the row's first entry. BEGIN sets INDEX and VALUE to that entry,
// and STOP to where fewer than four are left. A visit adds the row of its inner product, so
// SPARSEADD uses COUNT and T again: nothing else has these registers between the two.
#define ROW(row) \
	MOVD ptr+16(FP), T; Get T; Get row; I64Const $2; I64Shl; I64Add; Set T; \
	Get T; I32WrapI64; I64Load32U $4; Get T; I32WrapI64; I64Load32U $0; Set T; Get T; I64Sub; Set COUNT
#define BEGIN \
	MOVD value+32(FP), VALUE; Get VALUE; Get T; I64Const $3; I64Shl; I64Add; Set VALUE; \
	MOVD index+24(FP), INDEX; Get INDEX; Get T; I64Const $2; I64Shl; I64Add; Set INDEX; \
	Get INDEX; Get COUNT; I64Const $-4; I64And; I64Const $2; I64Shl; I64Add; Set STOP

// The address of the weight that belongs to entry k from INDEX on, and the entry's value.
#define WEIGHT(w, k) Get INDEX; I32WrapI64; I32Load $(4*k); I32Const $3; I32Shl; Get w; I32WrapI64; I32Add
#define ENTRY(k) Get VALUE; I32WrapI64; F64Load $(8*k)

#define MULTIPLY(w, k, sum) Get sum; WEIGHT(w, k); F64Load $0; ENTRY(k); F64Mul; F64Add; Set sum
#define ADD(w, k, factor) WEIGHT(w, k); I64ExtendI32U; Set T; Get T; I32WrapI64; Get T; I32WrapI64; F64Load $0; Get factor; ENTRY(k); F64Mul; F64Add; F64Store $0
#define FORWARD(k) AT(INDEX, 4*k); Set INDEX; AT(VALUE, 8*k); Set VALUE

#define SPARSEDOT(row, w) \
	ROW(row); BEGIN; \
	F64Const $0.0; Set S0; F64Const $0.0; Set S1; F64Const $0.0; Set S2; F64Const $0.0; Set S3; \
	WHILE(MULTIPLY(w, 0, S0); MULTIPLY(w, 1, S1); MULTIPLY(w, 2, S2); MULTIPLY(w, 3, S3); FORWARD(4)); \
	HAS(2); If; MULTIPLY(w, 0, S0); MULTIPLY(w, 1, S1); FORWARD(2); End; \
	HAS(1); If; MULTIPLY(w, 0, S0); End; \
	Get S0; Get S1; F64Add; Get S2; Get S3; F64Add; F64Add

#define SPARSEADD(row, factor, w) \
	BEGIN; \
	WHILE(ADD(w, 0, factor); ADD(w, 1, factor); ADD(w, 2, factor); ADD(w, 3, factor); FORWARD(4)); \
	HAS(2); If; ADD(w, 0, factor); ADD(w, 1, factor); FORWARD(2); End; \
	HAS(1); If; ADD(w, 0, factor); End

// The same, where no inner product came before.
#define SPARSEROWADD(row, factor, w) ROW(row); SPARSEADD(row, factor, w)

// Dense rows of d entries; STOP is where fewer than eight are left.
#define DENSE(row, w) \
	MOVD d+24(FP), COUNT; MOVD value+16(FP), VALUE; \
	Get VALUE; Get row; Get COUNT; I64Mul; I64Const $3; I64Shl; I64Add; Set VALUE; \
	Get w; Set INDEX; \
	Get INDEX; Get COUNT; I64Const $-8; I64And; I64Const $3; I64Shl; I64Add; Set STOP

// Two entries at a time, from offset on. The sums, V0 to V3, are the eight partial ones of
// lanes.Sum; entries behind the last eight go into them as well. The assembler forgets the
// offset of a V128Store.
#define WEIGHTS(offset) Get INDEX; I32WrapI64; V128Load $offset
#define ENTRIES(offset) Get VALUE; I32WrapI64; V128Load $offset
#define MULTIPLIES(offset, sum) Get sum; WEIGHTS(offset); ENTRIES(offset); F64x2Mul; F64x2Add; Set sum
#define ADDS(offset) AT(INDEX, offset); I32WrapI64; WEIGHTS(offset); ENTRIES(offset); Get STEPS; F64x2Mul; F64x2Add; V128Store $0
#define FORWARDS AT(INDEX, 64); Set INDEX; AT(VALUE, 64); Set VALUE
#define REST Get COUNT; I64Const $7; I64And; Set T
#define ATLEAST(count) Get T; I64Const $count; I64GeU
#define LAST(count, offset, sum) \
	Get T; I64Const $count; I64Eq; If; \
	Get sum; V128Const $0, $0; \
	Get INDEX; I32WrapI64; F64Load $offset; Get VALUE; I32WrapI64; F64Load $offset; F64Mul; \
	F64x2ReplaceLane $0, $0; F64x2Add; Set sum; \
	End
#define ZERO(v) V128Const $0, $0; Set v

#define DENSEDOT(row, w) \
	DENSE(row, w); \
	ZERO(V0); ZERO(V1); ZERO(V2); ZERO(V3); \
	WHILE(MULTIPLIES(0, V0); MULTIPLIES(16, V1); MULTIPLIES(32, V2); MULTIPLIES(48, V3); FORWARDS); \
	REST; ATLEAST(1); If; \
	ATLEAST(2); If; MULTIPLIES(0, V0); End; \
	ATLEAST(4); If; MULTIPLIES(16, V1); End; \
	ATLEAST(6); If; MULTIPLIES(32, V2); End; \
	LAST(1, 0, V0); LAST(3, 16, V1); LAST(5, 32, V2); LAST(7, 48, V3); \
	End; \
	Get V0; Get V2; F64x2Add; Get V1; Get V3; F64x2Add; F64x2Add; Set V0; \
	Get V0; F64x2ExtractLane $0, $0; Get V0; F64x2ExtractLane $0, $1; F64Add

#define DENSEADD(row, factor, w) \
	DENSE(row, w); \
	Get factor; F64x2Splat; Set STEPS; \
	WHILE(ADDS(0); ADDS(16); ADDS(32); ADDS(48); FORWARDS); \
	REST; ATLEAST(1); If; \
	ATLEAST(2); If; ADDS(0); End; \
	ATLEAST(4); If; ADDS(16); End; \
	ATLEAST(6); If; ADDS(32); End; \
	HAS(1); If; \
	Get T; I64Const $6; I64And; I64Const $3; I64Shl; Set T; \
	Get INDEX; Get T; I64Add; Set INDEX; Get VALUE; Get T; I64Add; Set VALUE; \
	Get INDEX; I32WrapI64; Get INDEX; I32WrapI64; F64Load $0; Get factor; ENTRY(0); F64Mul; F64Add; F64Store $0; \
	End; End

// Rows of d entries in the blocks of a table. BLOCK sets VALUE to the block of a row, whose slice is
// 24 bytes behind that of the block before, and leaves the first entry of the row in it on the stack.
#define BLOCK(row) \
	MOVD blocks+16(FP), VALUE; Get VALUE; Get row; I64Const $const_blockShift; I64ShrU; I64Const $24; I64Mul; I64Add; \
	I32WrapI64; I64Load $0; Set VALUE; \
	Get row; I64Const $const_blockMask; I64And; Get COUNT; I64Mul

// In float32, d a multiple of eight, they become float64 two at a time. A load takes four, of
// which two are used: the assembler cannot load two. So the last load of a block reads two entries
// behind it, for which there is room.
#define SINGLE(row, w) \
	MOVD d+24(FP), COUNT; \
	BLOCK(row); I64Const $2; I64Shl; Get VALUE; I64Add; Set VALUE; \
	Get w; Set INDEX; \
	Get INDEX; Get COUNT; I64Const $3; I64Shl; I64Add; Set STOP
#define SINGLES(offset) Get VALUE; I32WrapI64; V128Load $offset; F64x2PromoteLowF32x4
#define MULTIPLIESSINGLE(offset, from, sum) Get sum; WEIGHTS(offset); SINGLES(from); F64x2Mul; F64x2Add; Set sum
#define ADDSSINGLE(offset, from) AT(INDEX, offset); I32WrapI64; WEIGHTS(offset); SINGLES(from); Get STEPS; F64x2Mul; F64x2Add; V128Store $0
#define FORWARDSINGLE AT(INDEX, 64); Set INDEX; AT(VALUE, 32); Set VALUE

#define SINGLEDOT(row, w) \
	SINGLE(row, w); \
	ZERO(V0); ZERO(V1); ZERO(V2); ZERO(V3); \
	WHILE(MULTIPLIESSINGLE(0, 0, V0); MULTIPLIESSINGLE(16, 8, V1); MULTIPLIESSINGLE(32, 16, V2); MULTIPLIESSINGLE(48, 24, V3); FORWARDSINGLE); \
	Get V0; Get V2; F64x2Add; Get V1; Get V3; F64x2Add; F64x2Add; Set V0; \
	Get V0; F64x2ExtractLane $0, $0; Get V0; F64x2ExtractLane $0, $1; F64Add

#define SINGLEADD(row, factor, w) \
	SINGLE(row, w); \
	Get factor; F64x2Splat; Set STEPS; \
	WHILE(ADDSSINGLE(0, 0); ADDSSINGLE(16, 8); ADDSSINGLE(32, 16); ADDSSINGLE(48, 24); FORWARDSINGLE)

// In 16 bits, d a multiple of eight, they become float64 two at a time and are multiplied with the
// scale of their row at the end. A load takes eight, of which two are used, so the last load of a
// block reads six entries behind it, for which there is room.
#define SHORT(row, w) \
	MOVD d+32(FP), COUNT; \
	BLOCK(row); I64Const $1; I64Shl; Get VALUE; I64Add; Set VALUE; \
	Get w; Set INDEX; \
	Get INDEX; Get COUNT; I64Const $3; I64Shl; I64Add; Set STOP
#define SCALE(row) MOVD scale+24(FP), T; Get T; Get row; I64Const $3; I64Shl; I64Add; I32WrapI64; F64Load $0
#define SHORTS(offset) Get VALUE; I32WrapI64; V128Load $offset; I32x4ExtendLowI16x8S; F64x2ConvertLowI32x4S
#define MULTIPLIESSHORT(offset, from, sum) Get sum; WEIGHTS(offset); SHORTS(from); F64x2Mul; F64x2Add; Set sum
#define ADDSSHORT(offset, from) AT(INDEX, offset); I32WrapI64; WEIGHTS(offset); SHORTS(from); Get STEPS; F64x2Mul; F64x2Add; V128Store $0
#define FORWARDSHORT AT(INDEX, 64); Set INDEX; AT(VALUE, 16); Set VALUE

#define SHORTDOT(row, w) \
	SHORT(row, w); \
	ZERO(V0); ZERO(V1); ZERO(V2); ZERO(V3); \
	WHILE(MULTIPLIESSHORT(0, 0, V0); MULTIPLIESSHORT(16, 4, V1); MULTIPLIESSHORT(32, 8, V2); MULTIPLIESSHORT(48, 12, V3); FORWARDSHORT); \
	Get V0; Get V2; F64x2Add; Get V1; Get V3; F64x2Add; F64x2Add; Set V0; \
	Get V0; F64x2ExtractLane $0, $0; Get V0; F64x2ExtractLane $0, $1; F64Add; \
	SCALE(row); F64Mul

#define SHORTADD(row, factor, w) \
	SHORT(row, w); \
	Get factor; SCALE(row); F64Mul; F64x2Splat; Set STEPS; \
	WHILE(ADDSSHORT(0, 0); ADDSSHORT(16, 4); ADDSSHORT(32, 8); ADDSSHORT(48, 12); FORWARDSHORT)

// The number of [low, high] that is closest to x, without a jump, which would often be
// predicted wrongly.
#define CUT(x, low, high) Get x; F64x2Splat; Get low; F64x2Splat; F64x2Pmax; Get high; F64x2Splat; F64x2Pmin; F64x2ExtractLane $0, $0
