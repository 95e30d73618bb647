package seq

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
)

// subsequences holds the features of the columns: their gap-weighted subsequences over the letters
// of the columns. The kernel is the inner product of these features. Other letters count as gaps.
type subsequences struct {
	decay  float64
	codes  map[int32]int // 0, 1, ... of the letters
	blocks []block       // by length, from 0

	n        int
	features int
	panels   []float64

	// Scratch.
	dense  []float64
	index  []int32
	values []float64
	padded []float64
}

// block holds the subsequences of one length in the order of their letters: u followed by a
// letter has the code code(u) * letters + code(letter).
type block struct {
	open   []float64 // the sum of decay^(letters from its first one to the last one read) over the places of each
	root   float64   // of the weight
	offset int       // of the features, where the weight is not 0
}

// featuresPerLetter limits the features, in the mean for each letter of a column. Below the limit
// they take no more memory than engine.Costs states, and much less time than the recursion.
const featuresPerLetter = 18

// newSubsequences returns nil when there are too many features.
func newSubsequences(k GapWeighted, columns *sample.Sequences) *subsequences {
	f := &subsequences{decay: k.Decay, codes: map[int32]int{}, n: columns.N}
	for _, symbol := range columns.Symbols {
		if _, known := f.codes[symbol]; !known {
			f.codes[symbol] = len(f.codes)
		}
	}
	count := 1
	for _, w := range lengthWeights(k.Length, k.Weights) {
		if count*columns.N > featuresPerLetter*len(columns.Symbols) {
			return nil
		}
		f.blocks = append(f.blocks, block{open: make([]float64, count), root: math.Sqrt(w), offset: f.features})
		if w > 0 {
			f.features += count
		}
		count *= len(f.codes)
	}
	f.dense = make([]float64, f.features)
	f.panels = make([]float64, lanes.PackedLen(columns.N, f.features))
	f.padded = make([]float64, lanes.Padded(columns.N))
	for j := range columns.N {
		f.measure(columns.Row(j))
		lanes.Pack(f.panels, f.dense, j)
	}
	return f
}

// measure sets dense to the features of x.
func (f *subsequences) measure(x []int32) {
	clear(f.dense)
	for i := range f.blocks {
		clear(f.blocks[i].open)
	}
	f.blocks[0].open[0] = 1 // the empty subsequence occurs everywhere
	letters := len(f.codes)
	for _, symbol := range x {
		code, known := f.codes[symbol]
		// The longest first, so that one letter is not used twice.
		for i := len(f.blocks) - 1; i > 0; i-- {
			b, shorter := &f.blocks[i], f.blocks[i-1].open
			for u := range b.open {
				b.open[u] *= f.decay
			}
			if !known {
				continue
			}
			for u, v := range shorter {
				b.open[u*letters+code] += f.decay * v
			}
			if b.root > 0 {
				for u, v := range shorter {
					f.dense[b.offset+u*letters+code] += b.root * f.decay * v
				}
			}
		}
	}
}

func (f *subsequences) row(dst []float64, x []int32) {
	f.measure(x)
	f.index, f.values = f.index[:0], f.values[:0]
	for u, v := range f.dense {
		if v != 0 {
			f.index, f.values = append(f.index, int32(u)), append(f.values, v)
		}
	}
	lanes.Dots(f.padded, f.panels, f.features, f.index, f.values)
	copy(dst, f.padded)
}
