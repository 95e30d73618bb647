/** The source of the site: the pages of a folder, and their front matter. */
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, posix } from 'node:path';

import { catalog as machines } from '../src/machines/catalog.js';

/** Of the folder's root: programs that run in Node, what they use, and pictures for documents. */
const NOT_SERVED = new Set(['node', 'dist', 'node_modules', 'screenshots', 'package.json']);

/** The sections in the order of the navigation, with their texts on index pages. */
export const SECTIONS = {
  Playground: 'Paint points, choose any machine and kernel, and watch it train.',
  Examples: 'Whole tasks on real data, from the file to the prediction.',
  Figures: 'The figures of the textbooks, drawn live: move what they hold fixed.',
  Notebooks: 'Cells to edit and run, and scripts to copy.',
  Docs: 'How to start, which machine to choose, and every option.',
};

const KEYS = [
  'title',
  'description',
  'section',
  'group',
  'script',
  'style',
  'order',
  'wide',
  'trains',
];

/** The groups of the docs that have a folder. */
const GROUPS = { machines: 'Machines', kernels: 'Kernels', inside: 'Inside' };

/**
 * @typedef {object} Page
 * @property {string} source path of the file, from the root of the source, with slashes
 * @property {string} path path of the page, from the root of the site
 * @property {string} body the text after the front matter
 * @property {boolean} markdown
 * @property {string} title
 * @property {string} description
 * @property {string} [section]
 * @property {string} [group] within its section
 * @property {string[]} script files beside the page
 * @property {string[]} style files beside the page
 * @property {number} order
 * @property {boolean} wide
 * @property {boolean} trains as soon as it is opened: the package is fetched beside its scripts
 */

/**
 * Reads a source folder: its pages, and the files that are served as they are.
 *
 * @param {string} folder
 * @returns {{ pages: Page[], files: string[] }}
 */
export function readSource(folder) {
  const pages = [];
  const files = [];
  for (const source of list(folder)) {
    const page = /\.(html|md)$/.test(source) && readPage(source, join(folder, source));
    if (page) pages.push(page);
    else files.push(source);
  }
  return { pages: pages.sort(byOrder), files };
}

/** The order of pages in lists: by `order`, then by title. */
export function byOrder(a, b) {
  return a.order - b.order || a.title.localeCompare(b.title, 'en');
}

/** All files of the site below a folder, with slashes in their paths. */
function list(folder, under = '') {
  return readdirSync(join(folder, under), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !/^[._]/.test(name) && !(under === '' && notServed(name)))
    .flatMap((entry) => {
      const path = posix.join(under, entry.name);
      return entry.isDirectory() ? list(folder, path) : [path];
    });
}

function notServed(name) {
  return NOT_SERVED.has(name) || extname(name) === '.mjs';
}

/**
 * @param {string} source
 * @param {string} file
 * @returns {Page | null} null where the file has no front matter
 */
function readPage(source, file) {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const match = text.match(/^---\n(.*?)\n---\n/s);
  if (!match) return null;
  const body = text.slice(match[0].length);
  const values = frontMatter(match[1], source, ofItsPlace(source, body));
  if (values.section && !Object.hasOwn(SECTIONS, values.section)) {
    const known = Object.keys(SECTIONS).join(', ');
    throw new Error(`${source}: there is no section '${values.section}'; there are ${known}`);
  }
  return {
    source,
    path: source.replace(/\.md$/, '.html'),
    body,
    markdown: source.endsWith('.md'),
    title: values.title,
    description: values.description,
    section: values.section,
    group: values.group,
    script: words(values.script),
    style: words(values.style),
    order: values.order === undefined ? Infinity : Number(values.order),
    wide: values.wide === 'true',
    trains: values.trains === 'true',
  };
}

/**
 * What front matter need not say: the place of a page in a folder of the docs, the name and the
 * description of its machine, what a live picture needs, and what a figure does.
 */
function ofItsPlace(source, body) {
  const folder = posix.basename(posix.dirname(source));
  const values = {};
  if (folder === 'figures' && body.includes('<figcaption>')) {
    const script = `${posix.basename(source, '.html')}.js lib/page.js`;
    return { section: 'Figures', script, style: 'figures.css', trains: 'true', wide: 'true' };
  }
  if (!Object.hasOwn(GROUPS, folder)) return values;
  Object.assign(values, { section: 'Docs', group: GROUPS[folder] });
  if (folder === 'inside') return values;
  values.title = posix.basename(source, '.md');
  values.description = machines[values.title]?.summary;
  if (body.includes('<!-- build: live -->')) {
    Object.assign(values, { script: '../../site/live.js', style: '../../site/live.css' });
  }
  return values;
}

/** The block between the lines of dashes: `key: value`, one a line. */
function frontMatter(text, source, values) {
  for (const line of text.split('\n')) {
    const [, key, value] = line.match(/^(\w+):\s*(.*?)\s*$/) ?? [];
    if (!KEYS.includes(key)) {
      throw new Error(`${source}: front matter '${line}'; the keys are ${KEYS.join(', ')}`);
    }
    values[key] = value.replace(/^(['"])(.*)\1$/, '$2');
  }
  for (const key of ['title', 'description']) {
    if (!values[key]) throw new Error(`${source}: its front matter has no ${key}`);
  }
  return values;
}

function words(text = '') {
  return text.split(/\s+/).filter(Boolean);
}
