/** Observable Framework, as a user builds a page with it: its cells train in a worker. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { launch } from '../support/chromium.mjs';
import { env } from '../support/develop.mjs';
import { addPackage, fixture } from '../support/fixture.mjs';
import { serve } from '../support/server.mjs';
import { watch } from '../support/visit.mjs';

/** Its 220 packages take their time, so `make test` leaves it to `make test-environments`. */
const inAll = !process.env.MAXMARGIN_ALL && 'in make test-environments';

const { browser, skip: noBrowser } = inAll ? { skip: inAll } : await launch();
after(() => browser?.close());

const { folder, skip: notInstalled } = noBrowser ? { skip: noBrowser } : fixture('framework');

describe('Observable Framework', { skip: notInstalled, timeout: 900_000 }, () => {
  it('a build, with the files of the package as attachments', async (t) => {
    addPackage(folder);
    const dist = join(folder, 'node_modules/maxmargin/dist');
    // Those that a page needs, as the docs say: Framework does not bundle what a package loads later.
    for (const name of readdirSync(dist).filter((one) =>
      /^(index|core|worker|webgpu|chunk-.*)\.js$|\.wasm$/.test(one),
    ))
      cpSync(join(dist, name), join(folder, 'src/maxmargin', name));
    const observable = join(folder, 'node_modules/@observablehq/framework/dist/bin/observable.js');
    try {
      const how = { cwd: folder, env: { ...env, OBSERVABLE_TELEMETRY_DISABLE: 'true' } };
      await promisify(execFile)(process.execPath, [observable, 'build'], how);
    } catch (error) {
      // It asks a network for the versions of its own libraries.
      if (process.env.CI || !/fetch failed|ENOTFOUND|EAI_AGAIN/.test(error.stderr)) throw error;
      t.skip(`the page could not be built: ${error.stderr}`);
      return;
    }

    const site = await serve({
      folders: { '/': join(folder, 'dist') },
      pages: { '/favicon.ico': '' },
    });
    const page = await browser.newPage();
    try {
      const { problems, workers } = watch(page);
      await page.goto(site.url);
      await page.waitForFunction(
        () => document.querySelector('output')?.textContent === 'no yes yes no',
        undefined,
        { timeout: 900_000 },
      );
      assert.equal(workers.length, 1, `workers: ${workers.join()}`);
      assert.match(workers[0], /\/_file\/maxmargin\/worker\.\w+\.js$/);
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
      await site.close();
    }
  });
});
