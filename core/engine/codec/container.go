package codec

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"unicode/utf8"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/model/schema"
)

// The container is a flat file of named, typed blocks that other languages can
// read in place. All numbers are little-endian. Offsets and lengths count
// bytes; offsets count from the start of the file.
//
//	header, 16 bytes
//	  0  4  magic "MXMG"
//	  4  2  format version, 1
//	  6  2  number of blocks
//	  8  4  length of the file
//	 12  4  CRC-32C of everything after the header
//
//	table, 48 bytes for every block
//	  0 32  name: 1 to 32 printable ASCII characters, padded with NUL
//	 32  1  type: 1 = float64, 2 = int32, 3 = UTF-8 text
//	 33  3  zero
//	 36  4  offset of the block
//	 40  4  length of the block without its padding
//	 44  4  CRC-32C of the block without its padding
//
//	blocks, in the order of the table, each padded with zeros to 8 bytes
//
// Blocks follow the table and each other without gaps or overlaps to the end of the file. So a list
// of fields has exactly one encoding, and every block starts at a multiple of 8. The checksums find
// damage; they do not prove who wrote the file.
const (
	magic       = "MXMG"
	version     = 1
	headerSize  = 16
	entrySize   = 48
	nameSize    = 32
	typeFloat64 = 1
	typeInt32   = 2
	typeText    = 3

	// maxSize keeps lengths and offsets below 2^31, which every reader can represent.
	maxSize = math.MaxInt32
)

// written returns the file of the fields that put writes, under names that differ: decode refuses
// others. It calls put twice: to count, and to write into memory of just that size.
func written(put func(schema.Writer)) ([]byte, error) {
	count := &counting{}
	if put(count); count.wrong != nil {
		return nil, count.wrong
	}
	table := headerSize + entrySize*count.fields
	w := &writing{b: make([]byte, table, table+count.bytes)}
	put(w)
	b := w.b
	copy(b, magic)
	binary.LittleEndian.PutUint16(b[4:], version)
	binary.LittleEndian.PutUint16(b[6:], uint16(count.fields))
	binary.LittleEndian.PutUint32(b[8:], uint32(len(b)))
	binary.LittleEndian.PutUint32(b[12:], checksum(b[headerSize:]))
	return b, nil
}

// counting finds the size of a file, and the first field that no file can hold.
type counting struct {
	fields, bytes int
	wrong         error
}

func (c *counting) PutFloat64(name string, _ float64)    { c.count(name, 8) }
func (c *counting) PutFloat64s(name string, x []float64) { c.count(name, 8*len(x)) }
func (c *counting) PutInt32(name string, _ int32)        { c.count(name, 4) }
func (c *counting) PutInt32s(name string, x []int32)     { c.count(name, 4*len(x)) }

func (c *counting) PutText(name, text string) {
	c.count(name, len(text))
	if c.wrong == nil && !utf8.ValidString(text) {
		c.wrong = fault.New(fault.Internal, "model", "the text of the model field %q is not UTF-8", name)
	}
}

func (c *counting) count(name string, bytes int) {
	c.fields, c.bytes = c.fields+1, c.bytes+padded(bytes)
	switch {
	case c.wrong != nil:
	case !isName(name):
		c.wrong = unnamed(name)
	case c.fields > math.MaxUint16:
		c.wrong = tooMany(c.fields)
	case headerSize+entrySize*c.fields+c.bytes > maxSize:
		c.wrong = fault.New(fault.Format, "model", "the model is too large to save: it takes more than %d bytes; train with fewer samples, or with a smaller C so that fewer of them become support vectors", maxSize).
			With("limit", maxSize)
	}
}

func tooMany(fields int) error {
	return fault.New(fault.Internal, "model", "a model file holds at most %d fields, not %d", math.MaxUint16, fields)
}

func unnamed(name string) error {
	return fault.New(fault.Internal, "model", "a model cannot have a field %q: names are unique, printable ASCII of 1 to %d characters", name, nameSize)
}

// writing appends blocks to a file and describes them in its table.
type writing struct {
	b      []byte // with space for the whole file
	fields int
	one    [1]float64
}

func (w *writing) PutFloat64(name string, x float64) {
	w.one[0] = x
	w.PutFloat64s(name, w.one[:])
}
func (w *writing) PutFloat64s(name string, x []float64) { w.block(name, typeFloat64, lanes.Memory(x)) }
func (w *writing) PutInt32(name string, x int32)        { w.PutInt32s(name, []int32{x}) }
func (w *writing) PutInt32s(name string, x []int32)     { w.block(name, typeInt32, lanes.Memory(x)) }

