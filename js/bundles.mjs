/**
 * The size of the package in a program whose bundler drops unused code: minified by esbuild, without the WebAssembly module. Any
 * call, spread or computed name at the top of a module that is not marked as free of
 * side effects can keep a great part of the package in every program.
 */
import { relative } from 'node:path';
import * as esbuild from 'esbuild';

/**
 * The bytes of a program that imports these names and does nothing with them but export them again:
 * what it loads at its start, without files that it loads when it needs them.
 *
 * @param {string} names such as { SVC }
 * @param {string} from the entry
 * @param {string} folder in which the package is installed
 * @returns {Promise<number>}
 */
export async function bundleSize(names, from, folder) {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: `export ${names} from '${from}';`, resolveDir: folder },
    bundle: true,
    splitting: true,
    outdir: folder,
    metafile: true,
    absWorkingDir: folder,
    minify: true,
    format: 'esm',
    platform: 'browser',
    // Files that others share are imported for their names alone.
    logOverride: { 'ignored-bare-import': 'silent' },
    write: false,
  });
  const outputs = Object.entries(metafile.outputs);
  const [[entry]] = outputs.filter(([, { entryPoint }]) => entryPoint === '<stdin>');
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const { path, kind } of metafile.outputs[file].imports)
      if (kind === 'import-statement') loaded.add(path);
  }
  return outputFiles
    .filter(({ path }) => loaded.has(relative(folder, path)))
    .reduce((sum, { contents }) => sum + contents.length, 0);
}
