package lanes

// # Bytes
//
// Inner products of bytes are whole numbers, which SIMD adds up eight products at a time, and their
// panels take an eighth of the memory. A panel has ByteWidth samples, and pairs of neighbouring
// features 2f and 2f+1:
//
//	panels[p*ByteWidth*d + f*2*ByteWidth + 2*w + (0 or 1)] = x[p*ByteWidth+w][2*f + (0 or 1)]
//
// with d even. ByteProbes probes are computed at a time; the values of a panel are in the order of
// SingleDots.
const (
	ByteWidth  = 8
	ByteProbes = 4

	byteValues = ByteWidth * ByteProbes // the values of a panel

	// LargestByteDim is the largest number of features whose inner products fit into an
	// int32.
	LargestByteDim = (1<<31 - 1) / (255 * 255)
)

// BytePad rounds n up to whole panels of bytes.
func BytePad(n int) int { return (n + ByteWidth - 1) / ByteWidth * ByteWidth }

// BytePackedLen returns the length of the panels of n samples of d features.
func BytePackedLen(n, d int) int { return BytePad(n) * (d + d%2) }

// BytePack writes sample i into its place in panels.
func BytePack(panels, x []byte, i int) {
	d := len(x)
	at := i/ByteWidth*ByteWidth*(d+d%2) + 2*(i%ByteWidth)
	for j := 0; j+1 < d; j += 2 {
		panels[at], panels[at+1] = x[j], x[j+1]
		at += 2 * ByteWidth
	}
	if d%2 == 1 {
		panels[at] = x[d-1]
	}
}

// ByteUnpack reads sample i out of panels into dst.
func ByteUnpack(dst, panels []byte, i int) {
	d := len(dst)
	at := i/ByteWidth*ByteWidth*(d+d%2) + 2*(i%ByteWidth)
	for j := range dst {
		dst[j] = panels[at+j%2]
		at += 2 * ByteWidth * (j % 2)
	}
}

// ByteProbe holds up to ByteProbes samples on the left-hand side.
type ByteProbe struct {
	features []int32 // the pairs of features in which one of them is not zero
	x        []int32 // ByteProbes for each: a pair of features, the second in the upper half
}

// Set fills p with these samples, all of the same length. Missing ones are zeros.
func (p *ByteProbe) Set(samples ...[]byte) {
	d := len(samples[0])
	p.features, p.x = p.features[:0], p.x[:0]
	var at [ByteProbes][]byte
	for q := range at {
		at[q] = samples[min(q, len(samples)-1)][:d]
	}
	a, b, c, e := at[0], at[1], at[2], at[3]
	for j := 0; j+1 < d; j += 2 {
		v0, v1 := int32(a[j])|int32(a[j+1])<<16, int32(b[j])|int32(b[j+1])<<16
		v2, v3 := int32(c[j])|int32(c[j+1])<<16, int32(e[j])|int32(e[j+1])<<16
		if v0|v1|v2|v3 != 0 {
			p.features, p.x = append(p.features, int32(j/2)), append(p.x, v0, v1, v2, v3)
		}
	}
	if d%2 == 1 {
		p.features = append(p.features, int32(d/2))
		p.x = append(p.x, int32(a[d-1]), int32(b[d-1]), int32(c[d-1]), int32(e[d-1]))
	}
}

func plainByteDots(values []int32, panels []byte, d int, p *ByteProbe) {
	clear(values)
	for at := range len(values) / byteValues {
		for k, f := range p.features {
			pairs := panels[at*ByteWidth*d+int(f)*2*ByteWidth:][:2*ByteWidth]
			for q, x := range p.x[ByteProbes*k:][:ByteProbes] {
				for w := range ByteWidth {
					values[at*byteValues+q*ByteWidth+w] += int32(pairs[2*w])*(x&0xffff) + int32(pairs[2*w+1])*(x>>16)
				}
			}
		}
	}
}

func plainByteRow(dst []float64, values []int32, q int, scale float64) {
	for i := range dst {
		dst[i] = float64(values[i/ByteWidth*byteValues+q*ByteWidth+i%ByteWidth]) * scale
	}
}

func plainByteSingles(dst []float32, values []int32, scale float32) {
	for i := range dst {
		dst[i] = float32(values[i]) * scale
	}
}
