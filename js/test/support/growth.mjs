/**
 * Memory growth of models and fits: memory is measured after a first round, which warms up, and
 * after a second one. For Node and for pages, with gc() in reach.
 */
import { flat, random, xor } from './made-up.mjs';

/**
 * Puts the program into this thread, where its memory can be seen.
 * @param {any} api the package, promised or blocking
 * @param {object} settings of init
 * @returns {Promise<WebAssembly.Memory>}
 */
export async function memoryOf(api, settings) {
  const { instantiate } = WebAssembly;
  /** @type {any} */
  let memory;
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    memory = instance.exports.mem;
    return instance;
  };
  try {
    await api.init(settings);
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  return memory;
}

/** Collects garbage, and gives finalizers and messages their turns. */
export async function collect() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** With nu = 1 every sample is a support vector from the start: a model has 80 KB without any step. */
const options = { nu: 1, gamma: 1 };
const samples = { data: Float64Array.from({ length: 100 * 100 }, random(1)), rows: 100, cols: 100 };

/**
 * Makes models and drops them without dispose().
 * @param {any} api with its program in this thread
 * @param {WebAssembly.Memory} memory
 * @param {number} count
 * @param {object[]} [kept] models that a reference keeps alive
 * @returns {Promise<{alive: number, bytes: number, linear: number}>} models that were not
 *   collected, the size of one, and by how much linear memory grew in the second half
 */
export async function forget(api, memory, count, kept) {
  const made = [];
  let bytes = 0;
  let linear = 0;
  for (let i = 0; i < count; i++) {
    const model = await new api.OneClassSVM(options).fit(samples);
    if (i === 0) bytes = (await model.save()).length;
    if (i === count >> 1) linear = memory.buffer.byteLength;
    made.push(new WeakRef(model));
    kept?.push(model);
    if (i % 50 === 0) await collect();
  }
  await collect();
  const alive = made.filter((model) => model.deref()).length;
  return { alive, bytes, linear: memory.buffer.byteLength - linear };
}

/**
 * Fits one model again and again, with a callback and a signal.
 * @param {any} api
 * @param {number} count
 */
export async function refit(api, count) {
  const model = new api.SVC({ C: 10, gamma: 1 });
  const settings = { onProgress() {}, signal: new AbortController().signal };
  const rows = flat(xor.X);
  for (let i = 0; i < count; i++) await model.fit(rows, xor.y, settings);
  model.dispose();
}
