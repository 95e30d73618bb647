package codec_test

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine/codec"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model/schema"
)

// refused fails the test unless the fields are refused as a damaged file, with a message of a few lines.
func refused(t *testing.T, what string, r *schema.Record) {
	t.Helper()
	bytes, err := codec.EncodeRecord(r)
	if err != nil {
		t.Fatal(err)
	}
	_, err = codec.Decode(bytes)
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Format && f.Code != fault.FormatVersion || len(f.Message) > 600 {
		t.Errorf("%s: %.700v", what, err)
	}
}

// set replaces a field.
func set(r *schema.Record, name string, value any) *schema.Record {
	for i, f := range r.Fields {
		if f.Name == name {
			r.Fields[i].Value = value
		}
	}
	return r
}

// An edited file of an encoder may not ask for columns that no category has: 2^24 dense columns, of a
// file of 1 KB, took 3.2 GB.
func TestOneHotEncoderOfColumnsThatNobodyHas(t *testing.T) {
	e := prep.NewOneHotEncoder()
	e.SparseOutput = false
	kept, probes, err := learn("OneHotEncoder", e, toy(kindOf("OneHotEncoder")))
	if err != nil {
		t.Fatal(err)
	}
	for _, outputs := range []int32{1 << 24, int32(e.Result.Outputs) + 1, int32(e.Result.Outputs) - 1} {
		refused(t, "outputs", set(kept.Record(), "outputs", []int32{outputs}))
	}
	places, _ := kept.Record().Int32s("places", -1, math.MinInt32, math.MaxInt32)
	far := append([]int32{}, places...)
	far[len(far)-1] = 1<<24 - 1
	refused(t, "a column far away", set(set(kept.Record(), "places", far), "outputs", []int32{1 << 24}))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := probes.ask(kept); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
		t.Errorf("%d bytes", took)
	}
}

// Of two lists with a common dimension the first was not checked, because the dimension was not known
// yet: RBFSampler and EquivalenceSVC panicked.
func TestListsOfALaterDimensionAreChecked(t *testing.T) {
	for file, field := range map[string]string{"RBFSampler": "frequencies", "EquivalenceSVC": "pair.rows"} {
		r := load(t, newest(t, file)).Record()
		for _, f := range r.Fields {
			if f.Name != field {
				continue
			}
			switch v := f.Value.(type) {
			case []float64:
				refused(t, file, set(r, field, v[1:]))
				refused(t, file, set(r, field, append(append([]float64{}, v...), v...)))
			case []int32:
				refused(t, file, set(r, field, v[1:]))
				refused(t, file, set(r, field, append(append([]int32{}, v...), v...)))
			}
		}
	}
}

// newest returns a stored file of a name.
func newest(t *testing.T, name string) string {
	t.Helper()
	for file := range past(t) {
		if strings.HasSuffix(file, "/"+name+".mxm") {
			return file
		}
	}
	t.Fatalf("no file of %s", name)
	return ""
}

// Messages quote some characters of what a file says, not all: they ran to thousands.
func TestMessagesQuoteLittleOfAFile(t *testing.T) {
	long := strings.Repeat("long ", 2000)
	for _, file := range []string{"SVC", "OneHotEncoder", "OrdinalAverageMargin", "Pipeline", "kernel-sum"} {
		r := load(t, newest(t, file)).Record()
		for i, f := range r.Fields {
			if _, text := f.Value.(string); !text {
				continue
			}
			for _, value := range []string{long, `{"kernel":"` + long + `"}`, `{"kernel":"rbf","` + long + `":1}`, long + ";" + long} {
				forged := &schema.Record{Fields: append([]schema.Field{}, r.Fields...)}
				forged.Fields[i].Value = value
				bytes, err := codec.EncodeRecord(forged)
				if err != nil {
					t.Fatal(err)
				}
				var e *fault.Error
				if _, err := codec.Decode(bytes); errors.As(err, &e) && len(e.Message)+len(e.Argument) > 600 {
					t.Errorf("%s, %s: %d characters: %.200s", file, f.Name, len(e.Message), e.Message)
				}
			}
		}
	}
}
