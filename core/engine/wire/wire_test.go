package wire_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/engine/wire"
)

type part struct {
	Name   string `js:"name"`
	Count  int    `js:"count"`
	Within *part  `js:"within"`
}

type all struct {
	Yes     bool               `js:"yes"`
	Number  float64            `js:"number"`
	Whole   int32              `js:"whole"`
	Text    string             `js:"text"`
	Parts   []part             `js:"parts"`
	Numbers []float64          `js:"numbers"`
	Texts   []string           `js:"texts"`
	Weights map[string]float64 `js:"weights"`
	Plain   int
	hidden  int
}

// draw returns a record with what JavaScript can send: counts are whole numbers that a float64 has.
func draw(t *rapid.T) all {
	number := rapid.Float64()
	text := rapid.String()
	parts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) part {
		p := part{Name: text.Draw(t, "name"), Count: rapid.IntRange(-1<<40, 1<<40).Draw(t, "count")}
		if rapid.Bool().Draw(t, "within") {
			p.Within = &part{Name: text.Draw(t, "inner")}
		}
		return p
	}), 0, 4)
	return all{
		Yes: rapid.Bool().Draw(t, "yes"), Number: number.Draw(t, "number"), Whole: rapid.Int32().Draw(t, "whole"),
		Text: text.Draw(t, "text"), Parts: parts.Draw(t, "parts"), Numbers: rapid.SliceOf(number).Draw(t, "numbers"),
		Texts: rapid.SliceOf(text).Draw(t, "texts"), Weights: rapid.MapOf(text, number).Draw(t, "weights"), Plain: rapid.IntRange(0, 9).Draw(t, "plain"),
	}
}

func TestWhatIsAppendedIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, second := draw(t), draw(t)
		message := wire.Append(wire.Append(nil, first), &second)
		v := wire.Read(message)
		for _, want := range []all{first, second} {
			got := all{Text: "before", hidden: 3}
			if err := v.Into(&got); err != nil {
				t.Fatal(err)
			}
			want.hidden = 0 // a struct is replaced as a whole
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("got %+v, want %+v", got, want)
			}
			next, err := v.After()
			if err != nil {
				t.Fatal(err)
			}
			v = next
		}
		if !v.IsNothing() {
			t.Fatal("there is more")
		}
		for end := range len(message) {
			var got all
			v := wire.Read(message[:end])
			if err := v.Into(&got); err == nil && end > 0 {
				if v, err = v.After(); err == nil && !v.IsNothing() && v.Into(&got) == nil {
					t.Fatalf("%d of %d bytes were read", end, len(message))
				}
			}
		}
	})
}

// js/test/wire.test.mjs has the same bytes.
func TestBytesOfMessages(t *testing.T) {
	for _, test := range []struct {
		value any
		want  string
	}{
		{nil, "00"}, {false, "01"}, {true, "02"}, {-1.5, "03000000000000f8bf"}, {7, "030000000000001c40"}, {uint32(7), "030000000000001c40"}, {int32(7), "030000000000001c40"},
		{"né", "04030000006ec3a9"}, {[]string{"a", ""}, "050200000004010000006104" + "00000000"},
		{part{Name: "a", Count: 1}, "0603000000" + "040000006e616d65" + "040100000061" + "05000000636f756e74" + "03000000000000f03f" + "0600000077697468696e" + "00"},
		{map[string]any{"x": []int(nil)}, "0601000000" + "0100000078" + "00"},
	} {
		if got := hex.EncodeToString(wire.Append(nil, test.value)); got != test.want {
			t.Errorf("%v: %s, want %s", test.value, got, test.want)
		}
	}
	if got := hex.EncodeToString(wire.AppendPlace(nil, 258, 3)); got != "080201000003000000" {
		t.Errorf("a place: %s", got)
	}
}

// Each byte of a message is looked at once: a walk that looks twice at the values within another does not
// come to the end of this one.
func TestEntriesAreFoundByName(t *testing.T) {
	v := wire.Read(wire.Append(nil, all{Number: 2, Text: "a", Texts: []string{"text"}}))
	if number, text := v.Entry("number").Number(), v.Entry("text").Text(); number != 2 || text != "a" {
		t.Errorf("number is %v and text %q", number, text)
	}
	for _, none := range []wire.Value{v.Entry("numb"), v.Entry(""), v.Entry("weights"), v.Entry("texts").Entry("text"), v.Entry("number").Entry("number")} {
		if !none.IsNothing() {
			t.Errorf("there is %v", none)
		}
	}
}

