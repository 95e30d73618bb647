/**
 * Linear classifiers whose functions other operators join to one decision, as skl2onnx writes one against
 * the rest and calibrated classifiers: each result behind the machines is followed as columns, and each
 * column as a function of one of theirs.
 */
import { show } from '../../basics/errors.js';
import { linearModel, sortClasses } from '../foreign.js';

/** @import { Label } from '../../types.js' */
/** @import { Foreign } from '../foreign.js' */
/** @import { Graph, Node } from './graph.js' */

/**
 * A function of the samples: a f + b of the function f of a machine, or a sigmoid 1 / (1 + exp(a f + b))
 * on its way: its exponential, and the sum of that and 1, come before it, and `rest` is 1 less it.
 * @typedef {{node: Node, place: number, a: number, b: number, form: 'value' | 'exp' | 'above' | 'sigmoid' | 'rest'}} Column
 */

/**
 * A result: the values of a machine; columns; their sum, or what stands for a sum of 0; the number of the
 * largest; the label.
 * @typedef {{machine: Node} | {columns: Column[]} | {sum: Column[]} | {mask: true} | {best: Column[]} | {labels: Label[], of: Column[]}} Value
 */

/** The most columns side by side: a class each. */
const most = 1000;

/** Operators that leave a result as it is. */
const keeping = ['Cast', 'Identity', 'Reshape', 'Flatten'];

export class Committee {
  /** @type {Map<string, Value>} */
  #values = new Map();
  #columns = 0;

  /**
   * @param {Graph} graph
   * @param {Node[]} machines LinearClassifiers
   */
  constructor(graph, machines) {
    this.graph = graph;
    for (const machine of machines) {
      if (machine.outputs.length > 1) this.#values.set(machine.outputs[1], { machine });
    }
    const own = new Set(machines);
    for (const node of graph.nodes) {
      const made = own.has(node) ? undefined : this.#follow(node);
      if (made) this.#values.set(node.outputs[0], made);
    }
  }

