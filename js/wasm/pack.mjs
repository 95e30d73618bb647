/**
 * Leaves out of a program's initial memory what a few instructions can compute: the module gets a
 * start function, which engines call when they have set the memory up.
 *
 * Two tables of the runtime lead from an address to its function. Each entry of the first (ftab
 * of runtime.moduledata) is larger than the one before it by a little; the differences compress
 * better than the sums. The second (findfunctab) has an entry for every 4096 addresses, and a
 * function has 65,536 in WebAssembly, so its entries are 0 sixteen times, then 1, and so on: 1.5 MB.
 */
import {
  OP,
  SECTION,
  bytesOf,
  codeOf,
  dataOf,
  readBodies,
  readMemory,
  readSection,
  readSections,
  section,
  signed,
  unsigned,
} from './file.mjs';
import { POWERS, writePowers } from '../src/runtime/powers.js';
import { Tables, insist } from './tables.mjs';

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
const VOID = 0x40;

const op = {
  ...OP,
  loop: 0x03,
  branchIf: 0x0d,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  load: 0x28,
  store: 0x36,
  lessUnsigned: 0x49,
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
  shiftRightUnsigned: 0x76,
};

/** A runtime.functab and a runtime.findfuncbucket, in bytes. */
const ENTRY = 8;
const BUCKET = 20;

/** How many buckets a function takes, as a power of two: 65,536 addresses by 4096. */
const BUCKETS = 4;

/**
 * Where a program has the powers of ten of strconv, which writePowers writes when it starts.
 * @param {Buffer} memory
 */
function powersIn(memory) {
  const powers = Buffer.alloc(POWERS);
  writePowers(powers.buffer, powers.byteOffset);
  const at = memory.indexOf(powers);
  insist(at > 0 && at % 8 === 0 && memory.indexOf(powers, at + 1) < 0, 'strconv has no table of powers of ten as Go 1.27 has it'); // prettier-ignore
  return at;
}

/** @param {Buffer} wasm @returns {{ packed: Buffer, powersAt: number }} the same program, and where it lacks the powers of ten */
export function pack(wasm) {
  const memory = readMemory(wasm);
  const powersAt = powersIn(memory);
  memory.fill(0, powersAt, powersAt + POWERS);
  const tables = new Tables(memory);
  const { functionsAt: start, bucketsAt } = tables;
  const end = start + ENTRY * (tables.count + 1);
  for (let at = end - 4; at >= start + ENTRY; at -= 4) {
    const difference = memory.readUInt32LE(at) - memory.readUInt32LE(at - ENTRY);
    insist(difference >= 0 || at === end - 4, 'functions are not in the order of their addresses');
    memory.writeUInt32LE(difference >>> 0, at);
  }
  const buckets = (tables.count - 1) << BUCKETS; // the linker cuts off those of the last function
  for (let i = 0; i < buckets; i++) {
    const bucket = memory.subarray(bucketsAt + BUCKET * i, bucketsAt + BUCKET * (i + 1));
    insist(
      bucket.readUInt32LE(0) === i >> BUCKETS && bucket.subarray(4).every((byte) => byte === 0),
      `bucket ${i} is of another function`,
    );
    bucket.fill(0);
  }

  const types = readSection(wasm, SECTION.type);
  const type = types.unsigned();
  const functions = readSection(wasm, SECTION.function);
  const count = functions.unsigned();
  const imported = readSection(wasm, SECTION.import).unsigned();
  const bodies = [...readBodies(wasm), startBody({ start, end, bucketsAt, buckets })];
  const replaced = new Map([
    [SECTION.type, bytesOf(unsigned(type + 1), types.rest(), [FUNCTION_TYPE, 0, 0])],
    [SECTION.function, bytesOf(unsigned(count + 1), functions.rest(), unsigned(type))],
    [SECTION.code, codeOf(bodies)],
    [SECTION.data, dataOf(memory)],
  ]);
  const parts = [wasm.subarray(0, 8)];
  for (const { id, body } of readSections(wasm)) {
    if (id === SECTION.element) {
      parts.push(section(SECTION.start, Buffer.from(unsigned(imported + count))));
    }
    parts.push(section(id, replaced.get(id) ?? body));
  }
  return { packed: bytesOf(...parts), powersAt };
}

/** The function that computes both tables. */
function startBody({ start, end, bucketsAt, buckets }) {
  const local = 0;
  const get = [op.localGet, local];
  /** @param {number} value */
  const number = (value) => [op.i32Const, ...signed(value)];
  const load = [op.load, 2, 0];
  const store = [op.store, 2, 0];
  /** @param {number} step @param {number} limit */
  const again = (step, limit) => [
    ...[...get, ...number(step), op.add, op.localTee, local, ...number(limit)],
    ...[op.lessUnsigned, op.branchIf, 0, op.end],
  ];
  return bytesOf(
    [1, 1, I32],
    [...number(start + ENTRY), op.localSet, local, op.loop, VOID],
    [...get, ...get, ...load, ...get, ...number(ENTRY), op.subtract, ...load, op.add, ...store],
    again(4, end),
    [...number(0), op.localSet, local, op.loop, VOID],
    [...get, ...number(BUCKET), op.multiply, ...number(bucketsAt), op.add],
    [...get, ...number(BUCKETS), op.shiftRightUnsigned, ...store],
    again(1, buckets),
    [op.end],
  );
}
