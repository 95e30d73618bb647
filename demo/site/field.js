/**
 * The decision values of a classifier on a grid of the plane [-1, 1] x [-1, 1];
 * drawing is elsewhere.
 *
 * The decision values come pair by pair: two classes have one value per place,
 * k classes k(k-1)/2, and a value of 0 is the boundary between the two classes
 * of the pair, -1 and +1 their margins.
 */

import { isoLines } from './contour.js';

/** The grid: side x side points, row by row from the top left. */
export function gridPoints(side) {
  const data = new Float64Array(2 * side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = 2 * (row * side + column);
      data[at] = (2 * column) / (side - 1) - 1;
      data[at + 1] = 1 - (2 * row) / (side - 1);
    }
  }
  return data;
}

/**
 * The field of ordered classes: utilities on the grid, and the boundaries between the ranks.
 * Of two ranks the higher one wins above the boundary that comes after the lower one.
 */
export function rankField(utilities, thresholds, side, unit = 1) {
  const ranks = Array.from({ length: thresholds.length + 1 }, (_, rank) => rank);
  const pairs = ranks.flatMap((low) => ranks.slice(low + 1).map((high) => [high, low]));
  const values = new Float64Array(utilities.length * pairs.length);
  utilities.forEach((f, i) => pairs.forEach(([, low], p) => { values[i * pairs.length + p] = (f - thresholds[low]) / unit; }));
  const field = new Field(values, side, pairs, ranks.length);
  field.margins = () => [];
  return field;
}

/**
 * @param {Float64Array} decision  side * side rows of `pairs.length` decision values
 * @param {number} side
 * @param {[number, number][]} pairs  for every column the class of a positive value, and the other class
 * @param {number} classes  how many
 */
export class Field {
  constructor(decision, side, pairs, classes) {
    this.side = side;
    this.pairs = pairs;
    const n = side * side;
    // One plane per pair.
    this.values = pairs.map(() => new Float64Array(n));
    this.values.forEach((plane, p) => {
      for (let i = 0; i < n; i++) plane[i] = decision[i * pairs.length + p];
    });
    // The class with the most votes, and its smallest decision value against another class.
    this.winner = new Uint8Array(n);
    this.lead = new Float64Array(n);
    const votes = new Uint8Array(classes);
    for (let i = 0; i < n; i++) {
      votes.fill(0);
      for (let p = 0; p < pairs.length; p++) votes[pairs[p][this.values[p][i] > 0 ? 0 : 1]]++;
      let winner = 0;
      for (let c = 1; c < classes; c++) if (votes[c] > votes[winner]) winner = c;
      let lead = Infinity;
      for (let p = 0; p < pairs.length; p++) {
        const value = this.values[p][i];
        if (pairs[p][0] === winner) lead = Math.min(lead, value);
        else if (pairs[p][1] === winner) lead = Math.min(lead, -value);
      }
      this.winner[i] = winner;
      this.lead[i] = Math.max(0, lead);
    }
  }

  /** The boundaries between the regions of two classes, as lines in grid units. */
  boundaries() {
    const { side, winner } = this;
    // The zero line of a pair is a boundary where different classes win on its two sides.
    const parts = (values) => (row, column) => {
      const sides = [0, 0];
      for (const i of corners(row, column, side)) sides[values[i] > 0 ? 0 : 1] |= 1 << winner[i];
      return (sides[0] & sides[1]) === 0;
    };
    return this.values.flatMap((values) => isoLines(values, side, 0, parts(values)));
  }

  /** The margins on both sides of those boundaries. */
  margins() {
    const { side, winner, lead } = this;
    // The margin of a pair is drawn where this pair decides: where its value is the smallest of the winner's.
    const decides = (values, owner, sign) => (row, column) => {
      const places = corners(row, column, side);
      return places.every((i) => winner[i] === owner) && places.some((i) => sign * values[i] <= lead[i]);
    };
    return this.values.flatMap((values, p) => {
      const [positive, negative] = this.pairs[p];
      return [
        ...isoLines(values, side, 1, decides(values, positive, 1)),
        ...isoLines(values, side, -1, decides(values, negative, -1)),
      ];
    });
  }

  /** The sample that is nearest to a point. */
  at(x, y) {
    const { side } = this;
    const column = Math.round(((x + 1) / 2) * (side - 1));
    const row = Math.round(((1 - y) / 2) * (side - 1));
    const i = row * side + column;
    return { winner: this.winner[i], values: this.values.map((values) => values[i]) };
  }
}

const corners = (row, column, side) => {
  const i = row * side + column;
  return [i, i + 1, i + side, i + side + 1];
};
