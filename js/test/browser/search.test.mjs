/** The search of the docs: what its index finds, and the box with keyboard and mouse. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { open } from '../../../demo/site/search.js';
import { searchIndex } from '../../site/search-index.mjs';
import { pages, siteFolder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { serve } from '../support/server.mjs';
import { overflows, violations } from '../support/site.mjs';
import { watch } from '../support/visit.mjs';

const { browser, skip } = await launch();
after(() => browser?.close());

describe('the index of the search', () => {
  const index = JSON.parse(readFileSync(join(siteFolder, 'site', 'search.json'), 'utf8'));
  const search = open(index);
  const text = (path) => readFileSync(join(siteFolder, path), 'utf8');

  /** What people look for, and the page, or its part, that the first result has to be. */
  const wanted = {
    'feature importance': 'docs/inspecting.html',
    imbalanced: 'docs/choosing-a-machine.html#imbalanced-classes',
    overfitting: 'docs/trust.html',
    embedding: 'docs/few-shot.html',
    'random forest': 'docs/choosing-a-machine.html',
    'early stopping': 'docs/fitting.html#early-stopping',
    hyperparameter: 'docs/model-selection.html',
    'time series': 'docs/model-selection.html#time-series-and-groups',
    GPU: 'docs/gpu.html',
    server: 'docs/server.html',
    ERR_SHAPE: 'docs/errors.html#err_shape',
    svc: 'docs/machines/SVC.html',
    'cross validation': 'docs/model-selection.html',
    'active learning': 'docs/few-shot.html#what-to-label-next',
  };
  for (const [question, address] of Object.entries(wanted))
    it(`answers '${question}' with ${address}`, () => {
      const [first] = search(question);
      const found = address.includes('#') ? `${first?.path}#${first?.id}` : first?.path;
      assert.equal(found, address);
    });

  it('finds each error, each machine and each option by its name', () => {
    const codes = [...text('docs/errors.html').matchAll(/id="((?:err|warn)_\w+)"/g)];
    assert.ok(codes.length > 20);
    for (const [, code] of codes)
      assert.ok(
        search(code).some(({ id }) => id === code),
        code,
      );
    const machines = pages.filter(({ group }) => group === 'Machines');
    for (const { path } of machines.filter((page) => !page.path.endsWith('index.html'))) {
      const name = path.match(/(\w+)\.html/)[1];
      assert.equal(search(name)[0].path, path);
    }
    const options = [...text('docs/machines/SVC.html').matchAll(/<tr><td><code>([\w.]+)<\/code>/g)];
    assert.ok(options.length > 20);
    for (const [, option] of options) assert.ok(search(option).length > 0, option);
  });

  it('finds figures under their own addresses, each once', () => {
    const found = search('smallest enclosing ball').filter(({ group }) => group === 'Figures');
    assert.deepEqual(
      found.map(({ path, title }) => [path, title]),
      [['figures/ball.html', 'Smallest enclosing ball']],
    );
  });

  it('has every page of a section, and ids that exist', () => {
    const paths = new Set(index.pages.map(([path]) => path));
    for (const { path, section } of pages) assert.equal(paths.has(path), Boolean(section), path);
    const html = new Map([...paths].map((path) => [path, text(path)]));
    for (const [page, id] of index.sections)
      assert.ok(!id || html.get(index.pages[page][0]).includes(` id="${id}"`), id);
  });

  it('takes the sections of a page apart, and its tables into rows', () => {
    const page = { path: 'a.html', title: 'A', section: 'Docs', description: 'About a.' };
    const content =
      '<h1 id="a">A</h1><p>First &amp; <code>x</code>.</p><h2 id="b">B <a class="anchor" href="#b">#</a></h2>' +
      '<table><tr><td>r</td><td>one</td></tr><tr><td>two</td></tr></table><ul class="grid"><li><h3>Card</h3></li></ul>';
    const { pages: all, texts, sections } = searchIndex([{ page, content }]);
    assert.deepEqual(all, [['a.html', 'A', 'Docs']]);
    assert.deepEqual(
      sections.map(([, id, heading, ...own]) => [id, heading, own.map((i) => texts[i])]),
      [
        ['', '', ['About a.', 'First & x.']],
        ['b', 'B', ['r one', 'two']],
      ],
    );
  });

  it('answers with all words first, else with most of them, and nothing with nothing', () => {
    for (const { path, id } of search('shrinking cacheSize')) {
      const [, , heading, ...own] = index.sections.find(
        ([page, name]) => index.pages[page][0] === path && name === id,
      );
      const all = [heading, ...own.map((i) => index.texts[i])].join(' ').toLowerCase();
      assert.ok(all.includes('shrinking') && all.includes('cachesize'), `${path}#${id}`);
    }
    assert.ok(search('overfitting xyzzyx').length > 0);
    assert.deepEqual(search('xyzzyx'), []);
    assert.deepEqual(search(' ?'), []);
    assert.deepEqual(search('(.*'), []);
  });

  it('is small enough to be read at the first key', () => {
    const size = readFileSync(join(siteFolder, 'site', 'search.json')).length;
    assert.ok(size < 900_000, `${size} bytes`);
  });
});

