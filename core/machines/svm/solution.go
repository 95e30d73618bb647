package svm

import "maxmargin/core/solve/qp"

// Solution is the report of the solver, with an entry for each quadratic problem. It is
// empty for a model that was imported.
type Solution struct {
	DualityGaps []float64 `field:"solution.gap" shape:"z" absent:"" js:"dualityGaps" doc:"Primal minus dual objective of each quadratic problem."`
	Values      []float64 `field:"solution.values" shape:"z" absent:"" js:"kernelEvaluations" doc:"Kernel values that each quadratic problem needed, as if it were alone."`
	Hits        []float64 `field:"solution.hits" shape:"z" absent:"" js:"cacheHits" doc:"Kernel rows that each quadratic problem found in the cache."`
	Precision   string    `field:"solution.precision" absent:"" js:"precision" doc:"Numbers of the kernel rows, 'float64' or 'float32'; see study.precision."`
	Shrunk      []int32   `field:"solution.shrunk" shape:"z" absent:"" js:"shrunkCounts" doc:"Number of samples that were shrunk at some time, for each quadratic problem."`

	TraceEnds      []int32   `field:"trace.ends" shape:"z" absent:"" js:"traceEnds" doc:"End of each quadratic problem in the other fields of the trace, which have one entry for each recorded iteration; see the option trace."`
	TraceObjective []float64 `field:"trace.objective" shape:"t" absent:"" js:"traceObjective" doc:"Minus the dual objective after each iteration."`
	TraceGap       []float64 `field:"trace.gap" shape:"t" absent:"" js:"traceGap" doc:"Largest violation of the optimality (KKT) conditions after each iteration."`
	TracePrimal    []float64 `field:"trace.primal" shape:"primals" absent:"" js:"tracePrimal" doc:"Primal objective after each iteration. The smallest one so far and the largest dual objective enclose the optimum."`
	TraceMargin    []float64 `field:"trace.margin" shape:"t" absent:"" js:"traceMargin" doc:"1 / |w| after each iteration; 0 while w is zero."`
	TraceSetEnds   []int32   `field:"trace.setEnds" shape:"t" absent:"" js:"traceSetEnds" doc:"End of the working set of each iteration in traceSets."`
	TraceSets      []int32   `field:"trace.sets" shape:"u" absent:"" js:"traceSets" doc:"Working sets of the iterations, as rows of the training set, one set after another; the interior point method has none."`
	TraceScores    []float64 `field:"trace.scores" shape:"scores" absent:"" js:"traceScores" doc:"Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for the other solvers."`

	TraceMu             []float64 `field:"trace.mu" shape:"steps" absent:"" js:"traceMu" doc:"For each recorded iteration of the interior point method the value that the step after it aims the products of variables and multipliers at; empty for the other solvers."`
	TraceStep           []float64 `field:"trace.step" shape:"steps" absent:"" js:"traceStep" doc:"The share of that step that was taken; 0 where there was none."`
	TracePrimalResidual []float64 `field:"trace.primalResidual" shape:"steps" absent:"" js:"tracePrimalResidual" doc:"Violation of the equalities before that step, relative to the scale of the variables."`
	TraceDualResidual   []float64 `field:"trace.dualResidual" shape:"steps" absent:"" js:"traceDualResidual" doc:"Violation of the dual equality before that step, relative to its scale."`
}

// expect reserves space for the reports of this many problems.
func (s *Solution) expect(problems int) {
	for _, field := range []*[]float64{&s.DualityGaps, &s.Values, &s.Hits} {
		*field = make([]float64, 0, problems)
	}
	for _, field := range []*[]int32{&s.Shrunk, &s.TraceEnds} {
		*field = make([]int32, 0, problems)
	}
}

// add appends the report and the trace of one more problem over some samples.
func (s *Solution) add(r *qp.Result, samples []int) {
	switch {
	case r.Single: // of the only problem, or of all that are large enough for a device
		s.Precision = "float32"
	case s.Precision == "":
		s.Precision = "float64"
	}
	extend(&s.DualityGaps, r.DualityGap)
	extend(&s.Values, float64(r.Values))
	extend(&s.Hits, float64(r.Hits))
	extend(&s.Shrunk, int32(r.Shrunk))
	if t := r.Trace; t != nil {
		extend(&s.TraceObjective, t.Objective...)
		extend(&s.TraceGap, t.Gap...)
		extend(&s.TracePrimal, t.Primal...)
		extend(&s.TraceMargin, t.Margin...)
		extend(&s.TraceScores, t.Scores...)
		extend(&s.TraceMu, t.Mu...)
		extend(&s.TraceStep, t.Length...)
		extend(&s.TracePrimalResidual, t.Rows...)
		extend(&s.TraceDualResidual, t.Slope...)
		first := int32(len(s.TraceSets))
		for i := range t.Ends {
			t.Ends[i] += first
		}
		for i, at := range t.Set {
			t.Set[i] = int32(samples[at])
		}
		extend(&s.TraceSetEnds, t.Ends...)
		extend(&s.TraceSets, t.Set...)
	}
	extend(&s.TraceEnds, int32(len(s.TraceObjective)))
}

// extend appends to a field. Inlined ten times it would be 4 KB.
//
//go:noinline
func extend[T any](field *[]T, more ...T) { *field = append(*field, more...) }
