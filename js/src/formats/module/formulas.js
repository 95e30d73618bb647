/**
 * The formulas that generated modules are made of: kernels of two vectors, votes, and
 * probabilities. This file is used twice. The writer calls these functions for what it computes in
 * advance, such as k(z, z) of the support vectors; and it prints their text, which the build
 * passes on as #formulas, into the generated file, as JavaScript or translated into C.
 *
 * So that the translation (c.js) stays simple, a function here uses only numbers, arrays of
 * numbers, `let` and `const`, `for` and `if`, functions of Math that C has too, and other
 * functions of this file. A local number is a double in C unless `@type {Whole}` stands before
 * it; counters of `for` are ints. An array that a function makes is not zero at the start in C.
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
 * Sum of (x_j - z_j)^2 / (x_j + z_j)
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 */
export function chiSquaredDistance(x, a, z, b, d) {
  let sum = 0;
  for (let j = 0; j < d; j++) {
    const total = x[a + j] + z[b + j];
    const difference = x[a + j] - z[b + j];
    if (total > 0) sum += (difference / total) * difference;
  }
  return sum;
}

/**
 * exp(-gamma |x - z|^2)
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma
 */
export function rbf(x, a, z, b, d, gamma) {
  return Math.exp(-gamma * squaredDistance(x, a, z, b, d));
}

/**
 * (gamma <x, z> + coef0)^degree
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma @param {Whole} degree @param {number} coef0
 */
export function poly(x, a, z, b, d, gamma, degree, coef0) {
  const base = gamma * dot(x, a, z, b, d) + coef0;
  let value = 1;
  for (let i = 0; i < degree; i++) value *= base;
  return value;
}

/**
 * tanh(gamma <x, z> + coef0)
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma @param {number} coef0
 */
export function sigmoid(x, a, z, b, d, gamma, coef0) {
  return Math.tanh(gamma * dot(x, a, z, b, d) + coef0);
}

/**
 * exp(-gamma |x - z|_1)
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma
 */
export function laplacian(x, a, z, b, d, gamma) {
  return Math.exp(-gamma * cityBlock(x, a, z, b, d));
}

/**
 * A Matern kernel of a half-integer smoothness nu: exp(-s) times a polynomial of degree p = nu - 1/2,
 * s = 2 sqrt(nu gamma) |x - z|
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma @param {number} nu @param {Whole} p
 */
export function maternPolynomial(x, a, z, b, d, gamma, nu, p) {
  return maternPolynomialOf(squaredDistance(x, a, z, b, d), gamma, nu, p);
}

/**
 * The same as a function of the squared distance
 * @param {number} square @param {number} gamma @param {number} nu @param {Whole} p
 */
export function maternPolynomialOf(square, gamma, nu, p) {
  const s = 2 * Math.sqrt(nu * gamma * square);
  let term = 1;
  let sum = 1;
  for (let i = 0; i < p; i++) {
    term *= (2 * s * (p - i)) / ((2 * p - i) * (i + 1));
    sum += term;
  }
  return sum * Math.exp(-s);
}

/**
 * A Matern kernel of any smoothness nu: unit s^nu K_nu(s), s = 2 sqrt(nu gamma) |x - z|
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma @param {number} nu @param {number} unit
 */
export function matern(x, a, z, b, d, gamma, nu, unit) {
  return maternOf(squaredDistance(x, a, z, b, d), gamma, nu, unit);
}

/**
 * The same as a function of the squared distance
 * @param {number} square @param {number} gamma @param {number} nu @param {number} unit
 */
