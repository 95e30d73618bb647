/**
 * Hidden Markov models: a sequence of hidden states, each of which emits a letter or some
 * numbers. A mixture is such a model for sequences of length 1.
 *
 * All parameters of a model are one vector, and the expected counts of the hidden states of
 * samples are another, with these parts: how often a state comes first, is followed by another
 * state, emits a letter; for numbers the sums of x - mean and of its square; and how often a
 * state occurs. The parameters of largest likelihood, the Fisher scores and the features of
 * marginalised kernels are computed from such a vector.
 */

/** @typedef {Record<'first' | 'next' | 'given' | 'mean' | 'variance' | 'count', Float64Array>} Parts */

/**
 * Samples: for strings the numbers of the letters in the alphabet, -1 for other letters; otherwise numbers.
 * @typedef {object} Samples
 * @property {number} n
 * @property {ArrayLike<number>} ptr beginnings of the positions of each sample, n + 1 numbers
 * @property {Int32Array} [letters]
 * @property {Float64Array} [numbers] as many for every position as the model has features
 */

/** The smallest expected count of a state with which its mean and variance are updated. */
export const nothing = 1e-12;

export class Chain {
  /**
   * @param {object} kind
   * @param {number} kind.states
   * @param {number} kind.letters in the alphabet; 0: states give numbers
   * @param {number} kind.wide numbers at a position
   * @param {boolean} kind.series whether there is more than one position
   */
  constructor({ states, letters, wide, series }) {
    this.states = states;
    this.letters = letters;
    this.wide = wide;
    this.series = series;
    const numbers = letters === 0 ? states * wide : 0;
    this.lengths = /** @type {const} */ ([
      ['first', states],
      ['next', series ? states * states : 0],
      ['given', states * letters],
      ['mean', numbers],
      ['variance', numbers],
      ['count', states],
    ]);
    this.theta = this.vector();
    this.parameters = this.split(this.theta);
    /** The number of parameters with a score: all parts except the counts, which are not parameters. */
    this.size = this.theta.length - states;
    this.alpha = this.give = new Float64Array(0);
    this.scale = new Float64Array(0);
    this.beta = new Float64Array(states);
    this.ahead = new Float64Array(states);
  }

  vector() {
    return new Float64Array(this.lengths.reduce((sum, [, length]) => sum + length, 0));
  }

  /**
   * @param {Float64Array} all
   * @returns {Parts} views of it
   */
  split(all) {
    let at = 0;
    const parts = this.lengths.map(([name, length]) => [name, all.subarray(at, (at += length))]);
    return Object.fromEntries(parts);
  }

  /**
   * Adds the expected counts of the hidden states of sample i. Both passes are scaled:
   * alpha_t(s) is p(h_t = s | x_1 ... x_t), and the factor of position t is
   * p(x_t | x_1 ... x_t-1); beta_t is the probability of the later positions, divided by
   * their factors.
   * @param {Samples} samples
   * @param {number} i
   * @param {Parts} to
   * @returns {number} the logarithm of the likelihood
   */
  expect(samples, i, to) {
    const { states: q, wide, beta, ahead } = this;
    const { first, next, mean } = this.parameters;
    const { letters, numbers, ptr } = samples;
    const begin = ptr[i];
    const n = ptr[i + 1] - begin;
    if (this.scale.length < n) {
      this.alpha = new Float64Array(n * q);
      this.give = new Float64Array(n * q);
      this.scale = new Float64Array(n);
    }
    const { alpha, give, scale } = this;
    let likelihood = 0;
    for (let t = 0; t < n; t++) {
      const row = t * q;
      for (let s = 0; s < q; s++) {
        let sum = t === 0 ? first[s] : 0;
        if (t > 0) for (let r = 0; r < q; r++) sum += alpha[row - q + r] * next[r * q + s];
        alpha[row + s] = sum;
      }
      likelihood += letters
        ? this.#emitLetter(letters[begin + t], row)
        : this.#emitNumbers(/** @type {Float64Array} */ (numbers), (begin + t) * wide, row);
      let sum = 0;
      for (let s = row; s < row + q; s++) sum += alpha[s] *= give[s];
      for (let s = row; s < row + q; s++) alpha[s] /= sum;
      scale[t] = sum;
      likelihood += Math.log(sum);
    }
    beta.fill(1);
    for (let t = n - 1; t >= 0; t--) {
      const row = t * q;
      for (let s = 0; s < q; s++) {
        const p = alpha[row + s] * beta[s];
        to.count[s] += p;
        if (t === 0) to.first[s] += p;
        if (letters) {
          const letter = letters[begin + t];
          if (letter >= 0) to.given[s * this.letters + letter] += p;
        } else if (numbers) {
          for (let j = 0; j < wide; j++) {
            const e = numbers[(begin + t) * wide + j] - mean[s * wide + j];
            to.mean[s * wide + j] += p * e;
            to.variance[s * wide + j] += p * e * e;
          }
        }
        ahead[s] = (give[row + s] * beta[s]) / scale[t];
      }
      for (let s = 0; s < q && t > 0; s++) {
        let sum = 0;
        for (let r = 0; r < q; r++) {
          const v = ahead[r] * next[s * q + r];
          sum += v;
          to.next[s * q + r] += alpha[row - q + s] * v;
        }
        beta[s] = sum;
      }
    }
    return likelihood;
  }

