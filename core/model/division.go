package model

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
)

// Divisible is a machine whose fit solves problems that do not depend on each other, such as
// those of the pairs of classes, so that several programs can share it: each has all samples
// and solves some of the problems, and one of them fits with the solutions of all, which
// Training.Solved has. The machine has the same bits as one that solved all problems itself;
// only the counts of kernel values and of rows found in the cache depend on who solved what.
type Divisible interface {
	Machine
	// Divide prepares the problems of a fit to t. It returns nil when a fit with the present
	// options cannot be shared.
	Divide(t Training) (Division, error)
}

// Division is a fit as problems that do not depend on each other, numbered from 0.
type Division interface {
	// Sizes returns the number of samples of each problem, by its number.
	Sizes() []int
	// Solve solves a problem and returns what Training.Solved has of it.
	Solve(ctl *run.Ctl, number int) (solution []float64, iterations int, err error)
}

// Solved are solutions of a Division, by the numbers of their problems. Problems that have none
// are solved by the fit itself.
type Solved [][]float64

// Of returns the solution of a problem, nil where there is none.
func (s Solved) Of(number int) []float64 {
	if number < len(s) {
		return s[number]
	}
	return nil
}

// ReadSolved reads solutions that lie one after the other, each behind its number and its
// length.
func ReadSolved(list []float64) (Solved, error) {
	var solved Solved
	for len(list) > 0 {
		if len(list) < 2 || list[1] < 0 || list[1] > float64(len(list)-2) || list[0] < 0 || list[0] > math.MaxInt32 {
			return nil, fault.New(fault.Internal, "solved", "a solution of a part of the fit is cut off")
		}
		number, length := int(list[0]), int(list[1])
		for len(solved) <= number {
			solved = append(solved, nil)
		}
		solved[number] = list[2 : 2+length]
		list = list[2+length:]
	}
	return solved, nil
}
