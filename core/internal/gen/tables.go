package main

import (
	"fmt"
	"log"
	"os"
	"strings"

	"maxmargin/core/data/loss"
	"maxmargin/core/engine/catalog"
)

// documents returns the pages with generated tables: of kernels, losses and codes. The text
// between <!-- name --> and <!-- end --> is replaced. The options of a machine are on its page
// of the site, which is built from the schema.
func documents() map[string][]byte {
	files := map[string][]byte{}
	for _, block := range []struct{ file, name, content string }{
		{"demo/docs/using-kernels.md", "kernels", kernelTable()},
		{"demo/docs/losses.md", "losses", lossTable()},
		{"demo/docs/errors.md", "codes", codeSections()},
	} {
		text := must(os.ReadFile(block.file))
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

func kernelTable() string {
	var b strings.Builder
	b.WriteString("| kernel | k(x, z) | positive definite |\n|---|---|---|\n")
	for _, k := range catalog.Kernels() {
		facts := catalog.FactsOf(k.Name)
		formula := "`" + facts.Formula + "`"
		if strings.HasPrefix(facts.Formula, "X ") {
			formula = facts.Formula
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", k.Name, cell(formula), cell(facts.Definite))
	}
	return b.String()
}

func lossTable() string {
	var b strings.Builder
	b.WriteString("| loss | of | of z | density of the noise, or probability of the label, in proportion to | influence | dual term |\n|---|---|---|---|---|---|\n")
	for _, l := range loss.All() {
		formulas := loss.FormulasOf(l.Name)
		probability := formulas.Model
		if probability == "" {
			probability = "none"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", l.Name, strings.Join(l.Of, ", "), cell(formulas.Loss), cell(probability), cell(formulas.Influence), cell(formulas.Dual))
	}
	return b.String()
}

// cell escapes the characters that would end a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
