/**
 * Tables with categories as numbers: a column in which texts or booleans stand becomes the codes of
 * its values, which are their places among all values of the column, ascending. A dictionary of a
 * column has nothing of what samples mean: encoders learn from the codes, and those within folds
 * from the codes of their fold.
 */
import { dayOf, namesOfParts, partOf } from '../basics/dates.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { allocating, checkRoom } from '../basics/memory.js';
import { nearest } from '../basics/nearest.js';
import { bytesOf, noNumber } from '../basics/numbers.js';
import { ascending } from '../basics/text.js';
import { warn } from '../basics/warnings.js';
import { viewOf } from './columns.js';
import {
  checkCategory,
  isMissing,
  isText,
  isValue,
  noDate,
  noEntry,
  readNumber,
  readText,
} from './entries.js';
import { withNaN } from './gaps.js';
import { packSamples } from './inputs.js';
import { asRows, checkTwice, matchNames, noColumn, placesOf, unnamed } from './tables.js';

/** @import { View } from './columns.js' */
/** @import { PackedTable, Use } from './inputs.js' */
/** @import { Warning } from '../types.js' */

/** A value of a category. @typedef {string | number | boolean} Value */

/** The field of a model file. */
const field = 'facade.columns';

/** Numbers before booleans before texts. */
const types = ['number', 'boolean', 'string'];

/**
 * @param {Value} a
 * @param {Value} b
 */
function byType(a, b) {
  return types.indexOf(typeof a) - types.indexOf(typeof b) || ascending(a, b);
}

/**
 * A column of dates: its place, its name if it has one, and how its dates are written. The parts of all of
 * them stand behind the columns of a table, in the same order.
 * @typedef {{at: number, name?: string, order: string}} Dates
 */

/** @param {Dates} dates */
const partsOf = ({ at, name, order }) => namesOfParts(name ?? at, order);

/**
 * A column as its type says: numbers, also of texts, or texts of whatever it has.
 * @param {ArrayLike<unknown>} values
 * @param {string | number} column
 * @param {typeof readNumber | typeof readText} read
 * @returns {ArrayLike<unknown>}
 */
export const readAs = (values, column, read) =>
  Array.from(values, (value, row) => read(value, () => ({ row, column })));

/** A table, and the places of columns that are read as their types say. @typedef {View & {said?: number[]}} Told */

/**
 * A table with the parts of its dates behind its columns.
 * @template {View} V
 * @param {V} view
 * @param {readonly Dates[]} dates
 * @returns {V & {width?: number, dates?: readonly Dates[]}}
 */
export function withDates(view, dates) {
  if (dates.length === 0) return view;
  const { columns, names, rows } = view;
  const places = names && placesOf(names);
  const made = dates.flatMap(({ at, name, order }) => {
    const place = places && name !== undefined ? places.get(name) : at;
    if (place === undefined) throw noColumn('X', String(name), [String(name)], {});
    const values = columns[place];
    const days = Float64Array.from({ length: rows }, (_, row) => {
      const day = dayOf(values[row], order);
      if (day === day || isMissing(values[row])) return day;
      throw noDate({ row, column: name ?? at }, values[row], order);
    });
    return namesOfParts('', order).map((_, k) => days.map((day) => partOf(day, k)));
  });
  const all = names && [...names, ...dates.flatMap(partsOf)];
  if (all) checkTwice(all, 'X', 'X');
  const more = { columns: [...columns, ...made], width: columns.length, dates };
  return { ...view, ...more, ...(all && { names: all }) };
}

/**
 * A table as the coding of a model packs it.
 * @typedef {PackedTable & {coding: Coding}} CodedTable
 */

/** How the columns of a table become numbers. */
export class Coding {
  /** @type {(Map<unknown, number> | null)[]} */
  #codes;
  /** Whether a misspelt name was told. */
  #hinted = false;

