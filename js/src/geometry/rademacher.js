/** Rademacher complexity of the linear functions with |w| <= 1 in feature space. */
import { Clock } from '../basics/clock.js';
import { Random } from '../data/random.js';
import { checkOptions, seed, whole } from '../data/settings.js';
import { compare, readKernel, readWatch } from './comparing.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { GeometryHost } from './comparing.js' */
/** @import { RademacherComplexity } from './types.js' */

/**
 * 2/n E |sum of sigma_i phi(x_i)| = 2/n E sqrt(sigma' K sigma) over random signs, by drawing them,
 * and its upper bound 2/n sqrt(trace K) (Pelckmans et al., (11) and Lemma 1).
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<RademacherComplexity>}
 */
export function* rademacher(host, kernel, X, given) {
  const { watch, settings } = readWatch('rademacher', given, ['draws', 'seed']);
  const { draws = 1000, seed: start = 0 } = checkOptions(
    'rademacher',
    { draws: settings.draws, seed: settings.seed },
    { draws: whole(2), seed },
  );
  const { values, rows: n } = yield* compare(host, readKernel(kernel), X, undefined, watch);
  const random = new Random(start);
  const clock = new Clock(host.pause, watch);
  const signs = new Float64Array(n);
  let trace = 0;
  for (let i = 0; i < n; i++) trace += values[i * n + i];
  let [mean, squares] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    for (let i = 0; i < n; i++) signs[i] = random.uniform() < 0.5 ? -1 : 1;
    let form = trace;
    for (let i = 1; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < i; j++) sum += signs[j] * values[i * n + j];
      form += 2 * signs[i] * sum;
      if (clock.isOver) yield* clock.rest({ phase: 'rademacher', fraction: draw / draws });
    }
    const value = (2 / n) * Math.sqrt(Math.max(0, form));
    const off = value - mean;
    mean += off / (draw + 1);
    squares += off * (value - mean);
  }
  return {
    value: mean,
    standardError: Math.sqrt(squares / (draws - 1) / draws),
    traceBound: (2 / n) * Math.sqrt(Math.max(0, trace)),
    draws,
  };
}
