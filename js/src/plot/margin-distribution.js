/** Margins: how far samples lie on the right side of the boundary or the tube. */
import { MaxMarginError } from '../basics/errors.js';
import { checkLength } from '../input/labels.js';
import { readSettings } from '../basics/settings.js';
import { readTensor } from '../input/tables.js';
import { checkValues } from '../input/values.js';
import { placesOf } from '../metrics/labels.js';
import { epsilonOf, kindOf, thresholdsOf } from './models.js';
import { leadOfRank, leastOfPairs, leastOfRest, schemeOf } from './problems.js';

/** @import { Entries, Label, Samples, Strings } from '../types.js' */
/** @import { MarginDistribution, MarginSettings } from './types.js' */

/**
 * @param {any} model fitted; a machine or a pipeline, promised or blocking
 * @param {Samples | Strings | readonly unknown[]} X samples
 * @param {Entries<Label> | null} [y] their labels or values; ignored by a detector
 * @param {MarginSettings} [settings]
 * @returns {Promise<MarginDistribution>}
 */
export async function marginDistribution(model, X, y, settings) {
  const kind = kindOf(model);
  const given = /** @type {MarginSettings} */ (
    readSettings('marginDistribution', settings, ['epsilon'])
  );
  const [samples, targets] = [await readTensor(X), await readTensor(y)];
  const margins = await marginsOf[kind](model, samples, targets, given);
  const labels = kind === 'classifier' ? checkLength(targets, 'y', margins.length) : [];
  return {
    kind,
    margins,
    rows: Array.from(margins, (margin, row) => ({
      ...{ row, margin, label: /** @type {Label | undefined} */ (labels[row]) },
    })),
    edge: kind === 'classifier' ? 1 : undefined,
  };
}

/** @type {Record<'classifier' | 'regressor' | 'detector', (model: any, X: any, y: any, given: MarginSettings) => Promise<Float64Array>>} */
const marginsOf = {
  async classifier(model, X, y) {
    const classes = [...model.classes];
    const thresholds = thresholdsOf(model);
    const shape = classes.length > 2 && !thresholds ? schemeOf(model) : undefined;
    const values = await model.decisionFunction(X, shape && { shape });
    const columns = shape ? values.shape[1] : 1;
    const rows = values.length / columns;
    const places = placesOf(checkLength(y, 'y', rows), 'y', classes);
    const least = thresholds
      ? leadOfRank(thresholds)
      : shape
        ? shape === 'ovo'
          ? leastOfPairs
          : leastOfRest
        : leastOfTwo;
    return Float64Array.from(places, (c, i) =>
      least(values.subarray(i * columns, (i + 1) * columns), c, classes.length),
    );
  },

  async detector(model, X) {
    return Float64Array.from(await model.decisionFunction(X));
  },

  async regressor(model, X, y, given) {
    const epsilon = epsilonOf(model, given.epsilon);
    if (epsilon === undefined) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'epsilon',
        'this regressor has no tube; pass its half-width as epsilon',
      );
    }
    const predicted = await model.predict(X);
    const values = checkValues(y, 'y', predicted.length);
    return values.map((value, i) => epsilon - Math.abs(value - predicted[i]));
  },
};

/**
 * The margin of a row of class c, where values are positive for the second class.
 * @param {Float64Array} values
 * @param {number} c
 */
const leastOfTwo = ([value], c) => (c === 1 ? value : -value);
