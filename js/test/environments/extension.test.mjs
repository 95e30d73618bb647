/** A browser extension (Manifest V3) under the policy that Chromium gives extensions. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

import { withImports } from '../../chunks.mjs';
import { launchWithExtension } from '../support/chromium.mjs';
import { project, root } from '../support/project.mjs';
import { watch } from '../support/visit.mjs';

/** Train XOR and predict it, save, load, predict again. */
const XOR = 'no yes yes no no yes yes no';

const folder = mkdtempSync(join(tmpdir(), 'maxmargin-extension-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const fixtures = join(root, 'js', 'test', 'environments', 'fixtures');
cpSync(join(fixtures, 'extension'), folder, { recursive: true });
for (const name of ['xor.js', 'data.js'])
  cpSync(join(fixtures, 'bundlers', 'src', name), join(folder, name));
const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const loaded = ['worker.js', 'maxmargin.wasm', 'maxmargin-rest.wasm'];
const files = ['index.js', 'executor.js'].flatMap((name) => [...withImports(dist, name)]);
for (const name of [...files, ...loaded]) cpSync(join(dist, name), join(folder, 'maxmargin', name));

const { context, id, skip } = await launchWithExtension(folder);
after(() => context?.close());

describe('a browser extension', { skip, timeout: 900_000 }, () => {
  it('trains in its page with a worker, and in its background without', async () => {
    const page = await context.newPage();
    const { problems, workers } = watch(page);
    const address = `chrome-extension://${id}`;
    await page.goto(`${address}/popup.html`);
    await page.waitForFunction(() => document.title !== 'waiting', undefined, { timeout: 900_000 });
    assert.equal(await page.title(), `${XOR}; ${XOR}; KernelPCA({nComponents: 1}); 0`);
    assert.deepEqual(workers, [`${address}/maxmargin/worker.js`]);
    assert.deepEqual(problems, []);
  });
});
