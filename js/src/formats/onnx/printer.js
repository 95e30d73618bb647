/**
 * Prints graphs of numbers as ONNX's operators. With float32 samples, steps that ONNX has operators
 * for are these, as skl2onnx writes them, in float32; all else is float64.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { votes } from '../../graph/classes.js';
import { pairNumber } from '../../graph/functions.js';
import { Graph, rows } from '../../graph/graph.js';
import { transposed } from './builder.js';
import { Lists } from './lists.js';
import { scaling } from './scalers.js';
import { elements } from './schema.js';
import { summed } from './trees.js';

/** @import { Node } from '../../graph/graph.js' */
/** @import { Lowered } from '../../graph/lower.js' */
/** @import { Builder, Wire } from './builder.js' */

/** What numbers are in a file: float64, float32, int64 or conditions. @typedef {'double' | 'float' | 'int64' | 'bool'} Type */

/** @typedef {[type: Type, wire: Wire]} Printed */

/** Operators of each number that ONNX has. @type {Record<string, string>} */
const ofEach = { '+': 'Add', '-': 'Sub', '*': 'Mul', '/': 'Div', '**': 'Pow', max: 'Max', min: 'Min', abs: 'Abs', sign: 'Sign', sqrt: 'Sqrt', exp: 'Exp', log: 'Log', sin: 'Sin', cos: 'Cos', tanh: 'Tanh', floor: 'Floor' }; // prettier-ignore

/** @type {Record<string, string>} */
const comparisons = { '>': 'Greater', '>=': 'GreaterOrEqual', '=': 'Equal' };

/** @type {Record<string, string>} */
const reductions = { product: 'ReduceProd', largest: 'ReduceMax', smallest: 'ReduceMin' };

export class Printer {
  /** What has been printed. @type {Map<Node, Map<Type, Wire>>} */
  #made = new Map();
  /** Transposed constants. @type {Map<Node, Wire>} */
  #turned = new Map();
  /** The nodes that use each. @type {Map<Node, Node[]>} */
  #users = new Map();
  #steps;
  /** Makes formulas. */
  g = new Graph({});
  /** The columns of tables. @type {Map<Node, Node[]>} */
  tables = new Map();

  /**
   * @param {Builder} b
   * @param {Lowered & Pick<Graph, 'steps'>} lowered
   */
  constructor(b, { outputs, steps }) {
    this.b = b;
    this.#steps = steps;
    const visit = (/** @type {Node} */ node) => {
      for (const one of node.inputs) {
        const users = this.#users.get(one);
        if (users) users.push(node);
        else {
          this.#users.set(one, [node]);
          visit(one);
        }
      }
    };
    const { samples, ...results } = outputs;
    delete results.ovr; // a file has decision values in one shape
    Object.values(results).forEach(visit);
    this.lists = new Lists(this, samples ?? outputs.values, Object.values(results));
  }

  /** Says what a node is in the file. @param {Node} node @param {Printed} printed */
  set(node, [type, wire]) {
    this.#made.set(node, new Map([[type, wire]]));
  }

