/** Structural risk minimisation, compared with cross-validation. */
import { MaxMarginError } from '../basics/errors.js';
import { entriesOf } from '../input/tables.js';
import { readSettings } from '../basics/settings.js';
import { checkArgument } from '../bounds/bound.js';
import { structuralRisk } from '../bounds/risk.js';
import { checkEstimator } from '../select/estimators.js';
import { answer } from './answer.js';
import { crossValidatePredict } from './cross-validate-predict.js';

/** @import { RiskCandidate, RiskSelection, RiskSettings } from './types.js' */

/**
 * Fits classifiers of nested classes of functions, such as polynomials of rising degree, and chooses
 * the one with the least bound on its error: each of M classes of VC dimension d_i and with k_i
 * errors on the rows of the fit gets delta / M (Cristianini and Shawe-Taylor, section 4.2). With
 * folds it also gives the choice of cross-validation.
 * @param {readonly RiskCandidate[]} candidates
 * @param {any} X
 * @param {any} y
 * @param {RiskSettings} [settings]
 * @returns {Promise<RiskSelection>}
 */
export async function selectBySRM(candidates, X, y, settings) {
  const { delta, folds } = /** @type {RiskSettings} */ (
    readSettings('selectBySRM', settings, ['delta', 'folds'])
  );
  if (delta !== undefined) checkArgument('delta', delta); // before the fits
  if (!Array.isArray(candidates) || candidates.length === 0) {
    throw new MaxMarginError('ERR_TYPE', 'candidates', 'candidates must be an array of { estimator, dimension }'); // prettier-ignore
  }
  for (const { estimator } of candidates) checkEstimator(estimator);
  const truth = Array.from(entriesOf(y));
  const n = truth.length;
  const all = Int32Array.from({ length: n }, (_, i) => i);
  const wrong = (/** @type {any} */ found) => truth.filter((label, i) => label !== found[i]).length;
  const classes = [];
  for (const { estimator, dimension, name } of candidates) {
    const errors = wrong(await answer(estimator, X, y, all, all));
    const left = folds && wrong(await crossValidatePredict(estimator, X, y, { folds })) / n;
    classes.push({ name, dimension, errors, ...(folds && { crossValidated: left }) });
  }
  const { rows, best } = structuralRisk({ n, classes, ...(delta !== undefined && { delta }) });
  const errorsOf = classes.map(({ crossValidated = NaN }) => crossValidated);
  const bestByFolds = folds ? errorsOf.indexOf(Math.min(...errorsOf)) : undefined;
  return { rows: /** @type {RiskSelection['rows']} */ (rows), best, bestByFolds };
}
