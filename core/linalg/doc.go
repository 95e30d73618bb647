// Package linalg has the factorisations that machines need: Definite (Cholesky), Spectrum
// (all eigenvectors), Leading (the first eigenvectors), and AddOuter. A caller can watch
// and end them. They consist of a few routines of BLAS, each in the one form that is
// needed, over the micro-kernels of core/lanes: products in packed tiles, passes over
// contiguous rows.
//
// gonum is the oracle of the tests and part of no program. Its test suites run on the
// routines here, and its factorisations check the results. Its LAPACK over these routines
// was slower and made the WebAssembly module 62 KB larger after brotli.
//
// # Measurements
//
// The best of three runs in milliseconds, called through package mat of gonum 0.17.0, with
// its own routines and with these: Go 1.27.3 with GOEXPERIMENT=simd, Node 20.20, two cores
// of an Intel Xeon that had other work too.
//
//	                                WebAssembly          native
//	                              gonum    these     gonum    these
//	Cholesky, n = 1000              388     54.6      55.3     22.6
//	Cholesky, n = 2000             2894      338       374      131
//	product, n = 1000              1611      196       121     69.0
//	Gram matrix, 1000 x 1000       1138     94.7       136     34.9
//	eigenvectors, n = 500           691      163       234     81.2
//	matrix times vector, 1000      2.01     0.63      0.36     0.31
//
// A tile takes 0.18 ns per multiply-add in WebAssembly, so the product is at 93% of what
// its kernel allows. Cholesky by halves takes 360 ms for n = 2000 where gonum's strips over
// the same kernels take 440. Natively gonum's vector loops are assembly and faster for
// small sizes; the native program is used for tests only, so this does not matter. A build
// without GOEXPERIMENT=simd is correct, not tuned.
package linalg
