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
	// Hold gives the device all samples of a set, whose values it will be asked for, and what the widths
	// of the kernel were resolved to. Its kernel is that of the options. For each sample there is a bound
	// on the difference between a value of the device and the one in float64; nil, if the device cannot
	// hold the samples, or does not have the kernel. origin is the mean of the samples.
	Hold(set sample.Set, origin, widths []float64) (bounds []float64)
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
	origin := make([]float64, m.set.Dim())
	x := make([]float64, len(origin))
	for i := range m.set.Len() {
		m.set.Dense(x, i)
		for j, v := range x {
			origin[j] += v / float64(m.set.Len())
		}
	}
	return device.Hold(m.set, origin, widths)
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
	device  Device
	matrix  *Matrix
	columns []int
	bounds  []float64 // of each coordinate
	exact   Columns   // the same columns, in float64; nil as long as the device works
	wide    [][]float64
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
		own := make([][]float32, len(dst))
		for r, row := range dst {
			own[r] = row[:len(c.columns)]
		}
		if c.device.Rows(own, c.columns, samples) {
			return
		}
		c.exact = Prepare(c.matrix.kernel, set, c.columns, c.matrix.origin)
	}
	for len(c.wide) < min(len(dst), mostRows) {
		c.wide = append(c.wide, nil)
	}
	for r := range c.wide {
		c.wide[r] = make([]float64, c.exact.Stride())
	}
	for len(dst) > 0 {
		count := min(len(dst), len(c.wide))
		c.exact.Rows(c.wide[:count], set, samples[:count])
		for r, row := range dst[:count] {
			for j := range c.columns {
				row[j] = float32(c.wide[r][j])
			}
		}
		dst, samples = dst[count:], samples[count:]
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

// timedRows and timedColumns are how many values are computed to compare a device with the processor.
const (
	timedRows    = 16
	timedColumns = 4096
)

// Faster reports whether the device of the view computes rows faster than other does, which is over the
// same samples; each computes some of them twice, and the second time counts.
func (s *Single) Faster(other *Single, view *View) bool {
	n := len(s.samples)
	some := make([]int, min(n, timedRows))
	columns := make([]int, min(n, timedColumns))
	for p := range columns {
		columns[p] = p * (n / len(columns))
	}
	copy(some, columns)
	device, _, _ := s.SingleBlock(s.active)
	own := singleRows(len(some), n)
	ours := timed(func() { device(own, some) })
	if other != nil {
		rows, stride, _ := other.SingleBlock(columns)
		narrow := singleRows(len(some), stride)
		return ours*time.Duration(len(columns)) < timed(func() { rows(narrow, some) })*time.Duration(n)
	}
	rows, stride := view.Block(columns)
	wide := make([][]float64, len(some))
	for r := range wide {
		wide[r] = make([]float64, stride)
	}
	return ours*time.Duration(len(columns)) < timed(func() { rows(wide, some) })*time.Duration(n)
}

// singleRows returns memory for rows of n numbers.
func singleRows(count, n int) [][]float32 {
	rows := make([][]float32, count)
	for r := range rows {
		rows[r] = make([]float32, lanes.SinglePad(n))
	}
	return rows
}

// timed returns how long work takes the second time.
func timed(work func()) time.Duration {
	work()
	start := run.Now()
	work()
	return run.Now().Sub(start)
}
