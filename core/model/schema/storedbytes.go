package schema

import (
	"encoding/binary"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

// Four bytes of a sample.Bytes share an int32 of a record, the first of them in its lowest bits; the
// last int32 may be filled up with zeros.

// putBytes writes bytes and their scale. A set without samples is written as numbers, of which
// there are none.
func putBytes(w Writer, field string, set *sample.Bytes) {
	if set.N == 0 {
		w.PutFloat64s(field, []float64{})
		return
	}
	packed, four := make([]int32, (len(set.X)+3)/4), [4]byte{}
	for i := range packed {
		four = [4]byte{}
		copy(four[:], set.X[4*i:])
		packed[i] = int32(binary.LittleEndian.Uint32(four[:]))
	}
	w.PutInt32s(field+bytesField, packed)
	w.PutFloat64(field+scaleField, set.Scale)
}

// bytes returns the samples of a struct that are written as bytes, or nil. Releases that cannot read
// bytes refuse the file because it requires their field.
func (a *Attribute) bytes(p place) *sample.Bytes {
	if a.Type != SampleSet {
		return nil
	}
	if set, ok := (*within[sample.Set](p, a.distance)).(*sample.Bytes); ok && set.N > 0 {
		return set
	}
	return nil
}

// takeBytes reads what putBytes has written of rows x cols bytes.
func takeBytes(r *Record, field string, rows, cols int) (*sample.Bytes, error) {
	if int64(rows)*int64(cols) > math.MaxInt32 {
		return nil, fault.New(fault.Format, "bytes", "the model claims %d samples of %d features", rows, cols)
	}
	packed, err := r.Int32s(field+bytesField, (rows*cols+3)/4, math.MinInt32, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	scale, err := r.Float64s(field+scaleField, 1)
	if err != nil {
		return nil, err
	}
	x := make([]byte, 0, 4*len(packed))
	for _, v := range packed {
		x = binary.LittleEndian.AppendUint32(x, uint32(v))
	}
	set, err := sample.NewBytes(x[:rows*cols:rows*cols], rows, cols, scale[0])
	if err != nil {
		return nil, fault.New(fault.Format, "bytes", "the model's %s are damaged: %v", field, err)
	}
	return set, nil
}
