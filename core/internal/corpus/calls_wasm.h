// Macros for calls of macros, in programs_test.go.

#define DOUBLE(v) Get v; Get v; F64Add
#define KEEP(d, v) Get d; I32WrapI64; Get v; F64Store $data_total
