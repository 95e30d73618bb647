import { MaxMarginError } from '../basics/errors.js';
import { Random } from './random.js';
import { checkOptions, seed, whole } from './settings.js';

/** @import { Check } from './settings.js' */

/**
 * @typedef {object} VirusSignatureOptions
 * @property {number} [samples] Default: 100.
 * @property {number} [length] of the longest strings. Default: 50.
 * @property {string} [alphabet] the characters of the strings. Default: the digits of hexadecimal numbers.
 * @property {string} [signature] of the virus. Default: four characters, drawn.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = {
  samples: whole(1),
  length: whole(1),
  alphabet: [
    'a string of at least two different characters',
    (value) => typeof value === 'string' && new Set(value).size > 1,
  ],
  signature: [
    'a string of one character or more',
    (value) => typeof value === 'string' && value !== '',
  ],
  seed,
};

/**
 * Strings that contain a signature or do not: h(x) = 1 if it is a substring of x, else
 * -1 (Shalev-Shwartz and Ben-David 2014, section 16.2.1). Half of them have it, at a random place;
 * lengths are uniform from that of the signature on. With 0/1 features for
 * all substrings the weight 2 for the signature and the intercept -1 give y f(x) = 1
 * for every string: the norm is 2 and the margin 1/2, not 1 as in exercise 16.1.
 * @param {VirusSignatureOptions} [options]
 * @returns {{X: string[], y: Int32Array, signature: string}}
 */
export function makeVirusSignature(options) {
  const {
    samples = 100,
    length = 50,
    alphabet = '0123456789abcdef',
    signature: given,
    seed,
  } = checkOptions('makeVirusSignature', options, checks);
  const random = new Random(seed);
  const letters = [...new Set(alphabet)];
  const draw = () => letters[random.below(letters.length)];
  /** @type {string} */
  const signature = given ?? Array.from({ length: 4 }, draw).join('');
  const least = [...signature].length;
  if (length < least) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'length',
      `length must be that of the signature at least, ${least}, got ${length}`,
      { expected: least, got: length },
    );
  }
  const y = Int32Array.from({ length: samples }, () => (random.below(2) === 0 ? -1 : 1));
  const X = Array.from(y, (label) => {
    const count = least + random.below(length - least + 1);
    if (label < 0) return drawWithout(signature, count, draw);
    const others = Array.from({ length: count - least }, draw);
    others.splice(random.below(others.length + 1), 0, signature);
    return others.join('');
  });
  return { X, y, signature };
}

/**
 * A string without the signature: a character that would complete it is drawn again.
 * @param {string} signature
 * @param {number} count of characters
 * @param {() => string} draw
 */
function drawWithout(signature, count, draw) {
  let text = '';
  for (let i = 0; i < count; i++) {
    let next = draw();
    while ((text + next).endsWith(signature)) next = draw();
    text += next;
  }
  return text;
}
