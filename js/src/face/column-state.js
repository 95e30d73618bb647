/**
 * ColumnTransformer: columns of a table go to transformers. Which columns they are is settled when
 * there are samples; Go is told their numbers.
 */
import { dayOf, orderOf } from '../basics/dates.js';
import { readEntries } from '../basics/entries.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { columnTypes, kindOfColumn, saidTypes } from '../basics/kinds.js';
import { warn } from '../basics/warnings.js';
import { kindOf, learnCoding, learnView, readAs, withDates } from '../input/coding.js';
import { viewOf } from '../input/columns.js';
import { readNumber, readText, refuseMixed } from '../input/entries.js';
import { isRecord } from '../input/tables.js';
import { columnTransformer } from '../machines/holders.js';
import { Estimator, isOfOtherEntry } from '../model/estimator.js';
import { Places, rest } from '../model/places.js';
import { stateOf } from '../model/registry.js';
import { VectorizerState } from '../vectorize/state.js';
import { TextCoding, learnTexts, noTexts } from '../vectorize/texts.js';
import { codingOf } from './encoder-state.js';
import { HolderState, checkName, optionsWithin, recipeWith, separator } from './holder-state.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { Coding, Kinds } from '../input/coding.js' */
/** @import { Use } from '../input/inputs.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Step, Vectorizing } from '../model/step.js' */
/** @import { Held } from './holder-state.js' */

/** The kinds of columns. */
const kinds = ['number', 'category', 'text'];

/** The two words that stand for transformers. */
const words = ['drop', 'passthrough'];

/**
 * Some columns, and what they go to.
 * @typedef {{name: string, to: Estimator<any> | string, columns: any}} Group
 */

/**
 * A column of a table: its number, its kind, its name if it has one, why it is left out, and whether its texts are
 * numbers.
 * @typedef {{kind: string, at: number, name?: string, why?: string, numbers?: boolean}} Column
 */

/**
 * A table with its columns, also with the parts of its dates, and what was said of them.
 * @typedef {{plain: import('../input/columns.js').View, view: import('../input/coding.js').Told & ReturnType<typeof withDates>, all: Column[], types: Record<string, string>}} Look
 */

/** A group and its columns, by their places in a list. @typedef {{group: Group, columns: number[]}} Settled */

/** Vectorizers that read single texts, or whatever a function takes. */
const readers = ['CountVectorizer', 'TfidfVectorizer', 'FeatureMap'];

/**
 * Whether a vectorizer gets the columns: a text, which Go does not see.
 * @param {Group} group
 */
const reads = ({ to }) => typeof to !== 'string' && stateOf(to) instanceof VectorizerState;

/**
 * Whether a part of Go's gets the columns.
 * @param {Group} group
 */
const isPart = (group) => typeof group.to !== 'string' && !reads(group);

