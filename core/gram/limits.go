package gram

import "maxmargin/core/fault"

// LargestMatrix is the most bytes that a matrix may take: half of what
// WebAssembly can address, which leaves room for the data and for the garbage
// collector.
const LargestMatrix = 2 << 30

// CheckMatrix returns a fault.Memory when a matrix that a machine needs is too large.
// matrix names it, such as "the kernel matrix of all samples"; instead tells the user what
// to do.
func CheckMatrix(machine, matrix string, rows, cols int, instead string) error {
	bytes := 8 * float64(rows) * float64(cols)
	if bytes <= LargestMatrix {
		return nil
	}
	return fault.New(fault.Memory, "X", "%s needs %s at once, %d x %d numbers or %.1f GiB, more than the %d GiB that it may take; %s", machine, matrix, rows, cols, bytes/(1<<30), LargestMatrix>>30, instead).
		With("needed", bytes).With("available", LargestMatrix)
}
