/**
 * Whether a function is a kernel: an inner product in some feature space. Theorems decide it if
 * they apply; samples can only refute it (Cristianini & Shawe-Taylor, Proposition 3.5), unless the
 * kernel is defined on these samples alone.
 */
import { MaxMarginError } from '../basics/errors.js';
import { packSamples } from '../input/inputs.js';
import { wrongSetting } from '../basics/settings.js';
import { compare, compareSelf, readKernel, readWatch } from './comparing.js';
import { readMatrix } from './gram.js';
import { listOf } from './own.js';
import {
  burgesTest,
  fourierTest,
  gridOf,
  probes,
  sampleProfile,
  seriesEvidence,
  taylorTest,
  widthOf,
} from './profiles.js';
import { firstNegative, seriesOf } from './series.js';
import { decompose, roundingOf } from './spectrum.js';
import { analyse } from './theorems.js';

/** @import { Watch } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { Kernel } from '../types.js' */
/** @import { AnyKernel, Comparison, GeometryHost } from './comparing.js' */
/** @import { Evidence, KernelProfile, KernelReport } from './types.js' */
/** @import { Verdict } from './theorems.js' */

/** Differences of k(x, z) and k(z, x) up to this share of the largest value are rounding. */
const asymmetry = 1e-9;

/**
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X undefined: only theorems decide
 * @param {unknown} given
 * @returns {Steps<KernelReport>}
 */
export function* checkKernel(host, kernel, X, given) {
  const { watch, settings } = readWatch('checkKernel', given, ['range', 'tolerance']);
  const { range = 1, tolerance } = settings;
  if (!(typeof range === 'number' && range > 0 && range < Infinity)) {
    throw wrongSetting('range', 'a number greater than 0', range);
  }
  if (tolerance !== undefined && !(typeof tolerance === 'number' && tolerance >= 0)) {
    throw wrongSetting('tolerance', 'a number >= 0', tolerance);
  }
  const any = readKernel(kernel);
  if (X === undefined && !('tree' in any || ('of' in any && any.profile))) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'X',
      'X is missing: a function or a matrix of kernel values can only be checked on samples',
    );
  }
  const theory = yield* byTheorems(host, any, X, range, watch);
  const practice = X === undefined ? undefined : yield* onSamples(host, any, X, tolerance, watch);
  return conclude(any, theory, practice);
}

/**
 * @param {AnyKernel} any
 * @param {{verdict: Verdict, evidence: Evidence[]}} theory
 * @param {{refuted: boolean, facts: object, evidence: Evidence[]} | undefined} practice
 * @returns {KernelReport}
 */
function conclude(any, theory, practice) {
  const all = [...theory.evidence, ...(practice?.evidence ?? [])];
  const finite = 'given' in any;
  // A theorem counts more than eigenvalues: rounding changes eigenvalues, and a conditionally
  // positive definite kernel may have a negative one.
  const refuted = practice?.refuted && !/^(conditionally )?admissible$/.test(theory.verdict);
  const verdict = refuted ? 'not admissible' : finite && practice ? 'admissible' : theory.verdict;
  return {
    verdict,
    scope: finite || (refuted && theory.verdict === 'unknown') ? 'these samples' : 'all samples',
    evidence: all,
    ...practice?.facts,
  };
}

/**
 * @param {GeometryHost} host
 * @param {AnyKernel} any
 * @param {unknown} X
 * @param {number} range
 * @param {Watch} watch
 * @returns {Steps<{verdict: Verdict, evidence: Evidence[]}>}
 */
function* byTheorems(host, any, X, range, watch) {
  if ('tree' in any) return yield* ofTree(host, any, X, watch);
  if ('of' in any && any.profile) return ofProfile(any.profile, range);
  return { verdict: 'unknown', evidence: [] };
}

/**
 * @param {KernelProfile} profile
 * @param {number} range
 * @returns {{verdict: Verdict, evidence: Evidence[]}}
 */
function ofProfile(profile, range) {
  const evidence =
    'dotProduct' in profile
      ? [taylorTest(profile.dotProduct, range), burgesTest(profile.dotProduct, range)]
      : [transform(profile.stationary, profile.dimension)];
  const refuted = evidence.some(({ holds }) => holds === false);
  return { verdict: refuted ? 'not admissible' : 'unknown', evidence };
}

/**
 * @param {(r: number) => number} f
 * @param {number} dimension
 */
function transform(f, dimension) {
  const [f0] = sampleProfile(f, [0]);
  const width = widthOf(f0, sampleProfile(f, probes));
  return fourierTest(sampleProfile(f, gridOf(width)), width, dimension);
}

/**
 * @param {GeometryHost} host
 * @param {{tree: Kernel}} any
 * @param {unknown} X
 * @param {Watch} watch
 * @returns {Steps<{verdict: Verdict, evidence: Evidence[]}>}
 */
function* ofTree(host, any, X, watch) {
  if (X === undefined) return analyse(any.tree, undefined);
  const own = yield* compareSelf(host, any, X, watch);
  const { tree } = /** @type {{tree: Kernel}} */ (own.kernel);
  const { shape } = packSamples(X, 'X', { operation: 'gram' });
  const found = analyse(tree, shape.cols);
  if (found.verdict !== 'unknown') return found;
  const more = yield* numerically(host, own, tree, shape.cols, watch);
  return {
    verdict: more.some(({ holds }) => holds === false) ? 'not admissible' : 'unknown',
    evidence: [...found.evidence, ...more],
  };
}

/**
 * Tests for kernels that the theorems leave open: the power series of a function of <x,z>, and
 * the Fourier transform along the diagonal of a function of x - z.
 * @param {GeometryHost} host
 * @param {Comparison} own
 * @param {Kernel} tree settled
 * @param {number} features
 * @param {Watch} watch
 * @returns {Steps<Evidence[]>}
 */