export function maternOf(square, gamma, nu, unit) {
  return unit * scaledBesselK(2 * Math.sqrt(nu * gamma * square), nu);
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

/**
 * (1 + gamma |x - z|^2 / alpha)^-alpha
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma @param {number} alpha
 */
export function rationalQuadratic(x, a, z, b, d, gamma, alpha) {
  return rationalQuadraticOf(squaredDistance(x, a, z, b, d), gamma, alpha);
}

/**
 * The same as a function of the squared distance
 * @param {number} square @param {number} gamma @param {number} alpha
 */
export function rationalQuadraticOf(square, gamma, alpha) {
  return Math.pow(1 + (gamma * square) / alpha, -alpha);
}

/**
 * exp(-gamma |x - z|_p^power)
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma @param {number} p @param {number} power
 */
export function minkowski(x, a, z, b, d, gamma, p, power) {
  return Math.exp(-gamma * Math.pow(powerDistance(x, a, z, b, d, p), power / p));
}

/**
 * exp(gamma <x, z>)
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma
 */
export function exponential(x, a, z, b, d, gamma) {
  return Math.exp(gamma * dot(x, a, z, b, d));
}

/**
 * Sum of (gamma <x, z>)^i for i = 0 to degree
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma @param {Whole} degree
 */
export function allDegrees(x, a, z, b, d, gamma, degree) {
  const t = gamma * dot(x, a, z, b, d);
  let sum = 1;
  for (let i = 0; i < degree; i++) sum = sum * t + 1;
  return sum;
}

/**
 * Product of 1 + x_j z_j
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 */
export function allSubsets(x, a, z, b, d) {
  let product = 1;
  for (let j = 0; j < d; j++) product *= 1 + x[a + j] * z[b + j];
  return product;
}

/**
 * Sum over j_1 < ... < j_order of the products of exp(-gamma (x_j - z_j)^2)
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma @param {Whole} order
 */
export function anovaGaussian(x, a, z, b, d, gamma, order) {
  const sums = new Float64Array(order + 1);
  sums[0] = 1;
  for (let s = 1; s <= order; s++) sums[s] = 0;
  for (let j = 0; j < d; j++) {
    const difference = x[a + j] - z[b + j];
    const value = Math.exp(-gamma * difference * difference);
    for (let s = order; s > 0; s--) sums[s] += value * sums[s - 1];
  }
  return sums[order];
}

/**
 * Sum over j_1 < ... < j_order of the products of x_j z_j
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {Whole} order
 */
export function anovaProduct(x, a, z, b, d, order) {
  const sums = new Float64Array(order + 1);
  sums[0] = 1;
  for (let s = 1; s <= order; s++) sums[s] = 0;
  for (let j = 0; j < d; j++) {
    for (let s = order; s > 0; s--) sums[s] += x[a + j] * z[b + j] * sums[s - 1];
  }
  return sums[order];
}

/**
 * exp(-gamma sum of (x_j - z_j)^2 / (x_j + z_j))
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {number} gamma
 */
export function chi2(x, a, z, b, d, gamma) {
  return Math.exp(-gamma * chiSquaredDistance(x, a, z, b, d));
}

/**
 * Sum of min(x_j, z_j)
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 */
export function intersection(x, a, z, b, d) {
  let sum = 0;
  for (let j = 0; j < d; j++) sum += Math.min(x[a + j], z[b + j]);
  return sum;
}

/**
 * Product of 1 + x_j z_j + the integral of (x_j - t)_+ (z_j - t)_+ over t > 0
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 */
export function spline(x, a, z, b, d) {
  let product = 1;
  for (let j = 0; j < d; j++) {
    const u = x[a + j];
    const v = z[b + j];
    const least = Math.min(u, v);
    product *= 1 + u * v + least * (u * v - least * ((u + v) / 2 - least / 3));
  }
  return product;
}

/**
 * Product of B((x_j - z_j) / width) with the B-spline of an odd degree
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {Whole} degree @param {number} width
 */
export function bspline(x, a, z, b, d, degree, width) {
  let product = 1;
  for (let j = 0; j < d; j++) {
    let left = (degree + 1) * 0.5 - Math.abs(x[a + j] - z[b + j]) / width;
    let sum = 0;
    let factor = 1;
    for (let i = 0; left > 0; i++) {
      let power = factor;
      for (let e = 1; e <= degree; e++) power *= left / e;
      sum += power;
      factor = (factor * (i - degree - 1)) / (i + 1);
      left -= 1;
    }
    product *= sum;
  }
  return product;
}

/**
 * a_0 + a_1 cos u + ... + a_n cos n u of c = cos u, by Clenshaw's recurrence
 * @param {Numbers} coefficients @param {Whole} n @param {number} c
 */
export function cosines(coefficients, n, c) {
  let b1 = 0;
  let b2 = 0;
  for (let i = n; i > 0; i--) {
    const next = coefficients[i] + 2 * c * b1 - b2;
    b2 = b1;
    b1 = next;
  }
  return coefficients[0] + c * b1 - b2;
}

/**
 * Product of a_0 + a_1 cos u_j + ... + a_n cos n u_j, u = x - z
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {Numbers} coefficients @param {Whole} n
 */
export function fourier(x, a, z, b, d, coefficients, n) {
  let product = 1;
  for (let j = 0; j < d; j++) product *= cosines(coefficients, n, Math.cos(x[a + j] - z[b + j]));
  return product;
}

/**
 * Sum of powers_i cos <frequencies_i, x - z>
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {Numbers} frequencies @param {Numbers} powers @param {Whole} n
 */
export function spectral(x, a, z, b, d, frequencies, powers, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    let angle = 0;
    for (let j = 0; j < d; j++) angle += frequencies[i * d + j] * (x[a + j] - z[b + j]);
    sum += powers[i] * Math.cos(angle);
  }
  return sum;
}

