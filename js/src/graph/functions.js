/**
 * Functions of numbers and of lists of numbers. This file is used twice: the evaluator of graphs calls
 * these functions, and the printers of modules print their text, which the build passes on as
 * #formulas, as JavaScript or translated into C.
 *
 * So that the translation (formats/module/program.js) stays simple, a function here uses only
 * numbers, arrays of numbers, `let` and `const`, `for`, `while` and `if`, functions of Math that C has
 * too, and other functions of this file. A local number is a double in C unless `@type {Whole}` stands
 * before it; counters of `for` are ints. An array that a function makes is not zero at the start in C.
 *
 * A vector is an array and the place where the vector begins in it: x[a], x[a + 1], ...
 */

/** A whole number. @typedef {number} Whole */
/** Numbers that are only read. @typedef {Float64Array} Numbers */
/** Numbers that are written. @typedef {Float64Array} Written */
/** Whole numbers that are only read. @typedef {Int32Array} Wholes */

/**
 * <x, z>
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 */
export function dot(x, a, z, b, d) {
  let sum = 0;
  for (let j = 0; j < d; j++) sum += x[a + j] * z[b + j];
  return sum;
}

/**
 * |x - z|^2
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 */
export function squaredDistance(x, a, z, b, d) {
  let sum = 0;
  for (let j = 0; j < d; j++) {
    const difference = x[a + j] - z[b + j];
    sum += difference * difference;
  }
  return sum;
}

/**
 * Sum of |x_j - z_j|
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 */
export function cityBlock(x, a, z, b, d) {
  let sum = 0;
  for (let j = 0; j < d; j++) sum += Math.abs(x[a + j] - z[b + j]);
  return sum;
}

/**
 * Sum of |x_j - z_j|^p
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} p
 */
export function powerDistance(x, a, z, b, d, p) {
  let sum = 0;
  for (let j = 0; j < d; j++) sum += Math.pow(Math.abs(x[a + j] - z[b + j]), p);
  return sum;
}

/**
 * The place of the pair i < j among the pairs of k classes: (0,1), (0,2), ..., (1,2), ...
 * @param {Whole} k @param {Whole} i @param {Whole} j
 * @returns {Whole}
 */
export function pairNumber(k, i, j) {
  return i * k - (i * (i + 1)) / 2 + j - i - 1;
}

/**
 * The probabilities p of k classes that agree best with q, those of the first class of each pair
 * (Wu, Lin and Weng, Probability estimates for multi-class classification by pairwise coupling,
 * 2004, second method)
 * @param {Numbers} q @param {Whole} k @param {Written} p
 */
export function couple(q, k, p) {
  const matrix = new Float64Array(k * k);
  const product = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    p[i] = 1 / k;
    matrix[i * k + i] = 0;
  }
  for (let i = 0; i < k; i++) {
    for (let j = i + 1; j < k; j++) {
      const r = Math.min(Math.max(q[pairNumber(k, i, j)], 1e-7), 1 - 1e-7);
      matrix[i * k + i] += (1 - r) * (1 - r);
      matrix[j * k + j] += r * r;
      matrix[i * k + j] = -r * (1 - r);
      matrix[j * k + i] = -r * (1 - r);
    }
  }
  for (let pass = 0; pass < 10000; pass++) {
    let square = 0;
    let worst = 0;
    for (let i = 0; i < k; i++) {
      product[i] = 0;
      for (let j = 0; j < k; j++) product[i] += matrix[i * k + j] * p[j];
      square += p[i] * product[i];
    }
    for (let i = 0; i < k; i++) worst = Math.max(worst, Math.abs(product[i] - square));
    if (worst < 1e-9 / k) break;
    for (let t = 0; t < k; t++) {
      const step = (square - product[t]) / matrix[t * k + t];
      p[t] += step;
      square += step * (step * matrix[t * k + t] + 2 * product[t]);
      square /= (1 + step) * (1 + step);
      for (let j = 0; j < k; j++) {
        product[j] = (product[j] + step * matrix[t * k + j]) / (1 + step);
        p[j] /= 1 + step;
      }
    }
  }
  for (let i = 0; i < k; i++) p[i] = Math.max(p[i], 0);
  share(p, k);
}

/**
 * Divides the numbers by their sum; zeros become 1/k
 * @param {Written} p @param {Whole} k
 */
export function share(p, k) {
  let sum = 0;
  for (let c = 0; c < k; c++) sum += p[c];
  for (let c = 0; c < k; c++) {
    if (sum > 0) p[c] /= sum;
    else p[c] = 1 / k;
  }
}

/**
 * The places of the smallest of m numbers, in ascending order of the numbers; of equal ones the first
 * @param {Numbers} x @param {Whole} m @param {Whole} count @param {Written} places
 */
