/**
 * Builds the site: every page of demo/ in the common layout, style sheets and the scripts that all
 * pages share without comments and indentation, every other file unchanged, the package, and the
 * other modules that pages import.
 *
 *     node js/site/build.mjs [--package npm] [--out demo/dist]
 *
 * The package is npm/ as `make build` left it, or the folder of an installed one.
 */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runDirectives } from './directives.mjs';
import { figurePage, isFigure } from './figures.mjs';
import { codeBlock, renderMarkdown } from './markdown.mjs';
import { layout } from './layout.mjs';
import { unescape } from './html.mjs';
import { Formulas } from './math.mjs';
import { notebookFiles } from './notebooks.mjs';
import { searchIndex } from './search-index.mjs';
import { contents, sectionIndex, sectionsOf } from './sections.mjs';
import { readSource } from './source.mjs';
import { noticesOf, npmParts } from '../notices.mjs';
import { packageFiles, plotBundle, unspaced } from './vendor.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The licences of others' work on the site. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** A file that every built site has. The build does not clean a folder without it. */
const MARK = 'site/theme.js';

/**
 * @typedef {object} Site
 * @property {import('./source.mjs').Page[]} pages
 * @property {ReturnType<typeof sectionsOf>} sections
 * @property {Record<string, string>} imports paths of the modules that pages import by name
 */

/**
 * @param {{ source?: string, out?: string, from?: string }} [folders] from is the package's
 * @returns {Promise<{ pages: import('./source.mjs').Page[], out: string, written: number, removed: number }>}
 */
export async function build({
  source = join(root, 'demo'),
  out = join(root, 'demo', 'dist'),
  from = join(root, 'npm'),
} = {}) {
  const { pages: own, files } = readSource(source);
  const sections = sectionsOf(own);
  const indexes = sections.filter((section) => !section.own).map(sectionIndex);
  const pages = [...own, ...indexes];
  const parts = [packageFiles(from), await plotBundle()];
  const notebooks = await notebookFiles(from);
  const imports = Object.assign({}, ...parts.map((part) => part.imports));
  const site = { pages, sections, imports };
  const formulas = new Formulas();

  const built = Object.assign({}, ...parts.map((part) => part.files), notebooks.files);
  for (const file of files) {
    const bytes = readFileSync(join(source, file));
    const bare = /\.css$|^site\/\w+\.js$/.test(file);
    built[file] = bare ? unspaced(bytes.toString(), posix.extname(file).slice(1)) : bytes;
  }
  const rendered = pages.map((page) => ({ page, content: render(page, site, formulas) }));
  for (const { page, content } of rendered) built[page.path] = layout(page, content, site);
  built['site/search.json'] = JSON.stringify(searchIndex(rendered));
  Object.assign(built, formulas.files());
  // Plot, Observable's runtime and the font of the formulas, beside what is in the package.
  const packages = new Set([
    'temml',
    ...notebooks.packages,
    ...parts.flatMap((part) => part.packages ?? []),
  ]);
  built[NOTICES] =
    readFileSync(join(from, 'THIRD-PARTY-NOTICES'), 'utf8') +
    noticesOf(npmParts([...packages].sort()));
  return { pages, out, ...write(out, built) };
}

/** The content of a page's <main>. */
function render(page, site, formulas) {
  const body = runDirectives(page.body, { page, site });
  if (page.markdown) {
    const link = (href) => siteLink(page, href);
    return contents(renderMarkdown(body, { source: page.source, formulas, link }));
  }
  const coloured = body.replace(/<pre data-language="(\w+)">(.*?)<\/pre>/gs, (_, language, code) =>
    codeBlock(unescape(code).trim(), language),
  );
  const content = formulas.renderIn(coloured, page.source);
  return isFigure(page) ? figurePage(page, content, site) : content;
}

/**
 * Pages link to the source of others, which also works where the Markdown is
 * read; files outside of demo/ are not on the site.
 */
function siteLink(page, href) {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [path, fragment] = href.split('#');
  const target = posix.join(posix.dirname(page.source), path);
  if (target.startsWith('..')) return null;
  return path.replace(/\.md$/, '.html') + (fragment ? `#${fragment}` : '');
}

/** Makes the folder hold these files and no others. */
function write(out, files) {
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, MARK))) {
    throw new Error(`${out} holds something else than a built site: empty it, or choose another`);
  }
  let written = 0;
  for (const [path, content] of Object.entries(files)) {
    const file = join(out, path);
    const bytes = Buffer.from(content);
    if (existsSync(file) && readFileSync(file).equals(bytes)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    written++;
  }
  return { written, removed: removeOthers(out, new Set(Object.keys(files))) };
}

function removeOthers(out, wanted, under = '') {
  let removed = 0;
  for (const entry of readdirSync(join(out, under), { withFileTypes: true })) {
    const path = posix.join(under, entry.name);
    if (entry.isDirectory()) {
      removed += removeOthers(out, wanted, path);
      if (readdirSync(join(out, path)).length === 0) rmdirSync(join(out, path));
    } else if (!wanted.has(path)) {
      rmSync(join(out, path));
      removed++;
    }
  }
  return removed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { package: { type: 'string' }, out: { type: 'string' } },
  });
  const { pages, out, written, removed } = await build({
    ...(values.package && { from: resolve(values.package) }),
    ...(values.out && { out: resolve(values.out) }),
  });
  console.log(
    `site: ${pages.length} pages in ${out}; ${written} files written, ${removed} removed`,
  );
}
