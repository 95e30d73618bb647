/**
 * Makes the layout that JSR wants of the built package: ES modules whose declarations are named
 * in their first line, and declarations that name the files they import.
 *
 *     node jsr.mjs DIR   copies npm/ there; then `deno publish` or `npx jsr publish` in DIR
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withImports } from './chunks.mjs';

const npm = join(dirname(dirname(fileURLToPath(import.meta.url))), 'npm');

const manifest = JSON.parse(readFileSync(join(npm, 'package.json'), 'utf8'));

/** The file of each entry that has declarations, without those that have the module inside. */
const entries = Object.entries(manifest.exports).flatMap(([path, target]) => {
  const { types, default: file } = target.default?.types ? target.default : target;
  // A fleet is for Node: its package is a peer that JSR does not know.
  return types && !path.endsWith('/inline') && !file.includes('.node.')
    ? [[path, basename(file, '.js')]]
    : [];
});

/** What the entries load from beside themselves. */
const BESIDE = ['maxmargin.wasm', 'maxmargin-rest.wasm', 'worker.js'];

/** @param {string} out */
export function layOut(out) {
  mkdirSync(join(out, 'dist'), { recursive: true });
  for (const name of ['README.md', 'LICENSE', 'THIRD-PARTY-NOTICES', 'docs'])
    cpSync(join(npm, name), join(out, name), { recursive: true });
  for (const name of BESIDE) cpSync(join(npm, 'dist', name), join(out, 'dist', name));
  const typed = new Map(entries.map(([, file]) => [`${file}.js`, `./types/${file}.d.ts`]));
  const all = new Set();
  for (const name of typed.keys()) withImports(join(npm, 'dist'), name, all);
  for (const name of all) {
    const types = typed.has(name) ? `/* @ts-self-types="${typed.get(name)}" */\n` : '';
    writeFileSync(join(out, 'dist', name), types + readFileSync(join(npm, 'dist', name), 'utf8'));
  }
  for (const name of readdirSync(join(npm, 'dist', 'types'), { recursive: true })) {
    // The declarations are in files for CommonJS, which JSR does not take.
    if (typeof name !== 'string' || !name.endsWith('.d.cts')) continue;
    const text = readFileSync(join(npm, 'dist', 'types', name), 'utf8');
    const path = join(out, 'dist', 'types', name.replace(/\.d\.cts$/, '.d.ts'));
    mkdirSync(dirname(path), { recursive: true });
    const imported = /((?:from|import)\s*\(?\s*["'])(\.[^"']*)\.cjs(["'])/g;
    // JSR forbids to name a library of types; Deno has them all.
    const own = text.replaceAll(/^\/\/\/ <reference lib=.*\n/gm, '');
    writeFileSync(path, own.replaceAll(imported, '$1$2.d.ts$3'));
  }
  const { version, license } = manifest;
  const exports = Object.fromEntries(entries.map(([path, name]) => [path, `./dist/${name}.js`]));
  const layout = { name: '@maxmargin/maxmargin', version, license, exports };
  writeFileSync(join(out, 'jsr.json'), `${JSON.stringify(layout, undefined, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) layOut(resolve(process.argv[2]));
