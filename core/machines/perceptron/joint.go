package perceptron

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
)

// Tally records how the functions of all classes have learnt together.
type Tally struct {
	Mistakes     int     `field:"mistakes" js:"mistakes" doc:"Number of mistakes during learning."`
	Passes       int     `field:"passes" js:"nIter" doc:"Passes over the samples; if the classes were separated, the last had no mistake."`
	PassMistakes []int32 `field:"pass.mistakes" shape:"p" js:"mistakesPerPass" doc:"Mistakes in each pass."`
	RadiusSquare float64 `field:"radius.square" js:"squaredRadius" doc:"R^2, the largest <x, x> of all samples seen."`
	Margin       float64 `field:"margin" js:"margin" doc:"The least lead of the true class over another at a training sample, at the end of a fit, over the norm of all functions together; negative if they do not separate the classes."`
	Bound        float64 `field:"bound" js:"mistakeBound" doc:"The bound on the mistakes of a fit from R and the margin at the end, if this margin is positive and all weights of samples are 1; else 0."`
}

// after returns the record of before, followed by t.
func (t Tally) after(before Tally) Tally {
	t.Mistakes += before.Mistakes
	t.Passes += before.Passes
	t.PassMistakes = append(append([]int32(nil), before.PassMistakes...), t.PassMistakes...)
	return t
}

// report returns the report of a fit to n samples. Its gap is the share of mistakes in the
// last pass.
func (t *Tally) report(status run.Status, n int) model.Report {
	r := model.Report{Status: status, Iterations: t.Passes}
	if last := len(t.PassMistakes) - 1; last >= 0 {
		r.Gap = float64(t.PassMistakes[last]) / float64(n)
	}
	return r
}

// Standing has the present functions if the output is their mean, so that an update continues from
// them. Like the output it has the difference of the functions for two classes.
type Standing struct {
	LastCoef []float64 `field:"last.coef" shape:"l" absent:""`      // as long as those of the output; empty if they are the output
	LastBias []float64 `field:"last.intercept" shape:"b" absent:""` // likewise
	Looks    float64   `field:"looks" range:"[0,inf)" absent:"0"`   // at samples so far
}

// stand returns the coefficients to continue from, n for each of k classes, and the sums over the
// corrections of (looks before) times the step. output and last are as in Standing.
func (s *Standing) stand(output, last []float64, n, k int) (now, late []float64) {
	if len(last) == 0 {
		return each(output, n, k), make([]float64, n*k)
	}
	late = make([]float64, len(output))
	for at, v := range output {
		late[at] = (last[at] - v) * s.Looks
	}
	return each(last, n, k), each(late, n, k)
}

// check returns an error unless there is a last coefficient for each one, or none.
func (s *Standing) check(coef, bias int) error {
	if len(s.LastBias) != 0 && len(s.LastBias) != bias || len(s.LastBias) == 0 && len(s.LastCoef) != 0 || len(s.LastBias) != 0 && len(s.LastCoef) != coef {
		return fault.New(fault.Format, "bytes", "the parts of the output of a perceptron do not go together")
	}
	return nil
}

// each returns the coefficients of the functions of k classes, n of each. For two classes
// rows is the difference of their functions, one of which is the other's negative.
func each(rows []float64, n, k int) []float64 {
	if len(rows) == k*n {
		return slices.Clone(rows)
	}
	all := make([]float64, 2*n)
	for i, v := range rows {
		all[i], all[n+i] = -v/2, v/2
	}
	return all
}

// corrector takes corrections.
type corrector interface {
	correct(i int, step float64)
}

// joint is the perceptron of k classes while it learns, in either form.
type joint struct {
	rule
	functions []learner   // of each class
	late      []corrector // for averaged output: of each class the sum over the corrections of (looks before) times the step; otherwise nil
	looks     float64
}

