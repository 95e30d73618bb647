/** The declarations of the package. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compact } from './compact.mjs';
import { forms, hasForms, inForm, withoutForms } from './forms.mjs';
import { reached } from './reached.mjs';
import { withShared, withSharedFiles } from './shared.mjs';

const js = dirname(dirname(fileURLToPath(import.meta.url)));

const entries = [
  'index.d.ts',
  'study.d.ts',
  'files.d.ts',
  'data.d.ts',
  'onnx.d.ts',
  'module.d.ts',
  'predict.d.ts',
  'page.d.ts',
  'webgpu.d.ts',
  'metrics.d.ts',
  'bounds.d.ts',
  'inspect.d.ts',
  'auto.d.ts',
  'bullmq.d.ts',
  'executor.d.ts',
  'plot.d.ts',
  'catalog.d.ts',
];

/**
 * Declarations from the JSDoc comments, of what the entries reach and no more. They are in files
 * for CommonJS, *.d.cts, which modules of both kinds can import; those of the entries for ES
 * modules, *.d.ts, export what these declare. A declaration that differs between the two forms of
 * the package is written twice, that of maxmargin/sync in *.sync.d.cts.
 * @param {string} dist folder that gets the folder types
 */
export function buildTypes(dist) {
  const all = realpathSync(mkdtempSync(join(tmpdir(), 'maxmargin-types-')));
  const tsc = join(js, 'node_modules', 'typescript', 'bin', 'tsc');
  // make lint-types checks the sources; here that would be half of the time.
  const flags = ['-p', join(js, 'tsconfig.types.json'), '--noCheck', '--outDir', all];
  execFileSync(process.execPath, [tsc, ...flags], { stdio: 'inherit' });
  for (const written of [
    'types.d.ts',
    'runtime/host.d.ts',
    'generated/classes.d.ts',
    'generated/study.d.ts',
    'generated/classifiers.d.ts',
    'generated/options.d.ts',
    'face/types.d.ts',
    'geometry/types.d.ts',
    'bounds/types.d.ts',
    'inspect/types.d.ts',
    'auto/types.d.ts',
    'executor/types.d.ts',
    'fleet/types.d.ts',
    'metrics/types.d.ts',
    'paths/types.d.ts',
    'plot/types.d.ts',
    'programs/types.d.ts',
  ]) {
    cpSync(join(js, 'src', written), join(all, written));
  }

  const texts = reached(all, entries);
  rmSync(all, { recursive: true });
  for (const [file, text] of texts) texts.set(file, compact(withoutForms(text)));
  const options = 'generated/options.d.ts';
  texts.set(
    options,
    withShared(texts.get(options), (first) => `${first}Options`),
  );
  shareClasses(texts);
  writeForms(join(dist, 'types'), texts);
}

/**
 * The classes of both entries share their members.
 * @param {Map<string, string>} texts
 */
function shareClasses(texts) {
  const names = ['classes.d.ts', 'study.d.ts'];
  const classes = new Map(names.map((name) => [name, texts.get(`generated/${name}`)]));
  const all = withSharedFiles(classes, (first) => `With${first}`, hasForms);
  for (const [name, text] of all) texts.set(`generated/${name}`, text);
}

/**
 * Writes the declarations, in both forms where they differ.
 * @param {string} folder
 * @param {Map<string, string>} texts
 */
function writeForms(folder, texts) {
  const relativeImport = /(from |import\()(["'])(\.[^"']*)\.js(["'])/g;
  const targetOf = (file, path) => join(dirname(file), `${path}.d.ts`);

  // A file has two forms if it says so, or imports one that has.
  const formed = new Set();
  const differs = (file, text) =>
    hasForms(text) ||
    [...text.matchAll(relativeImport)].some(([, , , path]) => formed.has(targetOf(file, path)));
  for (let before = -1; formed.size > before;) {
    before = formed.size;
    for (const [file, text] of texts) if (differs(file, text)) formed.add(file);
  }

  // The entries for work and for study alone have a form that blocks.
  const blocking = new Set();
  const reach = (file) => {
    if (blocking.has(file) || !formed.has(file)) return;
    blocking.add(file);
    for (const [, , , path] of texts.get(file).matchAll(relativeImport))
      reach(targetOf(file, path));
  };
  ['index.d.ts', 'study.d.ts'].forEach(reach);

  const write = (file, text) => {
    const target = join(folder, file.replace(/\.d\.ts$/, '.d.cts'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replaceAll(relativeImport, '$1$2$3.cjs$4'));
  };
  for (const [file, text] of texts) {
    write(file, inForm(text, forms.promised));
    if (!blocking.has(file)) continue;
    const sync = inForm(text, forms.blocking).replaceAll(
      relativeImport,
      (whole, before, open, path, close) =>
        formed.has(targetOf(file, path)) ? `${before}${open}${path}.sync.js${close}` : whole,
    );
    write(file === 'index.d.ts' ? 'sync.d.ts' : file.replace(/\.d\.ts$/, '.sync.d.ts'), sync);
  }
  for (const name of [
    'sync',
    'study.sync',
    ...entries.map((entry) => entry.replace(/\.d\.ts$/, '')),
  ])
    writeFileSync(join(folder, `${name}.d.ts`), `export * from './${name}.cjs';\n`);
}
