/**
 * The points on the plane. A point keeps its label and its value, whichever of them the
 * current machine uses: points of 'classes' differ in their labels, a 'curve' is y over x,
 * and a 'surface' has a value at (x, y).
 *
 * @typedef {{ x: number, y: number, label: number, value: number }} Point
 * @typedef {{ x: [number, number], y: [number, number] }} View
 * @typedef {object} Data
 * @property {'classes' | 'curve' | 'surface'} task
 * @property {(string | number | boolean)[]} names of the classes
 * @property {[string, string]} columns
 * @property {string} target
 * @property {Point[]} points
 * @property {View} view the visible part of the plane
 * @property {string | null} set the name of the set, while it is unchanged
 * @property {number} seed
 * @property {import('./big.js').Big} [big] rows of many dimensions in place of points
 */

import { machineOf } from './schema.js';

export const mostClasses = 6;

/** A view with some room around the points, of the same scale both ways where that is sensible. */
export function viewOf(points, task) {
  const span = (values) => {
    const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
    const room = high > low ? 0.08 * (high - low) : 1;
    return [low - room, high + room];
  };
  const x = span(points.map((point) => point.x));
  const y = span(points.map((point) => point.y));
  const [width, height] = [x[1] - x[0], y[1] - y[0]];
  if (task !== 'curve' && Math.max(width, height) < 3 * Math.min(width, height)) {
    const widen = (range, by) => { range[0] -= by; range[1] += by; };
    widen(width < height ? x : y, Math.abs(width - height) / 2);
  } else if (task === 'curve') {
    y[0] -= 0.15 * height;
    y[1] += 0.15 * height;
  }
  const round = (range) => {
    const unit = 10 ** (Math.floor(Math.log10(range[1] - range[0])) - 2);
    return [Math.floor(range[0] / unit) * unit, Math.ceil(range[1] / unit) * unit].map((value) => Number(value.toPrecision(12)));
  };
  return { x: round(x), y: round(y) };
}

/** The maps between data and the square [-1, 1] x [-1, 1]. */
export const toUnit = ({ x: [x0, x1], y: [y0, y1] }, x, y) => ({ x: (2 * (x - x0)) / (x1 - x0) - 1, y: (2 * (y - y0)) / (y1 - y0) - 1 });
export const fromUnit = ({ x: [x0, x1], y: [y0, y1] }, u, v) => ({ x: x0 + ((u + 1) / 2) * (x1 - x0), y: y0 + ((v + 1) / 2) * (y1 - y0) });

/** The arguments of fit() of a machine: samples and targets. */
export function problem(data, machine) {
  if (data.big) return { X: data.big.X, y: data.big.y };
  const { points, columns, names, task } = data;
  const { kind } = machineOf(machine);
  const flat = kind === 'regressor' && task === 'curve';
  const cols = flat ? 1 : 2;
  const numbers = new Float64Array(cols * points.length);
  points.forEach(({ x, y }, i) => numbers.set(flat ? [x] : [x, y], cols * i));
  const X = { data: numbers, rows: points.length, cols, featureNames: columns.slice(0, cols) };
  if (kind === 'classifier') return { X, y: points.map(({ label }) => names[label]) };
  if (kind === 'regressor') return { X, y: Float64Array.from(points, task === 'curve' ? ({ y }) => y : ({ value }) => value) };
  return { X };
}

/** The columns of the data as a table: names, then a function per column. */
export function columnsOf(data, machine) {
  const { task, columns, names, target } = data;
  const numbers = [[columns[0], ({ x }) => x], [columns[1], ({ y }) => y]];
  const { kind } = machineOf(machine);
  if (kind === 'regressor' && task === 'curve') return numbers;
  if (kind === 'regressor') return [...numbers, [target, ({ value }) => value]];
  if (kind === 'classifier') return [...numbers, [target, ({ label }) => names[label]]];
  return task === 'classes' ? [...numbers, [target, ({ label }) => names[label]]] : numbers;
}

/** The shown data as a CSV file, for other programs. */
export function toCsv(data, machine) {
  const columns = columnsOf(data, machine);
  const field = (value) => (/[",\r\n]|^\s|\s$/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  const lines = data.points.map((point) => columns.map(([, get]) => field(get(point))).join(','));
  return `${[columns.map(([name]) => field(name)).join(','), ...lines].join('\n')}\n`;
}
