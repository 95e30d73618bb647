/** Lists of pages: the navigation of a section, its index, and cards. */
import { escape, relative } from './html.mjs';
import { SECTIONS, byOrder } from './source.mjs';

/** The page that stands for a section. */
export function sectionPath(name) {
  return `${name.toLowerCase()}/index.html`;
}

/**
 * The sections that have pages; an index is made for those that have none of their own.
 *
 * @param {import('./source.mjs').Page[]} pages
 */
export function sectionsOf(pages) {
  return Object.keys(SECTIONS)
    .map((name) => {
      const path = sectionPath(name);
      const own = pages.find((page) => page.path === path);
      const listed = pages.filter((page) => page.section === name && page !== own).sort(byOrder);
      return { name, path, own, pages: listed };
    })
    .filter(({ own, pages: listed }) => own || listed.length > 0);
}

/** @returns {import('./source.mjs').Page} the page of a section that has no index.html */
export function sectionIndex({ name, path }) {
  return {
    source: path,
    path,
    body: `<h1>${name}</h1>\n<p>${SECTIONS[name]}</p>\n<!-- build: cards ${name} -->\n`,
    markdown: false,
    title: name,
    description: SECTIONS[name],
    section: name,
    script: [],
    style: [],
    order: 0,
    wide: false,
  };
}

/** The pages of a section as cards, under the headings of their groups. */
export function sectionCards(page, { pages }) {
  return groups(pages)
    .map(([group, listed]) => {
      const level = group ? 3 : 2;
      return `${group ? `<h2>${escape(group)}</h2>\n` : ''}${cards(page, listed, level)}`;
    })
    .join('\n');
}

/**
 * @param {{ path: string }} page where the cards are
 * @param {{ path: string, title: string, description: string }[]} listed
 * @param {number} level of the cards' headings
 */
export function cards(page, listed, level) {
  return `<ul class="grid">\n${items(page, listed, level)}\n</ul>`;
}

function items(page, listed, level) {
  return listed
    .map(
      ({ path, title, description }) =>
        `<li class="card"><h${level}><a href="${escape(relative(page.path, path))}">${escape(title)}</a></h${level}><p>${escape(description)}</p></li>`,
    )
    .join('\n');
}

/** A card for each section, for a list on the first page. */
export function allSections(page, sections) {
  const listed = sections.map(({ name, path }) => ({
    path,
    title: name,
    description: SECTIONS[name],
  }));
  return items(page, listed, 3);
}

/** The sidebar of a page of the docs: all docs pages, by group; '' on other pages. */
export function sidebar(page, { sections }, at) {
  const docs = sections.find(({ name }) => name === 'Docs');
  if (page.section !== 'Docs' || !docs) return '';
  const item = (entry) => {
    const mark = entry.path === page.path ? ' aria-current="page"' : '';
    return `<li><a href="${at(entry.path)}"${mark}>${escape(entry.title)}</a></li>`;
  };
  const lists = groups(docs.pages).map(([group, listed]) => {
    const items = `<ul>${listed.map(item).join('')}</ul>`;
    if (!group) return items;
    const open = listed.some(({ path }) => path === page.path) ? ' open' : '';
    return `<details${open}><summary>${escape(group)}</summary>${items}</details>`;
  });
  return `<aside class="sidebar" aria-label="Docs pages" tabindex="0"><nav aria-label="Docs"><details class="all"><summary>All docs pages</summary>\n${lists.join('\n')}\n</details></nav></aside>`;
}

/** How many characters of HTML fit into two screens or so. */
const LONG = 9000;

/** A long page with a list of its headings behind the title; others as they are. */
export function contents(html) {
  const items = Array.from(
    html.matchAll(/<h2 id="([^"]*)"[^>]*>(.*?)(?: <a class="anchor".*?)?<\/h2>/g),
    ([, id, heading]) => `<li><a href="#${id}">${heading.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`,
  );
  if (items.length < 3 || html.length < LONG) return html;
  const list = `<nav class="contents" aria-label="On this page"><ul>${items.join('')}</ul></nav>`;
  return html.replace('</h1>', () => `</h1>\n${list}`);
}

/** Pages by their group, those of none first; groups in the order of their first pages. */
export function groups(pages) {
  const byGroup = new Map([[undefined, []]]);
  for (const page of pages) {
    if (!byGroup.has(page.group)) byGroup.set(page.group, []);
    byGroup.get(page.group).push(page);
  }
  return [...byGroup].filter(([, listed]) => listed.length > 0);
}
