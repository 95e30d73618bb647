// Package linalg has the factorisations that machines need: Definite (Cholesky), Spectrum (all
// eigenvectors), Leading (the first eigenvectors), and AddOuter. A caller can watch and end them.
// They consist of a few routines of BLAS, each in the one form that is needed, over the loops of
// core/base/lanes: products in packed tiles, passes over contiguous rows.
//
// gonum is the oracle of the tests and part of no program. Its test suites run on the routines
// here, and its factorisations check the results. Its LAPACK over these routines was slower and
// made the WebAssembly module 62 KB larger after brotli.
//
// In WebAssembly a product reaches 93 % of the speed of its tiles, and Cholesky of order 2000 takes
// a third of a second, where gonum takes three. Natively gonum's vector loops are assembly and
// faster for small sizes, but the native program is used for tests only. A build without
// GOEXPERIMENT=simd is correct, not tuned.
package linalg
