/**
 * The index of the search: the text of each section of each page, as demo/site/search.js reads it.
 * Pages of machines share many rows of tables, so that each text stands in the index once.
 */
import { unescape } from './html.mjs';

/**
 * @typedef {object} Index
 * @property {[path: string, title: string, group: string][]} pages
 * @property {string[]} texts
 * @property {[page: number, id: string, heading: string, ...texts: number[]][]} sections
 */

const HEADING = /<h([123])(?:[^>]* id="([^"]*)")?[^>]*>(.*?)<\/h\1>/gs;

/**
 * @param {{ page: import('./source.mjs').Page, content: string }[]} rendered content is the inside of <main>
 * @returns {Index}
 */
export function searchIndex(rendered) {
  const pages = [];
  const sections = [];
  const places = new Map();
  const place = (text) => {
    if (!places.has(text)) places.set(text, places.size);
    return places.get(text);
  };
  for (const { page, content: whole } of rendered) {
    const content = whole.replace(
      /<ul class="(?:grid|gallery)">[^]*?<\/ul>|<nav\b[^]*?<\/nav>/g,
      ' ',
    );
    const { path, title, section, group, description } = page;
    if (!section) continue;
    const number = pages.push([path, title, (section === 'Docs' && group) || section]) - 1;
    const parts = [['', '', [description]]];
    let from = 0;
    for (const match of content.matchAll(HEADING)) {
      const before = content.slice(from, match.index);
      parts.at(-1)[2].push(...textsOf(before));
      from = match.index + match[0].length;
      // In HTML pages it may be the part around a heading that has the name.
      const [, around] = before.match(/.*<(?:section|article|figure)[^>]* id="([^"]*)"/s) ?? [];
      const heading = plain(match[3]).replace(/ #$/, '');
      if (match[1] !== '1') parts.push([match[2] ?? around ?? '', heading, []]);
    }
    parts.at(-1)[2].push(...textsOf(content.slice(from)));
    for (const [id, heading, texts] of parts)
      sections.push([number, unescape(id), heading, ...texts.map(place)]);
  }
  return { pages, texts: [...places.keys()], sections };
}

/** The paragraphs, items and rows of some HTML, without formulas, pictures and lists of pages. */
function textsOf(html) {
  return html
    .replace(/<(math|svg|select|textarea)\b[^]*?<\/\1>/g, ' ')
    .split(/<\/(?:p|li|tr|pre|dd|h4|figcaption|summary|button)>/)
    .map(plain)
    .filter((text) => /\w{2}/.test(text));
}

/** Parts of words may have a colour or a link of their own. */
const INLINE = /<\/?(?:a|b|code|em|i|kbd|span|strong|sub|sup|var|wbr)\b[^>]*>/g;

/** @param {string} html */
function plain(html) {
  return unescape(html.replace(INLINE, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}
