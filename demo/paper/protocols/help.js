/** What protocols share: random numbers, rows of tables, files, folds. */

/** Numbers from 0 to 1 by a seed: mulberry32. */
export function random(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers of a standard normal distribution. */
export function gaussian(next) {
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** The numbers 0 to n - 1 in a random order. */
export function shuffled(n, next) {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

export const mean = (list) => list.reduce((sum, v) => sum + v, 0) / list.length;

/** The standard deviation of a sample. */
export const deviation = (list) => {
  const middle = mean(list);
  return Math.sqrt(list.reduce((sum, v) => sum + (v - middle) ** 2, 0) / (list.length - 1));
};

/** Mean, deviation and number of repetitions. */
export const summary = (list) => ({
  value: mean(list),
  sd: deviation(list),
  n: list.length,
});

export const of = (list, rows) => rows.map((i) => list[i]);

/** Rows of a table. */
export function pick(X, rows) {
  const data = new X.data.constructor(rows.length * X.cols);
  rows.forEach((row, i) => data.set(X.data.subarray(row * X.cols, (row + 1) * X.cols), i * X.cols));
  return { ...X, data, rows: rows.length };
}

/** The rows that are not among those of a split. */
export function others(n, rows) {
  const known = new Set(rows);
  return Array.from({ length: n }, (_, i) => i).filter((i) => !known.has(i));
}

/** A table of rows. */
export function tableOf(rows, cols = rows[0].length) {
  const data = new Float64Array(rows.length * cols);
  rows.forEach((row, i) => data.set(row, i * cols));
  return { data, rows: rows.length, cols };
}

/** Shift and factor of each column, learnt on some rows, applied to all of a table. */
function rescaled(X, columns) {
  const data = Float64Array.from(X.data, (v, at) => {
    const [shift, factor] = columns[at % X.cols];
    return (v - shift) * factor;
  });
  return { ...X, data };
}

/** Features of mean 0 and variance 1 on some rows; constant ones are 0. */
export function standardised(X, rows) {
  const columns = Array.from({ length: X.cols }, (_, j) => {
    const values = rows.map((i) => X.data[i * X.cols + j]);
    const middle = mean(values);
    const sd = Math.sqrt(mean(values.map((v) => (v - middle) ** 2)));
    return [middle, sd > 0 ? 1 / sd : 0];
  });
  return rescaled(X, columns);
}

/** Features from 0 to 1 over all rows. */
export function unitRange(X) {
  const columns = Array.from({ length: X.cols }, (_, j) => {
    const values = Array.from({ length: X.rows }, (_row, i) => X.data[i * X.cols + j]);
    const low = Math.min(...values);
    return [low, 1 / (Math.max(...values) - low)];
  });
  return rescaled(X, columns);
}

/**
 * LIBSVM's scaling to [-1, 1] by the rows of the first table, of all tables: numbers have the six
 * significant digits that svm-scale writes.
 */
export function svmScaled(tables) {
  const [{ cols, data, rows }] = tables;
  const ranges = Array.from({ length: cols }, (_, j) => {
    const values = Array.from({ length: rows }, (_row, i) => data[i * cols + j]);
    return [Math.min(...values), Math.max(...values)];
  });
  return tables.map((X) => ({
    ...X,
    data: Float64Array.from(X.data, (v, at) => {
      const [low, high] = ranges[at % cols];
      if (low === high) return 0;
      const scaled = v === low ? -1 : v === high ? 1 : -1 + (2 * (v - low)) / (high - low);
      return Number(scaled.toPrecision(6));
    }),
  }));
}

/** @type {WeakMap<object, Map<string, Promise<any>>>} parsed files, by the context that read them */
const parsed = new WeakMap();

/** What parse makes of the text of a file, once. */
export function parse(context, name, how) {
  let known = parsed.get(context);
  if (!known) parsed.set(context, (known = new Map()));
  const key = `${how.name} ${name}`;
  if (!known.has(key)) known.set(key, textOf(context, name).then(how));
  return known.get(key);
}

/** The text of a file, unpacked. */
export async function textOf(context, name) {
  return new TextDecoder().decode(await context.file(name));
}

/** Lines of `label index:value ...`. @param {string} text */
export function libsvmText(text) {
  const rows = text.trim().split('\n').map((line) => line.trim().split(/\s+/)); // prettier-ignore
  const y = rows.map(([label]) => Number(label));
  const cells = rows.map((row) => row.slice(1).map((cell) => cell.split(':').map(Number)));
  const cols = Math.max(...cells.map((row) => (row.length ? row[row.length - 1][0] : 0)));
  const data = new Float64Array(rows.length * cols);
  cells.forEach((row, i) => row.forEach(([j, v]) => (data[i * cols + j - 1] = v)));
  return { X: { data, rows: rows.length, cols }, y };
}

/** The sex of an abalone, as the file of LIBSVM has it. */
const sexes = { M: 1, F: 2, I: 3 };

/** Lines of numbers, with or without a head. @param {string} text */
export function numbers(text) {
  const lines = text.trim().split('\n');
  const start = /^[A-Za-z_]\w/.test(lines[0]) ? 1 : 0;
  return lines
    .slice(start)
    .map((line) => line.split(',').map((cell) => sexes[cell] ?? Number(cell)));
}

/** A table whose last column is the target. @param {string} text */
export function targetLast(text) {
  const rows = numbers(text);
  return { X: tableOf(rows.map((row) => row.slice(0, -1))), y: rows.map((row) => row[row.length - 1]) }; // prettier-ignore
}

/** A table whose first column is the label. @param {string} text */
export function labelFirst(text) {
  const rows = numbers(text);
  return {
    X: tableOf(rows.map((row) => row.slice(1))),
    y: rows.map(([label]) => label),
  };
}

/** Lines of rows. @param {string} text */
export function splitLines(text) {
  return text.trim().split('\n').map((line) => line.trim().split(/\s+/).map(Number)); // prettier-ignore
}

/** The first columns of a table, and zeros in those that it lacks. */
export function widened(X, cols) {
  if (X.cols === cols) return X;
  const data = new Float64Array(X.rows * cols);
  const width = Math.min(cols, X.cols);
  for (let i = 0; i < X.rows; i++) data.set(X.data.subarray(i * X.cols, i * X.cols + width), i * cols); // prettier-ignore
  return { data, rows: X.rows, cols };
}

/** Folds in which every label is as frequent as in all rows, as far as that goes. */
export function stratified(y, count, next) {
  const order = shuffled(y.length, next).sort((a, b) => (y[a] < y[b] ? -1 : y[a] > y[b] ? 1 : 0));
  return Array.from({ length: count }, (_, fold) => {
    const test = order.filter((_row, at) => at % count === fold);
    return { train: others(y.length, test), test };
  });
}

/** All points of a grid: [{ C: 1, gamma: 2 }, ...]. */
export function points(grid) {
  return Object.entries(grid).reduce(
    (all, [name, values]) => all.flatMap((point) => values.map((v) => ({ ...point, [name]: v }))),
    [{}],
  );
}

/**
 * The point of a grid with the least mean loss over folds; the first of equals.
 * @param {any} context
 * @param {any} model whose options the points change
 * @param {Record<string, any[]>} grid
 * @param {{ X: any, y: any[], folds: { train: number[], test: number[] }[], loss: (truth: any[], told: any[]) => number }} by
 */
export async function bestPoint({ mm, how }, model, grid, { X, y, folds, loss }) {
  const scoring = (truth, told) => -loss(Array.from(truth), Array.from(told));
  const settings = { folds, scoring, refit: false, warmStarts: false, ...how };
  const found = await new mm.GridSearch(model, grid, settings).fit(X, y);
  return found.bestParams;
}

/** The same for a loss that fits by itself. */
export async function search(grid, y, folds, lossOf) {
  let best = { loss: Infinity };
  for (const point of points(grid)) {
    const losses = [];
    for (const fold of folds) losses.push(await lossOf(point, fold));
    const loss = mean(losses);
    if (loss < best.loss - 1e-12) best = { loss, point };
  }
  return best.point;
}
