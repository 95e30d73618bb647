package wire

import (
	"encoding/binary"
	"math"
	"reflect"
)

// Value is a value within a message, which it does not copy.
type Value struct {
	message []byte
	at      int // where it begins; at the end of the message it is nothing
}

// Read returns the first value of a message.
func Read(message []byte) Value { return Value{message: message} }

// After returns the value that follows this one.
func (v Value) After() (Value, error) {
	end, err := v.end()
	return Value{v.message, end}, err
}

// kind returns the first byte.
func (v Value) kind() byte {
	if v.at >= len(v.message) {
		return nothing
	}
	return v.message[v.at]
}

// count returns the integer at a place of the message, -1 where it ends before.
func (v Value) count(at int) int {
	if at < 0 || at > len(v.message)-4 {
		return -1
	}
	return int(binary.LittleEndian.Uint32(v.message[at:]))
}

// bytes returns so many bytes after a count, and where they end.
func (v Value) bytes(at int) (bytes []byte, end int, err error) {
	n := v.count(at)
	if at += 4; n < 0 || n > len(v.message)-at {
		return nil, 0, broken("it ends within %d bytes", n)
	}
	return v.message[at : at+n : at+n], at + n, nil
}

// end returns where the value ends.
func (v Value) end() (int, error) {
	at := v.at + 1
	switch v.kind() {
	case nothing, no, yes:
		return min(at, len(v.message)), nil
	case number:
		if at > len(v.message)-8 {
			return 0, broken("it ends within a number")
		}
		return at + 8, nil
	case text:
		_, end, err := v.bytes(at)
		return end, err
	case block:
		_, end, err := v.block()
		return end, err
	case list, record:
		return v.walk(func(_ []byte, own Value) (int, error) { return own.end() })
	}
	return 0, broken("there is no value of the kind %d", v.kind())
}

// walk calls visit with each value of a list, or with each name and value of a record, and returns where
// the whole ends. visit returns where the value ends, so that each byte is looked at once.
func (v Value) walk(visit func(name []byte, own Value) (end int, err error)) (at int, err error) {
	named := v.kind() == record
	if !named && v.kind() != list {
		return 0, broken("a value of the kind %d is no list and no record", v.kind())
	}
	count := v.count(v.at + 1)
	if at = v.at + 5; count < 0 || count > len(v.message)-at { // each takes a byte
		return 0, broken("it ends within %d values", count)
	}
	for range count {
		var name []byte
		if named {
			if name, at, err = v.bytes(at); err != nil {
				return 0, err
			}
		}
		if at >= len(v.message) {
			return 0, broken("it ends before a value")
		}
		if at, err = visit(name, Value{v.message, at}); err != nil {
			return 0, err
		}
	}
	return at, nil
}

// Each calls visit with each name and value of a record.
func (v Value) Each(visit func(name string, own Value) error) error {
	_, err := v.walk(func(name []byte, own Value) (int, error) {
		if err := visit(string(name), own); err != nil {
			return 0, err
		}
		return own.end()
	})
	return err
}

// Entry returns the value of a name in a record, or nothing.
func (v Value) Entry(wanted string) (found Value) {
	_, _ = v.walk(func(name []byte, own Value) (int, error) {
		if string(name) == wanted {
			found = own
		}
		return own.end()
	})
	return found
}

// Index returns the value i of a list, or nothing.
func (v Value) Index(i int) (found Value) {
	_, _ = v.walk(func(_ []byte, own Value) (int, error) {
		if i == 0 {
			found = own
		}
		i--
		return own.end()
	})
	return found
}

// IsNothing reports whether the value is null or undefined.
func (v Value) IsNothing() bool { return v.kind() == nothing }

// Block returns the bytes of a block, and whether it is one. They begin at a multiple of 8 bytes of the
// message.
func (v Value) Block() (bytes []byte, is bool) {
	if v.kind() != block {
		return nil, false
	}
	bytes, _, err := v.block()
	return bytes, err == nil
}

func (v Value) block() (bytes []byte, end int, err error) {
	n, from := v.count(v.at+1), (v.at+5+7)/8*8
	if n < 0 || from > len(v.message) || n > len(v.message)-from {
		return nil, 0, broken("it ends within a block")
	}
	return v.message[from : from+n : from+n], from + n, nil
}

// Number returns a number, NaN if it is none.
func (v Value) Number() float64 {
	if v.kind() != number || v.at+1 > len(v.message)-8 {
		return math.NaN()
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(v.message[v.at+1:]))
}

// Text returns a text, empty if it is none.
func (v Value) Text() string {
	if v.kind() != text {
		return ""
	}
	bytes, _, err := v.bytes(v.at + 1)
	if err != nil {
		return ""
	}
	return string(bytes)
}

// Into sets what target points to. Nothing leaves it as it is. A struct gets the entries of its
// fields, and zeros where there are none; others are ignored.
func (v Value) Into(target any) error {
	to := reflect.ValueOf(target)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return broken("a %T is no pointer", target)
	}
	_, err := v.into(to.Elem())
	return err
}

// into sets a variable and returns where the value ends.
func (v Value) into(to reflect.Value) (end int, err error) {
	kind := v.kind()
	if kind == nothing {
		return v.end()
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return v.into(to.Elem())
	case reflect.Slice:
		if kind == list {
			return v.intoSlice(to)
		}
	case reflect.Map:
		if kind == record && to.Type().Key().Kind() == reflect.String {
			return v.intoMap(to)
		}
	case reflect.Struct:
		if kind == record {
			return v.intoStruct(to)
		}
	}
	if end, err = v.end(); err == nil && !v.set(to) {
		err = broken("a %s cannot be a value of the kind %d", to.Type(), kind)
	}
	return end, err
}

// set sets a variable to a value that has no parts, and reports whether they are of one kind.
func (v Value) set(to reflect.Value) bool {
	kind := v.kind()
	switch to.Kind() {
	case reflect.Bool:
		if kind == no || kind == yes {
			to.SetBool(kind == yes)
			return true
		}
	case reflect.Int, reflect.Int32, reflect.Int64:
		if kind == number {
			to.SetInt(int64(v.Number()))
			return true
		}
	case reflect.Float64:
		if kind == number {
			to.SetFloat(v.Number())
			return true
		}
	case reflect.String:
		if kind == text {
			to.SetString(v.Text())
			return true
		}
	}
	return false
}

func (v Value) intoSlice(to reflect.Value) (end int, err error) {
	count := min(v.count(v.at+1), len(v.message)) // walk refuses what cannot be
	to.Set(reflect.MakeSlice(to.Type(), max(0, count), max(0, count)))
	i := 0
	return v.walk(func(_ []byte, own Value) (int, error) {
		i++
		return own.into(to.Index(i - 1))
	})
}

func (v Value) intoMap(to reflect.Value) (end int, err error) {
	to.Set(reflect.MakeMap(to.Type()))
	return v.walk(func(name []byte, own Value) (int, error) {
		value := reflect.New(to.Type().Elem()).Elem()
		end, err := own.into(value)
		to.SetMapIndex(reflect.ValueOf(string(name)).Convert(to.Type().Key()), value)
		return end, err
	})
}

func (v Value) intoStruct(to reflect.Value) (end int, err error) {
	to.SetZero()
	all := fields(to.Type())
	return v.walk(func(name []byte, own Value) (int, error) {
		for _, f := range all {
			if f.name == string(name) {
				return own.into(to.Field(f.index))
			}
		}
		return own.end()
	})
}
