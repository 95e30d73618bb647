package kernel

// Scale is k = factor k_1. It is positive definite if the part is, because the factor is > 0
// (Cristianini & Shawe-Taylor, Proposition 3.12).
type Scale struct {
	Factor float64 `js:"factor" learn:"log" range:"(0,inf)" doc:"Factor of the kernel."`
	Of     Kernel
}

func (Scale) Name() string { return "scale" }

// Theorem returns the verdict on the part.
func (Scale) Theorem(_ int, parts []Verdict) Theorem {
	return Kept(parts[0], "positive multiples of positive definite kernels are positive definite", Introduction+", Proposition 3.12 (2)")
}

// Features returns the number of features of the part.
func (Scale) Features(_ int, parts []Count) Count {
	return parts[0]
}

func (Scale) Picture() Picture {
	return Picture{From: -1, Controls: []Control{{Name: "factor", Low: 0.1, High: 10, Start: 2}}, Tree: `{"kernel":"scale","factor":"$factor","parts":[{"kernel":"rbf","gamma":2}]}`, Said: "of rbf with gamma 2"}
}

func (k Scale) Parts() []Kernel { return []Kernel{k.Of} }

// Combine multiplies the row.
func (k Scale) Combine(rows [][]float64, _ []float64, _ [][]float64) {
	for j := range rows[0] {
		rows[0][j] *= k.Factor
	}
}

// Distance returns the distance of the part.
func (k Scale) Distance() Kernel { return distanceOf(k.Of) }

// Image is a multiple of the image of the part.
func (k Scale) Image(d float64) float64 { return k.Factor * RadialOf(k.Of).Image(d) }

// Slopes are the factor, and by its logarithm the value.
func (k Scale) Slopes(_ [][]float64, values []float64, by, own [][]float64) {
	fill(by[0], k.Factor)
	copy(own[0], values)
}

// Factors returns the factors of the part, multiplied.
func (k Scale) Factors(d int) []Factors { return k.times(FactorsOf(k.Of, d)) }

// times returns terms that are Factor times as large.
func (k Scale) times(terms []Factors) (scaled []Factors) {
	for _, f := range terms {
		of := f
		of.Take = make([]float64, len(f.Take))
		for s, v := range f.Take {
			of.Take[s] = k.Factor * v
		}
		if f.sum != nil {
			of.sum = func(dst []float64, j int, x float64, z []float64) {
				f.sum(dst, j, x, z)
				for w := range dst {
					dst[w] *= k.Factor
				}
			}
		}
		scaled = append(scaled, of)
	}
	return scaled
}
