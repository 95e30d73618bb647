package gram

import "maxmargin/core/base/fault"

// LargestMatrix is the most bytes of a matrix: half of the memory that WebAssembly can address. The
// rest is for the data and the garbage collector.
const LargestMatrix = 2 << 30

// CheckMatrix returns a fault.Memory if a matrix is too large for a machine. matrix names it, such
// as "the kernel matrix of all samples"; instead is advice for the user.
func CheckMatrix(machine, matrix string, rows, cols int, instead string) error {
	bytes := 8 * float64(rows) * float64(cols)
	if bytes <= LargestMatrix {
		return nil
	}
	return fault.New(fault.Memory, "X", "%s needs %s at once, %d x %d numbers or %.1f GiB, more than the %d GiB that it may take; %s", machine, matrix, rows, cols, bytes/(1<<30), LargestMatrix>>30, instead).
		With("needed", bytes).With("available", LargestMatrix)
}
