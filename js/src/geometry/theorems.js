/**
 * The theorems about the kernels of the catalogue, with all parameters, and about compositions of
 * them. Go has the theorem of each kernel in its file.
 */
import { specOf } from '../machines/kernels.js';
import { theories } from '../generated/theory.js';

/** @import { Kernel } from '../types.js' */
/** @import { Evidence } from './types.js' */

/** @typedef {'admissible' | 'conditionally admissible' | 'not admissible' | 'unknown'} Verdict */

/** @type {Record<string, Verdict>} */
const verdicts = {
  yes: 'admissible',
  conditional: 'conditionally admissible',
  no: 'not admissible',
  unknown: 'unknown',
};

/** @type {Record<string, boolean | undefined>} */
const holds = { yes: true, no: false };

/**
 * The parameters of a kernel with defaults for missing ones, and the rows of lists concatenated.
 * @param {Kernel} kernel
 * @returns {Record<string, any>}
 */
export function parametersOf(kernel) {
  const { options } = specOf(kernel.kernel);
  const given = /** @type {Record<string, any>} */ (/** @type {unknown} */ (kernel));
  return Object.fromEntries(
    options.map((option) => {
      const value = given[option.name] ?? option.default;
      const isList = typeof value === 'object' && value !== null;
      return [option.name, isList ? Array.from(value, (row) => flat(row)).flat() : value];
    }),
  );
}

/** @param {any} row */
const flat = (row) => (typeof row === 'object' ? Array.from(row) : row);

/**
 * How many of the columns the parts of a kernel see.
 * @param {Kernel} kernel
 * @param {number} features
 */
export const seenBy = (kernel, features) =>
  kernel.kernel === 'columns' ? /** @type {number[]} */ (kernel.columns).length : features;

/**
 * The theorems about a kernel and its parts.
 * @param {Kernel} kernel
 * @param {number | undefined} features of the samples, if they are known
 * @param {string} [place]
 * @returns {{verdict: Verdict, evidence: Evidence[]}}
 */
export function analyse(kernel, features, place = 'kernel') {
  const { found, evidence } = decide(kernel, features ?? 0, place);
  return { verdict: verdicts[found], evidence };
}

/**
 * @param {Kernel} kernel
 * @param {number} features 0: any number
 * @param {string} place
 * @returns {{found: string, evidence: Evidence[]}}
 */
function decide(kernel, features, place) {
  const theory = theories[kernel.kernel];
  const below = seenBy(kernel, features);
  const parts = theory.ofParts
    ? /** @type {Kernel[]} */ (kernel.parts).map((part, i) =>
        decide(part, below, `${place}.parts[${i}]`),
      )
    : [];
  const found = parts.map((part) => part.found);
  const {
    verdict,
    text,
    source = '',
    detail,
  } = theory.theorem(parametersOf(kernel), features, found);
  /** @type {Evidence} */
  const evidence = {
    test: `${place}, ${kernel.kernel}`,
    holds: holds[verdict],
    theorem: text,
    source,
    detail: detail || undefined,
  };
  return { found: verdict, evidence: [...parts.flatMap((part) => part.evidence), evidence] };
}
