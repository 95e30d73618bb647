/** Prepares the contestants: installs and compiles them, and reports which are absent and why. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * @typedef {object} Entrant
 * @property {string} name
 * @property {string[]} [command] that starts its process
 * @property {string} [absent] why it does not take part
 */

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const run = (program, args, options = {}) =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', ...options });

const npm = (folder, ...args) =>
  run('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });

/** The first line of a failed command's errors, or why it could not run. */
function reason(error) {
  const lines = (error.stderr || error.message).trim().split('\n');
  return lines.find((line) => /error|cannot/i.test(line)) ?? lines[0];
}

/**
 * Installs the packed package as its users install it.
 *
 * @param {string} tarball
 * @param {string} folder where, made when it is not there
 * @param {string} specifier of what to import
 * @returns {Promise<string>} the address of a module with the same exports
 */
export async function installed(tarball, folder, specifier) {
  if (!existsSync(folder)) {
    await mkdir(folder);
    await writeFile(resolve(folder, 'package.json'), '{ "private": true }\n');
    npm(folder, 'install', '--no-save', '--no-package-lock', resolve(tarball));
  }
  // A module in that folder finds the package as a user's module would.
  const entry = resolve(folder, `${specifier.replace('/', '-')}.mjs`);
  await writeFile(entry, `export * from '${specifier}';\n`);
  return pathToFileURL(entry).href;
}

/**
 * @param {string} tarball
 * @param {string} folder to make
 * @returns {Promise<Entrant[]>} the two forms of the package
 */
async function ours(tarball, folder) {
  const face = async (name, specifier) => {
    const entry = await installed(tarball, folder, specifier);
    return { name, command: [process.execPath, here(`contestants/${name}.mjs`), entry] };
  };
  return [await face('maxmargin', 'maxmargin'), await face('sync', 'maxmargin/sync')];
}

/** @returns {Entrant} */
export function libsvmJs() {
  const name = 'libsvm-js';
  const folder = here('peers/');
  try {
    if (!existsSync(resolve(folder, 'node_modules/libsvm-js'))) npm(folder, 'ci');
  } catch (error) {
    return { name, absent: `npm ci failed: ${reason(error)}` };
  }
  const script = here('contestants/libsvm-js.mjs');
  return { name, command: [process.execPath, script, resolve(folder, 'package.json')] };
}

/**
 * @param {string} program to compile
 * @returns {Entrant}
 */
function native(program) {
  const name = 'native';
  try {
    run('cc', ['-O2', '-o', program, here('native.c'), '-lsvm', '-lm']);
  } catch (error) {
    const why = error.code === 'ENOENT' ? 'no C compiler' : reason(error);
    return { name, absent: `${why} (it needs cc and Debian's libsvm-dev)` };
  }
  return { name, command: [program] };
}

/** @returns {Entrant} */
function sklearn() {
  const name = 'sklearn';
  // Debian's packages belong to Debian's Python, which need not be the first one in PATH.
  const pythons = ['python3', '/usr/bin/python3'];
  const has = (python) => {
    try {
      return run(python, ['-c', 'import sklearn']) === '';
    } catch {
      return false;
    }
  };
  const python = pythons.find(has);
  if (!python) return { name, absent: "no Python has it (Debian's python3-sklearn)" };
  // One thread, as all others.
  const threads = ['OPENBLAS_NUM_THREADS=1', 'OMP_NUM_THREADS=1', 'BLIS_NUM_THREADS=1'];
  return { name, command: ['env', ...threads, python, here('contestants/scikit-learn.py')] };
}

/**
 * @param {string} tarball our package
 * @param {string} folder for what is installed and compiled, empty
 * @returns {Promise<Entrant[]>}
 */
export async function contestants(tarball, folder) {
  return [
    ...(await ours(tarball, resolve(folder, 'package'))),
    libsvmJs(),
    native(resolve(folder, 'native')),
    sklearn(),
  ];
}
