// Package lowrank replaces the kernel matrix of many samples by one of low rank. It chooses
// some samples as landmarks, and gives every sample as many features, whose inner products
// are the values of the kernel between the projections of the samples onto the span of the
// landmarks (Nystroem's method). With features a linear solver does what otherwise takes the
// whole matrix.
package lowrank

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/order"
	"maxmargin/core/base/rng"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// The ways to choose landmarks, by the names that users give them.
const (
	Auto     = "auto"
	KMeans   = "kMeans"
	Random   = "random"
	Leverage = "leverage"
)

// Choice are the options of a machine that works with landmarks. They are part of its options
// struct.
type Choice struct {
	NComponents int    `js:"nComponents" default:"200" range:"[1,2000]" doc:"Number of landmarks, which are samples. More of them come closer to the machine with the whole kernel matrix; the time grows with their square, the memory is 4 bytes for each landmark and sample, or 2 (see precision). Where there are fewer samples, all of them are landmarks."`
	Landmarks   string `js:"landmarks" default:"auto" choices:"auto,kMeans,random,leverage" doc:"How landmarks are chosen: the samples nearest to the centres of clusters ('kMeans'), at random ('random'), or at random with probabilities that grow with what the other samples leave unexplained ('leverage', approximate ridge leverage scores). 'auto' is 'kMeans' for vectors of up to 5,000,000 / nComponents columns, else 'random'."`
	Precision   string `js:"precision" default:"float32" choices:"float32,int16" doc:"How the features of samples are stored: in 4 bytes each ('float32'), or in 2, as whole multiples of 1/32767 of the largest feature of the sample ('int16'), with which twice as many landmarks fit."`
}

// The ways to store features, by the names that users give them.
const (
	Float32 = "float32"
	Int16   = "int16"
)

// FeatureBytes is how many bytes a feature takes.
func FeatureBytes(precision string) int64 {
	if precision == Int16 {
		return 2
	}
	return 4
}

// poolSamples is how many samples for each landmark KMeans and Leverage look at.
const poolSamples = 50

// mostCentres is how many numbers the centres of clusters may be (40 MB): they are dense, also
// those of sparse samples.
const mostCentres = 5_000_000

// wide reports whether the centres of clusters in so many columns are too many numbers.
func (o *Choice) wide(columns int) bool {
	return float64(o.NComponents)*float64(columns) > mostCentres
}

// DenseNumbers returns how many numbers the clusters hold: the centres, the same as columns, and the
// columns of the step before.
func (o *Choice) DenseNumbers(rows, columns, _ int) int {
	if o.Landmarks != Auto && o.Landmarks != KMeans || o.NComponents >= rows || o.wide(columns) {
		return 0
	}
	return 3 * o.NComponents * columns
}

// Choose returns the rows that are landmarks, ascending: NComponents of the given rows of x,
// or all where there are not more. It returns false when watch ends it.
func (o *Choice) Choose(k kernel.Kernel, x sample.Set, rows []int, seed int, watch gram.Watch) (chosen []int, ok bool, err error) {
	how, vectors := o.Landmarks, kernel.Compares(k) == sample.Numbers && !kernel.IsGiven(k)
	wide := o.wide(x.Dim())
	switch {
	case how == Auto && vectors && !wide:
		how = KMeans
	case how == Auto:
		how = Random
	case how == KMeans && !vectors:
		return nil, false, fault.New(fault.Option, "landmarks", "landmarks 'kMeans' needs samples that are vectors, because it takes their means; use 'random' or 'leverage' with this kernel")
	case how == KMeans && wide:
		return nil, false, fault.New(fault.Option, "landmarks", "landmarks 'kMeans' takes the means of %d clusters, which have %d columns: too many numbers; use 'random' or 'leverage'", o.NComponents, x.Dim())
	}
	if o.NComponents >= len(rows) {
		return rows, true, nil
	}
	pool := Draw(rows, poolSamples*o.NComponents, seed)
	switch how {
	case KMeans:
		chosen, ok = clusters(x, pool, o.NComponents, seed, watch)
	case Leverage:
		chosen, ok, err = leverage(k, x, pool, o.NComponents, seed, watch)
	default:
		chosen, ok = Draw(rows, o.NComponents, seed), true
	}
	return chosen, ok, err
}

