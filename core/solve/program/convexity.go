package program

import (
	"errors"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// Convex returns an error unless a quadratic objective is symmetric, and positive
// semidefinite to rounding.
func (q Quadratic) Convex(ctl *run.Ctl) error {
	for j, v := range q.Diagonal {
		if v < 0 {
			return notConvex(fault.New(fault.Option, "quadratic", "diagonal[%d] of the quadratic objective is %.6g", j, v))
		}
	}
	if q.Matrix == nil {
		return nil
	}
	n, _ := q.Matrix.Size()
	whole, largest, err := symmetric(q.Matrix, n)
	if err != nil || largest == 0 {
		return err
	}
	for i := range n {
		whole[i*n+i] += 1e-10 * float64(n) * largest
	}
	_, err = linalg.Factorize(whole, n, func(done float64) bool {
		return ctl.Wanted(func() run.Report { return run.Report{Phase: "convexity", Fraction: min(done, 0.999)} })
	})
	switch {
	case errors.Is(err, linalg.ErrStopped):
		return run.ErrAborted
	case err != nil:
		return notConvex(fault.New(fault.Option, "quadratic", "the matrix of the quadratic objective has a negative eigenvalue"))
	}
	return nil
}

func notConvex(e *fault.Error) error {
	e.Message += ", so the program is not convex, and a solution that is found might not be the best one; add a multiple of the identity to it, or pass a positive semidefinite matrix (checkConvexity shows the eigenvalue and its direction)"
	return e
}

// symmetric returns the numbers of a symmetric matrix, row by row, with the largest one.
func symmetric(a Matrix, n int) (whole []float64, largest float64, err error) {
	whole = make([]float64, n*n)
	row := make([]float64, n)
	for i := range n {
		a.Row(row, i)
		copy(whole[i*n:], row)
		for _, v := range row {
			largest = max(largest, math.Abs(v))
		}
	}
	for i := range n {
		for j := range i {
			if math.Abs(whole[i*n+j]-whole[j*n+i]) > 1e-9*largest {
				return nil, 0, fault.New(fault.Option, "quadratic", "quadratic[%d, %d] is %.6g, but quadratic[%d, %d] is %.6g; pass a symmetric matrix, such as the mean of it and its transpose", i, j, whole[i*n+j], j, i, whole[j*n+i])
			}
		}
	}
	return whole, largest, nil
}

// Curvature returns the smallest eigenvalue of the matrix of a quadratic objective of n variables,
// with the eigenvector. An eigenvalue within rounding of 0 is 0.
func (q Quadratic) Curvature(ctl *run.Ctl, n int) (value float64, direction []float64, err error) {
	direction = make([]float64, n)
	if q.Matrix == nil && q.Factor == nil { // the eigenvectors of a diagonal are the axes
		least := 0
		for j, v := range q.Diagonal {
			if v < q.Diagonal[least] {
				least = j
			}
		}
		direction[least] = 1
		if q.Diagonal != nil {
			value = q.Diagonal[least]
		}
		return value, direction, nil
	}
	if n > linalg.LargestSpectrum {
		return 0, nil, fault.New(fault.Numeric, "quadratic", "the eigenvalues of a matrix of %d rows take too long; pass a quadratic objective of at most %d variables", n, linalg.LargestSpectrum).
			With("rows", n)
	}
	watch := func(done float64) bool {
		return ctl.Wanted(func() run.Report { return run.Report{Phase: "eigenvalues", Fraction: min(done, 0.999)} })
	}
	whole := make([]float64, n*n)
	if q.Matrix != nil {
		if whole, _, err = symmetric(q.Matrix, n); err != nil {
			return 0, nil, err
		}
	}
	if q.Factor != nil {
		rows, _ := q.Factor.Size()
		ones := make([]float64, rows)
		for i := range ones {
			ones[i] = 1
		}
		q.Factor.AddGram(whole, ones, watch)
	}
	for j, v := range q.Diagonal {
		whole[j*n+j] += v
	}
	spectrum := linalg.NewSpectrum(whole, n, watch)
	if spectrum == nil && !watch(1) {
		return 0, nil, run.ErrAborted
	}
	if spectrum == nil {
		return 0, nil, fault.New(fault.Numeric, "quadratic", "the eigenvalues of the quadratic objective overflow; divide it by a constant")
	}
	for j := range direction {
		direction[j] = spectrum.Vectors()[j*n]
	}
	values := spectrum.Values()
	if value = values[0]; math.Abs(value) <= 1e-10*float64(n)*math.Abs(values[n-1]) {
		value = 0
	}
	return value, direction, nil
}
