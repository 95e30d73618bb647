/** How mixtures and hidden Markov models learn from samples. */
import { MaxMarginError } from '../basics/errors.js';
import { Chain } from './chain.js';
import { climb } from './climb.js';
import { Generative, readTaken, spell } from './learnt.js';

/** @import { Learning } from '../vectorize/learning.js' */

/**
 * @param {string} name
 * @param {boolean} series whether samples have places that follow each other
 * @returns {Learning}
 */
const learning = (name, series) => ({
  name,
  *learn(taken, /** @type {Record<string, any>} */ params) {
    const read = readTaken(taken);
    const { rows, cols, codes } = read;
    const states = series ? params.nStates : params.nComponents;
    if (codes && !series) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'X',
        'X holds strings, but a GaussianMixture is of rows of numbers; a HiddenMarkovModel takes strings',
      );
    }
    if (!series && states > rows) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'nComponents',
        `nComponents is ${states}, but there are ${rows} samples; ask for fewer components`,
        { samples: rows },
      );
    }
    const symbols = codes ? [...new Set(codes)].sort((a, b) => a - b) : [];
    if (codes && symbols.length === 0) {
      throw new MaxMarginError(
        'ERR_EMPTY',
        'X',
        'all strings of X are empty; pass at least one with a letter',
        {},
      );
    }
    const wide = series ? 1 : cols;
    const chain = new Chain({ states, letters: symbols.length, wide, series });
    shape(chain, params.topology === 'leftRight');
    const samples = spell(read, chain, symbols, false);
    const course = yield* climb(chain, samples, params);
    const learnt = new Generative(chain, symbols, cols, course, params);
    yield* learnt.measure(samples);
    return [learnt, () => learnt.transform(taken)];
  },
  read: (json, params) => Generative.restore(json, params, series),
});

export const learningMixture = /* @__PURE__ */ learning('mixture', false);
export const learningChain = /* @__PURE__ */ learning('chain', true);

/**
 * The free parameters: probabilities that are not 0 from the start.
 * @param {Chain} chain
 * @param {boolean} leftRight
 */
function shape(chain, leftRight) {
  chain.theta.fill(1);
  if (!leftRight) return;
  const { first, next } = chain.parameters;
  const q = chain.states;
  first.fill(0, 1);
  next.forEach((_, at) => {
    const step = (at % q) - Math.floor(at / q);
    if (step !== 0 && step !== 1) next[at] = 0;
  });
}
