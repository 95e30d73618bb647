/** What is loaded with the first prediction or transformation by a GPU. */
import { savedBytes } from '../basics/own-bytes.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { checkDevice } from './device.js';
import { areEqual, Merged } from './merged.js';
import { readPlan } from './reading.js';
import { denseRows } from './rows.js';
import { Tiles } from './tiles.js';

/** @import { Held } from './device.js' */
/** @import { Method } from './merged.js' */
/** @import { Rows } from './rows.js' */

/** A machine that nobody has asked for leaves the device after so many milliseconds. */
const spareTime = 30_000;

/** @type {WeakMap<Held, ReturnType<typeof setTimeout>>} */
const leaving = new WeakMap();

/**
 * What a method of a model gives.
 * @param {Held} held
 * @param {any} model
 * @param {Method} method
 * @param {unknown} X
 * @param {unknown} given settings of the call
 */
export async function answer(held, model, method, X, given) {
  const known = ['bound', 'device', 'signal'];
  const { bound = Infinity, device = 'webgpu', signal: watcher } = readSettings(method, given, known); // prettier-ignore
  if (!(typeof bound === 'number' && bound >= 0))
    throw wrongSetting('bound', 'a number from 0 on', bound);
  checkDevice(device);
  const signal = /** @type {AbortSignal | undefined} */ (watcher);
  signal?.throwIfAborted();
  clearTimeout(leaving.get(held));
  try {
    return await compute(held, model, method, X, { bound, choosy: device === 'auto', signal });
  } finally {
    const timer = setTimeout(() => held.forget(), spareTime);
    /** @type {any} */ (timer).unref?.(); // in Node it would keep the process
    leaving.set(held, timer);
  }
}

/**
 * @param {Held} held
 * @param {any} model
 * @param {Method} method
 * @param {unknown} X
 * @param {{bound: number, choosy: boolean, signal?: AbortSignal}} how
 */
async function compute(held, model, method, X, { bound, choosy, signal }) {
  const { before, machine } = parted(model);
  const host = machine?.[Symbol.for('maxmargin.estimator')]?.host;
  const tiles = await tilesOf(held, await savedBytes(method, machine));
  let made = X;
  if (typeof tiles !== 'string') for (const step of before) made = await step.transform(made);
  const rows = typeof tiles === 'string' ? tiles : denseRows(made, tiles.plan.d);
  const own = signal ? [{ signal }] : [];
  const byModel = async (/** @type {string} */ why) => {
    const values = await model[method](X, ...own);
    const n = values.shape?.[0] ?? values.length;
    held.say(why, 0, n, 0, { bounds: new Float64Array(n) });
    return values;
  };
  if (typeof tiles === 'string' || typeof rows === 'string') {
    held.warn(String(rows), host);
    return byModel(String(rows));
  }
  if (choosy) {
    const slow = await slower(tiles, rows, (some) => machine[method](some));
    if (slow) return byModel(slow);
  }
  const { plan } = tiles;
  const { values, bounds, failed = '' } = await tiles.answer(rows.numbers, signal);
  if (failed) held.leave(`the GPU failed: ${failed}`);
  const merged = new Merged(plan, method, rows.count);
  /** @type {number[]} */
  const again = [];
  const of = new Float64Array(rows.count);
  const q = plan.intercept.length;
  for (let i = 0; i < rows.count; i++) {
    const [mine, errors] = [values, bounds].map((all) => all.subarray(i * q, (i + 1) * q));
    const most = errors.reduce((a, b) => Math.max(a, b), 0);
    if (most < Infinity && most <= bound && merged.take(i, mine, errors)) of[i] = most;
    else again.push(i);
  }
  if (again.length > 0) merged.replace(again, await machine[method](rows.some(again), ...own));
  held.warn(held.why, host);
  const byGPU = rows.count - again.length;
  const why = held.why || (byGPU > 0 ? '' : 'float32 leaves all rows in doubt');
  const most = of.reduce((a, b) => Math.max(a, b), 0);
  held.say(why, byGPU, again.length, most, { bounds: of });
  return merged.result;
}

/**
 * The machine at the end of a pipeline, and the steps before it.
 * @param {any} model
 * @returns {{before: any[], machine: any}}
 */
function parted(model) {
  if (!Array.isArray(model?.steps)) return { before: [], machine: model };
  const steps = model.steps.map((/** @type {[string, object]} */ [, step]) => step);
  const { before, machine } = parted(steps.at(-1));
  return { before: [...steps.slice(0, -1), ...before], machine };
}

/**
 * A machine on the device, where the last one still is.
 * @param {Held} held
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Tiles | string>} or why it is not there
 */
async function tilesOf(held, bytes) {
  if (held.why) return held.why;
  const { known, device } = held;
  if (known && areEqual(known.bytes, bytes)) return known.tiles;
  held.forget();
  const plan = planOf(bytes);
  if (typeof plan === 'string') return plan;
  if (!device) return held.why;
  try {
    const tiles = await Tiles.of(device, held.pipelines, plan);
    if (typeof tiles !== 'string') held.known = { bytes, tiles };
    return tiles;
  } catch (error) {
    held.leave(`the GPU failed: ${/** @type {Error} */ (error).message}`);
    return held.why;
  }
}

/**
 * A model that is too large, or none that maxmargin has saved, may well know itself what to do.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function planOf(bytes) {
  try {
    return readPlan(bytes);
  } catch (error) {
    return `the model cannot be read: ${/** @type {Error} */ (error).message}`;
  }
}

/** Rows that are timed: a whole tile. */
const timedRows = 64;

/**
 * Whether the GPU needs more time than the model for some rows, each after a first call.
 * @param {Tiles} tiles
 * @param {Rows} rows
 * @param {(some: unknown) => any} byModel
 * @returns {Promise<string>} what was found; '' if the GPU is faster
 */
async function slower(tiles, rows, byModel) {
  const count = Math.min(rows.count, timedRows);
  const numbers = rows.numbers.subarray(0, count * tiles.plan.d);
  const some = rows.some(Array.from({ length: count }, (_, i) => i));
  const [gpu, model] = [await timed(() => tiles.answer(numbers)), await timed(() => byModel(some))];
  const told = [gpu, model].map((time) => time.toPrecision(2));
  return gpu < model
    ? ''
    : `the GPU takes ${told[0]} ms for ${count} rows, the processor ${told[1]}`;
}

/** Milliseconds of the second of two calls. @param {() => any} work */
async function timed(work) {
  await work();
  const start = performance.now();
  await work();
  return performance.now() - start;
}
