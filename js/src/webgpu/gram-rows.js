/** Rows of a Gram matrix: all samples of a fit on a device, and their values with some of them. */
import { largest, pack } from './kernels.js';
import { tile, valuesShader } from './shaders.js';
import { COPY_DST, COPY_SRC, MAP_READ, STORAGE, UNIFORM, Work } from './work.js';

/** @import { Form } from './kernels.js' */
/** @import { BufferLike, DeviceLike, PipelineLike } from './types.js' */
/** @import { Dispatch } from './work.js' */

/** Products of a submission, so that no watchdog of a system ends the work; and values that are read at a time. */
const [mostProducts, mostValues] = [2 ** 30, 2 ** 22];

/** How many numbers are packed into memory of the device at a time. */
const packedAtATime = 2 ** 22;

/** Columns on the device: samples row by row, in buffers. @typedef {{count: number, slabs: {count: number, at: number, vectors: BufferLike, shape: BufferLike}[]}} Columns */

export class GramRows extends Work {
  /** All samples, moved and scaled, row by row. */
  #packed;
  #sizes;
  #count = 0;
  /** What is subtracted of each sample. @type {Float64Array} */
  #origin;
  /** @type {(Columns | undefined)[]} */
  #columns = [];
  /** @type {BufferLike | undefined} */
  #x;
  /** @type {BufferLike | undefined} */
  #k;
  /** @type {BufferLike | undefined} */
  #read;

  /**
   * @param {DeviceLike} device
   * @param {Map<string, Promise<PipelineLike>>} pipelines
   * @param {Form} form of the kernel
   * @param {number} n samples
   * @param {number} d columns of each
   */
  constructor(device, pipelines, form, n, d) {
    super(device, pipelines);
    this.form = form;
    this.n = n;
    this.d = d;
    this.#packed = new Float32Array(n * d);
    this.#sizes = new Float64Array(n);
    this.#origin = new Float64Array(d);
  }

  /**
   * Takes the samples that come next. Those that come first say where the samples are: values do not
   * depend on it, their errors do.
   * @param {Float64Array} numbers
   */
  take(numbers) {
    const { form, d } = this;
    const rows = numbers.length / d;
    if (this.#count === 0 && form.centred)
      numbers.forEach((v, at) => (this.#origin[at % d] += v / rows));
    for (let i = 0; i < rows; i++, this.#count++) {
      const out = this.#packed.subarray(this.#count * d, (this.#count + 1) * d);
      this.#sizes[this.#count] = pack(out, numbers, i * d, this.#origin, form);
    }
    return this.#count === this.n;
  }

  /**
   * For each sample a bound on the difference between a value of it with any other one here and the
   * processor's. A kernel value is a sum of one term; its own magnitude is at most `most`.
   * @param {(facts: {X: number, Z: number, d: number}) => number} most
   * @returns {Float64Array | undefined} nothing where float32 cannot hold the samples
   */
  bounds(most) {
    const { d, form } = this;
    const Z = this.#sizes.reduce((a, b) => Math.max(a, b), 0);
    if (!(Z <= largest)) return undefined;
    const bounds = new Float64Array(this.n);
    for (let i = 0; i < this.n; i++) {
      const facts = { X: this.#sizes[i], Z, d };
      const bound = form.bound(facts);
      // One value is a sum with C = 1, and M is its magnitude. No bound with C = 1 and a smaller M is above
      // that with C = 2 and the largest M.
      const M = most(facts);
      bounds[i] = 1.1 * ((bound?.({ C: 2, M }) ?? Infinity) + 2 ** -50 * (d + 101) * M) + 2 ** -112;
      if (!(bounds[i] < Infinity)) return undefined;
    }
    return bounds;
  }

  /**
   * Keeps samples as columns.
   * @param {number} place of them; what was there goes
   * @param {Int32Array} samples
   */
  async keep(place, samples) {
    const { d, device } = this;
    const former = this.#columns[place];
    if (former) this.release(former.slabs.flatMap(({ vectors, shape }) => [vectors, shape]));
    const slab = Math.max(1, Math.floor(this.mostBytes / 4 / d));
    /** @type {Columns} */
    const columns = { count: samples.length, slabs: [] };
    this.#columns[place] = columns;
    await this.checked(async () => {
      for (let at = 0; at < samples.length; at += slab) {
        const count = Math.min(slab, samples.length - at);
        const vectors = this.buffer(count * d * 4, STORAGE | COPY_DST);
        const some = Math.min(count, Math.max(1, Math.floor(packedAtATime / d)));
        const rows = new Float32Array(some * d);
        for (let from = 0; from < count; from += some) {
          const part = samples.subarray(at + from, at + Math.min(count, from + some));
          part.forEach((i, q) => rows.set(this.row(i), q * d));
          device.queue.writeBuffer(vectors, from * d * 4, rows, 0, part.length * d);
        }
        const shape = this.buffer(20, UNIFORM | COPY_DST);
        columns.slabs.push({ count, at, vectors, shape });
      }
    });
  }

  /** A sample, moved and scaled. @param {number} i */
  row(i) {
    return this.#packed.subarray(i * this.d, (i + 1) * this.d);
  }

  /**
   * The values between samples and the columns at a place, row by row.
   * @param {number} place
   * @param {Int32Array} samples
   */
  async rows(place, samples) {
    const { d, device, form } = this;
    const { count: m, slabs } = /** @type {Columns} */ (this.#columns[place]);
    const { maxComputeWorkgroupsPerDimension: groups } = device.limits;
    if (4 * Math.max(m, d) > this.mostBytes || m > tile * groups)
      throw new Error(`its limits are too small for rows of ${m} numbers`);
    const most = Math.min(
      mostValues / m,
      mostProducts / m / d,
      this.mostBytes / 4 / Math.max(m, d),
    );
    const together = Math.max(1, Math.floor(most));
    // Whole numbers of float64: the last one may be half of one.
    const values = new Float32Array(2 * Math.ceil((samples.length * m) / 2));
    const pipeline = await this.pipeline(valuesShader(form));
    for (let from = 0; from < samples.length; from += together) {
      const part = samples.subarray(from, from + together);
      const rows = new Float32Array(part.length * d);
      part.forEach((i, q) => rows.set(this.row(i), q * d));
      await this.checked(async () => {
        this.#x = this.#atLeast(this.#x, rows.byteLength, STORAGE | COPY_DST);
        const size = part.length * m * 4;
        this.#k = this.#atLeast(this.#k, size, STORAGE | COPY_SRC);
        this.#read = this.#atLeast(this.#read, size, COPY_DST | MAP_READ);
        device.queue.writeBuffer(this.#x, 0, rows);
        /** @type {Dispatch[]} */
        const dispatches = [];
        for (const { count, at, vectors, shape } of slabs) {
          device.queue.writeBuffer(shape, 0, Uint32Array.of(part.length, count, d, m, at));
          dispatches.push([pipeline, [shape, this.#x, vectors, this.#k], Math.ceil(count / tile), Math.ceil(part.length / tile)]); // prettier-ignore
        }
        values.set(await this.run(dispatches, this.#k, this.#read, size), from * m);
      });
    }
    return values;
  }

  /**
   * A buffer of so many bytes, or a larger one that is there.
   * @param {BufferLike | undefined} buffer
   * @param {number} bytes
   * @param {number} usage
   */
  #atLeast(buffer, bytes, usage) {
    if (buffer && buffer.size >= bytes) return buffer;
    if (buffer) this.release([buffer]);
    return this.buffer(Math.min(this.mostBytes, 2 ** Math.ceil(Math.log2(bytes))), usage);
  }
}
