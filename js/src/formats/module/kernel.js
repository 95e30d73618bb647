/**
 * A kernel as a part of a generated module. It compares vectors that may be longer than samples:
 * behind the coordinates stand numbers that depend on one sample alone, such as k(x, x) for
 * `normalize`, so that these are computed once for a sample and not for every pair.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { kernelSpecs } from '../../generated/specs.js';
import { specOf } from '../../machines/kernels.js';
import * as formulas from './formulas.js';
import { number } from './literals.js';

/** @import { Program } from './program.js' */

/**
 * A kernel, or a part of one: its value, and its text as an expression. x and z are arrays, a and b
 * the places where the vectors begin.
 * @typedef {object} Node
 * @property {(x: Float64Array, a: number, z: Float64Array, b: number) => number} value
 * @property {(x: string, a: string, z: string, b: string) => string} text
 * @property {Radial} [radial] if the kernel falls with a distance
 */

/**
 * A distance as an expression, and what it says of the distance in feature space; see kernel.Radial
 * in Go.
 * @typedef {object} Radial
 * @property {(x: string, a: string, z: string, b: string) => string} distance
 * @property {(distance: string) => string} image the squared distance in feature space
 * @property {number} [rate] gamma, if the kernel is exp(-gamma distance)
 */

/** Where a kernel finds the coordinates that it compares. @typedef {{at: number, d: number}} Place */

/**
 * A number, or several, that are computed of a sample: `run` computes them, `text` says how.
 * @typedef {{run: (x: Float64Array) => void, text: string}} Preparation
 */

/** @typedef {{kernel: string, parts?: Tree[], [parameter: string]: any}} Tree */

/** The most numbers that support vectors may have. */
const most = 2 ** 24;

/**
 * Calls of formulas as values and as texts.
 * @param {keyof typeof formulas} name
 * @param {Place} place
 * @param {(number | Named)[]} parameters
 * @returns {Pick<Node, 'value' | 'text'>}
 */
function call(name, { at, d }, parameters = []) {
  const of = /** @type {(...given: any[]) => number} */ (formulas[name]);
  const values = parameters.map((given) => (typeof given === 'number' ? given : given.values));
  const texts = parameters.map((given) => (typeof given === 'number' ? number(given) : given.name));
  const from = (/** @type {string} */ start) =>
    at === 0 ? start : start === '0' ? String(at) : `${start} + ${at}`;
  return {
    value: (x, a, z, b) => of(x, a + at, z, b + at, d, ...values),
    text: (x, a, z, b) => `${name}(${[x, from(a), z, from(b), String(d), ...texts].join(', ')})`,
  };
}

/** Numbers under a name in the program. @typedef {{name: string, values: Float64Array}} Named */

export class KernelPlan {
  #program;
  #widths;
  /** @type {Preparation[]} */
  #preparations = [];
  /** What was made, by its text, so that parts that say the same are the same text. @type {Map<string, any>} */
  #known = new Map();
  /** Where numbers below 0 are refused. @type {{kernel: string, place: Place}[]} */
  domain = [];

  /**
   * @param {Program} program
   * @param {Tree} tree
   * @param {number[]} widths what 'scale' and 'auto' were resolved to, in order; none if the tree
   *   has the numbers
   * @param {number} d features
   */
  constructor(program, tree, widths, d) {
    this.#program = program;
    this.#widths = [...widths];
    /** How many coordinates a sample has. */
    this.features = d;
    /** How many numbers a prepared sample has. */
    this.width = d;
    this.isLinear = tree.kernel === 'linear';
    this.root = this.#build(tree, { at: 0, d });
  }

  /** Whether samples must be prepared. */
  get prepares() {
    return this.#preparations.length > 0;
  }

