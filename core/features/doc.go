// Package features holds the transformers that compute features of samples whose inner
// products are the values of a kernel, or come close to them: with such features a linear
// machine learns what a kernel machine would, in a time that grows with the number of
// samples and not with its square.
package features

import (
	"maxmargin/core/model"
	"maxmargin/core/run"
)

// present returns the rows of a training set that have a positive weight. What these
// transformers learn does not depend on the weights otherwise.
func present(t model.Training) ([]int, error) {
	rows, _, _, err := model.Positive(t.Weight, t.X.Len())
	return rows, err
}

// aborted is the report of a fit that ended early: half a transformer is of no use.
func aborted() model.Report { return model.Report{Status: run.Aborted} }
