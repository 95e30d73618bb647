/** The code of functions as a list of instructions. */
import { OP, bytesOf, signed, unsigned } from './file.mjs';

/**
 * What follows an opcode, a letter for each part; nothing follows those that are not here.
 * n: a number, c: a constant, v: the targets of a br_table, a digit: as many bytes.
 */
const FOLLOWS = new Map();
const follows = (
  /** @type {number} */ from,
  /** @type {number} */ to,
  /** @type {string} */ what,
) => {
  for (let opcode = from; opcode <= to; opcode++) FOLLOWS.set(opcode, what);
};
follows(0x02, 0x04, 'n'); // block, loop, if: a type
follows(0x0c, 0x0d, 'n'); // br, br_if
FOLLOWS.set(0x0e, 'v'); // br_table
FOLLOWS.set(0x10, 'n'); // call
FOLLOWS.set(0x11, 'nn'); // call_indirect
follows(0x20, 0x26, 'n'); // locals, globals, tables
follows(0x28, 0x3e, 'nn'); // loads and stores: alignment and offset
follows(0x3f, 0x40, 'n'); // memory.size, memory.grow
follows(0x41, 0x42, 'c'); // i32.const, i64.const
FOLLOWS.set(0x43, '4'); // f32.const
FOLLOWS.set(0x44, '8'); // f64.const

/** The same of instructions that begin with 0xfc: conversions, and memory in bulk. */
const BULK = new Map([
  ...[8, 10, 12, 14].map((opcode) => /** @type {const} */ ([opcode, 'nn'])),
  ...[9, 11, 13, 15, 16, 17].map((opcode) => /** @type {const} */ ([opcode, 'n'])),
]);

/** Of those that begin with 0xfd, which work on vectors of 128 bits. @param {number} opcode */
function vectorFollows(opcode) {
  if (opcode <= 11 || opcode === 92 || opcode === 93) return 'nn';
  if (opcode === 12 || opcode === 13) return '88';
  if (opcode >= 21 && opcode <= 34) return '1';
  if (opcode >= 84 && opcode <= 91) return 'nn1';
  return '';
}

/**
 * One instruction. The opcode of one that begins with 0xfc or 0xfd is that byte times 256, and its
 * second number. A constant of 64 bits beyond 53 is not exact among the numbers.
 *
 * @typedef {object} Instruction
 * @property {number} opcode
 * @property {number[]} numbers that follow it
 * @property {Uint8Array} bytes
 */

/**
 * @param {Buffer} body of a function
 * @returns {{locals: Buffer, code: Instruction[]}} what declares its variables, and its code
 */
export function readCode(body) {
  /** @type {Instruction[]} */
  const code = [];
  const start = walk(body, (opcode, numbers, from, to) => {
    code.push({ opcode, numbers, bytes: body.subarray(from, to) });
  });
  return { locals: body.subarray(0, start), code };
}

/**
 * @param {{locals: Buffer, code: Instruction[]}} function_
 * @returns {Buffer} its body
 */
export function bodyOf({ locals, code }) {
  return bytesOf(locals, ...code.map(({ bytes }) => bytes));
}

/**
 * An instruction with the numbers that follow it, each in the least number of bytes.
 * @param {number} opcode of one byte
 * @param {number[]} numbers
 * @returns {Instruction}
 */
export function instruction(opcode, ...numbers) {
  const write = opcode === OP.i32Const || opcode === OP.i64Const ? signed : unsigned;
  return { opcode, numbers, bytes: Uint8Array.from([opcode, ...numbers.flatMap(write)]) };
}

/**
 * Calls a function with every constant of 32 or 64 bits that is not negative.
 *
 * @param {Buffer} body of a function
 * @param {(value: number) => void} visit
 */
export function constants(body, visit) {
  walk(body, (opcode, [value]) => {
    if ((opcode === OP.i32Const || opcode === OP.i64Const) && value >= 0) visit(value);
  });
}

/**
 * Calls a function with every instruction: its opcode, the numbers that follow, and where it is.
 *
 * @param {Buffer} body of a function
 * @param {(opcode: number, numbers: number[], from: number, to: number) => void} visit
 * @returns {number} where the code begins
 */
function walk(body, visit) {
  let at = 0;
  const number = (signed = false) => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = body[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return signed && byte & 64 ? value - 128 * scale : value;
    }
  };
  for (let groups = number(); groups > 0; groups--) {
    number(); // how many variables of the type that the next byte says
    at++;
  }
  const start = at;
  while (at < body.length) {
    const from = at;
    let opcode = body[at++];
    let what = FOLLOWS.get(opcode) ?? '';
    if (opcode === 0xfc || opcode === 0xfd) {
      const second = number();
      what = opcode === 0xfc ? (BULK.get(second) ?? '') : vectorFollows(second);
      opcode = opcode * 256 + second;
    }
    /** @type {number[]} */
    const numbers = [];
    for (const each of what) {
      if (each === 'n') numbers.push(number());
      else if (each === 'c') numbers.push(number(true));
      else if (each === 'v') for (let left = number() + 1; left > 0; left--) numbers.push(number());
      else at += Number(each);
    }
    visit(opcode, numbers, from, at);
  }
  if (at !== body.length)
    throw new Error('the code of a function does not end where its body does');
  return start;
}
