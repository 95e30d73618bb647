package lanes

import "math"

func plainSingleDots(values, panels []float32, d int, features []int32, x []float32, probes int) {
	for p := range len(values) / singleValues {
		clear(values[p*singleValues:][:probes*SingleWidth])
		for at := 0; at < len(features); at += singleSegment {
			var segment [singleValues]float32
			for k := at; k < min(at+singleSegment, len(features)); k++ {
				sample := panels[(p*d+int(features[k]))*SingleWidth:][:SingleWidth]
				for q, b := range x[probes*k:][:probes] {
					for w, v := range sample {
						segment[q*SingleWidth+w] += float32(v * b)
					}
				}
			}
			for i, v := range segment[:probes*SingleWidth] {
				values[p*singleValues+i] += v
			}
		}
	}
}

func plainSingleGauss(values, norms []float32, own *[SingleProbes]float32, probes int) {
	for i := range values {
		panel, q, w := i/singleValues, i/SingleWidth%SingleProbes, i%SingleWidth
		if q >= probes {
			continue
		}
		values[i] = plainSingleExp2((values[i] + norms[panel*SingleWidth+w]) + own[q])
	}
}

func plainSingleExp2(y float32) float32 {
	if !(y >= SingleLowest) {
		return 0
	}
	if y > 0 {
		y = 0
	}
	t := y + singleMagic
	r := y - (t - singleMagic)
	p := float32(single5*r) + single4
	p = float32(p*r) + single3
	p = float32(p*r) + single2
	p = float32(p*r) + single1
	p = float32(p*r) + 1
	return math.Float32frombits(math.Float32bits(p) + math.Float32bits(t)<<23)
}

func plainSingleSums(sums *[2 * SingleProbes]float32, values, a, b []float32) {
	for q := range SingleProbes {
		var s, t [4]float32
		for i := range a {
			v := values[(i/SingleWidth*SingleProbes+q)*SingleWidth+i%SingleWidth]
			s[i%4] += float32(v * a[i])
			t[i%4] += float32(v * b[i])
		}
		sums[q] = (s[0] + s[2]) + (s[1] + s[3])
		sums[SingleProbes+q] = (t[0] + t[2]) + (t[1] + t[3])
	}
}

func plainSingleGaussRows(dst *[SingleProbes][]float32, values, norms []float32, own *[SingleProbes]float32) {
	plainSingleGauss(values, norms, own, SingleProbes)
	for at := 0; at < len(values); at += SingleWidth {
		copy(dst[at/SingleWidth%SingleProbes][at/singleValues*SingleWidth:], values[at:at+SingleWidth])
	}
}
