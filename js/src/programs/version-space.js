/** The centres of the version space of labelled samples. */
import { MaxMarginError } from '../basics/errors.js';
import { bytesOf, packSamples } from '../input/inputs.js';
import { encodeLabels } from '../input/labels.js';
import { float64s } from '../input/values.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { readLimits } from './program.js';

/** @import { Success } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { ProgramHost } from './program.js' */
/** @import { VersionSpace } from './types.js' */

/**
 * @param {ProgramHost} host
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} given
 * @returns {Steps<VersionSpace>}
 */
export function* versionSpace(host, X, y, given) {
  const known = ['samples', 'seed', 'maxTime', 'signal', 'onProgress'];
  const { samples = 10_000, seed = 0, ...rest } = readSettings('versionSpace', given, known);
  if (!(
    Number.isSafeInteger(samples) &&
    /** @type {number} */ (samples) >= 20 &&
    /** @type {number} */ (samples) <= 1e9
  )) {
    // prettier-ignore
    throw wrongSetting('samples', 'a whole number from 20 to 1e9', samples);
  }
  if (!(Number.isSafeInteger(seed) && /** @type {number} */ (seed) >= 0)) {
    throw wrongSetting('seed', 'a whole number from 0 to 2^53 - 1', seed);
  }
  const { watch, limits } = readLimits('versionSpace', rest);
  const { shape: table, buffers } = packSamples(X, 'X', { operation: 'gram' });
  if (table.layout === 'strings') throw wrongSetting('X', 'rows of numbers', X);
  const { classes, indices } = encodeLabels(y, table.rows);
  if (classes.labels.length > 2) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'y',
      `y has ${classes.labels.length} classes, but a version space is that of two; pass the samples of two classes`,
      { classes: classes.labels.map(String) },
    );
  }
  const signs = Float64Array.from(indices, (index) => 2 * index - 1);
  const request = { table, samples, seed, maxTime: limits.maxTime };
  const payload = { request, buffers: { ...buffers, y: bytesOf(signs) } };
  const reply = yield host.call('versionSpace', payload, watch);
  const { value, buffers: answer } = /** @type {Success} */ (reply);
  const isThere = answer.bayesPoint.byteLength > 0;
  return {
    status: value.status,
    classes: classes.labels,
    centre: isThere ? float64s(answer.centre) : undefined,
    radius: isThere ? value.radius : 0,
    bayesPoint: isThere ? float64s(answer.bayesPoint) : undefined,
    standardError: isThere ? value.error : NaN,
    samples: value.samples,
  };
}
