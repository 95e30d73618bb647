/**
 * Runs the examples of js/test/codes.json: each provokes one error or warning.
 *
 *     node js/test/support/examples.mjs   writes the messages that have changed into that file
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { script } from './child.mjs';
import { bundled } from './bundled.mjs';
import { root } from './project.mjs';

/**
 * @typedef {object} Example
 * @property {string} code
 * @property {string} [meaning] of codes that the core does not raise
 * @property {string} example a statement
 * @property {'maxmargin' | 'maxmargin/sync' | 'maxmargin/files' | 'faults' | 'fleet' | 'bundle'} [from] a module that it needs fresh
 * @property {string} [argument] that an error names
 * @property {string} [where] the place in that argument
 * @property {string} message with … for what differs from run to run
 * @property {string} remedy the part of it that says what to do
 */

const path = join(root, 'js', 'test', 'codes.json');

/** @type {Example[]} */
export const examples = JSON.parse(readFileSync(path, 'utf8'));

/**
 * Whether a message is the one that is expected, … being anything.
 * @param {string} message
 * @param {string} expected
 */
export function matches(message, expected) {
  const parts = expected.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`).test(message);
}

const faults = join(root, 'build', 'faults', 'node.js');

/** Variables that the examples use. */
const setting = `
  const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
  const y = ['no', 'yes', 'yes', 'no'];
  const warned = [];
`;

/**
 * The result of an example: its error, and its warnings.
 * @param {Example} example
 * @returns {Promise<{error?: {code: string, argument: string, message: string}, warnings: {code: string, message: string}[]}>}
 */
export async function run({ example, from }) {
  if (from === 'faults' && !existsSync(faults)) throw new Error(`no ${faults}; run make faults`);
  const modules = {
    faults: () => pathToFileURL(faults).href,
    fleet: () => new URL('fleet-faults.mjs', import.meta.url).href,
    bundle: () => bundled('{ SVC, load }'),
  };
  const module = modules[from]?.() ?? from ?? 'maxmargin';
  const { stdout, stderr } = await script(`
    import * as maxmargin from ${JSON.stringify(module)};
    import * as study from 'maxmargin/study';
    import { webgpu } from 'maxmargin/webgpu';
    ${setting}
    ${['maxmargin/sync', 'maxmargin/files', 'fleet', 'bundle'].includes(from) ? '' : 'await maxmargin.init({ onWarning: (warning) => warned.push(warning) });'}
    const model = ${from ? '{ save: () => new Uint8Array(8) }' : 'await new maxmargin.SVC().fit(X, y)'};
    const libsvm = ${from ? 'undefined' : 'await (await new maxmargin.SVC().fit(X, [0, 1, 1, 0])).exportLibsvm()'};
    const names = { ...study, ...maxmargin, webgpu, X, y, model, libsvm };
    const AsyncFunction = (async () => {}).constructor;
    let error;
    try {
      await new AsyncFunction(...Object.keys(names), ${JSON.stringify(example)})(...Object.values(names));
    } catch ({ code, argument, message }) {
      error = { code, argument, message };
    }
    console.log(JSON.stringify({ error, warnings: warned }));
  `);
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`${example} ended with ${stdout}${stderr}`);
  }
}

/** The message of an example for its code, if there is one. */
export function told({ code }, { error, warnings }) {
  return code.startsWith('WARN_') ? warnings.find((warning) => warning.code === code) : error;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const example of examples) {
    const message = told(example, await run(example))?.message ?? 'nothing';
    if (matches(message, example.message)) continue;
    console.log(`${example.code}: ${message}`);
    example.message = message;
  }
  writeFileSync(path, `${JSON.stringify(examples, undefined, 2)}\n`);
}
