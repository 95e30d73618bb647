/**
 * Models that follow their points. A machine that rows can join and leave needs no fit
 * after a point was painted or erased.
 */

import { problem } from './data.js';
import { followsData, machineOf, settingsOf } from './schema.js';

const most = 10; // points of one change: more than a stroke paints until the next training

/** A fitted model together with the points that it has, in their order. */
export class Changeable {
  #settings;
  #task;
  #points;

  /** Null for machines whose rows cannot change, and for settings with which a change leads to another model than a fit. */
  static of(model, { state, data }) {
    const possible = typeof model.remove === 'function' && !data.big && !followsData(state.kernel);
    return possible ? new Changeable(model, { state, data }) : null;
  }

  constructor(model, { state, data }) {
    this.model = model;
    this.#settings = JSON.stringify([state.machine, settingsOf(state)]);
    this.#task = data.task;
    this.#points = data.points;
  }

  /**
   * The points that join and the indices of those that leave.
   * @returns {{ joining: import('./data.js').Point[], leaving: number[] } | null} null where the next problem needs a fit
   */
  changeTo({ state, data }) {
    if (data.big || data.task !== this.#task) return null;
    if (JSON.stringify([state.machine, settingsOf(state)]) !== this.#settings) return null;
    const next = new Set(data.points);
    const staying = this.#points.filter((point) => next.has(point));
    const joining = data.points.slice(staying.length);
    const leaving = this.#points.flatMap((point, i) => (next.has(point) ? [] : [i]));
    const number = joining.length + leaving.length;
    if (number === 0 || number > most) return null;
    if (staying.some((point, i) => point !== data.points[i])) return null;
    const other = machineOf(state.machine).kind === 'classifier' && classesOf(data.points) !== classesOf(this.#points);
    return other ? null : { joining, leaving };
  }

  /** Rows join first: a class whose last row leaves may get another one. */
  async change({ joining, leaving }, { state, data }, settings) {
    if (joining.length > 0) {
      const { X, y } = problem({ ...data, points: joining }, state.machine);
      await (y ? this.model.add(X, y, settings) : this.model.add(X, settings));
      this.#points = [...this.#points, ...joining];
    }
    if (leaving.length > 0) {
      await this.model.remove(leaving, settings);
      this.#points = this.#points.filter((_, i) => !leaving.includes(i));
    }
  }
}

/** The labels that occur among points, as text. */
const classesOf = (points) => String([...new Set(points.map(({ label }) => label))].sort());
