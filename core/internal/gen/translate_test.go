package main

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// Theorems and numbers of features are the same in Go and in JavaScript, for every form of
// kernel.
func TestTranslation(t *testing.T) {
	source := `package kernel
const Source = "a text, " + "and more"
const Yes Verdict = "yes"
func Helped(text string) Theorem { return Theorem{Verdict: Yes, Text: text} }
func (k Toy) Theorem(d int, _ []Verdict) Theorem {
	sum := 0
	for i := range k.Count {
		sum += i
	}
	for i, v := range k.List {
		if v != 0 && i < d-1 { sum = sum + 1 }
	}
	switch {
	case k.Width > 2 || d == 1, k.Name == "any":
		return Helped(Source + "!")
	default:
		sum++
	}
	return Theorem{Verdict: Yes}
}
func (Toy) Features(_ int, parts []Count) Count { return parts[0].Plus(Whole(len(parts))) }`
	source = strings.Replace(source, "sum++", "sum += 1", 1)
	file, err := parser.ParseFile(token.NewFileSet(), "toy.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	tr := newTranslator(twins)
	tr.read(file)
	fields := map[string]string{"Count": "count", "List": "list", "Width": "width", "Name": "name"}
	theorem, parameters := tr.method("kernel", "Toy", "Theorem", fields)
	want := `(k, d) => {
  let sum = 0;
  for (let i = 0; i < k.count; i++) {
    sum += i;
  }
  for (const [i, v] of k.list.entries()) {
    if (v !== 0 && i < d - 1) {
      sum = sum + 1;
    }
  }
  if (k.width > 2 || d === 1 || k.name === 'any') {
    return helped(source + '!');
  } else {
    sum += 1;
  }
  return { verdict: 'yes' };
}`
	if got := indented(theorem); got != want || len(parameters) != 2 {
		t.Errorf("%v\n%s\nwant\n%s", parameters, got, want)
	}
	features, _ := tr.method("kernel", "Toy", "Features", fields)
	if want := "(_k, _1, parts) => plus(parts[0], whole(parts.length))"; features != want {
		t.Errorf("%s, want %s", features, want)
	}
	if got, want := tr.function("kernel.Helped"), "const helped = (text) => ({ verdict: 'yes', text: text });\n"; !strings.HasSuffix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
	if strings.Join(tr.wanted, " ") != "kernel.Source kernel.Helped" || strings.Join(tr.used, " ") != "Whole Plus" {
		t.Errorf("wanted %v, used %v", tr.wanted, tr.used)
	}
}
