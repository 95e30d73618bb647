/** The package in a browser: as a module, as a classic script, blocking. Special pages are in ../environments. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { launch } from '../support/chromium.mjs';
import { html, outcomes, pages } from '../support/pages.mjs';
import { project } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { visit } from '../support/visit.mjs';
import { drawn } from '../../tools/draw.mjs';

const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const { browser, skip } = await launch();
after(() => browser?.close());

/**
 * A vectorizer and a mixture learn beside the page: it measures the longest time between two
 * turns of its event loop, and compares with the same fits in its own thread.
 */
const learning = (api) => `
  const api = ${api};
  const sync = await import('/dist/sync.js');
  await Promise.all([api.init({ onWarning() {} }), sync.init()]);
  const texts = Array.from({ length: 10000 }, (_, i) =>
    Array.from({ length: 30 }, (_, j) => 'w' + ((i * 7919 + j * j * 104729) % 5003)).join(' '));
  const points = Array.from({ length: 4000 }, (_, i) => [Math.sin(i), Math.cos(i * i)]);
  const make = (from) => [
    [new from.TfidfVectorizer({ ngramRange: [1, 2] }), texts],
    [new from.GaussianMixture({ nComponents: 20, nInit: 1, tol: 0, maxIter: 30 }), points],
  ];
  const told = [];
  for (const [at, [model, X]] of make(api).entries()) {
    // The turns of the page's event loop while the work goes on.
    const turnsOf = async (work) => {
      const { port1, port2 } = new MessageChannel();
      let [turns, over] = [0, false];
      port1.onmessage = () => {
        if (over) return port1.close();
        turns++;
        port2.postMessage(0);
      };
      port2.postMessage(0);
      const value = await work();
      over = true;
      return [turns, value];
    };
    let reports = 0;
    const [beside] = await turnsOf(() => model.fit(X, { onProgress: () => void reports++ }));
    const [blocked, other] = await turnsOf(async () => make(sync)[at][0].fit(X));
    const few = X.slice(0, 50);
    const same = String((await model.save())) === String(other.save()) &&
      String((await model.transform(few)).data ?? await model.transform(few)) ===
      String(other.transform(few).data ?? other.transform(few));
    const controller = new AbortController();
    const fit = model.fit(X, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    const aborted = await fit.then(() => 'no', (error) => error.name);
    const free = beside > 100 && blocked < 5 ? 'free' : beside + ' turns beside a worker, ' + blocked + ' in a blocking fit';
    told.push(free, reports > 1, same, aborted);
  }
  return told.join(' ');`;
describe('in a page', { skip, timeout: 900_000 }, () => {
  let site;
  before(async () => {
    site = await serve({
      folders: { '/dist/': dist },
      pages: {
        ...pages,
        ...Object.fromEntries(
          Object.entries({
            module: ['', "await import('/dist/index.js')"],
            script: ['<script src="/dist/maxmargin.js"></script>', 'maxmargin'],
            inline: ['<script src="/dist/maxmargin.inline.js"></script>', 'maxmargin'],
          }).map(([name, [head, api]]) => [`/text-${name}.html`, html(head, learning(api))]),
        ),
        '/missing.html': html(
          '',
          `
          const { init, SVC } = await import('/dist/index.js');
          await init({ wasmUrl: '/nowhere.wasm' });`,
        ),
        '/globals.html': html(
          '',
          `
          const before = new Set(Object.getOwnPropertyNames(window));
          await work(await import('/dist/index.js'));
          return 'new: ' + JSON.stringify(Object.getOwnPropertyNames(window).filter((name) => !before.has(name)));`,
        ),
      },
    });
  });
  after(() => site?.close());

  /** open loads a page and returns its outcome with all problems. */
  async function open(url) {
    const { title, problems } = await visit(browser, url);
    return { title, problems };
  }

  for (const { path, told, title } of outcomes) {
    it(told, async () => {
      assert.deepEqual(await open(site.url + path), { title, problems: [] });
    });
  }

  // Their worker does the same, however it was started.
  for (const name of drawn(['module', 'script', 'inline'], 'vectorizers')) {
    it(`vectorizers and mixtures leave the page free: ${name}`, async () => {
      const outcome = 'free true true AbortError';
      const wanted = { title: `${outcome} ${outcome}`, problems: [] };
      assert.deepEqual(await open(`${site.url}/text-${name}.html`), wanted);
    });
  }

  it('adds nothing to window', async () => {
    const { title } = await open(`${site.url}/globals.html`);
    assert.equal(title, 'new: []');
  });

  it('a missing module is an error that names the address tried', async () => {
    const { title } = await open(`${site.url}/missing.html`);
    assert.match(title, /^error ERR_RUNTIME_LOAD .*nowhere\.wasm/);
  });
});
