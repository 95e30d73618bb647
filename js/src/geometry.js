/** Geometry in feature space; kernel values are computed in the worker. */
import { platform } from '#platform';
import * as alignment from './geometry/alignment.js';
import * as check from './geometry/check.js';
import * as distances from './geometry/distances.js';
import * as gram from './geometry/gram.js';
import * as metric from './geometry/metric.js';
import * as spectrum from './geometry/spectrum.js';
import { later } from './select/drive.js';
import { client } from './shared.js';
import { isTensor, readTensor } from './tables.js';
/** @import { Entries, FlatMatrix, Label, Numbers, Samples, Shaped } from './types.js' */
/** @import { AlignmentSettings, CheckSettings, Expansion, ExpansionComparison, FeatureMapSettings, GeometrySettings, KernelLike, KernelReport, MetricSettings, ProjectionSettings, Spectrum, SpectrumSettings, Spread } from './geometry/types.js' */
/** @import { GeometryHost } from './geometry/comparing.js' */
/** @import { Steps } from './select/drive.js' */

/** @type {GeometryHost} */
const host = {
  call: (op, payload, watch) => client.call(op, payload, watch),
  pause: () => new Promise((resolve) => platform.pause(() => resolve(undefined))),
};

/**
 * Runs steps over samples once they are here: the numbers of tensors may lie elsewhere.
 * @template T
 * @param {unknown[]} samples
 * @param {(...samples: any[]) => Steps<T>} steps
 * @returns {Promise<T>}
 */
async function over(samples, steps) {
  const here = samples.some(isTensor) ? await Promise.all(samples.map(readTensor)) : samples;
  return later(steps(...here));
}

/**
 * The matrix of kernel values k(x_i, z_j); of X with itself without Z. Rules such as
 * gamma: 'scale' are those of Z, as for a machine that is fitted to Z and predicts X.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {Samples | readonly any[] | null} [Z]
 * @param {GeometrySettings} [settings]
 * @returns {Promise<Shaped<Float64Array>>}
 */
export async function gramMatrix(kernel, X, Z, settings) {
  return over([X, Z], (X, Z) => gram.gramMatrix(host, kernel, X, Z ?? undefined, settings));
}

/**
 * |phi(x)|, the norm of every sample in feature space.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {GeometrySettings} [settings]
 * @returns {Promise<Float64Array>}
 */
export async function kernelNorms(kernel, X, settings) {
  return over([X], (X) => distances.kernelNorms(host, kernel, X, settings));
}

/**
 * |phi(x) - phi(z)|, the distances in feature space; of X with itself without Z.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {Samples | readonly any[] | null} [Z]
 * @param {GeometrySettings} [settings]
 * @returns {Promise<Shaped<Float64Array>>}
 */
export async function kernelDistances(kernel, X, Z, settings) {
  return over([X, Z], (X, Z) =>
    distances.kernelDistances(host, kernel, X, Z ?? undefined, settings),
  );
}

/**
 * The angles between phi(x) and phi(z), 0 to pi; NaN where one of them is zero.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {Samples | readonly any[] | null} [Z]
 * @param {GeometrySettings} [settings]
 * @returns {Promise<Shaped<Float64Array>>}
 */
export async function kernelAngles(kernel, X, Z, settings) {
  return over([X, Z], (X, Z) => distances.kernelAngles(host, kernel, X, Z ?? undefined, settings));
}

/**
 * The distance of every phi(x) from the mean of the images of S; without S from that of X.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {Samples | readonly any[] | null} [S]
 * @param {GeometrySettings} [settings]
 * @returns {Promise<Float64Array>}
 */
export async function centroidDistances(kernel, X, S, settings) {
  return over([X, S], (X, S) =>
    distances.centroidDistances(host, kernel, X, S ?? undefined, settings),
  );
}

/**
 * The norm of the centroid of the images, and their mean squared distance from it.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {GeometrySettings} [settings]
 * @returns {Promise<Spread>}
 */
export async function kernelSpread(kernel, X, settings) {
  return over([X], (X) => distances.kernelSpread(host, kernel, X, settings));
}