// Draw returns count of the rows at random without replacement, ascending, or all of them
// where there are not more.
func Draw(rows []int, count, seed int) []int {
	if count >= len(rows) {
		return rows
	}
	shuffled := make([]int32, len(rows))
	for i := range shuffled {
		shuffled[i] = int32(i)
	}
	rng.New(uint64(seed)).Shuffle(shuffled)
	drawn := make([]int, count)
	for i := range drawn {
		drawn[i] = rows[shuffled[i]]
	}
	slices.Sort(drawn)
	return drawn
}

// passes is how often the clusters of KMeans are formed anew. The landmarks need not be the
// best ones, and the first passes bring most.
const passes = 10

// clusters returns the m samples of the pool that are nearest to the centres of the clusters
// of Lloyd's algorithm (Lloyd, Least squares quantization in PCM, 1982), each of its own
// cluster (Zhang & Kwok, Density-weighted Nystroem method for computing large kernel
// eigensystems, 2009, take the centres themselves). A landmark is a sample, not a centre, so
// that a sparse one stays sparse and has a row of the training set. In place of empty clusters
// there are samples at random.
func clusters(x sample.Set, pool []int, m, seed int, watch gram.Watch) (chosen []int, ok bool) {
	d := x.Dim()
	centres := &sample.Matrix{N: m, D: d, X: make([]float64, m*d)}
	for c, i := range Draw(pool, m, seed+1) {
		x.Dense(centres.Row(c), i)
	}
	origin := gram.Offset(x)
	nearest, of := make([]int, m), make([]int32, len(pool)) // the closest sample of each cluster; the cluster of each sample
	row, count := make([]float64, d), make([]int, m)
	for pass := range passes {
		if !assign(of, nearest, x, pool, centres, origin, func(done float64) bool { return watch((float64(pass) + done) / passes) }) {
			return nil, false
		}
		if pass == passes-1 {
			break
		}
		clear(count)
		for _, c := range of {
			if count[c]++; count[c] == 1 {
				clear(centres.Row(int(c)))
			}
		}
		for p, i := range pool {
			c := int(of[p])
			x.Dense(row, i)
			for j, v := range row {
				centres.X[c*d+j] += v / float64(count[c])
			}
		}
	}
	taken := make([]bool, len(pool))
	for _, p := range nearest {
		if p >= 0 {
			taken[p] = true
			chosen = append(chosen, pool[p])
		}
	}
	var left []int
	for p, i := range pool {
		if !taken[p] {
			left = append(left, i)
		}
	}
	chosen = append(chosen, Draw(left, m-len(chosen), seed+2)...)
	slices.Sort(chosen)
	return chosen, true
}

// rowsAtATime is how many rows of kernel values are computed together.
const rowsAtATime = 16

// assign sets of[p] to the centre that is nearest to sample pool[p], and nearest[c] to the
// place in the pool of the sample of cluster c that is nearest to its centre, -1 if it has
// none.
func assign(of []int32, nearest []int, x sample.Set, pool []int, centres *sample.Matrix, origin []float64, watch gram.Watch) bool {
	m, d := centres.N, centres.D
	columns := gram.Prepare(kernel.Linear{}, centres, nil, origin)
	half := make([]float64, m) // 1/2 |c - o|^2
	for c := range m {
		for j, v := range centres.Row(c) {
			if origin != nil {
				v -= origin[j]
			}
			half[c] += v * v / 2
		}
		nearest[c] = -1
	}
	least, row := make([]float64, m), make([]float64, d) // of each cluster, the least squared distance
	return eachRow(columns, x, pool, watch, func(p int, products []float64) {
		best := 0
		for c, v := range products {
			if v-half[c] > products[best]-half[best] {
				best = c
			}
		}
		of[p] = int32(best)
		norm := 0.0
		x.Dense(row, pool[p])
		for j, v := range row {
			if origin != nil {
				v -= origin[j]
			}
			norm += v * v
		}
		if distance := norm - 2*(products[best]-half[best]); nearest[best] < 0 || distance < least[best] {
			nearest[best], least[best] = p, distance
		}
	})
}