/** The parts of a ColumnTransformer and its fit. */
export class ColumnState extends HolderState {
  /**
   * @param {unknown} given [name, transformer, columns] each, or all arguments in an object
   * @param {unknown} options
   * @param {Host} host
   */
  constructor(given, options, host) {
    const all = isRecord(given)
      ? given
      : { ...(isRecord(options) ? options : {}), transformers: given };
    if (options !== undefined && !isRecord(options))
      throw wrong(`its options are ${show(options)}`);
    const { transformers, remainder = 'drop', types = {}, ...own } = all;
    super(columnTransformer, own, host);
    if (
      !isRecord(types) ||
      Object.values(types).some((type) => !saidTypes.includes(String(type)))
    ) {
      throw wrong(`types must be an object with ${saidTypes.map(show).join(', ')} by name, got ${show(types)}`, 'types'); // prettier-ignore
    }
    this.types = /** @type {Record<string, string>} */ (Object.freeze({ ...types }));
    if (!Array.isArray(transformers) || transformers.length === 0) {
      throw wrong(
        `a ColumnTransformer takes an array of [name, transformer, columns], got ${show(transformers)}`,
      );
    }
    /** @type {Group[]} */
    this.groups = transformers.map((entry, i) => this.#group(entry, i));
    const names = new Set(this.groups.map(({ name }) => name));
    if (names.size < this.groups.length) throw wrong('two transformers have the same name');
    /** @type {Group} */
    this.remainder = { name: rest, to: this.#checkPart(remainder, rest), columns: undefined };
  }

  /**
   * @param {unknown} entry
   * @param {number} i
   * @returns {Group}
   */
  #group(entry, i) {
    const [name, to, columns] = Array.isArray(entry) ? entry : [];
    checkName(name, `transformer ${i}`, wrong);
    return { name, to: this.#checkPart(to, name), columns: checkColumns(columns, name) };
  }

  /**
   * A copy of a transformer.
   * @param {unknown} to
   * @param {string} name
   */
  #checkPart(to, name) {
    if (typeof to === 'string' && words.includes(to)) return to;
    if (isOfOtherEntry(to, this.home)) {
      throw wrong(
        `'${name}' is of another entry of maxmargin than this ColumnTransformer; import both from one of them`,
      );
    }
    const state = to instanceof Estimator ? stateOf(to) : undefined;
    const fits =
      state &&
      (state instanceof VectorizerState
        ? readers.includes(state.machine) && name !== rest
        : state.spec.kind === 'transformer') &&
      !(state instanceof ColumnState) &&
      !state.vectorizer;
    if (!fits) {
      throw wrong(
        `'${name}' is ${state ? `a ${state.name}` : show(to)}; pass 'drop', 'passthrough', a transformer or a pipeline of such, or ${readers.join(', ')} for a column`,
      );
    }
    return /** @type {Estimator<any>} */ (to).clone();
  }

  /** The groups that have a transformer. @returns {Held[]} */
  get held() {
    return [...this.groups, this.remainder].flatMap(({ name, to }) =>
      typeof to === 'string' ? [] : [[name, to]],
    );
  }

  get takesCategories() {
    return true;
  }

  /**
   * A table with categories as codes; columns that no part uses are left out.
   * @param {unknown} X
   * @param {Use} use
   */
  takeTable(X, use) {
    const look = this.#look(X);
    const found = this.#texts(look);
    const warnings = look && warningsOf(look.all);
    warnings?.forEach(warn);
    /** @type {Settled[]} */
    let settled = [];
    const choose = (/** @type {Kinds} */ { names, columns }) => {
      const kinds = look?.all ?? columns.map((kind, at) => ({ kind, at, name: names?.[at] }));
      settled = (found?.settled ?? this.#settle(kinds, true)).filter(({ group }) => {
        if (found || !reads(group)) return !reads(group);
        throw noTexts();
      });
      const used = new Set(settled.flatMap((group) => group.columns));
      if (used.size === 0 && !found) throw wrong('no column of X goes anywhere', 'columns');
      return [...used].sort((a, b) => a - b);
    };
    /** @type {Map<number, number>[] | undefined} */
    let places;
    const given = (/** @type {number} */ place) => {
      places ??= settled.map(({ columns }) => new Map(columns.map((column, i) => [column, i])));
      const known = places;
      return settled.flatMap(({ group }, g) => {
        const at = known[g].get(place);
        if (at === undefined || typeof group.to === 'string') return [];
        return stateOf(group.to).givenOf?.(at) ?? [];
      });
    };
    if (!look) return learnCoding(X, use, choose, given);
    const { view } = look;
    if (!found) return learnView(view, use, choose, given, warnings);
    const { texts } = found;
    const classifies = use.machine?.kind !== 'regressor';
    return learnTexts(
      view,
      learnView(view, use, choose, given, warnings),
      texts.map((text) => ({ ...text, vectorizer: text.vectorizer.clone() })),
      { ...use, y: classifies ? use.y : undefined },
    );
  }

  /**
   * What turns the samples into numbers first: the options of the vectorizers, and the rows.
   * @param {unknown} X
   * @returns {Vectorizing | undefined}
   */
  vectorizing(X) {
    const look = this.#look(X);
    const found = this.#texts(look);
    if (!look || !found) return undefined;
    const { plain: view, types } = look;
    const { texts } = found;
    const options = texts.flatMap(({ label, at, vectorizer }) => [
      label,
      at,
      ...Object.values(stateOf(vectorizer).params()),
    ]);
    const { names = view.columns.map((_, j) => j), columns } = view;
    const row = (/** @type {unknown} */ _, /** @type {number} */ i) => {
      const entries = columns.map((values, j) => [names[j], values[i]]);
      return view.names ? Object.fromEntries(entries) : entries.map(([, value]) => value);
    };
    if (Array.isArray(X)) return { options, samples: X };
    const samples = Array.from({ length: view.rows }, row);
    return { options, samples: Object.assign(samples, { [columnTypes]: types }) };
  }

