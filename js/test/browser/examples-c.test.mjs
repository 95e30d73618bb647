/** Stars of a review, the order by hand and all of MNIST: what these pages claim. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { entry, root } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { overflows, violations } from '../support/site.mjs';
import { watch } from '../support/visit.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

const { OrdinalSVC, SVC, TfidfVectorizer, crossValidate, makePipeline } = await import(
  entry('main.mjs')
);
const { readCsv } = await import(entry('data.mjs'));

describe('examples, third part', { skip, timeout: 900_000 }, () => {
  let server;

  before(async () => {
    server = await serve({ folders: { '/some/where/': siteFolder } });
  });
  after(async () => {
    await server?.close();
  });

  /** Opens a page and waits for its work; `published` has what it says to programs. */
  async function open(path) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
    const { problems } = watch(page);
    await page.goto(`${server.url}/some/where/examples/${path}/index.html`);
    const settled = () =>
      page.waitForFunction(() => ['done', 'error'].includes(document.body.dataset.state), null, {
        timeout: 900_000,
      });
    const published = async () => {
      await settled();
      const data = await page.evaluate(() => ({ ...document.body.dataset }));
      assert.equal(data.state, 'done', await page.textContent('#status'));
      return data;
    };
    return { page, problems, published };
  }

  describe('stars', () => {
    let here;
    before(async () => (here = await open('stars')));
    after(() => here?.page.close());

    it('states the cross-validated score, and reads a review as Node does', async () => {
      const text = readFileSync(join(root, 'demo', 'data', 'reviews.csv'), 'utf8');
      const { texts, y } = await readCsv(text, { target: 'stars', types: { review: 'text' } });
      const model = makePipeline(
        new TfidfVectorizer(),
        new OrdinalSVC({ kernel: 'linear', C: 0.1 }),
      );
      const { mean } = await crossValidate(model, texts.review, y, { folds: 10, seed: 0 });
      const { right, machine, unordered } = await here.published();
      assert.equal(Number(right), Math.round(120 * mean));
      assert.ok(Number(machine) < Number(unordered), 'the order does not make errors smaller');

      await model.fit(texts.review, y);
      for (const review of ['A perfect dinner and a wonderful room', 'Dirty, broken and rude']) {
        const [stars] = await model.predict([review]);
        const [utility] = await model.decisionFunction([review]);
        await here.page.fill('#review', review);
        const shown = `${stars} stars?, utility ${utility.toFixed(2).replace('-', '−')}`;
        await here.page.waitForFunction(
          (expected) => new RegExp(expected).test(document.getElementById('utility').textContent),
          shown,
          { timeout: 900_000 },
        );
        assert.equal((await here.page.textContent('#stars')).match(/★/g).length, stars);
      }
    });

    it('moves thresholds by hand and to the smallest cost', async () => {
      const { cost } = await here.published();
      await here.page.click('#best');
      const best = Number((await here.published()).cost);
      assert.ok(best <= Number(cost), `${best}, ${cost}`);

      const grip = here.page.locator('[data-threshold="1"] .grip');
      const { x, y, width, height } = await grip.boundingBox();
      await here.page.mouse.move(x + width / 2, y + height / 2);
      await here.page.mouse.down();
      await here.page.mouse.move(x + width / 2 + 150, y + height / 2, { steps: 4 });
      await here.page.mouse.up();
      const dragged = await here.published();
      assert.ok(Number(dragged.cost) > best, `${dragged.cost}, ${best}`);
      const values = await here.page.locator('#sliders input').evaluateAll((all) => all.map((input) => Number(input.value))); // prettier-ignore
      assert.deepEqual(
        values,
        [...values].sort((a, b) => a - b),
      );
    });

    it('finds thresholds as cheap as any', async () => {
      const differences = await here.page.evaluate(async () => {
        const ratings = await import(new URL('ratings.js', globalThis.location.href).href);
        const { bestThresholds, meanCost, starsOf } = ratings;
        const found = [];
        for (let seed = 1; seed <= 40; seed++) {
          const numbers = Array.from({ length: 14 }, (_, i) => (seed * (i + 3) * 7919) % 101);
          const [utilities, stars] = [
            numbers.slice(0, 7),
            numbers.slice(7).map((v) => 1 + (v % 3)),
          ];
          const cuts = [-1, ...utilities, 101];
          for (const power of [0, 1, 2]) {
            const costs = cuts.flatMap(
              (a) =>
              cuts.map((b) => meanCost(stars, starsOf(utilities, [Math.min(a, b), Math.max(a, b)]), power)), // prettier-ignore
            );
            const own = bestThresholds(utilities, stars, power, 3);
            found.push(meanCost(stars, starsOf(utilities, own), power) - Math.min(...costs));
          }
        }
        return found;
      });
      assert.equal(differences.length, 120);
      for (const difference of differences) assert.ok(Math.abs(difference) < 1e-12);
    });

    it('writes no errors to the console', () => assert.deepEqual(here.problems, []));
  });

  describe('ranking', () => {
    let here;
    before(async () => (here = await open('ranking')));
    after(() => here?.page.close());

    it('learns the taste that orders the lists, and orders the others by it', async () => {
      await here.page.selectOption('#taste', 'as cheap as possible');
      await here.page.click('#more');
      const { tau, pairs, weights, first } = await here.published();
      assert.equal(Number(pairs), 42);
      assert.ok(Number(tau) > 0.85, tau);
      const [rent, ...others] = weights.split(' ').map(Number);
      assert.ok(rent < 0 && others.every((weight) => Math.abs(weight) < -rent), weights);
      assert.ok(Number(first) >= 14);
    });

    it('follows a row that is moved up', async () => {
      const rows = here.page.locator('#lists table').first().locator('tbody tr');
      const moved = await rows.nth(2).locator('td').first().textContent();
      const before = await here.published();
      await rows.nth(2).getByLabel('up, place 3').click();
      await here.page.waitForFunction((weights) => document.body.dataset.weights !== weights, before.weights); // prettier-ignore
      assert.equal(await rows.nth(1).locator('td').first().textContent(), moved);
      assert.equal(await rows.count(), 7);
    });

    it('writes no errors to the console', () => assert.deepEqual(here.problems, []));
  });

  describe('mnist', () => {
    const bytes = (name, header) =>
      gunzipSync(readFileSync(join(root, 'demo', 'data', 'mnist', name))).subarray(header);
    const rows = 4000;
    const scale = 1 / 255;
    let here;
    let model;

    before(async () => {
      const data = bytes('train-images-idx3-ubyte.gz', 16).subarray(0, rows * 784);
      model = new SVC({ C: 10, gamma: 0.02 });
      await model.fit(
        { data, rows, cols: 784, scale },
        bytes('train-labels-idx1-ubyte.gz', 8).subarray(0, rows),
      );
      here = await open('mnist');
      await here.page.selectOption('#size', String(rows));
      await here.page.click('#train');
    });
    after(() => here?.page.close());

    it('misreads as many test digits as Node does, with as many support vectors', async () => {
      const { wrong, supportVectors, gap } = await here.published();
      const data = bytes('t10k-images-idx3-ubyte.gz', 16);
      const answers = await model.predict({ data, rows: 10_000, cols: 784, scale });
      const y = bytes('t10k-labels-idx1-ubyte.gz', 8);
      assert.equal(Number(wrong), answers.filter((answer, row) => answer !== y[row]).length);
      assert.equal(Number(supportVectors), model.supportIndices.length);
      assert.ok(Number(gap) > 0 && Number(gap) <= 1e-3, gap);
      assert.match(await here.page.textContent('#published .own'), /4,000 digits4\.44 %/);
    });

    it('counts the support vectors of each pair of digits', async () => {
      const cells = await here.page.locator('#pairs td.right').allTextContents();
      assert.equal(cells.length, 45);
      const shown = cells.reduce((sum, text) => sum + Number(text.replace(',', '')), 0);
      assert.equal(shown, model.dualCoef.filter((weight) => weight !== 0).length);
      assert.equal(await here.page.locator('#heaviest canvas').count(), 80);
    });

    it('reads drawings: the samples, each with nine duels won', async () => {
      const { page } = here;
      for (const digit of [7, 0, 4]) {
        await page.selectOption('#sample', String(digit));
        await page.waitForFunction((want) => document.body.dataset.answer === want, String(digit));
        assert.match(await page.textContent('#bars .chosen'), new RegExp(`^${digit}9 of 9`));
      }
      await page.click('#clear');
      await page.waitForFunction(() => !document.body.dataset.answer);
    });

    it('fits a phone and breaks no rule of accessibility with its results', async () => {
      const { page } = here;
      assert.deepEqual(await violations(page), []);
      await page.setViewportSize({ width: 390, height: 800 });
      assert.deepEqual(await overflows(page), []);
    });

    it('can be stopped, and keeps the machine that it has', async () => {
      const { page } = here;
      await page.selectOption('#size', '60000');
      await page.click('#train');
      await page.waitForFunction(() => /15,000 digits: /.test(document.getElementById('status').textContent), null, { timeout: 900_000 }); // prettier-ignore
      await page.click('#stop');
      await page.waitForFunction(() => document.body.dataset.state === 'idle', null, { timeout: 900_000 }); // prettier-ignore
      assert.match(
        await page.textContent('#status'),
        /^Stopped\. The machine of 4,000 digits stays/,
      );
      await page.selectOption('#sample', '7');
      await page.waitForFunction(() => document.body.dataset.answer === '7');
    });

    it('writes no errors to the console', () => assert.deepEqual(here.problems, []));
  });
});
