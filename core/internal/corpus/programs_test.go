// Package corpus has small programs in the part of Go that package compile knows: every
// statement, operator and function of it. Its tests run each program as Go, natively and in
// WebAssembly, and as the assembly that it is compiled to.
package corpus

import "math"

// data is what programs read and change, beside their parameters.
type data struct {
	numbers []float64
	counts  []int
	places  []int32
	items   []item
	item    item
	open    bool
	count   int
	place   int32
	total   float64
	twice   doubler
}

type item struct {
	value  float64
	count  int
	used   bool
	values []float64
}

// doubler is an interface whose methods macros stand for.
type doubler interface{ double(v float64) float64 }

// plain is a doubler in Go.
type plain struct{}

func (plain) double(v float64) float64 { return v + v }

func variables(d *data, x []float64, n int, v float64) float64 {
	a, b := v, 2.5
	c, yes, no := 3, true, false
	a, b = b, a
	d.open, c = yes == no, c+1
	if yes != no {
		a = -a
	}
	d.count = c
	return a - b
}

func numbers(d *data, x []float64, n int, v float64) float64 {
	a := v + 1
	a += float64(v * 3)
	a -= 1e-3
	a *= v - 7
	a /= 4
	i := n*2 + 1
	i += 3
	i -= n
	i *= n - 1
	i++
	i--
	d.count = i
	return a / (v + 8)
}

func places(d *data, x []float64, n int, v float64) float64 {
	d.total, d.open, d.place = v, v > 1, d.places[1]
	d.item.value, d.item.count = v, n
	d.item.count++
	d.item.count--
	d.numbers[0], d.numbers[1] = d.numbers[1], d.numbers[0]
	d.numbers[2] += v
	d.counts[1] = int(d.places[0])
	d.places[2] = d.place
	d.items[1].used = d.open || d.item.used
	z := &d.items[1]
	z.value = d.items[0].value
	z.count -= d.counts[0]
	return d.item.value + z.value
}

func slices(d *data, x []float64, n int, v float64) float64 {
	a, b, c := x[1:], d.numbers[1:3], d.numbers[:len(x)]
	if d.items == nil || x == nil {
		return -1
	}
	d.count = len(d.counts)
	return a[0] + b[1] - c[2]
}

func comparisons(d *data, x []float64, n int, v float64) float64 {
	w := 2.0
	if v < w {
		d.count += 1
	}
	if v <= w {
		d.count += 2
	}
	if v > w {
		d.count += 4
	}
	if v >= w {
		d.count += 8
	}
	if v == w {
		d.count += 16
	}
	if v != w {
		d.count += 32
	}
	if !(n < 3) && n <= 4 || n > 5 {
		d.count += 64
	}
	if n >= 2 && n != 3 {
		d.count += 128
	}
	if (n == 3) == d.open {
		d.count += 256
	}
	return 0
}

func unsigned(d *data, x []float64, n int, v float64) float64 {
	if uint(n) >= uint(len(x)) {
		return math.Inf(-1)
	}
	if uint(n) < 1 {
		return math.Inf(1)
	}
	if uint(n) > 2 || uint(n) <= 1 {
		return math.Copysign(x[n], v)
	}
	return math.Abs(x[n])
}

func branches(d *data, x []float64, n int, v float64) float64 {
	if w := v * v; w > 3 {
		d.total = w
	} else if n > 2 {
		d.total = -w
	} else {
		{
			w := w + 1
			d.total = w
		}
	}
	return d.total
}

func switches(d *data, x []float64, n int, v float64) float64 {
	switch m := n - 1; {
	case m < 0, m > 3:
		d.total = 1
	case v > 0:
		d.total = 2
	}
	switch n {
	case 0:
		return 10
	case 1, 2:
		return 20
	default:
		return d.total
	}
}

func loops(d *data, x []float64, n int, v float64) float64 {
	sum := 0.0
	for t := 0; t < n; t++ {
		if t == 1 {
			continue
		}
		for i := range d.counts {
			switch {
			case i == 1:
				continue
			}
			d.counts[i]++
			if i > t {
				break
			}
		}
		sum += x[t]
	}
	for n > 0 {
		n -= 2
		if x[n+2] < v {
			break
		}
		d.count++
	}
	return sum
}

