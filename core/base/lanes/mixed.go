package lanes

// # Rows in fewer bits
//
// Rows that would take too much memory as float64 are stored as float32 or int16, and multiplied
// with weights that stay float64. An entry becomes a float64 first, so that nothing else is
// rounded. Rows have a multiple of MixedWidth entries. core/solve/primal has the same loops in
// assembly.

// Mixed are the types of the entries of such rows.
type Mixed interface{ float32 | int16 }

// MixedWidth divides the number of entries of such a row.
const MixedWidth = 8

// MixedPad rounds d up to whole MixedWidth.
func MixedPad(d int) int { return (d + MixedWidth - 1) / MixedWidth * MixedWidth }

// SumMixed returns the inner product of a row with weights, len(b) >= len(a). It adds in the
// order of Sum.
func SumMixed[T Mixed](a []T, b []float64) float64 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	for len(a) >= MixedWidth && len(b) >= MixedWidth {
		p, q := (*[MixedWidth]T)(a), (*[MixedWidth]float64)(b)
		s0 += float64(float64(p[0]) * q[0])
		s1 += float64(float64(p[1]) * q[1])
		s2 += float64(float64(p[2]) * q[2])
		s3 += float64(float64(p[3]) * q[3])
		s4 += float64(float64(p[4]) * q[4])
		s5 += float64(float64(p[5]) * q[5])
		s6 += float64(float64(p[6]) * q[6])
		s7 += float64(float64(p[7]) * q[7])
		a, b = a[MixedWidth:], b[MixedWidth:]
	}
	return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))
}

// UpdateMixed adds a scaled row to weights: g_i += a p_i, len(g) >= len(p).
func UpdateMixed[T Mixed](g []float64, a float64, p []T) {
	for len(p) >= MixedWidth && len(g) >= MixedWidth {
		from, to := (*[MixedWidth]T)(p), (*[MixedWidth]float64)(g)
		to[0] += float64(a * float64(from[0]))
		to[1] += float64(a * float64(from[1]))
		to[2] += float64(a * float64(from[2]))
		to[3] += float64(a * float64(from[3]))
		to[4] += float64(a * float64(from[4]))
		to[5] += float64(a * float64(from[5]))
		to[6] += float64(a * float64(from[6]))
		to[7] += float64(a * float64(from[7]))
		p, g = p[MixedWidth:], g[MixedWidth:]
	}
}
