/** The adapter and its device, or why there is none; and what is known of both while they are used. */
import { wrongSetting } from '../basics/settings.js';
import { warn } from '../basics/warnings.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { Tiles } from './tiles.js' */
/** @import { GPUReport } from '../types.js' */
/** @import { AdapterLike, DeviceLike, GPULike, PipelineLike } from './types.js' */

/**
 * @param {GPULike | undefined} gpu
 * @returns {Promise<{device: DeviceLike, adapter: string} | string>} the device, and what the adapter is
 *   called; or why there is none
 */
export async function openDevice(gpu) {
  if (!gpu) return 'WebGPU is not here: there is no navigator.gpu. Open the page over https or on localhost, or in Node pass what the npm package webgpu makes: webgpu({ gpu: create([]) })'; // prettier-ignore
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) return 'WebGPU has no adapter here: there is no GPU that the browser would use';
    // More than every device has: large models are in few buffers.
    const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
    const device = await adapter.requestDevice({
      requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
    });
    return { device, adapter: nameOf(adapter) };
  } catch (error) {
    return `WebGPU gave no device: ${/** @type {Error} */ (error).message}`;
  }
}

/** What people call an adapter. @param {AdapterLike} adapter */
function nameOf({ info = {} }) {
  const parts = [info.vendor, info.architecture, info.device || info.description];
  return parts.filter(Boolean).join(' ') || 'unnamed';
}

/** A device as long as it works, why it does not any more, and what it was last used for. */
export class Held {
  /** @type {DeviceLike | undefined} */
  device;
  /** The name of the GPU; '' if there is none. @type {string} */
  adapter = '';
  /** Why everything is computed on the processor; '' while the device works. */
  why = '';
  /** Shaders, by their texts. @type {Map<string, Promise<PipelineLike>>} */
  pipelines = new Map();
  /** The machine that is on the device. @type {{bytes: Uint8Array, tiles: Tiles} | undefined} */
  known;
  /** What the user has been warned of. @type {Set<string>} */
  #told = new Set();
  /** @type {GPUReport} */
  // @ts-expect-error The constructor makes it.
  report;

  /** @param {{device: DeviceLike, adapter: string} | string} opened what openDevice gives */
  constructor(opened) {
    if (typeof opened === 'string') this.why = opened;
    else {
      Object.assign(this, opened);
      opened.device.lost.then(({ message }) => this.leave(`the GPU was lost: ${message || 'no reason given'}`)); // prettier-ignore
    }
    this.say('', 0, 0, 0);
  }

  /** Goes on on the processor. @param {string} why */
  leave(why) {
    if (this.why) return;
    this.why = why;
    this.forget();
    this.device = undefined;
  }

  /** Gives the memory of the device back. */
  close() {
    this.why ||= 'the GPU was closed';
    this.#told.add(this.why);
    this.forget();
    this.device?.destroy();
    this.device = undefined;
  }

  /** Takes the machine off the device. */
  forget() {
    this.known?.tiles.release();
    this.known = undefined;
  }

  /**
   * Says once why the processor computes.
   * @param {string} why
   * @param {Partial<Pick<Host, 'warn'>>} [host] of the model: it knows who listens
   */
  warn(why, host) {
    if (!why || this.#told.has(why)) return;
    this.#told.add(why);
    const { warn: tell = warn } = host ?? {};
    tell({ code: 'WARN_GPU', message: `${why}; the processor computes instead` });
  }

  /**
   * Reports where something was computed.
   * @param {string} why
   * @param {number} rowsByGPU
   * @param {number} rowsAgain
   * @param {number} bound
   * @param {{bounds?: Float64Array, gap?: number}} [more]
   * @returns {GPUReport}
   */
  say(why, rowsByGPU, rowsAgain, bound, more) {
    const device = rowsByGPU > 0 ? 'webgpu' : 'cpu';
    return (this.report = { device, adapter: this.adapter, why, rowsByGPU, rowsAgain, bound, ...more }); // prettier-ignore
  }
}

/** What a call may do with a device. @param {unknown} device */
export function checkDevice(device) {
  if (device !== 'webgpu' && device !== 'auto')
    throw wrongSetting('device', "'webgpu' or 'auto'", device);
}
