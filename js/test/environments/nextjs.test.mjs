/**
 * Next.js, as a user builds and starts it: a route and a component of the server train in Node, a
 * component of the client trains in the page.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { launch } from '../support/chromium.mjs';
import { develop, env } from '../support/develop.mjs';
import { addPackage, fixture, outOfTurn } from '../support/fixture.mjs';
import { root } from '../support/project.mjs';
import { watch } from '../support/visit.mjs';

const late = outOfTurn('nextjs');
const { browser, skip: noBrowser } = late ? { skip: late } : await launch();
after(() => browser?.close());

const { folder = '', skip } = noBrowser ? { skip: noBrowser } : fixture('nextjs');
if (!skip) {
  addPackage(folder);
  const hook = 'js/test/environments/fixtures/bundlers/react/use-machine.js';
  cpSync(join(root, hook), join(folder, 'app/use-machine.js'));
}

const next = join(folder, 'node_modules', 'next', 'dist', 'bin', 'next');
const quiet = { NEXT_TELEMETRY_DISABLED: '1' };
const build = (...args) =>
  promisify(execFile)(process.execPath, [next, 'build', ...args], {
    cwd: folder,
    env: { ...env, ...quiet },
  });

const XOR = 'no yes yes no';

/** Checks what a running server answers, and that its page trains in a worker. */
async function answers(server) {
  try {
    const route = await fetch(`${server.url}/api/train`);
    assert.deepEqual(await route.json(), [`${XOR} ${XOR}`, 'KernelPCA({nComponents: 1})']);
    const page = await browser.newPage();
    try {
      const { problems, workers } = watch(page);
      await page.goto(server.url);
      const rendered = await page.textContent('#server');
      assert.equal(rendered, `${XOR} ${XOR}`);
      await page.waitForFunction(
        (text) => document.querySelector('output')?.textContent === text,
        XOR,
        { timeout: 900_000 },
      );
      assert.equal(workers.length, 1, `workers: ${workers.join()}`);
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
    assert.doesNotMatch(server.said(), /WARN_|ERR_/);
  } finally {
    await server.close();
  }
}

const start = () => develop([process.execPath, next, 'start', '--port', '0'], folder, quiet);

/** A build takes some 10 s, so `make test` makes one, and `make test-environments` all of them. */
const other = { skip: !process.env.MAXMARGIN_ALL && 'in make test-environments' };

describe('Next.js', { skip, timeout: 900_000 }, () => {
  it('a build by Turbopack, without a configuration', async () => {
    await build();
    await answers(await start());
  });

  it('deployed elsewhere, without node_modules', other, async () => {
    cpSync(join(folder, 'deployed.config.mjs'), join(folder, 'next.config.mjs'));
    await build();
    rmSync(join(folder, 'next.config.mjs'));
    const elsewhere = join(folder, 'elsewhere');
    cpSync(join(folder, '.next/standalone'), elsewhere, { recursive: true });
    mkdirSync(join(elsewhere, '.next'), { recursive: true });
    cpSync(join(folder, '.next/static'), join(elsewhere, '.next/static'), { recursive: true });
    const names = readdirSync(join(elsewhere, 'node_modules/maxmargin/dist')).sort();
    const shared = /^chunk-.*\.js$/; // by several entries; they change with what is in them
    assert.ok(names.some((name) => shared.test(name)));
    const own = names.filter((name) => !shared.test(name));
    assert.deepEqual(own, [
      'core.node.js',
      'maxmargin-rest.wasm',
      'maxmargin.wasm',
      'node.js',
      'webgpu.js', // for calls with the setting device
      'worker.node.cjs',
    ]);
    const port = { PORT: '0', HOSTNAME: '127.0.0.1' };
    const server = await develop([process.execPath, 'server.js'], elsewhere, port);
    await answers(server);
  });

  it('a build by webpack', other, async () => {
    await build('--webpack');
    await answers(await start());
  });
});