  /**
   * Sets give to the probabilities of a letter; a letter that is not in the alphabet is a
   * missing value.
   * @param {number} letter
   * @param {number} row
   */
  #emitLetter(letter, row) {
    for (let s = 0; s < this.states; s++) {
      this.give[row + s] = letter < 0 ? 1 : this.parameters.given[s * this.letters + letter];
    }
    return 0;
  }

  /**
   * Sets give to the densities of numbers, divided by the largest one among the possible
   * states, and returns the logarithm of this largest density. Impossible states get 0.
   * @param {Float64Array} numbers
   * @param {number} at
   * @param {number} row
   */
  #emitNumbers(numbers, at, row) {
    const { states: q, alpha, give } = this;
    let largest = -Infinity;
    for (let s = 0; s < q; s++) {
      give[row + s] = this.logDensity(numbers, at, s);
      if (alpha[row + s] > 0) largest = Math.max(largest, give[row + s]);
    }
    for (let s = row; s < row + q; s++) {
      give[s] = alpha[s] > 0 ? Math.exp(give[s] - largest) : 0;
    }
    return largest;
  }

  /**
   * @param {Float64Array} numbers
   * @param {number} at beginning of the numbers of the position
   * @param {number} s
   */
  logDensity(numbers, at, s) {
    const { wide } = this;
    const { mean, variance } = this.parameters;
    let sum = 0;
    for (let j = 0; j < wide; j++) {
      const v = variance[s * wide + j];
      const e = numbers[at + j] - mean[s * wide + j];
      sum += Math.log(2 * Math.PI * v) + (e * e) / v;
    }
    return -sum / 2;
  }

  /** Calls visit with the range of each distribution over states or letters. @param {(part: 'first' | 'next' | 'given', from: number, to: number) => void} visit */
  distributions(visit) {
    const { states: q, letters, series } = this;
    visit('first', 0, q);
    for (let s = 0; s < q && series; s++) visit('next', s * q, (s + 1) * q);
    for (let s = 0; s < q && letters > 0; s++) visit('given', s * letters, (s + 1) * letters);
  }

  /**
   * Sets the parameters of largest likelihood for expected counts. A probability of 0
   * stays 0.
   * @param {Parts} expected
   * @param {number} smoothing added to every expected count
   * @param {number} floor the smallest variance: the likelihood is maximised under this condition
   */
  maximise(expected, smoothing, floor) {
    const { wide, parameters } = this;
    this.distributions((part, from, to) => {
      const p = parameters[part].subarray(from, to);
      const counts = expected[part].subarray(from, to);
      let sum = 0;
      p.forEach((v, i) => (sum += p[i] = v > 0 ? counts[i] + smoothing : 0));
      p.forEach((v, i) => (p[i] = v / sum));
    });
    parameters.mean.forEach((_, at) => {
      const count = expected.count[Math.floor(at / wide)];
      if (!(count > nothing)) return;
      const shift = expected.mean[at] / count;
      parameters.mean[at] += shift;
      parameters.variance[at] = Math.max(expected.variance[at] / count - shift * shift, floor);
    });
  }

  /**
   * The logarithm of the Dirichlet density of the probabilities, up to a constant.
   * @param {number} smoothing
   */
  prior(smoothing) {
    let sum = 0;
    this.distributions((part, from, to) => {
      for (const p of this.parameters[part].subarray(from, to)) if (p > 0) sum += Math.log(p);
    });
    return smoothing * sum;
  }

  /**
   * Turns the expected counts of one sample into the derivatives of ln p(x). A probability
   * is taken as divided by the sum of its distribution, so its derivative is
   * count / p - sum of counts.
   * @param {Parts} of
   */
  score(of) {
    const { wide, parameters } = this;
    this.distributions((part, from, to) => {
      let sum = 0;
      for (let at = from; at < to; at++) sum += of[part][at];
      for (let at = from; at < to; at++) {
        const p = parameters[part][at];
        of[part][at] = p > 0 ? of[part][at] / p - sum : 0;
      }
    });
    parameters.variance.forEach((v, at) => {
      of.mean[at] /= v;
      of.variance[at] = (of.variance[at] / v - of.count[Math.floor(at / wide)]) / (2 * v);
    });
  }

  /**
   * The likeliest path of states of a sample (Viterbi, 1967); among equal ones the first.
   * @param {Samples} samples
   * @param {number} i
   * @returns {Int32Array}
   */
  path({ ptr, letters, numbers }, i) {
    const { states: q, wide, parameters } = this;
    const n = ptr[i + 1] - ptr[i];
    const from = new Int32Array(n * q);
    let before = new Float64Array(q);
    for (let t = 0; t < n; t++) {
      const place = ptr[i] + t;
      const best = new Float64Array(q);
      for (let s = 0; s < q; s++) {
        let value = t === 0 ? Math.log(parameters.first[s]) : -Infinity;
        for (let r = 0; r < q && t > 0; r++) {
          const v = before[r] + Math.log(parameters.next[r * q + s]);
          if (v > value) [value, from[t * q + s]] = [v, r];
        }
        if (numbers) value += this.logDensity(numbers, place * wide, s);
        else if (letters && letters[place] >= 0) {
          value += Math.log(parameters.given[s * this.letters + letters[place]]);
        }
        best[s] = value;
      }
      before = best;
    }
    const path = new Int32Array(n);
    for (let t = n - 1; t >= 0; t--) {
      path[t] = t === n - 1 ? before.indexOf(Math.max(...before)) : from[(t + 1) * q + path[t + 1]];
    }
    return path;
  }
}
