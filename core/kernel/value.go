package kernel

import "maxmargin/core/base/linalg"

// Value returns k(x, z). It defines the entries of rows, and is for single values; package
// gram computes rows.
func Value(k Kernel, x, z []float64) float64 {
	switch k := k.(type) {
	case squared:
		return k.value(x, z)
	case InnerProduct:
		dst, norms := []float64{linalg.Dot(x, z)}, []float64{linalg.Dot(z, z)}
		k.FromDots(dst, linalg.Dot(x, x), norms)
		return dst[0]
	case Coordinatewise:
		rule := k.Rule()
		state := make([]float64, rule.States)
		rule.Begin(state, 1)
		for j, v := range x {
			k.Add(state, v, z[j:j+1])
		}
		k.End(state[:1], state)
		return state[0]
	case Bilinear:
		y := make([]float64, len(x))
		k.Apply(y, x)
		return linalg.Dot(y, z)
	case Pullback:
		coordinates, part := k.Pull()
		return Value(part, pick(x, coordinates), pick(z, coordinates))
	case Anchored:
		rows := [][]float64{{0}}
		for p, part := range k.Parts() {
			rows[p][0] = Value(part, x, z)
		}
		k.Combine(rows, []float64{anchor(k, x), squaredAnchor(k, len(x))}, [][]float64{{anchor(k, z)}})
		return rows[0][0]
	case Combination:
		return combined(k, x, z, Value)
	}
	panic("kernel: " + k.Name() + " has no values of its own")
}

// combined returns the value of a combination from the values of its parts.
func combined[X any](k Combination, x, z X, value func(k Kernel, x, z X) float64) float64 {
	parts := k.Parts()
	rows, norms := make([][]float64, len(parts)), make([][]float64, len(parts))
	norm := make([]float64, len(parts))
	_, normed := k.(Normed)
	for p, part := range parts {
		rows[p] = []float64{value(part, x, z)}
		if normed {
			norm[p], norms[p] = value(part, x, x), []float64{value(part, z, z)}
		}
	}
	k.Combine(rows, norm, norms)
	return rows[0][0]
}

// anchor returns f(x) of an anchored kernel.
func anchor(k Anchored, x []float64) (f float64) {
	points, weights, by := k.Anchors()
	d := len(x)
	weight := float64(d) / float64(len(points))
	for i := range len(points) / d {
		if weights != nil {
			weight = weights[i]
		}
		f += float64(weight * Value(by, x, points[i*d:(i+1)*d]))
	}
	return f
}

// squaredAnchor returns the sum of the weights_i f(points_i).
func squaredAnchor(k Anchored, d int) (sum float64) {
	points, weights, _ := k.Anchors()
	weight := float64(d) / float64(len(points))
	for i := range len(points) / d {
		if weights != nil {
			weight = weights[i]
		}
		sum += float64(weight * anchor(k, points[i*d:(i+1)*d]))
	}
	return sum
}

func pick(x []float64, coordinates []int) []float64 {
	picked := make([]float64, len(coordinates))
	for c, j := range coordinates {
		picked[c] = x[j]
	}
	return picked
}

// TranslationInvariant reports whether k(x+t, z+t) = k(x, z).
func TranslationInvariant(k Kernel) bool {
	switch k := k.(type) {
	case InnerProduct:
		return k.TranslationInvariant()
	case Coordinatewise:
		_, differences := k.(interface{ ofDifferences() })
		return differences
	case Pullback:
		_, part := k.Pull()
		return TranslationInvariant(part)
	case Anchored:
		return false
	case Combination:
		return every(k.Parts(), TranslationInvariant)
	}
	return false
}

// SkipsZeros reports whether coordinates in which both samples are zero can be left out.
func SkipsZeros(k Kernel) bool {
	switch k := k.(type) {
	case InnerProduct:
		return true
	case Coordinatewise:
		return k.Rule().SkipsZeros
	case Anchored:
		return false
	case Combination:
		return every(k.Parts(), SkipsZeros)
	}
	return false
}

func every(parts []Kernel, is func(Kernel) bool) bool {
	for _, part := range parts {
		if !is(part) {
			return false
		}
	}
	return true
}
