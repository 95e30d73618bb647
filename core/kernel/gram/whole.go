package gram

import (
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/order"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Watch gets the share of the work that is done, 0 to 1, and returns false to end it.
type Watch func(done float64) bool

const (
	// blockColumns is how many columns are prepared at a time, so that they take little
	// memory in comparison with the matrix.
	blockColumns = 512
	// blockRows is how many rows are computed between two looks at the clock.
	blockRows = 16
)

// Lower sets the lower triangle of dst, m x m and row-major, to the matrix of k over the m samples
// of set at index. It leaves the rest alone, and returns false if watch ends it.
func Lower(dst []float64, k kernel.Kernel, set sample.Set, index []int, watch Watch) bool {
	return LowerAround(Origin(k, set), dst, k, set, index, watch)
}

// LowerAround is Lower after an origin o, which may be nil, is subtracted from the samples:
// for the linear kernel it gives <x_i - o, x_j - o>.
func LowerAround(origin, dst []float64, k kernel.Kernel, set sample.Set, index []int, watch Watch) bool {
	m := len(index)
	return blocks(origin, k, set, index, set, index, func(first int) int { return first }, func(i, first int, row []float64) {
		copy(dst[i*m+first:i*m+i+1], row)
	}, func(first, _ int) bool {
		left := float64(m - first)
		return watch(1 - left*left/(float64(m)*float64(m)))
	})
}

// Square sets dst to the matrix of k over set, n x n, symmetric to the last bit.
func Square(dst []float64, k kernel.Kernel, set sample.Set, watch Watch) bool {
	n := set.Len()
	return Lower(dst, k, set, order.Between(0, n), watch) && linalg.Mirror(dst, n, func(float64) bool { return watch(1) })
}

// Cross sets dst to the values k(x_i, z_j), n x m, of the samples of x and z.
func Cross(dst []float64, k kernel.Kernel, x, z sample.Set, watch Watch) bool {
	n, m := x.Len(), z.Len()
	return blocks(Origin(k, z), k, x, order.Between(0, n), z, order.Between(0, m), func(int) int { return 0 }, func(i, first int, row []float64) {
		copy(dst[i*m+first:(i+1)*m], row)
	}, func(first, i int) bool {
		width := min(blockColumns, m-first)
		return watch((float64(first) + float64(width)*float64(i)/float64(n)) / float64(m))
	})
}

// blocks computes the values between the samples of x at rows and those of z at columns, a
// block of columns at a time. For the block that begins at column first it computes the
// rows from from(first) to the last. take gets the values of a row, watch the progress.
func blocks(origin []float64, k kernel.Kernel, x sample.Set, rows []int, z sample.Set, columns []int,
	from func(first int) int, take func(i, first int, row []float64), watch func(first, i int) bool) bool {
	values := make([][]float64, blockRows)
	for first := 0; first < len(columns); first += blockColumns {
		prepared := Prepare(k, z, columns[first:min(first+blockColumns, len(columns))], origin)
		for r := range values {
			values[r] = make([]float64, prepared.Stride())
		}
		for i := from(first); i < len(rows); i += blockRows {
			index := rows[i:min(i+blockRows, len(rows))]
			prepared.Rows(values[:len(index)], x, index)
			for r := range index {
				take(i+r, first, values[r][:prepared.Len()])
			}
			if !watch(first, i) {
				return false
			}
		}
	}
	return true
}
