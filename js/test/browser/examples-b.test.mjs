/** Tube, sensor stream, grid search and the Observable-style notebook: what these pages claim. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { noises, randomOf } from '../../../demo/site/random.js';
import { siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { entry } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { watch } from '../support/visit.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

const { GridSearch, SVC, SVR, optimalTube } = await import(entry('main.mjs'));
const { makeRipley, makeSinc } = await import(entry('data.mjs'));

describe('examples, second part', { skip, timeout: 900_000 }, () => {
  let server;

  before(async () => {
    server = await serve({ folders: { '/some/where/': siteFolder } });
  });
  after(async () => {
    await server?.close();
  });

  /** open opens a page, waits until its own work is done, and resolves to it and to its published state. */
  async function open(path, options = {}) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 800 }, ...options });
    const { problems } = watch(page);
    await page.goto(`${server.url}/some/where/${path}`);
    /** reach waits until the page's state is one of these, and its published data have these values. */
    const reach = async (states, condition = '') => {
      await page.waitForFunction(
        ([states, condition]) => {
          const { dataset } = document.body;
          return states.includes(dataset.state) && (!condition || dataset[condition] !== undefined);
        },
        [[...states, 'error'], condition],
        { timeout: 900_000 },
      );
      const data = await page.evaluate(() => ({ ...document.body.dataset }));
      assert.ok(states.includes(data.state), await page.textContent('[role=status]'));
      return data;
    };
    const set = (id, value) =>
      page.evaluate(
        ([id, value]) => {
          const input = document.getElementById(id);
          input.value = value;
          input.dispatchEvent(new globalThis.Event('input', { bubbles: true }));
        },
        [id, String(value)],
      );
    return { page, problems, reach, set, data: await reach(['done']) };
  }

  it('tube: the fit equals that in Node, and the best tube equals that of the theory', async () => {
    const { page, problems, reach, set, data } = await open('examples/tube/index.html');
    const { X, y } = makeSinc({ samples: 80 });
    const random = randomOf(1);
    const noisy = y.map((value) => value + 0.2 * noises.gaussian.draw(random));
    const model = await new SVR({ epsilon: 0.1, C: 1, gamma: 0.1 }).fit(X, noisy);
    assert.equal(Number(data.support), model.supportIndices.length);
    assert.equal(Number(data.epsilon), 0.1);

    await page.click('#best');
    const best = await reach(['done']);
    const { epsilon, nu } = optimalTube('gaussian', { sigma: 0.2 });
    assert.ok(Math.abs(best.epsilon - epsilon) <= 5e-4, `epsilon ${best.epsilon}`);

    await set('machine', 'NuSVR');
    const told = await reach(['done']);
    // nu is an upper bound on the share outside, and a lower bound on the share of support vectors.
    assert.ok(
      told.outside / 80 <= nu + 0.005 && told.support / 80 >= nu - 0.005,
      JSON.stringify(told),
    );

    for (const loss of ['laplacian', 'gaussian', 'huber', 'piecewisePolynomial']) {
      await set('machine', loss);
      assert.ok((await reach(['done'])).rmse < 0.12, loss);
    }
    assert.equal(
      told.support > 0 && (await reach(['done'])).support,
      '80',
      'no tube, all are support vectors',
    );
    assert.equal((await page.locator('#histogram .bar').count()) > 5, true);

    // A sample is moved with the keyboard, and taken away.
    await set('machine', 'SVR');
    await page.focus('#plot');
    await page.keyboard.press('ArrowRight');
    const before = await page.getAttribute('#plot .chosen', 'cy');
    await page.keyboard.press('ArrowUp');
    await reach(['done']);
    assert.ok(Number(await page.getAttribute('#plot .chosen', 'cy')) < Number(before));
    await page.keyboard.press('Delete');
    await page.waitForFunction(() => document.querySelectorAll('#plot .sample').length === 79);
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('novelty: finds the faults, few false alarms, and does not run by itself if the user prefers reduced motion', async () => {
    const { page, problems, reach, set, data } = await open('examples/novelty/index.html', {
      reducedMotion: 'reduce',
    });
    assert.equal(await page.getAttribute('#play', 'aria-pressed'), 'false');
    assert.deepEqual([data.faults, data.found], ['2', '2']);
    // nu = 0.02 on the training windows; new windows of the same machine stay below 10 in 100.
    const quiet = data.windows - data.right;
    assert.ok(data.wrong < 0.1 * quiet, `${data.wrong} false alarms in ${quiet} windows`);

    await page.selectOption('#fault', 'loose');
    await page.click('#inject');
    await page.waitForFunction(() => document.body.dataset.found === '3');
    await set('threshold', -2);
    assert.ok(Number((await reach(['done'])).alarms) < Number(data.alarms) + 20);
    assert.equal(
      (await reach(['done'])).wrong,
      '0',
      'far below the threshold only faults are left',
    );

    await page.selectOption('#machine', 'SVDD');
    await set('threshold', 0);
    assert.match(await page.textContent('[role=status]'), /OneClassSVM|SVDD|Learning/);
    await page.waitForFunction(() =>
      /^SVDD/.test(document.querySelector('[role=status]').textContent),
    );
    assert.equal((await reach(['done'])).found, '3');
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('novelty: a column of a file', async () => {
    const { page, problems, reach } = await open('examples/novelty/index.html');
    assert.equal(await page.getAttribute('#play', 'aria-pressed'), 'true', 'it runs');
    const random = randomOf(3);
    const value = (i) => Math.sin(i / 3) + 0.1 * noises.gaussian.draw(random);
    const column = Array.from(
      { length: 3000 },
      (_, i) => (i >= 2400 && i < 2600 ? 3 : 1) * value(i),
    );
    const buffer = Buffer.from(`vibration\n${column.map((v) => v.toFixed(4)).join('\n')}\n`);
    await page.setInputFiles('#file', { name: 'own.csv', mimeType: 'text/csv', buffer });
    await page.waitForFunction(() => document.getElementById('found').textContent === 'not known');
    const { alarms, windows } = await reach(['done']);
    assert.equal(Number(windows), 1 + Math.floor((1500 - 64) / 32));
    // 200 rows of a burst touch eight windows; of the other 37 a few may be alarms.
    assert.ok(alarms >= 6 && alarms <= 16, `${alarms} alarms`);

    const short = Buffer.from('a\n1\n2\n3\n');
    await page.setInputFiles('#file', { name: 'short.csv', mimeType: 'text/csv', buffer: short });
    await page.waitForFunction(() => document.body.dataset.state === 'error');
    assert.match(await page.textContent('[role=status]'), /3 rows; at least 512/);
    await page.click('#simulate');
    assert.equal((await reach(['done'])).faults, '2');
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('grid search: the numbers of Node, with another number of workers; any cell; stop', async () => {
    const { page, problems, reach, data } = await open('examples/grid-search/index.html');
    const { X, y } = makeRipley({ samples: 250, seed: 1 });
    const powers = (from) => Array.from({ length: 7 }, (_, i) => 2 ** (from + 2 * i));
    const grid = { C: powers(-3), gamma: powers(-5) };
    const search = new GridSearch(new SVC(), grid, { folds: 5, workers: 1, seed: 1 });
    await search.fit(X, y);
    const [best] = search.results.filter(({ rank }) => rank === 1);
    assert.deepEqual(JSON.parse(data.best), best.params);
    assert.equal(Number(data.mean), best.mean);
    assert.equal(data.fits, '245');
    const simple = JSON.parse(data.simple);
    const row = search.results.find(
      ({ params }) => params.C === simple.C && params.gamma === simple.gamma,
    );
    assert.ok(row.mean >= best.mean - best.std / 2 && simple.gamma <= best.params.gamma);
    const cells = await page.locator('#heat button').allTextContents();
    const wanted = [...grid.gamma].reverse().flatMap((gamma) =>
      grid.C.map((C) => {
        const { mean } = search.results.find((r) => r.params.C === C && r.params.gamma === gamma);
        return (100 * mean).toFixed(1);
      }),
    );
    assert.deepEqual(cells, wanted);

    await page.locator('#heat button').nth(6).click(); // the upper right one
    await page.waitForFunction(() => document.body.dataset.shown === '{"C":512,"gamma":128}');
    const strict = await new SVC({ C: 512, gamma: 128 }).fit(X, y);
    const support = await page.getAttribute('body', 'data-support');
    assert.equal(Number(support), strict.supportIndices.length);

    await page.selectOption('#samples', '1500');
    await page.waitForFunction(() => document.getElementById('progress').value > 0.02);
    const partly = await page.locator('#heat button').allTextContents();
    await page.click('#stop');
    const stopped = await reach(['idle', 'done']);
    // A quick machine may have finished by then.
    if (stopped.state === 'idle') {
      assert.ok(Number(stopped.fits) <= 245);
      assert.ok(
        partly.some((text) => text === '' || text.includes('/')),
        'cells fill one by one',
      );
    }
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('Observable: cells have values, and run again when one changes', async () => {
    const { page, problems, reach } = await open('notebooks/observable.html');
    const support = async () =>
      Number((await page.textContent('[data-cell=summary]')).match(/supportVectors: (\d+)/)[1]);
    const first = await support();
    assert.ok(first >= 54, `${first} of 100 with nu = 0.54`);
    assert.equal(await page.locator('[data-cell=picture] .sample').count(), 100);
    await page.evaluate(() => {
      const input = document.querySelectorAll('.cell-slider input')[1];
      input.value = '0.1';
      input.dispatchEvent(new globalThis.Event('input', { bubbles: true }));
    });
    await page.waitForFunction(
      (first) =>
        !document
          .querySelector('[data-cell=summary]')
          .textContent.includes(`supportVectors: ${first},`),
      first,
    );
    await reach(['done']);
    const next = await support();
    assert.ok(next >= 10 && next < first, `${next} of 100 with nu = 0.1`);
    assert.deepEqual(problems, []);
    await page.close();
  });
});
