package catalog_test

import (
	"testing"

	"maxmargin/core/catalog"
	"maxmargin/core/check"
	"maxmargin/core/model"
	"maxmargin/core/ridge"
	"maxmargin/core/svm"
)

// An average of two machines is one machine to every check.
func TestAverage(t *testing.T) {
	check.Holder(t, "Average", func() []model.Part {
		return []model.Part{
			{Name: "SVR", Label: "tube", Machine: svm.NewSVR(catalog.Kernel)},
			{Name: "KernelRidge", Label: "ridge", Machine: ridge.NewKernelRidge(catalog.Kernel)},
		}
	}, nil)
}
