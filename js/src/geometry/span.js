/** Projections onto the subspace that samples span in feature space. */
import { withShape } from '../model/fitted.js';
import { compare, noInnerProduct, readKernel, readWatch } from './comparing.js';
import { decompose, roundingOf } from './spectrum.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { GeometryHost } from './comparing.js' */
/** @import { SpanProjections } from './types.js' */

/**
 * The point p = sum of c_j phi(z_j) nearest to phi(x) has (phi(x) - p) orthogonal to every
 * phi(z_j): K c = k(x) (Cristianini & Shawe-Taylor, B.21 to B.26). Of the solutions the shortest
 * c is taken, by the eigenvalues of K.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} Z
 * @param {unknown} given
 * @returns {Steps<SpanProjections>}
 */
export function* projectOntoSpan(host, kernel, X, Z, given) {
  const { watch } = readWatch('projectOntoSpan', given);
  const own = yield* compare(host, readKernel(kernel), Z, undefined, watch, 'Z');
  const m = own.rows;
  const { values, rows, left } = yield* compare(host, own.kernel, X, Z, watch);
  const { eigenvalues, vectors } = yield* decompose(host, own.values, m, watch);
  const cut = roundingOf(eigenvalues);
  if (eigenvalues[m - 1] < -1e-8 * eigenvalues[0]) {
    throw noInnerProduct(
      'the smallest eigenvalue of the kernel matrix of Z',
      eigenvalues[m - 1],
      {},
    );
  }
  const dimension = eigenvalues.filter((value) => value > cut).length;
  const coefficients = new Float64Array(rows * m);
  const norms = new Float64Array(rows);
  const distances = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let squared = 0;
    for (let t = 0; t < dimension; t++) {
      let along = 0;
      for (let j = 0; j < m; j++) along += vectors[j * m + t] * values[i * m + j];
      squared += along ** 2 / eigenvalues[t];
      for (let j = 0; j < m; j++) {
        coefficients[i * m + j] += (vectors[j * m + t] * along) / eigenvalues[t];
      }
    }
    norms[i] = Math.sqrt(squared);
    distances[i] = Math.sqrt(Math.max(left[i] - squared, 0));
  }
  return { coefficients: withShape(coefficients, rows, m), norms, distances, dimension };
}
