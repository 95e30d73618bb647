/** Theorems as functions: arguments are checked, failed conditions are reported, nothing is NaN. */
import { isArrayOrView } from '../basics/numbers.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { readSettings } from '../basics/settings.js';

/** @import { AnyBound, Bound, BoundArguments, BoundCondition, BoundCurve, BoundKind, BoundResult } from './types.js' */

/**
 * What must hold, in words, and its test where numbers can tell.
 * @template A
 * @typedef {string | readonly [text: string, test: (given: A, value: number) => boolean]} Condition
 */

/**
 * What a theorem says. The value is the sum of the terms, unless `value` makes it of them; `log`
 * has the base of the formula.
 * @template {keyof BoundArguments} N
 * @template {keyof BoundArguments} O
 * @typedef {object} Theorem
 * @property {string} title its name in `bounds`
 * @property {BoundKind} kind
 * @property {string} quantity
 * @property {string} source
 * @property {string} formula
 * @property {readonly N[]} needs
 * @property {{[K in O]: BoundArguments[K]}} [takes] arguments with their defaults
 * @property {2 | 'e'} [base] of the logarithms, unless it is an argument
 * @property {readonly Condition<Pick<BoundArguments, NoInfer<N> | NoInfer<O>>>[]} conditions
 * @property {(given: Pick<BoundArguments, NoInfer<N> | NoInfer<O>>, log: (x: number) => number) => Record<string, number>} terms
 * @property {(terms: Record<string, number>, given: Pick<BoundArguments, NoInfer<N> | NoInfer<O>>) => number} [value]
 * @property {(given: Pick<BoundArguments, NoInfer<N> | NoInfer<O>>) => Record<string, number>} [details]
 * @property {(given: Pick<BoundArguments, NoInfer<N> | NoInfer<O>>) => number} [most] what is true of a number anyway
 */

/**
 * @template {keyof BoundArguments} N
 * @template {keyof BoundArguments} [O=never]
 * @param {Theorem<N, O>} theorem
 * @returns {Bound<N, O>}
 */
export function bound(theorem) {
  const { title, kind, quantity, source, formula, needs } = theorem;
  const takes = theorem.takes ?? {};
  const result = (/** @type {any} */ given) => evaluate(theorem, read(title, given, needs, takes));
  const told = { title, kind, quantity, source, formula, needs, takes };
  return /** @type {Bound<N, O>} */ (Object.assign(result, told));
}

/**
 * @param {Theorem<any, any>} theorem
 * @param {any} given
 * @returns {BoundResult}
 */
function evaluate(theorem, given) {
  const { title, kind } = theorem;
  const base = theorem.base ?? given.base;
  const terms = theorem.terms(given, base === 2 ? Math.log2 : Math.log);
  const sum = () => Object.values(terms).reduce((total, term) => total + term, 0);
  const computed = theorem.value ? theorem.value(terms, given) : sum();
  const conditions = theorem.conditions.map((condition) => judge(condition, given, computed));
  // A probability that is 0 may come out below it by rounding.
  const value = computed > -1e-12 ? Math.max(0, computed) : computed;
  if (!(value >= 0) && conditions.every(({ holds }) => holds !== false)) {
    conditions.push({ text: 'the formula has a value of 0 or more', holds: false });
  }
  const valid = conditions.every(({ holds }) => holds !== false);
  const [most, trivial] = limits(theorem, given);
  const told = valid ? value : trivial;
  return {
    name: title,
    value: told,
    clipped: Math.min(told, most),
    vacuous: kind === 'lower' ? told <= 0 : told >= most,
    valid,
    conditions,
    terms: valid ? terms : {},
    details: valid ? (theorem.details?.(given) ?? {}) : {},
    base,
    constant: given.c,
    label: given.c === undefined ? 'guarantee' : 'for comparison',
  };
}

/**
 * The largest informative value, and the messages about failed conditions.
 * @param {Theorem<any, any>} theorem
 * @param {any} given
 */
function limits({ kind, most }, given) {
  if (kind === 'number') return [most?.(given) ?? Infinity, Infinity];
  return [1, kind === 'lower' ? 0 : Infinity];
}

/**
 * @param {Condition<any>} condition
 * @param {any} given
 * @param {number} value
 * @returns {BoundCondition}
 */
function judge(condition, given, value) {
  if (typeof condition === 'string') return { text: condition, holds: undefined };
  const [text, test] = condition;
  // Where the formula has no value, another condition says why.
  if (test.length > 1 && !(value >= 0)) return { text, holds: undefined };
  return { text, holds: test(given, value) };
}

const number = (/** @type {unknown} */ value) => typeof value === 'number';
const finite = /** @type {const} */ ([
  'a finite number',
  (/** @type {unknown} */ value) => Number.isFinite(value),
]);
const atLeast = (/** @type {number} */ low) =>
  /** @type {const} */ ([
    `a finite number of ${low} or more`,
    (/** @type {any} */ value) => Number.isFinite(value) && value >= low,
  ]);
const whole = (/** @type {number} */ low) =>
  /** @type {const} */ ([
    `a whole number of ${low} or more`,
    (/** @type {any} */ value) => Number.isSafeInteger(value) && value >= low,
  ]);
const share = /** @type {const} */ ([
  'a number from 0 to 1',
  (/** @type {any} */ value) => number(value) && value >= 0 && value <= 1,
]);
const positive = /** @type {const} */ ([
  'a finite number above 0',
  (/** @type {any} */ value) => Number.isFinite(value) && value > 0,
]);
const shares = /** @type {const} */ ([
  'an array of numbers from 0 to 1',
  (/** @type {any} */ value) =>
    isArrayOrView(value) && Array.from(value).every((entry) => share[1](entry)),
]);
/** @param {(string | number | boolean)[]} values */
const oneOf = (...values) =>
  /** @type {const} */ ([
    values.map(show).join(' or '),
    (/** @type {any} */ value) => values.includes(value),
  ]);

