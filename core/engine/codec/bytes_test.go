package codec_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// Support vectors that are bytes are bytes in the file, and again when the model is loaded: an
// eighth of the size, the same predictions bit for bit of bytes and of numbers.
func TestBytesInFiles(t *testing.T) {
	for _, d := range []int{1, 3, 4, 50} {
		x := &sample.Bytes{N: 60, D: d, X: make([]byte, 60*d), Scale: 1. / 255}
		y := make(model.Values, x.N)
		for i := range x.X {
			x.X[i] = byte(i * i * 31 >> 2)
			y[i/d] += float64(x.X[i]) / 255
		}
		m := svm.NewSVR(catalog.Kernel)
		m.Epsilon = 0.01
		report, err := m.Fit(nil, model.NewTraining(x, y))
		if err != nil || report.SupportVectors < 5 {
			t.Fatalf("d = %d: %d support vectors, %v", d, report.SupportVectors, err)
		}
		kept := codec.Model{Name: "SVR", Machine: m, Report: report}
		file, err := codec.Encode(kept)
		if err != nil {
			t.Fatal(err)
		}
		fields, numbers := kept.Record(), 8*report.SupportVectors*d
		if packed, err := fields.Int32s("support.vectors.bytes", -1, math.MinInt32, math.MaxInt32); err != nil || 4*len(packed) > numbers/8+3 || fields.Has("support.vectors") {
			t.Errorf("d = %d: numbers of %d bytes take %d (%v)", d, numbers, 4*len(packed), err)
		}
		again, err := codec.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		if again.Older {
			t.Error("a file of today is said to be of an older release")
		}
		if twice, err := codec.Encode(again); err != nil || !bytes.Equal(twice, file) {
			t.Errorf("d = %d: the file changed (%v)", d, err)
		}
		for _, set := range []sample.Set{x, x.Matrix()} {
			want, err := m.Predict(nil, set)
			if err != nil {
				t.Fatal(err)
			}
			got, err := again.Machine.(model.Regressor).Predict(nil, set)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("d = %d: predictions of a %T changed (%v)", d, set, err)
			}
		}
	}
}

// A file with bytes requires its readers to know them, and every forged field of them is an error.
func TestForgedBytes(t *testing.T) {
	all := candidates()
	kept, _, err := all[slices.IndexFunc(all, func(c candidate) bool { return c.name == "SVC-bytes" })].make()
	if err != nil {
		t.Fatal(err)
	}
	packed, err := kept.Record().Int32s("support.vectors.bytes", -1, math.MinInt32, math.MaxInt32)
	if err != nil {
		t.Fatal(err)
	}
	if required, err := kept.Record().Text("requires"); err != nil || required != "support.vectors.bytes" {
		t.Errorf("the file requires %q, %v", required, err)
	}
	for what, forged := range map[string]schema.Field{
		"fewer bytes":      {Name: "support.vectors.bytes", Value: packed[1:]},
		"more bytes":       {Name: "support.vectors.bytes", Value: append(slices.Clone(packed), 0)},
		"bytes as numbers": {Name: "support.vectors.bytes", Value: make([]float64, len(packed))},
		"two scales":       {Name: "support.vectors.scale", Value: []float64{1, 2}},
		"no scale":         {Name: "support.vectors.scale", Value: []float64{}},
	} {
		r := kept.Record()
		for i, f := range r.Fields {
			if f.Name == forged.Name {
				r.Fields[i] = forged
			}
		}
		file, err := codec.EncodeRecord(r)
		if err != nil {
			t.Fatal(err)
		}
		var wrong *fault.Error
		if _, err := codec.Decode(file); !errors.As(err, &wrong) || wrong.Code != fault.Format {
			t.Errorf("%s: %v", what, err)
		}
	}
}
