/** Answers of the GPU and of the model, in the form that the model gives. */
import { withShape } from '../model/fitted.js';
import { areCertain, elected, ofClasses } from './electing.js';

/** @import { Plan } from './reading.js' */

/** @typedef {'predict' | 'decisionFunction' | 'transform'} Method */

export class Merged {
  /** What the model's method gives. @type {any} */
  result;

  /**
   * @param {Plan} plan
   * @param {Method} method
   * @param {number} n rows
   */
  constructor(plan, method, n) {
    this.plan = plan;
    this.method = method;
    const { kind, labels, intercept, layout, each } = plan;
    if (method === 'predict') {
      this.result =
        kind === 'classifier'
          ? new Array(n)
          : kind === 'detector'
            ? new Int32Array(n)
            : new Float64Array(n);
      return;
    }
    /** Whether values of pairs become those of classes. */
    this.turns = layout === 'pairs' && each;
    this.columns = this.turns ? labels.length : intercept.length;
    const values = new Float64Array(n * this.columns);
    this.result = this.columns === 1 ? withShape(values, n) : withShape(values, n, this.columns);
  }

  /** @type {number} */
  columns = 1;

  /**
   * Takes the values of a row.
   * @param {number} i
   * @param {Float64Array} values
   * @param {Float64Array} bounds
   * @returns {boolean} false if they do not decide
   */
  take(i, values, bounds) {
    const { plan, result, columns } = this;
    if (this.method === 'predict' && plan.kind === 'classifier') {
      const place = elected(plan, values, bounds);
      result[i] = plan.labels[place];
      return place >= 0;
    }
    if (!areCertain(plan, values, bounds)) return false;
    if (this.method === 'predict') {
      result[i] = plan.kind === 'regressor' ? values[0] : values[0] > 0 ? 1 : -1;
    } else {
      const made = this.turns ? ofClasses(values, columns) : plan.waves ? waves(values) : values;
      result.set(made, i * columns);
    }
    return true;
  }

  /**
   * Puts in what the model gave for some rows.
   * @param {number[]} places
   * @param {ArrayLike<any>} answers
   */
  replace(places, answers) {
    const { result, columns } = this;
    places.forEach((i, at) => {
      for (let q = 0; q < columns; q++) result[i * columns + q] = answers[at * columns + q];
    });
  }
}

/** The cosines, as RBFSampler has them. Their slope is at most 1. @param {Float64Array} values */
function waves(values) {
  const scale = Math.sqrt(2 / values.length);
  return values.map((value) => scale * Math.cos(value));
}

/** Whether bytes are the same; both begin at the start of their buffers. @param {Uint8Array} a @param {Uint8Array} b */
export function areEqual(a, b) {
  let at = a.length === b.length ? 0 : -1;
  while (at >= 0 && at < a.length) at = a[at] === b[at] ? at + 1 : -1;
  return at >= 0;
}