/**
 * What each argument must be, in words, and its test.
 * @type {{[K in keyof BoundArguments]: readonly [string, (value: any) => boolean]}}
 */
const kinds = {
  n: whole(1),
  delta: ['a number between 0 and 1', (value) => number(value) && value > 0 && value < 1],
  size: atLeast(1),
  dimension: atLeast(0),
  errors: whole(0),
  trainingError: share,
  marginError: share,
  best: atLeast(0),
  features: whole(1),
  fitIntercept: oneOf(true, false),
  margin: finite,
  radius: atLeast(0),
  norm: atLeast(0),
  intercept: finite,
  logCovering: atLeast(0),
  logSlackCovering: atLeast(0),
  range: atLeast(0),
  coarseDimension: atLeast(0),
  slackNorm: atLeast(0),
  slackSum: atLeast(0),
  accuracy: positive,
  squaredError: atLeast(0),
  supportVectors: whole(0),
  prior: shares,
  averageMargin: finite,
  rademacher: atLeast(0),
  largest: atLeast(0),
  level: finite,
  averageTransform: finite,
  lipschitz: positive,
  lambda: positive,
  roundErrors: shares,
  rounds: whole(0),
  rho: finite,
  steps: whole(1),
  pairs: oneOf('chained', 'disjoint'),
  base: oneOf(2, 'e'),
  c: positive,
};

/**
 * @param {string} title
 * @param {unknown} given
 * @param {readonly string[]} needs
 * @param {Record<string, unknown>} takes
 */
function read(title, given, needs, takes) {
  const known = [...needs, ...Object.keys(takes)];
  const entries = Object.entries(readSettings(`bounds.${title}`, given, known));
  const settings = { ...takes, ...Object.fromEntries(entries.filter(([, v]) => v !== undefined)) };
  for (const name of known) {
    const value = settings[name];
    if (value === undefined && name in takes) continue;
    checkArgument(/** @type {keyof BoundArguments} */ (name), value);
  }
  return settings;
}

/**
 * @param {keyof BoundArguments} name
 * @param {unknown} value
 */
export function checkArgument(name, value) {
  const [expected, test] = kinds[name];
  if (!test(value)) throw wrong(name, expected, value);
}

/**
 * @param {string} argument
 * @param {string} expected
 * @param {unknown} got
 */
export const wrong = (argument, expected, got) =>
  new MaxMarginError('ERR_OPTION', argument, `${argument} must be ${expected}, got ${show(got)}`);

/**
 * The least number of samples from which on the bound is at most `target`. Of a lower bound it is
 * how many samples every algorithm needs.
 * @template {AnyBound} B
 * @param {B} of one of `bounds` that takes n
 * @param {Omit<Parameters<B>[0], 'n'>} given its other arguments
 * @param {number} target
 * @returns {number} Infinity if 2^50 samples are too few
 */
export function invert(of, given, target) {
  checkBound(of);
  if (!of.needs.includes('n')) {
    throw wrong('bound', 'one that depends on the number of samples n', of.title);
  }
  if (!(number(target) && target > 0)) throw wrong('target', 'a number above 0', target);
  const enough = (/** @type {number} */ n) => {
    const { valid, value } = of({ ...given, n });
    return valid && value <= target;
  };
  let power = 50;
  if (!enough(2 ** power)) return Infinity;
  while (power >= 0 && enough(2 ** power)) power -= 1;
  if (power < 0) return 1;
  let [low, high] = [2 ** power, 2 ** (power + 1)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * A bound as a function of arguments that vary together, such as the number of margin errors and
 * its margin.
 * @template {AnyBound} B
 * @param {B} of
 * @param {Partial<Parameters<B>[0]>} given the arguments that do not vary
 * @param {{[K in keyof Parameters<B>[0]]?: ArrayLike<any>}} vary lists of the same length
 * @returns {BoundCurve}
 */
export function curve(of, given, vary) {
  checkBound(of);
  const lists = Object.entries(/** @type {Record<string, ArrayLike<unknown>>} */ (vary ?? {}));
  const length = lists[0]?.[1]?.length ?? 0;
  for (const [name, list] of lists) {
    if (typeof list !== 'object' || list === null || list.length !== length || length === 0) {
      throw wrong(name, 'an array with an entry for each point of the curve', list);
    }
  }
  if (length === 0) throw wrong('vary', 'arguments with an array of values each', vary);
  const at = (/** @type {number} */ i) =>
    Object.fromEntries(lists.map(([name, list]) => [name, list[i]]));
  const results = Array.from({ length }, (_, i) => of({ ...given, ...at(i) }));
  return {
    results,
    values: Float64Array.from(results, ({ value }) => value),
    clipped: Float64Array.from(results, ({ clipped }) => clipped),
    best: leastOf(results),
  };
}

/**
 * The place of the least valid bound, or -1.
 * @param {readonly BoundResult[]} results
 */
export function leastOf(results) {
  return results.reduce(
    (best, { valid, value }, i) => (valid && (best < 0 || value < results[best].value) ? i : best),
    -1,
  );
}

/** @param {unknown} of */
function checkBound(of) {
  if (typeof of === 'function' && 'formula' in of) return;
  throw wrong('bound', 'one of bounds, such as bounds.vc', of);
}
