package perceptron

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/solve/primal"
)

// Choice has the options for the output of a Perceptron and for the mistakes that it corrects.
type Choice struct {
	Output  string `js:"output" default:"last" choices:"last,averaged,voted,pocket" doc:"What is predicted with: the weights at the end ('last'); the mean of those after every look at a sample ('averaged'); the votes of all weights there were, each as often as it was right and once more ('voted', which keeps them all); or those that were right about the most samples in a row ('pocket')."`
	Updates string `js:"updates" default:"online" choices:"online,batch,worst" doc:"Which mistakes a pass corrects: each, in the order of the samples ('online'); the first, and then the next pass begins ('batch', the Batch Perceptron); or that of the sample with the smallest y f(x) ('worst', steps along a subgradient of the worst margin). Fits only: partialFit goes through its samples in order."`
}

// What a Perceptron gives, and which mistakes it corrects.
const (
	outputAveraged = "averaged"
	outputVoted    = "voted"
	outputPocket   = "pocket"
	updatesBatch   = "batch"
	updatesWorst   = "worst"
)

// Outcome has the present weights of each perceptron whose output differs from them, for updates,
// and the output itself if that is no weights.
type Outcome struct {
	LastWeights []float64 `field:"last.coef" shape:"l" absent:""`      // q x d; empty: the weights
	LastBias    []float64 `field:"last.intercept" shape:"b" absent:""` // q
	LateWeights []float64 `field:"late.coef" shape:"a" absent:""`      // q x d, for 'averaged': the sum over the corrections of (looks before) times the step
	LateBias    []float64 `field:"late.intercept" shape:"c" absent:""` // q
	Looks       []float64 `field:"looks" shape:"o" absent:""`          // q, of 'averaged': at samples so far
	Runs        []int32   `field:"pocket.runs" shape:"r" absent:"" js:"pocketRuns" doc:"With the output 'pocket', how many samples in a row its weights were right about, for each decision function."`
	Run         []int32   `field:"last.runs" shape:"e" absent:""` // q, of 'pocket': of the last weights
	Votes       []int32   `field:"votes" shape:"v" absent:"" js:"votes" doc:"With the output 'voted', the votes of each of its weights, for one decision function after the other."`
	VoteEnds    []int32   `field:"vote.ends" shape:"f" absent:"" js:"voteEnds" doc:"With the output 'voted', the end in votes of each decision function."`
	VoteWeights []float64 `field:"vote.coef" shape:"v,d" absent:"" js:"voteCoef" doc:"With the output 'voted', the weights that vote: a row each."`
	VoteBias    []float64 `field:"vote.intercept" shape:"v" absent:"" js:"voteIntercept" doc:"With the output 'voted', the constants that belong to voteCoef."`
}

// course watches one perceptron and keeps the data of its output.
type course struct {
	output    string
	last      *weights
	looks     float64   // at samples so far
	late      []float64 // of 'averaged'
	lateBias  float64
	pocket    []float64
	bias      float64
	run, best int32
	votes     []int32
	vectors   []float64
	biases    []float64
}

// passed records a look at a sample without a correction.
func (c *course) passed() {
	c.looks++
	switch c.output {
	case outputVoted:
		c.votes[len(c.votes)-1]++
	case outputPocket:
		c.run++
		c.keep()
	}
}

// keep puts the last weights into the pocket if they have been right more often in a row.
func (c *course) keep() {
	if c.run > c.best {
		c.best, c.bias = c.run, *c.last.b
		copy(c.pocket, c.last.w)
	}
}

// corrected records a correction by a multiple of sample i.
func (c *course) corrected(i int, step float64) {
	c.looks++
	switch c.output {
	case outputAveraged:
		c.last.rows.Add(i, float64((c.looks-1)*step), c.late)
		c.lateBias += (c.looks - 1) * float64(step*c.last.rule.bias)
	case outputVoted:
		c.vote(1)
	case outputPocket:
		c.run = 0
	}
}

// vote appends the last weights to those that vote.
func (c *course) vote(count int32) {
	c.votes = append(c.votes, count)
	c.vectors = append(c.vectors, c.last.w...)
	c.biases = append(c.biases, *c.last.b)
}

// mean writes the mean weights into w and returns their constant.
func (c *course) mean(w []float64) float64 {
	looks := max(c.looks, 1)
	for j, v := range c.last.w {
		w[j] = v - c.late[j]/looks
	}
	return *c.last.b - c.lateBias/looks
}

