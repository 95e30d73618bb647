/**
 * The size of the package in a program whose bundler drops unused code: minified by esbuild, without the WebAssembly module. Any
 * call, spread or computed name at the top of a module that is not marked as free of
 * side effects can keep a great part of the package in every program.
 */
import * as esbuild from 'esbuild';

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
    // Files that others share are imported for their names alone.
    logOverride: { 'ignored-bare-import': 'silent' },
    write: false,
  });
  return outputFiles[0].contents.length;
}
