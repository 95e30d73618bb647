/** What README, the docs and the site state in numbers, beside what they are taken from. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { notebookFiles } from '../site/notebooks.mjs';
import { budgets } from '../size.mjs';
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

  it('of README are rows of the table in performance.md', () => {
    const some = timesOf(readme);
    assert.ok(some.length > 5);
    for (const row of some) {
      assert.ok(
        rows.some((other) => other.join() === row.join()),
        row.join(' | '),
      );
    }
  });

  it('have the means that README, performance.md and the first page state', () => {
    const svc = rows.filter(([name]) => !name.startsWith('`'));
    assert.equal(svc.length, 12);
    const all = [
      svc,
      ...['`SVR`', '`NuSVR`'].map((name) => rows.filter((row) => row[0].startsWith(name))),
    ];
    const expected = all.flatMap((some) => [...means(some, 2), ...means(some, 6)]);
    const [stated] = readme.match(/In geometric means over the twelve sets of `SVC`.*/);
    assert.ok(performance.includes(stated));
    assert.equal(numbers(stated).length, expected.length);
    numbers(stated).forEach((number, i) => {
      const [low, high] = ends(number);
      assert.ok(low < expected[i][1] && high > expected[i][0], `${number} of ${expected[i]}`);
    });
    const [sentence] = landing.match(/On twelve sets, in geometric means.*?times as fast\./s);
    assert.deepEqual(numbers(sentence), numbers(stated).slice(0, 6));
  });
});

describe('the sizes', () => {
  it('of the two files of the module are within their budgets, in all texts', () => {
    const [first, both] = Object.values(budgets);
    const texts = [readme, landing, read('demo', 'docs', 'environments.md')];
    for (const text of texts) {
      const [, own, second] = text.match(/(\d+) KB (?:after|when).*? second file of (\d+) KB/s);
      assert.ok(Math.abs(Number(own) - first / 1000) <= 10, own);
      assert.ok(Math.abs(Number(second) - (both - first) / 1000) <= 10, second);
    }
  });

  it('of a bundle with maxmargin/inline is larger by what the docs say', () => {
    const [inline, plain] = ['inline.js', 'index.js'].map(
      (name) => statSync(join(installed, 'dist', name)).size,
    );
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

describe('what is tested', () => {
  it('is the same on the first page as in README', () => {
    const sentence = /Tested are Chromium.*? Deno and Bun/;
    assert.equal(landing.match(sentence)[0], readme.match(sentence)[0]);
  });
});
