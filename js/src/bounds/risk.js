/** Structural risk minimisation: the class of functions with the least bound. */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkArgument, leastOf } from './bound.js';
import { vcErrors } from './dimensions.js';

/** @import { RiskClass, StructuralRisk } from './types.js' */

/**
 * Chooses among nested classes of functions, such as polynomials of rising degree, by the bound
 * vcErrors with delta / M for each of the M classes, so that all bounds hold together
 * (Cristianini & Shawe-Taylor, section 4.2).
 * @param {{n: number, delta?: number, classes: readonly RiskClass[]}} given
 * @returns {StructuralRisk}
 */
export function structuralRisk({ n, delta = 0.05, classes }) {
  if (!Array.isArray(classes) || classes.length === 0) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'classes',
      `classes must be an array of { dimension, errors }, one for each class, got ${show(classes)}`,
    );
  }
  checkArgument('delta', delta); // a share of it may be below 1 although it is not
  const rows = classes.map((row) => {
    const { dimension, errors } = row;
    return { ...row, bound: vcErrors({ n, dimension, errors, delta: delta / classes.length }) };
  });
  return { rows, best: leastOf(rows.map(({ bound }) => bound)) };
}
