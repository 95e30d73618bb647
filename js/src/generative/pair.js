/** The kernel of a model of pairs of strings: the probability that both have one ancestor. */
import { MaxMarginError, show } from '../basics/errors.js';

/** @import { PairModel } from '../types.js' */

/**
 * The P-kernel of a pair hidden Markov model (Watkins, 2000; Haussler, 1999):
 *
 *     k(x, z) = sum over c of P(c) P(x | c) P(z | c)
 *
 * where c is a string of letters of equal probability 1 / |alphabet|, each followed by
 * another with probability 1 - end. A string that descends from c has each letter of c,
 * replaced by a random one with probability mutation. Before each letter and at the end it
 * has a run of random letters, each followed by another with probability gap. It is a joint
 * probability of x and z under which they are independent given c, which makes it a
 * kernel. The sum over all alignments of x and z is one recursion, of |x| |z| steps.
 *
 * Values are divided by those of the strings with themselves, unless normalize is false.
 * @param {PairModel} model
 * @returns {(x: string, z: string) => number} for the option kernel of any machine
 */
export function pairKernel({ alphabet, mutation = 0.1, gap = 0.1, end = 0.1, normalize = true }) {
  const letters = [...(typeof alphabet === 'string' ? alphabet : '')];
  if (letters.length === 0 || new Set(letters).size < letters.length) {
    throw wrong('alphabet', `a text with every letter once, such as 'ACGT', got ${show(alphabet)}`);
  }
  for (const [name, value, least] of /** @type {const} */ ([
    ['mutation', mutation, 0],
    ['gap', gap, 0],
    ['end', end, Number.MIN_VALUE],
  ])) {
    const most = name === 'gap' ? 1 - Number.EPSILON : 1;
    if (!(value >= least && value <= most)) {
      const range = { mutation: '[0,1]', gap: '[0,1)', end: '(0,1]' }[name];
      throw wrong(name, `a number in ${range}, got ${show(value)}`);
    }
  }
  const known = new Set(letters);
  const random = 1 / letters.length;
  const copied = (1 - mutation) ** 2;
  const unlike = random * random * (1 - copied);
  const alike = unlike + random * copied;
  const block = (1 - gap) ** 2;
  const model = { alike, unlike, gap: gap * random, first: block * end, more: block * (1 - end) };
  /** @type {Map<string, number>} */
  const selves = new Map();
  const self = (/** @type {string} */ x) => {
    let value = selves.get(x);
    if (value === undefined) {
      if (selves.size >= remembered) selves.clear();
      selves.set(x, (value = logJoint(x, x, model)));
    }
    return value;
  };
  return (x, z) => {
    const [a, b] = [read(x, known), read(z, known)];
    const joint = logJoint(a, b, model);
    return Math.exp(normalize ? joint - (self(a) + self(b)) / 2 : joint);
  };
}

/** The number of strings x for which a kernel remembers k(x, x). */
const remembered = 10_000;

/** @param {unknown} x @param {Set<string>} known */
function read(x, known) {
  if (typeof x !== 'string') throw new TypeError(`a pair kernel compares strings, got ${show(x)}`);
  for (const letter of x) {
    if (!known.has(letter)) {
      throw new TypeError(`'${letter}' in ${show(x)} is not a letter of the alphabet`);
    }
  }
  return x;
}

/** @param {string} argument @param {string} expected */
const wrong = (argument, expected) =>
  new MaxMarginError('ERR_OPTION', argument, `${argument} must be ${expected}`);

/**
 * The logarithm of the joint probability. All steps use logarithms, because the probability of
 * two long strings underflows, and so does the ratio of two alignments.
 * @param {string} x
 * @param {string} z
 * @param {{alike: number, unlike: number, gap: number, first: number, more: number}} model
 *   first: of the end, and the runs before it; more: of a letter of c, and the runs
 */
function logJoint(x, z, { alike, unlike, gap, first, more }) {
  const [a, b] = [[...x], [...z]];
  const [skip, same, other] = [gap, more * alike, more * unlike].map(Math.log);
  // sums[j]: all ways to make the first i letters of x and j of z, with random letters after
  // the last letter from c.
  let sums = [0];
  for (const j of b.keys()) sums.push(sums[j] + skip);
  for (const letter of a) {
    const made = [sums[0] + skip];
    let row = -Infinity; // the same, but without random letters of x after the last letter from c
    b.forEach((opposite, j) => {
      row = logSum(sums[j] + (letter === opposite ? same : other), row + skip);
      made.push(logSum(row, sums[j + 1] + skip));
    });
    sums = made;
  }
  return Math.log(first) + sums[b.length];
}

/** ln(e^a + e^b) @param {number} a @param {number} b */
function logSum(a, b) {
  const largest = Math.max(a, b);
  return largest === -Infinity ? largest : largest + Math.log1p(Math.exp(Math.min(a, b) - largest));
}
