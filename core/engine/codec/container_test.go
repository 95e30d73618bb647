package codec

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/model/schema"
)

// smallFields has every type, an empty block of each, and lengths that need
// padding.
var smallFields = []schema.Field{
	{Name: "machine", Value: "SVC"},
	{Name: "dual.coef", Value: []float64{1, -0.5, math.SmallestNonzeroFloat64}},
	{Name: "support.indices", Value: []int32{0, -1, math.MaxInt32}},
	{Name: "names", Value: "Katze\x00Käse"},
	{Name: "no.numbers", Value: []float64{}},
	{Name: "no.integers", Value: []int32{}},
	{Name: "no.text", Value: ""},
	{Name: "a.name.that.takes.all.32.letters", Value: []int32{7}},
}

func smallFile(t testing.TB) []byte {
	t.Helper()
	b, err := encode(smallFields)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestContainerLayout compares one file byte by byte: files written by one
// release are read by all later ones. The checksums come from a bitwise CRC-32C
// in Python (polynomial 0x82f63b78), which gives RFC 3720's check values.
func TestContainerLayout(t *testing.T) {
	got, err := encode([]schema.Field{{Name: "gamma", Value: []float64{0.5}}, {Name: "n", Value: []int32{-2}}, {Name: "t", Value: "hi"}})
	if err != nil {
		t.Fatal(err)
	}
	name := func(s string) string { return s + strings.Repeat("\x00", 32-len(s)) }
	const headerAndTable = 16 + 3*48 // 160 = 0xa0
	want := "MXMG" + "\x01\x00" + "\x03\x00" + "\xb8\x00\x00\x00" + "\x6f\x9c\x58\x18" +
		name("gamma") + "\x01\x00\x00\x00" + "\xa0\x00\x00\x00" + "\x08\x00\x00\x00" + "\xe0\x18\x87\x99" +
		name("n") + "\x02\x00\x00\x00" + "\xa8\x00\x00\x00" + "\x04\x00\x00\x00" + "\x47\x55\xba\x22" +
		name("t") + "\x03\x00\x00\x00" + "\xb0\x00\x00\x00" + "\x02\x00\x00\x00" + "\xc2\xd9\x9d\xf5" +
		"\x00\x00\x00\x00\x00\x00\xe0\x3f" + "\xfe\xff\xff\xff\x00\x00\x00\x00" + "hi\x00\x00\x00\x00\x00\x00"
	if string(got) != want {
		t.Errorf("got\n%x, expected\n%x", got, want)
	}
	if len(got) != headerAndTable+24 {
		t.Errorf("%d bytes, expected %d", len(got), headerAndTable+24)
	}
	// The check value of CRC-32C, from RFC 3720, appendix B.4: 32 zeros.
	if got := checksum(make([]byte, 32)); got != 0x8a9136aa {
		t.Errorf("the checksum of 32 zeros is %#x, not that of CRC-32C", got)
	}
}

func TestContainerRoundTrip(t *testing.T) {
	got, err := decode(smallFile(t))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, smallFields) {
		t.Errorf("got %v, expected %v", got, smallFields)
	}
	none, err := encode(nil)
	if err != nil || len(none) != headerSize {
		t.Fatalf("no fields: %v, %d bytes", err, len(none))
	}
	if got, err := decode(none); err != nil || len(got) != 0 {
		t.Errorf("no fields: got %v, %v", got, err)
	}
}

func TestContainerRoundTripOfAnything(t *testing.T) {
	name := rapid.StringMatching(`[!-~]{1,32}`)
	value := rapid.OneOf(
		rapid.Map(rapid.SliceOf(rapid.Float64()), func(v []float64) any { return v }),
		rapid.Map(rapid.SliceOf(rapid.Int32()), func(v []int32) any { return v }),
		rapid.Map(rapid.String(), func(v string) any { return v }),
	)
	field := rapid.Custom(func(t *rapid.T) schema.Field {
		return schema.Field{Name: name.Draw(t, "name"), Value: value.Draw(t, "value")}
	})
	rapid.Check(t, func(t *rapid.T) {
		fields := rapid.SliceOfDistinct(field, func(f schema.Field) string { return f.Name }).Draw(t, "fields")
		b, err := encode(fields)
		if err != nil {
			t.Fatal(err)
		}
		if cap(b) != len(b) {
			t.Fatalf("the size was miscounted: %d bytes in %d", len(b), cap(b))
		}
		back, err := decode(b)
		if err != nil {
			t.Fatal(err)
		}
		again, err := encode(back)
		if err != nil || !bytes.Equal(again, b) {
			t.Fatalf("written again, %v became %v (%v)", fields, back, err)
		}
	})
}

func TestEveryFlippedBitIsFound(t *testing.T) {
	whole := smallFile(t)
	for i := range whole {
		for bit := range 8 {
			b := bytes.Clone(whole)
			b[i] ^= 1 << bit
			fields, err := decode(b)
			if fields != nil || err == nil {
				t.Fatalf("bit %d of byte %d: not found", bit, i)
			}
			checkRefusal(t, b, err)
		}
	}
}

