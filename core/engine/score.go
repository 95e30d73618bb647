package engine

import (
	"slices"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/data/metric"
	"maxmargin/core/model"
)

// ScoreRequest says by which metric predictions are scored.
type ScoreRequest struct {
	Scoring string   `js:"scoring"` // "": the default for this kind of predictions
	Classes int      `js:"classes"` // k, of a classifier
	Names   []string `js:"names"`   // of the classes
	Ordered bool     `js:"ordered"` // the classes have an order
}

// Answers are predictions of a model for rows.
type Answers struct {
	Prediction
	Decision      []float64 // one value for each row, or one for each row and class
	Probabilities []float64 // one for each row and class
}

// Scored is a score, or the name of the method whose answers the metric needs.
type Scored struct {
	Score   float64 `js:"score"`
	Greater bool    `js:"greater"` // greater scores are better
	Needs   string  `js:"needs"`   // "": there is a score
}

// Score compares predictions with the truth: classes if there are labels, otherwise numbers.
func Score(r ScoreRequest, y Targets, found Answers) (Scored, error) {
	kind, rows, given := metric.OfValues, len(y.Values), len(found.Values)
	var ranks []float64
	if y.Labels != nil {
		kind, rows, given = metric.OfClasses, len(y.Labels), len(found.Labels)
		var target model.Target = model.Classes{}
		if r.Ordered {
			target = model.Ordered{}
		}
		if ranks = ranksOf(target, r.Classes, r.Names); ranks != nil {
			kind = metric.OfRanks
		}
	}
	m, err := metric.Find(r.Scoring, kind)
	if err != nil {
		return Scored{}, err
	}
	scored := Scored{Greater: m.Greater}
	if given != rows || rows == 0 {
		return scored, model.WrongLength("predictions", given, rows)
	}
	if y.Weight != nil {
		if !m.Weighs() {
			return scored, fault.New(fault.Option, "sampleWeight", "%s has no weights of rows; leave sampleWeight out", m.Name)
		}
		if _, _, _, err := model.Positive(y.Weight, rows); err != nil {
			return scored, err
		}
		m.Weight = y.Weight
	}
	if y.Labels == nil {
		if m.Takes > metric.Orders {
			of := y.Groups
			if of == nil {
				of = make([]int32, rows)
			}
			scored.Score = m.Within(y.Values, found.Values, of, int(slices.Max(of))+1)
		} else {
			scored.Score = m.OfValues(y.Values, found.Values)
		}
		return scored, nil
	}
	scored.Score, err = tune.OfClasses(m, ranks, y.Labels, found.Labels, r.Classes, func() ([]float64, int, error) {
		if found.Decision == nil {
			scored.Needs = "decisionFunction"
			return make([]float64, rows*r.Classes), r.Classes, nil
		}
		cols := len(found.Decision) / rows
		if cols != 1 && cols != r.Classes || cols*rows != len(found.Decision) {
			return nil, 0, model.WrongLength("decision values", len(found.Decision), rows*r.Classes)
		}
		return found.Decision, cols, nil
	}, func() ([]float64, error) {
		if found.Probabilities == nil {
			scored.Needs = "predictProba"
			return make([]float64, rows*r.Classes), nil
		}
		if len(found.Probabilities) != rows*r.Classes {
			return nil, model.WrongLength("probabilities", len(found.Probabilities), rows*r.Classes)
		}
		return found.Probabilities, nil
	})
	return scored, err
}
