/**
 * The files of the notebooks, apart from their pages: the offline notebook, which is one file
 * with the package inside, the scripts for Node, and Observable's runtime.
 *
 * The package makes most of the offline notebook's size (the module in it is
 * compressed), and a file beside it could not be fetched from file://, so it is inside.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as esbuild from 'esbuild';

import { bundledPackages } from '../notices.mjs';

const js = dirname(dirname(fileURLToPath(import.meta.url)));
const demo = join(dirname(js), 'demo');

/** The scripts for Node that one can copy; the others of their folder are `make demo`. */
export const SCRIPTS = [
  'train-csv.mjs',
  'predict.mjs',
  'cross-validate.mjs',
  'text.mjs',
  'strings.mjs',
  'regression.mjs',
  'novelty.mjs',
];

/**
 * @param {string} from the folder of the package
 * @returns {Promise<{ files: Record<string, string | Buffer>, packages: string[] }>} files by their
 *     path on the site, and the npm packages inside them
 */
export async function notebookFiles(from) {
  const runtime = await observable();
  const files = {
    'notebooks/offline.html': await offlineNotebook(from),
    'vendor/observable.js': runtime.text,
  };
  for (const name of SCRIPTS)
    files[`notebooks/node/${name}`] = readFileSync(join(demo, 'node', name));
  return { files, packages: runtime.packages };
}

/** @param {string} from the folder of the package */
export async function offlineNotebook(from) {
  const source = join(demo, 'notebooks', '_offline');
  const text = (name) => readFileSync(join(source, name), 'utf8');
  const parts = {
    style: text('notebook.css'),
    cells: JSON.stringify(JSON.parse(text('cells.json')), null, 1).replaceAll('<', '\\u003c'),
    package: readFileSync(join(from, 'dist', 'maxmargin.inline.js'), 'utf8'),
    notices: readFileSync(join(from, 'THIRD-PARTY-NOTICES'), 'utf8'),
    script: (
      await bundle({
        entryPoints: [join(source, 'notebook.js')],
        format: 'iife',
        alias: {
          'maxmargin/data': join(from, 'dist', 'data.js'),
          'maxmargin/plot': join(from, 'dist', 'plot.js'),
        },
      })
    ).text,
  };
  // Within a script element the text must not end it.
  const inside = (content) => content.replaceAll(/<\/(script|style)/gi, '<\\/$1');
  return text('notebook.html').replace(
    /\/\* \{\{(\w+)\}\} \*\/|\{\{(\w+)\}\}/g,
    (_, code, plain) => (plain ? parts[plain] : inside(parts[code])),
  );
}

/** Observable's runtime and inspector as one module. */
function observable() {
  const contents =
    "export { Runtime } from '@observablehq/runtime'; export { Inspector } from '@observablehq/inspector';";
  return bundle({ stdin: { contents, resolveDir: js }, format: 'esm' });
}

/** @param {import('esbuild').BuildOptions} options */
async function bundle(options) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: js,
    nodePaths: [join(js, 'node_modules')],
    bundle: true,
    target: 'es2022',
    minify: true,
    legalComments: 'inline',
    charset: 'utf8',
    write: false,
    metafile: true,
    ...options,
  });
  return {
    text: outputFiles[0].text,
    packages: bundledPackages(Object.keys(metafile.inputs)),
  };
}