func TestEveryTruncationIsFound(t *testing.T) {
	whole := smallFile(t)
	for size := range whole {
		b := whole[:size:size]
		_, err := decode(b)
		checkRefusal(t, b, err)
		if size > 0 && !strings.Contains(err.Error(), "truncated") {
			t.Errorf("%d of %d bytes: %v", size, len(whole), err)
		}
	}
	for extra := range 9 {
		b := append(bytes.Clone(whole), make([]byte, extra+1)...)
		_, err := decode(b)
		checkRefusal(t, b, err)
	}
}

// TestForgedFiles: checksums do not protect against forged files, so every rule
// is tested on files with right checksums.
func TestForgedFiles(t *testing.T) {
	const table = headerSize
	put32 := func(at int, v uint32) func([]byte) []byte {
		return func(b []byte) []byte { binary.LittleEndian.PutUint32(b[at:], v); return b }
	}
	put := func(at int, s string) func([]byte) []byte {
		return func(b []byte) []byte { copy(b[at:], s); return b }
	}
	firstBlock := headerSize + entrySize*len(smallFields)
	second := table + entrySize
	for name, test := range map[string]struct {
		forge  func([]byte) []byte
		code   fault.Code
		offset int
		says   string
	}{
		"other magic":        {put(0, "MXMH"), fault.Format, 3, "not a maxmargin model"},
		"an image":           {put(0, "\x89PNG"), fault.Format, 0, "not a maxmargin model"},
		"newer version":      {put(4, "\x02\x01"), fault.FormatVersion, 4, "format version 258, but this release of maxmargin reads versions up to 1"},
		"version 0":          {put(4, "\x00"), fault.Format, 4, "no format version 0"},
		"too many blocks":    {put(6, "\xff\xff"), fault.Format, 6, "65535 blocks does not fit"},
		"one block more":     {put(6, "\x09"), fault.Format, table + 36, "start at"},
		"one block less":     {put(6, "\x07"), fault.Format, table + 36, "start at"},
		"length too large":   {put32(8, math.MaxUint32), fault.Format, len(smallFile(t)), "truncated"},
		"length too small":   {put32(8, 8), fault.Format, 8, "damaged at offset 8"},
		"empty name":         {put(table, "\x00"), fault.Format, table, "name"},
		"name with a blank":  {put(table, "mac ine"), fault.Format, table, "name"},
		"name not ASCII":     {put(table, "m\xc3\xa4"), fault.Format, table, "name"},
		"name after its end": {put(table+20, "x"), fault.Format, table, "name"},
		"same name twice":    {put(second, "machine\x00\x00"), fault.Format, second, "twice"},
		"unknown type":       {put(table+32, "\x04"), fault.Format, table + 32, "unknown type 4"},
		"reserved bytes":     {put(table+33, "\x01"), fault.Format, table + 33, "malformed"},
		"block in header":    {put32(table+36, 0), fault.Format, table + 36, "start at 0"},
		"block far away":     {put32(table+36, math.MaxUint32), fault.Format, table + 36, "start at 4294967295"},
		"block unaligned":    {put32(table+36, uint32(firstBlock+1)), fault.Format, table + 36, "start at"},
		"block overlaps":     {put32(second+36, uint32(firstBlock)), fault.Format, second + 36, "start at"},
		"block too long":     {put32(table+40, math.MaxUint32), fault.Format, table + 40, "file ends"},
		"block over end":     {put32(table+40, 1<<16), fault.Format, table + 40, "file ends"},
		"half a float64":     {put32(second+40, 20), fault.Format, second + 40, "multiple of 8"},
		"half an int32":      {put32(table+2*entrySize+40, 10), fault.Format, table + 2*entrySize + 40, "multiple of 4"},
		"padding not zero":   {put(firstBlock+3, "x"), fault.Format, firstBlock + 3, "padded"},
		"text not UTF-8":     {put(firstBlock, "\xff"), fault.Format, firstBlock, "UTF-8"},
		"surplus":            {func(b []byte) []byte { return append(b, make([]byte, 8)...) }, fault.Format, len(smallFile(t)), "belong to no block"},
		"unpadded end":       {func(b []byte) []byte { return b[:len(b)-4] }, fault.Format, len(smallFile(t)) - 4, "padded"},
	} {
		t.Run(name, func(t *testing.T) {
			b := test.forge(smallFile(t))
			if size := binary.LittleEndian.Uint32(b[8:]); size == uint32(len(smallFile(t))) {
				binary.LittleEndian.PutUint32(b[8:], uint32(len(b)))
			}
			for i := range smallFields {
				if e := entryAt(b, i); uint64(e.offset)+uint64(e.length) <= uint64(len(b)) {
					binary.LittleEndian.PutUint32(b[e.at+44:], checksum(b[e.offset:][:e.length]))
				}
			}
			binary.LittleEndian.PutUint32(b[12:], checksum(b[headerSize:]))

			_, err := decode(b)
			checkRefusal(t, b, err)
			var e *fault.Error
			errors.As(err, &e)
			if e.Code != test.code || e.Details["offset"] != test.offset || !strings.Contains(e.Message, test.says) {
				t.Errorf("got %v at %v, expected %s at %d saying %q", err, e.Details["offset"], test.code, test.offset, test.says)
			}
		})
	}
}

