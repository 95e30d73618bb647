/** The module begins with the memory of a program that is about to call main (js/wasm/begin.mjs). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { makeScope } from '../src/runtime/scope.js';
import { Drawn } from '../wasm/begin.mjs';
import { script } from './support/child.mjs';
import { blobs } from './support/made-up.mjs';
import { project } from './support/project.mjs';

/** Where in the memory is what each start draws: the build writes it into every bundle with the runtime. */
const worker = join(project, 'node_modules', 'maxmargin', 'dist', 'worker.node.cjs');
const [, list] = /\brandom:\s*(\[\[[\s\de,[\]]*?\]\s*\])/.exec(readFileSync(worker, 'utf8'));
const random = JSON.parse(list);

/** Runs a script that prints JSON; it can look at the memories of all programs that it starts. */
async function printed(source) {
  const { stdout, stderr } = await script(
    `
    import { createHash } from 'node:crypto';
    const memories = [];
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
      const instance = await instantiate(...given);
      memories.push(instance.exports.mem);
      return instance;
    };
    const words = (memory, at, length) => [...new Uint8Array(memory.buffer, at, length)];
    const hash = async (model) => createHash('sha256').update(await model.save()).digest('hex');
    ${source}`,
    { seconds: 120 },
  );
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

const { X, y } = blobs({ n: 60, d: 3, k: 3, apart: 1, seed: 5 });
const data = `const X = ${JSON.stringify(X)}, y = ${JSON.stringify(y)};`;

describe('a start', { timeout: 300_000 }, () => {
  it('draws every seed anew, and fits the same model', async () => {
    const { drawn, models } = await printed(`
      import { SVC, init, terminate } from 'maxmargin';
      ${data}
      const drawn = [];
      const models = [];
      for (let start = 0; start < 3; start++) {
        await init({ worker: false });
        drawn.push(${JSON.stringify(random)}.map(([at, length]) => words(memories.at(-1), at, length)));
        models.push(await hash(await new SVC({ probability: 'sigmoid' }).fit(X, y)));
        await terminate();
      }
      console.log(JSON.stringify({ drawn, models }));
      process.exit();`);
    // Two generators with the cheap ones, the key of hashes, and the seeds of some maps.
    const lengths = random.map(([, length]) => length);
    assert.deepEqual(lengths.slice(0, 4), [16, 32, 32, 32]);
    assert.ok(lengths.slice(4).every((length) => length === 8));
    for (const [i, bytes] of drawn[0].entries()) {
      assert.ok(
        bytes.some((byte) => byte !== 0),
        `${random[i]} is zero`,
      );
      for (const other of drawn.slice(1)) assert.notDeepEqual(other[i], bytes, `${random[i]}`);
    }
    assert.deepEqual(new Set(models).size, 1);
  });

  it('begins with the clock, however long the page has been open', async () => {
    const { codes, took } = await printed(`
      import { SVC, init, terminate } from 'maxmargin';
      const X = Array.from({ length: 4000 }, (_, i) => [Math.sin(i), Math.cos(7 * i), Math.sin(i * i)]);
      const y = X.map((_, i) => Math.sin(12.9898 * i * i) > 0);
      const now = performance.now.bind(performance);
      const took = [];
      const codes = [];
      for (const late of [0, 1e9, -1e6]) {
        performance.now = () => now() + late;
        await init({ worker: false, onWarning: ({ code }) => codes.push(code) });
        const before = now();
        await new SVC({ C: 1e4, gamma: 5, tol: 1e-12, maxTime: 300 }).fit(X, y);
        took.push(now() - before);
        await terminate();
      }
      console.log(JSON.stringify({ codes, took }));
      process.exit();`);
    assert.equal(codes.length, 3, String(codes));
    for (const time of took) assert.ok(time > 250 && time < 5000, String(took));
  });

  it('has a clock above 0 when that of the page is set back, as fake timers of tests do', (t) => {
    t.mock.method(performance, 'now', () => 5e8);
    const { performance: clock } = makeScope({ ready() {}, write() {}, guard() {} });
    t.mock.method(performance, 'now', () => 0);
    assert.ok(clock.now() > 0, `it stands at ${clock.now()} ms`);
  });
});

describe('the numbers that a program draws before main', () => {
  const G = 4096;
  const M = 8192;
  const IDLE = 4096 + 448;
  const KEY = 24_576;
  const LIBRARY = [3, 6, 3].map((entries, i) => ({ at: 28_672 + 48 * i, entries, group: 32_768 + 208 * i })); // prettier-ignore
  const SP = 20_480;

  /** The memory of a run, as far as Drawn looks at it. */
  function memoryOf(salt) {
    const memory = Buffer.alloc(65_536);
    const word = (at, value) => memory.writeBigUInt64LE(BigInt(value), at);
    const random = (at, words) => {
      for (let i = 0; i < words; i++) word(at + 8 * i, (BigInt(at + i) * 7n + BigInt(salt)) << 33n);
    };
    word(G, SP - 256);
    word(G + 48, M);
    word(M, IDLE);
    word(IDLE + 56, 61_440);
    for (const state of [M + 1280, 12_288]) {
      random(state, 36);
      memory.writeUInt32LE(7, state + 288);
      memory.writeUInt32LE(32, state + 292);
    }
    random(M + 1280 + 304, 2);
    random(KEY, 4);
    random(SP - 64, 2); // left by functions that have returned
    for (const { at, entries, group } of LIBRARY) {
      word(at, entries);
      random(at + 8, 1);
      word(at + 16, group);
      random(group, 1);
    }
    return { memory, globals: [SP, 0, G, 0, 0, 0, 0, 0], random, word };
  }
  const drawn = (change = () => {}) => {
    const runs = [1, 2].map(memoryOf);
    runs.forEach(change);
    const stretches = new Drawn(runs[0], runs[1]).replace();
    return { stretches, memory: runs[0].memory };
  };

  it('are found, and are not in the module', () => {
    const { stretches, memory } = drawn();
    assert.deepEqual(stretches, [
      [M + 1280 + 304, 16],
      [M + 1280 + 256, 32],
      [12_288 + 256, 32],
      [KEY, 32],
      ...LIBRARY.map(({ at }) => [at + 8, 8]),
    ]);
    for (const [at, length] of stretches) {
      assert.ok(
        memory.subarray(at, at + length).every((byte) => byte === 0),
        `${at}`,
      );
    }
    // The generators have used up their numbers, and the maps have no entries.
    assert.equal(memory.readUInt32LE(12_288 + 288), memory.readUInt32LE(12_288 + 292));
    for (const { at, group } of LIBRARY) {
      assert.equal(memory.readBigUInt64LE(at), 0n);
      assert.equal(memory.readBigUInt64LE(group), 0x8080808080808080n);
    }
  });

  it('of an unknown kind end the build', () => {
    assert.throws(() => drawn(({ random, word }) => {
      word(40_960, 1);
      random(40_968, 1);
    }), /at 40968 it has drawn numbers/); // prettier-ignore
    assert.throws(() => drawn(({ random }) => random(40_960, 4)), /2 keys of hashes/);
    assert.throws(() => drawn(({ random, memory }) => {
      random(40_960, 36);
      memory.writeUInt32LE(32, 40_960 + 292);
    }), /3 generators/); // prettier-ignore
  });

  it('of a map with entries end the build', () => {
    assert.throws(() => drawn(({ random, word }) => {
      word(40_960, 2);
      random(40_968, 1);
      word(40_976, 41_984);
      random(41_984, 1);
    }), /maps with 3,6,3,2 entries/); // prettier-ignore
  });

  it('of an empty map are drawn anew', () => {
    const { stretches } = drawn(({ random }) => random(40_968, 1));
    assert.deepEqual(stretches.at(-1), [40_968, 8]);
  });
});
