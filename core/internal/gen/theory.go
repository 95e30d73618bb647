package main

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
)

// twins are the functions of package kernel that have a hand-written twin in
// js/src/formulas/counting.js.
var twins = []string{"Whole", "Choose", "Words", "Endless", "Uncounted", "Plus", "Times", "Raised"}

// theoryModule returns js/src/generated/theory.js: the theorem about every kernel and the
// number of its features, translated from its methods Theorem and Features.
func theoryModule() []byte {
	t := newTranslator(twins, "core/kernel", "core/kernel/seq")
	var kernels bytes.Buffer
	for _, k := range catalog.Kernels() {
		if given(k) {
			continue
		}
		typ := reflect.TypeOf(k.New()).Elem()
		pkg, fields := packageOf(typ), fieldNames(typ)
		theorem, parameters := t.method(pkg, typ.Name(), "Theorem", fields)
		features, _ := t.method(pkg, typ.Name(), "Features", fields)
		fmt.Fprintf(&kernels, "  %s: {\n    ofParts: %t,\n    theorem: %s,\n    features: %s,\n  },\n", k.Name, slices.Contains(parameters, "parts"), theorem, features)
	}
	var b bytes.Buffer
	var constants, functions string
	for i := 0; i < len(t.wanted); i++ { // functions may need further ones
		key := t.wanted[i]
		if t.functions[key] != nil {
			functions += t.function(key) + "\n"
			continue
		}
		pkg, name, _ := strings.Cut(key, ".")
		constants += fmt.Sprintf("const %s = %s;\n", lower(name), (&scope{translator: t, pkg: pkg}).expression(t.constants[key]))
	}
	var used []string
	for _, name := range t.used {
		used = append(used, lower(name))
	}
	slices.Sort(used)
	fmt.Fprintf(&b, "%simport { %s } from '../formulas/counting.js';\n\n%s\n%s", header, strings.Join(used, ", "), constants, functions)
	b.WriteString(`/**
 * What is known of each kernel, translated from its methods Theorem and Features in Go: k
 * are its parameters, lists without rows within them; d is the number of columns, 0 where
 * any is meant, or of letters; parts is what holds of the kernels it is made of. ofParts:
 * whether the theorem asks for that.
 * @type {Record<string, {
 *   ofParts: boolean,
 *   theorem: (k: any, d: number, parts: string[]) => { verdict: string, text: string, source?: string, detail?: string },
 *   features: (k: any, d: number, parts: (bigint | number | undefined)[]) => bigint | number | undefined,
 * }>}
 */
export const theories = {
`)
	b.Write(kernels.Bytes())
	b.WriteString("};\n")
	return []byte(indented(b.String()))
}

// indented indents lines by the number of open brackets before them.
func indented(text string) string {
	lines, depth := strings.Split(text, "\n"), 0
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "}") {
			depth--
		}
		if comment := strings.HasPrefix(line, "*"); comment {
			lines[i] = " " + line
			continue
		}
		lines[i] = strings.TrimRight(strings.Repeat("  ", depth)+line, " ")
		if strings.HasSuffix(line, "{") {
			depth++
		}
	}
	return strings.Join(lines, "\n")
}

func packageOf(typ reflect.Type) string {
	at := typ.PkgPath()
	return at[strings.LastIndexByte(at, '/')+1:]
}

// fieldNames returns the JavaScript names of the parameters of a kernel, by the names of
// their fields.
func fieldNames(typ reflect.Type) map[string]string {
	names := map[string]string{}
	for _, f := range reflect.VisibleFields(typ) {
		if name := f.Tag.Get("js"); name != "" {
			names[f.Name] = name
		}
	}
	return names
}

// pictureModule returns the module with the pictures on the pages of kernels of vectors.
func pictureModule() []byte {
	var b bytes.Buffer
	b.WriteString(header + "/**\n * What the pictures on the pages of kernels show, by kernel: where the samples begin, the\n * parameters that can be moved (of the kernel, or of the part rbf), the kernel where these\n * do not say everything, with $gamma for the value of a control, and it in words.\n */\nexport const pictures = {\n")
	for _, k := range catalog.Kernels() {
		p, ok := picture(k)
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "  %s: {\n    from: %s,\n    ofPart: %t,\n    controls: {", k.Name, number(p.From), p.OfPart)
		for i, c := range p.Controls {
			if i > 0 {
				b.WriteString(",")
			}
			if c.Choice != "" {
				fmt.Fprintf(&b, " %s: %s", c.Name, quote(c.Choice))
				continue
			}
			fmt.Fprintf(&b, " %s: [%s, %s, %s", c.Name, number(c.Low), number(c.High), number(c.Start))
			if c.Linear {
				b.WriteString(", 'linear'")
			}
			b.WriteString("]")
		}
		if len(p.Controls) > 0 {
			b.WriteString(" ")
		}
		b.WriteString("},\n")
		if p.Tree != "" {
			fmt.Fprintf(&b, "    tree: %s,\n    said: %s,\n", p.Tree, quote(p.Said))
		}
		b.WriteString("  },\n")
	}
	b.WriteString("};\n")
	return b.Bytes()
}

// picture returns the picture of a kernel, if it has one.
func picture(k catalog.KernelEntry) (kernel.Picture, bool) {
	p, ok := k.New().(interface{ Picture() kernel.Picture })
	if !ok {
		return kernel.Picture{}, false
	}
	return p.Picture(), true
}
