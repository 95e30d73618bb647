/** Eigenvalues of kernel matrices, and coordinates in feature space made of them. */
import { withShape } from '../model/fitted.js';
import { bytesOf, packSamples } from '../input/inputs.js';
import { checkRoom } from '../basics/memory.js';
import { wrongSetting } from '../basics/settings.js';
import { float64s } from '../input/values.js';
import { checkFlag, compare, noInnerProduct, readKernel, readWatch } from './comparing.js';
import { centered as center } from './gram.js';

/** @import { Success, Watch } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { Shaped } from '../types.js' */
/** @import { AnyKernel, GeometryHost } from './comparing.js' */
/** @import { Spectrum } from './types.js' */

/**
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<Spectrum>}
 */
export function* kernelSpectrum(host, kernel, X, given) {
  const { watch, settings } = readWatch('kernelSpectrum', given, ['centered', 'vectors']);
  const centered = checkFlag('centered', settings.centered, false);
  const wanted = checkFlag('vectors', settings.vectors, false);
  const { values, rows: n } = yield* compare(host, readKernel(kernel), X, undefined, watch);
  const matrix = centered ? center({ values, rows: n, columns: n }) : values;
  const { eigenvalues, vectors } = yield* decompose(host, matrix, n, watch);
  return {
    eigenvalues,
    ...ranks(eigenvalues),
    vectors: wanted ? withShape(vectors, n, n) : undefined,
  };
}

/**
 * Measures of the dimension from descending eigenvalues. The numerical rank counts those above
 * rounding; the effective rank is exp(entropy) of their shares (Roy & Vetterli 2007); the
 * participation ratio is (sum)^2 / (sum of squares).
 * @param {Float64Array} eigenvalues
 */
function ranks(eigenvalues) {
  const cut = roundingOf(eigenvalues);
  const positive = eigenvalues.filter((value) => value > cut);
  const sum = positive.reduce((total, value) => total + value, 0);
  const squares = positive.reduce((total, value) => total + value * value, 0);
  const entropy = positive.reduce((total, v) => total - (v / sum) * Math.log(v / sum), 0);
  return {
    rank: positive.length,
    negative: eigenvalues.filter((value) => value < -cut).length,
    effectiveRank: sum > 0 ? Math.exp(entropy) : 0,
    participationRatio: sum > 0 ? sum ** 2 / squares : 0,
  };
}

/**
 * The rounding error of eigenvalues.
 * @param {Float64Array} eigenvalues
 */
export function roundingOf(eigenvalues) {
  const largest = eigenvalues.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return eigenvalues.length * 2 ** -52 * largest;
}

/**
 * A symmetric matrix by its eigenvalues, descending; eigenvector t is column t of
 * vectors. The matrix is overwritten.
 * @param {GeometryHost} host
 * @param {Float64Array} matrix n x n
 * @param {number} n
 * @param {Watch} watch
 * @returns {Steps<{eigenvalues: Float64Array, vectors: Float64Array}>}
 */
export function* decompose(host, matrix, n, watch) {
  const table = { layout: /** @type {const} */ ('dense'), rows: n, cols: n };
  checkRoom('spectrum', 'X', table);
  const payload = { request: { table }, buffers: { data: bytesOf(matrix) } };
  const { buffers } = /** @type {Success} */ (yield host.call('spectrum', payload, watch));
  const vectors = float64s(buffers.vectors);
  for (let i = 0; i < n; i++) vectors.subarray(i * n, (i + 1) * n).reverse();
  return { eigenvalues: float64s(buffers.values).reverse(), vectors };
}

/**
 * The empirical feature map: coordinates in which the inner products of the samples
 * are their kernel values, K = Phi Phi' with Phi = V Lambda^(1/2) (Cristianini &
 * Shawe-Taylor, Proposition 3.5, with its proof's misprint corrected). A further z
 * is projected onto the space of the samples: phi(z)_t = sum of v_ti k(x_i, z) / sqrt(lambda_t).
 */
