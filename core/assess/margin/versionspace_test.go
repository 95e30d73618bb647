package margin_test

import (
	"math"
	"testing"

	"maxmargin/core/assess/margin"
	"maxmargin/core/base/run"
	"maxmargin/core/internal/support"
)

// centroid returns the centre of mass of a convex spherical polygon from its corners: the
// integral of the position over it is half the sum, over the edges, of the edge's angle times
// the unit vector across it.
func centroid(corners [][3]float64) [3]float64 {
	sum := [3]float64{}
	for k, a := range corners {
		b := corners[(k+1)%len(corners)]
		c := [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
		sine := math.Sqrt(c[0]*c[0] + c[1]*c[1] + c[2]*c[2])
		angle := math.Atan2(sine, a[0]*b[0]+a[1]*b[1]+a[2]*b[2])
		for j := range sum {
			sum[j] += angle * c[j] / sine / 2
		}
	}
	size := math.Sqrt(sum[0]*sum[0] + sum[1]*sum[1] + sum[2]*sum[2])
	return [3]float64{sum[0] / size, sum[1] / size, sum[2] / size}
}

// TestVersionSpaceOnTheSphere compares the Bayes point with the centre of mass of a spherical
// triangle and of one with a corner cut off, computed from their edges, and the other centre
// with the angle bisectors.
func TestVersionSpaceOnTheSphere(t *testing.T) {
	// The triangle's corners are e3, (1, 0, 1)/sqrt 2 and (0, 1, 4)/sqrt 17; its edges lie in
	// the planes of pairs of them.
	triangle := [][3]float64{{0, 0, 1}, {math.Sqrt(.5), 0, math.Sqrt(.5)}, {0, 1 / math.Sqrt(17), 4 / math.Sqrt(17)}}
	rows := []float64{0, 1, 0, 1, 0, 0, -1, -4, 1}
	y := []float64{1, 1, 1}
	// A positive multiple of a sample, with its label, leaves the version space as it is.
	rows[1] = 7
	space := margin.NewVersionSpace(nil, rows, y, 3, 200000, 1)
	if space.Status != run.Converged || space.Samples != 200000 {
		t.Fatalf("%s after %d samples", space.Status, space.Samples)
	}
	want := centroid(triangle)
	for j, v := range want {
		if off := math.Abs(space.BayesPoint[j] - v); off > 4*space.Error || space.Error > 2e-3 {
			t.Errorf("the Bayes point is %v with error %g, not %v", space.BayesPoint, space.Error, want)
		}
	}
	// The centre is at the same distance from all three planes.
	for i := range 3 {
		row := rows[3*i : 3*i+3]
		size := math.Sqrt(row[0]*row[0] + row[1]*row[1] + row[2]*row[2])
		distance := (row[0]*space.Centre[0] + row[1]*space.Centre[1] + row[2]*space.Centre[2]) / size
		if !(math.Abs(distance-space.Radius) <= 1e-9) {
			t.Errorf("the distance from plane %d is %g, not %g", i, distance, space.Radius)
		}
	}
	apart := 0.0
	for j, v := range space.Centre {
		apart += (v - want[j]) * (v - want[j])
	}
	if math.Sqrt(apart) < 0.05 {
		t.Error("the two centres of this triangle are apart")
	}

	// The plane x = y, with a sample of the negative class, cuts the triangle.
	cut := [][3]float64{{0, 0, 1}, {math.Sqrt(.5), 0, math.Sqrt(.5)}, {1 / math.Sqrt(27), 1 / math.Sqrt(27), 5 / math.Sqrt(27)}}
	space = margin.NewVersionSpace(nil, append(rows, -1, 1, 0), append(y, -1), 3, 200000, 2)
	want = centroid(cut)
	for j, v := range want {
		if off := math.Abs(space.BayesPoint[j] - v); off > 4*space.Error || space.Error > 2e-3 {
			t.Errorf("cut, the Bayes point is %v with error %g, not %v", space.BayesPoint, space.Error, want)
		}
	}
}

// TestVersionSpaceOfAnAngle has both centres on the line that halves the angle, and no
// version space for labels that contradict each other.
func TestVersionSpaceOfAnAngle(t *testing.T) {
	rows := []float64{math.Cos(0.3), math.Sin(0.3), -3 * math.Cos(1.1), -3 * math.Sin(1.1)}
	space := margin.NewVersionSpace(nil, rows, []float64{1, -1}, 2, 20000, 3)
	for j, v := range []float64{math.Cos(0.7), math.Sin(0.7)} {
		if !(math.Abs(space.Centre[j]-v) <= 1e-9) || !(math.Abs(space.BayesPoint[j]-v) <= 4*space.Error) || space.Error > 0.02 {
			t.Errorf("the centres are %v and %v, with error %g", space.Centre, space.BayesPoint, space.Error)
		}
	}
	if !(math.Abs(space.Radius-math.Cos(0.4)) <= 1e-9) {
		t.Errorf("the radius is %g", space.Radius)
	}
	again := margin.NewVersionSpace(nil, rows, []float64{1, -1}, 2, 20000, 3)
	if again.BayesPoint[0] != space.BayesPoint[0] {
		t.Error("the same seed gives another point")
	}
	for _, rows := range [][]float64{{1, 0, -1, 0}, {1, 0, 0, 0}} {
		if none := margin.NewVersionSpace(nil, rows, []float64{1, 1}, 2, 10, 1); none.Status != run.Infeasible {
			t.Errorf("%v: %s", rows, none.Status)
		}
	}
}

// TestVersionSpaceCutShort: the standard error of a walk that a limit of time ended was not a
// number, because the batches that it had not come to counted, too. It is that of the others, of
// which one alone says nothing of its spread.
func TestVersionSpaceCutShort(t *testing.T) {
	rows := []float64{math.Cos(0.3), math.Sin(0.3), -3 * math.Cos(1.1), -3 * math.Sin(1.1)}
	whole := margin.NewVersionSpace(nil, rows, []float64{1, -1}, 2, 8000, 3)
	for limit, many := range map[float64]bool{10000: true, 3000: false} {
		space := margin.NewVersionSpace(support.Ticking().Within(limit), rows, []float64{1, -1}, 2, 20000, 3)
		if batches := space.Samples / 1000; space.Status != run.TimeLimit || batches >= 20 || (batches > 2) != many || !many && batches > 0 {
			t.Fatalf("%s after %d samples", space.Status, space.Samples)
		}
		if many && !(space.Error > whole.Error/2 && space.Error < 2*whole.Error && math.Abs(space.BayesPoint[0]-math.Cos(0.7)) <= 4*space.Error) || !many && !math.IsInf(space.Error, 1) {
			t.Errorf("after %d samples the centre is %v, with error %g", space.Samples, space.BayesPoint, space.Error)
		}
	}
}