  /**
   * The columns that vectorizers read; nothing if they read none of this table.
   * @param {Look | undefined} look
   */
  #texts(look) {
    const settled = look && this.groups.some(reads) ? this.#settle(look.all, true) : undefined;
    const texts = settled?.filter(({ group }) => reads(group)) ?? [];
    if (!look || !settled || texts.length === 0) return undefined;
    const { view } = look;
    return {
      settled,
      texts: texts.map(({ group: { name, to, columns: asked }, columns }) => {
        const joined = asked === 'text';
        if (columns.length > 1 && !joined) {
          throw wrong(
            `'${name}', a ${stateOf(to).machine}, reads one column, but gets ${columns.length}; give each its own vectorizer, or take 'text' for all columns of texts as one`,
            'columns',
          );
        }
        const { names } = view;
        return {
          label: name,
          vectorizer: /** @type {Estimator<any>} */ (to),
          at: columns,
          names: names && columns.map((j) => names[j]),
          joined,
        };
      }),
    };
  }

  /**
   * A table as the groups see it. Where a group asks for all columns of a kind, dates are numbers, and ids and names
   * are left out, unless a group has them by their names or a type is given. A column that has numbers and other
   * values must be said to have categories.
   * @param {any} X
   * @returns {Look | undefined}
   */
  #look(X) {
    const plain = viewOf(X);
    if (!plain) return undefined;
    const { names } = plain;
    const columns = plain.columns.slice();
    /** @type {Record<string, string>} */
    // A column may be called constructor.
    const types = Object.assign(Object.create(null), X[columnTypes], this.types);
    for (const name of Object.keys(this.types)) {
      if (!names?.includes(name)) throw wrong(`types names the column ${show(name)}, which X does not have`, 'types'); // prettier-ignore
    }
    const asks = new Set(this.groups.map(({ columns: asked }) => asked));
    const any = kinds.some((kind) => asks.has(kind));
    const texts = asks.has('text') || this.groups.some((group) => reads(group) && typeof group.columns === 'function'); // prettier-ignore
    const byName = new Set(this.groups.flatMap(({ columns: asked }) => Array.isArray(asked) ? asked : [])); // prettier-ignore
    /** @type {import('../input/coding.js').Dates[]} */
    const dates = [];
    /** @type {number[]} */
    const as = [];
    /** @type {Column[]} */
    const all = plain.columns.map((values, at) => {
      const name = names?.[at];
      const column = { kind: kindOf(values), at, ...(name !== undefined && { name }) };
      if (byName.has(at) || byName.has(name) || !(any || texts)) return column;
      const [said, order] = (name === undefined ? undefined : types[name])?.split(':') ?? [];
      /** @type {{kind: string, why?: string, numbers?: boolean}} */
      const found = said && said !== 'date' ? { kind: said } : kindOfColumn(values);
      if (said === 'date' || (found.kind === 'date' && asks.has('number'))) {
        dates.push({ at, ...(name !== undefined && { name }), order: orderIn(values, name ?? at, order) }); // prettier-ignore
        return { ...column, kind: 'date' };
      }
      if (said === 'number' || said === 'category') {
        columns[at] = readAs(values, name ?? at, said === 'number' ? readNumber : readText);
        as.push(at);
        return { ...column, kind: said };
      }
      if (column.kind === 'category') refuseMixed(values, name ?? at);
      if (found.kind === 'text' && texts) return { ...column, kind: 'text' };
      if (!asks.has('category')) return column;
      const { why, numbers } = found;
      return { ...column, ...(why && { kind: 'left', why }), ...(numbers && { numbers }) };
    });
    for (const group of this.groups) {
      if (!reads(group) || !Array.isArray(group.columns)) continue;
      for (const j of placesOf(group, all)) all[j].kind = 'text';
    }
    const view = withDates({ ...plain, columns, said: as }, dates);
    for (let at = all.length; at < view.columns.length; at++)
      all.push({ kind: 'number', at, name: view.names?.[at] });
    return { plain, view, all, types };
  }

  /**
   * The columns of each group that has some and does not drop them, by their places in a list.
   * @param {readonly Column[]} all
   * @param {boolean} [whole] whether these are all columns, also those that are dropped or read
   * @param {readonly {label: string}[]} [texts] that are read and not in the list
   * @returns {Settled[]}
   */
  #settle(all, whole = false, texts = []) {
    const used = new Set();
    const settled = this.groups.map((group) => {
      const text = texts.findIndex(({ label }) => label === group.name);
      if (text >= 0) return { group, columns: [all.length + text] };
      const columns = whole || (group.to !== 'drop' && !reads(group)) ? placesOf(group, all) : [];
      columns.forEach((j) => used.add(j));
      return { group, columns };
    });
    const others = all.map((_, j) => j).filter((j) => !used.has(j) && !/date|left/.test(all[j].kind)); // prettier-ignore
    settled.push({ group: this.remainder, columns: others });
    return settled.filter(({ group, columns }) => group.to !== 'drop' && columns.length > 0);
  }

  /**
   * The groups of the columns that a coding has. After these come the texts, which count as a
   * column each.
   * @param {Coding} coding
   */
  settled(coding) {
    const { at, names, values } = coding;
    const texts = coding instanceof TextCoding ? coding.texts : [];
    const read = new Set(texts.flatMap((text) => text.at));
    const kindAt = (/** @type {number} */ j) => (values[j] ? 'category' : 'number');
    const all = at.map((place, j) => ({
      kind: read.has(place) ? 'text' : kindAt(j),
      at: place,
      name: names?.[j],
    }));
    return this.#settle(all, false, texts);
  }

  /**
   * @param {readonly string[]} names of the classes
   * @param {Coding} [coding] of the samples
   */
  recipe(names, coding) {
    if (!coding) throw wrong('a ColumnTransformer must be the first step of its pipeline');
    const settled = this.settled(coding);
    const parts = settled.flatMap(({ group, columns }) => {
      if (reads(group)) return [];
      const { name, to } = group;
      const own = coding.of(columns);
      const state = typeof to === 'string' ? undefined : stateOf(to);
      if (own.hasCategories && !state?.takesCategories) {
        const j = own.values.findIndex(Boolean);
        const column = own.names?.[j] ?? `number ${own.at[j]}`;
        throw wrong(
          `'${name}' gets the column ${column}, which has categories; give it to an encoder, or drop it`,
          'columns',
        );
      }
      return state ? [{ label: name, ...state.recipe(names, own) }] : [];
    });
    const passed = settled.flatMap(({ group }, i) => (isPart(group) ? [] : [i]));
    const own = {
      ...super.recipe(names).options,
      columns: settled.map(({ columns }) => columns.join(',')).join(';'),
      passthrough: passed.join(','),
      // Read when vectorizers have learnt their terms, which is after the recipe is made.
      get terms() {
        return coding instanceof TextCoding ? coding.terms.join(',') : '';
      },
    };
    return recipeWith(this.machine, parts, own);
  }

  params() {
    return { ...super.params(), ...this.prefixed((state) => state.params()) };
  }

  defaults() {
    return { ...super.defaults(), ...this.prefixed((state) => state.defaults()) };
  }

  print() {
    const parts = [...this.groups, this.remainder].map(({ name, to }) => `${name}: ${to}`);
    return `ColumnTransformer(${parts.join(', ')})`;
  }

  /** @param {(options: Options) => Options} write */
  write(write) {
    const part = (/** @type {Estimator<any> | string} */ to) => {
      if (typeof to === 'string') return to;
      const state = stateOf(to);
      return { machine: state.name, ...state.write(write) };
    };
    const transformers = this.groups.map(({ name, to, columns }) => {
      if (typeof columns !== 'function') return { name, transformer: part(to), columns };
      throw wrong(
        `'${name}' has its columns from a function, which a file cannot hold; give their names`,
        'columns',
      );
    });
    const types = Object.keys(this.types).length > 0 && { types: this.types };
    return { ...super.write(write), transformers, remainder: part(this.remainder.to), ...types };
  }

  ingredients() {
    return {
      .../** @type {object} */ (super.ingredients()),
      transformers: this.groups.map(({ name, to, columns }) => [name, to, columns]),
      remainder: this.remainder.to,
      types: this.types,
    };
  }

  /** @param {unknown} options own ones, and those of the parts as name__option */
  change(options) {
    this.checkAlive();
    const { own, parts } = this.#sort(options);
    super.change(own);
    for (const [part, short] of parts) part.setParams(short);
  }

  /** @param {unknown} options */
  check(options) {
    return this.#sort(options).all;
  }

  /** @param {any} options */
  #sort(options) {
    if (!isRecord(options)) throw wrong(`its options are ${show(options)}`, 'options');
    const entries = readEntries(this.name, options, Object.keys(this.params()));
    const own = Object.fromEntries(entries.filter(([name]) => !name.includes(separator)));
    super.check(own);
    const parts = this.held.map(([name, part]) => {
      const short = optionsWithin(entries, name);
      stateOf(part).check(short);
      return /** @type {const} */ ([part, short]);
    });
    return { own, parts, all: Object.fromEntries(entries) };
  }

  /** @param {Fitted} fitted */
  shareFit(fitted) {
    const coding = codingOf(fitted);
    if (!coding) throw new TypeError('it has no columns');
    for (const group of this.groups) {
      const { columns } = group;
      if (columns instanceof Places)
        group.columns = columns.list.map((j) => coding.names?.[j] ?? coding.at[j]);
    }
    const states = new Map(this.held.map(([name, part]) => [name, stateOf(part)]));
    if (coding instanceof TextCoding) {
      for (const { label, vectorizer } of coding.texts) {
        const state = /** @type {VectorizerState} */ (states.get(label));
        state.share(/** @type {VectorizerState} */ (stateOf(vectorizer)));
      }
    }
    const settled = this.settled(coding).filter(({ group }) => isPart(group));
    this.partsOf(fitted).forEach((part, i) => {
      const { group, columns } = settled[i];
      part.reader = coding.of(columns);
      /** @type {Step} */ (states.get(group.name)).fitted = part;
    });
  }
}

