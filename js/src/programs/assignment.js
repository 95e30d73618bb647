/** The assignment problem. */
import { packSamples } from '../input/inputs.js';
import { checkWorkSettings, wrongSetting } from '../basics/settings.js';

/** @import { Success } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { ProgramHost } from './program.js' */
/** @import { Assignment } from './types.js' */

/**
 * @param {ProgramHost} host
 * @param {unknown} cost
 * @param {unknown} given
 * @returns {Steps<Assignment>}
 */
export function* assignment(host, cost, given) {
  const watch = checkWorkSettings('assignment', given);
  const { shape: table, buffers } = packSamples(cost, 'cost', { operation: 'gram' });
  if (table.layout !== 'dense') {
    throw wrongSetting('cost', 'rows of numbers, which are not sparse', cost);
  }
  const reply = yield host.call('assignment', { request: { table }, buffers }, watch);
  const { value, buffers: answer } = /** @type {Success} */ (reply);
  return { columns: new Int32Array(answer.columns.buffer), cost: value.cost };
}
