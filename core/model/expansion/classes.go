package expansion

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// Classes is the result of machines that have a function for every class and predict the
// class with the largest value. For two classes it is a single function: that of class 1
// less that of class 0.
type Classes struct {
	Order []int32 `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equal values, see reduction.Ascending
	Functions
}

// NewClasses returns the functions of a fit, one for each class: their constants and,
// k x m, their coefficients over the rows of the training set.
func NewClasses(k kernel.Kernel, widths []float64, t model.Training, rows []int, intercept, coef []float64) Classes {
	c := Classes{Order: reduction.Ascending(t.Classes()), Functions: Functions{Support: NewSupport(k, widths, t.X, rows)}}
	c.Intercept, c.Coef = Difference(intercept, 1), Difference(coef, len(rows))
	return c
}

// Begin returns the functions, without coefficients, with which a machine begins a fit to t. If c has
// had a fit, it is an update: the kernel and the classes are those of c. kernelFor makes another
// kernel; machine is the name, for errors.
func (c *Classes) Begin(machine string, t model.Training, kernelFor func(x sample.Set) (kernel.Kernel, []float64, error)) (begun Classes, err error) {
	known := max(2, t.Classes())
	if c.Features == 0 {
		k, widths, err := kernelFor(t.X)
		if err != nil {
			return begun, err
		}
		begun.Space, begun.Order = NewSpace(k, widths, t.X), reduction.Ascending(t.Classes())
	} else {
		if c.Given() {
			return begun, fault.New(fault.Option, "kernel", "a machine with a precomputed kernel cannot be updated: it does not keep its samples. Use a kernel of the samples, or fit to all of them")
		}
		known, begun.Space, begun.Order = len(c.Order), c.Space, c.Order
	}
	if err := reduction.CheckUpdate(known, t.Classes()); err != nil {
		return begun, err
	}
	return begun, begun.Ready(machine, t.X)
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
	if err := c.Scheme().Check(c.Order, len(c.Intercept)); err != nil {
		return err
	}
	return c.Support.Restore(kernels, spec)
}

// Scheme returns the scheme of the classes.
func (c *Classes) Scheme() reduction.Scheme { return reduction.Largest(c.Order) }

// Outputs returns how many decision values a sample has. shape is "ovr" or "".
func (c *Classes) Outputs(shape string) (int, error) {
	return c.Scheme().Outputs(shape)
}

// Decision returns, for every sample of x, the decision value of class 1 when there
// are two classes, else one for each class. shape is "ovr" or "".
func (c *Classes) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return c.Scheme().Decision(ctl, c, shape, x)
}

// Predict returns the class of every sample of x: that with the largest value.
func (c *Classes) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return c.Scheme().Predict(ctl, c, c.Order, x)
}