  /**
   * @param {object} of
   * @param {number} of.count how many columns the table had
   * @param {readonly string[]} [of.names] of those that are used, where they have some
   * @param {readonly number[]} of.at which of the columns of the table are used
   * @param {readonly (readonly Value[] | null)[]} of.values of columns with categories, ascending
   * @param {boolean} [of.asTexts] whether categories are texts of whatever they were, as in ONNX
   * @param {readonly Dates[]} [of.dates] whose parts are used, in places from count on
   * @param {readonly number[]} [of.said] columns of the table that are read as their types say
   * @param {readonly Warning[]} [of.warnings] about the table
   */
  constructor({ count, names, at, values, asTexts = false, dates = [], said = [], warnings = [] }) {
    this.count = count;
    this.names = names;
    this.at = at;
    this.values = values;
    this.asTexts = asTexts;
    this.dates = dates;
    this.said = said;
    this.warnings = warnings;
    this.#codes = values.map((list) => list && new Map(list.map((value, i) => [value, i])));
  }

  /** Whether there are categories at all. */
  get hasCategories() {
    return this.values.some((list) => list !== null);
  }

  /**
   * The coding of some of the columns.
   * @param {readonly number[]} columns by their places among those that are used
   */
  of(columns) {
    const pick = (/** @type {readonly any[]} */ list) => columns.map((j) => list[j]);
    const { count, names, at, values, asTexts, dates, said } = this;
    return new Coding({
      ...{ count, asTexts, dates, said, at: pick(at), values: pick(values) },
      ...(names && { names: pick(names) }),
    });
  }

  /**
   * The code of a value of a column; a value that is not in the table has one after all others.
   * @param {number} j
   * @param {unknown} value
   * @param {number} more how many such there were before
   */
  code(j, value, more) {
    const codes = this.#codes[j];
    if (!codes) return typeof value === 'number' ? value : undefined;
    return codes.get(value) ?? codes.size + 1 + more;
  }

  /**
   * Samples for the fitted model.
   * @param {unknown} X
   * @param {Use} use
   * @returns {PackedTable}
   */
  pack(X, use) {
    const view = viewOf(X, this.wanted);
    return view ? this.packView(view, use) : this.#numbers(X, use);
  }

  /**
   * The same for the columns of a table.
   * @param {View} view
   * @param {Use} use
   * @returns {PackedTable}
   */
  packView(view, use) {
    view = this.complete(view);
    if (this.dates.length > 0) this.placesIn(view, this.wanted, this.at); // all of them must be there
    view = withDates(view, this.dates);
    const places = this.placesIn(view, this.names, this.at);
    const data = room(view.rows, places.length, use);
    const width = places.length;
    const named = places.map((place, j) => this.names?.[j] ?? view.names?.[place] ?? place);
    const columns = places.map((place, j) => this.said.includes(this.at[j]) ? readAs(view.columns[place], named[j], this.values[j] ? readText : readNumber) : view.columns[place]); // prettier-ignore
    inBlocks(view.rows, width, (rows) =>
      columns.forEach((values, j) => {
        const codes = this.#codes[j];
        const to = { data, from: j, step: width, ...rows };
        const column = named[j];
        if (codes) this.#known(values, codes, to, column);
        else numbers(values, to, (row, value) => noNumber(value, 'X', { row, column }));
      }),
    );
    return { ...dense(data, view.rows, width), ...(this.names && { names: [...this.names] }) };
  }

  /** The names that a table must have, where the table of the fit had some. */
  get wanted() {
    const { names, dates } = this;
    if (dates.length === 0) return names;
    return names && [...new Set(names.map((name, j) => this.dateOf(j)?.name ?? name))];
  }

  /**
   * The dates that a column is a part of.
   * @param {number} j
   */
  dateOf(j) {
    let part = this.at[j] - this.count;
    return part < 0 ? undefined : this.dates.find((one) => (part -= partsOf(one).length) < 0);
  }

