// What the loops over panels have in common; see package lanes. A feature of a panel is four
// vectors: eight samples.

#define PANEL R0
#define STRIDE R1 // bytes of a panel
#define OUT R2
#define END R3 // of OUT
#define FEATURES R4
#define VALUES R5
#define LAST R6 // end of the features
#define FEATURE R7
#define VALUE R8
#define AT R9 // the feature in the panel

#define ZERO(v) V128Const $0, $0; Set v
#define ZEROS ZERO(V0); ZERO(V1); ZERO(V2); ZERO(V3); ZERO(V4); ZERO(V5); ZERO(V6); ZERO(V7)
#define FORWARD(base, bytes) Get base; I64Const $bytes; I64Add; Set base

// The assembler forgets the offset of a V128Store.
#define SAVE(v, base, offset) Get base; I64Const $offset; I64Add; I32WrapI64; Get v; V128Store $0

// The place of a feature of 2^shift bytes.
#define LOCATE(shift) Get FEATURE; I32WrapI64; I64Load32U $0; I64Const $shift; I64Shl; Get PANEL; I64Add; Set AT

// From a length, in numbers of 2^shift bytes, and a count to ends.
#define ENDS(shift) Get END; I64Const $shift; I64Shl; Get OUT; I64Add; Set END; Get LAST; I64Const $2; I64Shl; Get FEATURES; I64Add; Set LAST

// The loop over the features: to the first one, and to the next, whose values are so many bytes further.
#define FIRST Get FEATURES; Set FEATURE; Get VALUES; Set VALUE
#define NEXT(bytes) FORWARD(FEATURE, 4); FORWARD(VALUE, bytes); Get FEATURE; Get LAST; I64LtU; BrIf $0
