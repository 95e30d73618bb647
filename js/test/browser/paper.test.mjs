/** The page of the living paper: its stored values, and numbers that it computes again. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { root } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { overflows, violations } from '../support/site.mjs';
import { watch } from '../support/visit.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

const records = JSON.parse(readFileSync(join(root, 'demo', 'paper', 'records', 'libsvm-3.24.json'), 'utf8')); // prettier-ignore

describe('the living paper', { skip, timeout: 300_000 }, () => {
  let server;
  let page;
  let problems;
  before(async () => {
    server = await serve({ folders: { '/some/where/': siteFolder } });
    page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
    ({ problems } = watch(page));
    await page.goto(`${server.url}/some/where/paper/index.html`);
    await settled();
  });
  after(async () => {
    await page?.close();
    await server?.close();
  });

  const settled = () => page.waitForFunction(() => ['done', 'error'].includes(document.body.dataset.state)); // prettier-ignore
  const status = () => page.textContent('#status');
  const row = (id) => page.evaluate((name) => ({ ...document.getElementById(name).dataset }), id);
  const click = (name) => page.evaluate((of) => document.querySelector(`button[data-of="${of}"]`).click(), name); // prettier-ignore

  it('shows stored values of every source before anything is computed', async () => {
    assert.match(await status(), /^Stored values\. \d+ numbers can be computed at once/);
    const rows = await page.$$eval('.source tbody tr', (all) => all.map(({ id, dataset }) => [id, dataset.verdict])); // prettier-ignore
    assert.ok(rows.length >= 400, `${rows.length} rows`);
    assert.equal(new Map(rows).get('libsvm/heart-nsv'), 'same digits');
    const heart = await page.$$eval('[id="libsvm/heart-nsv"] td', (all) => all.slice(1).map(({ textContent }) => textContent)); // prettier-ignore
    assert.deepEqual(heart, ['132', '132', '132', 'same digits']);
    assert.equal(await page.textContent('#libsvm-3\\.24 th:nth-child(4)'), 'scikit-learn 1.2.1');
    const counts = await page.$$eval('[data-count]', (all) => all.map((one) => Number(one.textContent))); // prettier-ignore
    assert.equal(counts.reduce((sum, count) => sum + count), rows.length); // prettier-ignore
  });

  it('leads to the figures that cite a source, which lead back to it', async () => {
    const source = 'cristianini-shawe-taylor-2000';
    const links = await page.$$eval(`#${source} > p > a[href^="../figures/"]`, (all) => all.map((link) => link.getAttribute('href'))); // prettier-ignore
    assert.ok(links.length >= 15, `${links.length} figures`);
    for (const link of links) {
      const figure = readFileSync(join(siteFolder, 'paper', link), 'utf8');
      assert.ok(figure.includes(`<a href="../paper/index.html#${source}"><cite>`), link);
    }
  });

  it('computes a number with data of the site, and one of a formula', async () => {
    for (const [id, value] of [
      ['libsvm/heart-nsv', '132'],
      ['cristianini-2000/pairs', '496'],
    ]) {
      // prettier-ignore
      await click(id);
      await page.waitForFunction((name) => document.getElementById(name).dataset.computed !== undefined && document.body.dataset.state !== 'training', id); // prettier-ignore
      assert.deepEqual(await row(id).then(({ computed, verdict }) => [computed, verdict]), [value, 'same digits']); // prettier-ignore
    }
    assert.match(await status(), /^1 of 1 numbers computed in [\d.]+ s\.$/);
  });

  it('computes a source in as many threads as there are cores, with the verdicts of the stored values', async () => {
    const rows = () => page.$$eval('#cristianini-shawe-taylor-2000 tbody tr', (all) => all.map(({ id, dataset }) => ({ id, ...dataset }))); // prettier-ignore
    const stored = await rows();
    await click('cristianini-shawe-taylor-2000');
    await page.waitForFunction(() => document.body.dataset.state === 'training');
    await settled();
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    assert.equal(page.workers().length, Math.min(8, cores));
    const computed = (await rows()).filter((one) => one.computed !== undefined);
    assert.ok(computed.length >= 3, `${computed.length} numbers`);
    for (const { id, verdict } of computed) {
      assert.equal(verdict, stored.find((one) => one.id === id).verdict, id);
    }
  });

  it('gives the program of a number as a script and as a notebook', async () => {
    for (const [name, ending, expected] of [
      [
        'Node script',
        'mjs',
        /npm install maxmargin[\s\S]*\/some\/where\/data\/heart_scale[\s\S]*await svmFile\(/,
      ],
      ['Notebook', 'ipynb', /"nbformat": 4/],
    ]) {
      const coming = page.waitForEvent('download');
      await page.evaluate((text) => Array.from(document.getElementById('libsvm/heart-nsv').querySelectorAll('button')).find(({ textContent }) => textContent === text).click(), name); // prettier-ignore
      const download = await coming;
      assert.equal(download.suggestedFilename(), `libsvm-heart-nsv.${ending}`);
      // A browser that is shared keeps its files.
      const parts = [];
      for await (const part of await download.createReadStream()) parts.push(part);
      assert.match(Buffer.concat(parts).toString(), expected);
    }
  });

  it('knows a file by its SHA-256, and no others', async () => {
    const button = () => page.evaluate(() => document.querySelector('button[data-of="fisher-1936/iris"]').disabled); // prettier-ignore
    assert.equal(await button(), false);
    await page.setInputFiles('#file', { name: 'a1a', mimeType: 'text/plain', buffer: Buffer.from('+1 1:1\n') }); // prettier-ignore
    await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('0 of 1 files')); // prettier-ignore
    const given = records.records.find(({ id }) => id === 'libsvm/heart-nsv').data[0];
    await page.setInputFiles('#file', join(root, given.file));
    await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('1 of 1 files')); // prettier-ignore
  });

  it('stops, and computes again afterwards', async () => {
    await click('herbrich-graepel-obermayer-2000');
    await page.waitForFunction(() => document.body.dataset.state === 'training');
    await page.evaluate(() => document.getElementById('herbrich-graepel-obermayer-2000').scrollIntoView()); // prettier-ignore
    const { y, height } = await page.locator('#stop').boundingBox();
    assert.ok(y >= 0 && y + height <= 800, `far below, Stop is at ${y}`);
    await page.click('#stop');
    await page.waitForFunction(() => document.body.dataset.state === 'done');
    assert.match(await status(), /then stopped\.$/);
    await click('cristianini-2000/colours');
    await page.waitForFunction(() => document.getElementById('cristianini-2000/colours').dataset.computed === '4096'); // prettier-ignore
  });

  it('is accessible, fits narrow windows, and says nothing on the console', async () => {
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 380, height: 700 });
    assert.deepEqual(await overflows(page), []);
    assert.deepEqual(problems, []);
  });
});
