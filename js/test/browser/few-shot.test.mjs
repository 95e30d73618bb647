/** The page that learns from a few labels: against the same machine in Node, and what a click does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { entry, root } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { overflows, violations } from '../support/site.mjs';
import { watch } from '../support/visit.mjs';

const { SVC } = await import(entry('main.mjs'));
const { readCsv } = await import(entry('data.mjs'));

const { browser, skip } = await launch();
after(() => browser?.close());

const COLS = 384;
const data = (name) => readFileSync(join(root, 'demo', 'data', name));

describe('a few labels', { skip, timeout: 900_000 }, () => {
  let server;
  let page;
  let problems;
  before(async () => {
    server = await serve({ folders: { '/some/where/': siteFolder } });
    page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
    ({ problems } = watch(page));
    await page.goto(`${server.url}/some/where/examples/few-shot/index.html`);
    await page.waitForFunction(() => ['done', 'error'].includes(document.body.dataset.state));
  });
  after(async () => {
    await page?.close();
    await server?.close();
  });

  const said = () => page.evaluate(() => ({ ...document.body.dataset }));
  const predictions = () =>
    page.$$eval('#answers li', (items) => items.map(({ children: [topic] }) => topic.textContent));

  /** Acts, and waits until the page has as many labels. */
  const until = async (labels, act) => {
    await act();
    await page.waitForFunction((count) => document.body.dataset.labels === String(count), labels);
  };

  it('begins with the score of the same machine in Node, by vectors of length 1', async () => {
    const bytes = new Int8Array(data('headline-vectors.bin'));
    const rows = Array.from({ length: bytes.length / COLS }, (_, i) => {
      const row = Array.from(bytes.subarray(i * COLS, (i + 1) * COLS));
      const length = Math.hypot(...row);
      return row.map((value) => value / length);
    });
    const topics = [];
    for (const name of ['headlines.csv', 'more-headlines.csv']) {
      const types = { headline: 'text' };
      topics.push(...(await readCsv(data(name).toString(), { target: 'topic', types })).y);
    }
    assert.deepEqual([rows.length, topics.length, new Set(topics).size], [500, 500, 10]);
    const known = [...new Set(topics)]
      .slice(0, 4)
      .flatMap((topic) => topics.flatMap((each, i) => (each === topic ? [i] : [])).slice(0, 2));
    const options = { kernel: 'linear', multiClass: 'ovr', classWeight: 'balanced' };
    const model = await new SVC(options).fit(
      known.map((i) => rows[i]),
      known.map((i) => topics[i]),
    );
    const predicted = await model.predict(rows);
    const right = topics.filter((topic, i) => !known.includes(i) && topic === predicted[i]).length;
    const { state, labels, right: shown } = await said();
    assert.equal(state, 'done', await page.textContent('#status'));
    assert.deepEqual([labels, shown], ['8', String(right)]);
    assert.deepEqual(await predictions(), [...predicted]);
  });

  it('learns from a label, a topic of the reader and forgetting, which undoes both', async () => {
    const before = [await said(), await predictions()];
    await until(9, async () => {
      await page.fill('#name', 'gardens');
      await page.press('#name', 'Enter');
    });
    assert.ok(
      (await page.$$eval('#topics button', (all) => all.map(({ value }) => value))).includes(
        'gardens',
      ),
    );
    assert.equal((await said()).topics, '5');
    await until(10, () => page.click('#topics button >> nth=0'));
    assert.notDeepEqual(await predictions(), before[1]);
    await until(9, () => page.click('#labels button >> nth=0'));
    await until(8, () => page.click('#labels button >> nth=0'));
    assert.deepEqual((await said()).right, before[0].right);
    assert.deepEqual(await predictions(), before[1]);
  });

  it('finds all ten topics by asking, and is right more often', async (t) => {
    const times = [];
    for (let labels = 9; labels <= 40; labels++) {
      await until(labels, () => page.click('#one'));
      times.push(Number((await said()).ms));
    }
    const { topics, right, open } = await said();
    assert.equal(topics, '10');
    assert.ok(right / open > 0.6, `${right} of ${open}`);
    times.sort((a, b) => a - b);
    t.diagnostic(
      `500 predictions after a click: ${times[16]} ms (median), ${times[0]} to ${times.at(-1)} ms`,
    );
    await page.selectOption('#rule', 'entropy');
    await until(50, () => page.click('#ten'));
  });

  it('says what it lacks when labels of one topic are left, and begins again', async () => {
    await until(8, () => page.click('#again'));
    for (let labels = 7; labels >= 1; labels--) {
      await page.click('#labels button >> nth=0');
      // Until the list is drawn anew, its first button is of the label that has gone.
      await page.waitForFunction((n) => document.querySelectorAll('#labels li').length === n, labels); // prettier-ignore
    }
    assert.match(await page.textContent('#score'), /^Two topics are needed/);
    await page.click('#again');
    await page.waitForFunction(() => document.querySelectorAll('#labels li').length === 8);
    assert.deepEqual(problems, []);
  });

  it('fits a phone, and has names and colours for all', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await overflows(page), []);
    assert.deepEqual(await violations(page), []);
  });
});