  /**
   * Defines the function that prepares a sample.
   * @param {string} name
   */
  definePrepare(name) {
    const copy = `for (let j = 0; j < ${this.features}; j++) p[j] = x[j];`;
    const rest = this.#preparations.map(({ text }) => text);
    this.#program.define(
      name,
      'p = x, and behind it what the kernel needs to know of x alone',
      [
        ['Numbers', 'x'],
        ['Written', 'p'],
      ],
      'nothing',
      [copy, ...rest],
    );
  }

  /**
   * Samples as the kernel compares them, one after the other.
   * @param {Float64Array} samples
   * @param {number} count
   */
  prepared(samples, count) {
    const { features: d, width } = this;
    if (count * width > most) {
      throw new MaxMarginError(
        'ERR_MEMORY_BUDGET',
        'model',
        `a module has at most ${most} numbers for support vectors, but ${count} of ${width} numbers are more; fit with fewer samples or features, or use save`,
        { needed: count * width, available: most },
      );
    }
    if (!this.prepares) return samples;
    const all = new Float64Array(count * width);
    for (let i = 0; i < count; i++)
      all.set(this.#extended(samples.subarray(i * d, (i + 1) * d), 0), i * width);
    return all;
  }

  /**
   * @param {Float64Array} sample
   * @param {number} at where its coordinates stand
   * @param {number} [first] the first preparation that counts
   */
  #extended(sample, at, first = 0) {
    const x = new Float64Array(this.width);
    x.set(sample, at);
    for (const { run } of this.#preparations.slice(first)) run(x);
    return x;
  }

  /**
   * @template T
   * @param {string} key
   * @param {() => T} make
   * @returns {T}
   */
  #once(key, make) {
    if (!this.#known.has(key)) this.#known.set(key, make());
    return this.#known.get(key);
  }

  /**
   * A place for a number that is computed of a sample.
   * @param {(x: Float64Array) => number} run
   * @param {(at: number | string) => string} text
   */
  #slot(run, text) {
    return this.#once(text(''), () => {
      const at = this.width++;
      this.#preparations.push({ run: (x) => (x[at] = run(x)), text: text(at) });
      return at;
    });
  }

  /**
   * @param {Tree} tree
   * @param {Place} place
   * @returns {Node}
   */
  #build(tree, place) {
    const { kernel, parts = [] } = tree;
    if (!Object.hasOwn(kernelSpecs, kernel) || (!leaves[kernel] && !compositions[kernel]))
      throw refused(kernel);
    /** @type {Record<string, any>} */
    const given = {};
    for (const option of specOf(kernel).options) {
      const isWidth = option.type === 'number-or-choice';
      const width = isWidth ? this.#widths.shift() : undefined;
      given[option.name] = width ?? tree[option.name] ?? option.default;
    }
    if (leaves[kernel]) {
      if (nonNegative.includes(kernel)) this.domain.push({ kernel, place });
      return leaves[kernel](given, place, (stem, values) => this.#named(stem, values));
    }
    return compositions[kernel](this, given, parts, place);
  }

  /**
   * @param {string} stem
   * @param {any} values a list, or rows of one
   * @returns {Named}
   */
  #named(stem, values) {
    const flat = Float64Array.from(Array.from(values).flat());
    return { name: this.#program.constant(stem, flat), values: flat };
  }

  /**
   * The name under which the program keeps numbers.
   * @param {string} stem
   * @param {number[]} values
   */
  list(stem, values) {
    return this.#named(stem, values).name;
  }

  /**
   * A function for a kernel that is made of others.
   * @param {string} doc
   * @param {string} expression of x, a, z, b
   * @param {Node['value']} value
   * @returns {Node}
   */
  #composed(doc, expression, value) {
    const name = this.#once(expression, () =>
      this.#program.define(
        this.#program.name('part'),
        doc,
        [
          ['Numbers', 'x'],
          ['Whole', 'a'],
          ['Numbers', 'z'],
          ['Whole', 'b'],
        ],
        'number',
        [`return ${expression};`],
      ),
    );
    return { value, text: (x, a, z, b) => `${name}(${x}, ${a}, ${z}, ${b})` };
  }

  /**
   * A kernel of the values of others.
   * @param {string} doc
   * @param {Tree[]} parts
   * @param {Place} place
   * @param {(texts: string[]) => string} text
   * @param {(values: number[]) => number} value
   */
  combined(doc, parts, place, text, value) {
    const nodes = parts.map((part) => this.#build(part, place));
    const node = this.#composed(doc, text(nodes.map((one) => textOf(one))), (x, a, z, b) =>
      value(nodes.map((one) => one.value(x, a, z, b))),
    );
    return { node, nodes };
  }

  /**
   * A kernel of a part, k(x, x) and k(z, z).
   * @param {string} doc
   * @param {Tree} part
   * @param {Place} place
   * @param {(k: string, xx: string, zz: string) => string} text
   * @param {(k: number, xx: number, zz: number) => number} value
   */
  normed(doc, part, place, text, value) {
    const of = this.#build(part, place);
    const at = this.#slot(
      (x) => of.value(x, 0, x, 0),
      (own) => `p[${own}] = ${of.text('p', '0', 'p', '0')};`,
    );
    const [xx, zz] = [`x[a + ${at}]`, `z[b + ${at}]`];
    const node = this.#composed(doc, text(textOf(of), xx, zz), (x, a, z, b) =>
      value(of.value(x, a, z, b), x[a + at], z[b + at]),
    );
    const distance = (/** @type {[string, string, string, string]} */ ...[x, a, z, b]) =>
      `featureDistance(${of.text(x, a, z, b)}, ${x}[${a} + ${at}], ${z}[${b} + ${at}])`;
    return { node, of, distance };
  }

  /**
   * A kernel with f(x) = sum of weights_i k(x, points_i), and the sum of weights_i f(points_i).
   * @param {string} doc
   * @param {Tree} part
   * @param {Place} place
   * @param {any} points
   * @param {any} weights undefined: equal ones with the sum 1
   * @param {(k: string, fx: string, fz: string, mean: number) => string} text
   * @param {(k: number, fx: number, fz: number, mean: number) => number} value
   */
  anchored(doc, part, place, points, weights, text, value) {
    const first = this.#preparations.length;
    const known = this.#known;
    this.#known = new Map(); // what the points need is prepared from here on
    const of = this.#build(part, place);
    this.#known = known;
    const flat = Float64Array.from(Array.from(points).flat());
    const count = flat.length / place.d;
    const rows = Array.from({ length: count }, (_, i) =>
      this.#extended(flat.subarray(i * place.d, (i + 1) * place.d), place.at, first),
    );
    const stride = this.width;
    const stored = this.#named(
      'points',
      rows.map((row) => Array.from(row)),
    );
    const factors = this.#named('weights', weights ?? rows.map(() => 1 / count));
    const f = (/** @type {Float64Array} */ x) =>
      rows.reduce((sum, row, i) => sum + factors.values[i] * of.value(x, 0, row, 0), 0);
    const mean = rows.reduce((sum, row, i) => sum + factors.values[i] * f(row), 0);
    const each = of.text('p', '0', stored.name, `i * ${stride}`);
    const at = this.#slot(
      f,
      (own) =>
        `p[${own}] = 0;\nfor (let i = 0; i < ${count}; i++) p[${own}] += ${factors.name}[i] * ${each};`,
    );
    const node = this.#composed(
      doc,
      text(textOf(of), `x[a + ${at}]`, `z[b + ${at}]`, mean),
      (x, a, z, b) => value(of.value(x, a, z, b), x[a + at], z[b + at], mean),
    );
    return { node, of };
  }

  /**
   * A kernel of some columns. If these are not neighbours, a prepared sample has them once more,
   * side by side.
   * @param {Tree} part
   * @param {Place} place
   * @param {number[]} columns
   * @returns {Node}
   */
  pulled(part, place, columns) {
    const d = columns.length;
    if (columns.every((column, i) => column === columns[0] + i)) {
      return this.#build(part, { at: place.at + columns[0], d });
    }
    const from = columns.map((column) => place.at + column);
    const at = this.#once(`columns ${from}`, () => {
      const name = this.#program.constant('columns', from, true);
      const start = this.width;
      this.width += d;
      this.#preparations.push({
        run: (x) => from.forEach((column, i) => (x[start + i] = x[column])),
        text: `for (let j = 0; j < ${d}; j++) p[${start} + j] = p[${name}[j]];`,
      });
      return start;
    });
    return this.#build(part, { at, d });
  }
}

