package subspace

import (
	"errors"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
)

// singular is the reciprocal condition below which a solution would be noise.
const singular = 0x1p-52

// solver returns a function that solves systems with the symmetric matrix of order n that matrix
// returns: the variance within classes plus alpha. If the matrix has no Cholesky factor, or is too
// badly conditioned, solver asks for the matrix again and uses its eigenvectors: solutions are then
// the shortest vectors with the smallest residual, and notes say so. what names the rows of the
// matrix, for the error if there are too many. It returns run.ErrAborted if it was ended;
// p.Watch(1) says whether that happened later.
func solver(p *run.Phases, n int, what string, matrix func() ([]float64, error)) (solve func([]float64), notes []model.Note, err error) {
	a, err := matrix()
	if err != nil {
		return nil, nil, err
	}
	p.Begin("factorisation")
	factor, err := linalg.Factorize(a, n, p.Watch)
	switch {
	case errors.Is(err, linalg.ErrStopped):
		return nil, nil, run.ErrAborted
	case err == nil && (factor.ReciprocalCondition() >= singular || factor.Stopped()):
		return factor.Solve, nil, nil
	case n > linalg.LargestSpectrum:
		return nil, nil, fault.New(fault.Numeric, "alpha", "the variance within classes plus alpha is singular or indefinite in floating point, and %d %s are too many for the shortest solution (at most %d); raise alpha", n, what, linalg.LargestSpectrum)
	}
	if a, err = matrix(); err != nil {
		return nil, nil, err
	}
	spectrum := linalg.NewSpectrum(a, n, p.Watch)
	if spectrum == nil && !p.Watch(1) {
		return nil, nil, run.ErrAborted
	}
	if spectrum == nil {
		return nil, nil, model.Overflow()
	}
	if spectrum.Negative() > 0 {
		notes = append(notes, model.Indefinite("the variance within classes plus alpha is negative in some direction", "The directions found maximise nothing. Raise alpha or change the kernel"))
	}
	if spectrum.Zero() > 0 {
		notes = append(notes, model.Note{Code: "WARN_SINGULAR", Message: "the variance within classes plus alpha is singular in floating point: features are constant within classes, depend on each other, or are more than the samples. Of the many solutions the shortest was taken; raise alpha"})
	}
	return spectrum.Solve, notes, nil
}
