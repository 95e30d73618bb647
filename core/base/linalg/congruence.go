package linalg

// AddCongruence adds uᵀ l u to the lower triangle of h, d x d, for a symmetric l, n x n, and for u,
// n x d, whose entries above the diagonal are zero. work is scratch for n x d numbers. For d = n it
// takes some 2/3 n³ multiply-adds, where a plain product needs 3/2. It reports whether it finished.
func AddCongruence(h, l, u, work []float64, n, d int, watch Watch) bool {
	ks := newKernels().watched(watch)
	clear(work)
	for j := 0; j < d; j += definiteBlock {
		width := min(definiteBlock, d-j)
		ks.multiply(whole, n, width, n-j, 1, view(plain, l[j:], n), view(plain, u[j*d+j:], d), work[j:], d)
	}
	for i := 0; i < d; i += definiteBlock {
		height := min(definiteBlock, d-i)
		left, below := view(turned, u[i*d+i:], d), work[i*d:]
		if i > 0 {
			ks.multiply(whole, height, i, n-i, 1, left, view(plain, below, d), h[i*d:], d)
		}
		ks.multiply(lower, height, height, n-i, 1, left, view(plain, below[i:], d), h[i*d+i:], d)
	}
	return !ks.stopped()
}
