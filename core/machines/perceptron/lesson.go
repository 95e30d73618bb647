package perceptron

import (
	"maxmargin/core/base/rng"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// lesson has the training data of one perceptron.
type lesson struct {
	number  int       // of the perceptron
	sign    []float64 // of every sample; 0 leaves it out
	weight  []float64 // of every sample
	order   []int32   // in which the samples are visited
	shuffle *rng.Stream
	passes  float64 // most passes
	stride  int     // visits between checkpoints
	updates string  // which mistakes a pass corrects; "": each
}

// newLesson returns the lesson of one problem, in the order of the samples.
func newLesson(p reduction.Problem, t model.Training, weight []float64, passes float64, stride int) lesson {
	s := lesson{number: p.Number, sign: p.Signs(t.Labels()), weight: weight,
		order: make([]int32, t.X.Len()), passes: passes, stride: stride}
	for i := range s.order {
		s.order[i] = int32(i)
	}
	return s
}

// plain reports whether all weights are 0 or 1, where Novikoff's bound holds.
func plain(weight []float64) bool {
	for _, w := range weight {
		if w != 0 && w != 1 {
			return false
		}
	}
	return true
}

// errors returns how many samples a learner puts on the wrong side.
func (s lesson) errors(l learner) (count int32) {
	for i, y := range s.sign {
		if y != 0 && s.weight[i] > 0 && !(y*l.value(i) > 0) {
			count++
		}
	}
	return count
}
