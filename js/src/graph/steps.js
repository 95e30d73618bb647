/** The most frequent transformers as graphs. */
import { valuesOf } from './machines.js';
import { own } from './parts.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Stored } from './stored.js' */

/** @typedef {(g: Graph, stored: Stored, x: Node) => Node} Step */

/** The steps that need no part. @type {Record<string, Step>} */
const frequentSteps = {
  StandardScaler(g, stored, x) {
    const [center, scale] = standard(stored);
    return g.f`(${x} - ${g.constant(center)}) / ${g.constant(scale)}`;
  },

  MinMaxScaler(g, stored, x) {
    const [low, high] = stored.numbers('option.featureRange');
    const [least, scale] = ['min', 'scale'].map((name) => g.constant(stored.numbers(name)));
    const scaled = g.f`(${x} - ${least}) * ${scale} + ${low}`;
    return stored.number('option.clip') ? g.f`min(max(${scaled}, ${low}), ${high})` : scaled;
  },

  MaxAbsScaler: affine,
  RobustScaler: affine,

  Normalizer(g, stored, x) {
    const most = g.f`largest(abs(${x}))`;
    return normalized(g, g.f`where(${most} > 0, ${x} / ${most}, ${x})`, stored.text('option.norm'));
  },

  SelectKBest: (g, stored, x) => g.gather(x, stored.numbers('selected')),
};

/**
 * What steps make of samples, one after the other.
 * @param {Graph} g
 * @param {readonly Stored[]} parts
 * @param {Node} x
 */
export const through = (g, parts, x) => parts.reduce((to, part) => transformed(g, part, to), x);

/** @type {Step} */
export function transformed(g, stored, x) {
  const { machine, parts } = stored;
  if (machine === 'Pipeline') return through(g, parts, x);
  const step = own(frequentSteps, machine) ?? own(g.parts.steps, machine);
  const made = step ? step(g, stored, x) : valuesOf(g, stored, x).values;
  if (!g.steps.has(made)) g.steps.set(made, { stored, x });
  return made;
}

/** What a StandardScaler takes off and divides by. @param {Stored} stored */
export function standard(stored) {
  const [mean, scale] = ['mean', 'scale'].map((name) => stored.numbers(name));
  const has = (/** @type {string} */ name) => stored.number(`option.${name}`) === 1;
  return [has('withMean') ? mean : mean.fill(0), has('withStd') ? scale : scale.fill(1)];
}

/** @type {Step} */
function affine(g, stored, x) {
  const [center, scale] = ['center', 'scale'].map((name) => g.constant(stored.numbers(name)));
  return g.f`(${x} - ${center}) / ${scale}`;
}

/**
 * Rows of the length 1 in a norm; rows of zeros stay. Of the norm 'max' or 'none' they are so already.
 * @param {Graph} g
 * @param {Node} x
 * @param {string} norm
 */
export function normalized({ f }, x, norm) {
  if (norm !== 'l1' && norm !== 'l2') return x;
  const size = norm === 'l1' ? f`sum(abs(${x}))` : f`sqrt(sum(${x} * ${x}))`;
  return f`where(${size} > 0, ${x} / ${size}, ${x})`;
}
