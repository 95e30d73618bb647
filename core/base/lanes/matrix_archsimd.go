//go:build goexperiment.simd && wasm

package lanes

import "unsafe"

// TileCopies is 2: a vector of a has the same entry twice. Making such a vector from one copy takes
// an instruction for each load, and a quarter more time.
const TileCopies = 2

// Tile adds a product of packed factors to a tile: c[i*stride+j] += sum over l
// of A[i][l] B[l][j], summed in the order of l before it is added.
func Tile(c []float64, stride int, a, b []float64) {
	depth := len(a) / (TileRows * TileCopies)
	check(len(b) >= 4*depth && stride >= 4 && len(c) >= 3*stride+4)
	if depth > 0 {
		tile(&c[0], 8*stride, &a[0], &b[0], depth)
	}
}

//go:noescape
func tile(c *float64, stride int, a, b *float64, depth int)

// PackTile writes alpha times the depth columns of filled rows into a tile of the given height,
// each entry copies times: entry (i, l) is src[i*row+l*col].
func PackTile(dst, src []float64, row, col, depth, filled, height, copies int, alpha float64) {
	if filled != 4 || height != 4 || depth == 0 || copies == 1 && alpha != 1 {
		plainPackTile(dst, src, row, col, depth, filled, height, copies, alpha)
		return
	}
	check(len(dst) >= 4*copies*depth && row >= 0 && col >= 0 && len(src) > 3*row+(depth-1)*col)
	if copies == 1 {
		packOnce(&dst[0], &src[0], 8*row, 8*col, 32*depth)
	} else {
		packTwice(&dst[0], &src[0], 8*row, 8*col, 64*depth, &alpha)
	}
}

//go:noescape
func packTwice(dst, src *float64, row, col, length int, alpha *float64)

//go:noescape
func packOnce(dst, src *float64, row, col, length int)

// UpdateSum is Update and Sum in one pass over p: g_i += a*p_i, and the inner
// product of p and x. len(p) and len(x) >= len(g); g overlaps neither.
func UpdateSum(g []float64, a float64, p, x []float64) float64 {
	check(len(p) >= len(g) && len(x) >= len(g))
	var partial [8]float64
	whole := len(g) &^ 7
	if whole > 0 {
		to, from, by, va := unsafe.Pointer(&g[0]), unsafe.Pointer(&p[0]), unsafe.Pointer(&x[0]), broadcast(a)
		var s0, s1, s2, s3 vector
		for range whole / 8 {
			v := load(from, 0)
			save(load(to, 0).Add(v.Mul(va)), to, 0)
			s0 = s0.Add(v.Mul(load(by, 0)))
			v = load(from, 16)
			save(load(to, 16).Add(v.Mul(va)), to, 16)
			s1 = s1.Add(v.Mul(load(by, 16)))
			v = load(from, 32)
			save(load(to, 32).Add(v.Mul(va)), to, 32)
			s2 = s2.Add(v.Mul(load(by, 32)))
			v = load(from, 48)
			save(load(to, 48).Add(v.Mul(va)), to, 48)
			s3 = s3.Add(v.Mul(load(by, 48)))
			to, from, by = unsafe.Add(to, 64), unsafe.Add(from, 64), unsafe.Add(by, 64)
		}
		out := unsafe.Pointer(&partial[0])
		save(s0, out, 0)
		save(s1, out, 16)
		save(s2, out, 32)
		save(s3, out, 48)
	}
	plainUpdate(g[whole:], a, p[whole:])
	return plainSum(&partial, p[whole:len(g)], x[whole:])
}

// Rotate turns neighbouring features of packed samples, d features each, by
// plane rotations, the last first: for k = len(cosines)-1 .. 0, with j =
// first+k,
//
//	(x_j, x_j+1) <- (c_k x_j - s_k x_j+1, s_k x_j + c_k x_j+1).
func Rotate(panels []float64, d, first int, cosines, sines []float64) {
	count := len(cosines)
	check(first >= 0 && first+count < d && len(panels)%(8*d) == 0 && len(sines) >= count)
	if len(panels) == 0 || count == 0 {
		return
	}
	panel := unsafe.Pointer(&panels[(first+count)*8])
	for range len(panels) / (8 * d) {
		// The right-hand feature of a rotation is the left-hand one of the last rotation: it stays
		// in registers.
		at := panel
		h0, h1, h2, h3 := load(at, 0), load(at, 16), load(at, 32), load(at, 48)
		cosine, sine := unsafe.Pointer(&cosines[count-1]), unsafe.Pointer(&sines[count-1])
		for range count {
			left := unsafe.Add(at, -panelBytes)
			c, s := broadcast(read(cosine)), broadcast(read(sine))
			z := load(left, 0)
			save(z.Mul(s).Add(h0.Mul(c)), at, 0)
			h0 = z.Mul(c).Sub(h0.Mul(s))
			z = load(left, 16)
			save(z.Mul(s).Add(h1.Mul(c)), at, 16)
			h1 = z.Mul(c).Sub(h1.Mul(s))
			z = load(left, 32)
			save(z.Mul(s).Add(h2.Mul(c)), at, 32)
			h2 = z.Mul(c).Sub(h2.Mul(s))
			z = load(left, 48)
			save(z.Mul(s).Add(h3.Mul(c)), at, 48)
			h3 = z.Mul(c).Sub(h3.Mul(s))
			at, cosine, sine = left, unsafe.Add(cosine, -8), unsafe.Add(sine, -8)
		}
		save(h0, at, 0)
		save(h1, at, 16)
		save(h2, at, 32)
		save(h3, at, 48)
		panel = unsafe.Add(panel, panelBytes*d)
	}
}
