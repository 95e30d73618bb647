/**
 * The licences of the work of others that is inside what we publish: Go's runtime and library and
 * the modules that are compiled into the WebAssembly files, and the npm packages that a bundler
 * has put into a bundle.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { go, goEnv } from './wasm/module.mjs';

const js = dirname(fileURLToPath(import.meta.url));

/**
 * The npm packages whose files esbuild has read.
 *
 * @param {Iterable<string>} inputs the paths of a metafile
 * @returns {string[]}
 */
export function bundledPackages(inputs) {
  const names = new Set();
  for (const input of inputs) {
    const inside = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (inside) names.add(inside[1]);
  }
  return [...names].sort();
}

/** The parts of the WebAssembly files and of wasm_exec.js: Go itself, and the modules that are compiled in. */
export function goParts() {
  const goroot = go(['env', 'GOROOT']).trim();
  const version = go(['env', 'GOVERSION']).trim();
  const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}';
  const env = { ...goEnv, GOOS: 'js', GOARCH: 'wasm' };
  const modules = new Set(go(['list', '-deps', '-f', format, './wasm'], env).split('\n'));
  modules.delete('');
  return [
    { name: `Go (runtime, standard library, wasm_exec.js) ${version}`, text: licence(goroot) },
    ...[...modules].sort().map((line) => {
      const [name, folder] = line.split('\t');
      return { name, text: licence(folder) };
    }),
  ];
}

/** @param {string[]} names of npm packages */
export function npmParts(names) {
  return names.map((name) => {
    const folder = join(js, 'node_modules', name);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { name: `${name} ${version}`, text: licence(folder) };
  });
}

/** The first lines of the file THIRD-PARTY-NOTICES. */
export const HEAD =
  'maxmargin contains work of others. Its own licence, and that of the parts of\n' +
  'scikit-learn whose rules it follows, are in LICENSE.\n';

/** @param {{ name: string, text: string }[]} parts */
export function noticesOf(parts) {
  return parts.map(({ name, text }) => `\n${'-'.repeat(78)}\n${name}\n\n${text}\n`).join('');
}

/** @param {string} folder */
function licence(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence`);
  return readFileSync(join(folder, file), 'utf8').trim();
}
