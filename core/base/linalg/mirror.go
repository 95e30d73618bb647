package linalg

// Mirror copies the lower triangle of a, n x n and row-major, to the upper one, in squares that
// stay in the cache. It returns false when watch, unless nil, ends it.
func Mirror(a []float64, n int, watch Watch) bool {
	const side = 32
	for first := 0; first < n; first += side {
		if watch != nil && !watch(float64(first)/float64(n)) {
			return false
		}
		for left := 0; left <= first; left += side {
			for i := first; i < min(first+side, n); i++ {
				for j := left; j < min(left+side, i); j++ {
					a[j*n+i] = a[i*n+j]
				}
			}
		}
	}
	return true
}