  /**
   * @param {Node} node
   * @returns {Value | undefined}
   */
  #follow(node) {
    const [one, other] = node.inputs.map((name) => this.#values.get(name));
    const { type } = node;
    const constant = (/** @type {number} */ i) => this.graph.constant(node.inputs[i]).number;
    if (one && keeping.includes(type)) return 'sum' in one && node.whole('to', 0) === 9 ? { mask: true } : one; // prettier-ignore
    if (one && 'mask' in one && ['Not', 'Mul'].includes(type)) return one;
    const picked = this.#picked(node, one);
    if (picked) return picked;
    if (type === 'ArrayFeatureExtractor' && other && 'best' in other) {
      return { labels: this.graph.constant(node.inputs[0]).labels, of: other.best };
    }
    if (type === 'Concat') {
      const all = node.inputs.map((name) => this.#values.get(name));
      const columns = all.flatMap((value) => (value && 'columns' in value ? value.columns : []));
      this.#columns += columns.length;
      if (columns.length > most || this.#columns > most * most) return undefined;
      return columns.length >= all.length && all.every((value) => value && 'columns' in value) ? { columns } : undefined; // prettier-ignore
    }
    if (type === 'Add' && one && other && 'mask' in other) return one;
    if (type === 'Div' && one && other && 'columns' in one && 'sum' in other) return one;
    if (type === 'Div' && one && constant(1) === 1) return one;
    if (!one || !('columns' in one)) {
      const way = other && 'columns' in other && other.columns.length === 1;
      return way ? changed(type, other.columns[0], constant(0), true) : undefined;
    }
    if (type === 'ReduceSum') return { sum: one.columns };
    if (type === 'ArgMax') return node.whole('axis', 0) === 1 ? { best: one.columns } : undefined;
    if (type === 'Normalizer') return node.text('norm', 'MAX') === 'L1' ? one : undefined;
    if (type === 'Sum' && node.inputs.length === 1) return one;
    return one.columns.length === 1 ? changed(type, one.columns[0], constant(1), false) : undefined;
  }

  /**
   * A column of the values of a machine.
   * @param {Node} node
   * @param {Value | undefined} value
   */
  #picked(node, value) {
    if (!value || !('machine' in value)) return undefined;
    const { machine } = value;
    const numbers = (/** @type {number} */ i) => this.graph.constant(node.inputs[i]).wholes;
    const isSlice = node.type === 'Slice' && numbers(3)[0] === 1 && numbers(2)[0] === numbers(1)[0] + 1; // prettier-ignore
    const isGather = node.type === 'Gather' && node.whole('axis', 0) === 1;
    if (!isSlice && !isGather && node.type !== 'ArrayFeatureExtractor') return undefined;
    const [place, ...others] = numbers(1);
    const transform = machine.text('post_transform', 'NONE');
    if (others.length > 0 || !['NONE', 'LOGISTIC'].includes(transform)) return undefined;
    const logistic = transform === 'LOGISTIC';
    /** @type {Column} */
    const column = { node: machine, place, a: logistic ? -1 : 1, b: 0, form: logistic ? 'sigmoid' : 'value' }; // prettier-ignore
    return { columns: [column] };
  }

  /**
   * The machine that decides as they do together: its functions are those of the sigmoids.
   * @returns {Foreign | undefined} nothing, if the outputs of the file are something else
   */
  model() {
    const found = this.graph.outputs.map((name) => this.#values.get(name));
    const label = found.find((value) => value && 'labels' in value);
    if (!label || !('labels' in label)) return undefined;
    const { labels, of } = label;
    const k = labels.length;
    const [first] = of;
    const fail = (/** @type {string} */ message) => first.node.error(message);
    const sigmoids = of.every(({ form }) => form === 'sigmoid' || form === 'rest');
    const forms = sigmoids || of.every(({ form }) => form === 'value');
    const two = k === 2 && first.form === 'rest' && of[1]?.form === 'sigmoid';
    const whole = of.length === k && k >= 2 && new Set(labels).size === k && forms;
    if (!whole || (k === 2 ? !two : of.some(({ form }) => form === 'rest'))) {
      throw fail(`has ${of.length} functions for ${k} classes, which are joined in a way that is not known here`); // prettier-ignore
    }
    const own = k === 2 ? [of[1]] : of;
    /** @type {Map<Node, Set<number>>} */
    const places = new Map(own.map(({ node }) => [node, new Set()]));
    for (const { node, place } of own) places.get(node)?.add(place);
    const apart = [...places.values()].reduce((sum, { size }) => sum + size, 0);
    if (apart < own.length) throw fail('gives two classes the same function');
    /** @type {Map<Node, Linear>} */
    const known = new Map();
    const linear = own.map((column) => functionOf(column, known));
    const d = linear[0].w.length;
    if (linear.some(({ w }) => w.length !== d)) throw fail('takes other features than another one');
    const { classes, order } = sortClasses(labels);
    const coef = new Float64Array(own.length * d);
    const intercept = new Float64Array(own.length);
    linear.forEach(({ w, b }, p) => {
      const sign = k === 2 && order[0] !== 0 ? -1 : 1;
      const at = k === 2 ? 0 : order[p];
      for (let j = 0; j < d; j++) coef[at * d + j] = sign * w[j];
      intercept[at] = sign * b;
    });
    const offset = new Float64Array(own.length);
    const probability = { pairs: k === 2, slope: offset.map(() => -1), offset };
    return linearModel('LinearSVC', coef, intercept, { classes, order, ...(sigmoids && { probability }) }); // prettier-ignore
  }
}

/**
 * A column after an operator with a number.
 * @param {string} type
 * @param {Column} column
 * @param {number | undefined} number
 * @param {boolean} first whether the number is its first input
 * @returns {Value | undefined}
 */
function changed(type, column, number, first) {
  const { a, b, form } = column;
  const as = (/** @type {Partial<Column>} */ more) => ({ columns: [{ ...column, ...more }] });
  if (type === 'Exp' && form === 'value') return as({ form: 'exp' });
  if (number === undefined || !Number.isFinite(number)) return undefined;
  if (type === 'Mul' && form === 'value') return as({ a: a * number, b: b * number });
  if (type === 'Add' && form === 'value') return as({ b: b + number });
  if (type === 'Add' && form === 'exp' && number === 1) return as({ form: 'above' });
  if (type === 'Div' && form === 'above' && first && number === 1) return as({ form: 'sigmoid' });
  if (type === 'Sub' && form === 'sigmoid' && first && number === 1) return as({ form: 'rest' });
  return undefined;
}

/** The numbers of a machine. @typedef {{coefficients: Float64Array, intercepts: Float64Array}} Linear */

/**
 * The linear function of a column, of which a sigmoid is 1 / (1 + exp(-f)).
 * @param {Column} column
 * @param {Map<Node, Linear>} known machines that were read before
 */
function functionOf({ node, place, a, b, form }, known) {
  const read = known.get(node) ?? {
    coefficients: node.floats('coefficients'),
    intercepts: node.floats('intercepts'),
  };
  known.set(node, read);
  const { coefficients, intercepts } = read;
  const d = coefficients.length / intercepts.length;
  if (
    !(Number.isInteger(d) && d >= 1 && d <= 1 << 24) ||
    !(place >= 0 && place < intercepts.length)
  ) {
    // prettier-ignore
    throw node.error(
      `has ${coefficients.length} coefficients for ${intercepts.length} functions, and is asked for function ${show(place)}`,
    );
  }
  const sign = form === 'value' ? 1 : -1;
  const w = coefficients.subarray(place * d, (place + 1) * d).map((v) => sign * a * v);
  const constant = sign * (a * intercepts[place] + b);
  if (Number.isFinite(constant) && w.every(Number.isFinite)) return { w, b: constant };
  throw node.error('has a function that becomes infinite when it is calibrated');
}