// begin returns the course of perceptron q, at its start or in the state of f, and writes its last
// weights into l.
func (f *PerceptronFit) begin(output string, q int, l *weights) *course {
	d := f.Features
	c := &course{output: output, last: l, late: make([]float64, d), pocket: make([]float64, d)}
	before := &f.Outcome
	if output == outputPocket && len(before.Runs) > 0 {
		copy(c.pocket, l.w) // before the last weights take its place
		c.bias, c.best, c.run = *l.b, before.Runs[q], before.Run[q]
	}
	if len(before.LastWeights) > 0 {
		copy(l.w, before.LastWeights[q*d:(q+1)*d])
		*l.b = before.LastBias[q]
	}
	switch {
	case output == outputAveraged && len(before.Looks) > 0:
		copy(c.late, before.LateWeights[q*d:(q+1)*d])
		c.lateBias, c.looks = before.LateBias[q], before.Looks[q]
	case output == outputPocket && len(before.Runs) == 0:
		copy(c.pocket, l.w)
		c.bias = *l.b
	case output == outputVoted && len(before.Votes) > 0:
		from, to := f.votesOf(q)
		c.votes = slices.Clone(before.Votes[from:to])
		c.vectors = slices.Clone(before.VoteWeights[from*d : to*d])
		c.biases = slices.Clone(before.VoteBias[from:to])
	case output == outputVoted:
		c.vote(0)
	}
	return c
}

// votesOf returns the range of the weights that vote for function q.
func (f *PerceptronFit) votesOf(q int) (from, to int) {
	if q > 0 {
		from = int(f.VoteEnds[q-1])
	}
	return from, int(f.VoteEnds[q])
}

// end appends the result of a course to the outcome, and sets the weights to its output.
func (o *Outcome) end(c *course) {
	if c.output != outputAveraged && c.output != outputPocket && c.output != outputVoted {
		return
	}
	last := slices.Clone(c.last.w)
	o.LastWeights, o.LastBias = append(o.LastWeights, last...), append(o.LastBias, *c.last.b)
	switch c.output {
	case outputAveraged:
		o.LateWeights, o.LateBias, o.Looks = append(o.LateWeights, c.late...), append(o.LateBias, c.lateBias), append(o.Looks, c.looks)
		*c.last.b = c.mean(c.last.w)
	case outputPocket:
		o.Runs, o.Run = append(o.Runs, c.best), append(o.Run, c.run)
		copy(c.last.w, c.pocket)
		*c.last.b = c.bias
	case outputVoted:
		o.Votes, o.VoteWeights, o.VoteBias = append(o.Votes, c.votes...), append(o.VoteWeights, c.vectors...), append(o.VoteBias, c.biases...)
		o.VoteEnds = append(o.VoteEnds, int32(len(o.Votes)))
	}
}

// room returns an error if the weights that vote need more memory than a matrix may.
func (c *course) room() error {
	return gram.CheckMatrix("Perceptron", "the weights that vote, one for each mistake,", len(c.votes), len(c.last.w), "lower maxIter, or use output: 'averaged', which is close to the vote")
}

// Check returns an error unless the parts of a result from a model file go together.
func (f *PerceptronFit) Check() error {
	if err := f.Linear.Check(); err != nil {
		return err
	}
	q, o := len(f.Bias), &f.Outcome
	whole := func(numbers, want int) bool { return numbers == 0 || numbers == want }
	ok := whole(len(o.LastWeights), q*f.Features) && len(o.LastBias)*f.Features == len(o.LastWeights) &&
		whole(len(o.Looks), q) && len(o.LateWeights) == len(o.Looks)*f.Features && len(o.LateBias) == len(o.Looks) &&
		whole(len(o.Runs), q) && len(o.Run) == len(o.Runs) && whole(len(o.VoteEnds), q)
	last := int32(0)
	for _, end := range o.VoteEnds {
		ok = ok && end > last
		last = end
	}
	if !ok || int(last) != len(o.Votes) {
		return fault.New(fault.Format, "bytes", "the parts of the output of a Perceptron do not go together")
	}
	return nil
}

// voters are the decision functions of the output 'voted'.
type voters struct{ *PerceptronFit }

// Each calls take with the share of the votes for the positive class less the share against it.
func (v voters) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	all := primal.Functions{Weights: v.VoteWeights, Bias: v.VoteBias}
	shares := make([]float64, len(v.Bias))
	return all.Each(ctl, x, func(i int, values []float64) {
		for q := range shares {
			from, to := v.votesOf(q)
			sum, total := 0.0, 0.0
			for k := from; k < to; k++ {
				votes := float64(v.Votes[k])
				total += votes
				switch {
				case values[k] > 0:
					sum += votes
				case values[k] < 0:
					sum -= votes
				}
			}
			shares[q] = sum / math.Max(total, 1)
		}
		take(i, shares)
	})
}

// Decision returns the decision values of every sample of x.
func (f *PerceptronFit) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if len(f.Votes) == 0 {
		return f.Linear.Decision(ctl, x, shape)
	}
	return f.Scheme().Decision(ctl, voters{f}, shape, x)
}

// Predict returns the class of every sample of x.
func (f *PerceptronFit) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if len(f.Votes) == 0 {
		return f.Linear.Predict(ctl, x)
	}
	return f.Scheme().Predict(ctl, voters{f}, f.Order, x)
}
