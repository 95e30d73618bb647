package kernel

// Powers is k = c_0 + c_1 k_1 + c_2 k_1^2 + ..., a polynomial of a kernel. The option demands
// coefficients >= 0; with them it is positive definite if the part is (Cristianini & Shawe-Taylor,
// Corollary 3.13).
type Powers struct {
	Coefficients []float64 `js:"coefficients" type:"numbers" range:"[0,inf)" doc:"Coefficients of the powers 0, 1, 2 and so on."`
	Of           Kernel
}

func (Powers) Name() string { return "polynomial" }

// Theorem requires that the part is positive definite.
func (Powers) Theorem(_ int, parts []Verdict) Theorem {
	return Inherited(parts, "polynomials of positive definite kernels with coefficients >= 0 are positive definite", Introduction+", Corollary 3.13 (1)")
}

// Features counts the monomials in the features of the part.
func (k Powers) Features(_ int, parts []Count) Count {
	sum := Whole(0)
	for i, c := range k.Coefficients {
		if c > 0 {
			sum = sum.Plus(Choose(parts[0].Plus(Whole(i-1)), i))
		}
	}
	return sum
}

func (Powers) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}, Tree: `{"kernel":"polynomial","coefficients":[0.5,1,0.5],"parts":[{"kernel":"rbf","gamma":"$gamma"}]}`, OfPart: true, Said: "with the coefficients 0.5, 1, 0.5, of rbf"}
}

func (k Powers) Parts() []Kernel { return []Kernel{k.Of} }

// Combine evaluates the polynomial.
func (k Powers) Combine(rows [][]float64, _ []float64, _ [][]float64) {
	last := len(k.Coefficients) - 1
	for j, v := range rows[0] {
		sum := k.Coefficients[last]
		for i := last - 1; i >= 0; i-- {
			sum = sum*v + k.Coefficients[i]
		}
		rows[0][j] = sum
	}
}

// Slopes is the derivative of the polynomial, whose coefficients are not learnt.
func (k Powers) Slopes(rows [][]float64, _ []float64, by, _ [][]float64) {
	for j, v := range rows[0] {
		sum := 0.0
		for i := len(k.Coefficients) - 1; i > 0; i-- {
			sum = sum*v + float64(i)*k.Coefficients[i]
		}
		by[0][j] = sum
	}
}

// Factors returns the factors of a polynomial of a sum over the coordinates, or of powers of a
// product.
func (k Powers) Factors(d int) []Factors {
	of := FactorsOf(k.Of, d)
	if term := summed(of); term != nil {
		return powersOf(k.Coefficients, term)
	}
	made, power := []Factors{}, powersOf([]float64{1}, nil)
	for s, c := range k.Coefficients {
		if s > 0 {
			power = both(power, of)
		}
		if power == nil {
			return nil
		}
		made = append(made, Scale{c, nil}.times(power)...)
	}
	return made
}
