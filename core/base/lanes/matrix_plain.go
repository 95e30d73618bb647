package lanes

func plainTile(c []float64, stride int, a, b []float64, cols int) {
	var sums [TileRows][MaxTileCols]float64
	for l := range len(a) / (TileRows * TileCopies) {
		row := b[l*cols : (l+1)*cols]
		for i := range TileRows {
			v, sum := a[(l*TileRows+i)*TileCopies], sums[i][:cols]
			for j, w := range row {
				sum[j] += float64(v * w)
			}
		}
	}
	for i := range sums {
		for j, sum := range sums[i][:cols] {
			c[i*stride+j] += sum
		}
	}
}

// plainPackTile reads src in the order of its memory.
func plainPackTile(dst, src []float64, row, col, depth, filled, height, copies int, alpha float64) {
	if row == 1 && copies == 1 {
		for l := range depth {
			to := dst[l*height:][:filled]
			for i, v := range src[l*col:][:filled] {
				to[i] = alpha * v
			}
		}
		return
	}
	for i := range filled * copies {
		from, at := src[i/copies*row:], i
		for l := range depth {
			dst[at] = alpha * from[l*col]
			at += height * copies
		}
	}
}

func plainUpdateSum(g []float64, a float64, p, x []float64) float64 {
	plainUpdate(g, a, p)
	return plainSum(&[8]float64{}, p[:len(g)], x)
}

func plainRotate(panels []float64, d, first int, cosines, sines []float64, width int) {
	for at := 0; at < len(panels); at += width * d {
		for k := len(cosines) - 1; k >= 0; k-- {
			c, s := cosines[k], sines[k]
			left := panels[at+(first+k)*width : at+(first+k+1)*width]
			right := panels[at+(first+k+1)*width : at+(first+k+2)*width]
			for w, z := range left {
				h := right[w]
				right[w] = float64(s*z) + float64(c*h)
				left[w] = float64(c*z) - float64(s*h)
			}
		}
	}
}
