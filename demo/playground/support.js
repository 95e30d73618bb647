/**
 * The dual variables of a fitted machine by row of the training set: their sizes, and
 * those that are at their upper bound.
 */

import { catalog } from 'maxmargin/catalog';
import { optionOf } from './schema.js';

/**
 * @returns {{ size: Float64Array, bounded: Set<number>, rows: Set<number>, name: string } | null} sizes in units
 *   of the largest, and the name of the rows; null for machines without dual coefficients over support vectors
 */
export function supportOf(model, state, count) {
  const known = catalog[state.machine].attributes.map(({ name }) => name);
  if (!['supportIndices', 'supportVectors', 'dualCoef'].every((name) => known.includes(name))) return null;
  const rows = model.supportIndices;
  const coefficients = model.dualCoef;
  const lines = rows.length > 0 ? coefficients.length / rows.length : 0;
  const size = new Float64Array(count);
  const bounded = new Set();
  const limits = limitsOf(model, state, count);
  rows.forEach((row, j) => {
    for (let line = 0; line < lines; line++) {
      const alpha = Math.abs(coefficients[line * rows.length + j]);
      size[row] = Math.max(size[row], alpha);
      if (limits && alpha >= limits(j, line) * (1 - 1e-9)) bounded.add(row);
    }
  });
  const largest = size.reduce((a, b) => Math.max(a, b), 0) || 1;
  const name = optionOf(state.machine, 'landmarks') ? 'landmark' : 'support vector';
  return { size: size.map((alpha) => alpha / largest), bounded, rows: new Set(rows), largest, name };
}

/** The upper bound of the dual variables in a row of dualCoef, if there is one and it is known. */
function limitsOf(model, state, count) {
  const value = (name) => state.options[name] ?? optionOf(state.machine, name)?.default;
  if (!['hinge', 'epsilonInsensitive', 'laplacian', undefined].includes(value('loss'))) return null; // without a bound
  if (Number.isFinite(value('normBound'))) return null; // which takes the place of C
  switch (state.machine) {
    case 'SVC':
    case 'IncrementalSVC':
      return value('classWeight') ? null : () => value('C');
    case 'SVR':
    case 'IncrementalSVR':
    case 'NuSVR':
      return () => value('C');
    case 'OneClassSVM':
    case 'IncrementalOneClass':
      return () => 1;
    case 'SVDD':
      return value('nu') > 0 ? () => 1 / (value('nu') * count) : null;
    case 'NuSVC': {
      const bounds = model.C; // per pair, or per class against the rest
      if (bounds.length === 1) return () => bounds[0];
      if (value('multiClass') === 'ovr') return (_, line) => bounds[line];
      const counts = model.supportCounts;
      const classes = counts.length;
      const owner = Array.from(counts).flatMap((length, c) => Array(length).fill(c));
      const pair = (i, j) => i * classes - (i * (i + 1)) / 2 + (j - i - 1);
      return (j, line) => {
        const other = line < owner[j] ? line : line + 1;
        return bounds[pair(Math.min(owner[j], other), Math.max(owner[j], other))];
      };
    }
    default:
      return null;
  }
}
