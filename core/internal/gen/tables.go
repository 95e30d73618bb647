package main

import (
	"fmt"
	"log"
	"os"
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/model"
)

// documents are the pages with tables in them: README.md lists the machines, the
// pages of the docs kernels, losses and codes. What stands between <!-- name -->
// and <!-- end --> is written anew. The options of a machine are in its page on
// the site, which is built from the schema.
func documents() map[string][]byte {
	return map[string][]byte{
		"README.md":                  withTable("README.md", "machines", machineTable()),
		"demo/docs/using-kernels.md": withTable("demo/docs/using-kernels.md", "kernels", kernelTable()),
		"demo/docs/losses.md":        withTable("demo/docs/losses.md", "losses", lossTable()),
		"demo/docs/errors.md":        withTable("demo/docs/errors.md", "codes", codeSections()),
	}
}

func withTable(file, name, content string) []byte {
	const end = "<!-- end -->"
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	open := "<!-- " + name + " -->\n"
	before, rest, found := strings.Cut(string(text), open)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		log.Fatalf("%s has no %q ... %q", file, strings.TrimSpace(open), end)
	}
	return []byte(before + open + content + end + after)
}

func machineTable() string {
	var b strings.Builder
	b.WriteString("| machine | what it is |\n|---|---|\n")
	for _, m := range catalog.Machines() {
		fmt.Fprintf(&b, "| [`%s`](demo/docs/machines/%s.md) | %s |\n", m.Name, m.Name, m.Summary)
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
	b.WriteString("| loss | of the excess e | noise, density in proportion to | influence | dual term |\n|---|---|---|---|---|\n")
	for _, l := range catalog.Losses() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", l.Name, cell(l.Formula), cell(l.Density), cell(l.Influence), cell(l.Dual))
	}
	return b.String()
}

// parameters lists what a kernel takes, with the defaults.
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

// cell escapes what would end a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
