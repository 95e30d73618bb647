/**
 * The program behind a number: a script for Node, or a notebook of JupyterLite. Both have the protocol as
 * it stands in protocols/, and read files by their SHA-256.
 */

import { unpacked } from './unpacked.js';

const ENTRIES = ['', 'study', 'metrics', 'data', 'bounds'];

/** The package as one object. */
const whole = (specifiers) =>
  `const entries = [${specifiers.join(', ')}];\nconst mm = Object.assign({}, ...(await Promise.all(entries.map((name) => import(name)))));`;

/** The text of a module without its imports and exports, after those that it imports. */
function flattened(name, texts, seen = new Set()) {
  if (seen.has(name)) return '';
  seen.add(name);
  const text = texts[name];
  const before = Array.from(text.matchAll(/^import .* from '\.\/(.*)\.js';/gm), ([, other]) =>
    flattened(other, texts, seen),
  );
  const own = text
    .replace(/^import .*\n/gm, '')
    .replace(/^export /gm, '')
    .replaceAll(' // prettier-ignore', '');
  return [...before, own.trim()].filter(Boolean).join('\n\n');
}

/** The module that exports a protocol. */
export function moduleOf({ run }, texts) {
  return Object.keys(texts).find((name) =>
    new RegExp(`^export (async )?function ${run.protocol}\\(`, 'm').test(texts[name]),
  );
}

/** What the number is, line by line. */
function told(
  { id, place, what, published, read, rule, protocol, data },
  { authors, title, year },
) {
  const files = data.filter(({ sha256, file }) => sha256 !== null && file === undefined);
  return [
    `${what} (${id})`,
    `${authors}: ${title} (${year}), ${place}; it prints ${published.printed}${read === 'recalled' ? ', from memory' : ''}.`,
    `Rule: ${rule.says}`,
    `Splits: ${protocol.splits}. Scaling: ${protocol.scaling}. Options: ${protocol.options || 'none'}; ${protocol.chosen}.`,
    ...files.map(
      ({ name, licence }) => `You bring ${name}. Licence: ${licence}`,
    ),
  ];
}

/** The files of a record by name: SHA-256, and the address of those that ship. */
function places({ data }, site) {
  const entries = data
    .filter(({ sha256 }) => sha256 !== null)
    .map(({ name, sha256, file }) => [
      name,
      {
        sha256,
        ...(file !== undefined && { url: new URL(`../${file.slice('demo/'.length)}`, site).href }),
      },
    ]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

const UNPACKED = String(unpacked);

const FETCHED = `
async function fetched(name) {
  if (!files[name].url) throw new Error(\`\${name} has no address: give it the url of your copy\`);
  const response = await fetch(files[name].url);
  if (!response.ok) throw new Error(\`\${files[name].url}: \${response.status}\`);
  return new Uint8Array(await response.arrayBuffer());
}
`.trim();

const IN_FOLDER = `
/** A file of the folder, by its SHA-256. */
function fromFolder(name) {
  for (const found of readdirSync(folder, { recursive: true })) {
    const path = join(folder, found);
    if (!statSync(path).isFile() || statSync(path).size > 64e6) continue;
    const bytes = readFileSync(path);
    if (createHash('sha256').update(bytes).digest('hex') === files[name].sha256) return bytes;
  }
  throw new Error(\`\${name} is not in \${folder}: the file with the SHA-256 \${files[name].sha256}\`);
}
`.trim();

/** The call of the protocol, and what it found. */
function called({ run, published }) {
  const { protocol, take, ...args } = run;
  const found = take === undefined ? 'results' : `results[${JSON.stringify(take)}]`;
  return {
    call: `const results = await ${protocol}(${JSON.stringify(args, null, 2)}, context);`,
    found: `({ published: ${JSON.stringify(published.printed)}, ...${found} })`,
  };
}

/**
 * A script for Node.
 * @param {any} record one with a protocol
 * @param {any} source
 * @param {Record<string, string>} texts the modules of protocols/ by their names
 * @param {string} site the address of this folder
 */
export function script(record, source, texts, site) {
  const { call, found } = called(record);
  const needs = record.data.some(({ sha256 }) => sha256 !== null);
  const comment = told(record, source).map((line) => ` * ${line}`);
  return `${[
    [
      '/**',
      ...comment,
      ' *',
      ' *     npm install maxmargin',
      ` *     node ${fileName(record)}.mjs${needs ? ' [folder with files]' : ''}`,
      ' */',
    ].join('\n'),
    ...(needs
      ? [
          "import { createHash } from 'node:crypto';\nimport { readFileSync, readdirSync, statSync } from 'node:fs';\nimport { join } from 'node:path';",
        ]
      : []),
    whole(ENTRIES.map((name) => `'maxmargin${name && '/'}${name}'`)),
    ...(needs
      ? [
          `const folder = process.argv[2] ?? '.';\nconst files = ${places(record, site)};`,
          UNPACKED,
          FETCHED,
          IN_FOLDER,
        ]
      : []),
    `const context = {\n  mm,\n${
      needs
        ? '  has: async (name) => name in files,\n  file: async (name) => unpacked(files[name].url ? await fetched(name) : fromFolder(name), name),\n'
        : ''
    }};`,
    flattened(moduleOf(record, texts), texts),
    `${call}\nconsole.log${found};`,
  ].join('\n\n')}\n`;
}

/**
 * A notebook for the JavaScript kernel of JupyterLite.
 * @param {any} record one with a protocol
 * @param {any} source
 * @param {Record<string, string>} texts the modules of protocols/ by their names
 * @param {string} site the address of this folder
 */
export function notebook(record, source, texts, site) {
  const { call, found } = called(record);
  const needs = record.data.some(({ sha256 }) => sha256 !== null);
  const cells = [
    ['markdown', told(record, source).join('\n\n')],
    [
      'code',
      "const base = globalThis.MAXMARGIN ?? 'https://cdn.jsdelivr.net/npm/maxmargin/dist/';",
    ],
    [
      'code',
      `${whole(ENTRIES.map((name) => `base + '${name || 'index'}.js'`))}\nawait mm.init({ worker: false });\n'ready'`,
    ],
    ...(needs
      ? [
          [
            'markdown',
            'The files. One without an address is yours: give it the `url` of your copy.',
          ],
          ['code', `const files = ${places(record, site)};`],
        ]
      : []),
    [
      'code',
      [
        ...(needs ? [UNPACKED, FETCHED] : []),
        `const context = { mm${needs ? ', has: async (name) => Boolean(files[name].url), file: async (name) => unpacked(await fetched(name), name)' : ''} };`,
        flattened(moduleOf(record, texts), texts),
        call,
        found,
      ].join('\n\n'),
    ],
  ];
  return JSON.stringify(
    {
      cells: cells.map(([kind, text], i) => ({
        cell_type: kind,
        id: `cell-${i}`,
        metadata: {},
        source: text,
        ...(kind === 'code' && { execution_count: null, outputs: [] }),
      })),
      metadata: {
        kernelspec: {
          display_name: 'JavaScript (Web Worker)',
          language: 'javascript',
          name: 'javascript',
        },
      },
      nbformat: 4,
      nbformat_minor: 5,
    },
    null,
    1,
  );
}

/** The name of a file for a record. */
export const fileName = ({ id }) => id.replaceAll('/', '-');