func TestDecodeAllocatesInProportion(t *testing.T) {
	// The file that needs most memory for its size: it consists of the table alone.
	fields := make([]schema.Field, math.MaxUint16)
	for i := range fields {
		fields[i] = schema.Field{Name: fmt.Sprint(i), Value: []int32{}}
	}
	b, err := encode(fields)
	if err != nil {
		t.Fatal(err)
	}
	allocated := func(b []byte) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = decode(b)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if got := allocated(b); err != nil || got > 5*uint64(len(b)) {
		t.Errorf("decoding %d bytes took %d bytes of memory (%v)", len(b), got, err)
	}
	b[len(b)-1] ^= 1 // in the table of the last block
	if got := allocated(b); err == nil || got > 1<<16 {
		t.Errorf("refusing %d bytes took %d bytes of memory (%v)", len(b), got, err)
	}
}

func TestEncodeRefuses(t *testing.T) {
	one := func(name string, value any) []schema.Field { return []schema.Field{{Name: name, Value: value}} }
	for name, test := range map[string]struct {
		fields []schema.Field
		says   string
	}{
		"no name":         {one("", "x"), "cannot have a field"},
		"long name":       {one(strings.Repeat("x", 33), "x"), "cannot have a field"},
		"name with blank": {one("a b", "x"), "cannot have a field"},
		"name twice":      {append(one("a", "x"), one("a", "y")...), "cannot have a field"},
		"unknown type":    {one("a", []float32{1}), "[]float32"},
		"nil":             {one("a", nil), "<nil>"},
		"text not UTF-8":  {one("a", "\xff"), "UTF-8"},
		"too many fields": {make([]schema.Field, 1<<16), "at most 65535"},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := encode(test.fields)
			var e *fault.Error
			if b != nil || !errors.As(err, &e) || e.Code != fault.Internal || !strings.Contains(e.Message, test.says) {
				t.Errorf("got %v, expected %s saying %q", err, fault.Internal, test.says)
			}
		})
	}
}

// FuzzDecode: any bytes are refused with their place, or are exactly what
// encode writes for the fields.
func FuzzDecode(f *testing.F) {
	f.Add(smallFile(f))
	f.Fuzz(func(t *testing.T, b []byte) {
		before := bytes.Clone(b)
		fields, err := decode(b)
		if !bytes.Equal(b, before) {
			t.Fatal("the bytes were changed")
		}
		if err != nil {
			checkRefusal(t, b, err)
		} else if again, err := encode(fields); err != nil || !bytes.Equal(again, b) {
			t.Fatalf("%v is written otherwise (%v)", fields, err)
		}
		// With corrected checksums, because a fuzzer hardly finds right ones by itself.
		if repaired := bytes.Clone(b); repair(repaired) {
			fields, err := decode(repaired)
			if err != nil {
				checkRefusal(t, repaired, err)
			} else if again, err := encode(fields); err != nil || !bytes.Equal(again, repaired) {
				t.Fatalf("%v is written otherwise (%v)", fields, err)
			}
		}
	})
}

// repair makes the header and the checksums of b right, as far as b has them.
func repair(b []byte) bool {
	if len(b) < headerSize {
		return false
	}
	count := int(binary.LittleEndian.Uint16(b[6:]))
	for i := range count {
		if headerSize+entrySize*(i+1) > len(b) {
			break
		}
		if e := entryAt(b, i); uint64(e.offset)+uint64(e.length) <= uint64(len(b)) {
			binary.LittleEndian.PutUint32(b[e.at+44:], checksum(b[e.offset:][:e.length]))
		}
	}
	copy(b, magic)
	binary.LittleEndian.PutUint16(b[4:], version)
	binary.LittleEndian.PutUint32(b[8:], uint32(len(b)))
	binary.LittleEndian.PutUint32(b[12:], checksum(b[headerSize:]))
	return true
}

// checkRefusal checks the common properties of all errors of decode.
func checkRefusal(t testing.TB, b []byte, err error) {
	t.Helper()
	var e *fault.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, expected a fault", err)
	}
	if (e.Code != fault.Format && e.Code != fault.FormatVersion) || e.Argument != "bytes" {
		t.Fatalf("code %s about %q: %v", e.Code, e.Argument, err)
	}
	if offset, ok := e.Details["offset"].(int); !ok || offset < 0 || offset > len(b) {
		t.Fatalf("offset %v in %d bytes: %v", e.Details["offset"], len(b), err)
	}
}

func BenchmarkDecode(b *testing.B) {
	file, err := encode([]schema.Field{{Name: "support.vectors", Value: make([]float64, 1<<17)}})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		if _, err := decode(file); err != nil {
			b.Fatal(err)
		}
	}
}