  /**
   * A table with all columns that the model wants. What no row of objects has is a gap in all of
   * them; a row that has none is refused.
   * @param {View} view
   * @returns {View}
   */
  complete(view) {
    const { names = [], rows, columns, first } = view;
    const { wanted } = this;
    if (!first || !wanted) return view;
    for (let row = 0; row < rows; row++) {
      if (columns.every((values) => values[row] === undefined))
        throw noColumn(`X[${row}]`, wanted[0], wanted, { row });
    }
    const own = new Set(names);
    const lacking = wanted.filter((name) => !own.has(name));
    for (const name of this.#hinted || lacking.length === 0 ? [] : Object.keys(first)) {
      const close = wanted.includes(name) || Object(first[name]) === first[name] ? undefined : nearest(name, lacking); // prettier-ignore
      if (!close) continue;
      this.#hinted = true;
      warn({ code: 'WARN_UNKNOWN_COLUMN', message: `X has ${show(name)}, which the model does not know, and lacks ${show(close)}, which counts as a gap; correct the name if it is misspelt` }); // prettier-ignore
    }
    const gaps = lacking.map(() => new Array(rows).fill(undefined));
    return { ...view, names: [...names, ...lacking], columns: [...columns, ...gaps] };
  }

  /**
   * Writes the codes of known values; unknown ones have the code after all others.
   * @param {ArrayLike<unknown>} values
   * @param {Map<unknown, number>} codes
   * @param {Target} to
   * @param {string | number} column
   */
  #known(values, codes, { data, from, step, begin, end }, column) {
    for (let i = begin, at = from + begin * step; i < end; i++, at += step) {
      const value = values[i];
      data[at] =
        codes.get(value) ?? (isMissing(value) ? NaN : this.#other(value, codes, i, column));
    }
  }

