/** The adapter and its device, or why there is none. */

/** @import { AdapterLike, DeviceLike, GPULike } from './types.js' */

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