function* numerically(host, own, tree, features, watch) {
  const series = seriesOf(tree);
  if (series) return [seriesEvidence(series, firstNegative(series))];
  if (!own.invariant) return [];
  const along = (/** @type {number[]} */ distances) => ({
    data: Float64Array.from({ length: distances.length * features }, (_, at) => {
      return distances[Math.floor(at / features)] / Math.sqrt(features);
    }),
    rows: distances.length,
    cols: features,
  });
  const profile = function* (/** @type {number[]} */ distances) {
    const origin = along([0]);
    return Array.from((yield* compare(host, own.kernel, along(distances), origin, watch)).values);
  };
  const [f0, ...far] = yield* profile([0, ...probes]);
  const width = widthOf(f0, far);
  return [fourierTest(yield* profile(gridOf(width)), width, 1)];
}

/**
 * @param {GeometryHost} host
 * @param {AnyKernel} any
 * @param {unknown} X
 * @param {number | undefined} tolerance of eigenvalues, relative to the largest
 * @param {Watch} watch
 * @returns {Steps<{refuted: boolean, facts: Partial<KernelReport>, evidence: Evidence[]}>}
 */
function* onSamples(host, any, X, tolerance, watch) {
  const { values, n } = yield* allValues(host, any, X, watch);
  const symmetry = symmetryOf(values, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const mean = (values[i * n + j] + values[j * n + i]) / 2;
      values[i * n + j] = values[j * n + i] = mean;
    }
  }
  const schwarz = schwarzOf(values, n);
  const { eigenvalues, vectors } = yield* decompose(host, values, n, watch);
  const smallest = eigenvalues[n - 1];
  const largest = eigenvalues[0];
  const most = Math.max(Math.abs(smallest), Math.abs(largest));
  const cut = tolerance === undefined ? 100 * roundingOf(eigenvalues) : tolerance * most;
  const negative = smallest < -cut;
  /** @type {Evidence} */
  const spectral = {
    test: 'eigenvalues',
    holds: !negative,
    theorem:
      'on finitely many samples a symmetric function is a kernel if and only if its matrix has no negative eigenvalue',
    source: 'Cristianini & Shawe-Taylor, Proposition 3.5; Shalev-Shwartz & Ben-David, Lemma 16.2',
    detail: `the smallest is ${smallest.toPrecision(6)}, the largest ${largest.toPrecision(6)}`,
  };
  return {
    refuted: [symmetry, schwarz, spectral].some(({ holds }) => holds === false),
    evidence: [symmetry, schwarz, spectral],
    facts: {
      symmetric: symmetry.holds,
      cauchySchwarz: schwarz.holds,
      smallestEigenvalue: smallest,
      largestEigenvalue: largest,
      witness: negative
        ? Float64Array.from({ length: n }, (_, i) => vectors[i * n + n - 1])
        : undefined,
    },
  };
}

/**
 * k(x_i, x_j) of all pairs, and k(x_j, x_i) if the two may differ.
 * @param {GeometryHost} host
 * @param {AnyKernel} any
 * @param {unknown} X
 * @param {Watch} watch
 * @returns {Steps<{values: Float64Array, n: number}>}
 */
function* allValues(host, any, X, watch) {
  if ('given' in any) {
    const { values, rows, columns } = readMatrix(X, 'X');
    if (rows === columns) return { values, n: rows };
    throw new MaxMarginError(
      'ERR_SHAPE',
      'X',
      `the values of a kernel on samples are a square matrix, got ${rows} rows and ${columns} columns`,
    );
  }
  if ('of' in any) {
    const list = listOf(X, 'X');
    const { values, rows: n } = yield* compare(host, any, X, [...Array.from(list)], watch);
    return { values, n };
  }
  const { values, rows: n } = yield* compare(host, any, X, undefined, watch);
  return { values, n };
}

/**
 * @param {Float64Array} values
 * @param {number} n
 * @returns {Evidence}
 */
function symmetryOf(values, n) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let [worst, at] = [0, 0];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const difference = Math.abs(values[i * n + j] - values[j * n + i]);
      if (difference > worst) [worst, at] = [difference, i * n + j];
    }
  }
  const [i, j] = [Math.floor(at / n), at % n];
  return {
    test: 'symmetry',
    holds: worst <= asymmetry * largest,
    theorem: 'k(x,z) = k(z,x)',
    source: 'Cristianini & Shawe-Taylor, section 3.3',
    detail:
      worst === 0
        ? undefined
        : `k(x_${i}, x_${j}) is ${values[i * n + j]}, k(x_${j}, x_${i}) is ${values[j * n + i]}`,
  };
}

/**
 * @param {Float64Array} values symmetric
 * @param {number} n
 * @returns {Evidence}
 */
function schwarzOf(values, n) {
  const theorem = {
    test: 'Cauchy-Schwarz',
    theorem: 'k(x,z)^2 <= k(x,x) k(z,z)',
    source: 'Cristianini & Shawe-Taylor, section 3.3',
  };
  for (let i = 0; i < n; i++) {
    const own = values[i * n + i];
    if (own < 0) return { ...theorem, holds: false, detail: `k(x_${i}, x_${i}) is ${own}` };
    for (let j = 0; j < i; j++) {
      const value = values[i * n + j];
      const bound = Math.sqrt(own) * Math.sqrt(values[j * n + j]);
      if (Math.abs(value) > bound * (1 + 1e-8)) {
        const detail = `|k(x_${i}, x_${j})| is ${Math.abs(value)}, more than ${bound}`;
        return { ...theorem, holds: false, detail };
      }
    }
  }
  return { ...theorem, holds: true };
}