  /** @param {Node} node */
  #wires(node) {
    if (!this.#made.has(node)) this.set(node, this.lists.print(node) ?? this.#print(node));
    return /** @type {Map<Type, Wire>} */ (this.#made.get(node));
  }

  /** The type that a node has without a cast. @param {Node} node @returns {Type} */
  typeOf(node) {
    return node.values ? 'double' : [...this.#wires(node).keys()][0];
  }

  /**
   * The result of a node.
   * @param {Node} node
   * @param {Type} [type]
   * @returns {Wire}
   */
  as(node, type = 'double') {
    const { b } = this;
    const { values, shape } = node;
    if (values && type === 'float') return b.constant(Float32Array.from(values), shape);
    if (values && type === 'int64') return b.constant(Array.from(values, BigInt), shape);
    if (values && !this.#made.has(node)) this.set(node, ['double', b.constant(values, shape)]);
    const wires = this.#wires(node);
    const [first] = wires.values();
    const cast = () =>
      type === 'bool'
        ? b.add('Greater', [this.as(node), 0])
        : b.add('Cast', [first], { to: elements[type] });
    const wire = wires.get(type) ?? cast();
    wires.set(type, wire);
    return wire;
  }

  /** @param {Node} node @returns {Printed} */
  #print(node) {
    const { operator, inputs } = node;
    const { b } = this;
    const step = b.isDouble ? undefined : this.#steps.get(node);
    const named = step && scaling(node, step);
    if (named && this.typeOf(step.x) === 'float')
      return ['float', b.machine(named.type, [this.as(step.x, 'float')], named.attributes, [b.name('scaled')])]; // prettier-ignore
    if (operator === '=' && !b.isDouble && inputs[1].values && this.typeOf(inputs[0]) === 'float')
      return ['bool', b.add('Equal', [this.as(inputs[0], 'float'), this.#categories(inputs[1])])];
    if (comparisons[operator]) return ['bool', b.add(comparisons[operator], inputs.map((one) => this.as(one)))]; // prettier-ignore
    if (ofEach[operator]) return ['double', b.add(ofEach[operator], inputs.map((one) => this.as(one)))]; // prettier-ignore
    const formula = formulas[operator]?.(this, node);
    return formula ? ['double', this.as(formula)] : kinds[operator](this, node);
  }

  /** Numbers that float32 samples are compared with: in float32, 0.1 of a sample is not that of float64. @param {Node} node */
  #categories(node) {
    const singles = Float32Array.from(/** @type {Float64Array} */ (node.values));
    if (new Set(singles).size === new Set(node.values).size) return this.as(node, 'float');
    throw new MaxMarginError(
      'ERR_NUMERIC',
      'model',
      "the model has categories that are numbers which differ in float64 alone; export it with precision: 'float64'",
    );
  }

  /** The transpose of a constant matrix. @param {Node} z */
  turned(z) {
    const { values = new Float64Array(0), shape } = z;
    const [m, d] = shape;
    const wire = this.#turned.get(z) ?? this.b.constant(transposed(values, m, d), [d, m]);
    this.#turned.set(z, wire);
    return wire;
  }

  /**
   * The columns that a node is some of, if the samples are a table; one column of another node.
   * @param {Node} node
   * @returns {Node[] | undefined}
   */
  columnsOf(node) {
    const { operator, inputs, given } = node;
    if (operator !== 'gather' || given.axis !== 1) return this.tables.get(node);
    const columns = this.columnsOf(inputs[0]);
    return columns && Array.from(given.places, (/** @type {number} */ j) => columns[j]);
  }

  /** Columns side by side, in float32 if all of them are. @param {Node[]} parts @returns {Printed} */
  beside(parts) {
    const type = parts.every((one) => this.typeOf(one) === 'float') ? 'float' : 'double';
    const wires = parts.map((one) => this.as(one, type));
    return [type, wires.length === 1 ? wires[0] : this.b.add('Concat', wires, { axis: 1 })];
  }

  /**
   * Whether a squared distance must be exact near 0: roots of a product of it follow, or the distances
   * of the nearest vectors. Windows have roots of it alone, of a size that the bandwidth has.
   * @param {Node} node
   * @param {boolean} [scaled]
   * @returns {boolean}
   */
  needsExact(node, scaled = false) {
    return (this.#users.get(node) ?? []).some((user) => {
      const { operator, inputs } = user;
      if (operator === 'pick' || (operator === 'sqrt' && scaled)) return true;
      if (operator === '**') return inputs[1].values?.some((power) => power > 0 && power < 1);
      return (operator === '*' || operator === '+') && this.needsExact(user, scaled || operator === '*'); // prettier-ignore
    });
  }

  /**
   * Where a condition holds, one number, elsewhere another. What no number stands for is an error of the
   * runtime: a place that a list of one does not have.
   * @param {Node} node
   * @returns {Wire}
   */
  where(node) {
    const { b } = this;
    /** @type {(one: Node) => Wire} */
    const chosen = ({ inputs: [condition, ...both] }) =>
      b.add('Where', [
        this.as(condition, 'bool'),
        ...both.map((one) => (canFail(one) ? chosen(one) : this.as(one))),
      ]);
    const made = chosen(node);
    if (!canFail(node)) return made;
    const place = b.add('Cast', [/** @type {Wire} */ (this.#fails(node))], { to: elements.int64 });
    const one = b.add('Gather', [b.constant([1]), place], {}, { name: b.name('unknown_category') });
    return b.add('Mul', [made, one]);
  }

  /** Where a node is no number; nothing, if it is one everywhere. @param {Node} node @returns {Wire | undefined} */
  #fails(node) {
    const { b } = this;
    const [condition, ...others] = node.inputs;
    const all = others.flatMap((one, other) => {
      if (!isNone(one) && !canFail(one)) return [];
      const yes = this.as(condition, 'bool');
      const here = other ? b.add('Not', [yes]) : yes;
      return [isNone(one) ? here : b.add('And', [here, /** @type {Wire} */ (this.#fails(one))])];
    });
    return all.length === 2 ? b.add('Or', all) : all[0];
  }
}

/** Whether a node is NaN. @param {Node} node */
const isNone = ({ values }) => values?.length === 1 && Number.isNaN(values[0]);

/** Whether a node chooses between numbers and NaN. @param {Node} node @returns {boolean} */
const canFail = ({ operator, inputs }) =>
  operator === 'where' && inputs.slice(1).some((one) => isNone(one) || canFail(one));

/** The most operators of a sum over subsets. */
const mostSteps = 1024;

/** @param {string} argument @param {string} message */
const refused = (argument, message) => new MaxMarginError('ERR_TYPE', argument, message);

/**
 * The other operators.
 * @type {Record<string, (p: Printer, node: Node) => Printed>}
 */
const kinds = {
  where: (p, node) => ['double', p.where(node)],

  isNaN(p, { inputs: [x] }) {
    const type = p.typeOf(x) === 'float' ? 'float' : 'double';
    return ['bool', p.b.add('IsNaN', [p.as(x, type)])];
  },

  nonNegative(p, { inputs: [x] }) {
    const fits = p.b.add('GreaterOrEqual', [p.as(x), 0]);
    return ['double', p.b.add('Where', [fits, p.as(x), NaN])];
  },

  reduce(p, { inputs: [x], given: { how, axis } }) {
    const { b } = p;
    const from = p.as(x);
    if (how === 'sum') return ['double', b.add('ReduceSum', [from, b.wholes([axis])])];
    return ['double', b.add(reductions[how], [from], { axes: [BigInt(axis)] })];
  },

  cumulate: (p, { inputs: [x], shape }) => [
    'double',
    p.b.add('CumSum', [p.as(x), p.b.constant([BigInt(shape.length - 1)], [])]),
  ],

  dot: (p, { inputs: [x, z] }) => ['double', p.b.add('MatMul', [p.as(x), p.turned(z)])],

  gather(p, node) {
    const { inputs, given } = node;
    const [x] = inputs;
    const columns = p.columnsOf(node);
    if (columns) return p.beside(columns);
    const { axis, places } = given;
    const type = p.typeOf(x) === 'float' ? 'float' : 'double';
    const isWhole = places.length === x.shape[axis] && Array.from(places).every((at, j) => at === j); // prettier-ignore
    if (isWhole) return [type, p.as(x, type)];
    return [type, p.b.add('Gather', [p.as(x, type), p.b.wholes(places)], { axis })];
  },

  /** A place that is no number, of a row that is none, is the first. */
  lookUp(p, { inputs: [{ values = [] }, places] }) {
    const { b } = p;
    let at = p.as(places, p.typeOf(places) === 'double' ? 'double' : 'int64');
    if (p.typeOf(places) === 'double') {
      const isPlace = b.add('GreaterOrEqual', [at, 0]);
      at = b.add('Cast', [b.add('Where', [isPlace, at, 0])], { to: elements.int64 });
    }
    const list = Array.from(values);
    const isWhole = list.every(Number.isSafeInteger);
    return [isWhole ? 'int64' : 'double', b.add('Gather', [isWhole ? b.wholes(list) : b.constant(list), at])]; // prettier-ignore
  },

  pick(p, { inputs: [x, places] }) {
    const type = p.typeOf(x) === 'int64' ? 'int64' : 'double';
    const wires = [p.as(x, type), p.as(places, 'int64')];
    return [type, p.b.add('GatherElements', wires, { axis: 1 })];
  },

  beside: (p, { inputs }) => p.beside(inputs),

  reshape(p, { inputs: [x], shape }) {
    return ['double', p.b.add('Reshape', [p.as(x), p.b.wholes(shape)])];
  },

  /** Several trees; one alone is in lists.js. */
  tree: (p, { inputs: [x], given }) => [
    'double',
    summed(p.b, /** @type {any} */ (given), p.as(x, p.b.isDouble ? 'double' : 'float')),
  ],

  place: (p, { inputs: [x] }) => ['int64', p.b.add('ArgMax', [p.as(x)], { axis: 1 })],

  nearest(p, { inputs: [x], given: { count } }) {
    const { b } = p;
    const outputs = [b.name('near'), b.name('places')];
    b.add('TopK', [p.as(x), b.wholes([count])], { axis: 1, largest: 0 }, { outputs });
    return ['int64', outputs[1]];
  },

  matern(_, { given: { nu } }) {
    throw refused('kernel', `the kernel matern with nu ${nu} needs Bessel functions, which ONNX does not have; take nu 0.5, 1.5, ..., 9.5`); // prettier-ignore
  },

  fillIn() {
    throw refused('model', `a KNNImputer cannot be written as ONNX: ${unwritten.KNNImputer}`);
  },

  /** The places of texts in a list; see inputs.js. */
  codes: (p, { given }) => p.lists.codes(given),
};

/**
 * Operators that ONNX lacks, as formulas of others.
 * @type {Record<string, (p: Printer, node: Node) => Node>}
 */
const formulas = {
  /** By a series where exp(x) is near 1. */
  expm1({ g }, { inputs: [x] }) {
    const series = g.polynomial(x, [1, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040]);
    return g.f`where(abs(${x}) > 0.03, exp(${x}) - 1, ${series} * ${x})`;
  },

  /**
   * By rational functions, to 1e-15: Hart and others, Computer Approximations, 1968, algorithm 5666, as
   * West has it, Better approximations to cumulative normal functions, 2005.
   */
  normal({ g }, { inputs: [z] }) {
    const { f } = g;
    const size = f`min(abs(${z}), 40)`;
    const density = f`exp(${size} * ${size} * -0.5)`;
    const [above, below] = [
      [220.206867912376, 221.213596169931, 112.079291497871, 33.912866078383, 6.37396220353165, 0.700383064443688, 0.0352624965998911],
      [440.413735824752, 793.826512519948, 637.333633378831, 296.564248779674, 86.7807322029461, 16.064177579207, 1.75566716318264, 0.0883883476483184],
    ].map((list) => g.polynomial(size, list)); // prettier-ignore
    const fraction = [4, 3, 2, 1].reduce((x, n) => f`${size} + ${n} / ${x}`, f`${size} + 0.65`);
    const far = f`${density} / (${fraction} * ${Math.sqrt(2 * Math.PI)})`;
    const tail = f`where(${size} > ${5 * Math.SQRT2}, ${far}, ${density} * ${above} / ${below})`;
    return f`where(${z} > 0, 1 - ${tail}, ${tail})`;
  },

  /**
   * Squares are |x|^2 + |z|^2 - 2 <x, z>, without an array of all differences, unless they must be
   * exact near 0. If vectors lie far from zero in comparison with their spread, differences of such
   * products lose digits: the origin is moved among them. `gram.Offset` in Go has the same rule. The
   * origin is float32, so that differences from whole numbers are exact.
   */
  distance(p, node) {
    const { f } = p.g;
    const [x, z] = node.inputs;
    const { values = new Float64Array(0), shape } = z;
    const [m, d] = shape;
    const power = node.given.p;
    if (power !== 2 || p.needsExact(node)) {
      const apart = f`${p.g.reshape(x, [rows, 1, d])} - ${z}`;
      const terms = power === 2 ? f`${apart} * ${apart}` : f`abs(${apart}) ** ${power}`;
      return p.g.reshape(p.g.reduce('sum', terms, 2), node.shape);
    }
    const mean = new Float64Array(d);
    values.forEach((v, at) => (mean[at % d] += v / m));
    const spread = values.reduce((sum, v, at) => sum + (v - mean[at % d]) ** 2 / m, 0);
    const isFar = mean.reduce((sum, v) => sum + v * v, 0) > 10 * spread;
    const origin = isFar ? mean.map(Math.fround) : new Float64Array(d);
    const moved = values.map((v, at) => v - origin[at % d]);
    const norms = new Float64Array(m);
    moved.forEach((v, at) => (norms[Math.floor(at / d)] += v * v));
    const from = isFar ? f`${x} - ${p.g.constant(origin)}` : x;
    const product = p.g.dot(from, p.g.constant(moved, [m, d]));
    return f`max(sum(${from} * ${from}) + ${p.g.constant(norms)} - ${product} * 2, 0)`;
  },

  /** Sums over subsets of 1, 2, ... of the numbers so far. */
  subsets(p, { inputs: [x], shape, given: { order } }) {
    const { g } = p;
    const d = x.shape[2];
    if (d * order > mostSteps)
      throw refused('kernel', `the kernel anova of order ${order} and ${d} features needs ${d * order} operators, but at most ${mostSteps} are written; take a lower order`); // prettier-ignore
    /** @type {Node[]} */
    const sums = [];
    for (let j = 0; j < d; j++) {
      const term = g.gather(x, [j], 2);
      for (let k = Math.min(order, j + 1); k > 0; k--) {
        const more = k === 1 ? term : g.f`${term} * ${sums[k - 2]}`;
        sums[k - 1] = sums[k - 1] ? g.f`${sums[k - 1]} + ${more}` : more;
        p.as(sums[k - 1]); // one after the other, as the stack is short
      }
    }
    return g.reshape(sums[order - 1] ?? g.f`0 * ${sums[0]}`, shape);
  },

  /**
   * The solution of Wu, Lin and Weng's second method, p ~ (Q + ee')^-1 e, by elimination, which needs no
   * pivots as the matrix is positive definite.
   */
  couple(p, { inputs: [x], given: { k } }) {
    const { g } = p;
    const { f } = g;
    const r = f`min(max(${x}, 1e-7), ${1 - 1e-7})`;
    const back = f`1 - ${r}`;
    const diagonal = votes(g, f`${back} * ${back}`, f`${r} * ${r}`, k);
    const one = f`0 * ${g.gather(r, [0])} + 1`; // the right-hand side
    const all = g.beside([f`1 - ${r} * ${back}`, f`${diagonal} + 1`, one]);
    const pairs = (k * (k - 1)) / 2;
    const places = Array.from({ length: k * (k + 1) }, (_, at) => {
      const [i, j] = [Math.floor(at / (k + 1)), at % (k + 1)];
      if (j === k) return pairs + k;
      return i === j ? pairs + i : pairNumber(k, Math.min(i, j), Math.max(i, j));
    });
    let matrix = g.reshape(g.gather(all, places), [rows, k, k + 1]);
    for (let t = 0; t < k; t++) {
      const pivot = g.gather(matrix, [t], 1);
      const unit = f`${pivot} / ${g.gather(pivot, [t], 2)}`;
      const hot = g.constant(Array.from({ length: k }, (_, i) => Number(i === t)), [1, k, 1]); // prettier-ignore
      // Row t: pivot - (pivot_t - 1) unit = unit
      matrix = f`${matrix} - (${g.gather(matrix, [t], 2)} - ${hot}) * ${unit}`;
      p.as(matrix);
    }
    const solution = f`max(${g.reshape(g.gather(matrix, [k], 2), [rows, k])}, 0)`;
    return f`${solution} / sum(${solution})`;
  },
};

/** What ONNX lacks. @type {Record<string, string>} */
export const unwritten = {
  KNNImputer: 'it looks for neighbours by the numbers that two rows both have; take a SimpleImputer, or use save', // prettier-ignore
};
