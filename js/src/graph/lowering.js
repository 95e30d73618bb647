/**
 * Lowers fitted models to graphs: what is given of each sample becomes numbers, the graph computes
 * the values of the machine of them, and from these follow classes, decision values and
 * probabilities.
 */
import { decisions, elected, probabilities } from './classes.js';
import { Graph } from './graph.js';
import { inputsOf } from './inputs.js';
import { valuesOf } from './machines.js';
import { needed } from './parts.js';
import { through } from './steps.js';
import { Stored } from './stored.js';

/** @import { Given, Node } from './graph.js' */
/** @import { Input } from './inputs.js' */
/** @import { Part } from './parts.js' */
/** @import { Label } from './stored.js' */

/**
 * @typedef {object} Lowered
 * @property {'classifier' | 'regressor' | 'detector' | 'transformer'} kind
 * @property {Input} input how samples become numbers
 * @property {Given[]} given the nodes of these numbers
 * @property {Record<string, Node>} outputs: `place` of the class, `values` of a regressor, a detector or
 *   a transformer, `decisions`, `ovr` (of each class), `probabilities`; the last one is the samples that the machine takes
 * @property {Node[]} values of the machine, of which alone all outputs are computed
 * @property {Label[]} labels
 * @property {boolean} [several] whether a row has several labels, and `place` a mark for each
 * @property {boolean} [isApart] whether another class than the predicted one may be the most probable
 */

/** The machines that tell inside from outside. */
const detectors = ['OneClassSVM', 'SVDD', 'IncrementalOneClass', 'KernelDensity'];

/** The machines that turn samples into others, by sums of kernels. */
const maps = ['KernelPCA', 'Nystroem', 'IncompleteCholesky'];

/**
 * @param {Uint8Array} bytes of a model, checked
 * @param {Part} parts that it may need
 * @returns {Lowered & Pick<Graph, 'steps'>}
 */
export function lowerWith(bytes, parts) {
  const stored = Stored.of(bytes);
  const g = new Graph(parts);
  const { input, x } = inputsOf(g, stored);
  return {
    ...predicted(g, stored, x),
    input,
    given: g.inputs,
    labels: stored.labels,
    steps: g.steps,
  };
}

/**
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x
 * @returns {Pick<Lowered, 'kind' | 'outputs' | 'values' | 'isApart'>}
 */
export function predicted(g, stored, x) {
  const { machine, steps } = stored;
  if (machine === 'Pipeline') {
    const [last] = steps.slice(-1);
    return predicted(g, last, through(g, steps.slice(0, -1), x));
  }
  if (machine === 'TransformedTarget') {
    const [last] = stored.parts.slice(-1);
    const { outputs } = predicted(g, last, x);
    const values = needed(g, 'undone', 'features')(g, stored, outputs.values);
    return { kind: 'regressor', outputs: { ...outputs, values }, values: [values] };
  }
  // What the machine is given must be finite, but for gaps that trees take.
  const samples = stored.has('forest.roots') ? g.f`where(isNaN(${x}), 0, ${x})` : x;
  if (stored.labels.length > 0 && !stored.has('selected')) {
    const made = valuesOf(g, stored, x);
    const place = elected(g, stored, made);
    const p = probabilities(g, stored, made, place);
    const { isApart, ...nodes } = made;
    const { values } = nodes;
    const ovr = decisions(g, stored, values, 'ovr');
    const outputs = { place, decisions: decisions(g, stored, values), ovr, ...(p && { probabilities: p }), samples }; // prettier-ignore
    return { kind: 'classifier', outputs, values: Object.values(nodes), isApart };
  }
  if (['dual.coef', 'coef', 'bandwidth', 'forest.roots'].some((field) => stored.has(field))) {
    const kind = detectors.includes(machine)
      ? 'detector'
      : maps.includes(machine)
        ? 'transformer'
        : 'regressor';
    const { values } = valuesOf(g, stored, x);
    return { kind, outputs: { values, samples }, values: [values] };
  }
  const isVectorizer = stored.whole.has('facade.vectorizer') && !stored.has('features');
  const values = isVectorizer ? x : through(g, [stored], x);
  return { kind: 'transformer', outputs: { values }, values: [values] };
}
