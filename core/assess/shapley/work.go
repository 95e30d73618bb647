package shapley

import (
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// work integrates one term of a kernel for a block of support vectors. It holds scratch memory.
// A polynomial of each of the n support vectors is `powers` rows of n numbers.
type work struct {
	term    kernel.Factors
	powers  int
	players int
	n       int

	columns []float64 // d x block: the support vectors of the block by feature
	row     []float64 // d: the sample that is compared
	one     []float64 // a factor of one feature
	product []float64

	at, to []float64 // players x powers x n: the factors of the baseline, and of the sample
	gain   []float64 // to - at, of the active players
	active []int     // players whose factor differs

	before []float64 // (players + 1) x powers x n
	after  []float64 // powers x n
	sums   []float64 // players x powers x n
	mixed  []float64 // powers x n
	rules  map[int]rule
}

func newWork(term kernel.Factors, d, players int) *work {
	powers := len(term.Take)
	size := powers * block
	return &work{term: term, powers: powers, players: players, columns: make([]float64, d*block), row: make([]float64, d),
		one: make([]float64, size), product: make([]float64, size), at: make([]float64, players*size), to: make([]float64, players*size),
		gain: make([]float64, players*size), before: make([]float64, (players+1)*size), after: make([]float64, size),
		sums: make([]float64, players*size), mixed: make([]float64, size), rules: map[int]rule{}}
}

// vectors begins with a block of support vectors.
func (w *work) vectors(set sample.Set, from, to int) {
	w.n = to - from
	for i := from; i < to; i++ {
		set.Dense(w.row, i)
		for j, v := range w.row {
			w.columns[j*w.n+i-from] = v
		}
	}
}

// size is the length of a polynomial of each support vector.
func (w *work) size() int { return w.powers * w.n }

// of returns the polynomials of a player.
func (w *work) of(all []float64, player int) []float64 {
	return all[player*w.size() : (player+1)*w.size()]
}

// compare sets the factor of each player for the sample in row, a product over the player's
// features.
func (w *work) compare(factors []float64, player []int) {
	size := w.size()
	for p := range w.players {
		clear(w.of(factors, p))
		fill(w.of(factors, p)[:w.n], 1)
	}
	one := w.one[:size]
	for j, p := range player {
		w.term.Of(one, j, w.row[j], w.columns[j*w.n:(j+1)*w.n])
		w.times(w.of(factors, p), one)
	}
}

// times multiplies a by b, up to the highest power.
func (w *work) times(a, b []float64) {
	n := w.n
	if w.powers == 1 {
		for i, v := range b[:len(a)] {
			a[i] *= v
		}
		return
	}
	made := w.product[:w.size()]
	clear(made)
	for s := range w.powers {
		for r := range w.powers - s {
			add(made[(s+r)*n:(s+r+1)*n], a[s*n:(s+1)*n], b[r*n:(r+1)*n])
		}
	}
	copy(a, made)
}

// against is the transpose of times: afterwards <a, c> is what <a, c b> was, for every polynomial
// c.
func (w *work) against(a, b []float64) {
	n := w.n
	made := w.product[:w.size()]
	clear(made)
	for s := range w.powers {
		for r := range w.powers - s {
			add(made[s*n:(s+1)*n], a[(s+r)*n:(s+r+1)*n], b[r*n:(r+1)*n])
		}
	}
	copy(a, made)
}

// add adds the products of a and b to dst.
func add(dst, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] += a[i] * b[i]
	}
}

func fill(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}

// integrate finds the active players and computes, for each of them, the integral that a
// support vector's coefficient is multiplied by.
func (w *work) integrate() {
	size := w.size()
	w.active = w.active[:0]
	first := w.of(w.before, 0)
	clear(first)
	fill(first[:w.n], 1)
	for p := range w.players {
		if at, to := w.of(w.at, p), w.of(w.to, p); !slices.Equal(at, to) {
			gain := w.of(w.gain, p)
			for i, v := range to {
				gain[i] = v - at[i]
			}
			clear(w.of(w.sums, p))
			w.active = append(w.active, p)
		} else {
			w.times(first, at)
		}
	}
	degree := len(w.active) - 1
	if w.term.Unit {
		degree = min(degree, w.powers-2)
	}
	if degree < 0 {
		return
	}
	points := w.rule(degree/2 + 1)
	for node, t := range points.nodes {
		after := w.after[:size]
		for s, take := range w.term.Take {
			fill(after[s*w.n:(s+1)*w.n], take*points.weights[node])
		}
		if w.powers == 1 {
			w.numbers(t, after)
		} else {
			w.polynomials(t, after)
		}
	}
}

// numbers adds a node of the integral where factors are numbers.
func (w *work) numbers(t float64, after []float64) {
	for a, p := range w.active {
		lanes.MulMix(w.of(w.before, a+1), w.of(w.before, a), w.of(w.at, p), w.of(w.gain, p), t)
	}
	for a := len(w.active) - 1; a >= 0; a-- {
		p := w.active[a]
		lanes.SumMulMix(w.of(w.sums, p), w.of(w.before, a), after, w.of(w.at, p), w.of(w.gain, p), t)
	}
}

// polynomials adds a node of the integral where factors are polynomials.
func (w *work) polynomials(t float64, after []float64) {
	for a, p := range w.active {
		next := w.of(w.before, a+1)
		w.mix(next, p, t)
		w.times(next, w.of(w.before, a))
	}
	for a := len(w.active) - 1; a >= 0; a-- {
		p := w.active[a]
		w.collect(w.of(w.sums, p), w.of(w.before, a), after)
		mixed := w.mixed[:len(after)]
		w.mix(mixed, p, t)
		w.against(after, mixed)
	}
}

// mix sets dst to the expected factor of a player that is in the coalition with probability t.
func (w *work) mix(dst []float64, p int, t float64) {
	at, gain := w.of(w.at, p), w.of(w.gain, p)
	for i := range dst {
		dst[i] = at[i] + t*gain[i]
	}
}

// collect adds the factors of the coefficients of a player's gain to sums.
func (w *work) collect(sums, before, after []float64) {
	n := w.n
	for s := range w.powers {
		for r := range w.powers - s {
			add(sums[s*n:(s+1)*n], before[r*n:(r+1)*n], after[(s+r)*n:(s+r+1)*n])
		}
	}
}

// part returns the part of an active player, for coefficients of the support vectors.
func (w *work) part(p int, coef []float64) (sum float64) {
	gain, sums := w.of(w.gain, p), w.of(w.sums, p)
	for s := range w.powers {
		for i, c := range coef[:w.n] {
			sum += c * gain[s*w.n+i] * sums[s*w.n+i]
		}
	}
	return sum
}

func (w *work) rule(points int) rule {
	r, ok := w.rules[points]
	if !ok {
		r = newRule(points)
		w.rules[points] = r
	}
	return r
}
