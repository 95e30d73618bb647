/** Geometry in feature space. */
import { gather, host, pause, run } from '#host';
import * as alignment from '../geometry/alignment.js';
import * as check from '../geometry/check.js';
import * as distances from '../geometry/distances.js';
import * as filters from '../geometry/filters.js';
import * as gram from '../geometry/gram.js';
import * as mercer from '../geometry/mercer.js';
import * as metric from '../geometry/metric.js';
import * as sparse from '../geometry/sparse-gram.js';
import * as radii from '../geometry/rademacher.js';
import * as span from '../geometry/span.js';
import * as spectrum from '../geometry/spectrum.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Entries, FlatMatrix, Label, Numbers, RowKernel, Samples, SamplesOf, Shaped, SparseRows } from '../types.js' */
/** @import { AlignmentSettings, CheckSettings, Expansion, ExpansionComparison, FeatureMapSettings, FourierSeries, FourierSettings, GeometrySettings, KernelLike, KernelReport, MercerSettings, MercerSpectrum, MetricSettings, ProjectionSettings, RademacherComplexity, RademacherSettings, RegularizerSettings, SpanProjections, Spectrum, SpectrumSettings, Spread, TransformSettings } from '../geometry/types.js' */
/** @import { GeometryHost } from '../geometry/comparing.js' */

/** @type {GeometryHost} */
const worker = { call: (op, payload, watch) => host.call(op, payload, watch), pause };

/**
 * Steps over samples, once the samples are here.
 * @template T
 * @param {unknown[]} samples
 * @param {(...samples: any[]) => Steps<T>} steps
 * @returns {Steps<T>}
 */
function* over(samples, steps) {
  return yield* steps(...(yield gather(samples)));
}

/**
 * The matrix of kernel values k(x_i, z_j); of X with itself without Z. Rules such as
 * gamma: 'scale' are those of Z, as for a machine that is fitted to Z and predicts X.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {SamplesOf<K> | null} [Z]
 * @param {GeometrySettings} [settings]
 * @returns {Returns<Shaped<Float64Array>>}
 */
export function gramMatrix(kernel, X, Z, settings) {
  return run(over([X, Z], (X, Z) => gram.gramMatrix(worker, kernel, X, Z ?? undefined, settings)));
}

/**
 * |phi(x)|, the norm of every sample in feature space.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {GeometrySettings} [settings]
 * @returns {Returns<Float64Array>}
 */
export function kernelNorms(kernel, X, settings) {
  return run(over([X], (X) => distances.kernelNorms(worker, kernel, X, settings)));
}

/**
 * |phi(x) - phi(z)|, the distances in feature space; of X with itself without Z.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {SamplesOf<K> | null} [Z]
 * @param {GeometrySettings} [settings]
 * @returns {Returns<Shaped<Float64Array>>}
 */
export function kernelDistances(kernel, X, Z, settings) {
  return run(
    over([X, Z], (X, Z) => distances.kernelDistances(worker, kernel, X, Z ?? undefined, settings)),
  );
}

/**
 * The angles between phi(x) and phi(z), 0 to pi; NaN where one of them is zero.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {SamplesOf<K> | null} [Z]
 * @param {GeometrySettings} [settings]
 * @returns {Returns<Shaped<Float64Array>>}
 */
export function kernelAngles(kernel, X, Z, settings) {
  return run(
    over([X, Z], (X, Z) => distances.kernelAngles(worker, kernel, X, Z ?? undefined, settings)),
  );
}

/**
 * The distance of every phi(x) from the mean of the images of S; without S from that of X.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {SamplesOf<K> | null} [S]
 * @param {GeometrySettings} [settings]
 * @returns {Returns<Float64Array>}
 */
export function centroidDistances(kernel, X, S, settings) {
  return run(
    over([X, S], (X, S) =>
      distances.centroidDistances(worker, kernel, X, S ?? undefined, settings),
    ),
  );
}