// eachRow calls take with the values of columns for every one of the rows of x, which it must
// not keep.
func eachRow(columns gram.Columns, x sample.Set, rows []int, watch gram.Watch, take func(p int, values []float64)) bool {
	values := make([][]float64, rowsAtATime)
	for r := range values {
		values[r] = make([]float64, columns.Stride())
	}
	for p := 0; p < len(rows); p += rowsAtATime {
		if !watch(float64(p) / float64(len(rows))) {
			return false
		}
		index := rows[p:min(p+rowsAtATime, len(rows))]
		columns.Rows(values[:len(index)], x, index)
		for r := range index {
			take(p+r, values[r][:columns.Len()])
		}
	}
	return true
}

// leverage returns m samples of the pool, drawn without replacement with probabilities that
// are proportional to approximations of their ridge leverage scores
//
//	l_i = (K (K + lambda I)^-1)_ii
//
// of the kernel matrix K of the pool. With m samples at random, P, which are a share p of the
// pool (Musco & Musco, Recursive sampling for the Nystroem method, 2017, Lemma 6, with one
// step),
//
//	l_i ~ 1/lambda (k_ii - k_iP (K_PP + p lambda I)^-1 k_Pi)
//
// where p lambda is the sum of the eigenvalues of K_PP beyond the first m/2, divided by m/2.
func leverage(k kernel.Kernel, x sample.Set, pool []int, m, seed int, watch gram.Watch) (chosen []int, ok bool, err error) {
	pilot := Draw(pool, m, seed+1)
	matrix := make([]float64, m*m)
	if !gram.Lower(matrix, k, x, pilot, watch) {
		return nil, false, nil
	}
	spectrum := linalg.NewSpectrum(matrix, m, linalg.Watch(watch))
	if spectrum == nil && !watch(1) {
		return nil, false, nil
	}
	if spectrum == nil {
		return nil, false, model.Overflow()
	}
	values, half, ridge := spectrum.Values(), max(1, m/2), 0.0
	for _, v := range values[:m-half] {
		ridge += max(v, 0) / float64(half)
	}
	ridge = max(ridge, negligible*math.Abs(values[m-1]))
	scores, ok := unexplained(k, x, pool, pilot, spectrum, ridge, watch)
	if !ok {
		return nil, false, nil
	}
	// The m smallest of exponential variables with these rates are such a draw (Efraimidis &
	// Spirakis, Weighted random sampling with a reservoir, 2006). A score of zero has the rate
	// zero and comes last.
	stream := rng.New(uint64(seed + 2))
	keys := make([]float64, len(pool))
	for p, score := range scores {
		keys[p] = -math.Log(1-stream.Float64()) / max(score, 0)
		if keys[p] != keys[p] { // 0 / 0
			keys[p] = math.Inf(1)
		}
	}
	for _, p := range order.Of(len(keys), func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })[:m] {
		chosen = append(chosen, pool[p])
	}
	slices.Sort(chosen)
	return chosen, true, nil
}

// unexplained returns k_ii - k_iP (K_PP + ridge I)^-1 k_Pi for the samples i of the pool.
func unexplained(k kernel.Kernel, x sample.Set, pool, pilot []int, spectrum *linalg.Spectrum, ridge float64, watch gram.Watch) (scores []float64, ok bool) {
	m := len(pilot)
	root, values := make([]float64, m*m), spectrum.Values() // V diag(1 / sqrt(values + ridge))
	for at, v := range spectrum.Vectors() {
		if sum := values[at%m] + ridge; sum > 0 {
			root[at] = v / math.Sqrt(sum)
		}
	}
	scores = make([]float64, x.Len())
	gram.Diagonal(scores, k, x)
	for p, i := range pool {
		scores[p] = scores[i] // p <= i, as the pool ascends
	}
	scores = scores[:len(pool)]
	columns := gram.Prepare(k, x, pilot, gram.Origin(k, x))
	ok = eachBlock(columns, x, pool, root, m, watch, func(p int, features []float64) {
		for _, v := range features {
			scores[p] -= v * v
		}
	})
	return scores, ok
}
