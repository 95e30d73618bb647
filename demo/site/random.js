/** Seeded random numbers, the same in every browser (mulberry32), and three kinds of noise. */

/** @param {number} seed @returns {() => number} uniform in [0, 1) */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Noise of mean 0 and standard deviation 1: a function that draws it, its density, and the power of its exponent. */
export const noises = {
  gaussian: {
    draw: normal,
    density: (t) => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI),
    power: 2,
  },
  laplacian: {
    draw: (random) => {
      const u = random() - 0.5;
      return (-Math.sign(u) * Math.log(1 - 2 * Math.abs(u))) / Math.SQRT2;
    },
    density: (t) => Math.exp(-Math.SQRT2 * Math.abs(t)) / Math.SQRT2,
    power: 1,
  },
  uniform: {
    draw: (random) => (2 * random() - 1) * Math.sqrt(3),
    density: (t) => (Math.abs(t) <= Math.sqrt(3) ? 1 / (2 * Math.sqrt(3)) : 0),
    // exp(-|t|^p) becomes flat as p grows: 40 stands for the limit.
    power: 40,
  },
};
