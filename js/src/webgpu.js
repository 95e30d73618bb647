/**
 * maxmargin/webgpu: kernel rows of fits, and predictions, by the GPU in float32, each with a bound of its
 * error. Fits end with the certificate in float64 of any other; rows whose class could change within the
 * bound are computed again by the model itself.
 */
export { MaxMarginError } from './basics/errors.js';
export { GPU, webgpu } from './webgpu/gpu.js';
export { sharedGPU } from './webgpu/shared.js';

/** @typedef {import('./webgpu/gpu.js').GPUSettings} GPUSettings */
/** @typedef {import('./webgpu/gpu.js').GPUCall} GPUCall */
/** @typedef {import('./webgpu/gpu.js').GPUFit} GPUFit */
/** @typedef {import('./webgpu/gpu.js').Learning} Learning */
/** @typedef {import('./webgpu/gpu.js').Predicting} Predicting */
/** @typedef {import('./webgpu/gpu.js').Transforming} Transforming */
/** @typedef {import('./webgpu/gpu.js').Deciding} Deciding */
/** @typedef {import('./types.js').GPUReport} GPUReport */
