/**
 * Writes the code of a Go program shorter. The Go compiler writes WebAssembly instruction by
 * instruction as for a machine with jumps and without nesting, and leaves it to optimise nothing
 * across them. What each change does stands above its function; all of them keep what the code
 * computes, where it pauses, and the numbers by which the runtime knows where a goroutine is.
 *
 * A Go function has one parameter, the number of the place to go on at, as local 0, and a copy
 * of the stack pointer, global 0, as local 1. It begins with as many blocks as it has places, one
 * inside the other, in a loop, and a br_table that leaves the right ones of them:
 *
 *     block  loop  block block ... block  local.get 0  br_table ...  end
 *       the first piece of code
 *     end
 *       the second ...
 *     end  end  unreachable  end  i32.const 1  end
 *
 * A jump stores the number of its place in local 0 and goes to the loop. A function that has to
 * pause leaves the outermost block, and so returns 1.
 */
import { OP, SECTION, codeOf, readBodies, readSection, replaceSections } from './file.mjs';
import { bodyOf, instruction, readCode } from './instructions.mjs';
import { insist } from './tables.mjs';

/** @import { Instruction } from './instructions.mjs' */

const op = {
  ...OP,
  nop: 0x01,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  branch: 0x0c,
  branchIf: 0x0d,
  branchTable: 0x0e,
  return: 0x0f,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalSet: 0x24,
  i64Store: 0x37,
  i32Add: 0x6a,
  i64Add: 0x7c,
  i32FromI64: 0xa7,
  i64FromUnsigned: 0xad,
};

/** The type of a block without a value. */
const VOID = 0x40;

/** Locals and globals of a Go function. */
const LOCAL = { place: 0, stack: 1 };
const GLOBAL = { stack: 0 };

/** The type of Go functions: the encoding of a function from one number of 32 bits to another. */
const GO_TYPE = '60017f017f';

/**
 * @param {Buffer} wasm
 * @returns {Buffer} the same program in fewer bytes
 */
export function shorten(wasm) {
  const go = goFunctions(wasm);
  const counts = noCounts();
  const bodies = readBodies(wasm).map((body, i) => (go[i] ? shortenBody(body, counts) : body));
  for (const [what, count] of Object.entries(counts)) insist(count > 1000, `few ${what}: ${count}`);
  return replaceSections(wasm, new Map([[SECTION.code, codeOf(bodies)]]));
}

/** How many places each change found. */
const noCounts = () => ({ addresses: 0, returns: 0, pauses: 0, jumps: 0 });

/**
 * @param {Buffer} body of a Go function
 * @param {ReturnType<typeof noCounts>} [counts]
 * @returns {Buffer} the same in fewer bytes
 */
export function shortenBody(body, counts = noCounts()) {
  const { locals, code } = readCode(body);
  let shorter = code.filter(({ opcode }) => opcode !== op.nop);
  shorter = foldAddresses(shorter, counts);
  shorter = shortenReturns(shorter, counts);
  shorter = returnPauses(shorter, counts);
  shorter = jumpDirectly(shorter, counts);
  return bodyOf({ locals, code: joinConditions(shorter) });
}

/** @param {Buffer} wasm @returns {boolean[]} which functions obey Go's calling convention */
function goFunctions(wasm) {
  const types = readSection(wasm, SECTION.type);
  const encodings = Array.from({ length: types.unsigned() }, () => {
    const lists = [types.bytes(1)];
    for (let list = 0; list < 2; list++) {
      const length = types.unsigned();
      lists.push(Buffer.from([length]), types.bytes(length));
    }
    return Buffer.concat(lists).toString('hex');
  });
  const typeOf = readSection(wasm, SECTION.function);
  return Array.from({ length: typeOf.unsigned() }, () => encodings[typeOf.unsigned()] === GO_TYPE);
}

/** @param {Instruction | undefined} given @param {number} opcode @param {number[]} numbers */
function is(given, opcode, ...numbers) {
  return given?.opcode === opcode && numbers.every((number, i) => given.numbers[i] === number);
}

/**
 * Loads and stores on the stack say the distance from the stack pointer themselves. The compiler
 * adds it beforehand, as a number of 64 bits; where something else than a load or a store needs
 * the address, 32 bits are enough.
 *
 * @param {Instruction[]} code
 * @param {{addresses: number}} counts
 */