func TestNestedValues(t *testing.T) {
	whole := &part{Name: "innermost"}
	for range 200 {
		whole = &part{Within: whole}
	}
	message := wire.Append(nil, []*part{whole, {Name: "last"}})
	var got []part
	v := wire.Read(message)
	if err := v.Into(&got); err != nil || got[1].Name != "last" {
		t.Fatal(err)
	}
	if after, err := v.After(); err != nil || !after.IsNothing() {
		t.Fatal(err)
	}
	depth := 0
	for p := &got[0]; p.Within != nil; p = p.Within {
		depth++
	}
	if depth != 200 {
		t.Errorf("%d are nested", depth)
	}
}

// Blocks begin at a multiple of 8 bytes of the message.
func TestBlocks(t *testing.T) {
	message, err := hex.DecodeString("0601000000" + "0100000062" + "07" + "03000000" + "00" + "010203" + "02")
	if err != nil {
		t.Fatal(err)
	}
	var got []byte
	record := wire.Read(message)
	if err := record.Each(func(name string, v wire.Value) error {
		got, _ = v.Block()
		return nil
	}); err != nil || !bytes.Equal(got, []byte{1, 2, 3}) {
		t.Errorf("%v, %v", got, err)
	}
	after, err := record.After()
	var yes bool
	if err != nil || after.Into(&yes) != nil || !yes {
		t.Errorf("after the block: %v, %v", yes, err)
	}
}

func TestNothingLeavesTheTargetAsItIs(t *testing.T) {
	got := all{Text: "before", Numbers: []float64{1}}
	if err := wire.Read(wire.Append(nil, map[string]any{"number": 2.0})).Into(&got); err != nil || got.Text != "" || got.Number != 2 {
		t.Errorf("a record without entries for all fields: %+v, %v", got, err)
	}
	x := 3.0
	if err := wire.Read([]byte{0}).Into(&x); err != nil || x != 3 {
		t.Errorf("%v, %v", x, err)
	}
	list := []float64{1, 2}
	if err := wire.Read(wire.Append(nil, []float64{5})).Into(&list); err != nil || len(list) != 1 || list[0] != 5 {
		t.Errorf("a list replaces the one before: %v, %v", list, err)
	}
}

func TestOtherKindsAreRefused(t *testing.T) {
	for _, test := range []struct{ value, target any }{
		{"1", new(float64)}, {1, new(string)}, {true, new(int)}, {[]int{1}, new(all)}, {all{}, new([]int)}, {1, new(bool)},
		{map[string]any{"a": "x"}, new(map[string]float64)}, {all{}, all{}}, {[]string{"a"}, new([]float64)},
	} {
		if err := wire.Read(wire.Append(nil, test.value)).Into(test.target); err == nil {
			t.Errorf("%v went into a %T", test.value, test.target)
		}
	}
	if x := wire.Read(wire.Append(nil, "a")).Number(); !math.IsNaN(x) {
		t.Errorf("the number of a text is %v", x)
	}
}

// FuzzRead: any bytes give a value or an error.
func FuzzRead(f *testing.F) {
	f.Add(wire.Append(nil, all{Parts: []part{{Name: "a"}}, Numbers: []float64{1}}))
	f.Add([]byte{5, 255, 255, 255, 255, 0})
	f.Add([]byte{6, 1, 0, 0, 0, 1, 0, 0, 0, 98, 7, 3, 0, 0, 0, 0, 1, 2, 3})
	f.Fuzz(func(t *testing.T, message []byte) {
		v := wire.Read(message)
		var got all
		_ = v.Into(&got)
		_ = v.Each(func(_ string, own wire.Value) error {
			own.Block()
			return nil
		})
		_, _, _ = v.Text(), v.Number(), v.Index(1)
		if next, err := v.After(); err == nil {
			var list []string
			_ = next.Into(&list)
		}
	})
}
