/** The GPU that all calls with the setting device share. */
import { wrongSetting } from '../basics/settings.js';
import { webgpu } from './gpu.js';

/** @import { GPU } from './gpu.js' */

/** @type {Promise<GPU> | undefined} */
let shared;

/**
 * The GPU of the setting `device`: one for the page, which is asked for with the first such call, and again
 * after it was closed or lost. Its `report` is about the last of these calls; `close()` gives its memory
 * back.
 * @param {unknown} [device] a value of the setting: 'webgpu', 'auto', or a GPU, which is given back
 * @returns {Promise<GPU>}
 */
export async function sharedGPU(device = 'webgpu') {
  if (typeof (/** @type {any} */ (device)?.lead) === 'function') return /** @type {GPU} */ (device);
  if (device !== 'webgpu' && device !== 'auto')
    throw wrongSetting('device', "'cpu', 'webgpu', 'auto', or what webgpu() of maxmargin/webgpu returns", device); // prettier-ignore
  const known = shared;
  const gpu = await known;
  if (known === shared && (!gpu || (gpu.why && gpu.adapter))) shared = webgpu();
  return /** @type {Promise<GPU>} */ (shared);
}
