package boost

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/linalg"
)

// objective is the loss of some samples for functions f.
type objective interface {
	// baseline returns the constant functions with the smallest loss.
	baseline() []float64
	// begin returns the mean loss of functions, one row after the other, and keeps what slopes needs.
	begin(f []float64) float64
	// slopes sets to to the slopes of each sample by function k.
	slopes(to []slope, k int)
	// leaf returns the best change of the function for some samples; ok is false where that is the
	// step that the slopes say.
	leaf(rows []int32) (change float64, ok bool)
}

// binomial is the log loss of two classes: ln(1 + exp(f)) - y f with y 0 or 1, where f are the log
// odds of class 1.
type binomial struct {
	labels      []int32
	weight      []float64
	probability []float64
}

func (o *binomial) baseline() []float64 {
	ones, all := 0.0, 0.0
	for i, w := range o.weight {
		ones, all = ones+w*float64(o.labels[i]), all+w
	}
	return []float64{math.Log(ones / (all - ones))}
}

func (o *binomial) begin(f []float64) float64 {
	sum, all := 0.0, 0.0
	for i, v := range f {
		e := math.Exp(-math.Abs(v))
		p := 1 / (1 + e)
		if v < 0 {
			p = e / (1 + e)
		}
		o.probability[i] = p
		against := v // the log odds of the other class
		if o.labels[i] == 1 {
			against = -v
		}
		sum += o.weight[i] * (max(against, 0) + math.Log1p(e))
		all += o.weight[i]
	}
	return sum / all
}

func (o *binomial) slopes(to []slope, _ int) {
	for i, p := range o.probability {
		w := o.weight[i]
		to[i] = slope{w * (p - float64(o.labels[i])), w * p * (1 - p)}
	}
}

func (*binomial) leaf([]int32) (change float64, ok bool) { return 0, false }

// multinomial is the log loss of k classes: ln sum_c exp(f_c) - f_y.
type multinomial struct {
	k           int
	labels      []int32
	weight      []float64
	probability []float64 // n x k
}

// baseline returns the logarithms of the shares of the classes, with the sum 0.
func (o *multinomial) baseline() []float64 {
	logs, mean := make([]float64, o.k), 0.0
	for i, c := range o.labels {
		logs[c] += o.weight[i]
	}
	for c, w := range logs {
		logs[c] = math.Log(w)
		mean += logs[c] / float64(o.k)
	}
	for c := range logs {
		logs[c] -= mean
	}
	return logs
}

func (o *multinomial) begin(f []float64) float64 {
	sum, all, n := 0.0, 0.0, len(o.labels)
	for i, y := range o.labels {
		p := o.probability[i*o.k : (i+1)*o.k]
		for c := range p {
			p[c] = f[c*n+i]
		}
		own := p[y]
		sum += o.weight[i] * (softmax(p) - own)
		all += o.weight[i]
	}
	return sum / all
}

// softmax replaces values by exp(v) over the sum of these, and returns the logarithm of the sum.
func softmax(values []float64) float64 {
	largest, sum := slices.Max(values), 0.0
	for c, v := range values {
		values[c] = math.Exp(v - largest)
		sum += values[c]
	}
	for c := range values {
		values[c] /= sum
	}
	return largest + math.Log(sum)
}

func (o *multinomial) slopes(to []slope, k int) {
	for i, y := range o.labels {
		p, w, g := o.probability[i*o.k+k], o.weight[i], 0.0
		if g = p; int(y) == k {
			g--
		}
		to[i] = slope{w * g, w * p * (1 - p)}
	}
}

func (*multinomial) leaf([]int32) (change float64, ok bool) { return 0, false }

// squared is half the squared error.
type squared struct {
	y, weight, errors []float64
}

func (o *squared) baseline() []float64 {
	total, mean := linalg.Total(o.weight), 0.0
	for i, w := range o.weight {
		mean += w / total * o.y[i]
	}
	return []float64{mean}
}

func (o *squared) begin(f []float64) float64 {
	sum, all := 0.0, 0.0
	for i, v := range f {
		o.errors[i] = v - o.y[i]
		sum += o.weight[i] * o.errors[i] * o.errors[i] / 2
		all += o.weight[i]
	}
	return sum / all
}

func (o *squared) slopes(to []slope, _ int) {
	for i, e := range o.errors {
		to[i] = slope{o.weight[i] * e, o.weight[i]}
	}
}

func (*squared) leaf([]int32) (change float64, ok bool) { return 0, false }

// absolute is the absolute error. It has no curvature; leaves take the median.
type absolute struct{ squared }

func (o *absolute) baseline() []float64 {
	rows := make([]int32, len(o.y))
	for i := range rows {
		rows[i] = int32(i)
	}
	return []float64{median(o.y, o.weight, rows)}
}

func (o *absolute) begin(f []float64) float64 {
	sum, all := 0.0, 0.0
	for i, v := range f {
		o.errors[i] = v - o.y[i]
		sum += o.weight[i] * math.Abs(o.errors[i])
		all += o.weight[i]
	}
	return sum / all
}

func (o *absolute) slopes(to []slope, _ int) {
	for i, e := range o.errors {
		g := o.weight[i]
		if e <= 0 {
			g = -g
		}
		to[i] = slope{g, o.weight[i]}
	}
}

func (o *absolute) leaf(rows []int32) (change float64, ok bool) {
	return -median(o.errors, o.weight, rows), true
}

// median returns the weighted median of values at rows: of two that share the middle, their mean.
func median(values, weight []float64, rows []int32) float64 {
	sorted, total := slices.Clone(rows), 0.0
	slices.SortFunc(sorted, func(i, j int32) int { return cmp.Compare(values[i], values[j]) })
	for _, i := range sorted {
		total += weight[i]
	}
	below := 0.0
	for p, i := range sorted {
		if below += weight[i]; below > total/2 {
			return values[i]
		} else if below == total/2 && p+1 < len(sorted) {
			return values[i]/2 + values[sorted[p+1]]/2
		}
	}
	return values[sorted[len(sorted)-1]]
}