/** @param {Node} node */
const textOf = (node) => node.text('x', 'a', 'z', 'b');

/** Kernels of numbers >= 0. */
const nonNegative = ['chi2', 'intersection', 'spline'];

/**
 * A kernel exp(-gamma D), or another function of a distance D.
 * @param {Pick<Node, 'value' | 'text'>} node
 * @param {Pick<Node, 'value' | 'text'>} distance
 * @param {(distance: string) => string} image
 * @param {number} [rate]
 * @returns {Node}
 */
const radial = (node, distance, image, rate) => ({
  ...node,
  radial: { distance: distance.text, image, rate },
});

/**
 * Kernels that compare vectors, by their formulas.
 * @type {Record<string, (given: Record<string, any>, place: Place, named: (stem: string, values: any) => Named) => Node>}
 */
const leaves = {
  rbf: ({ gamma }, place) =>
    radial(
      call('rbf', place, [gamma]),
      call('squaredDistance', place),
      (t) => `decayed(${number(gamma)} * ${t})`,
      gamma,
    ),
  linear: (_, place) => radial(call('dot', place), call('squaredDistance', place), (t) => t),
  poly: ({ gamma, degree, coef0 }, place) => call('poly', place, [gamma, degree, coef0]),
  sigmoid: ({ gamma, coef0 }, place) => call('sigmoid', place, [gamma, coef0]),
  laplacian: ({ gamma }, place) =>
    radial(
      call('laplacian', place, [gamma]),
      call('cityBlock', place),
      (t) => `decayed(${number(gamma)} * ${t})`,
      gamma,
    ),
  matern({ gamma, nu }, place) {
    const p = nu - 0.5;
    const isHalf = Number.isInteger(p) && p <= 9;
    const parameters = [gamma, nu, isHalf ? p : 1 / formulas.scaledBesselK(0, nu)];
    const name = isHalf ? 'maternPolynomial' : 'matern';
    const rest = parameters.map(number).join(', ');
    return radial(
      call(name, place, parameters),
      call('squaredDistance', place),
      (t) => `2 - 2 * ${name}Of(${t}, ${rest})`,
    );
  },
  rationalQuadratic: ({ gamma, alpha }, place) =>
    radial(
      call('rationalQuadratic', place, [gamma, alpha]),
      call('squaredDistance', place),
      (t) => `2 - 2 * rationalQuadraticOf(${t}, ${number(gamma)}, ${number(alpha)})`,
    ),
  minkowski: ({ gamma, p, power }, place) =>
    radial(
      call('minkowski', place, [gamma, p, power]),
      call('powerDistance', place, [p]),
      (t) => `decayed(${number(gamma)} * Math.pow(${t}, ${number(power / p)}))`,
      power === p ? gamma : undefined,
    ),
  exponential: ({ gamma }, place) => call('exponential', place, [gamma]),
  allDegrees: ({ gamma, degree }, place) => call('allDegrees', place, [gamma, degree]),
  allSubsets: (_, place) => call('allSubsets', place),
  anova: ({ gamma, order, base }, place) =>
    base === 'product'
      ? call('anovaProduct', place, [order])
      : call('anovaGaussian', place, [gamma, order]),
  chi2: ({ gamma }, place) =>
    radial(
      call('chi2', place, [gamma]),
      call('chiSquaredDistance', place),
      (t) => `decayed(${number(gamma)} * ${t})`,
      gamma,
    ),
  intersection: (_, place) => call('intersection', place),
  spline: (_, place) => call('spline', place),
  bspline: ({ degree, width }, place) => call('bspline', place, [degree, width]),
  dirichlet({ order }, place, named) {
    const waves = named('waves', [0.5, ...new Array(order).fill(1)]);
    return call('fourier', place, [waves, order]);
  },
  fourier({ coefficients }, place, named) {
    return call('fourier', place, [named('waves', coefficients), coefficients.length - 1]);
  },
  spectral({ frequencies, powers }, place, named) {
    const [rows, weights] = [named('frequencies', frequencies), named('powers', powers)];
    return call('spectral', place, [rows, weights, powers.length]);
  },
  delta: (_, place) => call('delta', place),
  weighted({ matrix }, place, named) {
    const values = named('matrix', matrix);
    const diagonal = values.values.length === place.d;
    return call(diagonal ? 'weightedDot' : 'bilinear', place, [values]);
  },
};

