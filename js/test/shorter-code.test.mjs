/** The build writes the code of Go functions shorter; they have to do the same as before. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { bytesOf, codeOf, section, signed, string, unsigned, vector } from '../wasm/file.mjs';
import { shortenBody } from '../wasm/shorten.mjs';
import fc from './support/properties.mjs';

const [I32, I64, VOID] = [0x7f, 0x7e, 0x40];

/** Locals, globals and functions of the programs below. */
const [PLACE, STACK, VALUE] = [0, 1, 2];
const [POINTER, STEPS] = [0, 1];
const CALLED = 1;

/** Where the stack pointer starts, where the random numbers are, and after how many a run ends. */
const [START, TAPE, LENGTH] = [1024, 4096, 60];

/** A number between 0 and 255 from the tape, another each time; when it is over the function returns 2. */
const random = [
  ...[0x23, STEPS, 0x41, ...signed(LENGTH), 0x4f, 0x04, VOID, 0x41, 2, 0x0f, 0x0b],
  ...[0x23, STEPS, 0x41, 1, 0x6a, 0x24, STEPS],
  ...[0x23, STEPS, 0x2d, 0, ...unsigned(TAPE)],
];

/** Pairs of a random number and a limit: true for half of them. */
const chance = [...random, 0x41, ...signed(128), 0x49];

/**
 * A module with one Go function as the compiler writes them.
 * @param {Buffer} body
 */
function moduleOf(body) {
  // The called function moves the stack pointer back, as a return does, and pauses now and then.
  const called = bytesOf(
    [0, 0x23, POINTER, 0x41, 8, 0x6a, 0x24, POINTER],
    [0x23, STEPS, 0x41, 1, 0x6a, 0x24, STEPS],
    [0x23, STEPS, 0x2d, 0, ...unsigned(TAPE), 0x41, 20, 0x49, 0x0b],
  );
  const global = (/** @type {number} */ value) => [I32, 1, 0x41, ...signed(value), 0x0b];
  const exported = [
    [...string('run'), 0, 0],
    [...string('memory'), 2, 0],
    [...string('pointer'), 3, POINTER],
    [...string('steps'), 3, STEPS],
  ];
  return bytesOf(
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, vector([[0x60, 1, I32, 1, I32]])),
    section(3, vector([[0], [0]])),
    section(4, vector([[0x70, 0, 1]])),
    section(5, vector([[0, 1]])),
    section(6, vector([global(START), global(0)])),
    section(7, vector(exported)),
    section(9, vector([bytesOf([0, 0x41, 0, 0x0b], vector([[CALLED]]))])),
    section(10, codeOf([body, called])),
  );
}

/**
 * What a function did: what it returned, memory, and the stack pointer.
 * @param {Buffer} body
 * @param {number} place to go on at
 * @param {Uint8Array} tape
 */
function outcome(body, place, tape) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(body)));
  const { run, memory, pointer, steps } = /** @type {any} */ (exports);
  new Uint8Array(memory.buffer).set(tape, TAPE);
  return [run(place), pointer.value, steps.value, Buffer.from(memory.buffer).toString('base64')];
}

/**
 * One statement of a piece of code. `depth` constructs are in the loop around it.
 *
 * @typedef {(depth: number) => number[]} Statement
 */

/** The address of the word at a distance from the stack pointer, as the compiler writes it. */
const addressOf = (/** @type {number} */ distance) => [
  ...[0x20, STACK, 0xad, 0x42, ...signed(distance), 0x7c, 0xa7],
];
const load = (/** @type {number} */ distance) => [...addressOf(distance), 0x29, 3, 0];

const number = fc.nat({ max: 20 });
/** @type {fc.Arbitrary<Statement>} */
const simple = fc.oneof(
  fc
    .tuple(number, number)
    .map(([from, to]) => () => [
      ...[...addressOf(8 * to), ...load(8 * from), 0x42, 3, 0x7c, 0x37, 3, 8],
    ]),
  // An address that is itself what is stored, and one that memory.fill takes.
  number.map((to) => () => [...addressOf(8 * to), ...addressOf(8), 0xad, 0x37, 3, 0]),
  number.map((to) => () => [...addressOf(8 * to), 0x41, 7, 0x41, 5, 0xfc, 11, 0]),
  number.map((from) => () => [...load(8 * from), 0x21, VALUE, 0x01]),
  number.map((to) => () => [...addressOf(8 * to), 0x20, VALUE, 0x37, 3, 0]),
  // A call through the table keeps the number of the function where jumps keep their place.
  fc.constant(() => [
    ...[0x20, STACK, 0x41, 8, 0x6b, 0x22, STACK, 0x24, POINTER],
    ...[0x41, 0, 0x21, PLACE, 0x41, 0, 0x20, PLACE, 0x11, 0, 0],
    ...[0x23, POINTER, 0x21, STACK, 0x1a],
  ]),
  fc.constant((depth) => [
    ...[0x20, STACK, 0x41, 8, 0x6b, 0x22, STACK, 0x24, POINTER],
    ...[0x41, 0, 0x10, CALLED, 0x23, POINTER, 0x21, STACK, 0x0d, ...unsigned(depth + 1)],
  ]),
);