/**
 * @param {any} columns
 * @param {string} name of the group
 */
function checkColumns(columns, name) {
  const one = (/** @type {unknown} */ column) =>
    typeof column === 'string' || Number.isSafeInteger(column);
  if (kinds.includes(columns)) return columns;
  if (one(columns)) return Object.freeze([columns]);
  if (typeof columns === 'function' || columns instanceof Places) return columns;
  if (Array.isArray(columns) && columns.every(one)) return Object.freeze([...columns]);
  throw wrong(
    `the columns of '${name}' are ${show(columns)}; give a name or a number, or an array of such, 'number', 'category' or 'text' for all of a kind, or a function ({ name, index, kind }) => boolean`,
    'columns',
  );
}

/**
 * How the dates of a column are written.
 * @param {ArrayLike<unknown>} values
 * @param {string | number} name
 * @param {string} [order] if it is known
 */
function orderIn(values, name, order) {
  const found = orderOf(values);
  if (order) {
    const hasTimes = Array.from(values, (value) => dayOf(value, order)).some((day) => day % 1);
    return hasTimes ? `${order}T` : order;
  }
  if (found[0] !== '?') return found || 'ymd';
  throw new MaxMarginError(
    'ERR_TYPE',
    'X',
    `X.${name} has dates, but none of them tells the day from the month; say types: { ${name}: 'date:dmy' } if the day comes first, or 'date:mdy' if the month does`,
    { column: name },
  );
}

