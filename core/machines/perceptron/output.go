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

// Choice has the options for the output of a perceptron and for the mistakes that it corrects.
type Choice struct {
	Output  string `js:"output" default:"last" choices:"last,averaged,voted,pocket" doc:"What is predicted with: the function at the end ('last'); the mean of those after every look at a sample ('averaged'); the votes of all functions there were, each as often as it was right and once more ('voted', which keeps them all); or that which was right about the most samples in a row ('pocket')."`
	Updates string `js:"updates" default:"online" choices:"online,batch,worst" doc:"Which mistakes a pass corrects: each, in the order of the samples ('online'); the first, and then the next pass begins ('batch', the Batch Perceptron); or that of the sample with the smallest y f(x) ('worst', steps along a subgradient of the worst margin). Fits only: partialFit goes through its samples in order."`
}

// What a perceptron gives, and which mistakes it corrects.
const (
	outputAveraged = "averaged"
	outputVoted    = "voted"
	outputPocket   = "pocket"
	updatesBatch   = "batch"
	updatesWorst   = "worst"
)

// Outcome has the present function of each perceptron whose output differs from it, for updates, and
// what the output itself has beyond a function. The numbers of a function are its d weights or, in
// dual form, its coefficients.
type Outcome struct {
	LastWeights []float64 `field:"last.coef" shape:"l" absent:""`      // q x d; empty: the output
	LastBias    []float64 `field:"last.intercept" shape:"b" absent:""` // q
	LateWeights []float64 `field:"late.coef" shape:"a" absent:""`      // q x d, for 'averaged': the sum over the corrections of (looks before) times the step
	LateBias    []float64 `field:"late.intercept" shape:"c" absent:""` // q
	Looks       []float64 `field:"looks" shape:"o" absent:""`          // q, of 'averaged': at samples so far
	Runs        []int32   `field:"pocket.runs" shape:"r" absent:"" js:"pocketRuns" doc:"With the output 'pocket', how many samples in a row its function was right about, for each decision function."`
	Run         []int32   `field:"last.runs" shape:"e" absent:""` // q, of 'pocket': of the last function
	Votes       []int32   `field:"votes" shape:"v" absent:"" js:"votes" doc:"With the output 'voted', the votes of each of its functions, for one decision function after the other."`
	VoteEnds    []int32   `field:"vote.ends" shape:"f" absent:"" js:"voteEnds" doc:"With the output 'voted', the end in votes of each decision function."`
	VoteBias    []float64 `field:"vote.intercept" shape:"v" absent:"" js:"voteIntercept" doc:"With the output 'voted', the constants of the functions that vote."`
}

// course watches one perceptron, in either form, and keeps the data of its output.
type course struct {
	output    string
	w         []float64 // of the perceptron: its weights or coefficients
	b         *float64  // of the perceptron
	bias      float64   // step of b
	add       func(i int, step float64, w []float64)
	voter     func(i int, step float64) // keeps w, which is step times sample i more than before
	looks     float64                   // at samples so far
	late      []float64                 // of 'averaged'
	lateBias  float64
	pocket    []float64
	inPocket  float64 // b there
	run, best int32
	votes     []int32
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
		if c.run > c.best {
			c.best = c.run
			c.keep()
		}
	}
}

// keep puts the function into the pocket.
func (c *course) keep() {
	c.inPocket = *c.b
	copy(c.pocket, c.w)
}

// corrected records a correction by a multiple of sample i.
func (c *course) corrected(i int, step float64) {
	c.looks++
	switch c.output {
	case outputAveraged:
		c.add(i, float64((c.looks-1)*step), c.late)
		c.lateBias += (c.looks - 1) * float64(step*c.bias)
	case outputVoted:
		c.vote(i, step, 1)
	case outputPocket:
		c.run = 0
	}
}

// vote appends the function to those that vote.
func (c *course) vote(i int, step float64, count int32) {
	c.votes = append(c.votes, count)
	c.biases = append(c.biases, *c.b)
	c.voter(i, step)
}

