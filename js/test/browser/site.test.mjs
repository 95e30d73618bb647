/**
 * The site, built with the packed package and served by a plain static server
 * under a sub-path: every page at desktop and phone width, light and dark; and
 * the code blocks of the docs that are for browsers.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';

import { excess, firstPage } from '../../budgets.mjs';
import { compressed } from '../../size.mjs';
import { pages, siteFolder as folder } from '../support/built-site.mjs';
import { launch } from '../support/chromium.mjs';
import { agrees, blocks, chains, documents, moduleOf, nameOf } from '../support/docs.mjs';
import { project } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { openVisitor } from '../support/site.mjs';
import { watch } from '../support/visit.mjs';
import { turn } from '../../tools/draw.mjs';

const AT_ONCE = 3;

const { browser, skip } = await launch();

/** For browsers: modules of the docs, and whole pages. */
const modules = documents().flatMap((page) =>
  chains(
    blocks(page).filter(({ info: [language, word] }) => language === 'js' && word === 'browser'),
  ),
);
const documentsOfHtml = documents()
  .flatMap(blocks)
  .filter(({ info, code }) => info[0] === 'html' && code.includes('<script'));

let site;
before(async () => {
  const [importMap] = readFileSync(join(folder, 'index.html'), 'utf8').match(
    /<script type="importmap">.*?<\/script>/s,
  );
  const shell = (content) =>
    `<!doctype html><html lang="en"><title>waiting</title><link rel="icon" href="data:,">${content}`;
  const own = {};
  modules.forEach((chain, i) => {
    own[`/sub/path/block-${i}.js`] = `${moduleOf(chain)}\ndocument.title = 'done';`;
    own[`/sub/path/block-${i}.html`] = shell(
      `${importMap}<script type="module" src="block-${i}.js"></script>`,
    );
  });
  documentsOfHtml.forEach((block, i) => {
    // A module reports its end; the values that it shows are asserted.
    const html = block.code.replace(
      /(<script type="module">)([^]*?)(<\/script>)/,
      (_, open, code, close) =>
        `${open}${moduleOf([{ ...block, code, given: '' }])}\ndocument.title = 'done';${close}`,
    );
    own[`/app/${i}.html`] = shell(html);
  });
  site = await serve({
    folders: { '/sub/path/': folder, '/app/node_modules/': join(project, 'node_modules') },
    pages: own,
  });
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * Pages from one template are alike: one of them is checked as thoroughly as other pages, and the
 * rest are visited when it is their turn. On the wide dark screen, whose styles are those of all
 * pages, axe looks at a page when it is its turn.
 */
const looked = new Set();

describe('every page', { skip, timeout: 900_000 }, () => {
  /** @type {Map<string, string[]>} */
  const problems = new Map();
  const waiting = [];
  for (const page of pages) {
    const own = visits(page).map((options) => ({ path: page.path, options }));
    if (own.length > 0) problems.set(page.path, []);
    waiting.push(...own);
  }

  before(async () => {
    const work = async () => {
      const visitor = await openVisitor(browser);
      for (let next; (next = waiting.shift());) {
        const { path, options } = next;
        const found = visitor.visit(`${site.url}/sub/path/${path}`, options);
        problems.get(path).push(...(await found.catch((error) => [String(error)])));
      }
      await visitor.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });

  for (const [path, found] of problems) it(path, () => assert.deepEqual(found, []));
});

function visits({ path, section, group, markdown, script }) {
  const scripted = script.length > 0;
  if (script.includes('lib/moved.js')) return []; // leads to a page that is visited
  const figure = section === 'Figures' && group;
  const template = figure ? section : markdown ? `${section} ${group} ${scripted}` : path;
  if (looked.has(template))
    return turn(path) ? [{ width: 'phone', resize: 'desktop', scripted }] : [];
  looked.add(template);
  const wide = turn(path) || path === 'index.html';
  return [
    { width: 'phone', ...(!wide && { resize: 'desktop' }), scripted, audit: true },
    ...(wide ? [{ width: 'desktop', scheme: 'dark', scripted, audit: true }] : []),
  ];
}

describe('links', () => {
  const ids = new Map(
    pages.map(({ path }) => {
      const html = readFileSync(join(folder, path), 'utf8');
      return [path, new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id))];
    }),
  );

  it('lead to existing pages and headings', () => {
    const broken = [];
    let links = 0;
    for (const { path } of pages) {
      const html = readFileSync(join(folder, path), 'utf8');
      for (const [, address] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^(https?|data|mailto|blob):/.test(address)) continue;
        links++;
        const [target, fragment] = address.split('#');
        assert.ok(!target.startsWith('/'), `${path}: ${address} is no relative address`);
        const file =
          target === '' ? path : posix.join(posix.dirname(path), decodeURI(target.split('?')[0]));
        const found = existsSync(join(folder, file)) && statSync(join(folder, file)).isFile();
        const there = found && (!fragment || !ids.has(file) || hasId(file, fragment));
        if (!there) broken.push(`${path}: ${address}`);
      }
    }
    assert.deepEqual(broken, []);
    assert.ok(links > 10 * pages.length, `${links} links of ${pages.length} pages`);
  });

  /** A script may use the fragment of its page for itself, so such fragments are not checked. */
  const hasId = (file, fragment) =>
    ids.get(file).has(decodeURIComponent(fragment)) ||
    pages.find(({ path }) => path === file).script.length > 0;
});

