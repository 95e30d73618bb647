/** All bounds by name. */
import * as averages from './averages.js';
import * as covering from './covering.js';
import * as dimensions from './dimensions.js';
import * as margins from './margins.js';
import * as mistakes from './mistakes.js';
import { hardMargin, multiclassRisk, multiclassSgd, normAgainstDimension, softMarginRisk } from './norms.js'; // prettier-ignore
import * as slacks from './slacks.js';
import * as sparse from './sparse.js';

/**
 * Theorems of the books, each a function of numbers: bounds.NAME({ ... }) returns its value, whether
 * its conditions hold, and whether it says anything.
 */
export const bounds = Object.freeze({
  ...dimensions,
  ...covering,
  ...margins,
  ...slacks,
  ...sparse,
  ...averages,
  ...{ hardMargin, softMarginRisk, multiclassRisk, multiclassSgd, normAgainstDimension },
  ...mistakes,
});
