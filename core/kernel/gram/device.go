package gram

import (
	"slices"
	"time"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// Device computes kernel values between samples in float32 outside of this program, such as on a GPU.
type Device interface {
	// Works reports whether it can be asked: it has neither failed nor been left.
	Works() bool
	// Hold gives the device all samples of a set, and what the widths of the kernel were resolved to. Its
	// kernel is that of the options. For each sample there is a bound on the difference between a value
	// of the device and the one in float64; nil, if the device cannot hold the samples, or does not have
	// the kernel.
	Hold(set sample.Set, widths []float64) (bounds []float64)
	// Rows sets dst to the values between the samples at index and columns, and reports whether it did.
	// A slice of columns does not change.
	Rows(dst [][]float32, columns, index []int) bool
	// Certify counts samples whose gradient was computed in float64.
	Certify(samples int)
	// Choosy reports whether the device is wanted only where it is faster.
	Choosy() bool
	// Leave says why the rest of the work is done without the device.
	Leave(why string)
}

// LeastOnDevice is the least number of samples of a problem whose rows a device computes.
const LeastOnDevice = 2 * SmallProblem

// Hold gives a device all samples of the matrix, and returns the bounds of their values; nil, if it
// takes none.
func (m *Matrix) Hold(device Device, widths []float64) (bounds []float64) {
	_, dense := m.set.(*sample.Matrix)
	if _, bytes := m.set.(*sample.Bytes); !dense && !bytes || m.part != nil {
		return nil
	}
	return device.Hold(m.set, widths)
}

// OnDevice returns the view over samples that no other view shares, whose rows a device computes that
// holds the samples of the matrix, with these bounds of their values.
func (m *Matrix) OnDevice(device Device, bounds []float64, memory *Memory, bytes int, samples []int) *Single {
	c := &deviceColumns{device: device, matrix: m, columns: slices.Clone(samples), bounds: make([]float64, len(samples))}
	for p, i := range samples {
		c.bounds[p] = bounds[i]
	}
	s := m.singleOf(memory, bytes, samples, c)
	s.device = device
	return s
}

// deviceColumns are samples that a device holds. Where it has failed, their values are those in
// float64, rounded.
type deviceColumns struct {
	device  Device // nil: there is none
	matrix  *Matrix
	columns []int
	bounds  []float64 // of each coordinate
	exact   Columns   // the same columns, in float64; nil as long as the device works
	wide    []float64
}

func (c *deviceColumns) len() int { return len(c.columns) }

func (c *deviceColumns) keep(positions []int) {
	columns := make([]int, len(positions))
	for q, p := range positions {
		columns[q] = c.columns[p]
	}
	c.columns, c.exact = columns, nil
}

func (c *deviceColumns) add(_ sample.Set, samples []int) {
	c.columns, c.exact = append(c.columns[:len(c.columns):len(c.columns)], samples...), nil
}

// mostOnDevice is how many values a device is asked for at a time, if the caller wants many.
const mostOnDevice = 1 << 22

func (c *deviceColumns) over(_ sample.Set, samples []int) (other singleSource, stride, together int) {
	n := len(samples)
	return &deviceColumns{device: c.device, matrix: c.matrix, columns: samples}, lanes.SinglePad(n), max(1, mostOnDevice/n)
}

func (c *deviceColumns) rows(dst [][]float32, set sample.Set, samples []int) {
	if c.exact == nil {
		if c.device != nil && c.device.Rows(dst, c.columns, samples) {
			return
		}
		c.exact = Prepare(c.matrix.kernel, set, c.columns, c.matrix.origin)
		c.wide = make([]float64, c.exact.Stride())
	}
	for r := range dst {
		c.exact.Rows([][]float64{c.wide}, set, samples[r:r+1])
		for j, v := range c.wide[:len(c.columns)] {
			dst[r][j] = float32(v)
		}
	}
}

// errors bounds the errors by those of the coordinates that dst is about: they hold for values with any
// other sample.
func (c *deviceColumns) errors(dst, weights []float64) {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	for t, bound := range c.bounds {
		dst[t] = bound * sum
	}
}

// fetchedRows is how many rows a device is asked for at a time, those ahead included. The way to a
// device and back takes about as long as some dozens of rows.
const fetchedRows = 64

// together returns how many rows over the active set the device is asked for at a time.
func (s *Single) together() int { return max(1, min(fetchedRows, mostOnDevice/len(s.active))) }

// fetch adds rows of ahead to those that the device is asked for, which have their memory, as long as
// none in the cache has to go.
func (s *Single) fetch(missing []int, ahead func(most int, wanted func(position int) bool) []int) []int {
	v := s.View
	most := s.together() - len(missing)
	if ahead == nil || most <= 0 || !s.device.Works() {
		return missing
	}
	for _, p := range ahead(most, func(p int) bool { return v.slotOf[v.active[p]] < 0 }) {
		if !v.room() {
			break
		}
		c := v.active[p]
		if !v.asked[c] {
			v.asked[c] = true
			v.wanted++
		}
		missing = append(missing, c)
		s.singles = append(s.singles, lanes.Singles(v.slots[v.take(c)].row))
	}
	v.missing = missing
	return missing
}

// Faster reports whether the device of the view computes rows faster than the processor: those of other,
// which is a view over the same samples, or without it those in float64. The processor computes half as
// many, because that is how many of those ahead are asked for, at worst.
func (s *Single) Faster(other *Single) bool {
	processor := singleSource(&deviceColumns{matrix: s.matrix, columns: s.samples})
	if other != nil {
		processor = other.columns
	}
	some := s.samples[:min(len(s.samples), s.together())]
	dst := make([][]float32, len(some))
	for r := range dst {
		dst[r] = make([]float32, lanes.SinglePad(len(s.samples)))
	}
	var took [2]time.Duration
	for i, c := range []singleSource{s.columns, processor} {
		count := (len(some) + i) / (1 + i)
		for range 2 { // the first time brings samples to where they are needed
			start := run.Now()
			c.rows(dst[:count], s.matrix.set, some[:count])
			took[i] = run.Now().Sub(start)
		}
	}
	return took[0] < took[1]
}
