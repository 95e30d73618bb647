package kernel

// Spline is the cubic spline with infinitely many knots as a tensor product,
//
//	k(x,z) = prod_j 1 + xz + xz min(x,z) - (x+z)/2 min(x,z)^2 + min(x,z)^3/3
//
// (Vapnik, The Nature of Statistical Learning Theory, section 5.6). On numbers >= 0 a factor is
// 1 + xz plus the integral of (x-t)_+ (z-t)_+ over t > 0, an inner product, so it is positive
// definite.
type Spline struct {
	products
	positive
}

func (Spline) Name() string { return "spline" }

func (Spline) Theorem(int, []Verdict) Theorem {
	return Proved("its factors are inner products of functions", Tutorial+", Corollary 4; Vapnik 1995, section 5.6")
}

func (Spline) Features(int, []Count) Count {
	return Endless()
}

func (Spline) Picture() Picture {
	return Picture{From: 0}
}

// Add multiplies by the spline of a coordinate.
func (Spline) Add(product []float64, x float64, z []float64) {
	for w, v := range z {
		least := min(x, v)
		product[w] *= 1 + x*v + least*(x*v-least*((x+v)/2-least/3))
	}
}

// FactorSlope is z + xz - x^2/2 where x < z, and else z + z^2/2.
func (Spline) FactorSlope(x, z float64) float64 {
	least := min(x, z)
	return z + least*(z-least/2)
}
