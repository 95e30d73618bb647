package boost

import (
	"math"

	"maxmargin/core/model/reduction"
)

// tally are the votes for the classes of the training samples.
type tally struct {
	k      int
	labels []int32
	first  []float64 // the share of each sample in the weights that the user gave
	votes  []float64 // n x k: sum of the alphas of the members that predict each class
}

func newTally(k int, labels []int32, first []float64) tally {
	return tally{k: k, labels: labels, first: first, votes: make([]float64, len(labels)*k)}
}

// count adds the votes of a member.
func (t *tally) count(said []int32, alpha float64) {
	for i, c := range said {
		t.votes[i*t.k+int(c)] += alpha
	}
}

// margin returns the votes for the class of sample i less the most for another class.
func (t *tally) margin(i int) float64 {
	own, most := 0.0, math.Inf(-1)
	class := int(t.labels[i])
	for c, v := range t.votes[i*t.k : (i+1)*t.k] {
		if c == class {
			own = v
		} else if v > most {
			most = v
		}
	}
	return own - most
}

// margins returns the margins of all samples, between -1 and 1, where all votes of a sample
// add up to total.
func (t *tally) margins(total float64) []float64 {
	margins := make([]float64, len(t.labels))
	for i := range margins {
		margins[i] = t.margin(i) / total
	}
	return margins
}

// wrong returns the share of the samples, by weight, that the ensemble gets wrong.
func (t *tally) wrong(e *Ensemble) (share float64) {
	election := reduction.Largest(e.Order).Election(e.Order)
	for i, w := range t.first {
		margin := t.margin(i)
		if margin < 0 || margin == 0 && t.elected(i, election) != t.labels[i] {
			share += w
		}
	}
	return min(share, 1)
}

// elected returns the predicted class of sample i.
func (t *tally) elected(i int, election *reduction.Election) int32 {
	values := t.votes[i*t.k : (i+1)*t.k]
	if t.k == 2 {
		values = []float64{values[1] - values[0]}
	}
	class, _ := election.Elect(values)
	return class
}