func (w *writing) PutText(name, text string) {
	at := len(w.b)
	w.b = append(w.b, text...)
	w.describe(name, typeText, at)
}

func (w *writing) block(name string, kind byte, content []byte) {
	at := len(w.b)
	w.b = append(w.b, content...)
	w.describe(name, kind, at)
}

// describe writes the entry of the block from at to the end, and pads it.
func (w *writing) describe(name string, kind byte, at int) {
	entry := w.b[headerSize+entrySize*w.fields:][:entrySize]
	block := w.b[at:]
	copy(entry, name)
	entry[nameSize] = kind
	binary.LittleEndian.PutUint32(entry[36:], uint32(at))
	binary.LittleEndian.PutUint32(entry[40:], uint32(len(block)))
	binary.LittleEndian.PutUint32(entry[44:], checksum(block))
	w.fields, w.b = w.fields+1, w.b[:padded(len(w.b))]
}

// encode returns the file that holds the fields: []float64, []int32 or string,
// under names that differ.
func encode(fields []schema.Field) ([]byte, error) {
	if len(fields) > math.MaxUint16 {
		return nil, tooMany(len(fields))
	}
	names := make(map[string]bool, len(fields))
	for _, f := range fields {
		if names[f.Name] {
			return nil, unnamed(f.Name)
		}
		names[f.Name] = true
		switch f.Value.(type) {
		case []float64, []int32, string:
		default:
			return nil, fault.New(fault.Internal, "model", "the model field %q is a %T, which a model file cannot hold", f.Name, f.Value)
		}
	}
	return written(func(w schema.Writer) {
		for _, f := range fields {
			switch v := f.Value.(type) {
			case []float64:
				w.PutFloat64s(f.Name, v)
			case []int32:
				w.PutInt32s(f.Name, v)
			case string:
				w.PutText(f.Name, v)
			}
		}
	})
}

// decode returns the fields of a file. It trusts nothing: sizes are compared
// with what is there before anything is allocated, what is allocated is a small
// multiple of len(b), and whatever encode would not have written is refused.
// The fields are copies; b is not kept.
func decode(b []byte) ([]schema.Field, error) {
	if err := checkHeader(b); err != nil {
		return nil, err
	}
	count := int(binary.LittleEndian.Uint16(b[6:]))
	if err := checkTable(b, count); err != nil {
		return nil, err
	}
	if err := checkSums(b, count); err != nil {
		return nil, err
	}
	fields := make([]schema.Field, count)
	seen := make(map[string]bool, count)
	for i := range fields {
		e := entryAt(b, i)
		name := string(e.name)
		if seen[name] {
			return nil, damaged(e.at, "the field %q is there twice", name)
		}
		seen[name] = true
		block := b[e.offset:][:e.length]
		switch e.kind {
		case typeFloat64:
			v := make([]float64, len(block)/8)
			copy(lanes.Memory(v), block)
			fields[i] = schema.Field{Name: name, Value: v}
		case typeInt32:
			v := make([]int32, len(block)/4)
			copy(lanes.Memory(v), block)
			fields[i] = schema.Field{Name: name, Value: v}
		default:
			fields[i] = schema.Field{Name: name, Value: string(block)}
		}
	}
	return fields, nil
}

// checkHeader checks the size, the magic, the version and the length.
func checkHeader(b []byte) error {
	if len(b) > maxSize {
		return foreign(0, "%d bytes are more than the %d a model can have", len(b), maxSize)
	}
	for i := range min(len(b), len(magic)) {
		if b[i] != magic[i] {
			return foreign(i, "model files start with %q; pass the bytes that save() returned", magic)
		}
	}
	if len(b) == 0 {
		return foreign(0, "there are no bytes; pass those that save() returned")
	}
	if len(b) < headerSize {
		return truncated(len(b), headerSize)
	}
	switch got := binary.LittleEndian.Uint16(b[4:]); {
	case got > version:
		return fault.New(fault.FormatVersion, "bytes", "the model is in format version %d, but this release of maxmargin reads versions up to %d; update maxmargin", got, version).
			With("offset", 4).With("version", int(got)).With("supported", version)
	case got < version:
		return damaged(4, "there is no format version %d", got)
	}
	switch want := int(binary.LittleEndian.Uint32(b[8:])); {
	case len(b) < want:
		return truncated(len(b), want)
	case len(b) > want:
		return damaged(8, "the file says that it has %d bytes, but there are %d", want, len(b))
	}
	return nil
}

