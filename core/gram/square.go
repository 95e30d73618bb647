package gram

import (
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// LargestMatrix is the most bytes that a matrix may take: half of what
// WebAssembly can address, which leaves room for the data and for the garbage
// collector.
const LargestMatrix = 2 << 30

// CheckMatrix returns a fault.Memory when a machine needs a matrix that is too large,
// such as "the kernel matrix of all samples". instead says what to do then.
func CheckMatrix(machine, matrix string, rows, cols int, instead string) error {
	bytes := 8 * float64(rows) * float64(cols)
	if bytes <= LargestMatrix {
		return nil
	}
	return fault.New(fault.Memory, "X", "%s needs %s at once, %d x %d numbers or %.1f GiB, more than the %d GiB that it may take; %s", machine, matrix, rows, cols, bytes/(1<<30), LargestMatrix>>30, instead).
		With("needed", bytes).With("available", LargestMatrix)
}

// blockColumns is how many columns of a matrix are computed in one go.
const blockColumns = 512

// Square returns the kernel matrix of the samples of set at rows, m x m and
// row-major, of which the lower triangle is set. watch is told the share of the
// work that is done; Square returns nil when it returns false.
func Square(k kernel.Kernel, set sample.Set, rows []int, watch func(done float64) bool) []float64 {
	m := len(rows)
	a := make([]float64, m*m)
	origin := Origin(k, set)
	values := make([][]float64, 16)
	for from := 0; from < m; from += blockColumns {
		to := min(from+blockColumns, m)
		columns := Prepare(k, set, rows[from:to], origin)
		for r := range values {
			values[r] = make([]float64, columns.Stride())
		}
		for i := from; i < m; i += len(values) {
			index := rows[i:min(i+len(values), m)]
			columns.Rows(values[:len(index)], set, index)
			for r := range index {
				copy(a[(i+r)*m+from:(i+r)*m+min(to, i+r+1)], values[r])
			}
			if left := float64(m - from); !watch(1 - left*left/(float64(m)*float64(m))) {
				return nil
			}
		}
	}
	return a
}
