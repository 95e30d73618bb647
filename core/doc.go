// Package core is the mathematics of maxmargin: support vector and kernel
// machines in pure Go. Nothing below it imports syscall/js, so everything runs
// and is tested natively as well as under WebAssembly.
//
// # Folders
//
// The folders of core/ are floors. A package imports from its own folder and from earlier ones,
// and families of machines never import each other. ARCHITECTURE.md draws the folders in their
// order; the documentation of each says what lives there; core/internal/lint enforces the order.
//
// # Notation
//
// All comments use these letters for shapes:
//
//	n  samples          X  n x d, row-major
//	d  features         y  length n, class index or target
//	m  support vectors  a, alpha  dual variables, length n
//	k  classes          f  decision values
//	q  ranks            K  kernel (Gram) matrix, K_ij = k(x_i, x_j)
package core
