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
  return (await bundleSizes(names, from, folder)).first;
}

/**
 * The same, and for each file that it loads when it needs it how many bytes more that is. They are named by
 * what they export.
 *
 * @param {string} names
 * @param {string} from
 * @param {string} folder
 * @returns {Promise<{first: number, later: Map<string, number>}>}
 */
export async function bundleSizes(names, from, folder) {
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
  const sizes = new Map(outputFiles.map(({ path, contents }) => [relative(folder, path), contents.length])); // prettier-ignore
  /** A file with all that it imports, beside what is there. */
  const withImports = (
    /** @type {string} */ file,
    /** @type {Set<string>} */ there = new Set(),
  ) => {
    const loaded = new Set([file]);
    for (const one of loaded)
      for (const { path, kind } of metafile.outputs[one].imports)
        if (kind === 'import-statement' && !there.has(path)) loaded.add(path);
    return loaded;
  };
  const bytes = (/** @type {Set<string>} */ all) =>
    [...all].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  const first = withImports(entry);
  const later = outputs.flatMap(([file, { entryPoint, exports }]) =>
    entryPoint && file !== entry
      ? [/** @type {[string, number]} */ ([exports.join(), bytes(withImports(file, first))])]
      : [],
  );
  return { first: bytes(first), later: new Map(later) };
}
