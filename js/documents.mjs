/**
 * README.md and the pages of demo/docs as they are published, with no repository around them:
 * Markdown that can be read as it is, beside each other in the package. The pages about the inside
 * stay in the repository.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { readSource } from './site/source.mjs';

/**
 * Writes README.md and the folder docs.
 * @param {string} root of the repository
 * @param {string} out the package's folder
 * @param {string} [homepage] the site, if the package has one: README.md then leads there
 */
export function publishDocuments(root, out, homepage) {
  const pages = readSource(join(root, 'demo', 'docs')).pages.filter(
    ({ source }) => !source.startsWith('inside/'),
  );
  const published = new Set(pages.map(({ source }) => `docs/${source}`));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  rmSync(join(out, 'docs'), { recursive: true, force: true });
  writeFileSync(join(out, 'README.md'), asPublished(readme, 'README.md', published, homepage));
  for (const page of pages) {
    const target = join(out, 'docs', page.source);
    const text = withoutDirectives(page, pages);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, asPublished(text, `demo/docs/${page.source}`, published));
  }
}

/**
 * A document without pictures, without the parts that are only for tests, and without the lines
 * that name files of the source. Links lead to the published pages; those to other files leave their
 * text.
 * @param {string} text
 * @param {string} path of the document in the repository
 * @param {Set<string>} published paths in the package
 * @param {string} [homepage]
 */
export function asPublished(text, path, published, homepage) {
  const link = (whole, label, href) => {
    if (/^(https?:|#)/.test(href)) return whole;
    const [file, fragment] = href.split('#');
    const target = inPackage(posix.join(posix.dirname(path), file));
    if (!published.has(target)) return label;
    const end = fragment ? `#${fragment}` : '';
    if (homepage)
      return `[${label}](${homepage.replace(/\/$/, '')}/${target.replace(/\.md$/, '.html')}${end})`;
    return `[${label}](${posix.relative(posix.dirname(inPackage(path)), target)}${end})`;
  };
  return text
    .split(/(^```[^]*?^```$)/m)
    .map((part) =>
      part.startsWith('```')
        ? part.replace(/^```(\w+) .*/, '```$1')
        : part
            .replaceAll(/<!-- [^]*?-->\n*/g, '')
            .replaceAll(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n+/gm, '')
            .replaceAll(/^Source: .*\n/gm, '')
            .replaceAll(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)]*)\)/g, link)
            .replaceAll(/\n{3,}/g, '\n\n'),
    )
    .join('')
    .trim()
    .concat('\n');
}

/** Where a document of the repository is in the package. */
const inPackage = (path) => path.replace(/^demo\//, '');

/**
 * A page whose directives are lists of links, or say where the data are.
 * @param {import('./site/source.mjs').Page} page
 * @param {import('./site/source.mjs').Page[]} pages
 */
function withoutDirectives({ source, title: name, body }, pages) {
  const list = (group) =>
    pages
      .filter((page) => page.group === group && page.source !== source)
      .map(({ source: to, title, description }) => {
        const path = posix.relative(posix.dirname(source), to);
        return `- [${title}](${path}): ${description}`;
      })
      .join('\n');
  const by = {
    machine: () =>
      `\`catalog.${name}\` of \`maxmargin/catalog\` lists the options, with defaults and ranges, and the results of a fit; editors show them.`,
    kernel: () =>
      `\`kernelCatalog.${name}\` of \`maxmargin/catalog\` lists the parameters, with defaults and ranges; editors show them.`,
    machines: () => list('Machines'),
    kernels: () => list('Kernels'),
    cards: (_section, ...group) => list(group.join(' ')),
    live: () => '',
  };
  return body.replaceAll(/<!-- build: (.*?) -->/g, (_, call) => {
    const [directive, ...args] = call.split(/\s+/);
    if (!Object.hasOwn(by, directive)) throw new Error(`${source}: no directive '${directive}'`);
    return by[directive](...args);
  });
}
