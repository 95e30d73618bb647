package qp

// subset is the submatrix of K for some of its rows, with its own active set. The active
// set of K does not change.
type subset struct {
	k       Rows
	numbers []int // of the rows, in the whole matrix
	active  []int // positions in numbers
	whole   []int // scratch
	rows    [][]float64
}

func newSubset(k Rows, numbers []int) *subset {
	s := &subset{k: k, numbers: numbers, active: make([]int, len(numbers))}
	for p := range s.active {
		s.active[p] = p
	}
	return s
}

func (s *subset) Len() int { return len(s.numbers) }

func (s *subset) Diagonal(dst []float64) {
	all := make([]float64, s.k.Len())
	s.k.Diagonal(all)
	for p, i := range s.numbers {
		dst[p] = all[i]
	}
}

func (s *subset) Rows(positions []int) [][]float64 {
	s.whole = s.whole[:0]
	for _, p := range positions {
		s.whole = append(s.whole, s.numbers[s.active[p]])
	}
	for len(s.rows) < len(positions) {
		s.rows = append(s.rows, make([]float64, len(s.numbers)))
	}
	for r, row := range s.k.Rows(s.whole) {
		into := s.rows[r][:len(s.active)]
		for q, p := range s.active {
			into[q] = row[s.numbers[p]]
		}
		s.rows[r] = into
	}
	return s.rows[:len(positions)]
}

func (s *subset) Shrink(keep []int) { s.active = gather(s.active, keep) }

func (s *subset) Grow(add []int) { s.active = append(append([]int(nil), s.active...), add...) }

func (s *subset) Block(columns []int) (rows func(dst [][]float64, numbers []int), stride int) {
	whole, stride := s.k.Block(gather(s.numbers, columns))
	return func(dst [][]float64, numbers []int) { whole(dst, gather(s.numbers, numbers)) }, stride
}
