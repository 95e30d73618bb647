/** The fault table of ARCHITECTURE.md in Node: the rows that are the same everywhere, and those of Node. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';

import { elsewhere, makeTable } from './support/fault-table.mjs';
import { entry, project, root } from './support/project.mjs';

const published = join(project, 'node_modules', 'maxmargin', 'dist');
const built = join(root, 'build', 'faults');
assert.ok(existsSync(join(built, 'node.js')), `no ${built}; run make faults`);

/** All workers that were started, so that they can be ended behind the package's back. */
const workers = [];
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    workers.push(this);
  }
};
syncBuiltinESMExports();

const maxmargin = await import(entry('main.mjs'));
const faulty = await import(pathToFileURL(join(built, 'node.js')).href);
for (const { init } of [maxmargin, faulty]) await init({ onWarning() {} });

const table = makeTable({
  maxmargin,
  faulty,
  wasm: readFileSync(join(published, 'maxmargin.wasm')),
  otherWorker: pathToFileURL(join(built, 'worker.node.cjs')),
  endWorkers: () => workers.forEach((worker) => worker.terminate()),
});

describe('the fault table, in Node', { timeout: 120_000 }, () => {
  for (const [id, { fault, run }] of Object.entries(table)) it(`${id}: ${fault}`, run);
});
