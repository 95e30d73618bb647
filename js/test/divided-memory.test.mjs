/** How the build tells which strings in a program's memory only the second file needs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { bytesOf, signed } from '../wasm/file.mjs';
import { constants } from '../wasm/instructions.mjs';
import { Strings } from '../wasm/strings.mjs';
import fc from './support/properties.mjs';

/** The body of a function that loads these numbers. */
const loading = (numbers) =>
  bytesOf([0], ...numbers.map((number) => [0x41, ...signed(number), 0x1a]), [0x0b]);

describe('constants in code', () => {
  const found = (...code) => {
    const all = [];
    constants(bytesOf([1, 2, 0x7f], ...code, [0x0b]), (value) => all.push(value));
    return all;
  };

  it('are those of i32.const and i64.const', () => {
    assert.deepEqual(found([0x41, ...signed(123456)], [0x42, ...signed(7)]), [123456, 7]);
  });

  it('are not the bytes of other instructions that look like them', () => {
    const like = [0x41, 0x2a, 0x41, 0x2a, 0x41, 0x2a, 0x41, 0x2a];
    assert.deepEqual(found([0x44, ...like]), [], 'f64.const');
    assert.deepEqual(found([0x43, ...like.slice(4)]), [], 'f32.const');
    assert.deepEqual(found([0xfd, 0x0c, ...like, ...like]), [], 'v128.const');
    assert.deepEqual(found([0xfd, 0x0d, ...like, ...like]), [], 'i8x16.shuffle');
    assert.deepEqual(found([0xfd, 0x15, 0x41]), [], 'i8x16.extract_lane_s');
    assert.deepEqual(found([0xfd, 0x54, 0x41, 0x41, 0x41]), [], 'v128.load8_lane');
    assert.deepEqual(found([0x0e, 2, 0x41, 0x41, 0x41]), [], 'br_table');
    assert.deepEqual(found([0x28, 0x41, 0x41]), [], 'i32.load');
    assert.deepEqual(found([0x20, 0x41], [0x10, 0x41], [0x11, 0x41, 0x41]), [], 'calls');
    assert.deepEqual(found([0xfc, 0x0a, 0, 0], [0xfc, 0x0b, 0x41]), [], 'memory.copy, memory.fill');
  });

  it('of code that ends elsewhere than its body are refused', () => {
    assert.throws(() => found([0x44]), /does not end/);
  });
});

describe('strings of a program', () => {
  const START = 1000;
  const CONSTANTS = 336;

  /** Tables of a memory that has strings of these lengths, and further numbers. */
  function memoryOf(lengths, numbers) {
    const moduleData = 400;
    const sum = lengths.reduce((a, b) => a + b, 0);
    const behind = (START + sum + 64 + 7) & ~7;
    const memory = Buffer.alloc(behind + 8 * numbers.length);
    memory.fill('x', START, START + sum);
    numbers.forEach((number, i) => memory.writeUInt32LE(number, behind + 8 * i));
    memory.writeUInt32LE(START, moduleData + CONSTANTS);
    return {
      memory,
      moduleData,
      constantsAt: START,
      word: (at) => Number(memory.readBigUInt64LE(at)),
    };
  }

  // A string is of a function of the first file, of one of the second, of memory, or of nothing.
  const owner = fc.constantFrom('first', 'first', 'rest', 'rest', 'rest', 'memory', 'nobody');
  const program = fc.record({
    strings: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), owner), {
      minLength: 30,
      maxLength: 200,
    }),
    // Numbers in memory, such as lengths of tables, that look like addresses.
    numbers: fc.array(fc.integer({ min: START, max: START + 3000 }), { maxLength: 40 }),
  });

  /** The strings of a program in the linker's order, and what may go from its first file. */
  function divided({ strings, numbers }) {
    const sorted = strings.toSorted(([a], [b]) => a - b);
    let at = START;
    const placed = sorted.map(([length, owner]) => {
      at += length;
      return { at: at - length, end: at, owner };
    });
    const of = (wanted) => placed.filter(({ owner }) => owner === wanted).map(({ at }) => at);
    const tables = memoryOf(
      sorted.map(([length]) => length),
      [...numbers, ...of('memory')],
    );
    const first = loading(of('first'));
    const gone = new Strings(tables, [first, loading(of('rest'))]).notNeeded([first]);
    return { placed, gone };
  }

  it('that the first file needs stay whole, whatever numbers look like addresses', () => {
    fc.assert(
      fc.property(program, (made) => {
        const { placed, gone } = divided(made);
        for (const { at, end, owner } of placed) {
          if (owner !== 'first' && owner !== 'memory') continue;
          for (const [from, to] of gone) {
            assert.ok(to <= at || from >= end, `${from} to ${to} is of ${at} to ${end}`);
          }
        }
      }),
    );
  });

  it('that only the second file needs go', () => {
    const strings = Array.from({ length: 200 }, (_, i) => [20, i % 2 ? 'first' : 'rest']);
    const { placed, gone } = divided({ strings, numbers: [] });
    const left = new Set(gone.map(String));
    const going = placed.filter(({ owner }) => owner === 'rest').slice(1, 80); // moduledata leads to the first
    assert.equal(going.length, 79);
    for (const { at, end } of going) assert.ok(left.has(String([at, end])), `${at} stays`);
  });

  it('that are not in the order of their lengths end the build', () => {
    const first = loading(
      Array.from({ length: 60 }, (_, i) => START + (i < 30 ? 40 * i : 1200 + i)),
    );
    assert.throws(
      () => new Strings(memoryOf([1300], []), [first]),
      /strings are not in the order of their lengths/,
    );
  });
});