function foldAddresses(code, counts) {
  /** @type {Instruction[]} */
  const written = [];
  for (let i = 0; i < code.length; i++) {
    written.push(code[i]);
    const distance = code[i + 2]?.numbers[0];
    const adds =
      is(code[i], op.localGet, LOCAL.stack) &&
      is(code[i + 1], op.i64FromUnsigned) &&
      is(code[i + 2], op.i64Const) &&
      distance >= 0 &&
      is(code[i + 3], op.i64Add) &&
      is(code[i + 4], op.i32FromI64);
    if (!adds) continue;
    counts.addresses++;
    i += 4;
    const user = addressedBy(code, i + 1);
    if (user < 0) {
      written.push(instruction(op.i32Const, distance), instruction(op.i32Add));
    } else {
      const [alignment, offset] = code[user].numbers;
      code[user] = instruction(code[user].opcode, alignment, offset + distance);
    }
  }
  return written;
}

/**
 * @param {Instruction[]} code
 * @param {number} start where a value lies on top of WebAssembly's stack
 * @returns {number} the load or store to which it is the address; -1 if there is none
 */
function addressedBy(code, start) {
  let above = 0; // how many values lie above it
  for (let i = start; i < code.length; i++) {
    const { opcode } = code[i];
    const [takes, leaves] = effect(opcode);
    if (takes > above) {
      const load = opcode >= 0x28 && opcode <= 0x35 && above === 0;
      const store = opcode >= 0x36 && opcode <= 0x3e && above === 1;
      return load || store ? i : -1;
    }
    above += leaves - takes;
  }
  return -1;
}

/**
 * @param {number} opcode
 * @returns {[number, number]} how many values it takes from the stack and leaves there; everything
 *   counts as taken by what is not a simple instruction
 */
function effect(opcode) {
  const within = (/** @type {number} */ from, /** @type {number} */ to) =>
    opcode >= from && opcode <= to;
  if (opcode === op.localGet || opcode === 0x23 || within(0x41, 0x44)) return [0, 1];
  if (opcode === op.localSet || opcode === op.globalSet) return [1, 0];
  if (opcode === op.localTee || within(0x28, 0x35)) return [1, 1]; // loads
  if (within(0x36, 0x3e)) return [2, 0]; // stores
  if (opcode === 0x45 || opcode === 0x50) return [1, 1]; // eqz
  if (within(0x46, 0x66)) return [2, 1]; // comparisons
  if (within(0x67, 0x69) || within(0x79, 0x7b)) return [1, 1]; // bits of integers
  if (within(0x8b, 0x91) || within(0x99, 0x9f)) return [1, 1]; // signs and roundings
  if (within(0x6a, 0xa6)) return [2, 1]; // arithmetic
  if (within(0xa7, 0xc4) || within(0xfc00, 0xfc07)) return [1, 1]; // conversions
  return [Infinity, 0];
}

/**
 * A function that returns moves the stack pointer once, over its own variables and the address
 * behind them, and leaves the copy as it is.
 *
 *     local.get 1  i32.const N  i32.add  local.tee 1  global.set 0
 *     local.get 1  i32.const 8  i32.add  local.tee 1  global.set 0  i32.const 0  return
 *
 * @param {Instruction[]} code
 * @param {{returns: number}} counts
 */
function shortenReturns(code, counts) {
  /** @type {Instruction[]} */
  const written = [];
  const moves = (/** @type {number} */ i) =>
    is(code[i], op.localGet, LOCAL.stack) &&
    is(code[i + 1], op.i32Const) &&
    is(code[i + 2], op.i32Add) &&
    is(code[i + 3], op.localTee, LOCAL.stack) &&
    is(code[i + 4], op.globalSet, GLOBAL.stack);
  for (let i = 0; i < code.length; i++) {
    const twice = moves(i) && moves(i + 5);
    if (!twice || !is(code[i + 10], op.i32Const) || !is(code[i + 11], op.return)) {
      written.push(code[i]);
      continue;
    }
    const distance = code[i + 1].numbers[0] + code[i + 6].numbers[0];
    written.push(code[i], instruction(op.i32Const, distance), code[i + 2], code[i + 4]);
    i += 9;
    counts.returns++;
  }
  return written;
}

