package catalog

import (
	"maxmargin/core/machines/tree"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
)

// Wrapper is one line of the wrappers of machines, see model.Wrapper.
type Wrapper struct {
	// Field is a field that only files of wrapped machines have.
	Field string
	// New returns a machine wrapped, or why it cannot be.
	New func(part model.Part) (model.Machine, error)
	// Wanted reports whether the options of a machine ask for it.
	Wanted func(m model.Machine) bool
}

// Wrappers returns everything that can be around a machine, from the inside out.
func Wrappers() []Wrapper {
	return []Wrapper{{"probability.fit", calib.New, calib.Wanted}}
}

// Wrap returns a machine of a name within all that its options ask for.
func Wrap(name string, m model.Machine) (_ model.Machine, err error) {
	for _, w := range Wrappers() {
		if w.Wanted(m) {
			if m, err = w.New(withNew(model.Part{Name: name, Machine: m})); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// ofStumps returns a holder of its default part. Nothing is ever around a stump, so its New needs no Wrap,
// which would need the table of machines, which has this holder.
func ofStumps(holder func(parts []model.Part) (model.Machine, error)) model.Machine {
	stump := tree.NewDecisionStump()
	like := func() (model.Machine, error) {
		made := tree.NewDecisionStump()
		model.Assign(made, stump.Options())
		return made, nil
	}
	m, err := holder([]model.Part{{Name: "DecisionStump", Label: EstimatorLabel, Machine: stump, New: like}})
	if err != nil {
		panic("catalog: " + err.Error())
	}
	return m
}

// EstimatorLabel is the label of the part that the members of a booster resemble.
const EstimatorLabel = "estimator"
