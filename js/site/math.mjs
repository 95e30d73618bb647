/** LaTeX to MathML, which browsers set by themselves: no script and no fonts. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import temml from 'temml';

import { unescape } from './html.mjs';

const temmlFolder = dirname(createRequire(import.meta.url).resolve('temml'));

/**
 * The pages forbid style attributes, which temml writes: each becomes a class of
 * the style sheet that goes with the pages.
 */
export class Formulas {
  /** @type {Map<string, string>} */
  #classes = new Map();

  /**
   * @param {string} latex
   * @param {boolean} display on a line of its own
   * @param {string} source for the error message
   */
  render(latex, display, source) {
    let html;
    try {
      html = temml.renderToString(latex, { displayMode: display, throwOnError: true });
    } catch (error) {
      throw new Error(`${source}: the formula ${latex}: ${error.message}`, { cause: error });
    }
    const mathml = html.replace(/<[^>]* style="[^>]*>/g, (tag) => this.#classified(tag));
    return display ? `<div class="formula">${mathml}</div>` : mathml;
  }

  /** `<span data-math="LaTeX">` of an HTML page; a `<div>` is set on a line of its own. */
  renderIn(html, source) {
    return html.replace(
      /<(span|div)([^>]*?) data-math="([^"]*)"([^>]*)>\s*<\/\1>/g,
      (_, tag, before, latex, after) =>
        `<${tag}${before}${after}>${this.render(unescape(latex), tag === 'div', source)}</${tag}>`,
    );
  }

  #classified(tag) {
    const [, style] = tag.match(/ style="([^"]*)"/);
    if (!this.#classes.has(style)) this.#classes.set(style, `math-${this.#classes.size}`);
    const name = this.#classes.get(style);
    const bare = tag.replace(/ style="[^"]*"/, '');
    return / class="/.test(bare)
      ? bare.replace(/ class="/, `$&${name} `)
      : bare.replace(/^<\w+/, `$& class="${name}"`);
  }

  /** The style sheet of all formulas rendered so far, and the font it names. */
  files() {
    const css = readFileSync(join(temmlFolder, 'Temml-Local.css'), 'utf8');
    const rules = [...this.#classes].map(([style, name]) => `.${name} { ${unescape(style)} }`);
    return {
      'vendor/math.css': `${css}\n${rules.join('\n')}\n`,
      'vendor/Temml.woff2': readFileSync(join(temmlFolder, 'Temml.woff2')),
    };
  }
}
