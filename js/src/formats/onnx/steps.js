/** The steps before a machine as graphs of numbers in float64. */
import { monomialProducts, polynomialProducts } from '../fits.js';
import { transposed } from './builder.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Builder, Wire } from './builder.js' */

/** @typedef {(b: Builder, fitted: Fitted, x: Wire) => Wire} Step */

/** The steps, by name. @type {Record<string, Step>} */
export const steps = {
  StandardScaler(b, fitted, x) {
    const [centred] = fitted.field('option.withMean');
    const [divided] = fitted.field('option.withStd');
    const difference = centred ? b.minus(x, b.row(fitted.field('mean'))) : x;
    return divided ? b.over(difference, b.row(fitted.field('scale'))) : difference;
  },

  MinMaxScaler(b, fitted, x) {
    const [low, high] = fitted.field('option.featureRange');
    const above = b.times(b.minus(x, b.row(fitted.field('min'))), b.row(fitted.field('scale')));
    const scaled = b.plus(above, low);
    return fitted.field('option.clip')[0] ? b.least(b.most(scaled, low), high) : scaled;
  },

  MaxAbsScaler: affine,
  RobustScaler: affine,

  Normalizer(b, fitted, x) {
    const size = b.add('Abs', [x]);
    const most = b.reduce('Max', size);
    const unit = b.where(b.above(most, 0), most, 1);
    const scaled = b.over(x, unit);
    const norm = fitted.field('option.norm');
    if (norm === 'max') return scaled;
    const sum =
      norm === 'l1'
        ? b.sum(b.add('Abs', [scaled]))
        : b.add('Sqrt', [b.sum(b.times(scaled, scaled))]);
    return b.over(scaled, b.where(b.above(sum, 0), sum, 1));
  },

  SimpleImputer(b, fitted, x) {
    const gaps = b.add('IsNaN', [x]);
    const filled = b.where(gaps, b.row(fitted.field('statistics')), x);
    return withIndicators(b, fitted, filled, gaps);
  },

  SelectKBest: (b, fitted, x) => b.columns(x, fitted.field('selected')),
  PolynomialFeatures: (b, fitted, x) => products(b, fitted, x, polynomialProducts(fitted)),
  MonomialFeatures: (b, fitted, x) => products(b, fitted, x, monomialProducts(fitted)),

  QuantileTransformer(b, fitted, x) {
    const d = /** @type {number} */ (fitted.attribute('nFeatures'));
    const quantiles = /** @type {Float64Array} */ (fitted.field('quantiles'));
    const q = quantiles.length / d;
    const normal = fitted.field('option.outputDistribution') === 'normal';
    const near = normal ? 1e-7 : 0;
    const table = b.constant(quantiles, [d, q]);
    const first = b.row(quantiles.filter((_, at) => at % q === 0)); // prettier-ignore
    const last = b.row(quantiles.filter((_, at) => at % q === q - 1)); // prettier-ignore
    const beside = b.add('Unsqueeze', [x, b.wholes([2])]); // n x d x 1
    const below = b.sum(b.bit(b.above(beside, table)), 2, 0); // quantiles below x
    const upTo = b.sum(b.bit(b.add('GreaterOrEqual', [beside, table])), 2, 0);
    const offsets = b.row(Float64Array.from({ length: d }, (_, j) => j * q));
    const flat = b.constant(quantiles, [d * q]);
    const at = (/** @type {Wire} */ place) => {
      const inside = b.most(b.least(place, q - 1), 0);
      const whole = b.add('Cast', [b.plus(inside, offsets)], { to: 7 });
      return b.add('Gather', [flat, whole], { axis: 0 });
    };
    const [lower, upper] = [at(b.minus(below, 1)), at(below)];
    const width = b.minus(upper, lower);
    const part = b.over(b.minus(x, lower), b.where(b.above(width, 0), width, 1));
    const share = 1 / Math.max(q - 1, 1);
    const between = b.times(b.plus(b.minus(below, 1), part), share);
    const middle = b.times(b.minus(b.plus(below, upTo), 1), share / 2); // of several equal ones
    const inner = b.where(b.above(upTo, below), middle, between);
    const isLeast = normal ? b.above(first, b.minus(x, near)) : b.add('GreaterOrEqual', [first, x]);
    const isMost = normal ? b.above(b.plus(x, near), last) : b.add('GreaterOrEqual', [x, last]);
    const u = b.where(isLeast, 0, b.where(isMost, 1, inner));
    return normal ? normalQuantile(b, u) : u;
  },

  RBFSampler(b, fitted, x) {
    const d = /** @type {number} */ (fitted.attribute('nFeatures'));
    const offsets = /** @type {Float64Array} */ (fitted.field('offsets'));
    const q = offsets.length;
    const w = b.constant(transposed(fitted.field('frequencies'), q, d), [d, q]);
    const angle = b.plus(b.matmul(x, w), b.row(offsets));
    return b.times(b.add('Cos', [angle]), Math.sqrt(2 / q));
  },
};

/** @type {Step} */
function affine(b, fitted, x) {
  const difference = b.minus(x, b.row(fitted.field('center')));
  return b.over(difference, b.row(fitted.field('scale')));
}

/**
 * The samples, and a column for each feature that has an indicator.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} filled
 * @param {Wire} gaps where numbers were missing
 */
function withIndicators(b, fitted, filled, gaps) {
  const indicated = /** @type {Int32Array} */ (fitted.field('indicated'));
  if (indicated.length === 0) return filled;
  return b.beside([filled, b.columns(b.bit(gaps), indicated)]);
}

/**
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @param {{factors: number[], factor: number}[]} all
 */
function products(b, fitted, x, all) {
  const degree = Math.max(0, ...all.map(({ factors }) => factors.length));
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const one = b.plus(b.times(b.columns(x, [0]), 0), 1);
  const wide = b.beside([x, one]); // column d is 1
  let product = '';
  for (let t = 0; t < degree; t++) {
    const column = b.columns(
      wide,
      all.map(({ factors }) => factors[t] ?? d),
    );
    product = product ? b.times(product, column) : column;
  }
  product ||= one;
  const scale = Float64Array.from(all, ({ factor }) => factor);
  return scale.every((factor) => factor === 1) ? product : b.times(product, b.row(scale));
}

/**
 * The quantiles of the standard normal distribution at u, cut off near 0 and 1: Wichura, Algorithm
 * AS 241, Applied Statistics 37, 1988, PPND16.
 * @param {Builder} b
 * @param {Wire} u
 */
function normalQuantile(b, u) {
  const edge = 1e-7 - 2 ** -52;
  const inside = b.least(b.most(u, edge), 1 - edge);
  const q = b.minus(inside, 0.5);
  const middle = b.plus(b.times(b.times(q, q), -1), 0.180625);
  const ratio = (/** @type {Wire} */ r, /** @type {number[]} */ a, /** @type {number[]} */ c) =>
    b.over(b.polynomial(r, a), b.polynomial(r, c));
  const centre = b.times(ratio(middle, central[0], central[1]), q);
  const tail = b.least(inside, b.plus(b.times(inside, -1), 1));
  const r = b.add('Sqrt', [b.times(b.add('Log', [tail]), -1)]);
  const side = ratio(b.minus(r, 1.6), tails[0], tails[1]); // r stays below 5, as u does above edge
  const signed = b.where(b.above(q, 0), side, b.times(side, -1));
  return b.where(b.above(b.add('Abs', [q]), 0.425), signed, centre);
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
