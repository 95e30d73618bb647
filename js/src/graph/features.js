/** Transformers that make features, and how what one did to a target is undone. */
import { standard } from './steps.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Step } from './steps.js' */
/** @import { Stored } from './stored.js' */

/** @type {Record<string, Step>} */
export const featureSteps = {
  PolynomialFeatures(g, stored, x) {
    const degree = stored.number('option.degree');
    const bias = stored.number('option.includeBias') === 1;
    const distinct = stored.number('option.interactionOnly') === 1;
    const wanted = Array.from({ length: degree + 1 }, (_, k) => Number(k > 0 || bias));
    const all = monomials(x.shape[1], wanted, true);
    return products(g, x, distinct ? all.filter(({ factors }) => new Set(factors).size === factors.length) : all); // prettier-ignore
  },

  MonomialFeatures: (g, stored, x) =>
    products(g, x, monomials(x.shape[1], stored.numbers('coefficients'), stored.text('option.weights') === 'none')), // prettier-ignore

  QuantileTransformer(g, stored, x) {
    const { f } = g;
    const [, d] = x.shape;
    const quantiles = stored.numbers('quantiles');
    const q = quantiles.length / d;
    const normal = stored.text('option.outputDistribution') === 'normal';
    const table = g.constant(quantiles, [d, q]);
    const [first, last] = [0, q - 1].map((place) => g.reshape(g.gather(table, [place]), [1, d]));
    const deep = g.reshape(x, [x.shape[0], d, 1]);
    const counted = (/** @type {Node} */ bits) => g.reshape(g.reduce('sum', bits, 2), x.shape);
    const [below, upTo] = [f`${deep} > ${table}`, f`${deep} >= ${table}`].map(counted); // quantiles
    const at = (/** @type {Node} */ place) =>
      quantile(g, quantiles, d, f`max(min(${place}, ${q - 1}), 0)`);
    const [lower, upper] = [at(f`${below} - 1`), at(below)];
    const share = 1 / Math.max(q - 1, 1);
    const between = f`(${below} - 1 + (${x} - ${lower}) / (${upper} - ${lower})) * ${share}`;
    const middle = f`(${below} + ${upTo} - 1) * ${share / 2}`; // of several equal ones
    const inner = f`where(${upTo} > ${below}, ${middle}, ${between})`;
    const u = f`where(${first} >= ${x}, 0, where(${x} >= ${last}, 1, ${inner}))`;
    return normal ? normalQuantile(g, u) : u;
  },

  RBFSampler(g, stored, x) {
    const offsets = stored.numbers('offsets');
    const w = g.constant(stored.numbers('frequencies'), [offsets.length, x.shape[1]]);
    return g.f`${Math.sqrt(2 / offsets.length)} * cos(${g.dot(x, w)} + ${g.constant(offsets)})`;
  },
};

/**
 * Products of columns with a factor each.
 * @param {Graph} g
 * @param {Node} x
 * @param {{factors: number[], factor: number}[]} all
 */
function products(g, x, all) {
  const degree = Math.max(0, ...all.map(({ factors }) => factors.length));
  const [, d] = x.shape;
  const wide = g.beside([x, g.f`0 * ${g.gather(x, [0])} + 1`]); // column d is 1
  let product = g.constant(all.map(({ factor }) => factor));
  for (let t = 0; t < Math.max(degree, 1); t++)
    product = g.f`${product} * ${g.gather(
      wide,
      all.map(({ factors }) => factors[t] ?? d),
    )}`;
  return product;
}

/** How many monomials there may be; `prep` in Go has the same limit. */
const mostMonomials = 2 ** 21;

/**
 * The monomials of d features in their order: the features that each is a product of, and its
 * factor.
 * @param {number} d
 * @param {ArrayLike<number>} coefficients of the powers of the inner product in the kernel
 * @param {boolean} plain whether all factors are 1
 */
function monomials(d, coefficients, plain) {
  /** @type {{factors: number[], run: number, ways: number}[]} */
  let last = [{ factors: [], run: 0, ways: 1 }];
  let count = 1;
  for (let k = 1; k < coefficients.length; k++) count *= (d + k) / k;
  if (!(count <= mostMonomials)) throw new TypeError(`it has ${count} monomials`);
  return Array.from(coefficients).flatMap((a, degree) => {
    if (degree > 0) last = raised(last, d, degree);
    return a > 0 ? last.map(({ factors, ways }) => ({ factors, factor: plain ? 1 : Math.sqrt(a * ways) })) : []; // prettier-ignore
  });
}

/**
 * The monomials of a degree, from those of the degree before.
 * @param {{factors: number[], run: number, ways: number}[]} last
 * @param {number} d
 * @param {number} degree
 */
const raised = (last, d, degree) =>
  Array.from({ length: d }, (_, j) =>
    last
      .filter(({ factors }) => !(factors[0] < j))
      .map(({ factors, run: before, ways }) => {
        const run = factors[0] === j ? before + 1 : 1; // how often the first factor comes
        return { factors: [j, ...factors], run, ways: (ways * degree) / run };
      }),
  ).flat();

/**
 * The quantiles of columns at places, which are computed.
 * @param {Graph} g
 * @param {Float64Array} quantiles of each of d columns
 * @param {number} d
 * @param {Node} places n x d
 */