  /**
   * The code of a value that is not among those of a column: in a model from ONNX, that of its text.
   * @param {unknown} value
   * @param {Map<unknown, number>} codes
   * @param {number} row
   * @param {string | number} column
   */
  #other(value, codes, row, column) {
    if (this.asTexts && isText(value)) return codes.get(String(value)) ?? codes.size;
    checkCategory(() => ({ row, column }), value, codes.keys());
    return codes.size;
  }

  /**
   * @param {unknown} X numbers
   * @param {Use} use
   */
  #numbers(X, use) {
    const { hasCategories } = this;
    const dated = this.dates.length > 0;
    const features = dated ? undefined : this.names;
    const table = packSamples(withNaN(X, this.names), 'X', { ...use, features });
    const { layout, rows, cols } = table.shape;
    const { data: bytes } = table.buffers;
    const numbers = () => new Float64Array(bytes.buffer, bytes.byteOffset);
    if (dated || (hasCategories && layout !== 'dense')) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'X',
        `X has numbers alone, but the model takes a table with ${hasCategories ? 'categories' : 'dates'}; pass rows or columns with them`,
      );
    }
    if (hasCategories) {
      // Categories may be numbers; some rows of a table may have no others.
      const given = numbers();
      const columns = Array.from({ length: cols }, (_, j) => Float64Array.from({ length: rows }, (_, i) => given[i * cols + j])); // prettier-ignore
      return this.packView({ rows, columns, ...(this.names && { names: table.names }) }, use);
    }
    if (cols !== this.count || this.at.length === this.count) return table;
    if (layout !== 'dense') throw notDense();
    const given = numbers();
    const data = room(rows, this.at.length, use);
    for (let i = 0, to = 0; i < rows; i++)
      for (const j of this.at) data[to++] = given[i * cols + j];
    return dense(data, rows, this.at.length);
  }

  /**
   * Where columns are in a table.
   * @param {ReturnType<typeof withDates>} view
   * @param {readonly string[] | undefined} wanted their names, where the table of the fit had some
   * @param {readonly number[]} at where they were in that table
   * @returns {readonly number[]}
   */
  placesIn({ names, columns, width = columns.length }, wanted, at) {
    if (names && !wanted) throw unnamed();
    if (wanted && names) {
      matchNames(names, wanted, { where: 'X', argument: 'X' });
      const places = placesOf(names);
      return wanted.map((name) => /** @type {number} */ (places.get(name)));
    }
    if (width === this.count) return at;
    throw new MaxMarginError(
      'ERR_FEATURE_COUNT',
      'X',
      `X has ${width} columns, but the model was fitted to ${this.count}; pass as many`,
      { expected: this.count, got: width },
    );
  }

  /**
   * Names the unknown category in an error of an encoder, which knows numbers alone.
   * @param {any} error
   * @param {any} X
   */
  named(error, X) {
    const { row, column: j } = error.details ?? {};
    const rows = asRows(X, this.wanted);
    const view = viewOf(rows, this.wanted);
    const place = view?.names?.indexOf(/** @type {any} */ (this.names?.[j])) ?? this.at[j];
    const value = view ? view.columns[place]?.[row] : rows[row]?.[place];
    if (isValue(value)) error.message = error.message.replace('a category that', () => `the category ${show(value)}, which`); // prettier-ignore
    return error;
  }

  /** What the file of a model has of it. */
  fields() {
    const { count, names, at, values, asTexts, dates, said } = this;
    const more = { ...(asTexts && { asTexts }), ...(dates.length > 0 && { dates }), ...(said.length > 0 && { said }) }; // prettier-ignore
    return { [field]: JSON.stringify({ count, names, at, values, ...more }) };
  }

  /** Nothing is to be done after a fit. */
  settle() {}

  /**
   * That of a model file; nothing if it has none.
   * @param {{extra: (name: string) => string | undefined}} fitted
   */
  static restore(fitted) {
    const text = fitted.extra(field);
    if (text === undefined) return undefined;
    const { count, names, at, values, asTexts, dates = [], said = [] } = Object(JSON.parse(text));
    const width = at?.length;
    const isPlace = (/** @type {unknown} */ j) => Number.isSafeInteger(j) && Number(j) >= 0;
    const isString = (/** @type {unknown} */ one) => typeof one === 'string';
    const isDates = (/** @type {any} */ one) =>
      isPlace(one?.at) && one.at < count && [one.order, one.name ?? ''].every(isString);
    const whole =
      Number.isSafeInteger(count) &&
      [dates, said, at, values, names ?? []].every(Array.isArray) &&
      dates.every(isDates) &&
      at.every(
        (/** @type {number} */ j) => isPlace(j) && j < count + dates.flatMap(partsOf).length,
      ) &&
      values.length === width &&
      values.every(
        (/** @type {any} */ list) => list === null || (Array.isArray(list) && list.every(isValue)),
      ) &&
      (names === undefined || (names?.length === width && names.every(isString)));
    if (!whole) throw new TypeError('its columns and their categories do not go together');
    return new Coding({ count, names, at, values, asTexts: asTexts === true, dates, said });
  }
}

/**
 * What a table has: the names of its columns, if there are some, and their kinds.
 * @typedef {{names?: readonly string[], columns: readonly ('number' | 'category')[]}} Kinds
 */

/**
 * Learns the coding of a table, and packs it.
 * @param {unknown} X
 * @param {Use} use
 * @param {(view: Kinds) => readonly number[]} [choose] which columns are used; by default all
 * @param {(place: number) => readonly Value[]} [given] further categories of a column that has some
 * @returns {CodedTable}
 */
export function learnCoding(X, use, choose, given) {
  const view = viewOf(X);
  return view ? learnView(view, use, choose, given) : ofNumbers(X, use, choose);
}

