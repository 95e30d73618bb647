/** Snippets of README.md, run as a user would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './project.mjs';

const AsyncFunction = (async () => {}).constructor;

/**
 * Runs the first snippet of a section, line by line of what it shows: a comment
 * `// [ ... ]` behind an expression says what that is.
 * @param {string} heading such as '## Text and sets'
 * @param {object} names what it imports
 * @returns {Promise<{got: unknown, shown: string}[]>}
 */
export async function snippet(heading, names) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const section = readme.slice(readme.indexOf(`\n${heading}\n`));
  const [, code] = section.match(/```js\n(.*?)```/s);
  const body = code
    .replace(/^import .*$/gm, '')
    .replace(/^(\S.*); \/\/ (\[.*\])$/gm, (_, expression, shown) => {
      return `shows.push({ got: ${expression}, shown: ${JSON.stringify(shown)} });`;
    });
  const shows = [];
  const all = { ...names, shows };
  await new AsyncFunction(...Object.keys(all), body)(...Object.values(all));
  return shows;
}
