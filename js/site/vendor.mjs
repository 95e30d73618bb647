/**
 * The modules that pages import: the package, and Observable Plot in one file.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as esbuild from 'esbuild';

import { bundledPackages } from '../notices.mjs';
import { relative } from './html.mjs';

const js = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the package lies on the site. */
const PACKAGE = 'maxmargin';

/** Files of the package that no browser asks for. */
const NODE_ONLY = /(^|\.)node\.js$|^cli\.js$/;

/**
 * The package, with its modules minified: a page without a bundler loads them whole, and minified
 * the first one has 97 KB after brotli instead of 137.
 *
 * @param {string} folder of the package: npm/, or where it is installed
 * @returns {{ files: Record<string, Buffer>, imports: Record<string, string> }}
 *     the files by their path on the site, and the path of each module that can be imported
 */
export function packageFiles(folder) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const dist = join(folder, 'dist');
  if (!existsSync(join(dist, 'index.js'))) {
    throw new Error(`there is no package in ${folder}: run 'make build' first`);
  }
  const files = {};
  for (const file of readdirSync(dist)) {
    if (['.js', '.wasm'].includes(extname(file)) && !NODE_ONLY.test(file)) {
      const bytes = readFileSync(join(dist, file));
      const isShared = /^(core|chunk)\b/.test(file); // which entries import
      files[posix.join(PACKAGE, file)] = isShared ? Buffer.from(minified(bytes.toString())) : bytes;
    }
  }
  const imports = {};
  for (const [subpath, target] of Object.entries(exports)) {
    const file = forBrowsers(target);
    if (!extname(subpath.slice(1)) && extname(file) === '.js' && !NODE_ONLY.test(file)) {
      const path = posix.join(PACKAGE, posix.relative('dist', file));
      imports[posix.join(name, subpath)] = path;
      files[path] = Buffer.from(minified(files[path].toString()));
    }
  }
  return { files, imports };
}

/**
 * A module without what only people read, but with the notice at its head, which the licence of a
 * library inside it requires.
 *
 * @param {string} text
 */
function minified(text) {
  const [notice] = /^\/\*[^]*?\*\/\n/.exec(text) ?? [''];
  return notice + esbuild.transformSync(text, { minify: true, format: 'esm' }).code;
}

/**
 * A style sheet or a script without comments and indentation. Names and values stay as they are,
 * because other scripts read some.
 *
 * @param {string} text
 * @param {string} loader 'css' or 'js'
 */
export function unspaced(text, loader) {
  return esbuild.transformSync(text, { loader, minifyWhitespace: true }).code;
}

/** The file that a bundler for browsers would choose. */
function forBrowsers(target) {
  while (typeof target === 'object') target = target.default;
  return target;
}

/** Observable Plot, with all it needs, as one module. */
export async function plotBundle() {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: js,
    stdin: { contents: "export * from '@observablehq/plot';", resolveDir: js },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'eof',
    metafile: true,
    write: false,
  });
  return {
    files: { 'vendor/plot.js': Buffer.from(outputFiles[0].contents) },
    imports: { '@observablehq/plot': 'vendor/plot.js' },
    packages: bundledPackages(Object.keys(metafile.inputs)),
  };
}

/**
 * The text of a page's import map: all addresses are relative to the page.
 *
 * @param {Record<string, string>} imports paths from the root of the site
 * @param {string} path of the page
 */
export function importMap(imports, path) {
  const entries = Object.entries(imports).map(([name, target]) => {
    const address = relative(path, target);
    return [name, address.startsWith('.') ? address : `./${address}`];
  });
  return JSON.stringify({ imports: Object.fromEntries(entries) });
}