/**
 * The same for the columns of a table.
 * @param {Told & ReturnType<typeof withDates>} view
 * @param {Use} use
 * @param {Parameters<typeof learnCoding>[2]} [choose]
 * @param {Parameters<typeof learnCoding>[3]} [given]
 * @param {readonly Warning[]} [warnings] about the table
 * @returns {CodedTable}
 */
export function learnView(view, use, choose, given = () => [], warnings) {
  const { rows, columns, names, width = columns.length, dates, said } = view;
  if (rows === 0 || columns.length === 0) {
    throw new MaxMarginError(
      'ERR_EMPTY',
      'X',
      `X is empty (shape ${rows} x ${columns.length}); it needs at least one row and one column`,
      { rows, columns: columns.length },
    );
  }
  const at = choose?.({ names, columns: columns.map(kindOf) }) ?? columns.map((_, j) => j);
  const data = room(rows, at.length, use);
  const learners = at.map((place) => {
    const name = names?.[place] ?? place;
    return new Learner(columns[place], (row, value, why) => noEntry({ row, column: name }, value, why)); // prettier-ignore
  });
  inBlocks(rows, at.length, (block) =>
    learners.forEach((learner, j) => learner.learn({ data, from: j, step: at.length, ...block })),
  );
  const values = learners.map((learner, j) => learner.sort(given(at[j])));
  inBlocks(rows, at.length, (block) =>
    learners.forEach((learner, j) => learner.settle({ data, from: j, step: at.length, ...block })),
  );
  const coding = new Coding({
    ...{ count: width, at, values, dates, said, warnings },
    ...(names && { names: at.map((j) => names[j]) }),
  });
  const table = dense(data, rows, at.length);
  return { ...table, ...(coding.names && { names: [...coding.names] }), coding };
}

/**
 * @param {unknown} X
 * @param {Use} use
 * @param {Parameters<typeof learnCoding>[2]} [choose]
 * @returns {CodedTable}
 */
function ofNumbers(X, use, choose) {
  const table = packSamples(withNaN(X), 'X', use);
  const { cols } = table.shape;
  const all = Array.from({ length: cols }, (_, j) => j);
  const { names } = table;
  const at = choose?.({ names, columns: all.map(() => 'number') }) ?? all;
  const coding = new Coding({ count: cols, names, at: all, values: all.map(() => null) });
  if (at.length === cols) return { ...table, coding };
  if (table.shape.layout !== 'dense') throw notDense();
  const used = new Coding({ ...coding.of(at) });
  return { ...used.pack(X, { ...use, features: undefined }), coding: used };
}

const notDense = () =>
  new MaxMarginError(
    'ERR_TYPE',
    'X',
    "X is sparse, and a ColumnTransformer leaves out some of its columns; pass dense rows, or take all columns, with remainder: 'passthrough'",
  );

/**
 * The kind of a column, by its first value that is not missing.
 * @param {ArrayLike<unknown>} values
 * @returns {'number' | 'category'}
 */
export function kindOf(values) {
  if (ArrayBuffer.isView(values)) return 'number';
  for (let i = 0; i < values.length; i++) {
    const type = typeof values[i];
    if (type === 'string' || type === 'boolean') return 'category';
  }
  return 'number';
}

/**
 * @param {number} rows
 * @param {number} cols
 * @param {Use} use
 */
function room(rows, cols, use) {
  checkRoom(use.operation, 'X', { layout: 'dense', rows, cols }, use);
  return allocating(use.operation, 'X', () => new Float64Array(rows * cols));
}

/**
 * @param {Float64Array} data
 * @param {number} rows
 * @param {number} cols
 * @returns {PackedTable}
 */
const dense = (data, rows, cols) => ({
  shape: { layout: 'dense', rows, cols },
  buffers: { data: bytesOf(data) },
});

/**
 * Where the numbers of some rows of a column go: row i to data[from + i * step].
 * @typedef {{data: Float64Array, from: number, step: number, begin: number, end: number}} Target
 */