export function nearest(x, m, count, places) {
  const near = new Float64Array(count);
  /** @type {Whole} */ let held = 0;
  for (let j = 0; j < m; j++) {
    /** @type {Whole} */ let at = held;
    if (held < count) held += 1;
    if (at < count || x[j] < near[count - 1]) {
      if (at === count) at -= 1;
      while (at > 0 && x[j] < near[at - 1]) {
        near[at] = near[at - 1];
        places[at] = places[at - 1];
        at -= 1;
      }
      near[at] = x[j];
      places[at] = j;
    }
  }
}

/**
 * The gaps of a sample x filled in by the nearest of m samples, by the numbers that both have, whose
 * differences are multiplied by `per`, so that their squares stay in range
 * @param {Numbers} x @param {Numbers} samples @param {Numbers} means @param {Whole} m @param {Whole} d
 * @param {Whole} count of neighbours @param {Whole} inverse @param {number} per @param {Written} out
 */
export function fillIn(x, samples, means, m, d, count, inverse, per, out) {
  const distances = new Float64Array(m);
  /** @type {Whole} */ let gaps = 0;
  for (let j = 0; j < d; j++) {
    if (x[j] !== x[j]) gaps += 1;
  }
  for (let i = 0; i < m && gaps > 0; i++) {
    let both = 0;
    let sum = 0;
    for (let j = 0; j < d; j++) {
      const difference = (samples[i * d + j] - x[j]) * per;
      if (difference === difference) {
        both += 1;
        sum += difference * difference;
      }
    }
    distances[i] = Math.sqrt((d / both) * sum); // NaN without a common feature
  }
  for (let j = 0; j < d; j++) {
    out[j] = x[j];
    if (x[j] !== x[j]) out[j] = guess(distances, samples, m, d, j, count, inverse, means[j]);
  }
}

/**
 * The number j of a sample by its distances from others; those that are as far as the last neighbour
 * share its place
 * @param {Numbers} distances @param {Numbers} samples @param {Whole} m @param {Whole} d @param {Whole} j
 * @param {Whole} count @param {Whole} inverse whether neighbours count by 1 / distance @param {number} mean
 */
export function guess(distances, samples, m, d, j, count, inverse, mean) {
  const near = new Float64Array(count);
  /** @type {Whole} */ let held = 0;
  for (let i = 0; i < m; i++) {
    const known = distances[i] + 0 * samples[i * d + j]; // NaN if either is
    /** @type {Whole} */ let at = held;
    if (known === known && held < count) held += 1;
    if (known === known && (at < count || known < near[count - 1])) {
      if (at === count) at -= 1;
      while (at > 0 && known < near[at - 1]) {
        near[at] = near[at - 1];
        at -= 1;
      }
      near[at] = known;
    }
  }
  if (held === 0) return mean;
  let farthest = near[held - 1];
  /** @type {Whole} */ let divides = 0;
  if (inverse > 0) {
    // Where 1 / distance is no weight, the nearest ones count alike.
    if (near[0] > 0 && 1 / near[0] > 0) divides = 1;
    else farthest = near[0];
  }
  let places = 0;
  let equals = 0;
  for (let i = 0; i < held; i++) {
    if (near[i] === farthest) places += 1;
  }
  for (let i = 0; i < m; i++) {
    if (distances[i] + 0 * samples[i * d + j] === farthest) equals += 1;
  }
  let sum = 0;
  let total = 0;
  for (let i = 0; i < m; i++) {
    const known = distances[i] + 0 * samples[i * d + j];
    let weight = 1;
    if (divides > 0) weight = 1 / known;
    if (known === farthest) weight *= places / equals;
    if (known <= farthest) {
      sum += weight * samples[i * d + j];
      total += weight;
    }
  }
  return sum / total;
}

/**
 * The place of the largest number, of several the first
 * @param {Numbers} x @param {Whole} k
 * @returns {Whole}
 */
export function largestPlace(x, k) {
  /** @type {Whole} */ let best = 0;
  for (let c = 1; c < k; c++) {
    if (x[c] > x[best]) best = c;
  }
  return best;
}

/**
 * The sum over j_1 < ... < j_order of the products of x_j
 * @param {Numbers} x @param {Whole} a @param {Whole} d @param {Whole} order
 */
export function subsets(x, a, d, order) {
  const sums = new Float64Array(order + 1);
  sums[0] = 1;
  for (let s = 1; s <= order; s++) sums[s] = 0;
  for (let j = 0; j < d; j++) {
    for (let s = order; s > 0; s--) sums[s] += x[a + j] * sums[s - 1];
  }
  return sums[order];
}

