package seq

import "maxmargin/core/data/sample"

// automaton is the suffix automaton of several sequences. One state holds all substrings that end
// at the same places of all sequences: the suffixes of its longest substring that are longer than
// the longest one of the state's link. There are fewer than two states and three edges for every
// symbol (Blumer et al., 1985), and the time is proportional.
type automaton struct {
	states []state
	edges  []edge
	last   int32 // state of the sequence so far

	// The root has the most edges, so they are found by symbol: ascii holds, for ASCII,
	// the edge plus 1 (0: none), first those of other symbols.
	ascii [128]int32
	first map[int32]int32
}

type state struct {
	length int32 // of its longest substring
	link   int32 // -1 of the root
	edges  int32 // the first, -1: none
}

type edge struct{ symbol, to, next int32 }

func newAutomaton(columns *sample.Sequences) *automaton {
	a := &automaton{first: map[int32]int32{}, states: make([]state, 1, 2*len(columns.Symbols)+1), edges: make([]edge, 0, 3*len(columns.Symbols))}
	a.states[0] = state{link: -1, edges: -1}
	for j := range columns.N {
		a.last = 0
		for _, symbol := range columns.Row(j) {
			a.last = a.extend(a.last, symbol)
		}
	}
	return a
}

// find returns the edge of state v for a symbol, -1 if there is none.
func (a *automaton) find(v, symbol int32) int32 {
	if v == 0 {
		if uint32(symbol) < uint32(len(a.ascii)) {
			return a.ascii[symbol] - 1
		}
		if e, ok := a.first[symbol]; ok {
			return e
		}
		return -1
	}
	e := a.states[v].edges
	for e >= 0 && a.edges[e].symbol != symbol {
		e = a.edges[e].next
	}
	return e
}

func (a *automaton) connect(v, symbol, to int32) {
	e := int32(len(a.edges))
	a.edges = append(a.edges, edge{symbol, to, a.states[v].edges})
	a.states[v].edges = e
	if v != 0 {
		return
	}
	if uint32(symbol) < uint32(len(a.ascii)) {
		a.ascii[symbol] = e + 1
	} else {
		a.first[symbol] = e
	}
}

// extend appends a symbol to a sequence whose state is from, and returns its new state.
func (a *automaton) extend(from, symbol int32) int32 {
	if e := a.find(from, symbol); e >= 0 { // an earlier sequence has it
		return a.splitAt(from, symbol, a.edges[e].to)
	}
	made := int32(len(a.states))
	a.states = append(a.states, state{length: a.states[from].length + 1, edges: -1})
	p := from
	for ; p >= 0; p = a.states[p].link {
		if e := a.find(p, symbol); e >= 0 {
			a.states[made].link = a.splitAt(p, symbol, a.edges[e].to)
			return made
		}
		a.connect(p, symbol, made)
	}
	return made // linked to the root
}

// splitAt returns a state whose longest substring is the longest of p and the symbol. That is q,
// the target of p for the symbol, if q has no longer substring. Otherwise splitAt moves the shorter
// substrings of q to a new state and returns that.
func (a *automaton) splitAt(p, symbol, q int32) int32 {
	if a.states[q].length == a.states[p].length+1 {
		return q
	}
	clone := int32(len(a.states))
	a.states = append(a.states, state{length: a.states[p].length + 1, link: a.states[q].link, edges: -1})
	for e := a.states[q].edges; e >= 0; e = a.edges[e].next {
		a.connect(clone, a.edges[e].symbol, a.edges[e].to)
	}
	a.states[q].link = clone
	for ; p >= 0; p = a.states[p].link {
		e := a.find(p, symbol)
		if e < 0 || a.edges[e].to != q {
			break
		}
		a.edges[e].to = clone
	}
	return clone
}