func ranges(d *data, x []float64, n int, v float64) float64 {
	sum, last := 0.0, -1
	values := d.item.values
	for t, value := range x {
		if value > v {
			sum += value
			last = t
		}
	}
	for i, place := range d.places {
		if int(place) > n {
			return sum
		}
		d.count = last + i
	}
	for t := range values {
		values[t] = v
	}
	return sum
}

func calls(d *data, x []float64, n int, v float64) float64 {
	low, high := between(x, n)
	if d.enough(low) && d.enough(high) {
		return 1
	}
	part := x[1:]
	d.total = part[first(part, v)]
	return halved(v) + halved(halved(high)) + low
}

// between returns the least and the largest number before n.
func between(x []float64, n int) (low, high float64) {
	low, high = x[0], x[0]
	for t := 1; t < n; t++ {
		low, high = smaller(x[t], low), -smaller(-x[t], -high)
	}
	return low, high
}

func smaller(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

func (d *data) enough(v float64) bool { return v > d.item.value }

func halved(v float64) (half float64) {
	if v != 0 {
		half = v / 2
	}
	return half
}

// first returns the place of the first number that is not below v, or 0.
func first(x []float64, v float64) int {
	t := 0
	for !(x[t] >= v) {
		if t++; t == 3 {
			return 0
		}
	}
	return t
}

func extremes(d *data, x []float64, n int, v float64) float64 {
	d.count = min(n, 3) + max(n, 2)
	return x[min(max(n, 0), 4)]
}

func macros(d *data, x []float64, n int, v float64) float64 {
	box, count := d.twice, len(x)
	keep(d, v)
	if count > n && d.twice.double(v) > 3 {
		return box.double(v)
	}
	return v
}

func keep(d *data, v float64) { d.total = v }

// The programs from here on are loops that are compiled into vectors.

func searchUp(d *data, x []float64, n int, v float64) float64 {
	for t := 0; t < n; t++ {
		if x[t] >= v && x[t] != d.total {
			return x[t]
		}
	}
	return 0
}

func searchDown(d *data, x []float64, n int, v float64) float64 {
	for t := 0; t < n; t++ {
		if x[t] <= v {
			return x[t]
		}
	}
	return 0
}

func searchNumbers(d *data, x []float64, n int, v float64) float64 {
	y, most := d.numbers, d.total
	for t := 0; t < n; t++ {
		if -x[t] > v && (x[t] < most || y[t] < -v) || y[t] == most {
			return x[t]
		}
	}
	return 0
}

func searchCounts(d *data, x []float64, n int, v float64) float64 {
	counts, open := d.counts, d.open
	for t := 1; t < n; t++ {
		if counts[t] == d.count && !open || counts[t] != n && v > 2 || d.items == nil {
			return x[t]
		}
	}
	return 0
}

// several returns more than one result.
func several(x []float64, n int) (least, largest float64, count int) {
	low, high := between(x, n)
	for t := 0; t < n; t++ {
		if x[t] == low {
			count++
		}
	}
	return low, high, count
}

// The assembly of the programs from here on differs from Go, as the documentation of package
// compile says.

func outOfBounds(d *data, x []float64, n int, v float64) float64 {
	short := x[:1]
	return short[n]
}

func bothSides(d *data, x []float64, n int, v float64) float64 {
	if n > 100 && d.counted() {
		return 1
	}
	if n > -100 || d.counted() {
		return 2
	}
	return 3
}

func (d *data) counted() bool {
	d.count++
	return true
}

func replaced(d *data, x []float64, n int, v float64) float64 {
	z := &d.items[0]
	values := z.values
	z = &d.items[1]
	d.count = len(values)
	return z.value
}

// program is a program of the corpus.
type program func(d *data, x []float64, n int, v float64) float64

// programs returns those whose assembly does what Go does.
func programs() map[string]program {
	return map[string]program{
		"variables": variables, "numbers": numbers, "places": places, "slices": slices, "comparisons": comparisons,
		"unsigned": unsigned, "branches": branches, "switches": switches, "loops": loops, "ranges": ranges,
		"calls": calls, "extremes": extremes, "macros": macros, "searchUp": searchUp, "searchDown": searchDown, "searchNumbers": searchNumbers, "searchCounts": searchCounts,
	}
}
