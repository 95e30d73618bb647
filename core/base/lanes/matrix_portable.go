//go:build goexperiment.simd && !wasm

package lanes

import "simd"

// TileCopies is 1, see Tiles.
const TileCopies = 1

// Tile adds a product of packed factors to a tile: c[i*stride+j] += sum over l
// of A[i][l] B[l][j], summed in the order of l before it is added.
func Tile(c []float64, stride int, a, b []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	cols := 2 * lanes
	var s00, s01, s10, s11, s20, s21, s30, s31 simd.Float64s
	for len(a) >= TileRows && len(b) >= cols {
		b0, b1 := simd.LoadFloat64s(b), simd.LoadFloat64s(b[lanes:])
		v := simd.BroadcastFloat64s(a[0])
		s00, s01 = s00.Add(b0.Mul(v)), s01.Add(b1.Mul(v))
		v = simd.BroadcastFloat64s(a[1])
		s10, s11 = s10.Add(b0.Mul(v)), s11.Add(b1.Mul(v))
		v = simd.BroadcastFloat64s(a[2])
		s20, s21 = s20.Add(b0.Mul(v)), s21.Add(b1.Mul(v))
		v = simd.BroadcastFloat64s(a[3])
		s30, s31 = s30.Add(b0.Mul(v)), s31.Add(b1.Mul(v))
		a, b = a[TileRows:], b[cols:]
	}
	addTo(c[:cols], s00, s01)
	addTo(c[stride:stride+cols], s10, s11)
	addTo(c[2*stride:2*stride+cols], s20, s21)
	addTo(c[3*stride:3*stride+cols], s30, s31)
}

func addTo(c []float64, s0, s1 simd.Float64s) {
	lanes := s0.Len()
	simd.LoadFloat64s(c).Add(s0).Store(c)
	simd.LoadFloat64s(c[lanes:]).Add(s1).Store(c[lanes:])
}

// PackTile writes alpha times the depth columns of filled rows into a tile of the given height,
// each entry copies times: entry (i, l) is src[i*row+l*col].
func PackTile(dst, src []float64, row, col, depth, filled, height, copies int, alpha float64) {
	plainPackTile(dst, src, row, col, depth, filled, height, copies, alpha)
}

// UpdateSum is Update and Sum in one pass over p: g_i += a*p_i, and the inner
// product of p and x. len(p) and len(x) >= len(g); g overlaps neither.
func UpdateSum(g []float64, a float64, p, x []float64) float64 {
	Update(g, a, p)
	return Sum(p[:len(g)], x)
}

// Rotate turns neighbouring features of packed samples, d features each, by
// plane rotations, the last first: for k = len(cosines)-1 .. 0, with j =
// first+k,
//
//	(x_j, x_j+1) <- (c_k x_j - s_k x_j+1, s_k x_j + c_k x_j+1).
func Rotate(panels []float64, d, first int, cosines, sines []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	width, count := vectors*lanes, len(cosines)
	for at := 0; at < len(panels); at += width * d {
		features := panels[at+first*width : at+(first+count+1)*width]
		// The right-hand feature of a rotation is the left-hand one of the last rotation: it stays
		// in registers.
		h0, h1, h2, h3 := simd.LoadFloat64s(features[count*width:]), simd.LoadFloat64s(features[count*width+lanes:]), simd.LoadFloat64s(features[count*width+2*lanes:]), simd.LoadFloat64s(features[count*width+3*lanes:])
		for k := count - 1; k >= 0; k-- {
			c, s := simd.BroadcastFloat64s(cosines[k]), simd.BroadcastFloat64s(sines[k])
			left, right := features[k*width:(k+1)*width], features[(k+1)*width:(k+2)*width]
			z := simd.LoadFloat64s(left)
			z.Mul(s).Add(h0.Mul(c)).Store(right)
			h0 = z.Mul(c).Sub(h0.Mul(s))
			z = simd.LoadFloat64s(left[lanes:])
			z.Mul(s).Add(h1.Mul(c)).Store(right[lanes:])
			h1 = z.Mul(c).Sub(h1.Mul(s))
			z = simd.LoadFloat64s(left[2*lanes:])
			z.Mul(s).Add(h2.Mul(c)).Store(right[2*lanes:])
			h2 = z.Mul(c).Sub(h2.Mul(s))
			z = simd.LoadFloat64s(left[3*lanes:])
			z.Mul(s).Add(h3.Mul(c)).Store(right[3*lanes:])
			h3 = z.Mul(c).Sub(h3.Mul(s))
		}
		store(features[:width], h0, h1, h2, h3)
	}
}
