/** The oldest engines that run the package: what is said of them follows from what its files use. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { compareVersions, featuresOf, featuresOfWasm, firstVersion } from './support/features.mjs';
import { project, root } from './support/project.mjs';

const require = createRequire(import.meta.url);
const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');

/** Members of our own objects that have the names of newer ones of the language. */
const OWN = [
  'adopt',
  'bytes',
  'chunks',
  'dispose',
  'drop',
  'error',
  'pause',
  'take',
  'toArray',
  'transfer',
];

/** What is used only where an engine has it. */
const WHERE_THERE = ['Symbol.dispose', 'Symbol.asyncDispose'];

/** Whether a feature is one of WebGPU in the entry that goes on without it. */
function isOfGPU(name, entries) {
  const isIn = ({ __compat: { spec_url: places } }) => String(places).includes('gpuweb.github.io');
  return name.startsWith('webgpu') && entries.every(isIn);
}

const left = new Set([...OWN.map((name) => `.${name}`), ...WHERE_THERE]);
const seen = new Set();

/** The features of each file of the package. */
const files = readdirSync(dist)
  .filter((name) => /\.(c?js|wasm)$/.test(name))
  .map((name) => {
    const found = name.endsWith('.wasm')
      ? featuresOfWasm(readFileSync(join(dist, name)))
      : featuresOf(readFileSync(join(dist, name), 'utf8'), typeOf(name));
    const features = [...found].filter(
      ([key, entries]) => (!left.has(key) || !seen.add(key)) && !isOfGPU(name, entries),
    );
    return { name, features };
  });

function typeOf(name) {
  return /^maxmargin\.|\.cjs$/.test(name) ? 'script' : 'module';
}

/** The first version of an engine that has all features of some files, and what needs it. */
function oldest(engine, chosen) {
  const needs = files
    .filter(({ name }) => chosen(name))
    .flatMap(({ name, features }) =>
      features.map(([key, entries]) => ({
        what: `${key} in ${name}`,
        version: firstVersion(entries, engine) ?? '0',
      })),
    );
  return needs.reduce((a, b) => (compareVersions(b.version, a.version) > 0 ? b : a));
}

const ofNode = (name) => /\.cjs$|node|cli/.test(name);
const inline = (name) => /inline/.test(name);
const ofBrowsers = (name) => !ofNode(name) && !inline(name);

/** Versions that a text states, each engine's as a list. */
const stated = (text, engine) =>
  Array.from(
    text.matchAll(new RegExp(`${engine} (?:from )?(\\d+(?:\\.\\d+)?)`, 'g')),
    ([, v]) => v,
  );

const browsers = { Chrome: 'chrome', Firefox: 'firefox', Safari: 'safari' };
const sentences = {
  'README.md': read('README.md'),
  'demo/docs/environments.md': read('demo', 'docs', 'environments.md').split('## Limits')[1],
  'demo/index.html': read('demo', 'index.html'),
  'js/src/runtime/runtime.js': read('js', 'src', 'runtime', 'runtime.js'),
};

describe('the oldest browsers', () => {
  for (const [name, engine] of Object.entries(browsers)) {
    it(`${name} is the first that has what the files for browsers use`, () => {
      const { version, what } = oldest(engine, ofBrowsers);
      const alone = oldest(engine, inline).version;
      for (const [file, text] of Object.entries(sentences)) {
        const versions = stated(text, name);
        assert.ok(versions.length > 0, `${file} says nothing of ${name}`);
        // The self-contained build may need a newer one, and a sentence may say so.
        const known = [version, ...(compareVersions(alone, version) > 0 ? [alone] : [])];
        for (const said of versions) {
          assert.ok(known.includes(said), `${file}: ${name} ${said}; ${version} has ${what}`);
        }
        assert.equal(versions[0], version, file);
      }
    });
  }

  it('are named beside the newer Firefox that the self-contained build needs', () => {
    const { version } = oldest('firefox', inline);
    assert.match(
      sentences['demo/docs/environments.md'],
      new RegExp(`Firefox has from ${version} `),
    );
  });

  it('knows its exceptions: each of them is used', () => {
    assert.deepEqual(
      [...left].filter((key) => !seen.has(key)),
      [],
    );
  });
});

describe('the oldest Node', () => {
  it('has what the files for Node use, methods of process included', () => {
    const types = readFileSync(require.resolve('@types/node/process.d.ts'), 'utf8');
    const methods = files
      .filter(({ name }) => ofNode(name) || inline(name))
      .flatMap(({ name }) => readFileSync(join(dist, name), 'utf8').match(/\bprocess\d*\??\.\w+/g))
      .map((text) => text?.split('.')[1]);
    const since = Array.from(new Set(methods), (name) => {
      const [, comment] =
        types.match(new RegExp(`@since v([\\d.]+)[^@]*?\\*/\\s*${name}[(<:?]`)) ?? [];
      return comment ?? '0';
    });
    assert.ok(methods.includes('getBuiltinModule'));
    const { version } = oldest('nodejs', ofNode);
    const newest = [...since, version].reduce((a, b) => (compareVersions(b, a) > 0 ? b : a));
    const short = newest.split('.').slice(0, 2).join('.');

    const { engines } = JSON.parse(read('npm', 'package.json'));
    assert.equal(engines.node, `>=${short}`);
    assert.equal(JSON.parse(read('demo', 'package.json')).engines.node, engines.node);
    assert.deepEqual(
      new Set(stated(sentences['js/src/runtime/runtime.js'], 'Node')),
      new Set([short]),
    );
    const lines = sentences['README.md'].split('\n').filter((line) => line.includes('Chrome'));
    for (const line of lines) assert.deepEqual(stated(line, 'Node'), [short]);
    assert.ok(lines.length > 0);
    for (const page of [
      ['docs', 'getting-started.md'],
      ['examples', 'own-csv', 'index.html'],
    ]) {
      assert.deepEqual(stated(read('demo', ...page), 'Node'), [short], page.at(-1));
    }
  });

  it('in a clone is the first that the tools run in', () => {
    const lock = JSON.parse(read('js', 'package-lock.json'));
    const lowest = Object.values(lock.packages).map(({ engines }) => lowestOf20(engines?.node));
    const newest = lowest.reduce((a, b) => (compareVersions(b, a) > 0 ? b : a));
    const short = newest.split('.').slice(0, 2).join('.');
    for (const path of [['README.md'], ['demo', 'docs', 'inside', 'contributing.md']]) {
      const [said] = read(...path).match(/Go.* Node [\d.]+ or newer/);
      assert.deepEqual(stated(said, 'Node'), [short], path.at(-1));
    }
    assert.equal(JSON.parse(read('js', 'package.json')).engines.node, `>=${short}`);
  });
});

/** The lowest version of Node 20 in a range such as `^18.18.0 || >=20.9`. */
function lowestOf20(range = '*') {
  const bounds = range.split('||').flatMap((part) => {
    const [, sign, version] = part.trim().match(/^([\^>=~ ]*)(\d[\d.]*)/) ?? ['', '>=', '0'];
    const major = Number.parseInt(version, 10);
    if (major === 20) return [version];
    return sign.includes('>') && major < 20 ? ['0'] : [];
  });
  assert.ok(bounds.length > 0, `no Node 20 is in ${range}`);
  return bounds.sort(compareVersions)[0];
}
