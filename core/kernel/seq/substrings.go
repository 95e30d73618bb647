package seq

import (
	"math"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// measure defines the value of two sequences by their contiguous substrings,
//
//	k(s, t) = sum over substrings u of weight(|u|) c_u(s) c_u(t),
//
// where c_u is how often u occurs or, for a distinct measure, 1 if it occurs.
type measure struct {
	upTo     []float64 // upTo[l]: the sum of the weights of the lengths 1 to l; the last one holds for longer lengths
	distinct bool
}

// newMeasure returns the measure with these weights of the lengths 0, 1, ...; the first is
// not used, and longer lengths have the weight 0.
func newMeasure(weights []float64) measure {
	m := measure{upTo: make([]float64, len(weights))}
	for l := 1; l < len(weights); l++ {
		m.upTo[l] = m.upTo[l-1] + weights[l]
	}
	return m
}

// between returns the sum of the weights of the lengths above low, up to high.
func (m measure) between(low, high int32) float64 {
	if m.upTo == nil { // all weights are 1
		return float64(high - low)
	}
	last := int32(len(m.upTo) - 1)
	return m.upTo[min(high, last)] - m.upTo[min(low, last)]
}

// longest returns the greatest length that counts.
func (m measure) longest() int32 {
	if m.upTo == nil {
		return math.MaxInt32
	}
	return int32(len(m.upTo) - 1)
}

// substrings compares a sequence with columns by their automaton. A column that has one substring
// of a state has all of them, equally often, so one number is kept for each state that counts.
// Another sequence may contain only some substrings of a state; only the sum of weight times count
// over these is needed.
type substrings struct {
	measure
	*automaton
	start   []int32 // of every state: where its groups begin; one more for the end
	groups  []group
	columns []int32

	// Scratch of visit, by state: reached states are chained by length.
	below []float64 // occurrences that end in a longer state
	own   []float64 // occurrences that end in this one: the sum of their weights
	at    []float64 // their number
	seen  []bool
	chain []int32 // the next state of the same length
	heads []int32 // by length: the first one
	found []reached
}

// posting is a column that has the substrings of a state, and how often.
type posting struct{ column, count int32 }

// group are the columns that have the substrings of a state equally often: a row adds
// one number to them all.
type group struct {
	count float64
	end   int32 // of its columns; the next one begins there
}

// reached is a state with the numbers of a sequence.
type reached struct {
	state  int32
	weight float64 // sum of weight times count over its substrings
	count  float64 // occurrences of the shortest of them
}

func against(m measure, columns *sample.Sequences) kernel.SequenceRow {
	s := &substrings{measure: m, automaton: newAutomaton(columns)}
	n := len(s.states)
	s.start = make([]int32, n+1)
	s.below, s.own, s.at = make([]float64, n), make([]float64, n), make([]float64, n)
	s.seen, s.chain = make([]bool, n), make([]int32, n)
	s.keep(columns)
	return s.row
}

// keep builds the groups.
func (s *substrings) keep(columns *sample.Sequences) {
	n := len(s.states)
	start := make([]int32, n+1) // of the postings of every state
	for j := range columns.N {
		for _, r := range s.visit(columns.Row(j)) {
			start[r.state+1]++
		}
	}
	for v := range n {
		start[v+1] += start[v]
	}
	postings, at := make([]posting, start[n]), append([]int32(nil), start...)
	for j := range columns.N {
		for _, r := range s.visit(columns.Row(j)) {
			postings[at[r.state]] = posting{int32(j), int32(r.count)}
			at[r.state]++
		}
	}
	s.start, s.columns = make([]int32, n+1), make([]int32, 0, len(postings))
	var ends []int32 // by count: how many columns there are, and then where they end
	for v := range n {
		of := postings[start[v]:start[v+1]]
		ends = ends[:0]
		for _, p := range of {
			for len(ends) <= int(p.count) {
				ends = append(ends, 0)
			}
			ends[p.count]++
		}
		end := start[v]
		for count, size := range ends {
			ends[count] = end
			if end += size; size > 0 {
				s.groups = append(s.groups, group{float64(count), end})
			}
		}
		s.columns = s.columns[:end]
		for _, p := range of {
			s.columns[ends[p.count]] = p.column
			ends[p.count]++
		}
		s.start[v+1] = int32(len(s.groups))
	}
}

func (s *substrings) row(dst []float64, x []int32) {
	clear(dst)
	for _, r := range s.visit(x) {
		g := s.start[r.state]
		var at int32
		if g > 0 {
			at = s.groups[g-1].end
		}
		for _, g := range s.groups[g:s.start[r.state+1]] {
			value := r.weight * g.count
			for _, column := range s.columns[at:g.end] {
				dst[column] += value
			}
			at = g.end
		}
	}
}

// visit returns the states of which x contains at least one substring that counts.
func (s *substrings) visit(x []int32) []reached {
	longest := s.longest()
	for len(s.heads) <= len(x) {
		s.heads = append(s.heads, -1)
	}
	var v, length int32
	top := int32(0) // the greatest length that was reached
	for _, symbol := range x {
		e := s.find(v, symbol)
		for ; e < 0 && v > 0; e = s.find(v, symbol) {
			v = s.states[v].link
			length = s.states[v].length
		}
		if e < 0 {
			continue
		}
		v = s.edges[e].to
		length++
		// Longer substrings do not count; shorter ones with the same end do.
		for s.states[s.states[v].link].length >= longest {
			v = s.states[v].link
			length = s.states[v].length
		}
		s.reach(v)
		low := s.states[s.states[v].link].length
		top = max(top, low+1)
		s.at[v]++
		if w := s.between(low, length); s.distinct {
			s.own[v] = max(s.own[v], w)
		} else {
			s.own[v] += w
		}
	}
	s.found = s.found[:0]
	for l := top; l > 0; l-- {
		for v := s.heads[l]; v >= 0; v = s.chain[v] {
			s.complete(v)
		}
		s.heads[l] = -1
	}
	return s.found
}

// reach files a state under the length of its shortest substring, which is greater than that of its
// link.
func (s *substrings) reach(v int32) {
	if !s.seen[v] {
		l := s.states[s.states[v].link].length + 1
		s.seen[v], s.chain[v], s.heads[l] = true, s.heads[l], v
	}
}

// complete computes the numbers of a state after those of all longer states, and adds its
// occurrences to its link.
func (s *substrings) complete(v int32) {
	link := s.states[v].link
	whole := s.between(s.states[link].length, s.states[v].length)
	weight, count := s.own[v]+s.below[v]*whole, s.at[v]+s.below[v]
	if s.distinct {
		if weight = s.own[v]; s.below[v] > 0 {
			weight = whole
		}
	}
	if link > 0 {
		s.reach(link)
		s.below[link] += count
	}
	if s.distinct {
		count = 1
	}
	if weight > 0 {
		s.found = append(s.found, reached{v, weight, count})
	}
	s.seen[v], s.own[v], s.at[v], s.below[v] = false, 0, 0, 0
}

// compare returns the value of a pair.
func compare(m measure, x, z []int32) float64 {
	value := []float64{0}
	against(m, &sample.Sequences{N: 1, Ptr: []int32{0, int32(len(z))}, Symbols: z})(value, x)
	return value[0]
}
