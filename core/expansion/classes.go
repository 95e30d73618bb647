package expansion

import (
	"cmp"

	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Classes is the result of machines that have a function for every class and predict the
// class with the largest value. For two classes it is a single function: that of class 1
// less that of class 0.
type Classes struct {
	Order []int32 `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equal values, see multi.Ascending
	Functions
}

// NewClasses returns the functions of a fit, one for each class: their constants and,
// k x m, their coefficients over the rows of the training set.
func NewClasses(k kernel.Kernel, widths []float64, t model.Training, rows []int, intercept, coef []float64) Classes {
	c := Classes{Order: multi.Ascending(t.Classes()), Functions: Functions{Support: NewSupport(k, widths, t.X, rows)}}
	c.Intercept, c.Coef = Difference(intercept, 1), Difference(coef, len(rows))
	return c
}

// Difference returns the second row less the first when there are two rows of n numbers;
// it returns more rows unchanged.
func Difference(rows []float64, n int) []float64 {
	if len(rows) != 2*n {
		return rows
	}
	for i := range n {
		rows[i] = rows[n+i] - rows[i]
	}
	return rows[:n:n]
}

// Restore makes functions usable that were read from a model file.
func (c *Classes) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := multi.CheckOrder(c.Order); err != nil {
		return err
	}
	if got, want := len(c.Intercept), c.Scheme().Count(); got != want {
		return fault.New(fault.Format, "bytes", "the model has %d decision functions for %d classes, expected %d", got, len(c.Order), want)
	}
	return c.Support.Restore(kernels, spec)
}

// Scheme returns the scheme of the classes.
func (c *Classes) Scheme() multi.Scheme {
	return multi.Scheme{Name: multi.OneVsRest, Classes: len(c.Order)}
}

// Outputs returns how many decision values a sample has. shape is "ovr" or "".
func (c *Classes) Outputs(shape string) (int, error) {
	return c.Scheme().Outputs(cmp.Or(shape, multi.OneVsRest))
}

// Decision returns, for every sample of x, the decision value of class 1 when there
// are two classes, else one for each class. shape is "ovr" or "".
func (c *Classes) Decision(ctl *run.Ctl, machine string, x sample.Set, shape string) (values []float64, cols int, err error) {
	if err := c.Ready(machine, x); err != nil {
		return nil, 0, err
	}
	if shape == "" {
		shape = multi.OneVsRest
	}
	return c.Scheme().Decision(ctl, c, shape, x)
}

// Predict returns the class of every sample of x: that with the largest value.
func (c *Classes) Predict(ctl *run.Ctl, machine string, x sample.Set) ([]int32, error) {
	if err := c.Ready(machine, x); err != nil {
		return nil, err
	}
	return c.Scheme().Predict(ctl, c, c.Order, x)
}
