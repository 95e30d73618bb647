// Package base is the first folder of core/, on which all others build. Its packages know nothing
// of samples or machines: errors with codes (fault), progress, stops and limits of work (run),
// seeded random streams (rng), lists of indices (order), loops in SIMD (lanes) and factorisations
// of matrices (linalg). Nothing here imports another folder.
package base