const jump = (/** @type {number} */ target) => (/** @type {number} */ depth) => [
  ...[0x41, ...signed(target), 0x21, PLACE, 0x0c, ...unsigned(depth)],
];
const nested = (/** @type {Statement[]} */ statements) => (/** @type {number} */ depth) => [
  ...[...chance, 0x04, VOID, ...statements.flatMap((each) => each(depth + 1)), 0x0b],
];
const returning = () => [
  ...[0x20, STACK, 0x41, 24, 0x6a, 0x22, STACK, 0x24, POINTER],
  ...[0x20, STACK, 0x41, 8, 0x6a, 0x22, STACK, 0x24, POINTER, 0x41, 0, 0x0f],
];

/** @type {fc.Arbitrary<Statement>} */
const statement = fc.oneof(
  { weight: 3, arbitrary: simple },
  { weight: 3, arbitrary: fc.nat({ max: 12 }).map((target) => nested([jump(target)])) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(simple, { maxLength: 2 }), fc.nat({ max: 12 }))
      .map(([some, target]) => nested([...some, nested([jump(target)])])),
  },
  { weight: 1, arbitrary: fc.constant(nested([returning])) },
);

/** A Go function of some pieces, with a br_table that leads to each. */
const goFunction = fc
  .array(fc.array(statement, { maxLength: 5 }), { minLength: 2, maxLength: 7 })
  .chain((pieces) =>
    fc.record({
      pieces: fc.constant(pieces),
      last: fc.nat({ max: 12 }),
      table: fc.array(fc.nat({ max: pieces.length - 1 }), { minLength: 2, maxLength: 10 }),
    }),
  )
  .map(({ pieces, last, table }) => {
    const blocks = pieces.length;
    const targets = vector(table.slice(1).map((target) => unsigned(target)));
    return bytesOf(
      [2, 1, I32, 1, I64, 0x23, POINTER, 0x21, STACK, 0x02, VOID, 0x03, VOID],
      Array.from({ length: blocks }, () => [0x02, VOID]).flat(),
      [0x20, PLACE, 0x0e, ...targets, ...unsigned(table[0]), 0x0b],
      ...pieces.map((statements, i) => [
        ...[...random, 0x1a, ...statements.flatMap((each) => each(blocks - 1 - i))],
        ...(i < blocks - 1 ? [0x0b] : [...jump(last)(0), 0x0b, 0x00, 0x0b, 0x41, 1, 0x0b]),
      ]),
    );
  });

describe('shorter code', () => {
  it('of any function does what the function did', () => {
    const places = fc.nat({ max: 10 });
    const tapes = fc.uint8Array({ minLength: 128, maxLength: 128 });
    let shorter = 0;
    fc.assert(
      fc.property(goFunction, places, tapes, (body, place, tape) => {
        const short = shortenBody(body);
        if (short.length < body.length) shorter++;
        assert.deepEqual(outcome(short, place, tape), outcome(body, place, tape));
      }),
      { numRuns: 500 },
    );
    assert.ok(shorter > 450, `${shorter} became shorter`);
  });

  it('has the distance from the stack pointer in the load', () => {
    const before = bytesOf([1, 1, I32], load(16), [0xa7, 0x0b]);
    assert.deepEqual(
      shortenBody(before),
      bytesOf([1, 1, I32, 0x20, STACK, 0x29, 3, 16, 0xa7, 0x0b]),
    );
  });

  it('goes on a jump forward to the end of a block', () => {
    const around = (/** @type {number[]} */ jump) =>
      bytesOf(
        [0, 0x03, VOID, 0x02, VOID, 0x02, VOID, 0x20, PLACE, 0x0e, 1, 0, 1, 0x0b],
        [0x20, PLACE, 0x04, VOID, ...jump, 0x0b, 0x00, 0x0b, 0x41, 5, 0x0f, 0x0b, 0x00, 0x0b],
      );
    const before = around([0x41, 1, 0x21, PLACE, 0x0c, 2]);
    assert.equal(shortenBody(before).length, before.length, 'local 0 is read by other code');
    const free = Buffer.from(before);
    free.set([0x41, 1], free.indexOf(Buffer.from([0x20, PLACE, 0x04])));
    const expected = bytesOf(
      [0, 0x03, VOID, 0x02, VOID, 0x02, VOID, 0x20, PLACE, 0x0e, 1, 0, 1, 0x0b],
      [0x41, 1, 0x0d, 0, 0x00, 0x0b, 0x41, 5, 0x0f, 0x0b, 0x00, 0x0b],
    );
    assert.deepEqual(shortenBody(free), expected);
  });
});
