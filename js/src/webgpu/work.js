/** Work for a device: buffers, shaders, and what is read back. */

/** @import { BufferLike, DeviceLike, PipelineLike } from './types.js' */

// GPUBufferUsage and GPUMapMode, which programs without a page may lack.
export const [MAP_READ, COPY_SRC, COPY_DST, UNIFORM, STORAGE] = [1, 4, 8, 64, 128];
const READ = 1;

/** A shader that is to run with these buffers, over so many groups. @typedef {[pipeline: PipelineLike, buffers: BufferLike[], across: number, down: number]} Dispatch */

export class Work {
  /** @type {Set<BufferLike>} */
  #buffers = new Set();

  /**
   * @param {DeviceLike} device
   * @param {Map<string, Promise<PipelineLike>>} pipelines that the device has, by their shaders
   */
  constructor(device, pipelines) {
    this.device = device;
    this.pipelines = pipelines;
  }

  /** The bytes that a buffer may have. */
  get mostBytes() {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.device.limits;
    return Math.min(maxStorageBufferBindingSize, maxBufferSize);
  }

  /** @param {string} code of a shader */
  pipeline(code) {
    const known = this.pipelines.get(code);
    if (known) return known;
    const module = this.device.createShaderModule({ code });
    const compute = { module, entryPoint: 'main' };
    const made = this.device.createComputePipelineAsync({ layout: 'auto', compute });
    this.pipelines.set(code, made);
    return made;
  }

  /** @param {number} size @param {number} usage */
  buffer(size, usage) {
    const buffer = this.device.createBuffer({ size, usage });
    this.#buffers.add(buffer);
    return buffer;
  }

  /** @param {Float32Array | Uint32Array} data @param {number} [kind] */
  with(data, kind = STORAGE) {
    const buffer = this.buffer(data.byteLength, kind | COPY_DST);
    this.device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  /** Does something with the device, and throws what it has to say. @param {() => Promise<void>} work */
  async checked(work) {
    const { device } = this;
    const kinds = /** @type {const} */ (['validation', 'out-of-memory', 'internal']);
    for (const kind of kinds) device.pushErrorScope(kind);
    let thrown;
    await work().catch((error) => (thrown = error));
    const errors = await Promise.all(kinds.map(() => device.popErrorScope()));
    const error = errors.find(Boolean) ?? thrown;
    if (error) throw error;
  }

  /**
   * Runs shaders one after the other, and reads what they have made.
   * @param {Dispatch[]} dispatches
   * @param {BufferLike} made
   * @param {BufferLike} read where it is read
   * @param {number} bytes of it
   */
  async run(dispatches, made, read, bytes) {
    const { device } = this;
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (const [pipeline, buffers, across, down] of dispatches) {
      const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
      const layout = pipeline.getBindGroupLayout(0);
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
      pass.dispatchWorkgroups(across, down);
    }
    pass.end();
    encoder.copyBufferToBuffer(made, 0, read, 0, bytes);
    device.queue.submit([encoder.finish()]);
    await read.mapAsync(READ, 0, bytes);
    const result = new Float32Array(read.getMappedRange(0, bytes)).slice();
    read.unmap();
    return result;
  }

  /** Gives memory back. @param {Iterable<BufferLike>} [buffers] all by default */
  release(buffers = this.#buffers) {
    for (const buffer of buffers) {
      buffer.destroy();
      this.#buffers.delete(buffer);
    }
  }
}
