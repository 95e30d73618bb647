package engine

import (
	"strconv"
	"strings"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// classesNamed are k classes of a kind.
func classesNamed(k int, kind string) Classes {
	c := Classes{Kind: kind}
	for i := range k {
		c.Names = append(c.Names, strconv.Itoa(i))
	}
	return c
}

// If most numbers occur once, they are probably values and not labels. Real problems with many
// classes have several samples of each, or names: 10 digits, 26 letters, 40 faces with 10
// pictures each, 100 kinds of leaves with 16, words with one each.
func TestManyNumbersAsLabelsGiveAWarning(t *testing.T) {
	for _, c := range []struct {
		k, n  int
		kind  string
		warns bool
	}{
		{200, 200, "number", true}, {150, 200, "number", true}, {3, 3, "number", false}, {10, 1797, "number", false}, {26, 20000, "number", false},
		{40, 400, "number", false}, {100, 1600, "number", false}, {30, 30, "string", false}, {20, 20, "number", false},
	} {
		w := expect(nil, false, model.Data{X: &sample.Matrix{N: c.n, D: 1, X: make([]float64, c.n)}}, svm.NewSVC(catalog.Kernel), classesNamed(c.k, c.kind))
		if warned := strings.Contains(codes(w), "WARN_MANY_CLASSES"); warned != c.warns {
			t.Errorf("%d classes of the kind %s in %d rows: %v", c.k, c.kind, c.n, w)
		}
	}
}

func codes(w []Warning) string {
	all := ""
	for _, one := range w {
		all += one.Code + " "
	}
	return all
}