/**
 * After a call that pauses, the function returns 1, in the place of a jump to where it does so.
 * How many blocks to leave is another number after each call; brotli likes to see the same.
 *
 * @param {Instruction[]} code
 * @param {{pauses: number}} counts
 */
function returnPauses(code, counts) {
  const last = code.length - 1;
  const one = is(code[last], op.end) && is(code[last - 1], op.i32Const, 1);
  if (!one || !is(code[last - 2], op.end)) return code;
  const depths = depthsOf(code);
  const outermost = code.findLastIndex(({ opcode }, i) => opens(opcode) && depths[i] === 0);
  if (!is(code[outermost], op.block)) return code;
  return code.flatMap((each, i) => {
    if (i < outermost || !is(each, op.branchIf, depths[i] - 1)) return [each];
    counts.pauses++;
    return [
      instruction(op.if, VOID),
      instruction(op.i32Const, 1),
      instruction(op.return),
      instruction(op.end),
    ];
  });
}

/** @param {number} opcode */
function opens(opcode) {
  return opcode === op.block || opcode === op.loop || opcode === op.if;
}

/**
 * Jumps forward leave the blocks themselves that the loop and the br_table would leave. Only
 * jumps backward go to the loop.
 *
 * @param {Instruction[]} code
 * @param {{jumps: number}} counts
 */
function jumpDirectly(code, counts) {
  const table = code.findIndex(
    (each, i) => is(each, op.branchTable) && is(code[i - 1], op.localGet, LOCAL.place),
  );
  let loop = table - 2;
  while (loop > 0 && is(code[loop], op.block)) loop--;
  const blocks = table - 2 - loop;
  if (table < 0 || !is(code[loop], op.loop) || !onlyDispatches(code, table)) return code;
  const targets = code[table].numbers;
  const depths = depthsOf(code);
  const written = code.slice(0, table + 1);
  let left = 0; // how many of the blocks end before
  for (let i = table + 1; i < code.length; i++) {
    written.push(code[i]);
    const inside = depths[i] - depths[loop] - 1; // the depth below the loop
    if (is(code[i], op.end) && inside === blocks - left - 1) left++;
    const jumps =
      inside >= 0 &&
      is(code[i], op.i32Const) &&
      is(code[i + 1], op.localSet, LOCAL.place) &&
      is(code[i + 2], op.branch, inside);
    if (!jumps) continue;
    const target = targets[Math.min(code[i].numbers[0], targets.length - 1)];
    if (target < left) continue;
    written[written.length - 1] = instruction(op.branch, inside - (blocks - target));
    i += 2;
    counts.jumps++;
  }
  return written;
}

/**
 * Whether a function stores numbers of places in local 0 for nothing but its br_table. Before a
 * call through the table of functions, it also has the number of the called function there.
 *
 * @param {Instruction[]} code
 * @param {number} table where the br_table is
 */
function onlyDispatches(code, table) {
  return code.every(
    (each, i) =>
      !is(each, op.localGet, LOCAL.place) ||
      i === table - 1 ||
      (is(code[i - 1], op.i32Const, 0) && is(code[i - 2], op.localSet, LOCAL.place)),
  );
}

/**
 * A condition of nothing but a jump becomes a jump with a condition.
 *
 * @param {Instruction[]} code
 */
function joinConditions(code) {
  /** @type {Instruction[]} */
  const written = [];
  for (let i = 0; i < code.length; i++) {
    const joins =
      is(code[i], op.if, VOID) &&
      is(code[i + 1], op.branch) &&
      is(code[i + 2], op.end) &&
      code[i + 1].numbers[0] > 0;
    if (!joins) {
      written.push(code[i]);
      continue;
    }
    written.push(instruction(op.branchIf, code[i + 1].numbers[0] - 1));
    i += 2;
  }
  return written;
}

/**
 * @param {Instruction[]} code
 * @returns {number[]} in how many constructs each instruction is, besides the one it begins or ends
 */
function depthsOf(code) {
  let depth = 0;
  return code.map(({ opcode }) => {
    if (opcode === op.end) depth--;
    return opens(opcode) ? depth++ : depth;
  });
}
