package sample

// Join returns the samples of a and then those of b, which has as many features. Two dense sets
// give a dense one, two structured sets of one type give one of that type, others a sparse one. The
// samples are copied.
func Join(a, b Set) Set {
	if x, ok := a.(Structured); ok {
		return x.Join(b)
	}
	if x, ok := a.(*Matrix); ok {
		if z, ok := b.(*Matrix); ok {
			return &Matrix{N: x.N + z.N, D: x.D, X: append(append(make([]float64, 0, len(x.X)+len(z.X)), x.X...), z.X...)}
		}
	}
	joined := &CSR{D: a.Dim(), Ptr: []int32{0}}
	joined.append(a)
	joined.append(b)
	return joined
}

// append adds the samples of a set.
func (s *CSR) append(set Set) {
	x := make([]float64, s.D)
	for i := range set.Len() {
		if sparse, ok := set.(*CSR); ok {
			index, value := sparse.Row(i)
			s.Index, s.Value = append(s.Index, index...), append(s.Value, value...)
		} else {
			set.Dense(x, i)
			for j, v := range x {
				if v != 0 {
					s.Index, s.Value = append(s.Index, int32(j)), append(s.Value, v)
				}
			}
		}
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
	}
	s.N += set.Len()
}
