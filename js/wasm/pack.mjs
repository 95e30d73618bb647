/**
 * Leaves out of a program's initial memory what a few instructions can compute: the module gets a
 * start function, which engines call when they have set the memory up.
 *
 * Two tables of the runtime lead from an address to its function. Each entry of the first (ftab
 * of runtime.moduledata) is larger than the one before it by a little; the differences compress
 * better than the sums. The second (findfunctab) has an entry for every 4096 addresses, and a
 * function has 65,536 in WebAssembly, so its entries are 0 sixteen times, then 1, and so on: 1.5 MB.
 * The first table leads to a runtime._func for each function, which begins with the same address.
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
  replaceSections,
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
  dropAddresses(memory, tables);
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

  const started = withStart(wasm, importedBy(wasm), [...tablesBody({ start, end, bucketsAt, buckets }), ...addressesBody({ start, end })]); // prettier-ignore
  return { packed: replaceSections(started, new Map([[SECTION.data, dataOf(memory)]])), powersAt };
}

/**
 * @param {Buffer} rest the second file, which has no addresses in what it has of each runtime._func
 * @param {Buffer} wasm the program
 * @returns {Buffer} the same with a start function that computes them
 */
export function packRest(rest, wasm) {
  const { functionsAt: start, count } = new Tables(readMemory(wasm));
  const end = start + ENTRY * (count + 1);
  return withStart(rest, importedBy(wasm), addressesBody({ start, end }));
}

/**
 * Clears the address with which each runtime._func begins.
 * @param {Buffer} memory
 * @param {Tables} tables where the others are
 */
export function dropAddresses(memory, { functionsAt: start, count, memory: whole }) {
  for (let at = start; at < start + ENTRY * count; at += ENTRY) {
    const record = start + whole.readUInt32LE(at + 4);
    const known = [0, whole.readUInt32LE(at)]; // 0 where the other file has the rest of it
    insist(known.includes(memory.readUInt32LE(record)), 'a function begins elsewhere');
    memory.writeUInt32LE(0, record);
  }
}

/** @param {Buffer} wasm a program, which imports functions only @returns {number} how many */
function importedBy(wasm) {
  return readSection(wasm, SECTION.import).unsigned();
}

/**
 * @param {Buffer} wasm
 * @param {number} imported how many functions it imports
 * @param {number[]} body of a start function, which has one local variable
 */
function withStart(wasm, imported, body) {
  const types = readSection(wasm, SECTION.type);
  const type = types.unsigned();
  const functions = readSection(wasm, SECTION.function);
  const count = functions.unsigned();
  const start = bytesOf([1, 1, I32], body, [op.end]);
  const replaced = new Map([
    [SECTION.type, bytesOf(unsigned(type + 1), types.rest(), [FUNCTION_TYPE, 0, 0])],
    [SECTION.function, bytesOf(unsigned(count + 1), functions.rest(), unsigned(type))],
    [SECTION.code, codeOf([...readBodies(wasm), start])],
  ]);
  const parts = [wasm.subarray(0, 8)];
  for (const { id, body: items } of readSections(wasm)) {
    if (id === SECTION.element) {
      parts.push(section(SECTION.start, Buffer.from(unsigned(imported + count))));
    }
    parts.push(section(id, replaced.get(id) ?? items));
  }
  return bytesOf(...parts);
}

const local = 0;
const get = [op.localGet, local];
/** @param {number} value */
const number = (value) => [op.i32Const, ...signed(value)];
const load = [op.load, 2, 0];
const store = [op.store, 2, 0];

/** A loop in which the local variable grows in steps. @param {number[]} body */
function loop({ from, step, to }, body) {
  return [
    ...[...number(from), op.localSet, local, op.loop, VOID, ...body],
    ...[...get, ...number(step), op.add, op.localTee, local, ...number(to)],
    ...[op.lessUnsigned, op.branchIf, 0, op.end],
  ];
}

/** Computes both tables. */
function tablesBody({ start, end, bucketsAt, buckets }) {
  const before = [...get, ...number(ENTRY), op.subtract, ...load];
  return [
    ...loop({ from: start + ENTRY, step: 4, to: end }, [...get, ...get, ...load, ...before, op.add, ...store]), // prettier-ignore
    ...loop({ from: 0, step: 1, to: buckets }, [
      ...[...get, ...number(BUCKET), op.multiply, ...number(bucketsAt), op.add],
      ...[...get, ...number(BUCKETS), op.shiftRightUnsigned, ...store],
    ]),
  ];
}

/** Writes the address of a function where its runtime._func begins. */
function addressesBody({ start, end }) {
  const record = [...get, op.load, 2, 4, ...number(start), op.add];
  return loop({ from: start, step: ENTRY, to: end - ENTRY }, [...record, ...get, ...load, ...store]); // prettier-ignore
}
