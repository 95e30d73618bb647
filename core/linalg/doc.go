// Package linalg has the factorisations that machines need - Definite, Spectrum and
// Leading - on BLAS routines over the micro-kernels of core/lanes. One call of Use
// registers these with gonum, whose mat, lapack and optimize then run on them too;
// the product does not call it, tests and benchmarks do, so that gonum's own suites
// judge the routines.
//
// Replaced in WebAssembly are Dgemm, Dsyrk, Dsyr2k and Dtrsm (packed tiles),
// Dgemv, Dger, Dsymv, Dtrsv, Ddot and Daxpy (passes over contiguous rows), and
// of LAPACK Dpotrf (recursive, for larger products) and Dsyev (reflections in
// blocks, rotations over packed eigenvectors).
//
// The package's own factorisations, Definite, Spectrum and Leading, use these
// routines without gonum behind them (see alone), so that a program which does
// not call Use has none of gonum linked into it: 62 KB of a WebAssembly module
// after brotli. Natively gonum's vector loops are assembly, and each
// call of a portable micro-kernel costs some 130 ns: gonum's routines of levels
// 1 and 2 are up to fifty times as fast for small sizes and twice as fast for n
// = 400, so they stay, while the products win from about 30 x 30 on. The limits
// are in tuned. A build without GOEXPERIMENT=simd is correct, not tuned.
//
// # Measurements
//
// BenchmarkMat, the best of three runs in milliseconds, gonum 0.17.0 alone and
// with this package: Go 1.27.3 with GOEXPERIMENT=simd, Node 20.20, two cores of
// an Intel Xeon that had other work too.
//
//	                                WebAssembly          native
//	                              gonum     with     gonum     with
//	Cholesky, n = 1000              388     54.6      55.3     22.6
//	Cholesky, n = 2000             2894      338       374      131
//	product, n = 1000              1611      196       121     69.0
//	Gram matrix, 1000 x 1000       1138     94.7       136     34.9
//	solve, n = 1000, 1000 sides    1732      211       266     77.9
//	solve, n = 1000, one side      8.46     0.51      3.42     0.53
//	LU, n = 1000                    617      124      59.5     40.7
//	eigenvectors, n = 500           691      163       234     81.2
//	matrix times vector, 1000      2.01     0.63      0.36     0.31
//
// A tile takes 0.18 ns per multiply-add in WebAssembly, so the product is at 93%
// of what its kernel allows. Cholesky by halves takes 360 ms for n = 2000 where
// gonum's strips over the same kernels take 440.
//
// Natively gonum spreads a product over the cores (two here) and this package
// does not: with many cores gonum's may well be the faster one.
//
// # Differences from gonum
//
//   - 0 times NaN or infinity is NaN; gonum skips a zero factor.
//   - Dsyrk with beta = 0 clears what it writes to; gonum keeps NaN for Lower
//     and Trans.
//   - Dger is right for negative increments; gonum's amd64 assembly is not.
//   - Dgemv writes n entries of y; without assembly, gonum's clears all of the
//     slice for a transposed A, beta = 0 and an increment of 1.
package linalg
