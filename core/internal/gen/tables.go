package main

import (
	"fmt"
	"log"
	"os"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/sample"
)

// documents returns the pages with generated tables: README.md lists the machines and the
// kernels, pages of the docs list kernels, losses and codes. The text between <!-- name -->
// and <!-- end --> is replaced. The options of a machine are on its page of the site, which
// is built from the schema.
func documents() map[string][]byte {
	files := map[string][]byte{}
	for _, block := range []struct{ file, name, content string }{
		{"README.md", "machines", machineTable()},
		{"README.md", "kernels", kernelList()},
		{"demo/docs/using-kernels.md", "kernels", kernelTable()},
		{"demo/docs/losses.md", "losses", lossTable()},
		{"demo/docs/errors.md", "codes", codeSections()},
	} {
		text, ok := files[block.file]
		if !ok {
			var err error
			if text, err = os.ReadFile(block.file); err != nil {
				log.Fatal(err)
			}
		}
		files[block.file] = withBlock(block.file, string(text), block.name, block.content)
	}
	return files
}

func withBlock(file, text, name, content string) []byte {
	const end = "<!-- end -->"
	open := "<!-- " + name + " -->\n"
	before, rest, found := strings.Cut(text, open)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		log.Fatalf("%s has no %q ... %q", file, strings.TrimSpace(open), end)
	}
	return []byte(before + open + content + end + after)
}

// kernelList lists the kernels by the kind of their samples.
func kernelList() string {
	var b strings.Builder
	for _, group := range []struct {
		of string
		is func(catalog.KernelEntry) bool
	}{
		{"Of numbers", func(k catalog.KernelEntry) bool { return k.Compares() == string(sample.Numbers) && !nonNegative(k) }},
		{"Of numbers >= 0, such as histograms", nonNegative},
		{"Of strings", func(k catalog.KernelEntry) bool { return k.Compares() == string(sample.Strings) }},
		{"Made of kernels", func(k catalog.KernelEntry) bool { return k.Compares() == catalog.OfParts }},
	} {
		var names []string
		for _, k := range catalog.Kernels() {
			if !given(k) && group.is(k) {
				names = append(names, "`"+k.Name+"`")
			}
		}
		fmt.Fprintf(&b, "- %s: %s\n", group.of, strings.Join(names, ", "))
	}
	return b.String()
}

func machineTable() string {
	var b strings.Builder
	b.WriteString("| machine | what it is |\n|---|---|\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "| [`%s`](demo/docs/machines/%s.md) | %s |\n", m.Name, m.Name, catalog.Summary(m.Name))
	}
	return b.String()
}

func kernelTable() string {
	var b strings.Builder
	b.WriteString("| kernel | k(x, z) | parameters | positive definite |\n|---|---|---|---|\n")
	for _, k := range catalog.Kernels() {
		formula := "`" + k.Formula + "`"
		if strings.HasPrefix(k.Formula, "X ") {
			formula = k.Formula
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, cell(formula), parameters(k), cell(k.Definite))
	}
	return b.String()
}

func lossTable() string {
	var b strings.Builder
	b.WriteString("| loss | of | of z | density of the noise, or probability of the label, in proportion to | influence | dual term |\n|---|---|---|---|---|---|\n")
	for _, l := range loss.All() {
		probability := l.Model
		if probability == "" {
			probability = "none"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", l.Name, strings.Join(l.Of, ", "), cell(l.Formula), cell(probability), cell(l.Influence), cell(l.Dual))
	}
	return b.String()
}

// parameters lists the parameters of a kernel, with the defaults.
func parameters(k catalog.KernelEntry) string {
	var all []string
	for _, o := range model.Schema(k.New()) {
		name := "`" + o.Name + "`"
		if o.Default != "" {
			name = "`" + o.Name + ": " + literal(o) + "`"
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

// cell escapes the characters that would end a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
