package programs

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Basis are the functions that a machine adds to the expansion, without a penalty.
type Basis struct {
	Basis        string `js:"basis" default:"constant" choices:"none,constant,linear,quadratic" doc:"Functions that are added to the kernel expansion and cost no penalty: none, a constant, a constant with the columns of X, or also the products of two columns."`
	BasisColumns int    `js:"basisColumns" default:"0" range:"[0,16777216]" doc:"How many of the last columns of X hold the values of further functions without a penalty. The kernel sees these columns too, unless kernels.columns leaves them out."`
}

// hasConstant reports whether one of the functions is constant.
func (b Basis) hasConstant() bool { return b.Basis != "none" }

// count returns how many other functions there are, of samples of d features.
func (b Basis) count(d int) int {
	switch b.Basis {
	case "linear":
		return d + b.BasisColumns
	case "quadratic":
		return d + d*(d+1)/2 + b.BasisColumns
	}
	return b.BasisColumns
}

// check returns an error if there are no such functions of the samples of a kernel.
func (b Basis) check(k kernel.Kernel, d int) error {
	polynomial := b.Basis == "linear" || b.Basis == "quadratic"
	switch {
	case b.BasisColumns > d:
		return fault.New(fault.Option, "basisColumns", "basisColumns is %d, but X has only %d columns; lower it, or append the values of the functions to X as columns", b.BasisColumns, d).With("columns", d)
	case !polynomial && b.BasisColumns == 0:
		return nil
	case kernel.IsGiven(k) || kernel.Compares(k) != sample.Numbers:
		option := "basis"
		if !polynomial {
			option = "basisColumns"
		}
		return fault.New(fault.Option, option, "functions without a penalty need the columns of X, which kernel values and strings do not have; leave %s out, or name a kernel of rows of numbers", option)
	}
	return nil
}

// values sets dst to the values of the other functions at x.
func (b Basis) values(dst, x []float64) {
	d := len(x)
	if b.Basis == "linear" || b.Basis == "quadratic" {
		copy(dst, x)
		dst = dst[d:]
	}
	if b.Basis == "quadratic" {
		for i, v := range x {
			for _, w := range x[i:] {
				dst[0] = v * w
				dst = dst[1:]
			}
		}
	}
	copy(dst, x[d-b.BasisColumns:])
}