/**
 * The norm of the centroid of the images, and their mean squared distance from it.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {GeometrySettings} [settings]
 * @returns {Returns<Spread>}
 */
export function kernelSpread(kernel, X, settings) {
  return run(over([X], (X) => distances.kernelSpread(worker, kernel, X, settings)));
}

/**
 * How far every phi(x) lies in a direction: <phi(x), w> / |w| with w the sum of
 * c_j phi(z_j). The direction of one z is that of its image, and of several with no
 * coefficients that of their centroid.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {SamplesOf<K>} Z
 * @param {ProjectionSettings} [settings]
 * @returns {Returns<Float64Array>}
 */
export function kernelProjections(kernel, X, Z, settings) {
  return run(over([X, Z], (X, Z) => distances.kernelProjections(worker, kernel, X, Z, settings)));
}

/**
 * The point nearest to every phi(x) in the subspace that the images of Z span, with its distance.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {SamplesOf<K>} Z
 * @param {GeometrySettings} [settings]
 * @returns {Returns<SpanProjections>}
 */
export function projectOntoSpan(kernel, X, Z, settings) {
  return run(over([X, Z], (X, Z) => span.projectOntoSpan(worker, kernel, X, Z, settings)));
}

/**
 * Inner product, norms, distance and angle of two points of the feature space that are
 * sums of images, or of two functions that are sums of k(x_i, .), such as machines.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {Expansion} P
 * @param {Expansion} Q
 * @param {GeometrySettings} [settings]
 * @returns {Returns<ExpansionComparison>}
 */
export function compareExpansions(kernel, P, Q, settings) {
  return run(over([P, Q], (P, Q) => distances.compareExpansions(worker, kernel, P, Q, settings)));
}

/**
 * The alignment of a kernel with labels (1 within a class), with another kernel, or
 * with a matrix: the cosine between the kernel matrices, 1 where they are multiples.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {Entries<Label> | KernelLike | FlatMatrix | Shaped<Float64Array> | readonly Numbers[]} target
 * @param {AlignmentSettings} [settings]
 * @returns {Returns<number>}
 */
export function kernelAlignment(kernel, X, target, settings) {
  return run(
    over([X, target], (X, target) =>
      alignment.kernelAlignment(worker, kernel, X, target, settings),
    ),
  );
}

/**
 * The eigenvalues of the kernel matrix of X, and the dimensions that they tell of.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {SpectrumSettings} [settings]
 * @returns {Returns<Spectrum>}
 */
export function kernelSpectrum(kernel, X, settings) {
  return run(over([X], (X) => spectrum.kernelSpectrum(worker, kernel, X, settings)));
}

/**
 * The metric tensor g that the kernel induces at every row of X, d x d each: moving x by
 * dx moves phi(x) by the root of dx' g dx. In closed form for linear, poly, exponential,
 * sigmoid, rbf, rationalQuadratic and matern, by differences for others.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {Samples} X
 * @param {MetricSettings} [settings]
 * @returns {Returns<Shaped<Float64Array>>}
 */
export function kernelMetric(kernel, X, settings) {
  return run(over([X], (X) => metric.kernelMetric(worker, kernel, X, settings)));
}

/**
 * Whether a function is a kernel, an inner product in some feature space: by theorems,
 * and by its matrix on the samples X, which may be left out where theorems apply.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K> | null} [X]
 * @param {CheckSettings} [settings]
 * @returns {Returns<KernelReport>}
 */
export function checkKernel(kernel, X, settings) {
  return run(over([X], (X) => check.checkKernel(worker, kernel, X ?? undefined, settings)));
}

/**
 * Coordinates of samples in feature space, made of their kernel matrix: inner products
 * of rows of coordinates are kernel values.
 * @template [S=Samples] the samples
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
   * @param {S} Z
   * @param {GeometrySettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  transform(Z, settings) {
    return run(over([Z], (here) => this.#state.transform(worker, here, settings)));
  }
}

/**
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {FeatureMapSettings} [settings]
 * @returns {Returns<EmpiricalFeatureMap<SamplesOf<K>>>}
 */
