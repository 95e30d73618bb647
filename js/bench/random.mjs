/**
 * Seeded random numbers, the same on every machine.
 *
 * @param {number} seed
 */
export function random(seed) {
  let state = seed >>> 0;
  let spare = NaN;

  /** Mulberry32 by Tommy Ettinger. @returns {number} in [0, 1) */
  function uniform() {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** By the method of Box and Muller, which makes two numbers at a time. @returns {number} */
  function normal() {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = NaN;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  return { uniform, normal };
}