/**
 * What may not be meant so: columns that are left out, and numbers that are texts.
 * @param {Column[]} all
 */
function warningsOf(all) {
  /** @type {import('../types.js').Warning[]} */
  const warnings = [];
  const tell = (
    /** @type {string} */ code,
    /** @type {Column[]} */ some,
    /** @type {(listed: string, name: string) => string} */ say,
  ) => {
    const listed = some.map(({ name, at, why }) => (name ?? `column ${at}`) + (why ? ` (${why})` : '')).join(', '); // prettier-ignore
    if (some.length > 0) warnings.push({ code, message: say(listed, some[0].name ?? 'name') });
  };
  tell('WARN_LEFT_OUT', all.filter(({ why, numbers }) => why && !numbers), (listed, name) => `left out of the table: ${listed}; to keep one, say types: { ${name}: 'category' }, or 'text' if its words matter`); // prettier-ignore
  tell('WARN_TEXT_NUMBERS', all.filter(({ numbers }) => numbers), (listed, name) => `texts that are numbers count as categories: ${listed}; convert them with Number, or say types: { ${name}: 'number' }, or 'category' if they are codes`); // prettier-ignore
  return warnings;
}

/**
 * The columns of a group by their places in a list.
 * @param {Group} group
 * @param {readonly Column[]} all
 * @returns {number[]}
 */
function placesOf({ name, columns }, all) {
  const every = all.map((_, j) => j);
  if (typeof columns === 'string') return every.filter((j) => all[j].kind === columns);
  if (typeof columns === 'function') {
    return every.filter((j) => columns({ name: all[j].name, index: all[j].at, kind: all[j].kind }));
  }
  /** @type {[string | number | undefined, number][]} */
  const known = all.flatMap(({ name: own, at }, j) => [[own, j], [at, j]]); // prettier-ignore
  const places = new Map(known);
  return columns.map((/** @type {string | number} */ column) => {
    const j = places.get(column);
    if (j !== undefined) return j;
    throw new MaxMarginError(
      'ERR_OPTION',
      'columns',
      `'${name}' asks for the column ${show(column)}, which X does not have; it has ${all
        .slice(0, 8)
        .map((known) => known.name ?? known.at)
        .join(', ')}${all.length > 8 ? ', …' : ''}`,
      { column },
    );
  });
}

/**
 * @param {string} message
 * @param {string} [argument]
 */
const wrong = (message, argument = 'transformers') =>
  new MaxMarginError(argument === 'transformers' ? 'ERR_TYPE' : 'ERR_OPTION', argument, message);
