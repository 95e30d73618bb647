/** Runs the contestants on one set, turn by turn, and keeps every time. */
import { Child } from './child.mjs';

/** @import { Entrant } from './contestants.mjs' */

/**
 * @typedef {object} Result
 * @property {{start: number, fit: number, predict: number}} cold ms of the first time, and of
 *   loading the library before it
 * @property {number[]} fit ms of every timed run
 * @property {number[]} predict
 * @property {number} right rows of the test table
 * @property {any} model as its process describes it
 * @property {number} [peak] memory of the process, in MB
 * @property {string} [failed]
 */

/**
 * @typedef {object} Plan the number of rounds
 * @property {number} atLeast timed rounds; none means that the cold one counts
 * @property {number} atMost
 * @property {number} milliseconds that the rounds may take together beyond `atLeast`
 */

/** After a cold round of this length (ms) no warm-up is needed. */
const longRound = 15_000;

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Every contestant has its own new process. The cold round is kept apart and the warm-up is
 * dropped. In the timed rounds the contestants take turns, so a slow minute of the machine hits
 * all of them.
 *
 * @param {Entrant[]} entrants
 * @param {string} file with the tables
 * @param {import('./contestants/serve.mjs').Fitting} fitting
 * @param {Plan} plan
 * @returns {Promise<Record<string, Result>>} by name
 */
export async function measure(entrants, file, fitting, plan) {
  const { type, C, nu, epsilon, gamma, tol, cacheSize } = fitting;
  const racers = entrants.map(({ name, command }) => ({
    child: new Child(command),
    name,
    result: { fit: [], predict: [] },
  }));
  const running = () => racers.filter(({ result }) => !result.failed);

  /** One turn for each; a contestant whose process dies is dropped, and the others go on. */
  const everybody = async (turn) => {
    const start = performance.now();
    for (const racer of running()) {
      try {
        await turn(racer);
      } catch (error) {
        racer.result.failed = error.message;
      }
    }
    return performance.now() - start;
  };
  const once = async ({ child }) => {
    const fit = await child.ask('fit', type, C, nu, epsilon, gamma, tol, cacheSize);
    const predict = await child.ask('predict');
    return { start: fit.startMs ?? 0, fit: fit.ms, predict: predict.ms, right: predict.right };
  };
  const timed = async (racer) => {
    const { fit, predict, right } = await once(racer);
    racer.result.fit.push(fit);
    racer.result.predict.push(predict);
    racer.result.right = right;
  };

  await everybody(({ child }) => child.ask('load', file));
  const coldTime = await everybody(async (racer) => {
    const { right, ...cold } = await once(racer);
    Object.assign(racer.result, { cold, right });
  });

  if (plan.atLeast > 0) {
    const roundTime = coldTime < longRound ? await everybody(once) : coldTime;
    const affordable = Math.floor(plan.milliseconds / roundTime);
    const rounds = Math.min(plan.atMost, Math.max(plan.atLeast, affordable));
    for (let round = 0; round < rounds; round++) await everybody(timed);
  } else {
    for (const { result } of running()) {
      result.fit.push(result.cold.fit);
      result.predict.push(result.cold.predict);
    }
  }

  await everybody(async ({ child, result }) => {
    result.peak = await child.peak();
    result.model = await child.ask('model');
  });
  await Promise.all(racers.map(({ child }) => child.quit()));
  return Object.fromEntries(racers.map(({ name, result }) => [name, result]));
}
