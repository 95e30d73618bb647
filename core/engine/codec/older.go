package codec

import (
	"math"
	"strings"

	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Tags say what a field that an older file lacks stands for: absent for the result of a
// fit, default for options. This file handles what tags cannot express: names and values that
// were spelt otherwise, and fields that are computed from others.

// rename gives the fields of a file their present names, and values of options and statuses
// their present spelling. It reports whether options or values had another one.
func rename(fields []schema.Field) (renamed bool) {
	for i := range fields {
		f := &fields[i]
		switch f.Name {
		case "support.indptr":
			f.Name = "support.vectors.indptr"
		case "support.columns":
			f.Name = "support.vectors.indices"
		case "support.values":
			f.Name = "support.vectors.values"
		}
		text, _ := f.Value.(string)
		switch f.Name[strings.LastIndexByte(f.Name, '.')+1:] {
		case "loss", "solver", "formulation", "pairwise", "reg", "status":
			now := camelCase(text)
			if now == "squared" { // a loss that had two names
				now = "gaussian"
			}
			if now != text {
				f.Value, renamed = now, true
			}
		}
	}
	// If a file has several of these, the first that is not zero counts.
	seeds := map[string]bool{}
	for _, old := range []string{"option.randomState", "option.probabilitySeed", "option.solverSeed"} {
		for i := range fields {
			part, found := strings.CutSuffix(fields[i].Name, old)
			seed, _ := fields[i].Value.([]float64)
			if found && !seeds[part] && len(seed) == 1 && seed[0] != 0 {
				fields[i].Name, seeds[part], renamed = part+"option.seed", true, true
			}
		}
	}
	return renamed
}

// camelCase returns squaredHinge for squared_hinge, smoPlatt for smo-platt.
func camelCase(text string) string {
	word, b := false, []byte(nil)
	for _, c := range []byte(text) {
		switch {
		case c == '_' || c == '-':
			word = true
			continue
		case word && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		}
		word, b = false, append(b, c)
	}
	return string(b)
}

// pairReport is takeReport for files of the earliest form, which have a report for each
// pair of classes and none for the whole fit. The pairs are added up as a fit adds them
// up, and the first of them that did not converge says how it ended.
func pairReport(r *schema.Record) (report model.Report, err error) {
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
