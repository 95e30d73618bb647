// Written by go run ./core/internal/gen from core/data/loss. Do not edit.

/** @typedef {{ sigma: number, power: number, ratio: number }} Parameters */
/** @typedef {{ value(z: number): number, slope(z: number): number, steepest(): number, conjugate(s: number): number[] }} Loss */

class Excess {
  /** @param {number} z @returns {number} */
  value(z) {
    return Math.max(0, z);
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    if (z > 0) {
      return 1;
    }
    return 0;
  }

  /** @returns {number} */
  steepest() {
    return 1;
  }

  /** @param {number} _ @returns {number[]} */
  conjugate(_) {
    return [0, 0, 0];
  }
}

class Squared {
  /** @param {number} z @returns {number} */
  value(z) {
    return Math.max(0, z) * Math.max(0, z);
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    return 2 * Math.max(0, z);
  }

  /** @returns {number} */
  steepest() {
    return Infinity;
  }

  /** @param {number} s @returns {number[]} */
  conjugate(s) {
    return [s * s / 4, s / 2, 0.5];
  }
}

class ModifiedHuber {
  /** @param {number} z @returns {number} */
  value(z) {
    return 4 * new Huber(2).value(z);
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    return 4 * new Huber(2).slope(z);
  }

  /** @returns {number} */
  steepest() {
    return 4;
  }

  /** @param {number} s @returns {number[]} */
  conjugate(s) {
    return new Squared().conjugate(s);
  }
}

class Logistic {
  /** @param {number} z @returns {number} */
  value(z) {
    return Math.max(0, z - 1) + Math.log1p(Math.exp(-Math.abs(z - 1)));
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    return 1 / (1 + Math.exp(1 - z));
  }

  /** @returns {number} */
  steepest() {
    return 1;
  }

  /** @param {number} s @returns {number[]} */
  conjugate(s) {
    if (s <= 0) {
      return [0, -Infinity, Infinity];
    }
    if (s >= 1) {
      return [1, Infinity, Infinity];
    }
    let log = Math.log(s);
    let other = Math.log1p(-s);
    return [s + s * log + (1 - s) * other, 1 + log - other, 1 / (s * (1 - s))];
  }
}

class Mixed {
  /** @param {number} linear @param {number} square */
  constructor(linear, square) {
    this.linear = linear;
    this.square = square;
  }

  /** @param {number} z @returns {number} */
  value(z) {
    z = Math.max(0, z);
    return (this.linear * z) + (this.square * z * z);
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    if (z <= 0) {
      return 0;
    }
    return this.linear + (2 * this.square * z);
  }

  /** @returns {number} */
  steepest() {
    return Infinity;
  }

  /** @param {number} s @returns {number[]} */
  conjugate(s) {
    let slope = 0;
    let curvature = 0;
    if (s <= this.linear) {
      return [0, 0, 0];
    }
    curvature = 1 / (2 * this.square);
    slope = (s - this.linear) * curvature;
    return [(s - this.linear) * slope / 2, slope, curvature];
  }
}

class Gaussian {
  /** @param {number} z @returns {number} */
  value(z) {
    return Math.max(0, z) * Math.max(0, z) / 2;
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    return Math.max(0, z);
  }

  /** @returns {number} */
  steepest() {
    return Infinity;
  }

  /** @param {number} s @returns {number[]} */
  conjugate(s) {
    return [s * s / 2, s, 1];
  }
}

class Huber {
  /** @param {number} sigma */
  constructor(sigma) {
    this.sigma = sigma;
  }

  /** @param {number} z @returns {number} */
  value(z) {
    if (z <= 0) {
      return 0;
    }
    if (z <= this.sigma) {
      return z * z / (2 * this.sigma);
    }
    return z - this.sigma / 2;
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    return Math.min(Math.max(0, z) / this.sigma, 1);
  }

  /** @returns {number} */
  steepest() {
    return 1;
  }

  /** @param {number} s @returns {number[]} */
  conjugate(s) {
    return [this.sigma * s * s / 2, this.sigma * s, this.sigma];
  }
}

class Polynomial {
  /** @param {number} power */
  constructor(power) {
    this.power = power;
  }

  /** @param {number} z @returns {number} */
  value(z) {
    return Math.pow(Math.max(0, z), this.power) / this.power;
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    return Math.pow(Math.max(0, z), this.power - 1);
  }

  /** @returns {number} */
  steepest() {
    return Infinity;
  }

  /** @param {number} s @returns {number[]} */
  conjugate(s) {
    let slope = 0;
    slope = Math.pow(s, 1 / (this.power - 1));
    return [(this.power - 1) / this.power * s * slope, slope, Math.pow(s, (2 - this.power) / (this.power - 1)) / (this.power - 1)];
  }
}

class Piecewise {
  /** @param {number} power @param {number} sigma */
  constructor(power, sigma) {
    this.power = power;
    this.sigma = sigma;
  }

  /** @param {number} z @returns {number} */
  value(z) {
    if (z <= this.sigma) {
      return this.sigma * new Polynomial(this.power).value(z / this.sigma);
    }
    return z - this.sigma * (this.power - 1) / this.power;
  }

  /** @param {number} z @returns {number} */
  slope(z) {
    return new Polynomial(this.power).slope(Math.min(z / this.sigma, 1));
  }

  /** @returns {number} */
  steepest() {
    return 1;
  }

  /** @param {number} s @returns {number[]} */
  conjugate(s) {
    let value = 0;
    let slope = 0;
    let curvature = 0;
    [value, slope, curvature] = new Polynomial(this.power).conjugate(s);
    return [this.sigma * value, this.sigma * slope, this.sigma * curvature];
  }
}

/**
 * What each loss is a function of, the options that it needs, and how it is made.
 * @type {Record<string, { of: string[], parameters: string[], make: (p: Parameters) => Loss }>}
 */
export const losses = {
  hinge: { of: ['margin'], parameters: [], make: () => new Excess() },
  squaredHinge: { of: ['margin'], parameters: [], make: () => new Squared() },
  modifiedHuber: { of: ['margin'], parameters: [], make: () => new ModifiedHuber() },
  logistic: { of: ['margin'], parameters: [], make: () => new Logistic() },
  epsilonInsensitive: { of: ['residual'], parameters: [], make: () => new Excess() },
  squaredEpsilonInsensitive: { of: ['residual'], parameters: [], make: () => new Squared() },
  mixed: { of: ['margin', 'residual'], parameters: ['squaredC'], make: (p) => new Mixed(1, p.ratio) },
  laplacian: { of: ['residual'], parameters: [], make: () => new Excess() },
  gaussian: { of: ['residual'], parameters: [], make: () => new Gaussian() },
  huber: { of: ['residual'], parameters: ['sigma'], make: (p) => new Huber(p.sigma) },
  polynomial: { of: ['residual'], parameters: ['power'], make: (p) => new Polynomial(p.power) },
  piecewisePolynomial: { of: ['residual'], parameters: ['sigma', 'power'], make: (p) => new Piecewise(p.power, p.sigma) },
};
