package perceptron

import (
	"maxmargin/core/base/run"
	"maxmargin/core/model"
)

// Mistakes record how q perceptrons have learnt.
type Mistakes struct {
	Mistakes     []int32   `field:"mistakes" shape:"q" js:"mistakes" doc:"Number of mistakes during learning, for each decision function."`
	Passes       []int32   `field:"passes" shape:"q" js:"nIter" doc:"Passes over the samples for each decision function; if the classes were separated, the last had no mistake."`
	PassMistakes []int32   `field:"pass.mistakes" shape:"p" js:"mistakesPerPass" doc:"Mistakes in each pass, all decision functions together."`
	Sequence     []int32   `field:"mistake.rows" shape:"t" js:"mistakeRows" doc:"The rows of the last fit or update at which mistakes were made, in order, for one decision function after the other; at most the first 4096 of each."`
	RadiusSquare float64   `field:"radius.square" js:"squaredRadius" doc:"R^2, the largest <x, x> of all samples seen."`
	Margins      []float64 `field:"margins" shape:"q" js:"margins" doc:"Geometric margin of the training samples at the end of a fit, for each decision function; negative if it does not separate the classes."`
	Bounds       []float64 `field:"bounds" shape:"q" js:"mistakeBounds" doc:"Novikoff's bound on the mistakes of a fit, from R and the final margin, if this margin is positive: (2R/margin)^2 with the default bias, (R/margin)^2 without a bias; 0 where it does not apply."`
}

// after returns the record of before, followed by m.
func (m Mistakes) after(before Mistakes) Mistakes {
	for q := range before.Mistakes {
		m.Mistakes[q] += before.Mistakes[q]
		m.Passes[q] += before.Passes[q]
	}
	m.PassMistakes = append(append([]int32(nil), before.PassMistakes...), m.PassMistakes...)
	return m
}

// longest is how many mistakes of one perceptron are kept.
const longest = 4096

func newMistakes(q int) Mistakes {
	return Mistakes{Mistakes: make([]int32, q), Passes: make([]int32, q), Margins: make([]float64, q), Bounds: make([]float64, q)}
}

// report returns the report of a fit to n samples. Its gap is the share of mistakes in
// the last pass.
func (m *Mistakes) report(status run.Status, n int) model.Report {
	r := model.Report{Status: status}
	for _, passes := range m.Passes {
		r.Iterations += int(passes)
	}
	if last := len(m.PassMistakes) - 1; last >= 0 {
		r.Gap = float64(m.PassMistakes[last]) / float64(n)
	}
	return r
}