export class FeatureMapState {
  /** @type {Float64Array} n x r */
  #projection;
  /** @type {unknown} */
  #samples;
  #kernel;

  /**
   * @param {AnyKernel} kernel whose rules are resolved to numbers
   * @param {unknown} samples a copy, which the caller cannot change
   * @param {Float64Array} eigenvalues descending
   * @param {Float64Array} vectors n x n
   * @param {number} components
   */
  constructor(kernel, samples, eigenvalues, vectors, components) {
    const n = eigenvalues.length;
    this.#kernel = kernel;
    this.#samples = samples;
    this.eigenvalues = eigenvalues.slice(0, components);
    const coordinates = new Float64Array(n * components);
    this.#projection = new Float64Array(n * components);
    for (let i = 0; i < n; i++) {
      for (let t = 0; t < components; t++) {
        const root = Math.sqrt(eigenvalues[t]);
        coordinates[i * components + t] = vectors[i * n + t] * root;
        this.#projection[i * components + t] = vectors[i * n + t] / root;
      }
    }
    this.coordinates = withShape(coordinates, n, components);
  }

  /**
   * @param {GeometryHost} host
   * @param {unknown} Z
   * @param {unknown} given
   * @returns {Steps<Shaped<Float64Array>>}
   */
  *transform(host, Z, given) {
    const { watch } = readWatch('transform', given);
    const compared = yield* compare(host, this.#kernel, Z, this.#samples, watch);
    const { values, rows, columns } = compared;
    const r = this.eigenvalues.length;
    const coordinates = new Float64Array(rows * r);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        const value = values[i * columns + j];
        for (let t = 0; t < r; t++) coordinates[i * r + t] += value * this.#projection[j * r + t];
      }
    }
    return withShape(coordinates, rows, r);
  }
}

/**
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<FeatureMapState>}
 */
export function* empiricalFeatureMap(host, kernel, X, given) {
  const { watch, settings } = readWatch('empiricalFeatureMap', given, ['components']);
  const { components = Infinity } = settings;
  if (!(
    typeof components === 'number' &&
    (components === Infinity || Number.isInteger(components)) &&
    components > 0
  )) {
    throw wrongSetting('components', 'a whole number greater than 0', components);
  }
  const any = readKernel(kernel);
  const samples = 'tree' in any ? snapshot(X) : 'of' in any && Array.isArray(X) ? [...X] : X;
  const compared = yield* compare(host, any, samples, undefined, watch);
  const n = compared.rows;
  const { eigenvalues, vectors } = yield* decompose(host, compared.values, n, watch);
  const least = eigenvalues[n - 1];
  if (least < -1e-8 * eigenvalues[0]) {
    throw noInnerProduct('the smallest eigenvalue of the kernel matrix', least, {});
  }
  const { rank } = ranks(eigenvalues);
  return new FeatureMapState(
    compared.kernel,
    samples,
    eigenvalues,
    vectors,
    Math.min(components, rank),
  );
}

/**
 * A copy of samples, in a form that samples can have.
 * @param {unknown} X
 */
function snapshot(X) {
  const { shape, buffers, names } = packSamples(X, 'X', { operation: 'gram' });
  const { rows, cols } = shape;
  if (shape.layout === 'strings') return [.../** @type {string[]} */ (X)];
  const data = new Float64Array(/** @type {ArrayBuffer} */ (buffers.data.buffer));
  if (names) {
    const column = (/** @type {number} */ j) =>
      Float64Array.from({ length: rows }, (_, i) => data[i * cols + j]);
    return Object.fromEntries(names.map((name, j) => [name, column(j)]));
  }
  if (shape.layout === 'dense') return { data, rows, cols };
  const [indptr, indices] = [buffers.indptr, buffers.indices].map(
    ({ buffer }) => new Int32Array(/** @type {ArrayBuffer} */ (buffer)),
  );
  return { indptr, indices, data, rows, cols };
}
