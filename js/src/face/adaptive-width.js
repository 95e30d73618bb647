/** The width of a Gaussian kernel for which the radius-margin estimate is least. */
import { gather, run } from '#host';
import { MaxMarginError, show } from '../basics/errors.js';
import { rowsOf } from '../input/rows.js';
import { readSettings } from '../basics/settings.js';
import { checkEstimator, withParams } from '../select/estimators.js';
import { leaveOneOut } from './leave-one-out.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { AdaptiveWidth, AdaptiveWidthSettings } from '../types.js' */

/** The golden section of an interval. */
const SECTION = (5 ** 0.5 - 1) / 2;

/**
 * Finds the gamma of the kernel 'rbf' with the least R^2 |w|^2 / n, the radius-margin estimate of the
 * leave-one-out error (Cristianini and Shawe-Taylor, section 8.3): among some values, and then
 * between the neighbours of the best one. Every fit starts from the last solution.
 * @param {any} model an SVC for two classes with loss 'squaredHinge', or with C Infinity; it is not changed
 * @param {any} X
 * @param {any} y
 * @param {AdaptiveWidthSettings} [settings]
 * @returns {Returns<AdaptiveWidth>}
 */
export function adaptiveWidth(model, X, y, settings) {
  return run(adapting(model, X, y, settings));
}

/**
 * @param {any} model
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<AdaptiveWidth>}
 */
function* adapting(model, X, y, settings) {
  const {
    gammas,
    tol = 0.05,
    signal,
  } = /** @type {AdaptiveWidthSettings} */ (
    readSettings('adaptiveWidth', settings, ['gammas', 'tol', 'signal'])
  );
  checkEstimator(model);
  if (!(tol > 0)) {
    throw new MaxMarginError('ERR_OPTION', 'tol', `tol must be a number above 0, got ${show(tol)}`);
  }
  const { kernel } = model.getParams();
  if (kernel !== 'rbf') {
    throw new MaxMarginError('ERR_OPTION', 'model', `adaptiveWidth is for the kernel 'rbf', which has the width gamma, got ${show(kernel)}`); // prettier-ignore
  }
  const [rows, labels] = yield gather([X, y]);
  const copy = withParams(model, { warmStart: true });
  /** @type {{gamma: number, error: number}[]} */
  const path = [];
  /**
   * @param {number} gamma
   * @returns {Steps<number>} NaN where no hyperplane separates the classes, which has no margin
   */
  function* at(gamma) {
    copy.setParams({ gamma });
    yield copy.fit(rows, labels, { signal });
    const { error } =
      copy.status === 'infeasible'
        ? { error: NaN }
        : yield leaveOneOut(copy, rows, labels, { method: 'radiusMargin', signal });
    path.push({ gamma, error });
    return error;
  }
  const values = gammas === undefined ? spread(rows) : checkGammas(gammas);
  for (const gamma of values) yield* at(gamma);
  // A gamma without an error, NaN, is not the best one, not even where it comes first.
  const best = () => path.reduce((one, other) => (one.error <= other.error || other.error !== other.error ? one : other)); // prettier-ignore
  const first = path.findIndex(({ error }) => error === best().error);
  if (first < 0) {
    throw new MaxMarginError('ERR_NUMERIC', 'gammas', 'the classes cannot be separated for any of the gammas; take larger ones, or loss squaredHinge with a finite C'); // prettier-ignore
  }
  let [low, high] = [first - 1, first + 1].map((i) => Math.log(values[i] ?? values[first]));
  const inner = (/** @type {number} */ share) => low + share * (high - low);
  let [left, right] = [inner(1 - SECTION), inner(SECTION)];
  let [a, b] = [Infinity, Infinity];
  if (high - low > tol) [a, b] = [yield* at(Math.exp(left)), yield* at(Math.exp(right))];
  while (high - low > tol) {
    if (a <= b || b !== b) {
      [high, right, b] = [right, left, a];
      left = inner(1 - SECTION);
      a = yield* at(Math.exp(left));
    } else {
      [low, left, a] = [left, right, b];
      right = inner(SECTION);
      b = yield* at(Math.exp(right));
    }
  }
  const { gamma, error } = best();
  if (path[path.length - 1].gamma !== gamma) {
    copy.setParams({ gamma });
    yield copy.fit(rows, labels, { signal });
  }
  copy.setParams({ warmStart: model.getParams().warmStart });
  return { gamma, error, model: copy, path: path.sort((p, q) => p.gamma - q.gamma) };
}

/**
 * Thirteen values around 1 / (d var), which the option 'scale' takes, from wide kernels to narrow
 * ones.
 * @param {any} X
 */
function spread(X) {
  const rows = rowsOf(X, 'adaptiveWidth');
  const all = rows.length * rows[0].length;
  const [[first]] = rows; // from which the mean is counted: that of equal numbers is exact
  const mean = first + rows.reduce((sum, row) => row.reduce((s, v) => s + v - first, sum), 0) / all;
  const squares = rows.reduce((sum, row) => row.reduce((s, v) => s + (v - mean) ** 2, sum), 0);
  const scale = squares > 0 ? rows.length / squares : 1;
  return Array.from({ length: 13 }, (_, i) => scale * 2 ** (i - 6));
}

/** @param {unknown} gammas */
function checkGammas(gammas) {
  const list = Array.from(/** @type {Iterable<number>} */ (gammas));
  if (list.length > 0 && list.every((v) => typeof v === 'number' && v > 0 && v < Infinity)) {
    return list.sort((a, b) => a - b);
  }
  throw new MaxMarginError('ERR_OPTION', 'gammas', `gammas must be an array of numbers above 0, got ${show(gammas)}`); // prettier-ignore
}