// rival returns the best class other than y for a sample, and the lead of y.
func (j *joint) rival(i, y int) (rival int, lead float64) {
	best, own := math.Inf(-1), 0.0
	for c, l := range j.functions {
		f := l.value(i)
		if c == y {
			own = f
		} else if f > best {
			rival, best = c, f
		}
	}
	return rival, own - best
}

// move adds a multiple of a sample to the function of a class.
func (j *joint) move(i, c int, step float64) {
	j.functions[c].correct(i, step)
	if j.late != nil {
		j.late[c].correct(i, float64(step*j.looks))
	}
}

// mean returns the mean of coefficients over the looks, where last and late are as Standing
// has them.
func (j *joint) mean(last, late []float64) []float64 {
	m := make([]float64, len(last))
	for at, v := range last {
		m[at] = v - late[at]/max(1, j.looks)
	}
	return m
}

// jointLesson has the training data of the functions of all classes.
type jointLesson struct {
	labels  []int32
	weight  []float64
	order   []int32 // in which the samples are visited
	shuffle *rng.Stream
	passes  float64 // most passes; 0: an update, one in order
	stride  int     // visits between checkpoints
	isBatch bool    // a pass ends at its first mistake
}

func newJointLesson(t model.Training, weight []float64, passes float64, stride int, updates string, shuffle bool, seed int) jointLesson {
	s := jointLesson{labels: t.Labels(), weight: weight, order: make([]int32, t.X.Len()), passes: passes, stride: stride}
	for i := range s.order {
		s.order[i] = int32(i)
	}
	if passes > 0 {
		s.isBatch = updates == updatesBatch
		if shuffle {
			s.shuffle = rng.New(uint64(seed))
		}
	}
	return s
}

// learn makes passes over the samples until one has no mistake.
func (j *joint) learn(ctl *run.Ctl, s jointLesson, t *Tally) run.Status {
	most := max(1, s.passes)
	for pass := 0; float64(pass) < most; pass++ {
		if s.shuffle != nil {
			s.shuffle.Shuffle(s.order)
		}
		made := int32(0)
		for at, i := range s.order {
			if at%s.stride == 0 {
				if status := ctl.Checkpoint(func() run.Report {
					return run.Report{Iteration: pass, Gap: float64(made) / float64(len(s.order)), Fraction: max(0, min(1, float64(pass)/most))}
				}); status != "" {
					return status
				}
			}
			if s.weight[i] == 0 {
				continue
			}
			y := int(s.labels[i])
			if rival, lead := j.rival(int(i), y); !(lead > 0) {
				step := float64(j.rate * s.weight[i])
				j.move(int(i), y, step)
				j.move(int(i), rival, -step)
				made++
			}
			j.looks++
			if made > 0 && s.isBatch {
				break
			}
		}
		t.Mistakes += int(made)
		t.Passes++
		t.PassMistakes = append(t.PassMistakes, made)
		if made == 0 || s.passes == 0 {
			return run.Converged
		}
	}
	return run.IterationLimit
}

// judge sets the final margin of the functions and the bound for it. It returns by how much the sum
// of their squared norms is below 0, beyond rounding, with a kernel that is not positive
// semidefinite.
func (j *joint) judge(s jointLesson, bias []float64, t *Tally) (below float64) {
	least, norm2 := math.Inf(1), 0.0
	for i, y := range s.labels {
		if s.weight[i] > 0 {
			_, lead := j.rival(i, int(y))
			least = min(least, lead)
		}
	}
	for c, l := range j.functions {
		own, rounding := l.norm2()
		if norm2 += own; j.bias > 0 {
			norm2 += float64(bias[c]*bias[c]) / j.bias
		}
		below = max(below, -own-rounding)
	}
	if !(norm2 > 0) || math.IsInf(least, 0) {
		return below
	}
	t.Margin = least / math.Sqrt(norm2)
	if bound := 2 * (t.RadiusSquare + j.bias) / (t.Margin * t.Margin); t.Margin > 0 && plain(s.weight) && bound <= math.MaxFloat64 {
		t.Bound = bound
	}
	return below
}
