package seq_test

import (
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/seq"
)

// What each kernel can do: a method that is lost, or changed, does not compile here.
var (
	_ = []kernel.Checked{
		seq.AllSubsequences{}, seq.BoundedRange{}, seq.CommonSubstring{}, seq.GapWeighted{}, seq.Mismatch{},
		seq.Spectrum{}, seq.WeightedDegree{},
	}
	_ = []kernel.Sequence{
		seq.AllSubsequences{}, seq.BoundedRange{}, seq.CommonSubstring{}, seq.GapWeighted{}, seq.Mismatch{},
		seq.Spectrum{}, seq.WeightedDegree{},
	}
)
