/** Every code block of README.md and of the docs runs, and its comments show the right values. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { agrees, blocks, chains, documents, moduleOf, nameOf } from './support/docs.mjs';
import { project, root } from './support/project.mjs';

const PROCESSES = 2;

const LANGUAGES = new Set([
  'js',
  'jsx',
  'ts',
  'html',
  'svelte',
  'css',
  'sh',
  'json',
  'diff',
  'text',
  'py',
  'go',
  'toml',
]);
const WORDS = new Set(['continue', 'browser', 'environment']);

const elsewhere = new Set(['browser', 'environment']);
const inNode = ({ info: [language, ...words] }) =>
  language === 'js' && !words.some((word) => elsewhere.has(word));
const pages = documents().map((page) => ({ page, all: blocks(page) }));
const ran = pages.flatMap(({ all }) => chains(all.filter(inNode)));

describe('code in the docs', { timeout: 900_000 }, () => {
  const folder = join(project, 'docs-run');
  /** @type {Map<string, { shows: object[], error: string | null }>} */
  const outcomes = new Map();

  before(async () => {
    mkdirSync(folder, { recursive: true });
    const files = ran.map((chain, i) => {
      const file = join(folder, `block-${i}.mjs`);
      writeFileSync(file, moduleOf(chain));
      return file;
    });
    const runner = fileURLToPath(new URL('support/docs-runner.mjs', import.meta.url));
    // In turn, so that the long blocks of a page are spread over the processes.
    const shares = Array.from({ length: PROCESSES }, (_, i) =>
      files.filter((_, at) => at % PROCESSES === i),
    );
    await Promise.all(
      shares.map(async (share) => {
        const run = promisify(execFile)(process.execPath, [runner, ...share], {
          cwd: folder,
          maxBuffer: 1 << 26,
        });
        const { stdout } = await run.catch((error) => error);
        for (const line of stdout.split('\n').filter(Boolean)) {
          const { file, ...outcome } = JSON.parse(line);
          outcomes.set(file, outcome);
        }
      }),
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  ran.forEach((chain, i) => {
    it(nameOf(chain), () => {
      const outcome = outcomes.get(join(folder, `block-${i}.mjs`));
      assert.ok(outcome, 'it ended the process, or one before it did');
      assert.equal(outcome.error, null);
      for (const { where, shown, ...value } of outcome.shows) {
        assert.ok(agrees(shown, value), `${where} shows ${shown}, but it is ${value.inspected}`);
      }
      assert.equal(
        outcome.shows.length > 0,
        moduleOf(chain).includes(';__show('),
        'what is shown was not reached',
      );
    });
  });

  it('has only languages and words that a test handles', () => {
    for (const { all } of pages)
      for (const { page, line, info } of all) {
        const [language, ...words] = info;
        assert.ok(LANGUAGES.has(language), `${page}:${line}: ${language}`);
        for (const word of words) assert.ok(WORDS.has(word), `${page}:${line}: ${word}`);
      }
  });

  it('is closed: each fence has its end', () => {
    for (const { page } of pages) {
      const fences = readFileSync(join(root, page), 'utf8').match(/^```/gm) ?? [];
      assert.equal(fences.length % 2, 0, page);
    }
  });
});

describe('a comment that shows a value', () => {
  const value = (inspected, raw) => ({ inspected, raw });
  for (const [shown, got] of [
    ["['a','b']", value("[ 'a', 'b' ]")],
    ['[ 0.33, 2 ]', value('Float64Array(2) [ 0.3333, 2 ]')],
    ['Float64Array(1) [ 0.89… ]', value('Float64Array(1) [ 0.8912 ]')],
    ["[ 'corn', 'crude', ... ]", value("[ 'corn', 'crude', 'oil' ]")],
    ['odd', value("'odd'", 'odd')],
    ['12n', value('12n')],
  ])
    it(`${shown} is ${got.inspected}`, () => assert.ok(agrees(shown, got)));
  for (const [shown, got] of [
    ["['a','b']", value("[ 'a', 'c' ]")],
    ['[ 0.33 ]', value('[ 0.336 ]')],
    ['[ 2 ]', value('[ 2.1 ]')],
    ['0.89…', value('0.9012')],
    ['odd', value("'odder'", 'odder')],
    ['[ 1 ]', value('[ 1, 2 ]')],
  ])
    it(`${shown} is not ${got.inspected}`, () => assert.ok(!agrees(shown, got)));
});
