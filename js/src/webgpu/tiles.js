/** A model on a device: its buffers, and the sums for tiles of rows. */
import { largest, pack } from './kernels.js';
import { sumsShader, tile, valuesShader } from './shaders.js';
import { finish } from './sums.js';
import { COPY_DST, COPY_SRC, MAP_READ, STORAGE, UNIFORM, Work } from './work.js';

/** @import { Plan } from './reading.js' */
/** @import { BufferLike, DeviceLike, PipelineLike } from './types.js' */
/** @import { Dispatch } from './work.js' */

/** The most kernel values of rows at a time: 64 MiB. */
const mostValues = 2 ** 24;

/**
 * Products that the first rows may need; then as many as take about this many milliseconds, so that no
 * watchdog of a system ends the work, and a page can draw.
 */
const [firstProducts, wantedTime] = [2 ** 24, 60];

/** @typedef {{values: Float64Array, bounds: Float64Array}} Answers rows x q; a bound is infinite where there is no value */

export class Tiles extends Work {
  #products = firstProducts;

  /**
   * @param {DeviceLike} device
   * @param {Map<string, Promise<PipelineLike>>} pipelines
   * @param {Plan} plan
   */
  constructor(device, pipelines, plan) {
    super(device, pipelines);
    this.plan = plan;
  }

  /**
   * Puts a model onto a device.
   * @param {DeviceLike} device
   * @param {Map<string, Promise<PipelineLike>>} pipelines that the device has, by their shaders
   * @param {Plan} plan
   * @returns {Promise<Tiles | string>} or why it does not fit
   */
  static async of(device, pipelines, plan) {
    const tiles = new Tiles(device, pipelines, plan);
    const { m, d, direct } = plan;
    const { maxComputeWorkgroupsPerDimension: most } = device.limits;
    const { cells, mostBytes: bytes } = tiles;
    /** Vectors of a buffer, and rows at a time. */
    const [slab, rows] = [d, Math.max(m, d, 4 * cells)].map((width) => Math.floor(bytes / 4 / width)); // prettier-ignore
    if (slab < 1 || rows < 1 || cells > most || m > tile * most || plan.coefficients.byteLength > bytes)
      return `the limits of the device are too small: ${bytes} bytes for ${m} vectors of ${d} numbers`; // prettier-ignore
    tiles.rows = Math.min(rows, most, Math.max(1, Math.floor(mostValues / Math.max(m, d))));
    await tiles.checked(async () => {
      const shaders = [valuesShader(plan.form), ...(direct ? [] : [sumsShader])];
      tiles.#made = await Promise.all(shaders.map((code) => tiles.pipeline(code)));
      tiles.#fill(slab);
    });
    return tiles;
  }

  /** Rows at a time, at most. */
  rows = 0;
  /** Of the shaders. @type {PipelineLike[]} */
  #made = [];
  /** @type {{count: number, at: number, vectors: BufferLike, shape: BufferLike}[]} */
  #slabs = [];
  /** @type {Record<'x' | 'k' | 'made' | 'read', BufferLike>} */
  // @ts-expect-error They are there once of() has made them.
  #own = {};
  /** What the second shader is given. @type {BufferLike[]} */
  #sums = [];

  /** Cells of a row of sums. */
  get cells() {
    return this.plan.ranges.length * this.plan.triples;
  }

  /** @param {number} slab vectors of a buffer */
  #fill(slab) {
    const { plan, rows, cells } = this;
    const { m, d, direct } = plan;
    for (let at = 0; at < m; at += slab) {
      const count = Math.min(slab, m - at);
      const vectors = this.with(plan.vectors.subarray(at * d, (at + count) * d));
      this.#slabs.push({ count, at, vectors, shape: this.buffer(20, UNIFORM | COPY_DST) });
    }
    const size = rows * (direct ? m * 4 : cells * 16);
    const k = this.buffer(rows * m * 4, STORAGE | COPY_SRC);
    const made = direct ? k : this.buffer(size, STORAGE | COPY_SRC);
    const x = this.buffer(rows * d * 4, STORAGE | COPY_DST);
    this.#own = { x, k, made, read: this.buffer(size, COPY_DST | MAP_READ) };
    if (direct) return;
    const shape = this.with(Uint32Array.of(m, plan.triples, cells), UNIFORM);
    const ranges = this.with(Uint32Array.from(plan.ranges.flat()));
    this.#sums = [shape, k, this.with(plan.coefficients), ranges, made];
  }

  /**
   * The values of rows and the bounds of their errors, until the device has no more answers.
   * @param {Float64Array} X n x d
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answers & {failed?: string}>} of rows behind a failure the bounds are infinite
   */
  async answer(X, signal) {
    const { d, intercept } = this.plan;
    const n = X.length / d;
    const q = intercept.length;
    const values = new Float64Array(n * q);
    const bounds = new Float64Array(n * q).fill(Infinity);
    for (let from = 0, count = 0; from < n; from += count) {
      signal?.throwIfAborted();
      // Whole tiles: fewer rows would take as long.
      const wanted = tile * Math.max(1, Math.floor(this.#products / this.plan.m / d / tile));
      count = Math.min(n - from, this.rows, wanted);
      const rows = new Float32Array(count * d);
      const sizes = new Float64Array(count);
      for (let i = 0; i < count; i++) {
        const row = rows.subarray(i * d, (i + 1) * d);
        sizes[i] = pack(row, X, (from + i) * d, this.plan.origin, this.plan.form);
        if (!(sizes[i] <= largest)) row.fill(0); // its bound is infinite
      }
      let sums;
      try {
        sums = await this.#sumsOf(rows, count);
      } catch (error) {
        return { values, bounds, failed: /** @type {Error} */ (error).message };
      }
      const width = sums.length / count;
      for (let i = 0; i < count; i++) {
        const own = sums.subarray(i * width, (i + 1) * width);
        const [to, end] = [(from + i) * q, (from + i + 1) * q];
        finish(this.plan, own, sizes[i], values.subarray(to, end), bounds.subarray(to, end));
      }
    }
    return { values, bounds };
  }

  /**
   * The sums of some rows, if nothing goes wrong.
   * @param {Float32Array} rows
   * @param {number} count
   */
  async #sumsOf(rows, count) {
    const { device, plan, cells } = this;
    const { m, d, direct } = plan;
    const { x, k, made, read } = this.#own;
    const [values, sums] = this.#made;
    const start = performance.now();
    let result = new Float32Array();
    await this.checked(async () => {
      device.queue.writeBuffer(x, 0, rows);
      /** @type {Dispatch[]} */
      const dispatches = this.#slabs.map(({ count: vectors, at, vectors: z, shape }) => {
        device.queue.writeBuffer(shape, 0, Uint32Array.of(count, vectors, d, m, at));
        return [values, [shape, x, z, k], Math.ceil(vectors / tile), Math.ceil(count / tile)];
      });
      if (!direct) dispatches.push([sums, this.#sums, count, cells]);
      result = await this.run(dispatches, made, read, count * (direct ? m * 4 : cells * 16));
    });
    const time = performance.now() - start;
    if (time < wantedTime) this.#products = Math.max(this.#products, 2 * count * m * d);
    else if (time > 4 * wantedTime) this.#products = Math.max(firstProducts, this.#products / 2);
    return result;
  }
}
