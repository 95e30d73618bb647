package kernel

import "math/big"

// Count is the number of features of a kernel: a whole number of any size, Endless, or Uncounted if
// it is not known or there is no feature space. core/internal/gen translates the methods Features
// of kernels into JavaScript. Whole, Choose, Words and the methods of Count have hand-written twins
// there, in formulas/counting.js.
type Count struct {
	whole   *big.Int
	endless bool
}

// Counted is a kernel that knows how many features it has.
type Counted interface {
	Kernel

	// Features returns the number of features for samples of d coordinates, or of d letters if the
	// kernel compares strings and does not name its alphabet. parts has those of its parts.
	Features(d int, parts []Count) Count
}

// Endless is infinitely many features.
func Endless() Count { return Count{endless: true} }

// Uncounted is a number of features that is not known.
func Uncounted() Count { return Count{} }

// Whole is the number n.
func Whole(n int) Count { return Count{whole: big.NewInt(int64(n))} }

// Choose is n over k, for whole k >= 0; it is 0 where n < k.
func Choose(n Count, k int) Count {
	if n.whole == nil {
		return n
	}
	if n.whole.Cmp(big.NewInt(int64(k))) < 0 {
		return Whole(map[bool]int{true: 1, false: 0}[k == 0])
	}
	steps := k
	if rest := new(big.Int).Sub(n.whole, big.NewInt(int64(k))); rest.Cmp(big.NewInt(int64(k))) < 0 {
		steps = int(rest.Int64()) // n over k is n over n-k
	}
	product := big.NewInt(1)
	for i := range steps {
		product.Mul(product, new(big.Int).Sub(n.whole, big.NewInt(int64(i))))
		product.Quo(product, big.NewInt(int64(i+1)))
	}
	return Count{whole: product}
}

// Words returns the number of texts whose length has a weight > 0 (weights has those of 1, 2, ...),
// or of the one length if there are no weights. alphabet is 'any' for the given number of letters,
// 'dna' for four, or a text with all letters.
func Words(alphabet string, letters, length int, weights []float64) Count {
	switch alphabet {
	case "any":
	case "dna":
		letters = 4
	default:
		seen := map[rune]bool{}
		for _, letter := range alphabet {
			seen[letter] = true
		}
		letters = len(seen)
	}
	if len(weights) == 0 {
		return Whole(letters).Raised(length)
	}
	sum := Whole(0)
	for i, w := range weights {
		if w > 0 {
			sum = sum.Plus(Whole(letters).Raised(i + 1))
		}
	}
	return sum
}

// Plus returns c + other.
func (c Count) Plus(other Count) Count {
	return join(c, other, func(sum, a, b *big.Int) { sum.Add(a, b) })
}

// Times returns c times other.
func (c Count) Times(other Count) Count {
	return join(c, other, func(product, a, b *big.Int) { product.Mul(a, b) })
}

// Raised returns c to the power n.
func (c Count) Raised(n int) Count {
	if c.whole == nil {
		return c
	}
	return Count{whole: new(big.Int).Exp(c.whole, big.NewInt(int64(n)), nil)}
}

// Number returns the number, and whether it is known and finite.
func (c Count) Number() (n *big.Int, finite bool) { return c.whole, c.whole != nil }

// String returns the number, "endless" or "uncounted".
func (c Count) String() string {
	switch {
	case c.whole != nil:
		return c.whole.String()
	case c.endless:
		return "endless"
	}
	return "uncounted"
}

// join applies an operation to two counts. The result is uncounted when one of them is, and
// else endless when one of them is.
func join(a, b Count, of func(dst, a, b *big.Int)) Count {
	switch {
	case a.whole == nil && !a.endless || b.whole == nil && !b.endless:
		return Uncounted()
	case a.endless || b.endless:
		return Endless()
	}
	dst := new(big.Int)
	of(dst, a.whole, b.whole)
	return Count{whole: dst}
}

// FeaturesOf returns how many features a kernel has.
func FeaturesOf(k Kernel, d int) Count {
	counted, ok := k.(Counted)
	if !ok {
		return Uncounted()
	}
	of, inner := partsOf(k, d)
	parts := make([]Count, len(of))
	for i, part := range of {
		parts[i] = FeaturesOf(part, inner)
	}
	return counted.Features(d, parts)
}
