package model

// Cost is the memory that an operation takes, in bytes for each unit of its size. It is an
// upper bound; the row cache is not part of it, because it is cut to what is left.
type Cost struct {
	Entry      int64 // number in a dense table
	Stored     int64 // stored value of a sparse table
	Letter     int64 // letter of strings
	Row        int64 // row of a table
	Column     int64 // column of a table
	Weight     int64 // column of a table, for each number that comes out for a row
	Output     int64 // number that comes out for each row: a decision value, or a class in a fit
	Again      int64 // number in a dense table that a fit holds again for each class; of others as many as they take
	Byte       int64 // byte of a text or a model
	RowPair    int64 // entry of a matrix over the rows
	ColumnPair int64 // entry of a matrix over the columns
	Triangle   int64 // entry of a matrix over the columns that has no more rows than the table
}

// Costed are the options of a machine that computes the memory of its fits itself. Other
// machines are taken to compare all samples with each other: they hold the samples,
// prepare them as columns for kernel rows, keep all of them as support vectors and write
// these into the model's bytes. A machine that keeps none of the samples, or that holds a
// matrix, implements Costed. Samples are 8 bytes an entry, and 12 a stored value.
//
// The JavaScript facade has a copy of the costs with default options, so that it can
// refuse a request before it copies the samples.
type Costed interface {
	// Cost returns the memory of a fit, its samples included.
	Cost() Cost
}

// CostedDense are the options of a machine whose fits hold dense numbers besides its Cost: functions
// of all columns, centres of clusters, or bins, which are dense where the samples are sparse, too.
type CostedDense interface {
	// DenseNumbers returns how many numbers of 8 bytes they are, for a table of so many rows, columns
	// and stored values; of a dense table all are stored.
	DenseNumbers(rows, columns, stored int) int
}

// CostedBeside are the options of a machine with parts whose fits hold much besides what the
// fits of its parts do.
type CostedBeside interface {
	// CostBeside returns the memory of each row that a fit holds besides.
	CostBeside() Cost
}

// KernelCost is the cost of a fit of a machine that is not Costed: the samples, their
// columns, the support vectors and the model's bytes.
func KernelCost() Cost {
	return Cost{Entry: 3 * 8, Stored: 3 * 12, Letter: 2 * letter, Row: 320, Output: 3 * 8}
}

// letter is what kernels of strings keep of a letter: features or a suffix automaton.
const letter = 200

// MatrixCost is KernelCost with a matrix over all samples, of numbers of 8 bytes.
func MatrixCost() Cost {
	c := KernelCost()
	c.RowPair = 8
	return c
}

// PrimalCost is the cost of a fit that holds the samples as they are and weights of their
// columns: row bytes for each sample, output bytes for each sample and function, and weight
// bytes for each column and function, all copies and the model's bytes included.
func PrimalCost(row, output, weight int64) Cost {
	return Cost{Entry: 8, Stored: 12, Row: row, Output: output, Weight: weight}
}
