/**
 * The empty project that the tests run in: it has the packed tarball installed
 * and nothing else, so that the tests use the published files.
 *
 * `make test` makes it once (`node project.mjs <folder>`) and names it in
 * MAXMARGIN_PROJECT; a test file run by itself makes one for itself.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** A module that passes on these entries of the package. @param {...string} names */
function entries(...names) {
  return names.map((name) => `export * from '${name}';\n`).join('');
}

/**
 * One module per way in, so that test files can import what the project sees under the package's
 * name; what is tested in both forms has the entries for work and for study together.
 */
const ENTRIES = {
  'main.mjs': entries('maxmargin', 'maxmargin/study', 'maxmargin/catalog'),
  'sync.mjs': entries('maxmargin/sync', 'maxmargin/study/sync', 'maxmargin/catalog'),
  'work.mjs': entries('maxmargin'),
  'study.mjs': entries('maxmargin/study'),
  'inline.mjs': entries('maxmargin/inline', 'maxmargin/catalog'),
  'onnx.mjs': "export * from 'maxmargin/onnx';\n",
  'module.mjs': "export * from 'maxmargin/module';\n",
  'predict.mjs': "export * from 'maxmargin/predict';\n",
  'page.mjs': "export * from 'maxmargin/page';\n",
  'webgpu.mjs': "export * from 'maxmargin/webgpu';\n",
  'data.mjs': "export * from 'maxmargin/data';\n",
  'main.cjs':
    "module.exports = { ...require('maxmargin'), ...require('maxmargin/study'), ...require('maxmargin/catalog') };\n",
  'sync.cjs':
    "module.exports = { ...require('maxmargin/sync'), ...require('maxmargin/study/sync'), ...require('maxmargin/catalog') };\n",
  'metrics.mjs': "export * from 'maxmargin/metrics';\n",
  'bounds.mjs': "export * from 'maxmargin/bounds';\n",
  'inspect.mjs': "export * from 'maxmargin/inspect';\n",
  'auto.mjs': "export * from 'maxmargin/auto';\n",
  'bullmq.mjs': "export * from 'maxmargin/bullmq';\n",
  'executor.mjs': "export * from 'maxmargin/executor';\n",
  'plot.mjs': "export * from 'maxmargin/plot';\n",
  'inline.cjs':
    "module.exports = { ...require('maxmargin/inline'), ...require('maxmargin/catalog') };\n",
};

/** install packs npm/ and installs the tarball into the folder. */
export function install(folder) {
  const npm = (args, cwd) =>
    execFileSync('npm', [...args, '--loglevel=error'], { cwd, encoding: 'utf8' });
  const packed = npm(['pack', '--json', '--pack-destination', folder], join(root, 'npm'));
  const [{ filename }] = JSON.parse(packed);
  writeFileSync(join(folder, 'pack.json'), packed);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'empty-project', private: true }),
  );
  npm(['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], folder);
  for (const [name, text] of Object.entries(ENTRIES)) writeFileSync(join(folder, name), text);
}

function ownProject() {
  const folder = mkdtempSync(join(tmpdir(), 'maxmargin-project-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  install(folder);
  return folder;
}

const asScript = process.argv[1] === fileURLToPath(import.meta.url);
if (asScript) install(process.argv[2]);

/** The folder of the project. */
export const project = asScript ? process.argv[2] : (process.env.MAXMARGIN_PROJECT ?? ownProject());

/** entry is the URL of one of the project's own modules, for `import()`. */
export const entry = (name) => pathToFileURL(join(project, name)).href;

/** A module of the package that is no entry. */
export const distModule = (name) => entry(join('node_modules', 'maxmargin', 'dist', name));