// begin takes up what an outcome says of perceptron q, of which w has the first d numbers of the
// output, and writes those of its last function there.
func (c *course) begin(o *Outcome, q, d int) {
	c.late, c.pocket = make([]float64, len(c.w)), make([]float64, len(c.w))
	c.keep() // before the last function takes its place
	if len(o.LastBias) > 0 {
		copy(c.w, o.LastWeights[q*d:(q+1)*d])
		*c.b = o.LastBias[q]
	}
	switch {
	case c.output == outputAveraged && len(o.Looks) > 0:
		copy(c.late, o.LateWeights[q*d:(q+1)*d])
		c.lateBias, c.looks = o.LateBias[q], o.Looks[q]
	case c.output == outputPocket && len(o.Runs) > 0:
		c.best, c.run = o.Runs[q], o.Run[q]
	case c.output == outputPocket:
		c.keep()
	case c.output == outputVoted && len(o.Votes) > 0:
		from, to := o.votesOf(q)
		c.votes = slices.Clone(o.Votes[from:to])
		c.biases = slices.Clone(o.VoteBias[from:to])
	case c.output == outputVoted:
		c.vote(0, 0, 0)
	}
}

// votesOf returns the range of the functions that vote for function q.
func (o *Outcome) votesOf(q int) (from, to int) {
	if q > 0 {
		from = int(o.VoteEnds[q-1])
	}
	return from, int(o.VoteEnds[q])
}

// end appends the result of a course to the outcome, and makes the function of the perceptron its
// output.
func (o *Outcome) end(c *course) {
	if c.output != outputAveraged && c.output != outputPocket && c.output != outputVoted {
		return
	}
	o.LastWeights, o.LastBias = append(o.LastWeights, c.w...), append(o.LastBias, *c.b)
	switch c.output {
	case outputAveraged:
		o.LateWeights, o.LateBias, o.Looks = append(o.LateWeights, c.late...), append(o.LateBias, c.lateBias), append(o.Looks, c.looks)
		looks := max(c.looks, 1)
		for j := range c.w {
			c.w[j] -= c.late[j] / looks
		}
		*c.b -= c.lateBias / looks
	case outputPocket:
		o.Runs, o.Run = append(o.Runs, c.best), append(o.Run, c.run)
		copy(c.w, c.pocket)
		*c.b = c.inPocket
	case outputVoted:
		o.Votes, o.VoteBias = append(o.Votes, c.votes...), append(o.VoteBias, c.biases...)
		o.VoteEnds = append(o.VoteEnds, int32(len(o.Votes)))
	}
}

// fits reports whether the parts of the outcome of q perceptrons with d numbers each go together.
func (o *Outcome) fits(q, d int) bool {
	whole := func(numbers, want int) bool { return numbers == 0 || numbers == want }
	ok := whole(len(o.LastBias), q) && len(o.LastWeights) == len(o.LastBias)*d &&
		whole(len(o.Looks), q) && len(o.LateWeights) == len(o.Looks)*d && len(o.LateBias) == len(o.Looks) &&
		whole(len(o.Runs), q) && len(o.Run) == len(o.Runs) && whole(len(o.VoteEnds), q) && len(o.VoteBias) == len(o.Votes)
	last := int32(0)
	for _, end := range o.VoteEnds {
		ok = ok && end > last
		last = end
	}
	return ok && int(last) == len(o.Votes)
}

// count calls value for the number of each function that votes, and take with the share of the votes
// for the positive class less the share against it, for each decision function.
func (o *Outcome) count(shares []float64, value func(k int) float64) {
	for q := range shares {
		from, to := o.votesOf(q)
		sum, total := 0.0, 0.0
		for k := from; k < to; k++ {
			votes := float64(o.Votes[k])
			total += votes
			switch f := value(k); {
			case f > 0:
				sum += votes
			case f < 0:
				sum -= votes
			}
		}
		shares[q] = sum / math.Max(total, 1)
	}
}

// room returns an error if what votes, with some numbers each, needs more memory than a matrix may.
func (c *course) room(machine, what string, numbers int) error {
	return gram.CheckMatrix(machine, what+", one for each mistake,", len(c.votes), numbers, "lower maxIter, or use output: 'averaged', which is close to the vote")
}

// Check returns an error unless the parts of a result from a model file go together.
func (f *PerceptronFit) Check() error {
	if err := f.Linear.Check(); err != nil {
		return err
	}
	if !f.fits(len(f.Bias), f.Features) {
		return fault.New(fault.Format, "bytes", "the parts of the output of a Perceptron do not go together")
	}
	return nil
}

// voters are the decision functions of the output 'voted'.
type voters struct{ *PerceptronFit }

// Each calls take with the decision values of every sample; see Outcome.count.
func (v voters) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	all := primal.Functions{Weights: v.VoteWeights, Bias: v.VoteBias}
	shares := make([]float64, len(v.Bias))
	return all.Each(ctl, x, func(i int, values []float64) {
		v.count(shares, func(k int) float64 { return values[k] })
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
