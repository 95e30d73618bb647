/** What README, the docs and the site state in numbers, beside what they are taken from. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { withImports } from '../chunks.mjs';
import { notebookFiles } from '../site/notebooks.mjs';
import { budgets, excess, files } from '../budgets.mjs';
import { bundleSizes } from '../bundles.mjs';
import { project, root } from './support/project.mjs';

const installed = join(project, 'node_modules', 'maxmargin');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const readme = read('README.md');
const landing = read('demo', 'index.html').replace(/<[^>]+>/g, '');
const performance = read('demo', 'docs', 'performance.md');

/** The rows of the table of times: name, size, then a number for each program in training and prediction. */
const timesOf = (text) =>
  text
    .split('\n')
    .filter((line) => /^\| [^|]+ \| \d+ x \d+ \|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** The least and the largest number that is written so. */
function ends(text) {
  const half = 0.5 * 10 ** -(text.split('.')[1] ?? '').length;
  return [Number(text) - half, Number(text) + half];
}

/** By how much each of three programs is slower, in geometric means over rows: from, to, as far as the table says. */
function means(rows, from) {
  const mean = (values) =>
    Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
  return [1, 2, 3].map((other) => [
    mean(rows.map((row) => ends(row[from + other])[0] / ends(row[from])[1])),
    mean(rows.map((row) => ends(row[from + other])[1] / ends(row[from])[0])),
  ]);
}

describe('the times', () => {
  const rows = timesOf(performance);
  const numbers = (text) => text.match(/\d+\.\d/g);

  it('have the means that performance.md, README and the first page state', () => {
    const svc = rows.filter(([name]) => !name.startsWith('`'));
    assert.equal(svc.length, 12);
    const all = [
      svc,
      ...['`SVR`', '`NuSVR`'].map((name) => rows.filter((row) => row[0].startsWith(name))),
    ];
    const expected = all.flatMap((some) => [...means(some, 2), ...means(some, 6)]);
    const [stated] = performance.match(/In geometric means over the twelve sets of `SVC`.*/);
    assert.equal(numbers(stated).length, expected.length);
    numbers(stated).forEach((number, i) => {
      const [low, high] = ends(number);
      assert.ok(low < expected[i][1] && high > expected[i][0], `${number} of ${expected[i]}`);
    });
    for (const text of [readme, landing]) {
      const [sentence] = text.match(/On twelve sets, in geometric means.*?times as fast\./s);
      assert.deepEqual(numbers(sentence), numbers(stated).slice(0, 6));
    }
  });
});

describe('the sizes', () => {
  it('of the two files of the module are those of the page about budgets, in all texts', () => {
    const page = read('demo', 'docs', 'inside', 'budgets.md');
    const [first, both] = files.map(({ name, bytes }) => {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
      const size = Number(row.split('|')[3].replaceAll(',', ''));
      assert.ok(size <= bytes && bytes <= 1.06 * size, row);
      return size;
    });
    const texts = [readme, landing, read('demo', 'docs', 'environments.md')];
    for (const text of texts) {
      const [, own, second] = text.match(/(\d+) KB (?:after|when).*? second file of (\d+) KB/s);
      assert.ok(Math.abs(Number(own) - first / 1000) <= 10, own);
      assert.ok(Math.abs(Number(second) - (both - first) / 1000) <= 10, second);
      const [, ownBefore, secondBefore] = read('CHANGELOG.md').match(
        /in two files: (\d+) KB for everyday fits, and (\d+) KB/,
      );
      assert.deepEqual([ownBefore, secondBefore], [own, second]);
    }
  });

  it('of the vectors of headlines are what their page says', () => {
    const { size } = statSync(join(root, 'demo', 'data', 'headline-vectors.bin'));
    const [, said] = read('demo', 'examples', 'few-shot', 'index.html').match(/in (\d+) KB/);
    assert.equal(Number(said), size / 1000);
    assert.equal(size, 500 * 384);
  });

  it('of README are small: it is read on npm before anything else', () => {
    assert.ok(readme.length < 8000 && readme.split('\n').length <= 70, `${readme.length}`);
  });

  it('that are allowed are those of the page about budgets', () => {
    const rows = read('demo', 'docs', 'inside', 'budgets.md').matchAll(
      /^\| `(.*)` \| ([\d,]+) \|/gm,
    );
    assert.deepEqual(
      Array.from(rows, ([, name, bytes]) => [name, Number(bytes.replaceAll(',', ''))]),
      budgets.map(({ name, bytes }) => [name, bytes]),
    );
  });

  it('of maxmargin/webgpu, at once and with what it loads later, are those of the page about it', async () => {
    const [, ...stated] = /(\d+) kB, (\d+) kB more with the first prediction, and (\d+) kB with the first fit/.exec(read('demo', 'docs', 'gpu.md')); // prettier-ignore
    const { first, later } = await bundleSizes('{ webgpu }', 'maxmargin/webgpu', project);
    const of = (name) => [...later].find(([names]) => names.split(',').includes(name))[1];
    const sizes = [first, of('answer'), of('leadFit')];
    assert.deepEqual(
      stated.map(Number),
      sizes.map((size) => Math.round(size / 1000)),
    );
  });

  it('that are exceeded are told with the budget, the file and the remedy', () => {
    const [budget] = budgets;
    assert.equal(excess(budget, budget.bytes), '');
    const told = excess(budget, budget.bytes + 1);
    const sizes = [budget.bytes + 1, budget.bytes].map((bytes) => bytes.toLocaleString('en'));
    for (const part of [budget.name, ...sizes, 'js/budgets.mjs', 'budgets.md'])
      assert.ok(told.includes(part), told);
  });

  it('of a bundle with maxmargin/inline is larger by what the docs say', () => {
    const dist = join(installed, 'dist');
    const sizeOf = (names) => names.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
    const entries = ['inline.js', 'core.js'];
    const [inline, plain] = entries.map((name) => sizeOf([...withImports(dist, name)]));
    const [, said] = read('demo', 'docs', 'environments.md').match(/the bundle larger by (\d+) MB/);
    assert.equal(Number(said), Math.round((inline - plain) / 1e6));
  });

  it('of the offline notebook is what its page says', async () => {
    const { files } = await notebookFiles(installed);
    const [, said] = read('demo', 'notebooks', 'index.html').match(/one file of (\d+) MB/);
    const [page] = Object.entries(files).filter(([path]) => path.endsWith('offline.html'));
    assert.equal(Number(said), Math.round(Buffer.byteLength(page[1]) / 1e6));
  });
});

describe('CITATION.cff', () => {
  it('has the version and the licence of the package', () => {
    const { version, license } = JSON.parse(read('npm', 'package.json'));
    const text = read('CITATION.cff');
    assert.equal(/^version: (.*)$/m.exec(text)[1], version);
    assert.equal(/^license: (.*)$/m.exec(text)[1], license);
  });
});

describe('SECURITY.md', () => {
  it('names files and errors that exist', () => {
    const text = read('SECURITY.md');
    const codes = read('js', 'test', 'codes.json');
    const paths = text.matchAll(/`((?:js|core)\/[\w./-]+)`/g);
    assert.ok(Array.from(paths, ([, path]) => statSync(join(root, path))).length > 8);
    for (const [, code] of text.matchAll(/`(ERR_\w+)`/g))
      assert.ok(codes.includes(`"${code}"`), code);
  });
});

describe('the workflows', () => {
  it('use actions of others by the hash of a commit, with its version', () => {
    const folder = join(root, '.github', 'workflows');
    const uses = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => /\buses:/.test(line)),
    );
    assert.ok(uses.length > 2);
    for (const line of uses)
      assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe('what is tested', () => {
  it('is the same on the first page as in README', () => {
    const sentence = /Tested are Chromium.*? Deno and Bun/;
    assert.equal(landing.match(sentence)[0], readme.match(sentence)[0]);
  });
});
