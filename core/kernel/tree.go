package kernel

import (
	"fmt"
	"strconv"
	"strings"
)

// Tree describes a kernel: its name, the given parameters, and the trees of its parts. As text it
// is a JSON object,
//
//	{"kernel":"sum","parts":[{"kernel":"rbf","gamma":0.1},{"kernel":"linear"}]}
//
// in which JavaScript, Go and model files exchange kernels.
type Tree struct {
	Name   string
	Values []Parameter
	Parts  []Tree
}

// Parameter is the value of a parameter: a text, or numbers, of which true is 1.
type Parameter struct {
	Name    string
	Text    string
	Numbers []float64 // one, or those of a list; lists of lists are concatenated
	IsList  bool
}

// Value returns the value of a parameter, nil if it is not given.
func (t Tree) Value(name string) *Parameter {
	for i := range t.Values {
		if t.Values[i].Name == name {
			return &t.Values[i]
		}
	}
	return nil
}

const (
	deepest = 16   // trees within trees
	largest = 1000 // trees in all
)

// ParseTree reads the text of a tree. The facade writes correct text, so an error means a
// damaged model file.
func ParseTree(text string) (Tree, error) {
	r := &treeReader{text: text}
	t := r.tree(0)
	r.space()
	if r.err == nil && r.at < len(text) {
		r.fail("its end")
	}
	return t, r.err
}

type treeReader struct {
	text  string
	at    int
	trees int
	err   error
}

func (r *treeReader) fail(want string) {
	if r.err == nil {
		r.err = fmt.Errorf("the kernel's text has something else than %s at %d", want, r.at)
	}
	r.at = len(r.text)
}

func (r *treeReader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// next reports whether c comes next, and skips it.
func (r *treeReader) next(c byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *treeReader) expect(c byte) {
	if !r.next(c) {
		r.fail(strconv.Quote(string(c)))
	}
}

func (r *treeReader) tree(depth int) (t Tree) {
	if r.trees++; r.trees > largest || depth > deepest {
		r.fail(fmt.Sprintf("at most %d kernels, %d deep,", largest, deepest))
	}
	r.expect('{')
	for more := !r.next('}'); more && r.err == nil; more = r.comma('}') {
		name := r.word()
		r.expect(':')
		switch name {
		case "kernel":
			t.Name = r.word()
		case "parts":
			r.expect('[')
			for more := !r.next(']'); more && r.err == nil; more = r.comma(']') {
				t.Parts = append(t.Parts, r.tree(depth+1))
			}
		default:
			t.Values = append(t.Values, r.parameter(name))
		}
	}
	return t
}

// comma reports whether a list continues; the character end closes it.
func (r *treeReader) comma(end byte) bool {
	if r.next(',') {
		return true
	}
	r.expect(end)
	return false
}

// word reads a string.
func (r *treeReader) word() string {
	r.expect('"')
	from := r.at - 1
	for r.at < len(r.text) && r.text[r.at] != '"' {
		if r.text[r.at] == '\\' {
			r.at++
		}
		r.at++
	}
	if r.at >= len(r.text) {
		r.fail("the end of a text")
		return ""
	}
	r.at++
	word, err := strconv.Unquote(r.text[from:r.at])
	if err != nil {
		r.fail("a text")
	}
	return word
}

func (r *treeReader) parameter(name string) Parameter {
	p := Parameter{Name: name}
	r.space()
	switch {
	case r.at < len(r.text) && r.text[r.at] == '"':
		p.Text = r.word()
	case strings.HasPrefix(r.text[r.at:], "true"):
		r.at += len("true")
		p.Numbers = []float64{1}
	case strings.HasPrefix(r.text[r.at:], "false"):
		r.at += len("false")
		p.Numbers = []float64{0}
	case r.next('['):
		p.IsList = true
		for more := !r.next(']'); more && r.err == nil; more = r.comma(']') {
			if !r.next('[') {
				p.Numbers = append(p.Numbers, r.number())
				continue
			}
			for more := !r.next(']'); more && r.err == nil; more = r.comma(']') {
				p.Numbers = append(p.Numbers, r.number())
			}
		}
	default:
		p.Numbers = []float64{r.number()}
	}
	return p
}

func (r *treeReader) number() float64 {
	r.space()
	from := r.at
	for r.at < len(r.text) && strings.IndexByte("+-.0123456789eE", r.text[r.at]) >= 0 {
		r.at++
	}
	x, err := strconv.ParseFloat(r.text[from:r.at], 64)
	if err != nil {
		r.fail("a number")
	}
	return x
}
