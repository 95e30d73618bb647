/** Lowers classifiers that are made of classifiers of two classes to one graph. */
import { MaxMarginError } from '../basics/errors.js';
import { shared, votes } from './classes.js';
import { Graph } from './graph.js';
import { inputsOf } from './inputs.js';
import { predicted } from './lowering.js';
import { Stored } from './stored.js';

/** @import { Lowered } from './lowering.js' */
/** @import { Node } from './graph.js' */
/** @import { Part } from './parts.js' */
/** @import { Label } from './stored.js' */

/** The bytes of a classifier of two classes; 0 or 1 for a label that no row has, or all. @typedef {Uint8Array | 0 | 1} Member */

/**
 * What is lowered.
 * @typedef {object} Committee
 * @property {string} machine OneVsOneClassifier, with a member for each pair of classes, or another one
 * @property {boolean} several whether a row has several labels: the place of the class is 1 or 0 for each
 * @property {Label[]} labels
 * @property {Member[]} members
 */

/**
 * @param {Committee} committee
 * @param {Part} parts that it may need
 * @returns {Lowered & Pick<Graph, 'steps'>}
 */
export function lowerCommittee({ machine, several, labels, members }, parts) {
  const g = new Graph(parts);
  const { f } = g;
  const k = labels.length;
  const pairs = machine === 'OneVsOneClassifier';
  const own = members.map((one) => (typeof one === 'number' ? one : Stored.of(one)));
  const stored = own.filter((one) => typeof one !== 'number');
  const [first] = stored;
  if (new Set(stored.map((one) => readingOf(one, parts))).size !== 1) {
    const why = first ? 'its members read samples in different ways, each as the rows of its classes had them' : 'all its members are constant'; // prettier-ignore
    throw new MaxMarginError('ERR_TYPE', 'model', `this model has no graph: ${why}; use JSON.stringify`); // prettier-ignore
  }
  const { input, x } = inputsOf(g, first);
  // A constant has as many rows as there are samples.
  const always = (/** @type {number} */ number) => f`0 * ${g.gather(x, [0])} + ${number}`;
  const made = own.map((one) => {
    if (typeof one === 'number') return { value: always(2 * one - 1), share: always(one) };
    const { decisions, probabilities } = predicted(g, one, x).outputs;
    return { value: decisions, share: probabilities && g.gather(probabilities, [1]) };
  });
  const values = g.beside(made.map(({ value }) => value));
  const all = made.map(({ share }) => share);
  const shares = !pairs && all.every((share) => share) ? g.beside(/** @type {Node[]} */ (all)) : undefined; // prettier-ignore
  const [place, decisions] = decided(g, values, pairs, several, k);
  const p = shares && (several ? shares : k === 2 ? g.beside([f`1 - ${shares}`, shares]) : shared(g, shares, k)); // prettier-ignore
  const outputs = { place, decisions, ovr: decisions, ...(p && { probabilities: p }), samples: x };
  return { kind: 'classifier', several, input, given: g.inputs, outputs, values: shares ? [values, shares] : [values], labels, steps: g.steps }; // prettier-ignore
}

/**
 * The place of the class, or marks of the labels, and the decision values.
 * @param {Graph} g
 * @param {Node} values
 * @param {boolean} pairs
 * @param {boolean} several
 * @param {number} k
 * @returns {[Node, Node]}
 */
function decided(g, values, pairs, several, k) {
  const { f } = g;
  if (several || k === 2) return [f`${values} >= 0`, values];
  if (!pairs) return [g.add('place', [values]), values];
  const later = f`${values} >= 0`; // the second class of a pair wins
  const sums = votes(g, f`-${values}`, values, k);
  const all = f`${votes(g, f`1 - ${later}`, later, k)} + ${sums} / (3 * (abs(${sums}) + 1))`;
  return [g.add('place', [all]), all];
}

/**
 * How a model reads samples, as text: members that have the same share their inputs.
 * @param {Stored} stored
 * @param {Part} parts
 */
function readingOf(stored, parts) {
  const { whole } = stored;
  const fields = ['facade.vectorizer', 'facade.columns', 'facade.texts', 'features.names'];
  const said = fields.map((name) => (whole.has(name) ? whole.text(name) : ''));
  return JSON.stringify([said, inputsOf(new Graph(parts), stored).input]);
}
