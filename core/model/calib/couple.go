package calib

import "math"

// certain is the least distance of the probability of a pair from 0 and from 1 in
// coupling, LIBSVM's bound. With 0 and 1 it may be that no probabilities of the classes
// agree with all pairs.
const certain = 1e-7

// couple finds the probabilities p of k classes that agree best with those of pairs,
// r_ij of i when it is i or j, by the second method of Wu, Lin and Weng (Probability
// estimates for multi-class classification by pairwise coupling, 2004): it minimises
//
//	sum over i, j of (r_ji p_i - r_ij p_j)^2  with  sum of p_i = 1
//
// which is p'Qp with Q_ii = sum of r_ji^2 and Q_ij = -r_ji r_ij. At the minimum all
// (Qp)_i are equal to p'Qp, and a step makes that so for one i after the other.
func couple(p, r []float64) {
	const rounds = 10000
	k := len(p)
	q := func(i, j int) float64 {
		if i != j {
			return -r[j*k+i] * r[i*k+j]
		}
		sum := 0.0
		for l := range k {
			if l != i {
				sum += float64(r[l*k+i] * r[l*k+i])
			}
		}
		return sum
	}
	matrix, product := make([]float64, k*k), make([]float64, k)
	for i := range k {
		p[i] = 1 / float64(k)
		for j := range k {
			matrix[i*k+j] = q(i, j)
		}
	}
	for range rounds {
		square := 0.0
		for i := range k {
			product[i] = 0
			for j, v := range p {
				product[i] += float64(matrix[i*k+j] * v)
			}
			square += float64(p[i] * product[i])
		}
		worst := 0.0
		for _, v := range product {
			worst = max(worst, math.Abs(v-square))
		}
		if worst < 1e-9/float64(k) {
			break
		}
		for t := range k {
			step := (square - product[t]) / matrix[t*k+t]
			p[t] += step
			square = (square + float64(step*(float64(step*matrix[t*k+t])+float64(2*product[t])))) / float64((1+step)*(1+step))
			for j := range k {
				product[j] = (product[j] + float64(step*matrix[t*k+j])) / (1 + step)
				p[j] /= 1 + step
			}
		}
	}
	sum := 0.0
	for i := range p {
		p[i] = max(p[i], 0)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

// Reconcile makes the probability of a class the largest one with the least change: the
// class and those with larger probabilities all get their mean, which is the nearest such
// point. The class itself then gets the next larger number, so that it alone is the
// largest.
//
// What a machine predicts and what is most probable differ where a sigmoid does not go
// through 1/2 at zero, and where votes and coupling disagree. The prediction of the
// machine stands, with a probability that hardly differs from that of the other class.
func Reconcile(p []float64, class int) {
	mean, sum := p[class], p[class]
	pooled := map[int]bool{class: true}
	for {
		best := -1
		for c, v := range p {
			if !pooled[c] && v > mean && (best < 0 || v > p[best]) {
				best = c
			}
		}
		if best < 0 {
			break
		}
		pooled[best] = true
		sum += p[best]
		mean = sum / float64(len(pooled))
	}
	for c := range pooled {
		p[c] = mean
	}
	for c, v := range p {
		if c != class && v == mean {
			p[class] = math.Nextafter(mean, 2)
			return
		}
	}
}
