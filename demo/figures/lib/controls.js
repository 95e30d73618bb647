/** The controls of a figure as data, from which the page makes sliders and menus. */

/**
 * A number on a slider.
 * @param {string} label
 * @param {number} value  at first
 * @param {[number, number]} range
 * @param {{ step?: number, log?: boolean }} [settings] log: the slider moves through
 *   powers of ten, and step is a part of one
 */
export const slider = (label, value, [min, max], { step = 0.01, log = false } = {}) =>
  ({ label, value, min, max, step, log });

/** One of several, as { value: label }. */
export const menu = (label, value, choices) => ({ label, value, choices });

/** The initial values of the controls of a figure. */
export const defaults = (controls) =>
  Object.fromEntries(Object.entries(controls).map(([name, { value }]) => [name, value]));
