package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/check"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/prep"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

func tube() model.Part {
	return model.Part{Name: "SVR", Label: "tube", Machine: svm.NewSVR(catalog.Kernel)}
}

func average(t *testing.T) model.Part {
	members := []model.Part{tube(), {Name: "KernelRidge", Label: "ridge", Machine: ridge.NewKernelRidge(catalog.Kernel)}}
	return model.Part{Name: "Average", Label: "average", Machine: holder(t, "Average", members...)}
}

func scaling() model.Part {
	scaler := prep.NewStandardScaler()
	scaler.WithMean = false // of sparse samples
	return model.Part{Name: "StandardScaler", Label: "scale", Machine: scaler}
}

func scalings() []model.Part {
	return []model.Part{scaling(), {Name: "Normalizer", Label: "normalize", Machine: prep.NewNormalizer()}}
}

// An average of two machines is one machine to every check.
func TestAverage(t *testing.T) {
	check.Holder(t, "Average", func() []model.Part { return average(t).Machine.(model.Holder).Parts() }, nil)
}

// So is a machine whose fits make its parts.
func TestBoosting(t *testing.T) {
	check.Holder(t, "Boosting", func() []model.Part { return []model.Part{tube()} }, nil)
}

// So is a step that is made of steps.
func TestBeside(t *testing.T) {
	check.Holder(t, "Beside", scalings, nil)
}

// So are holders within holders: a pipeline of two steps, the first of which is made of
// steps, and the other a boosting of averages.
func TestHoldersWithinHolders(t *testing.T) {
	check.Holder(t, catalog.Pipeline, func() []model.Part {
		return []model.Part{
			{Name: "Beside", Label: "beside", Machine: holder(t, "Beside", scalings()...)},
			{Name: "Boosting", Label: "boosting", Machine: holder(t, "Boosting", average(t))},
		}
	}, holderExceptions("Boosting"))
}

// A file holds more members than a pipeline can have steps, and says when they are too many.
func TestManyMembers(t *testing.T) {
	x := &sample.Matrix{N: 4, D: 1, X: []float64{0, 1, 2, 3}}
	training := model.NewTraining(x, model.Values{1, 3, 5, 7})
	for members, fits := range map[int]bool{300: true, 1001: false} {
		b := holder(t, "Boosting", model.Part{Name: "LinearSVR", Label: "linear", Machine: linear.NewLinearSVR()})
		for _, o := range schema.Of(b.Options()) {
			if o.Name == "rounds" {
				o.Field(b.Options()).SetInt(int64(members))
			}
		}
		if _, err := b.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		want, _ := b.(model.Regressor).Predict(nil, x)
		bytes, err := codec.Encode(codec.Model{Name: "Boosting", Machine: b})
		if !fits {
			if err == nil || !strings.Contains(err.Error(), "at most 1000") {
				t.Errorf("%d members: %v", members, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		got, err := again.Machine.(model.Regressor).Predict(nil, x)
		if err != nil || !slices.Equal(got, want) || len(again.Machine.(model.Holder).Parts()) != members {
			t.Errorf("%d members: %v, want %v (%v)", members, got, want, err)
		}
	}
}
