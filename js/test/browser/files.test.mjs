/** Places to keep models, in a browser: IndexedDB, a download, a file picker. */
/* global files, main, model, sync, IDBFactory, indexedDB */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { launch } from '../support/chromium.mjs';
import { project } from '../support/project.mjs';
import { serve } from '../support/server.mjs';
import { downloaded } from '../support/visit.mjs';

const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const { browser, skip } = await launch();
after(() => browser?.close());

const X = [[0, 0], [0, 1], [1, 0], [1, 1]]; // prettier-ignore
const y = ['no', 'yes', 'yes', 'no'];

describe('maxmargin/files', { skip, timeout: 900_000 }, () => {
  let site;
  let context;
  let page;
  before(async () => {
    site = await serve({
      folders: { '/dist/': dist },
      pages: {
        '/': `<!doctype html><link rel="icon" href="data:,"><script type="module">
          const [main, sync, files] = await Promise.all(
            ['index', 'sync', 'files'].map((name) => import('/dist/' + name + '.js')));
          const X = ${JSON.stringify(X)};
          const model = await new main.SVC({ C: 10, gamma: 1 }).fit(X, ${JSON.stringify(y)});
          Object.assign(window, { main, sync, files, X, model });
          document.title = 'ready';
        </script><button id="pick" onclick="window.picked = files.pickFile()">pick</button>`,
      },
    });
    context = await browser.newContext({ acceptDownloads: true });
    await visit();
  });
  after(async () => {
    await context?.close();
    await site?.close();
  });

  /** visit opens the page anew: nothing in memory is left. */
  async function visit() {
    await page?.close();
    page = await context.newPage();
    await page.goto(`${site.url}/`);
    await page.waitForFunction(() => document.title === 'ready');
  }

  it('models stay in IndexedDB when the page is gone, under their names', async () => {
    await page.evaluate(async () => {
      await files.saveToIndexedDB(model, 'xor');
      await files.saveToIndexedDB(model, 'another');
      await sync.init();
      const blocking = new sync.SVC({ C: 3 }).fit([[0], [1]], ['a', 'b']);
      await files.saveToIndexedDB(blocking, 'another');
    });
    await visit();
    const found = await page.evaluate(async () => {
      const again = await main.load(await files.readFromIndexedDB('xor'));
      const other = await main.load(await files.readFromIndexedDB('another'));
      return [await files.namesInIndexedDB(), await again.predict(X), String(other)];
    });
    assert.deepEqual(found, [['another', 'xor'], y, 'SVC({C: 3})']);
  });

  it('reading a missing name is an error that lists the names, and deleting it twice is not an error', async () => {
    const told = await page.evaluate(async () => {
      await files.deleteFromIndexedDB('another');
      await files.deleteFromIndexedDB('another');
      const error = await files.readFromIndexedDB('iris').catch((thrown) => thrown);
      const unnamed = await files.saveToIndexedDB(model, '').catch((thrown) => thrown);
      return [error.name, error.code, error.argument, error.message, unnamed.code];
    });
    assert.deepEqual(told, [
      'MaxMarginError',
      'ERR_STORAGE',
      'name',
      "there is no model 'iris' in IndexedDB of this origin; those there are: 'xor'",
      'ERR_TYPE',
    ]);
  });

  it('if the database refuses, the error says why and what to do', async () => {
    const told = await page.evaluate(async () => {
      // A newer release has raised the version of the database.
      const { open } = IDBFactory.prototype;
      const newer = (version) =>
        new Promise((resolve) => {
          const request = open.call(indexedDB, 'maxmargin', version);
          request.onsuccess = () => resolve(request.result.close());
        });
      await newer(2);
      const error = await files.namesInIndexedDB().catch((thrown) => thrown);
      return [error.code, error.message];
    });
    assert.equal(told[0], 'ERR_STORAGE');
    assert.match(told[1], /IndexedDB refused: .*version.*; free some storage/);
  });

  it('a download is the file that save() would write, and can be picked and loaded', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(() => files.download(model, 'xor.mxm')),
    ]);
    assert.equal(download.suggestedFilename(), 'xor.mxm');
    const file = await downloaded(download);
    const bytes = await page.evaluate(async () => Array.from(await model.save()));
    assert.deepEqual([...file], bytes);

    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#pick')]);
    await chooser.setFiles({
      name: 'xor.mxm',
      mimeType: 'application/octet-stream',
      buffer: file,
    });
    const labels = await page.evaluate(async () =>
      (await main.load(await window.picked)).predict(X),
    );
    assert.deepEqual(labels, y);
  });
});
