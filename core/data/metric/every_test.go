package metric

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// predicted are samples with predictions of every kind.
type predicted struct {
	k       int
	y, p    []int32
	numbers []float64 // y of metrics of numbers
	values  []float64
	scores  []float64 // n x k
	shares  []float64 // n x k, probabilities
}

func (d predicted) of(m Metric) float64 {
	switch m.Takes {
	case Classes:
		return m.OfClasses(d.y, d.p, d.k)
	case Numbers, Orders:
		return m.OfValues(d.numbers, d.values)
	case Lists:
		return m.Within(d.numbers, d.values, make([]int32, len(d.y)), 1)
	case Scores:
		value, err := m.OfScores(d.y, d.scores, d.k, d.k)
		if err != nil {
			return math.NaN()
		}
		return value
	}
	return m.OfProbabilities(d.y, d.shares, d.k)
}

// random draws predictions, with equal numbers among them.
func random(rng *rand.Rand, n, k int) (d predicted) {
	d.k = k
	for i := range n {
		d.y, d.p = append(d.y, int32(i%k)), append(d.p, int32(rng.IntN(k)))
		d.numbers, d.values = append(d.numbers, float64(1+i%4)), append(d.values, float64(1+rng.IntN(5)))
		sum, from := 0.0, len(d.shares)
		for range k {
			v := 0.1 + rng.Float64()
			d.scores, d.shares = append(d.scores, float64(rng.IntN(6))), append(d.shares, v)
			sum += v
		}
		for c := range k {
			d.shares[from+c] /= sum
		}
	}
	return d
}

// pick returns the rows at index.
func (d predicted) pick(index []int) (out predicted) {
	out.k = d.k
	for _, i := range index {
		out.y, out.p = append(out.y, d.y[i]), append(out.p, d.p[i])
		out.numbers, out.values = append(out.numbers, d.numbers[i]), append(out.values, d.values[i])
		out.scores, out.shares = append(out.scores, d.scores[i*d.k:(i+1)*d.k]...), append(out.shares, d.shares[i*d.k:(i+1)*d.k]...)
	}
	return out
}

// right returns the same samples, predicted as they are.
func (d predicted) right() predicted {
	d.p, d.values = d.y, d.numbers
	d.scores, d.shares = make([]float64, len(d.scores)), make([]float64, len(d.shares))
	for i, c := range d.y {
		d.scores[i*d.k+int(c)], d.shares[i*d.k+int(c)] = 1, 1
	}
	return d
}

// counted are the metrics that change when every row occurs twice.
func counted(name string) string {
	switch {
	case strings.Contains(name, "@2") && !strings.HasPrefix(name, "topK"):
		return "two places hold other rows"
	case name == "kendallLoss" || name == "ndcg":
		return "it counts pairs or places, also those of a row and its copy"
	}
	return ""
}

// TestEveryMetric: no prediction is better than what is right, the order of the rows does not
// matter, and rows that all occur twice have the value of the rows, for every metric of the list.
func TestEveryMetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	numbers := strings.NewReplacer("@k", "@2", "@beta", "@0.5", "@alpha", "@0.3")
	for _, entry := range All() {
		var m Metric
		for kind := OfClasses; kind <= OfGroups && m.Name == ""; kind++ {
			m, _ = Find(numbers.Replace(entry.Name), kind)
		}
		if m.Name == "" || m.Greater != entry.Greater || m.Takes != entry.Takes {
			t.Errorf("%s is found as %+v", entry.Name, m)
			continue
		}
		judged, worse, twiceDiffers := 0, 0, false
		for trial := range 60 {
			k := 2 + trial%3
			n := 4 * k
			d := random(rng, n, k)
			value, best := d.of(m), d.right().of(m)
			if math.IsNaN(best) { // as precision is for three classes
				continue
			}
			judged++
			if value != best {
				worse++
			}
			if math.IsNaN(value) || math.IsInf(value, 0) || m.Greater && value > best+1e-12 || !m.Greater && value < best-1e-12 {
				t.Fatalf("%s: %v for %+v, and %v for what is right", m.Name, value, d, best)
			}
			if other := d.pick(rng.Perm(n)).of(m); !(math.Abs(other-value) <= 1e-12*max(1, math.Abs(value))) {
				t.Fatalf("%s: %v, and %v for the same rows in another order", m.Name, value, other)
			}
			twice := append(rng.Perm(n), rng.Perm(n)...)
			if other := d.pick(twice).of(m); !(math.Abs(other-value) <= 1e-12*max(1, math.Abs(value))) {
				if twiceDiffers = true; counted(m.Name) == "" {
					t.Fatalf("%s: %v, and %v when every row occurs twice", m.Name, value, other)
				}
			}
		}
		if judged < 15 || worse < judged/4 {
			t.Errorf("%s: %d of %d predictions are worse than what is right", m.Name, worse, judged)
		}
		if reason := counted(m.Name); reason != "" && !twiceDiffers {
			t.Errorf("%s: the exception (%s) is not needed", m.Name, reason)
		}
	}
}