/**
 * The probability of a number up to z under the standard normal distribution: by its series near
 * 0, and by Laplace's continued fraction of the tail
 * @param {number} z
 */
export function normal(z) {
  const size = Math.abs(z);
  const density = Math.exp((-z * z) / 2) / 2.5066282746310002;
  if (size < 3) {
    let term = z;
    let sum = z;
    for (let n = 3; n < 80; n += 2) {
      term *= (z * z) / n;
      sum += term;
    }
    return 0.5 + density * sum;
  }
  let fraction = size;
  for (let n = 100; n > 0; n--) fraction = size + n / fraction;
  if (z < 0) return density / fraction;
  return 1 - density / fraction;
}

/**
 * x^nu K_nu(x) for x >= 0 and nu > 0, with the modified Bessel function of the second kind: for
 * x < 2 by Temme's series, beyond by Steed's continued fraction, and then by the recurrence in nu
 * @param {number} x @param {number} nu
 */
export function scaledBesselK(x, nu) {
  // 1/Gamma(1+t) = even[0] + odd[0] t + even[1] t^2 + odd[1] t^3 ...
  const even = [
    1, -0.6558780715202539, 0.16653861138229148, -0.009621971527876973, -0.0011651675918590652,
    0.0001280502823881162, -1.2504934821426706e-6, -2.056338416977607e-7, 5.002007644469223e-9,
    1.0434267116911005e-10, -3.696805618642206e-12, -2.0583260535665066e-14,
  ];
  const odd = [
    0.5772156649015329, -0.04200263503409524, -0.04219773455554433, 0.0072189432466631,
    -0.00021524167411495098, -2.013485478078824e-5, 1.133027231981696e-6, 6.116095104481416e-9,
    -1.18127457048702e-9, 7.782263439905071e-12, 5.100370287454476e-13, -5.348122539423018e-15,
  ];
  const mu = nu - Math.floor(nu + 0.5);
  let first = 0;
  let second = 0;
  for (let i = 11; i >= 0; i--) {
    first = first * mu * mu - odd[i];
    second = second * mu * mu + even[i];
  }
  let g = 0;
  let next = 0;
  if (x === 0) {
    next = Math.exp(mu * Math.LN2) / (second - mu * first);
    if (mu > 0) g = next / (2 * mu);
  } else if (x < 2) {
    const nearness = Math.log(2 / x);
    const t = mu * nearness;
    const power = Math.exp(t);
    const hyperbolic = (power + 1 / power) / 2; // cosh t
    let sine = 1; // sinh(t) / t
    if (t * t >= 0.25) sine = (power - 1 / power) / (2 * t);
    else for (let i = 6; i > 0; i--) sine = 1 + (sine * t * t) / (2 * i * (2 * i + 1));
    let ratio = 1;
    if (mu !== 0) ratio = (Math.PI * mu) / Math.sin(Math.PI * mu);
    let f = ratio * (first * hyperbolic + second * sine * nearness);
    let p = (0.5 * power) / (second - mu * first);
    let q = 0.5 / power / (second + mu * first);
    let sum = f;
    let sum1 = p;
    let c = 1;
    let term = f;
    for (let i = 1; Math.abs(term) >= 5.5e-17 * Math.abs(sum); i++) {
      f = (i * f + p + q) / (i * i - mu * mu);
      p /= i - mu;
      q /= i + mu;
      c *= (x * x) / 4 / i;
      term = c * f;
      sum += term;
      sum1 += c * (p - i * f);
    }
    const scale = Math.pow(x, mu);
    g = scale * sum;
    next = scale * 2 * sum1;
  } else {
    let a = mu * mu - 0.25;
    let b = 2 * (1 + x);
    let d = 1 / b;
    let h = d;
    let change = d;
    let q1 = 0;
    let q2 = 1;
    let c = -a;
    let q = c;
    let s = 1 + q * change;
    let term = s;
    for (let i = 2; Math.abs(term) >= 5.5e-17 * Math.abs(s); i++) {
      a -= 2 * (i - 1);
      c = (-a * c) / i;
      const newest = (q1 - b * q2) / a;
      q1 = q2;
      q2 = newest;
      q += c * newest;
      b += 2;
      d = 1 / (b + a * d);
      change = (b * d - 1) * change;
      h += change;
      term = q * change;
      s += term;
    }
    h *= 0.25 - mu * mu;
    g = (Math.pow(x, mu) * Math.sqrt(Math.PI / (2 * x)) * Math.exp(-x)) / s;
    next = g * (mu + x + 0.5 - h);
  }
  for (let order = 1; order + mu < nu + 0.5; order++) {
    const newest = x * x * g + 2 * (order + mu) * next;
    g = next;
    next = newest;
  }
  return g;
}