/**
 * Visits the rows of a table of some columns in blocks that the processor's cache holds: columns
 * that are written one after the other into rows would each go through all of memory.
 * @param {number} rows
 * @param {number} cols
 * @param {(block: {begin: number, end: number}) => void} visit
 */
function inBlocks(rows, cols, visit) {
  const size = Math.max(64, Math.floor(32768 / cols));
  for (let begin = 0; begin < rows; begin += size)
    visit({ begin, end: Math.min(begin + size, rows) });
}

/**
 * Writes numbers and gaps.
 * @param {ArrayLike<unknown>} values
 * @param {Target} to
 * @param {(i: number, value: unknown) => Error} [refuse] the error for anything else
 * @returns {boolean} whether there was nothing else
 */
function numbers(values, { data, from, step, begin, end }, refuse) {
  for (let i = begin, at = from + begin * step; i < end; i++, at += step) {
    const value = values[i];
    if (typeof value === 'number') data[at] = value;
    else if (value === null || value === undefined) data[at] = NaN;
    else if (refuse) throw refuse(i, value);
    else return false;
  }
  return true;
}

/** Learns the values of a column while it writes it: numbers, or, if not all are, codes. */
class Learner {
  #values;
  #refuse;
  /** The places of the values in the order in which they came. @type {Map<any, number> | null} */
  #codes = null;
  /** The places of the values ascending, by those in #codes, if these differ. */
  #moved = new Float64Array(0);

  /**
   * @param {ArrayLike<unknown>} values
   * @param {(i: number, value: unknown, why?: string) => Error} refuse
   */
  constructor(values, refuse) {
    this.#values = values;
    this.#refuse = refuse;
  }

  /**
   * The next rows. When the first value comes that is no number, all before it are written again.
   * @param {Target} to
   */
  learn(to) {
    if (this.#codes) this.#number(to, this.#codes);
    else if (!numbers(this.#values, to))
      this.#number({ ...to, begin: 0 }, (this.#codes = new Map()));
  }

  /**
   * @param {Target} to
   * @param {Map<any, number>} codes
   */
  #number({ data, from, step, begin, end }, codes) {
    const values = this.#values;
    for (let i = begin, at = from + begin * step; i < end; i++, at += step) {
      const value = values[i];
      let code = codes.get(value);
      if (code === undefined) {
        if (isMissing(value)) code = NaN;
        else if (value === Infinity || value === -Infinity)
          throw this.#refuse(i, value, 'categories are finite'); // prettier-ignore
        else if (isValue(value)) codes.set(value, (code = codes.size));
        else throw this.#refuse(i, value);
      }
      data[at] = code;
    }
  }

  /**
   * After the last row: the values, ascending; null if all are numbers.
   * @param {readonly Value[]} given further values, if not all are numbers
   * @returns {Value[] | null}
   */
  sort(given) {
    const codes = this.#codes;
    if (!codes) return null;
    for (const value of given) if (!codes.has(value)) codes.set(value, codes.size);
    const found = [...codes.keys()];
    if (found.includes('') && found.every((value) => value === '' || typeof value === 'number')) {
      const at = Array.prototype.indexOf.call(this.#values, '');
      if (found.length > 1) throw this.#refuse(at, '', 'all else are numbers; write a gap as null');
    }
    const sorted = [...found].sort(byType);
    const places = new Map(sorted.map((value, place) => [value, place]));
    const moved = found.map((value) => /** @type {number} */ (places.get(value)));
    if (moved.some((place, code) => place !== code)) this.#moved = Float64Array.from(moved);
    return sorted;
  }

  /**
   * After sort: writes the places of the values, ascending.
   * @param {Target} to
   */
  settle({ data, from, step, begin, end }) {
    const moved = this.#moved;
    if (moved.length === 0) return;
    for (let i = begin, at = from + begin * step; i < end; i++, at += step) {
      const code = data[at];
      if (code === code) data[at] = moved[code];
    }
  }
}
