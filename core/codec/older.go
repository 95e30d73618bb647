package codec

import (
	"math"
	"strings"

	"maxmargin/core/model"
	"maxmargin/core/run"
)

// Tags say what a field that an older file lacks stands for: absent for the result of a
// fit, default and former for options. This file handles what tags cannot express: fitted
// fields that had another name, and fields that are computed from others.

// now returns the present name of a field from its name in older files.
func now(former string) string {
	switch former {
	case "support.indptr":
		return "support.vectors.indptr"
	case "support.columns":
		return "support.vectors.indices"
	case "support.values":
		return "support.vectors.values"
	}
	return former
}

// rename gives the fields of a file their present names.
func rename(fields []model.Field) {
	for i := range fields {
		fields[i].Name = now(fields[i].Name)
	}
}

// pairReport is takeReport for files of the earliest form, which have a report for each
// pair of classes and none for the whole fit. The pairs are added up as a fit adds them
// up, and the first of them that did not converge says how it ended.
func pairReport(r *model.Record) (report model.Report, err error) {
	words, err := r.Text("pair.status")
	if err != nil {
		return report, err
	}
	report.Status = run.Converged
	for _, status := range strings.Split(words, " ") {
		if report.Status == run.Converged {
			report.Status = run.Status(status)
		}
	}
	iterations, err := r.Int32s("pair.iterations", -1, 0, math.MaxInt32)
	if err != nil {
		return report, err
	}
	objectives, err := r.Float64s("pair.objective", len(iterations))
	if err != nil {
		return report, err
	}
	gaps, err := r.Float64s("pair.gap", len(iterations))
	if err != nil {
		return report, err
	}
	for p, n := range iterations {
		report.Iterations += int(n)
		report.Objective += objectives[p]
		report.Gap = max(report.Gap, gaps[p])
	}
	vectors, err := r.Int32s("support.indices", -1, 0, math.MaxInt32)
	report.SupportVectors = len(vectors)
	return report, err
}
