/** The constants in the code of functions, as far as they may be addresses. */

/** Instructions by what follows their opcode; nothing follows those that are not here. */
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
 * Calls a function with every constant of 32 or 64 bits that is not negative.
 *
 * @param {Buffer} body of a function
 * @param {(value: number) => void} visit
 */
export function constants(body, visit) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = body[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const skip = (/** @type {string} */ what) => {
    for (const each of what) {
      if (each === 'n') number();
      else if (each === 'c') visit(number());
      else if (each === 'v') for (let left = number() + 1; left > 0; left--) number();
      else at += Number(each);
    }
  };
  for (let groups = number(); groups > 0; groups--) skip('n1'); // variables: how many, and their type
  while (at < body.length) {
    const opcode = body[at++];
    if (opcode === 0xfc) skip(BULK.get(number()) ?? '');
    else if (opcode === 0xfd) skip(vectorFollows(number()));
    else skip(FOLLOWS.get(opcode) ?? '');
  }
  if (at !== body.length)
    throw new Error('the code of a function does not end where its body does');
}