describe('nothing leaves the site', () => {
  it('no page, style sheet or script of the site names another host to load from', () => {
    for (const { path } of pages) {
      const html = readFileSync(join(folder, path), 'utf8');
      assert.match(
        html,
        /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
      );
      const loads = Array.from(
        html.matchAll(/<(?:script|link|img|iframe)[^>]* (?:src|href)="([^"]*)"/g),
        ([, address]) => address,
      );
      assert.deepEqual(
        loads.filter((address) => /^(https?:)?\/\//.test(address)),
        [],
        path,
      );
    }
  });
});

describe('the first page', { skip, timeout: 900_000 }, () => {
  it('keeps to its budget of compressed bytes until the first model is trained', async () => {
    const { loaded } = await firstModel();
    const start = `${site.url}/sub/path/`;
    const sizes = loaded.map((url) => {
      const path = url.slice(start.length).replace(/[?#].*/, '');
      return [path, compressed(readFileSync(join(folder, path)))];
    });
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    for (const path of ['index.html', 'maxmargin/index.js', 'maxmargin/maxmargin.wasm'])
      assert.ok(
        sizes.some(([each]) => each === path),
        path,
      );
    const wrong = excess(firstPage, all);
    assert.equal(wrong, '', `${wrong} ${sizes.map((each) => each.join(' ')).join(', ')}`);
  });

  it('is trained again when a point is moved, with the mouse and with the keyboard', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    try {
      const { problems } = watch(page);
      await page.goto(`${site.url}/sub/path/index.html`);
      await page.waitForFunction(() => document.body.dataset.state === 'done');
      const boundary = () => page.getAttribute('#plane .boundary', 'd');
      const changes = async (act) => {
        const earlier = await boundary();
        await act();
        await page.waitForFunction(
          (old) => document.querySelector('#plane .boundary').getAttribute('d') !== old,
          earlier,
        );
      };
      const point = page.locator('.point.support').first();
      await changes(async () => {
        const box = await point.boundingBox();
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(box.x + 40, box.y + 30, { steps: 4 });
        await page.mouse.up();
      });
      await changes(async () => {
        await point.focus();
        for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
      });
      await changes(() => page.check('input[value="linear"]'));
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  });

  /** What was loaded when the page has its first model. */
  async function firstModel() {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.addInitScript(() => {
        new MutationObserver((_, watcher) => {
          if (document.body?.dataset.state !== 'done') return;
          const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
          globalThis.done = { loaded: [location.href, ...loaded] };
          watcher.disconnect();
        }).observe(document, { subtree: true, childList: true, attributes: true });
      });
      await page.goto(`${site.url}/sub/path/index.html`);
      await page.waitForFunction(() => globalThis.done !== undefined);
      return await page.evaluate(() => globalThis.done);
    } finally {
      await context.close();
    }
  }
});

describe('the theme switch', { skip, timeout: 900_000 }, () => {
  it('applies to other pages before their first paint, and can follow the system again', async () => {
    const context = await browser.newContext({ colorScheme: 'light' });
    try {
      const page = await context.newPage();
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.goto(`${site.url}/sub/path/index.html`);
      const light = await ground();
      await page.locator('label:has(input[name="theme"][value="dark"])').click();
      const dark = await ground();
      assert.notEqual(dark, light);
      await page.addInitScript(() => {
        document.addEventListener('readystatechange', () => {
          globalThis.early ??= document.documentElement.dataset.theme;
        });
      });
      await page.goto(`${site.url}/sub/path/docs/privacy.html`);
      assert.equal(await page.evaluate(() => globalThis.early), 'dark');
      assert.equal(await ground(), dark);
      await page.locator('label:has(input[name="theme"][value="system"])').click();
      assert.equal(await ground(), light);
    } finally {
      await context.close();
    }
  });
});

describe('code of the docs for browsers', { skip, timeout: 900_000 }, () => {
  const run = async (path) => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const { problems } = watch(page);
      await page.addInitScript(() => {
        globalThis.shows = [];
        globalThis.__show = (where, shown, values) => {
          const plain = (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
          globalThis.shows.push({ where, shown, values: JSON.stringify(values, plain) });
        };
      });
      await page.goto(site.url + path);
      await page
        .waitForFunction(() => document.title === 'done', undefined, { timeout: 900_000 })
        .catch(() => problems.push('it did not come to its end'));
      assert.deepEqual(problems, []);
      for (const { where, shown, values } of await page.evaluate(() => globalThis.shows)) {
        const [value] = JSON.parse(values);
        const raw = typeof value === 'string' ? value : undefined;
        assert.ok(agrees(shown, { inspected: inspect(value), raw }), `${where}: ${values}`);
      }
    } finally {
      await context.close();
    }
  };
  modules.forEach((chain, i) => it(nameOf(chain), () => run(`/sub/path/block-${i}.html`)));
  documentsOfHtml.forEach((block, i) => it(nameOf([block]), () => run(`/app/${i}.html`)));
});
