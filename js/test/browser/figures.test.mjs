/** The pages of figures: they are drawn, and drawn anew when a control is moved. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { serve } from '../support/server.mjs';
import { watch } from '../support/visit.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

describe('the figures', { skip, concurrency: 3, timeout: 900_000 }, () => {
  let site;

  before(async () => {
    site = await serve({ folders: { '/': siteFolder } });
  });
  after(async () => {
    await site?.close();
  });

  /**
   * Opens a page and waits until all of its figures are drawn. On a busy machine, about one of
   * 200 pages of Chromium 147 stops while it loads: its main thread waits without using the
   * processor, which no script can make it do, while its worker answers. Such a page is opened
   * once more.
   */
  async function open(name, again = true) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
    page.setDefaultTimeout(90_000);
    const { problems } = watch(page);
    await page.goto(`${site.url}/figures/${name}.html`);
    const drawn = page.waitForFunction(() =>
      ['done', 'error'].includes(document.body.dataset.state),
    );
    if (again && (await stops(page, drawn))) {
      drawn.catch(() => {}); // the page is closed
      console.error(`${name}: the main thread of the page has stopped; it is opened once more`);
      await page.close();
      return open(name, false);
    }
    await drawn;
    assert.equal(await page.getAttribute('body', 'data-state'), 'done');
    return { page, problems };
  }

  /** Whether the main thread of a page does not answer for 20 s before a promise settles. */
  async function stops(page, promise) {
    let over = false;
    const settled = promise.then(
      () => (over = true),
      () => (over = true),
    );
    while (!over) {
      const patience = new AbortController();
      const { signal } = patience;
      const late = wait(20_000, true, { signal }).catch(() => false);
      const answer = page.evaluate(() => false).catch(() => false);
      const stopped = await Promise.race([late, answer, settled.then(() => false)]);
      patience.abort();
      if (stopped) return true;
      await Promise.race([settled, wait(1000)]);
    }
    return false;
  }

  /** What a figure shows: how many marks each of its panels has, and all of it as text. */
  const look = (page, name) =>
    page.evaluate((name) => {
      const section = document.querySelector(`[data-figure="${name}"]`);
      const panels = [...section.querySelectorAll('.panel:not([hidden])')];
      const shadings = [...section.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL());
      return {
        marks: panels.map((panel) => panel.querySelectorAll('.line, .dot, .area, canvas').length),
        named: panels.every((panel) => panel.querySelector('svg[role="img"]').ariaLabel),
        readings: section.querySelector('.readings')?.textContent,
        all: [section.innerHTML, ...shadings].join('\n'),
      };
    }, name);

  /** Moves a control as a user does, and waits until its figure is drawn anew. */
  async function move(page, name, control, to) {
    const section = `[data-figure="${name}"]`;
    await page.evaluate(
      ([section, control, to]) => {
        const input = document.querySelector(`${section} [name="${control}"]`);
        input.value = to;
        input.dispatchEvent(new globalThis.Event(input.tagName === 'SELECT' ? 'change' : 'input'));
      },
      [section, control, String(to)],
    );
    await page.waitForFunction(
      (section) =>
        document.querySelector(section).dataset.state === 'done' &&
        document.body.dataset.state === 'done',
      section,
    );
  }

  for (const name of ['classification', 'regression', 'kernels', 'solvers']) {
    it(`${name}: every figure is drawn, and follows its controls`, async () => {
      const { page, problems } = await open(name);
      const figures = await page.evaluate(() =>
        [...document.querySelectorAll('[data-figure]')].map((section) => ({
          name: section.dataset.figure,
          controls: [...section.querySelectorAll('.controls :is(input, select)')].map((input) => ({
            control: input.name,
            to:
              input.tagName === 'SELECT'
                ? [...input.options].find((option) => !option.selected).value
                : // A third or two thirds of the range, whichever is not the current value.
                  [1 / 3, 2 / 3]
                    .map((share) => Number(input.min) + share * (input.max - input.min))
                    .find((value) => Math.abs(value - input.value) > 0.1 * (input.max - input.min)),
          })),
        })),
      );
      assert.ok(figures.length >= 4);
      for (const { name: figure, controls } of figures) {
        let before = await look(page, figure);
        const marks = before.marks.reduce((total, count) => total + count, 0);
        assert.ok(Math.min(...before.marks) >= 1 && marks >= 3, `${figure}: marks ${before.marks}`);
        assert.ok(before.named, `${figure}: a picture without a name`);
        assert.ok(controls.length > 0, `${figure} has no control`);
        for (const { control, to } of controls) {
          await move(page, figure, control, to);
          const now = await look(page, figure);
          assert.notEqual(now.all, before.all, `${figure}: ${control} changed nothing`);
          before = now;
        }
      }
      assert.deepEqual(problems, []);
      await page.close();
    });
  }

  it('the index shows one of each page', async () => {
    const { page, problems } = await open('index');
    for (const name of ['hulls', 'sinc', 'kernel-pca', 'ascent']) {
      const { marks } = await look(page, name);
      assert.ok(marks.length === 1 && marks[0] >= 3, `${name}: ${marks}`);
    }
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('a slider that is dragged ends with the figure of its last value', async () => {
    const { page } = await open('regression');
    await page.evaluate(() => {
      const input = document.querySelector('[data-figure="tube"] [name="epsilon"]');
      for (const value of [0.1, 0.2, 0.5, 0.7]) {
        input.value = value;
        input.dispatchEvent(new globalThis.Event('input'));
      }
    });
    await move(page, 'tube', 'epsilon', 0.6);
    const dragged = (await look(page, 'tube')).readings;
    await move(page, 'tube', 'epsilon', 0.2);
    assert.notEqual((await look(page, 'tube')).readings, dragged);
    await move(page, 'tube', 'epsilon', 0.6);
    assert.equal((await look(page, 'tube')).readings, dragged);
    await page.close();
  });
});
