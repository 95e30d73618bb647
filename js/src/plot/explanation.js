/** What features add to values, from `explain`: the bars of one row, and the dots of many. */
import { MaxMarginError } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { readTensor } from '../input/tables.js';
import { rowsOf } from '../input/rows.js';
import { rangeOf } from './slice.js';

/** @import { ExplainedOutput, Explanation, Label, Samples } from '../types.js' */
/** @import { ExplanationBeeswarm, ExplanationSettings, ExplanationWaterfall, SwarmDot, WaterfallStep } from './types.js' */

/**
 * The way of one row from the base to its value, the largest part first.
 * @param {Explanation} explanation of `explain`
 * @param {ExplanationSettings} [settings]
 * @returns {ExplanationWaterfall}
 */
export function explanationWaterfall(explanation, settings) {
  const given = readSettings('explanationWaterfall', settings, ['row', 'output', 'count']);
  const { row = 0, count = 10 } = /** @type {ExplanationSettings} */ (given);
  const { base, values, of } = outputOf(explanation, given.output);
  if (!(Number.isInteger(row) && row >= 0 && row < values.length)) {
    throw wrongSetting('row', `a row of the explanation, 0 to ${values.length - 1}`, row);
  }
  checkCount(count);
  const ranked = byHeight(values[row]);
  const shown = ranked.length > count ? ranked.slice(0, count - 1) : ranked;
  const parts = shown.map((j) => ({ feature: nameOf(explanation, j), value: values[row][j] }));
  const rest = ranked.slice(shown.length);
  if (rest.length > 0) {
    const value = rest.reduce((sum, j) => sum + values[row][j], 0);
    parts.push({ feature: `${rest.length} others`, value });
  }
  let at = base;
  /** @type {WaterfallStep[]} */
  const steps = parts.map(({ feature, value }) => ({ feature, value, from: at, to: (at += value) })); // prettier-ignore
  return { base, value: at, of, row, steps };
}

/**
 * The parts of each feature in all rows, as dots that do not cover each other.
 * @param {Explanation} explanation of `explain`
 * @param {Samples} [X] the rows that were explained, whose values give the dots their colours
 * @param {ExplanationSettings} [settings]
 * @returns {Promise<ExplanationBeeswarm>}
 */
export async function explanationBeeswarm(explanation, X, settings) {
  const given = readSettings('explanationBeeswarm', settings, ['output', 'count']);
  const { count = 10 } = /** @type {ExplanationSettings} */ (given);
  const { values, of } = outputOf(explanation, given.output);
  checkCount(count);
  const rows =
    X == null
      ? undefined
      : rowsOf(
          await readTensor(X),
          'explanationBeeswarm',
          'leave X out, and the dots have one colour',
        );
  if (rows && (rows.length !== values.length || rows[0].length !== values[0].length)) {
    const [expected, got] = [values, rows].map((list) => `${list.length} x ${list[0].length}`);
    throw new MaxMarginError('ERR_SHAPE', 'X', `X is ${got}, the explanation ${expected}; pass the rows that were explained, and leave X out where there are groups`, { expected, got }); // prettier-ignore
  }
  const width = values[0].length;
  const heights = Float64Array.from({ length: width }, (_, j) =>
    values.reduce((sum, row) => sum + Math.abs(row[j]) / values.length, 0),
  );
  const chosen = byHeight(heights).slice(0, count);
  const all = chosen.flatMap((j) => values.map((row) => row[j]));
  const [least, most] = rangeOf(all);
  const cell = (most - least) / 80 || 1;
  /** @type {SwarmDot[]} */
  const dots = [];
  for (const [place, j] of chosen.entries()) {
    const shades = rows && shadesOf(rows.map((row) => row[j]));
    const offsets = spread(
      values.map((row) => row[j]),
      cell,
    );
    values.forEach((row, i) => {
      dots.push({ feature: nameOf(explanation, j), place, row: i, value: row[j], offset: offsets[i], x: rows?.[i][j], shade: shades?.[i] }); // prettier-ignore
    });
  }
  const features = chosen.map((j) => ({ feature: nameOf(explanation, j), mean: heights[j] }));
  return { of, features, dots };
}

/**
 * @param {any} explanation
 * @param {unknown} output
 * @returns {ExplainedOutput & {of?: Label | [Label, Label]}}
 */
function outputOf(explanation, output = 0) {
  if (!Array.isArray(explanation?.outputs) || !Array.isArray(explanation.features)) {
    const promise = typeof explanation?.then === 'function';
    throw wrongSetting('explanation', promise ? 'what explain returns, awaited first' : 'what explain returns', explanation); // prettier-ignore
  }
  const found = explanation.outputs[/** @type {number} */ (output)];
  if (found) return found;
  throw wrongSetting('output', `the number of an output, 0 to ${explanation.outputs.length - 1}`, output); // prettier-ignore
}

/** @param {unknown} count */
function checkCount(count) {
  if (Number.isInteger(count) && Number(count) >= 2) return;
  throw wrongSetting('count', 'a whole number of at least 2', count);
}

/** @param {Explanation} explanation @param {number} j */
const nameOf = ({ features }, j) =>
  typeof features[j] === 'number' ? `feature ${features[j]}` : String(features[j]);

/** Places of the numbers, the largest in size first. @param {Float64Array} numbers */
const byHeight = (numbers) =>
  Array.from(numbers, (_, j) => j).sort((a, b) => Math.abs(numbers[b]) - Math.abs(numbers[a]));

/**
 * Numbers as shares of their range, from 0 for the least to 1 for the largest; 1/2 where all are
 * the same.
 * @param {number[]} numbers
 */
function shadesOf(numbers) {
  const [low, high] = rangeOf(numbers);
  return numbers.map((v) => (high > low ? (v - low) / (high - low) : 0.5));
}

/**
 * How far from the middle of its line each dot is drawn, from -1 to 1: those of one cell lie in
 * turn above and below it.
 * @param {number[]} numbers
 * @param {number} cell
 */
function spread(numbers, cell) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const turns = numbers.map((v) => {
    const key = Math.round(v / cell);
    const turn = counts.get(key) ?? 0;
    counts.set(key, turn + 1);
    return turn % 2 ? (turn + 1) / 2 : -turn / 2;
  });
  const widest = turns.reduce((most, turn) => Math.max(most, Math.abs(turn)), 4);
  return turns.map((turn) => turn / widest);
}