/**
 * 1 if x = z, else 0
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 */
export function delta(x, a, z, b, d) {
  for (let j = 0; j < d; j++) {
    if (x[a + j] !== z[b + j]) return 0;
  }
  return 1;
}

/**
 * Sum of weights_j x_j z_j
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {Numbers} weights
 */
export function weightedDot(x, a, z, b, d, weights) {
  let sum = 0;
  for (let j = 0; j < d; j++) sum += weights[j] * x[a + j] * z[b + j];
  return sum;
}

/**
 * x'Bz
 * @param {Numbers} x @param {Whole} a @param {Numbers} z @param {Whole} b @param {Whole} d
 * @param {Numbers} matrix
 */
export function bilinear(x, a, z, b, d, matrix) {
  let sum = 0;
  for (let i = 0; i < d; i++) {
    let inner = 0;
    for (let j = 0; j < d; j++) inner += matrix[i * d + j] * x[a + j];
    sum += inner * z[b + i];
  }
  return sum;
}

/**
 * c_0 + c_1 k + ... + c_n k^n
 * @param {number} k @param {Numbers} coefficients @param {Whole} n
 */
export function polynomial(k, coefficients, n) {
  let sum = coefficients[n];
  for (let i = n - 1; i >= 0; i--) sum = sum * k + coefficients[i];
  return sum;
}

/**
 * k(x,x) - 2 k(x,z) + k(z,z), a squared distance in feature space
 * @param {number} k @param {number} xx @param {number} zz
 */
export function featureDistance(k, xx, zz) {
  return Math.max(0, xx + zz - 2 * k);
}

/**
 * k(x,z) / sqrt(k(x,x) k(z,z)), and 0 for zeros
 * @param {number} k @param {number} xx @param {number} zz
 */
export function cosine(k, xx, zz) {
  if (xx > 0 && zz > 0) return k / Math.sqrt(xx) / Math.sqrt(zz);
  return 0;
}

/**
 * 2 - 2 exp(-t), exact for small t
 * @param {number} t
 */
