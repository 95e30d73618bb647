/** The names of the columns that transformers make of named ones. */
import { tellApart } from '../basics/text.js';
import { stateOf } from '../model/registry.js';
import { VectorizerState } from '../vectorize/state.js';
import { PipelineState } from './pipeline-state.js';

/**
 * @param {any} step fitted
 * @param {readonly string[]} names of its columns
 * @param {number} [count] how many columns come out
 * @returns {readonly string[]}
 */
export function namesOut(step, names, count) {
  const state = stateOf(step);
  if (state instanceof PipelineState) {
    const { steps } = state;
    return steps.reduce(
      (known, [, inner], i) => namesOut(inner, known, i === steps.length - 1 ? count : undefined),
      names,
    );
  }
  if (state instanceof VectorizerState && step.getFeatureNames) return step.getFeatureNames();
  const { fitted, machine, spec } = state;
  // A Normalizer changes rows, whose columns stay what they are.
  if (spec.columnwise || machine === 'Normalizer') return names;
  if (machine.endsWith('Imputer')) {
    const indicated = Array.from(fitted.attribute('indicated'), (j) => `missing_${names[j]}`);
    return tellApart([...names, ...indicated], '_', 2);
  }
  if (machine === 'SelectKBest') return Array.from(fitted.attribute('selected'), (j) => names[j]);
  const own = step.getFeatureNamesOut?.();
  if (own && (count === undefined || own.length === count)) return own;
  return Array.from({ length: count ?? 0 }, (_, j) => machine.toLowerCase() + j);
}