// checkTable checks that every entry describes a block of its type exactly
// where the block before it ended, and that the last one ends the file.
func checkTable(b []byte, count int) error {
	end := headerSize + entrySize*count
	if end > len(b) {
		return damaged(6, "a table of %d blocks does not fit into %d bytes", count, len(b))
	}
	for i := range count {
		e := entryAt(b, i)
		if !isName(string(e.name)) || !isZero(b[e.at+len(e.name):e.at+nameSize]) {
			return damaged(e.at, "the name of block %d is not one", i)
		}
		size := 1
		switch e.kind {
		case typeFloat64:
			size = 8
		case typeInt32:
			size = 4
		case typeText:
		default:
			return damaged(e.at+nameSize, "%q is of unknown type %d", e.name, e.kind)
		}
		if !isZero(b[e.at+nameSize+1 : e.at+36]) {
			return damaged(e.at+nameSize+1, "the entry of %q is malformed", e.name)
		}
		switch {
		case e.offset != uint32(end):
			return damaged(e.at+36, "%q is said to start at %d, but the block before it ends at %d", e.name, e.offset, end)
		case uint64(e.length) > uint64(len(b)-end):
			return damaged(e.at+40, "%q is said to have %d bytes, but the file ends after %d", e.name, e.length, len(b)-end)
		case int(e.length)%size != 0:
			return damaged(e.at+40, "%q has %d bytes, which is not a multiple of %d", e.name, e.length, size)
		}
		blockEnd := end + int(e.length)
		end += padded(int(e.length))
		if end > len(b) || !isZero(b[blockEnd:end]) {
			return damaged(blockEnd, "%q is not padded with zeros", e.name)
		}
	}
	if end != len(b) {
		return damaged(end, "%d bytes belong to no block", len(b)-end)
	}
	return nil
}

// checkSums compares the checksums, beginning with the blocks, to report the place.
func checkSums(b []byte, count int) error {
	for i := range count {
		e := entryAt(b, i)
		block := b[e.offset:][:e.length]
		if checksum(block) != e.sum {
			return damaged(int(e.offset), "the checksum of %q does not match", e.name)
		}
		if e.kind == typeText && !utf8.Valid(block) {
			return damaged(int(e.offset), "%q is not UTF-8 text", e.name)
		}
	}
	if checksum(b[headerSize:]) != binary.LittleEndian.Uint32(b[12:]) {
		return damaged(12, "the checksum of the file does not match")
	}
	return nil
}

// entry is one row of the table. It points into the file and holds no copy.
type entry struct {
	at             int    // offset of the entry itself
	name           []byte // without its padding
	kind           byte
	offset, length uint32
	sum            uint32
}

func entryAt(b []byte, i int) entry {
	at := headerSize + entrySize*i
	row := b[at:][:entrySize]
	name := row[:nameSize]
	if end := bytes.IndexByte(name, 0); end >= 0 {
		name = name[:end]
	}
	return entry{
		at:     at,
		name:   name,
		kind:   row[nameSize],
		offset: binary.LittleEndian.Uint32(row[36:]),
		length: binary.LittleEndian.Uint32(row[40:]),
		sum:    binary.LittleEndian.Uint32(row[44:]),
	}
}

// isName reports whether s can name a field.
func isName(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return len(s) > 0 && len(s) <= nameSize
}

func isZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// padded rounds a length up to a multiple of 8.
func padded(n int) int { return (n + 7) &^ 7 }

// checksum is CRC-32C. The table is hash/crc32's own, made once.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

func foreign(offset int, format string, a ...any) error {
	return malformed(offset, "not a maxmargin model: "+format, a...)
}

func truncated(got, want int) error {
	return malformed(got, "the model is truncated: %d of %d bytes are there; copy or download it again", got, want)
}

func damaged(offset int, format string, a ...any) error {
	for i, v := range a {
		if name, is := v.([]byte); is {
			a[i] = string(name) // texts that are quoted are cut
		}
	}
	return malformed(offset, "the model is damaged at offset %d: "+format+"; copy or download it again, or save it anew", append([]any{offset}, a...)...)
}

func malformed(offset int, format string, a ...any) error {
	return fault.New(fault.Format, "bytes", format, a...).With("offset", offset)
}