describe('the groups of the docs', () => {
  it('are four and the reference, and no two pages have one title', () => {
    const html = readFileSync(join(siteFolder, 'docs', 'index.html'), 'utf8');
    const [, nav] = html.match(/<nav aria-label="Docs">(.*?)<\/nav>/s);
    const groups = Array.from(nav.matchAll(/<summary>(.*?)<\/summary>/g), ([, name]) => name);
    assert.deepEqual(groups, [
      'All docs pages',
      ...['Start', 'Use', 'Understand', 'Study', 'Machines', 'Kernels', 'Inside'],
    ]);
    const titles = Array.from(nav.matchAll(/<a [^>]*>(.*?)<\/a>/g), ([, title]) => title);
    assert.deepEqual([...new Set(titles)], titles);
    for (const group of groups.slice(1, 5))
      assert.ok(html.includes(`<h2 id="${group.toLowerCase()}">`));
  });

  it('have a list of contents in long pages', () => {
    const html = readFileSync(join(siteFolder, 'docs', 'model-selection.html'), 'utf8');
    const [, list] = html.match(/<nav class="contents"[^>]*>(.*?)<\/nav>/s);
    const ids = Array.from(html.matchAll(/<h2 id="([^"]*)"/g), ([, id]) => `#${id}`);
    assert.deepEqual(
      Array.from(list.matchAll(/href="([^"]*)"/g), ([, to]) => to),
      ids,
    );
    assert.ok(!readFileSync(join(siteFolder, 'docs', 'privacy.html'), 'utf8').includes('contents'));
  });
});

describe('the box of the search', { skip, timeout: 900_000 }, () => {
  let server;
  let page;
  let problems;
  before(async () => {
    server = await serve({ folders: { '/some/where/': siteFolder } });
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    ({ problems } = watch(page));
    await page.goto(`${server.url}/some/where/docs/machines/SVC.html`);
    await page.waitForFunction(() => document.body.dataset.state === 'done');
  });
  after(async () => {
    await page?.close();
    await server?.close();
  });
  const results = () => page.locator('.search li a');
  const focused = () => page.evaluate(() => document.activeElement.textContent);

  it("is reached by '/', lists results, and goes to one by the arrow keys", async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('feature importance');
    await results().first().waitFor();
    assert.match(await page.textContent('.search [role="status"]'), /^\d+ results$/);
    assert.deepEqual(await overflows(page), []);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('ArrowDown');
    assert.match(await focused(), /^Reports and feature importance/);
    await page.keyboard.press('ArrowDown');
    const second = await page.evaluate(() => document.activeElement.getAttribute('href'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'search');
    assert.notEqual(second, await results().first().getAttribute('href'));
  });

  it('says that nothing was found, closes by Escape, and leaves other keys alone', async () => {
    await page.fill('#search', 'xyzzyx');
    await page.locator('.search .none').waitFor();
    assert.equal(await page.textContent('.search .none'), 'Nothing found for “xyzzyx”.');
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#found-pages'), false);
    await page.keyboard.type('/');
    assert.equal(await page.inputValue('#search'), '/'); // Escape also empties the box
  });

  it('opens the first result by Enter, at its heading', async () => {
    await page.fill('#search', 'ERR_SHAPE');
    await results().first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/docs\/errors\.html#err_shape$/);
    assert.deepEqual(problems, []);
  });
});
