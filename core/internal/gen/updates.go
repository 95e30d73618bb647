package main

import (
	"bytes"
	"fmt"
	"strings"

	"maxmargin/core/catalog"
)

// writeUpdate writes the method of machines that learn on-line.
func writeUpdate(b *bytes.Buffer, m catalog.Machine, samples string, functions, types map[string]bool) {
	functions["update"], types["PartialFitSettings"] = true, true
	b.WriteString("\n  /**\n   * Goes on learning from further samples. The first call starts anew.\n")
	if m.Kind() == catalog.Classifier {
		for _, t := range []string{"Entries", "LabelOf"} {
			types[t] = true
		}
		fmt.Fprintf(b, "   * @template {Entries<L>} Y\n   * @template {L} [C=never]\n   * @param {%s} X\n   * @param {Y} y\n   * @param {PartialFitSettings<C>} [settings]\n   * @returns {Returns<Classifiers<LabelOf<Y, L> | C, %s>['%s']>}\n   */\n  partialFit(X, y, settings) {\n    return /** @type {any} */ (update(this, X, y, settings));\n  }\n", samples, samples, m.Name)
		return
	}
	types["Entries"] = true
	fmt.Fprintf(b, "   * @param {%s} X\n   * @param {Entries<number>} y\n   * @param {PartialFitSettings} [settings]\n   * @returns {Returns<this>}\n   */\n  partialFit(X, y, settings) {\n    return update(this, X, y, settings);\n  }\n", samples)
}

// writeIncremental writes the methods of machines whose rows join and leave.
func writeIncremental(b *bytes.Buffer, m catalog.Machine, types map[string]bool) {
	for _, t := range []string{"Certificate", "Entries", "FitSettings", "WorkSettings"} {
		types[t] = true
	}
	parameters, arguments := "   * @param {Entries<number> | number} y its value, or theirs\n", "x, y, settings"
	switch m.Kind() {
	case catalog.Classifier:
		parameters = "   * @param {Entries<L> | L} y its label, or theirs, of the classes of the fit\n"
	case catalog.Detector:
		parameters, arguments = "", "x, settings"
	}
	passed := strings.Replace(arguments, "x, settings", "x, undefined, settings", 1)
	fmt.Fprintf(b, `
  /**
   * Adds a row, or several. The model is then that of a fit to all rows, to rounding; widths of
   * kernels stay those of the fit.
   * @param {S | Entries<number> | string} x one row, or samples as fit takes them
%s   * @param {FitSettings} [settings]
   * @returns {Returns<this>}
   */
  add(%s) {
    return add(this, %s);
  }

  /**
   * Removes a row, or several, by their indices among the rows of the fit and those added after
   * it; rows behind a removed one move up. The model is then that of a fit to the rows that are
   * left, to rounding, and its bytes hold nothing of the others.
   * @param {number | Entries<number>} index
   * @param {WorkSettings} [settings]
   * @returns {Returns<this>}
   */
  remove(index, settings) {
    return remove(this, index, settings);
  }

  /**
   * How far the model is from the exact solution for the rows that it has, computed anew from
   * them.
   * @param {WorkSettings} [settings]
   * @returns {Returns<Certificate>}
   */
  certificate(settings) {
    return certify(this, settings);
  }
`, parameters, arguments, passed)
}

// writeGathering writes the method of machines that are fitted to rows that come in chunks.
func writeGathering(b *bytes.Buffer, m catalog.Machine, types map[string]bool) {
	for _, t := range []string{"Chunk", "ChunkSettings", "Entries"} {
		types[t] = true
	}
	template, y, returns, begin, end := "", "Entries<number>", "this", "", ""
	if m.Kind() == catalog.Classifier {
		types["LabelOf"] = true
		template, y, returns = "   * @template {Entries<L>} Y\n", "Y", fmt.Sprintf("Classifiers<LabelOf<Y, L>, S>['%s']", m.Name)
		begin, end = "/** @type {any} */ (", ")"
	}
	fmt.Fprintf(b, `
  /**
   * Trains on rows that come in chunks, of which only one is in memory at a time, beside the
   * features of those before it. Landmarks, and widths of kernels that follow the data, come from
   * the first chunk; all else is as if fit had got the rows of all chunks. Fails as a whole or not
   * at all.
%s   * @param {Iterable<Chunk<S, %s>> | OnlyPromised<AsyncIterable<Chunk<S, %s>>>} chunks
   * @param {ChunkSettings} [settings]
   * @returns {Returns<%s>}
   */
  fitChunks(chunks, settings) {
    return %sfitChunks(this, chunks, settings)%s;
  }
`, template, y, y, returns, begin, end)
}
