/** A simulated machine that vibrates, and its faults: three sensors, 200 values each second. */

import { noises, randomOf } from '../../site/random.js';

export const rate = 200;
export const names = ['bearing', 'gear', 'housing'];

/** The effect of a fault on the values of the sensors, by the time since it began. */
const faults = {
  // A crack in the bearing: a short ringing nine times a second, weaker at more distant sensors.
  impacts: (values, t) => {
    const ringing = 2.6 * Math.exp(-40 * (t % (1 / 9))) * Math.sin(2 * Math.PI * 70 * t);
    return values.map((value, i) => value + ringing * [1, 0.6, 0.35][i]);
  },
  // The mount is loose: the housing vibrates, too.
  loose: ([bearing, gear, housing], t) => [
    1.15 * bearing, 1.25 * gear, 2.1 * housing + 0.5 * Math.sin(2 * Math.PI * 5 * t),
  ],
  // The second sensor hangs.
  stuck: ([bearing, , housing]) => [bearing, 0.1, housing],
};

/** A vibration with a speed and a load that change slowly, as in real machines. */
export class Machine {
  #random;
  #time = 0;
  #phase = 0;
  #speed = 0;
  #load = 0;
  #fault = null;

  /** @param {number} seed */
  constructor(seed) {
    this.#random = randomOf(seed);
  }

  /** Starts a fault that lasts so many seconds. */
  break(kind, seconds = 3) {
    this.#fault = { kind, from: this.#time, to: this.#time + seconds };
  }

  /** @returns {{ values: number[], faulty: boolean }} the next values of the sensors */
  next() {
    const noise = () => noises.gaussian.draw(this.#random);
    this.#time += 1 / rate;
    this.#speed += -0.004 * this.#speed + 0.012 * noise();
    this.#load += -0.004 * this.#load + 0.012 * noise();
    this.#phase += (2 * Math.PI * (12 + 0.6 * this.#speed)) / rate;
    const [a, p] = [1 + 0.1 * this.#load, this.#phase];
    let values = [
      a * (0.8 * Math.sin(p) + 0.3 * Math.sin(3 * p + 1)) + 0.18 * noise(),
      a * (0.5 * Math.sin(p + 0.7) + 0.45 * Math.sin(2 * p)) + 0.18 * noise(),
      a * 0.6 * Math.sin(p - 0.9) + 0.14 * noise(),
    ];
    const fault = this.#fault;
    if (fault && this.#time > fault.to) this.#fault = null;
    else if (fault) values = faults[fault.kind](values, this.#time - fault.from);
    return { values, faulty: this.#fault !== null };
  }
}
