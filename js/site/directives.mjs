/**
 * The parts that the build inserts into a page: a comment `<!-- build: name arguments -->` is replaced by
 * the result of the directive of that name.
 */
import {
  kernelIndex,
  kernelReference,
  livePicture,
  machineIndex,
  machineReference,
} from './reference.mjs';
import { gallery, key, moved } from './figures.mjs';
import { paperTables } from './paper.mjs';
import { allSections, cards, sectionCards } from './sections.mjs';

/**
 * @typedef {object} Context
 * @property {import('./source.mjs').Page} page
 * @property {import('./build.mjs').Site} site
 */

/** @type {Record<string, (args: string[], context: Context) => string>} */
const directives = {
  /** The pages of a section, or of one of its groups. */
  cards([name, ...words], { page, site }) {
    const section = site.sections.find((candidate) => candidate.name === name);
    if (!section) throw new Error(`the site has no section '${name}'`);
    const group = words.join(' ');
    if (!group) return sectionCards(page, section);
    const listed = section.pages.filter((candidate) => candidate.group === group);
    if (listed.length === 0) throw new Error(`section '${name}' has no group '${group}'`);
    return cards(page, listed, 3);
  },
  sections: (_, { page, site }) => allSections(page, site.sections),
  paper: (_, { page, site }) => paperTables(page, site),
  key: (words) => key(words.join(' ')),
  gallery: (_, { site }) => gallery(site),
  moved: (_, { site }) => moved(site),
  machine: (_, { page }) => machineReference(page.title, page.path),
  machines: (_, { page, site }) => machineIndex(page.path, site.pages),
  kernel: (_, { page }) => kernelReference(page.title, page.path),
  kernels: (_, { page, site }) => kernelIndex(page.path, site.pages),
  /** The picture of the page's machine or kernel, or one with a name of its own. */
  live([what, name], { page }) {
    const own = page.group === 'Machines' ? 'machine' : 'kernel';
    return livePicture(what ?? own, name ?? page.title, page.path);
  },
};

/**
 * Directives are replaced before the Markdown is rendered: each is on a line of its own, and
 * returns HTML without empty lines.
 *
 * @param {string} text
 * @param {Context} context
 */
export function runDirectives(text, context) {
  return text.replace(/<!-- build: (.*?) -->/gs, (_, call) => {
    const [name, ...args] = call.trim().split(/\s+/);
    if (!Object.hasOwn(directives, name)) {
      const known = Object.keys(directives).join(', ');
      throw new Error(`${context.page.source}: no directive '${name}'; there are ${known}`);
    }
    return directives[name](args, context).replace(/\n\s*\n/g, '\n');
  });
}