export function decayed(t) {
  return -2 * Math.expm1(-t);
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
 * Whether class i comes after class j in an order of k classes
 * @param {Wholes} order @param {Whole} k @param {Whole} i @param {Whole} j
 * @returns {Whole}
 */
export function isLater(order, k, i, j) {
  for (let c = 0; c < k; c++) {
    if (order[c] === i) return 0;
    if (order[c] === j) return 1;
  }
  return 0;
}

/**
 * The class that the values of the pairs elect. A value above 0 is a vote for the first of the
 * pair, below 0 for the second, 0 for the later in the order of the classes; of classes with
 * equally many votes the first in that order is elected
 * @param {Numbers} f @param {Wholes} order @param {Whole} k
 * @returns {Whole}
 */
export function vote(f, order, k) {
  const votes = new Float64Array(k);
  for (let c = 0; c < k; c++) votes[c] = 0;
  for (let i = 0; i < k; i++) {
    for (let j = i + 1; j < k; j++) {
      const value = f[pairNumber(k, i, j)];
      if (value > 0 || (value === 0 && isLater(order, k, i, j) === 1)) votes[i] += 1;
      else votes[j] += 1;
    }
  }
  return largest(votes, order, k);
}

/**
 * The class with the largest value; of several the first in the order of the classes
 * @param {Numbers} f @param {Wholes} order @param {Whole} k
 * @returns {Whole}
 */
export function largest(f, order, k) {
  /** @type {Whole} */ let best = order[0];
  for (let c = 1; c < k; c++) {
    if (f[order[c]] > f[best]) best = order[c];
  }
  return best;
}

/**
 * The class that is left when the first and the last of those left are compared, and the
 * loser leaves, k - 1 times
 * @param {Numbers} f @param {Wholes} order @param {Whole} k
 * @returns {Whole}
 */
export function knockOut(f, order, k) {
  /** @type {Whole} */ let first = 0;
  /** @type {Whole} */ let last = k - 1;
  while (first < last) {
    const value = f[pairNumber(k, first, last)];
    if (value > 0 || (value === 0 && isLater(order, k, first, last) === 1)) last -= 1;
    else first += 1;
  }
  return first;
}

/**
 * A value for each class from those of the pairs: its votes, and less than a third of a vote for
 * the sum of its values
 * @param {Numbers} f @param {Whole} k @param {Written} values
 */
export function oneVersusRest(f, k, values) {
  const sums = new Float64Array(k);
  for (let c = 0; c < k; c++) {
    sums[c] = 0;
    values[c] = 0;
  }
  for (let i = 0; i < k; i++) {
    for (let j = i + 1; j < k; j++) {
      const value = f[pairNumber(k, i, j)];
      sums[i] += value;
      sums[j] -= value;
      if (value > 0) values[i] += 1;
      else values[j] += 1;
    }
  }
  for (let c = 0; c < k; c++) values[c] += sums[c] / (3 * (Math.abs(sums[c]) + 1));
}

/**
 * 1 / (1 + exp(-z))
 * @param {number} z
 */
export function logistic(z) {
  if (z >= 0) return 1 / (1 + Math.exp(-z));
  return Math.exp(z) / (1 + Math.exp(z));
}

/**
 * The probability of a number up to z under the standard normal distribution: by its series near
 * 0, and by Laplace's continued fraction of the tail
 * @param {number} z
 */
export function normalBelow(z) {
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
 * The value at f of the function that is linear between knots, from one of them to before another,
 * and constant beyond
 * @param {Numbers} knots @param {Numbers} levels @param {Whole} from @param {Whole} to @param {number} f
 */
export function interpolate(knots, levels, from, to, f) {
  if (f <= knots[from]) return levels[from];
  for (let i = from + 1; i < to; i++) {
    if (f === knots[i]) return levels[i];
    if (f < knots[i]) {
      const portion = (f / 2 - knots[i - 1] / 2) / (knots[i] / 2 - knots[i - 1] / 2);
      return Math.min(levels[i - 1] + portion * (levels[i] - levels[i - 1]), levels[i]);
    }
  }
  return levels[to - 1];
}

/**
 * p = softmax(factor f)
 * @param {Numbers} f @param {Whole} k @param {number} factor @param {Written} p
 */
export function softmax(f, k, factor, p) {
  let most = f[0];
  let sum = 0;
  for (let c = 1; c < k; c++) most = Math.max(most, f[c]);
  for (let c = 0; c < k; c++) {
    p[c] = Math.exp(factor * (f[c] - most));
    sum += p[c];
  }
  for (let c = 0; c < k; c++) p[c] /= sum;
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
 * Makes the probability of the predicted class the largest, with the least change: that class and
 * all that are more probable get their mean
 * @param {Written} p @param {Whole} k @param {Whole} predicted
 */
export function reconcile(p, k, predicted) {
  const pooled = new Float64Array(k);
  for (let c = 0; c < k; c++) pooled[c] = 0;
  pooled[predicted] = 1;
  let mean = p[predicted];
  let sum = mean;
  let count = 1;
  /** @type {Whole} */ let best = predicted;
  while (best >= 0) {
    best = -1;
    for (let c = 0; c < k; c++) {
      if (pooled[c] === 0 && p[c] > mean && (best < 0 || p[c] > p[best])) best = c;
    }
    if (best >= 0) {
      pooled[best] = 1;
      sum += p[best];
      count += 1;
      mean = sum / count;
    }
  }
  /** @type {Whole} */ let equal = 0;
  for (let c = 0; c < k; c++) {
    if (pooled[c] === 1) p[c] = mean;
    if (c !== predicted && p[c] === mean) equal = 1;
  }
  if (equal === 1) p[predicted] = mean + 1.6e-16 * mean; // the next larger number
}

/**
 * Scales numbers, in place, so that the sum of their absolute values is 1
 * @param {Written} x @param {Whole} d
 */
export function normalizeL1(x, d) {
  const most = largestOf(x, d);
  let size = 0;
  if (most > 0) {
    for (let j = 0; j < d; j++) size += Math.abs(x[j] / most);
    for (let j = 0; j < d; j++) x[j] = x[j] / most / size;
  }
}

/**
 * Scales numbers, in place, so that the sum of their squares is 1
 * @param {Written} x @param {Whole} d
 */
export function normalizeL2(x, d) {
  const most = largestOf(x, d);
  let size = 0;
  if (most > 0) {
    for (let j = 0; j < d; j++) size += (x[j] / most) * (x[j] / most);
    for (let j = 0; j < d; j++) x[j] = x[j] / most / Math.sqrt(size);
  }
}

/**
 * Scales numbers, in place, so that the largest absolute value is 1
 * @param {Written} x @param {Whole} d
 */
export function normalizeMax(x, d) {
  const most = largestOf(x, d);
  if (most > 0) {
    for (let j = 0; j < d; j++) x[j] /= most;
  }
}

/**
 * The largest absolute value
 * @param {Numbers} x @param {Whole} d
 */
export function largestOf(x, d) {
  let most = 0;
  for (let j = 0; j < d; j++) most = Math.max(most, Math.abs(x[j]));
  return most;
}
