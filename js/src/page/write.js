/** The text of a page. */
import { Markup, html } from '../report/markup.js';
import { script, style } from '#page';

/** @import { Field } from './fields.js' */
/** @import { Words } from './words.js' */

/**
 * What the script of a page knows.
 * @typedef {object} Settings
 * @property {string} bytes of the model, in base64
 * @property {'classifier' | 'regressor' | 'detector'} kind
 * @property {'rows' | 'texts' | 'strings'} samples
 * @property {number} count how many columns a row has
 * @property {Field[]} fields
 * @property {boolean} perClass whether there is a decision value for each class
 * @property {boolean} additive whether bars say what each column adds
 * @property {string} target what is predicted
 * @property {string} unit
 * @property {Words} words
 */

/** @typedef {{title: string, description: string, lang: string}} Heading */

/**
 * An element whose text is the one that the policy of the page knows by its hash.
 * @param {string} tag
 * @param {{text: string}} part
 */
const element = (tag, { text }) => new Markup(`<${tag}>${text}</${tag}>`);

/**
 * @param {Settings} settings
 * @param {Heading} heading
 * @returns {string}
 */
export function write(settings, { title, description, lang }) {
  const { target, words } = settings;
  // In a script element a text ends only at a tag, or a comment.
  const data = new Markup(JSON.stringify(settings).replaceAll('<', '\\u003c'));
  const policy = `default-src 'none'; script-src 'sha256-${script.hash}'; style-src 'sha256-${style.hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
    <html class="maxmargin-page" lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="generator" content="maxmargin ${__VERSION__}" />
        <title>${title}</title>
        ${element('style', style)}
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          ${description && html`<p>${description}</p>`}
        </header>
        <noscript><p>${words.script}</p></noscript>
        <main>
          <form id="form" autocomplete="off">
            <fieldset>
              <legend>${words.values}</legend>
              <div id="fields"></div>
            </fieldset>
            <button type="reset">${words.reset}</button>
          </form>
          <section aria-labelledby="asked">
            <div class="answer">
              <h2 id="asked">${target}</h2>
              <output id="said" form="form"></output>
            </div>
            <div id="more"></div>
          </section>
        </main>
        <footer>${words.offline}</footer>
        <script type="application/json" id="page">
          ${data}
        </script>
        ${element('script', script)}
      </body>
    </html> `.text;
}