function quantile(g, quantiles, d, places) {
  const starts = Array.from({ length: d }, (_, j) => (j * quantiles.length) / d);
  return g.lookUp(quantiles, g.f`${places} + ${g.constant(starts)}`);
}

/**
 * The quantiles of the standard normal distribution at u, cut off near 0 and 1: Wichura, Algorithm
 * AS 241, Applied Statistics 37, 1988, PPND16.
 * @param {Graph} g
 * @param {Node} u
 */
function normalQuantile(g, u) {
  const { f } = g;
  const edge = 1e-7 - 2 ** -52;
  const inside = f`min(max(${u}, ${edge}), ${1 - edge})`;
  const q = f`${inside} - 0.5`;
  const ratio = (/** @type {Node} */ r, /** @type {number[][]} */ [a, c]) =>
    f`${g.polynomial(r, a)} / ${g.polynomial(r, c)}`;
  const centre = f`${ratio(f`0.180625 - ${q} * ${q}`, central)} * ${q}`;
  const r = f`sqrt(-log(min(${inside}, 1 - ${inside})))`;
  const side = ratio(f`${r} - 1.6`, tails); // r stays below 5, as u does above edge
  return f`where(abs(${q}) > 0.425, sign(${q}) * ${side}, ${centre})`;
}

/** The coefficients around the median. */
const central = [
  [
    3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
    45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
  ],
  [
    1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
    39307.89580009271061, 28729.085735721942674, 5226.495278852854561,
  ],
];

/** The coefficients of the tails. */
const tails = [
  [
    1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
    1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833,
    7.7454501427834140764e-4,
  ],
  [
    1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455,
    0.14810397642748007459, 0.0151986665636164571966, 5.475938084995344946e-4,
    1.05075007164441684324e-9,
  ],
];

/**
 * The target of a TransformedTarget in its own units.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} y as the machine within predicts it, n x 1
 * @returns {Node}
 */
export function undone(g, stored, y) {
  const { f } = g;
  if (stored.parts.length > 1) return inverse(g, stored.parts[0], y);
  const to = (/** @type {string} */ name) => stored.numbers(`target.${name}`);
  /** @type {Record<string, () => Node>} */
  const transformers = {
    standard: () => f`${y} * ${to('scale')[0]} + ${to('center')[0]}`,
    quantile: () => quantileBack(g, to('quantiles'), y, true),
    log: () => f`exp(${y})`,
    log1p: () => f`expm1(${y})`,
    sqrt: () => f`max(${y}, 0) ** 2`,
  };
  const of = transformers[stored.text('option.transformer')];
  return f`min(${of ? of() : y}, ${Number.MAX_VALUE})`;
}

/** @type {Step} */
function inverse(g, stored, y) {
  const { f } = g;
  const at = (/** @type {string} */ name) => stored.number(name);
  switch (stored.machine) {
    case 'StandardScaler': {
      const [[center], [scale]] = standard(stored);
      return f`${y} * ${scale} + ${center}`;
    }
    case 'MinMaxScaler':
      return f`(${y} - ${at('option.featureRange')}) / ${at('scale')} + ${at('min')}`;
    case 'QuantileTransformer': {
      const normal = stored.text('option.outputDistribution') === 'normal';
      return quantileBack(g, stored.numbers('quantiles'), y, normal);
    }
    default:
      return f`${y} * ${at('scale')} + ${at('center')}`;
  }
}

/**
 * @param {Graph} g
 * @param {Float64Array} quantiles
 * @param {Node} y
 * @param {boolean} normal
 */
function quantileBack(g, quantiles, y, normal) {
  const { f } = g;
  const u = normal ? f`normal(${y})` : y;
  const last = quantiles.length - 1;
  const near = normal ? 1e-7 : 0;
  const h = f`${last} * min(max(${u}, 0), 1)`;
  const p = f`floor(${h})`;
  const [low, high] = [p, f`min(${p} + 1, ${last})`].map((place) =>
    quantile(g, quantiles, 1, place),
  );
  const between = f`${low} + (${h} - ${p}) * (${high} - ${low})`;
  const isLeast = f`max(${near} > ${u}, 0 >= ${u})`;
  const isMost = f`max(${u} + ${near} > 1, ${u} >= 1)`;
  return f`where(${isLeast}, ${quantiles[0]}, where(${isMost}, ${quantiles[last]}, ${between}))`;
}

/**
 * The functions without a penalty of a RegularizationNetwork: of the columns, of their products, and of
 * the last columns.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x
 * @param {Node} values
 */
export function withBasis(g, stored, x, values) {
  const coefficients = stored.numbers('basis.coef');
  if (coefficients.length === 0) return values;
  const [, d] = x.shape;
  const basis = stored.text('option.basis');
  const places = Array.from({ length: d }, (_, j) => j);
  const parts = basis === 'linear' || basis === 'quadratic' ? [x] : [];
  if (basis === 'quadratic')
    for (const j of places) parts.push(g.f`${g.gather(x, [j])} * ${g.gather(x, places.slice(j))}`);
  const last = stored.number('option.basisColumns');
  if (last > 0) parts.push(g.gather(x, places.slice(d - last)));
  return g.f`${values} + ${g.dot(g.beside(parts), g.constant(coefficients))}`;
}