/**
 * How far every phi(x) lies in a direction: <phi(x), w> / |w| with w the sum of
 * c_j phi(z_j). The direction of one z is that of its image, and of several with no
 * coefficients that of their centroid.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {Samples | readonly any[]} Z
 * @param {ProjectionSettings} [settings]
 * @returns {Promise<Float64Array>}
 */
export async function kernelProjections(kernel, X, Z, settings) {
  return over([X, Z], (X, Z) => distances.kernelProjections(host, kernel, X, Z, settings));
}

/**
 * Inner product, norms, distance and angle of two points of the feature space that are
 * sums of images, or of two functions that are sums of k(x_i, .), such as machines.
 * @param {KernelLike} kernel
 * @param {Expansion} P
 * @param {Expansion} Q
 * @param {GeometrySettings} [settings]
 * @returns {Promise<ExpansionComparison>}
 */
export async function compareExpansions(kernel, P, Q, settings) {
  return over([P, Q], (P, Q) => distances.compareExpansions(host, kernel, P, Q, settings));
}

/**
 * The alignment of a kernel with labels (1 within a class), with another kernel, or
 * with a matrix: the cosine between the kernel matrices, 1 where they are multiples.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {Entries<Label> | KernelLike | FlatMatrix | Shaped<Float64Array> | readonly Numbers[]} target
 * @param {AlignmentSettings} [settings]
 * @returns {Promise<number>}
 */
export async function kernelAlignment(kernel, X, target, settings) {
  return over([X, target], (X, target) =>
    alignment.kernelAlignment(host, kernel, X, target, settings),
  );
}

/**
 * The eigenvalues of the kernel matrix of X, and the dimensions that they tell of.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {SpectrumSettings} [settings]
 * @returns {Promise<Spectrum>}
 */
export async function kernelSpectrum(kernel, X, settings) {
  return over([X], (X) => spectrum.kernelSpectrum(host, kernel, X, settings));
}

/**
 * The metric tensor g that the kernel induces at every row of X, d x d each: moving x by
 * dx moves phi(x) by the root of dx' g dx. In closed form for linear, poly, exponential,
 * sigmoid, rbf, rationalQuadratic and matern, by differences for others.
 * @param {KernelLike} kernel
 * @param {Samples} X
 * @param {MetricSettings} [settings]
 * @returns {Promise<Shaped<Float64Array>>}
 */
export async function kernelMetric(kernel, X, settings) {
  return over([X], (X) => metric.kernelMetric(host, kernel, X, settings));
}

/**
 * Whether a function is a kernel, an inner product in some feature space: by theorems,
 * and by its matrix on the samples X, which may be left out where theorems apply.
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[] | null} [X]
 * @param {CheckSettings} [settings]
 * @returns {Promise<KernelReport>}
 */
export async function checkKernel(kernel, X, settings) {
  return over([X], (X) => check.checkKernel(host, kernel, X ?? undefined, settings));
}

/**
 * Coordinates of samples in feature space, made of their kernel matrix: inner products
 * of rows of coordinates are kernel values.
 */
export class EmpiricalFeatureMap {
  #state;

  /**
   * empiricalFeatureMap makes one.
   * @param {spectrum.FeatureMapState} state
   */
  constructor(state) {
    this.#state = state;
  }

  /**
   * Of the samples that it was made of, n x r.
   * @returns {Shaped<Float64Array>}
   */
  get coordinates() {
    return this.#state.coordinates;
  }

  /** What each coordinate has of the sum of the squares, descending. */
  get eigenvalues() {
    return this.#state.eigenvalues;
  }

  /**
   * The coordinates of further samples, projected onto the space of those.
   * @param {Samples | readonly any[]} Z
   * @param {GeometrySettings} [settings]
   * @returns {Promise<Shaped<Float64Array>>}
   */
  async transform(Z, settings) {
    return over([Z], (here) => this.#state.transform(host, here, settings));
  }
}

/**
 * @param {KernelLike} kernel
 * @param {Samples | readonly any[]} X
 * @param {FeatureMapSettings} [settings]
 * @returns {Promise<EmpiricalFeatureMap>}
 */
export async function empiricalFeatureMap(kernel, X, settings) {
  const state = await over([X], (here) =>
    spectrum.empiricalFeatureMap(host, kernel, here, settings),
  );
  return new EmpiricalFeatureMap(state);
}
