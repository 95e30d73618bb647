package model

import "maxmargin/core/kernel"

// Squares is the linear system that a machine of least squares solved, for one or several functions:
//
//	(K + Lambda W⁻¹) a + b 1 = y,  1'a = 0 if there is a Constant,  else b = 0
//
// W are the weights of the samples. A function is sum a_i k(x_i, x) + b + Offset.
type Squares struct {
	Kernel   kernel.Kernel
	Lambda   float64
	Constant bool
	Weight   []float64   // nil: all 1
	Targets  [][]float64 // y of each function, for all samples
	Coef     [][]float64 // a of each function, for all samples, as the machine has them
	Offset   float64
}

// SquaresMachine is a machine of least squares.
type SquaresMachine interface {
	Machine
	// Squares returns the system of a training set, which was that of the fit. It fails when the
	// training set does not fit the machine.
	Squares(t Training) (Squares, error)
}
