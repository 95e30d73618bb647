/** Markdown pages: markdown-it, with formulas, coloured code and headings that can be linked to. */
import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';

import { escape } from './html.mjs';

/** Languages of code blocks by the names that pages use; text is left as it is. */
const LANGUAGES = {
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  html: 'xml',
  css: 'css',
  sh: 'bash',
  json: 'json',
  py: 'python',
  go: 'go',
  diff: 'diff',
};

/**
 * @param {string} code
 * @param {string} language
 */
export function highlight(code, language) {
  const name = LANGUAGES[language];
  return name ? hljs.highlight(code, { language: name }).value : escape(code);
}

/** @param {string} text */
export function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/**
 * Parts that are only for the tests (js/test/support/docs.mjs) are left out.
 *
 * @param {string} text
 * @param {{ source: string, formulas: import('./math.mjs').Formulas, link: (href: string) => string | null }} page
 *     link answers with the address that a link gets, or null where it has no place on the site
 */
export function renderMarkdown(text, { source, formulas, link }) {
  const markdown = new MarkdownIt({ html: true, typographer: false });
  markdown.inline.ruler.before('escape', 'formula', inlineFormula);
  markdown.block.ruler.before('fence', 'formula', blockFormula, {
    alt: ['paragraph', 'blockquote', 'list'],
  });
  const { rules } = markdown.renderer;
  rules.formula = (tokens, i) => formulas.render(tokens[i].content, tokens[i].block, source);
  rules.fence = (tokens, i) => codeBlock(tokens[i].content, tokens[i].info);
  rules.code_block = (tokens, i) => codeBlock(tokens[i].content, '');
  rules.table_open = () => '<div class="table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  markdown.core.ruler.push('alignment', alignment);
  markdown.core.ruler.push('headings', headings);
  markdown.core.ruler.push('links', (state) => links(state, link));
  return markdown.render(text.replace(/<!-- given(?: again |\n[^]*?\n)-->\n/g, ''));
}

/**
 * @param {string} info the text behind the three backquotes: the language, then words for the
 * tests
 */
export function codeBlock(code, info) {
  const [language] = info.trim().split(/\s+/);
  return `<pre><code>${highlight(code.replace(/\n$/, ''), language)}</code></pre>\n`;
}

/** Columns are aligned by a class: the pages forbid style attributes. */
function alignment(state) {
  for (const token of state.tokens) {
    const [, side] = token.attrGet('style')?.match(/^text-align:(\w+)$/) ?? [];
    if (!side) continue;
    token.attrs = token.attrs.filter(([name]) => name !== 'style');
    token.attrJoin('class', side);
  }
}

/** Ids as GitHub makes them, and a link behind each heading. */
function headings(state) {
  const seen = new Map();
  state.tokens.forEach((token, i) => {
    if (token.type !== 'heading_open') return;
    const inline = state.tokens[i + 1];
    const text = inline.children.map(({ content }) => content).join('');
    const name = slug(text);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const id = count > 0 ? `${name}-${count}` : name;
    token.attrSet('id', id);
    if (token.tag === 'h1') {
      inline.children.forEach(breakable);
      return;
    }
    const anchor = new state.Token('html_inline', '', 0);
    anchor.content = ` <a class="anchor" href="#${escape(id)}" aria-hidden="true" tabindex="-1">#</a>`;
    inline.children.push(anchor);
  });
}

/** A long name in a title, such as that of a machine, may go on in a new line between its words. */
function breakable(token) {
  if (token.type !== 'text') return;
  token.type = 'html_inline';
  token.content = escape(token.content).replace(/([a-z])(?=[A-Z])/g, '$1<wbr>');
}

/** Links to source files become those to pages; what the site does not have loses its link. */
function links(state, link) {
  for (const { children } of state.tokens.filter(({ type }) => type === 'inline')) {
    const open = [];
    for (const token of children) {
      if (token.type === 'link_open') {
        const href = link(token.attrGet('href'));
        if (href === null) token.hidden = true;
        else token.attrSet('href', href);
        open.push(token);
      } else if (token.type === 'link_close' && open.pop().hidden) {
        token.hidden = true;
      } else if (token.type === 'image') {
        token.attrSet('loading', 'lazy');
      }
      if (token.hidden) Object.assign(token, { type: 'html_inline', content: '', tag: '' });
    }
  }
}

/** $...$: neither dollar has a space inside, and no digit follows the second. */
function inlineFormula(state, silent) {
  if (state.src[state.pos] !== '$') return false;
  const match = state.src
    .slice(state.pos)
    .match(/^\$(?![\s$])((?:\\.|[^\\$])*?(?:\\\S|[^\s\\]))\$(?!\d)/s);
  if (!match || state.pos + match[0].length > state.posMax) return false;
  if (!silent) state.push('formula', 'math', 0).content = match[1];
  state.pos += match[0].length;
  return true;
}

/** $$ ... $$, which begins and ends a line. */
function blockFormula(state, startLine, endLine, silent) {
  const line = (n) => state.src.slice(state.bMarks[n] + state.tShift[n], state.eMarks[n]);
  if (!line(startLine).startsWith('$$')) return false;
  let last = startLine;
  const closes = (n) => line(n).trimEnd().endsWith('$$') && (n > startLine || line(n).length > 4);
  while (last < endLine && !closes(last)) last++;
  if (last === endLine) return false;
  if (silent) return true;
  const lines = [];
  for (let n = startLine; n <= last; n++) lines.push(line(n));
  const token = state.push('formula', 'math', 0);
  token.block = true;
  token.content = lines.join('\n').trim().slice(2, -2).trim();
  token.map = [startLine, last + 1];
  state.line = last + 1;
  return true;
}
