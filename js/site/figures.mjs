/** The pages of figures: what the build writes around the source of one, and the gallery of all. */
import { posix } from 'node:path';

import { escape, relative } from './html.mjs';
import { groups } from './sections.mjs';

/** @typedef {import('./source.mjs').Page} Page */
/** @typedef {import('./build.mjs').Site} Site */

/** The pages with one figure each, in the order of the gallery. @param {Site} site */
const figuresOf = ({ sections }) =>
  sections.find(({ name }) => name === 'Figures')?.pages.filter(isFigure) ?? [];

/** @param {Page} page */
export const isFigure = ({ section, group }) => section === 'Figures' && group !== undefined;

/** The name of a figure is that of its page and of its module. @param {Page} page */
const nameOf = ({ path }) => posix.basename(path, '.html');

/** @param {string} html */
const panelsOf = (html) => html.match(/<div class="panel\b[^>]*><\/div>/g) ?? [];

const idOf = (group) => group.toLowerCase().replace(/\W+/g, '-');

/**
 * The page of a figure: its title, the figure, and the way to the next ones.
 *
 * @param {Page} page
 * @param {string} content the inside of <figure>
 * @param {Site} site
 */
export function figurePage(page, content, site) {
  const panels = panelsOf(content).length;
  // An even number of pictures leaves room for the text beside them, an odd one makes a row.
  const flat = content.includes('class="panel flat"');
  const shape = panels === 1 ? (flat ? '' : ' square') : panels % 2 === 0 ? ' pictures' : ' across';
  const all = figuresOf(site);
  const at = all.indexOf(page);
  const to = (other, kind, sign) =>
    other ? `<a class="${kind}" rel="${kind}" href="${nameOf(other)}.html">${sign(escape(other.title))}</a>` : '<span></span>'; // prettier-ignore
  return [
    `<p class="above"><a href="index.html">Figures</a> · <a href="index.html#${idOf(page.group)}">${escape(page.group)}</a></p>`,
    `<h1>${escape(page.title)}</h1>`,
    `<figure class="plate${shape}" data-figure="${nameOf(page)}">`,
    content.trim(),
    '</figure>',
    '<nav class="turn" aria-label="Other figures">',
    to(all[at - 1], 'prev', (title) => `← ${title}`),
    to(all[at + 1], 'next', (title) => `${title} →`),
    '</nav>',
  ].join('\n');
}

/** A sample of a mark, by the classes that the marks of the pictures have. */
const SIGNS = {
  line: (kind) => `<line class="line ${kind}" x1="1" x2="25" y1="8" y2="8"/>`,
  area: (kind) => `<rect class="area ${kind}" x="3" y="2" width="20" height="12"/>`,
  shade: (kind) => `<rect class="area shade ${kind}" x="3" y="2" width="20" height="12"/>`,
  dot: (kind) => `<circle class="dot ${kind}" cx="13" cy="8" r="4.5"/>`,
  support: () => '<circle class="dot small" cx="13" cy="8" r="3.5"/><circle class="support" cx="13" cy="8" r="6.5"/>', // prettier-ignore
  classes: () => '<circle class="dot c0" cx="7" cy="8" r="4.5"/><rect class="dot c1" x="15" y="4" width="8" height="8"/>', // prettier-ignore
};

/**
 * What the marks of a figure mean.
 *
 * @param {string} text such as `line boundary: the hyperplane; support: support vector`
 */
export function key(text) {
  const items = text.split('; ').map((entry) => {
    const [sign, meaning] = entry.split(': ');
    const [name, ...kind] = sign.split(' ');
    return `<li><svg viewBox="0 0 26 16" aria-hidden="true">${SIGNS[name](kind.join(' '))}</svg>${escape(meaning)}</li>`;
  });
  return `<ul class="key" aria-label="Marks">${items.join('')}</ul>`;
}

/** All figures by group, with small pictures that are drawn when they come into view. @param {Site} site */
export function gallery(site) {
  const parts = groups(figuresOf(site));
  const links = parts.map(([name]) => `<li><a href="#${idOf(name)}">${escape(name)}</a></li>`);
  return [
    `<nav class="contents" aria-label="On this page"><ul>${links.join('')}</ul></nav>`,
    ...parts.map(
      ([name, pages]) =>
        `<h2 id="${idOf(name)}">${escape(name)}</h2>\n<ul class="gallery">\n${pages.map(card).join('\n')}\n</ul>`,
    ),
  ].join('\n');
}

/** The first picture stands for the figure; the others are there because a figure draws all. */
function card(page) {
  const name = nameOf(page);
  const panels = panelsOf(page.body).map(() => '<div class="panel"></div>');
  return `<li><a href="${name}.html"><div class="thumb" data-figure="${name}" aria-hidden="true">${panels.join('')}</div>${escape(page.title)}</a></li>`;
}

/** Where figures of an earlier, long page are now. @param {Site} site */
export function moved(site) {
  const items = figuresOf(site).map(
    (page) => `<li><a id="${nameOf(page)}" href="${nameOf(page)}.html">${escape(page.title)}</a></li>`, // prettier-ignore
  );
  return `<ul>${items.join('')}</ul>`;
}

/**
 * The figures that cite a source of the living paper, as links from its page.
 *
 * @param {string} source the id of the source
 * @param {Page} page that of the living paper
 * @param {Site} site
 */
export function figuresCiting(source, page, site) {
  return figuresOf(site)
    .filter(({ body }) => body.includes(`/paper/index.html#${source}"`))
    .map(
      ({ path, title }) => `<a href="${escape(relative(page.path, path))}">${escape(title)}</a>`,
    );
}
