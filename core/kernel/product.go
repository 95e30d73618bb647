package kernel

// Product is k = k_1 k_2 ... It is positive definite if all parts are (Schur; Cristianini &
// Shawe-Taylor, Proposition 3.12; Smola & Schoelkopf, Theorem 5). Over different columns it is the
// tensor product.
type Product struct {
	Of []Kernel
}

func (Product) Name() string { return "product" }

// Theorem requires that all parts are positive definite.
func (Product) Theorem(_ int, parts []Verdict) Theorem {
	return Inherited(parts, "products of positive definite kernels are positive definite", Introduction+", Proposition 3.12 (3); "+Tutorial+", Theorem 5")
}

// Features are the products of one of each part.
func (Product) Features(_ int, parts []Count) Count {
	product := Whole(1)
	for _, part := range parts {
		product = product.Times(part)
	}
	return product
}

func (Product) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}, Tree: `{"kernel":"product","parts":[{"kernel":"columns","columns":[0],"parts":[{"kernel":"rbf","gamma":"$gamma"}]},{"kernel":"columns","columns":[1],"parts":[{"kernel":"poly","gamma":1,"degree":1,"coef0":1}]}]}`, OfPart: true, Said: "of rbf of the first column and 1 + the product of the second"}
}

func (k Product) Parts() []Kernel { return k.Of }

// Combine multiplies the rows.
func (Product) Combine(rows [][]float64, _ []float64, _ [][]float64) {
	for _, row := range rows[1:] {
		for j, v := range row {
			rows[0][j] *= v
		}
	}
}

// Distance returns minus the sum of the exponents gamma D when every part is exp(-gamma D)
// with a distance D. Other products have no distance.
func (k Product) Distance() Kernel {
	var sum Sum
	for _, part := range k.Of {
		exponential, is := part.(decaying)
		if !is {
			return nil
		}
		gamma, is := exponential.rate()
		if !is {
			return nil
		}
		sum.Of = append(sum.Of, Scale{gamma, exponential.Distance()})
	}
	return sum
}

// Image returns 2 - 2 exp(-d).
func (Product) Image(d float64) float64 { return decayed(d) }

func (k Product) rate() (gamma float64, ok bool) { return 1, k.Distance() != nil }

// Slopes are the products of the other parts.
func (Product) Slopes(rows [][]float64, _ []float64, by, _ [][]float64) {
	for p, row := range by {
		fill(row, 1)
		for q, of := range rows {
			if q == p {
				continue
			}
			for j, v := range of {
				row[j] *= v
			}
		}
	}
}

// Factors are the products of the terms of the parts, of which only one may be other than a
// product over the coordinates.
func (k Product) Factors(d int) []Factors {
	all := FactorsOf(k.Of[0], d)
	for _, part := range k.Of[1:] {
		all = both(all, FactorsOf(part, d))
	}
	return all
}