/**
 * Kernels that are made of others.
 * @type {Record<string, (plan: KernelPlan, given: Record<string, any>, parts: Tree[], place: Place) => Node>}
 */
const compositions = {
  sum(plan, _, parts, place) {
    const { node, nodes } = plan.combined(
      'The sum of kernels',
      parts,
      place,
      (texts) => texts.join(' + '),
      (values) => values.reduce((sum, value) => sum + value),
    );
    const distances = nodes.map((one) => one.radial?.distance('x', 'a', 'z', 'b'));
    const [first] = nodes;
    if (!first.radial || distances.some((distance) => distance !== distances[0])) return node;
    const image = (/** @type {string} */ t) =>
      `(${nodes.map((one) => one.radial?.image(t)).join(' + ')})`;
    return { ...node, radial: { distance: first.radial.distance, image } };
  },
  product(plan, _, parts, place) {
    const { node, nodes } = plan.combined(
      'The product of kernels',
      parts,
      place,
      (texts) => texts.join(' * '),
      (values) => values.reduce((product, value) => product * value),
    );
    const rates = nodes.map((one) => one.radial?.rate);
    if (rates.includes(undefined)) return node;
    return {
      ...node,
      radial: {
        distance: (x, a, z, b) => {
          const terms = nodes.map(
            (one, i) =>
              `${number(/** @type {number} */ (rates[i]))} * ${one.radial?.distance(x, a, z, b)}`,
          );
          return `(${terms.join(' + ')})`;
        },
        image: (t) => `decayed(${t})`,
        rate: 1,
      },
    };
  },
  scale(plan, { factor }, parts, place) {
    const { node, nodes } = plan.combined(
      'A multiple of a kernel',
      parts,
      place,
      ([k]) => `${number(factor)} * ${k}`,
      ([k]) => factor * k,
    );
    const of = nodes[0].radial;
    if (!of) return node;
    const image = (/** @type {string} */ t) => `${number(factor)} * ${of.image(t)}`;
    return { ...node, radial: { distance: of.distance, image } };
  },
  polynomial(plan, { coefficients }, parts, place) {
    const n = coefficients.length - 1;
    const values = Float64Array.from(coefficients);
    const name = plan.list('coefficients', coefficients);
    return plan.combined(
      'A polynomial of a kernel',
      parts,
      place,
      ([k]) => `polynomial(${k}, ${name}, ${n})`,
      ([k]) => formulas.polynomial(k, values, n),
    ).node;
  },
  exp: (plan, _, parts, place) =>
    plan.combined(
      'The exponential of a kernel',
      parts,
      place,
      ([k]) => `Math.exp(${k})`,
      ([k]) => Math.exp(k),
    ).node,
  gaussian(plan, { gamma }, [part], place) {
    const { node, of, distance } = plan.normed(
      'The Gaussian of the distance in the feature space of a kernel',
      part,
      place,
      (k, xx, zz) => `Math.exp(-${number(gamma)} * featureDistance(${k}, ${xx}, ${zz}))`,
      (k, xx, zz) => Math.exp(-gamma * formulas.featureDistance(k, xx, zz)),
    );
    const inner = of.radial;
    const image = (/** @type {string} */ t) =>
      `decayed(${number(gamma)} * ${inner ? inner.image(t) : t})`;
    return { ...node, radial: { distance: inner?.distance ?? distance, image } };
  },
  normalize: (plan, _, [part], place) =>
    plan.normed(
      'The cosine in the feature space of a kernel',
      part,
      place,
      (k, xx, zz) => `cosine(${k}, ${xx}, ${zz})`,
      formulas.cosine,
    ).node,
  center(plan, { points }, [part], place) {
    const { node, of } = plan.anchored(
      'A kernel with the mean of points as the origin of its feature space',
      part,
      place,
      points,
      undefined,
      (k, fx, fz, mean) => `${k} + (${number(mean)} - (${fx} + ${fz}))`,
      (k, fx, fz, mean) => k + (mean - (fx + fz)),
    );
    return of.radial ? { ...node, radial: { ...of.radial, rate: undefined } } : node;
  },
  rankOne: (plan, { points, weights }, [part], place) =>
    plan.anchored(
      'f(x) f(z)',
      part,
      place,
      points,
      weights,
      (_, fx, fz) => `${fx} * ${fz}`,
      (_, fx, fz) => fx * fz,
    ).node,
  columns: (plan, { columns }, [part], place) => plan.pulled(part, place, columns),
};

/** The kernels that can be written. */
export const writtenKernels = [...Object.keys(leaves), ...Object.keys(compositions)];

/** @param {string} kernel */
function refused(kernel) {
  const what =
    kernel === 'precomputed'
      ? 'a precomputed kernel, or one that is a function of yours, is not part of the model'
      : `the kernel ${kernel} compares strings`;
  return new MaxMarginError(
    'ERR_TYPE',
    'kernel',
    `${what}, and a module computes its kernel from rows of numbers; use a kernel of vectors, or save and load`,
  );
}
