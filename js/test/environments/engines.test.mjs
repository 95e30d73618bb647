/** Firefox and WebKit: the package in each of its forms, the playground and the offline notebook. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { build } from '../../site/build.mjs';
import { offlineNotebook } from '../../site/notebooks.mjs';
import { engines, until } from '../support/engines.mjs';
import { html, outcomes, pages } from '../support/pages.mjs';
import { project } from '../support/project.mjs';
import { serve } from '../support/server.mjs';

const installed = join(project, 'node_modules', 'maxmargin');
const folder = mkdtempSync(join(tmpdir(), 'maxmargin-engines-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Work of the second file of the module, progress and an abort, beside a page that goes on. */
const BESIDE = html(
  '',
  `
  const { KernelPCA, SVC, init } = await import('/dist/index.js');
  await init({ onWarning() {} });
  const X = Array.from({ length: 1500 }, (_, i) => [Math.sin(i), Math.cos(i * i)]);
  const y = X.map(([a, b], i) => (i * 7919) % 3);
  let [turns, reports] = [0, 0];
  const timer = setInterval(() => void turns++, 10);
  const controller = new AbortController();
  const fit = new SVC({ C: 1e4, gamma: 30, maxIter: 1e6 }).fit(X, y, {
    signal: controller.signal,
    onProgress: () => { if (++reports === 3) controller.abort(); },
  });
  const ended = await fit.then(() => 'fitted', (error) => error.name);
  clearInterval(timer);
  const components = await new KernelPCA({ nComponents: 1 }).fit([[0], [1], [2]]);
  return [ended, reports >= 3, turns > 0, String(components)].join(' ');`,
);

/** The site and the pages, served once; and the notebook, a file. */
let site;
const notebook = join(folder, 'offline.html');
const wanted = Object.values(engines).some(({ skip }) => !skip);
before(async () => {
  if (!wanted) return;
  await build({ out: join(folder, 'site'), from: installed });
  writeFileSync(notebook, await offlineNotebook(installed));
  site = await serve({
    folders: { '/dist/': join(installed, 'dist'), '/site/': join(folder, 'site') },
    pages: { ...pages, '/beside.html': BESIDE },
  });
});
after(() => site?.close());

for (const [name, { skip, start }] of Object.entries(engines)) {
  describe(name, { skip, timeout: 900_000 }, () => {
    /** @type {import('../support/engines.mjs').Browser} */
    let browser;
    before(async () => {
      browser = await start();
    });
    after(() => browser?.close());

    /** The title that a page has in the end, and its problems. */
    async function open(path) {
      const { tab } = browser;
      await tab.open(site.url + path);
      await until(tab, "document.title !== 'waiting'");
      return { title: await tab.evaluate('document.title'), problems: await tab.problems() };
    }

    for (const { path, told, title } of outcomes) {
      it(told, async () => {
        assert.deepEqual(await open(path), { title, problems: [] });
      });
    }

    it('a fit reports, leaves the page free and can be aborted; the second file follows', async () => {
      const title = 'AbortError true true KernelPCA({nComponents: 1})';
      assert.deepEqual(await open('/beside.html'), { title, problems: [] });
    });

    it('the playground trains and draws', async () => {
      const { tab } = browser;
      await tab.open(`${site.url}/site/playground/`);
      await until(tab, "document.body.dataset.state === 'done'");
      const score = await tab.evaluate("document.getElementById('a-pane').dataset.score");
      assert.ok(Number(score) > 0.9, `score ${score}`);
      const status = await tab.evaluate("document.getElementById('a-status').textContent");
      assert.match(status, /support vector/);
      const colours = await tab.evaluate(`(() => {
        const canvas = document.getElementById('a-canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      })()`);
      assert.ok(colours > 20, `the canvas has ${colours} colours`);
      assert.deepEqual(await tab.problems(), []);
    });

    it('the offline notebook runs all of its cells', async () => {
      const { tab } = browser;
      await tab.open(pathToFileURL(notebook).href);
      await until(tab, "document.body.dataset.state === 'done'");
      const status = await tab.evaluate("document.getElementById('status').textContent");
      assert.equal(status, 'All cells ran.');
      const paths = await tab.evaluate(
        "document.querySelectorAll('.cell.code')[3].querySelectorAll('svg path').length",
      );
      assert.ok(paths > 5, 'a picture');
      const cut = await tab.evaluate(
        "[...document.querySelectorAll('.text textarea')].filter((t) => t.scrollHeight > t.clientHeight + 1).length",
      );
      assert.equal(cut, 0, 'fields that hide a part of their text');
    });
  });
}
