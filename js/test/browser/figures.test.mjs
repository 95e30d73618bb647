/**
 * The pages of figures: each is drawn, and drawn anew when a control is moved; the gallery draws what
 * is in view; addresses of the long pages that there were lead to figures.
 */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { pages, siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { serve } from '../support/server.mjs';
import { watch } from '../support/visit.mjs';
import { drawn } from '../../tools/draw.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

describe('the figures', { skip, concurrency: 3, timeout: 900_000 }, () => {
  let site;
  /** Pages of one context share what was compiled. */
  let context;

  before(async () => {
    site = await serve({ folders: { '/': siteFolder } });
    context = await browser.newContext({ viewport: { width: 1100, height: 800 } });
  });
  after(async () => {
    await context?.close();
    await site?.close();
  });

  /**
   * Opens a page and waits until all of its figures are drawn. On a busy machine, about one of
   * 200 pages of Chromium 147 stops while it loads: its main thread waits without using the
   * processor, which no script can make it do, while its worker answers. Such a page is opened
   * once more.
   */
  async function open(name, again = true) {
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    const { problems } = watch(page);
    await page.goto(`${site.url}/figures/${name}`);
    const settled = page.waitForFunction(() =>
      ['done', 'error'].includes(document.body.dataset.state),
    );
    if (again && (await stops(page, settled))) {
      settled.catch(() => {}); // the page is closed
      console.error(`${name}: the main thread of the page has stopped; it is opened once more`);
      await page.close();
      return open(name, false);
    }
    await settled;
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

  /** Marks of the key that no picture of the figure has. */
  const unmarked = (page) =>
    page.$$eval('.key svg', (signs) =>
      signs
        .map((sign) => sign.lastElementChild.getAttribute('class'))
        .map((kind) => (kind.includes('shade') ? 'canvas' : `.${kind.replaceAll(' ', '.')}`))
        .filter((mark) => !document.querySelector(`.panel :is(${mark}):not(.sign)`)),
    );

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

  const names = pages
    .filter(({ section, group }) => section === 'Figures' && group)
    .map(({ path }) => posix.basename(path, '.html'));

  for (const name of drawn(names, 'figures')) {
    it(`${name} is drawn, and follows its controls`, async () => {
      const { page, problems } = await open(`${name}.html`);
      let earlier = await look(page, name);
      const marks = earlier.marks.reduce((total, count) => total + count, 0);
      assert.ok(Math.min(...earlier.marks) >= 1 && marks >= 3, `marks ${earlier.marks}`);
      assert.ok(earlier.named, 'a picture without a name');
      assert.deepEqual(await unmarked(page), [], 'the key names what is not drawn');
      const controls = await page.$$eval('.controls :is(input, select)', (all) =>
        all.map((input) => ({
          control: input.name,
          to:
            input.tagName === 'SELECT'
              ? [...input.options].find((option) => !option.selected).value
              : // A third or two thirds of the range, whichever is not the current value.
                [1 / 3, 2 / 3]
                  .map((share) => Number(input.min) + share * (input.max - input.min))
                  .find((value) => Math.abs(value - input.value) > 0.1 * (input.max - input.min)),
        })),
      );
      assert.ok(controls.length > 0, 'no control');
      for (const { control, to } of controls) {
        await move(page, name, control, to);
        const now = await look(page, name);
        assert.notEqual(now.all, earlier.all, `${control} changed nothing`);
        earlier = now;
      }
      assert.deepEqual(problems, []);
      await page.close();
    });
  }

  it('the gallery has all, and computes only what is in view', async () => {
    const { page, problems } = await open('index.html');
    const states = () =>
      page.$$eval('[data-figure]', (all) =>
        all.map((place) => [
          place.dataset.figure,
          place.closest('a').getAttribute('href'),
          place.dataset.state,
          place.querySelectorAll('.panel:first-child :is(.line, .dot, .area, canvas)').length >= 3,
        ]),
      );
    const first = await states();
    assert.deepEqual(
      first.map(([name]) => name),
      names,
    );
    for (const [name, link, state, picture] of first) {
      assert.equal(link, `${name}.html`);
      assert.equal(picture, state === 'done', `${name}: ${state}`);
    }
    const computed = first.filter(([, , state]) => state === 'done').length;
    assert.ok(computed >= 5 && computed <= 20, `${computed} of ${first.length} are computed`);
    await page.evaluate(() => document.querySelector('[data-figure="course"]').scrollIntoView());
    await page.waitForFunction(
      () => document.querySelector('[data-figure="course"]').dataset.state === 'done',
    );
    assert.ok((await states()).filter(([, , state]) => state === 'waiting').length > 0);
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('a figure is reached by its address on the long page that there was', async () => {
    const page = await context.newPage();
    for (const [from, to] of [
      ['classification.html#hulls', 'hulls.html'],
      ['regression.html#nu-tube', 'nu-tube.html'],
      ['kernels.html#kernel-pca', 'kernel-pca.html'],
      ['solvers.html#sgd', 'sgd.html'],
      ['solvers.html', 'index.html'],
      ['solvers.html#no-figure', 'index.html'],
    ]) {
      await page.goto('about:blank');
      await page.goto(`${site.url}/figures/${from}`).catch(() => {}); // the redirection ends the visit
      await page.waitForURL(`${site.url}/figures/${to}`);
    }
    await page.close();
  });

  it('a figure that fails says why', async () => {
    const page = await context.newPage();
    await page.route('**/figures/hulls.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export const controls = {}; export const compute = () => { throw new Error('no luck'); };",
      }),
    );
    await page.goto(`${site.url}/figures/hulls.html`);
    assert.equal(
      await page.textContent('main > [role="alert"]'),
      'A figure could not be computed: no luck',
    );
    assert.equal(await page.getAttribute('body', 'data-state'), 'error');
    await page.close();
  });

  it('a slider that is dragged ends with the figure of its last value', async () => {
    const { page } = await open('tube.html');
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
