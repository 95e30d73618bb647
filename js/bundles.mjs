/**
 * The size of the package in a program whose bundler drops unused code, and the budgets
 * for it: minified by esbuild, without the WebAssembly module. Any
 * call, spread or computed name at the top of a module that is not marked as free of
 * side effects can keep a great part of the package in every program.
 */
import * as esbuild from 'esbuild';

/** The imported names, their entry, and the largest size of the bundle in bytes. */
export const budgets = [
  ['{ SVC }', 'maxmargin', 92_000],
  ['{ SVC, GridSearch }', 'maxmargin', 127_000],
  ['*', 'maxmargin', 545_000],
  ['{ MaxMarginError }', 'maxmargin', 5_000],
  ['{ SVC }', 'maxmargin/sync', 90_000],
  ['{ makeMoons }', 'maxmargin/data', 10_000],
  ['{ toModule }', 'maxmargin/module', 165_000], // it knows the options of every machine, and writes them down
  ['{ readCsv }', 'maxmargin/data', 31_000],
  ['{ kendallTau }', 'maxmargin/metrics', 10_000],
  ['*', 'maxmargin/bounds', 61_000],
];

/**
 * The bytes of a program that imports these names and does nothing with them but
 * export them again.
 *
 * @param {string} names such as { SVC }
 * @param {string} from the entry
 * @param {string} folder in which the package is installed
 * @returns {Promise<number>}
 */
export async function bundleSize(names, from, folder) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: `export ${names} from '${from}';`, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0].contents.length;
}