export function empiricalFeatureMap(kernel, X, settings) {
  return run(mapping(kernel, X, settings));
}

/**
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {FeatureMapSettings} [settings]
 * @returns {Steps<EmpiricalFeatureMap<SamplesOf<K>>>}
 */
function* mapping(kernel, X, settings) {
  const steps = (/** @type {any} */ here) =>
    spectrum.empiricalFeatureMap(worker, kernel, here, settings);
  return new EmpiricalFeatureMap(yield* over([X], steps));
}

/**
 * The eigenvalues and eigenfunctions of a kernel of numbers on an interval: Mercer's series, by
 * Nyström's method on a mesh.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {MercerSettings} [settings]
 * @returns {Returns<MercerSpectrum>}
 */
export function mercerSpectrum(kernel, settings) {
  return run(mercer.mercerSpectrum(worker, kernel, settings));
}

/**
 * The Fourier coefficients of a kernel of numbers that depends on x - z only: which frequencies it
 * lets through, and how much.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {FourierSettings} [settings]
 * @returns {Returns<FourierSeries>}
 */
export function fourierCoefficients(kernel, settings) {
  return run(mercer.fourierCoefficients(worker, kernel, settings));
}

/**
 * The filter of a kernel k(x - z) of one column, its Fourier transform P(w) = (2 pi)^(-1/2) int
 * k(u) e^(-iwu) du, at some frequencies.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {ArrayLike<number>} frequencies
 * @param {TransformSettings} [settings]
 * @returns {Returns<Float64Array>}
 */
export function filterOfKernel(kernel, frequencies, settings) {
  return run(filters.filterOfKernel(worker, kernel, frequencies, settings));
}

/**
 * The kernel whose matrix is the penalty |Pf|^2 of functions of another kernel, of one column,
 * where P is the operator of a filter; what the option regularizer of a RegularizationNetwork
 * takes.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {(w: number) => number} filter
 * @param {RegularizerSettings} [settings]
 * @returns {Returns<RowKernel>}
 */
export function regularizerOfFilter(kernel, filter, settings) {
  return run(filters.regularizerOfFilter(worker, kernel, filter, settings));
}

/**
 * |Pf|^2 of a function that is a sum of coefficients_i k(x_i, .), such as a machine of one column
 * without its constant, by its Fourier form.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {Expansion} f
 * @param {(w: number) => number} filter
 * @param {RegularizerSettings} [settings]
 * @returns {Returns<number>}
 */
export function filterPenalty(kernel, f, filter, settings) {
  return run(
    over([f?.X], (X) => filters.filterPenalty(worker, kernel, { ...f, X }, filter, settings)),
  );
}

/**
 * The matrix of kernel values of X with itself as sparse rows, without the zeros, of a kernel of
 * compact support such as bspline. The dense matrix is never made.
 * @param {RowKernel | 'delta' | 'bspline'} kernel
 * @param {Samples} X
 * @param {GeometrySettings} [settings]
 * @returns {Returns<SparseRows>}
 */
export function sparseGram(kernel, X, settings) {
  return run(over([X], (X) => sparse.sparseGram(worker, kernel, X, settings)));
}

/**
 * The empirical Rademacher complexity of linear functions with |w| <= 1 in feature space, from draws
 * of random signs, beside its bound by the trace of the matrix of kernel values.
 * @template {KernelLike} K
 * @param {K} kernel
 * @param {SamplesOf<K>} X
 * @param {RademacherSettings} [settings]
 * @returns {Returns<RademacherComplexity>}
 */
export function rademacher(kernel, X, settings) {
  return run(over([X], (X) => radii.rademacher(worker, kernel, X, settings)));
}
