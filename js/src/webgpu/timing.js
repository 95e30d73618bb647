/** Whether a GPU is faster than the model, found out by some rows. */

/** @import { Rows } from './rows.js' */
/** @import { Tiles } from './tiles.js' */

/** Rows that are timed: a whole tile. */
const timedRows = 64;

/**
 * Whether the GPU needs more time than the model for some rows, each after a first call.
 * @param {Tiles} tiles
 * @param {Rows} rows
 * @param {(some: unknown) => any} byModel
 * @returns {Promise<string>} what was found; '' if the GPU is faster
 */
export async function slower(tiles, rows, byModel) {
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
