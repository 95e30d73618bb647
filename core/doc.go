// Package core is the mathematics of maxmargin: support vector and kernel
// machines in pure Go. Nothing below it imports syscall/js, so everything runs
// and is tested natively as well as under WebAssembly.
//
// # Floors
//
// A package imports only from floors below its own; core/internal/lint holds
// the table and a test that enforces it.
//
//	1   fault run rng lanes bessel order  error codes; cancel, progress, budgets; seeded streams; SIMD micro-kernels; K_nu; indices
//	2   sample linalg                  data sets: dense, CSR, sequences; factorisations on the micro-kernels
//	3   kernel loss metric dataset     one kernel, loss, metric, reader per file
//	4   gram interior kernel/seq       rows of the kernel matrix: packing, cache, views; convex problems over all of it; kernels of strings
//	5   qp primal program activeset    solvers: the dual problem; linear functions by their coordinates; linear and quadratic programs; the exact solution as the problem changes
//	6   model multi                    the estimator contract and option schema; multiclass schemes
//	7   solver expansion prep calib lowrank    the solvers by name; kernel expansions, evaluated; scaling and pipelines; probabilities; features of landmarks
//	8   svm linear ridge parzen perceptron neighbors subspace features gp tree boost lp network multiclass ranking ordinal structured   machine families
//	9   margin tune shapley nearest    what a solution says of each sample; model selection; what each feature adds to a value; the least change of a sample that crosses a boundary
//	10  catalog                        the only package that names every machine and kernel
//	11  codec                          model files, by catalog name
//	12  engine                         the operations that wasm/ exposes
//	14  check                          what every machine must do; for tests alone
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
