/** The format in which requests and answers cross: what core/engine/wire has on its side. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { project } from './support/project.mjs';

import { read, write } from '../src/runtime/wire.js';

/** What a message of the writer says, without its buffers. */
function crossed(value) {
  const { message } = write([value], {});
  return read(message.slice().buffer, 0);
}

const hex = (bytes) => Buffer.from(bytes).toString('hex');

describe('messages', () => {
  it('have the bytes that Go reads and writes', () => {
    // core/engine/wire/wire_test.go has the same.
    for (const [value, expected] of [
      [null, '00'],
      [undefined, '00'],
      [false, '01'],
      [true, '02'],
      [-1.5, '03000000000000f8bf'],
      [7, '030000000000001c40'],
      ['né', '04030000006ec3a9'],
      [['a', ''], '05020000000401000000610400000000'],
      [
        { name: 'a', count: 1, within: null },
        '0603000000040000006e616d6504010000006105000000636f756e7403000000000000f03f0600000077697468696e00',
      ],
    ]) {
      const { message } = write([value], {});
      assert.equal(hex(message), `${expected}0600000000`);
    }
    // The same block as in Go's test, which is followed by a boolean there.
    const { message } = write([], { b: Uint8Array.of(1, 2, 3) });
    assert.equal(hex(message), '060100000001000000620703000000' + '00' + '010203');
  });

  it('are read as they were written', () => {
    const text = fc.string({ unit: 'grapheme' });
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.double(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        text,
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(fc.property(value, (given) => assert.deepStrictEqual(crossed(given), given)));
  });

  it('keep a byte order mark, which a decoder drops at the beginning unless it is told not to', () => {
    for (const text of [
      '\uFEFF',
      '\uFEFFa',
      'a\uFEFFb',
      `\uFEFF${'a'.repeat(50)}`,
      `${'a'.repeat(32)}\uFEFF`,
    ])
      assert.deepEqual(crossed({ [text]: text }), { [text]: text });
  });

  it('have typed arrays as lists, and leave functions out', () => {
    assert.deepEqual(crossed({ a: Float64Array.of(1, 2), f() {} }), { a: [1, 2], f: null });
    assert.deepEqual(crossed(JSON.parse('{"__proto__": {"polluted": 1}}')).polluted, undefined);
    assert.equal({}.polluted, undefined);
  });

  it('have a name of any length, and one after the other uses the same memory', () => {
    for (const length of [0, 23, 24, 40_000, 3]) {
      const name = 'é'.repeat(length);
      const { message } = write([{ [name]: name }], {});
      const memory = new Uint8Array(message.length + 5);
      memory.set(message, 5);
      assert.deepEqual(read(memory.buffer, 5), { [name]: name });
    }
  });

  it('have small buffers, at multiples of 8 bytes, and large ones beside them', () => {
    const [small, large] = [Uint8Array.of(1, 2, 3), new Uint8Array(5000)];
    const { message, outside } = write(['fit'], { small, missing: undefined, large });
    assert.deepEqual(outside, [large]);
    const at = hex(message).indexOf('010203') / 2;
    assert.equal(at % 8, 0);
    assert.equal(message[at - 1], 0);
    assert.equal(message[message.length - 9], 3, 'the number of the large one');
  });

  it('copy what lies at a place in memory', () => {
    const memory = new Uint8Array(64);
    memory.set([8, 40, 0, 0, 0, 3, 0, 0, 0], 8);
    memory.set([7, 8, 9], 40);
    const found = read(memory.buffer, 8);
    memory.fill(0);
    assert.deepEqual(found, Uint8Array.of(7, 8, 9));
    assert.equal(found.buffer.byteLength, 3);
    memory.set([8, 40, 0, 0, 0, 255, 255, 255, 255], 8);
    assert.equal(read(memory.buffer, 8).length, 24, 'what there is');
  });
});

// Each call from Go into JavaScript takes about a microsecond: 147 of them were a fifth of such a fit.
it('a fit of 20 rows calls JavaScript at most 5 times, for the clock', () => {
  const code = `
    let calls = 0;
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = (module, imports) => {
      for (const [name, call] of Object.entries(imports.gojs))
        imports.gojs[name] = (...values) => (calls++, call(...values));
      return instantiate(module, imports);
    };
    const { SVC, init } = await import('maxmargin/sync');
    await init();
    const X = Array.from({ length: 20 }, (_, i) => Array.from({ length: 13 }, (_, j) => Math.sin(13 * i + 7 * j)));
    const y = X.map((_, i) => (i % 2 ? 'a' : 'b'));
    const fits = () => { for (let i = 0; i < 50; i++) new SVC().fit(X, y).dispose(); };
    fits();
    calls = 0;
    fits();
    console.log(calls / 50);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: project });
  assert.ok(Number(out) > 1 && Number(out) <= 5, `${out} calls`);
});
