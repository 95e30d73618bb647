/**
 * SvelteKit, as a user builds and starts it: a route and the load function of a page train in Node,
 * the page itself in a worker, also when its service worker answers without a network.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { launch } from '../support/chromium.mjs';
import { develop, env } from '../support/develop.mjs';
import { addPackage, fixture, outOfTurn } from '../support/fixture.mjs';
import { watch } from '../support/visit.mjs';

const late = outOfTurn('sveltekit');
const { browser, skip: noBrowser } = late ? { skip: late } : await launch();
after(() => browser?.close());

const { folder = '', skip } = noBrowser ? { skip: noBrowser } : fixture('sveltekit');
if (!skip) {
  addPackage(folder);
  // As `npm install maxmargin` leaves it: the server's bundle takes in what is no dependency.
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies: { maxmargin: '*' } }));
}

const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js');
const build = () => promisify(execFile)(process.execPath, [vite, 'build'], { cwd: folder, env });
const start = () => develop([process.execPath, 'build'], folder, { HOST: '127.0.0.1', PORT: '0' });

const XOR = 'no yes yes no';

/** Waits until the page has trained. */
const trained = (page) =>
  page.waitForFunction((text) => document.querySelector('output')?.textContent === text, XOR, {
    timeout: 900_000,
  });

/** Checks what a running server answers, and that its page trains in a worker. */
async function answers(server) {
  const route = await fetch(`${server.url}/api/train`);
  assert.deepEqual(await route.json(), [`${XOR} ${XOR}`, 'KernelPCA({nComponents: 1})']);
  const page = await browser.newPage();
  try {
    const { problems, workers } = watch(page);
    await page.goto(server.url);
    assert.equal(await page.textContent('#server'), `${XOR} ${XOR}`);
    await trained(page);
    assert.equal(workers.length, 1, `workers: ${workers.join()}`);
    assert.deepEqual(problems, []);
  } finally {
    await page.close();
  }
  assert.doesNotMatch(server.said(), /WARN_|ERR_/);
}

/** A build takes some 10 s; the server for development waits for `make test-environments`. */
const other = { skip: !process.env.MAXMARGIN_ALL && 'in make test-environments' };

describe('SvelteKit', { skip, timeout: 900_000 }, () => {
  it('a build, without a configuration', async () => {
    await build();
    const server = await start();
    try {
      await answers(server);
    } finally {
      await server.close();
    }
  });

  it('a page that is loaded again when the server is gone trains, by its service worker', async () => {
    const server = await start();
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(server.url);
      await trained(page);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
          await new Promise((resolve) => (navigator.serviceWorker.oncontrollerchange = resolve));
      });
      await server.close();
      await assert.rejects(fetch(server.url));

      const { workers } = watch(page);
      await page.reload();
      await trained(page);
      assert.equal(workers.length, 1, `workers: ${workers.join()}`);
      // The second file of the module is kept, too.
      const files = await page.evaluate(async () => {
        const [name] = await caches.keys();
        const kept = await (await caches.open(name)).keys();
        return kept.map(({ url }) => new URL(url).pathname.replace(/\.[\w-]+(?=\.\w+$)/, ''));
      });
      for (const name of ['worker.js', 'maxmargin.wasm', 'maxmargin-rest.wasm'])
        assert.ok(files.includes(`/_app/immutable/assets/${name}`), `${name} in ${files.join()}`);
    } finally {
      await context.close();
      await server.close();
    }
  });

  it('the server for development', other, async () => {
    const server = await develop([process.execPath, vite, 'dev', '--port', '0'], folder);
    try {
      await answers(server);
    } finally {
      await server.close();
    }
  });
});
