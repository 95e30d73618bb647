/**
 * Operators that bring columns to a machine, as skl2onnx writes ColumnTransformer, encoders and
 * pipelines of these: each result is followed as the columns that it is made of and the steps that
 * they went through.
 */
import { show } from '../../basics/errors.js';
import { ascending, isText } from '../../basics/text.js';
import { malformed } from './protobuf.js';
import { isScaler, isSelector, readScaler } from './scalers.js';
import { elements } from './schema.js';
import { counted } from './words.js';

/** @import { FieldValue } from '../../model/container.js' */
/** @import { ForeignStep } from '../foreign.js' */
/** @import { Graph, Node } from './graph.js' */
/** @import { Vectorizer } from './words.js' */

/** A category: a text, a whole number, or nothing for a missing value. @typedef {string | number | null} Category */

/**
 * A step. An encoder has its categories for each column, and which of them have a column; a scaler is an
 * operator, and takes so many columns, NaN if it is not known yet.
 * @typedef {Partial<Pick<ForeignStep, 'options'>> & {machine?: string, fitted?: Record<string, FieldValue>, categories?: Category[][], kept?: number[][], scaler?: Node, from?: number}} Step
 */

/**
 * Columns that go through steps together; or texts on the way to their counted words, with the operators so
 * far, and these.
 * @typedef {{columns: number[], text: boolean, steps: Step[], width: number, words?: Node[], vectorizer?: Vectorizer}} Group
 */

/**
 * A result: columns side by side, and the steps that they go through since. With `deep` it has
 * another axis, of length 1, before the last.
 * @typedef {{groups: Group[], steps: Step[], width: number, deep: boolean}} Value
 */

/**
 * What comes before a machine: the steps, the columns of the table that the model takes, and their
 * names where the columns are numbers alone; the vectorizer of texts.
 * @typedef {{before: ForeignStep[], table?: object, names?: string[], vectorizer?: Vectorizer}} Front
 */

/** Operators before a machine that take the columns of a table apart, or bring them together. */
const joining = ['Concat', 'FeatureVectorizer', 'LabelEncoder', 'OneHotEncoder'];

/** The encoders. */
const encoders = ['OneHotEncoder', 'OrdinalEncoder'];

/** The most columns that samples of a machine have. */
const most = 1 << 24;

/** The most columns of a table, steps of a column and machines within a model. */
const limits = { columns: 1 << 16, steps: 50, parts: 900 };

/** How many entries all lists of columns may have together: small files cannot ask for much memory. */
const mostEntries = 1 << 22;

export class Table {
  /** @type {Map<string, Value>} */
  #values = new Map();
  /** The names of the columns of the file; none if there is one input of several. */
  #names;
  #count = 0;
  #entries = 0;
  /** Whether one input goes through steps as a whole: its width may be unknown. */
  #plain;

  /** @param {Graph} graph */
  constructor(graph) {
    this.graph = graph;
    const { inputs, kinds, nodes, machine } = graph;
    const [first] = inputs;
    const { type, width = NaN } = kinds.get(first) ?? {};
    const counts = nodes.some((node) => node.type === 'TfIdfVectorizer');
    const text = counts || type === elements.string;
    const before = nodes.slice(0, nodes.indexOf(machine));
    const joins = text || before.some((node) => joining.includes(node.type));
    this.#plain = machine.inputs.length !== 1 || (inputs.length < 2 && (counts || !joins));
    if (this.#plain) {
      this.#values.set(first, valueOf([{ columns: [], text, steps: [], width }]));
      return;
    }
    const single = inputs.length === 1 && width !== 1;
    /** @type {string[]} */
    const names = [];
    for (const name of inputs) {
      const { width, type } = kinds.get(name) ?? {};
      if (!width || this.#count + width > limits.columns) {
        throw malformed(
          graph.offset,
          `the input ${show(name)} does not say how many columns it has, or has too many, where a table has up to ${limits.columns}; write the file with their number`,
        );
      }
      const columns = Array.from({ length: width }, (_, j) => this.#count + j);
      this.#count += width;
      for (let j = 0; j < width && !single; j++) names.push(width === 1 ? name : `${name}_${j}`);
      const group = { columns, text: type === elements.string, steps: [], width };
      this.#values.set(name, valueOf([group]));
    }
    if (new Set(names).size < names.length || !names.every(isText)) {
      throw malformed(
        graph.offset,
        'two columns have the same name, or one has the character U+0000; give the inputs other names',
      );
    }
    this.#names = single ? undefined : names;
  }

  /**
   * Whether a machine takes samples, the same as another one.
   * @param {Node} node
   * @param {Node} machine
   */
  isTaken({ inputs: [name, ...others] }, machine) {
    const value = this.#values.get(name);
    return (
      value !== undefined && others.length === 0 && value === this.#values.get(machine.inputs[0])
    );
  }

  /**
   * How many columns a machine takes, if it is known without it.
   * @param {Node} machine
   */
  widthOf(machine) {
    return this.#values.get(machine.inputs[0])?.width || undefined;
  }

  /**
   * Follows an operator, if it is one that steps are made of.
   * @param {Node} node
   */
  take(node) {
    const made = this.#made(node);
    if (!made) return false;
    // No machine takes what it was before a step.
    if (this.#plain && made !== this.#values.get(node.inputs[0])) this.#values.clear();
    this.#values.set(node.outputs[0], made);
    return true;
  }

  /**
   * Counts what a result keeps.
   * @param {Node} node
   * @param {number} entries
   */
  #spend(node, entries) {
    if (this.#plain) return;
    this.#entries += entries;
    if (this.#entries > mostEntries)
      throw node.error('is one of too many for a table of that size');
  }

  /**
   * @param {Node} node
   * @returns {Value | undefined}
   */
  #made(node) {
    const [value] = node.inputs.map((name) => this.#values.get(name));
    const { type } = node;
    if (!value) return undefined;
    if (this.#plain) {
      const [group] = value.groups;
      const made = counted(node, group, this.graph);
      if (made) return valueOf([made]);
      if (joining.includes(type)) return undefined;
      if (group.text && (type === 'Reshape' || type === 'Flatten')) return value;
    }
    if (type === 'Concat' || type === 'FeatureVectorizer') return this.#joined(node);
    if (type === 'Reshape' || type === 'Flatten') return this.#flat(node, value);
    if (isSelector(node)) return this.#picked(node, value);
    if (node.inputs.length !== 1) return undefined;
    if (type === 'Identity') return value;
    if (type === 'Cast') {
      const text = value.groups.some((group) => group.text && group.steps.length === 0);
      return (node.whole('to', 0) === elements.string) === text ? value : undefined;
    }
    if (type === 'OneHotEncoder') return oneHot(node, value);
    if (type === 'LabelEncoder') return ordinal(node, value);
    if (!isScaler(node) || value.deep) return undefined;
    if (value.groups.some(({ text, steps }) => text && steps.length === 0)) {
      throw node.error('takes texts; encode them before');
    }
    this.#spend(node, 2 * value.width);
    return then(node, value, { scaler: node, from: value.width }, value.width);
  }

  /**
   * Results side by side.
   * @param {Node} node
   */
  #joined(node) {
    const values = node.inputs.map((name) => this.#values.get(name));
    if (values.some((value) => value === undefined)) return undefined;
    const all = /** @type {Value[]} */ (values);
    const [{ deep }] = all;
    const axis = node.type === 'Concat' ? node.whole('axis', NaN) : 1;
    if (all.some((one) => one.deep !== deep) || !(axis === -1 || axis === (deep ? 2 : 1))) {
      throw node.error('joins results in another way than side by side');
    }
    if (all.length > 1 && all.some(({ steps }) => steps.length > 0)) {
      throw node.error(
        'joins columns with others that were joined before and changed since; a ColumnTransformer within another one cannot be imported',
      );
    }
    const width = all.reduce((sum, one) => sum + one.width, 0);
    this.#spend(node, all.flatMap((one) => one.groups).reduce((sum, { columns }) => sum + columns.length, 0)); // prettier-ignore
    if (width > most) throw node.error(`makes ${width} columns, more than the ${most} that samples have`); // prettier-ignore
    /** @type {Group[][]} */
    const runs = [];
    for (const group of all.flatMap((one) => one.groups)) {
      const run = runs[runs.length - 1];
      if (run && areAlike(run[0], group)) run.push(group);
      else runs.push([group]);
    }
    const groups = runs.map(merged);
    const [{ steps }] = all;
    return { groups, steps: all.length === 1 ? steps : [], width, deep };
  }

  /**
   * A matrix of as many columns.
   * @param {Node} node
   * @param {Value} value
   */
  #flat(node, value) {
    if (node.type === 'Reshape') {
      const shape = this.graph.constant(node.inputs[1]).wholes;
      if (shape.length !== 2 || shape[0] !== -1 || shape[1] !== value.width) return undefined;
    } else if (node.whole('axis', 1) !== 1) return undefined;
    return { ...value, deep: false };
  }

  /**
   * Some of the columns.
   * @param {Node} node
   * @param {Value} value
   */
  #picked(node, value) {
    if (!this.graph.tensors.has(node.inputs[1])) return undefined;
    const places = this.graph.constant(node.inputs[1]).wholes;
    const width = value.width || places.reduce((top, j) => Math.max(top, j), -1) + 1;
    const [group, ...others] = value.groups;
    this.#spend(node, places.length);
    const axis = node.type === 'Gather' ? node.whole('axis', 0) : -1;
    const wrong = places.length === 0 || places.some((j) => !(j >= 0 && j < Math.min(width, most)));
    if (wrong || !(axis === -1 || axis === (value.deep ? 2 : 1))) {
      throw node.error(`picks columns that are not among the ${width} that it takes`);
    }
    const alone = others.length === 0;
    if (alone && group.steps.length === 0 && !this.#plain) {
      return valueOf([{ ...group, columns: places.map((j) => group.columns[j]), width: places.length }]); // prettier-ignore
    }
    const ascends = places.every((j, p) => p === 0 || j > places[p - 1]);
    if (!ascends) throw node.error(`picks ${places.length} columns, which must ascend, each once; sort them, and fit the model again`); // prettier-ignore
    const [step] = alone ? group.steps.slice(-1) : [];
    if (step?.kept?.length === 1 && step.machine === 'OneHotEncoder') {
      const kept = [places.map((j) => /** @type {number[][]} */ (step.kept)[0][j])];
      const steps = [...group.steps.slice(0, -1), { ...step, kept }];
      return { ...valueOf([{ ...group, steps, width: places.length }]), deep: value.deep };
    }
    this.#spend(node, value.width);
    const known = group.steps.map((one) => ({ ...one, from: one.from || width }));
    const from = alone ? { ...value, groups: [{ ...group, steps: known }] } : value;
    return then(node, from, selector(places, width), places.length);
  }

  /**
   * The steps before a machine of so many features.
   * @param {Node} machine
   * @param {number} d
   * @returns {Front}
   */
  front(machine, d) {
    const value = /** @type {Value} */ (this.#values.get(machine.inputs[0]));
    if ((value.width || d) !== d || value.deep) {
      throw machine.error(
        `takes ${d} features, but the operators before it make ${value.width} columns`,
      );
    }
    if (value.groups.some(({ text, steps }) => text && steps.length === 0)) {
      throw machine.error('takes texts; encode them before');
    }
    const used = [...new Set(value.groups.flatMap(({ columns }) => columns))].sort((a, b) => a - b);
    const [group, ...others] = value.groups;
    const encodes = value.groups.some(({ steps }) => steps.some(isEncoder));
    const names = this.#names;
    if (others.length === 0 && !encodes) {
      const whole = this.#plain || (names ? new Set(group.columns).size === group.columns.length : this.#inOrder(group)); // prettier-ignore
      if (whole) {
        const before = [...group.steps, ...value.steps].map((step) => resolved(step, [], [], d));
        const { vectorizer } = group;
        return { before, vectorizer, ...(names && { names: group.columns.map((j) => names[j]) }) };
      }
    }
    const values = wordsOf(value.groups, used);
    const place = new Map(used.map((j, i) => [j, i]));
    const table = {
      count: this.#count,
      ...(names && { names: used.map((j) => names[j]) }),
      ...{ at: used, values, asTexts: true },
    };
    const after = value.steps.map((step) => resolved(step, [], []));
    const alone = others.length === 0 && isEncoder(group.steps[0]);
    if (
      alone &&
      group.columns.length === used.length &&
      group.columns.every((j, i) => j === used[i])
    ) {
      // prettier-ignore
      return { before: [...chainOf(group, place, values), ...after], table };
    }
    const parts = value.groups.reduce((sum, { steps }) => sum + steps.length + 1, after.length);
    if (parts > limits.parts) {
      throw machine.error(
        `takes columns that go through ${parts} steps, more than a model can have`,
      );
    }
    if (value.groups.every(({ steps }) => steps.length === 0)) {
      throw machine.error(
        'takes columns in another order than those of the file; write it with columns that ascend',
      );
    }
    return { before: [transformerOf(value.groups, place, values), ...after], table };
  }

  /** Whether a group is all columns. @param {Group} group */
  #inOrder({ columns }) {
    return columns.length === this.#count && columns.every((j, i) => j === i);
  }
}

/**
 * @param {Group[]} groups
 * @returns {Value}
 */
const valueOf = (groups) => ({
  groups,
  steps: [],
  width: groups.reduce((sum, { width }) => sum + width, 0),
  deep: false,
});

/** @param {Step | undefined} step */
const isEncoder = (step) => encoders.includes(String(step?.machine));

/**
 * A result after one more step.
 * @param {Node} node
 * @param {Value} value
 * @param {Step} step
 * @param {number} width
 * @returns {Value}
 */
function then(node, value, step, width) {
  const [group, ...others] = value.groups;
  if (Math.max(group.steps.length, value.steps.length) >= limits.steps) {
    throw node.error(`is one of more than ${limits.steps} steps one after the other`);
  }
  if (others.length > 0) return { ...value, steps: [...value.steps, step], width };
  return { ...valueOf([{ ...group, steps: [...group.steps, step], width }]), deep: value.deep };
}

/**
 * Whether the columns of two groups go through alike steps one by one.
 * @param {Group} a
 * @param {Group} b
 */
function areAlike(a, b) {
  const [length, other] = [a.steps.length, b.steps.length];
  if (a.text !== b.text) return false;
  if (length === 0 && other === 0) return true;
  const [[one], [two]] = [a.steps, b.steps];
  if (length !== 1 || other !== 1 || !isEncoder(one) || one.machine !== two.machine) return false;
  return JSON.stringify(one.options) === JSON.stringify(two.options);
}

/**
 * Groups that are alike as one.
 * @param {Group[]} run
 * @returns {Group}
 */
function merged(run) {
  const [first, ...others] = run;
  if (others.length === 0) return first;
  const lists = (/** @type {'categories' | 'kept'} */ name) =>
    run.flatMap(({ steps }) => /** @type {any[]} */ (steps[0]?.[name] ?? []));
  return {
    ...first,
    columns: run.flatMap(({ columns }) => columns),
    width: run.reduce((sum, { width }) => sum + width, 0),
    steps: first.steps.map((step) => ({ ...step, categories: lists('categories'), kept: lists('kept') })), // prettier-ignore
  };
}

/**
 * The one column, as it is, that an encoder takes.
 * @param {Node} node
 * @param {Value} value
 */
function columnOf(node, { groups, width }) {
  const [group] = groups;
  if (groups.length === 1 && width === 1 && group.steps.length === 0) return group;
  throw node.error('takes more than one column, or one that was changed before; encoders here take columns of the table as they are'); // prettier-ignore
}

/**
 * @param {Node} node
 * @param {Value} value
 * @returns {Value}
 */
function oneHot(node, value) {
  const group = columnOf(node, value);
  const categories = categoriesOf(node, group, 'cats_strings', 'cats_int64s');
  const handleUnknown = node.whole('zeros', 1) !== 0 ? 'ignore' : 'error';
  const kept = [[...categories.keys()]];
  const step = { machine: 'OneHotEncoder', options: { handleUnknown }, categories: [gapLast(categories)], kept }; // prettier-ignore
  return { ...then(node, value, step, categories.length), deep: true };
}

/**
 * The empty text stands for a missing value where it comes after others, as in files that this package
 * writes: among texts that ascend it is the first.
 * @param {Category[]} categories
 * @returns {Category[]}
 */
function gapLast(categories) {
  const last = categories.length - 1;
  return last > 0 && categories[last] === '' ? [...categories.slice(0, last), null] : categories;
}

/**
 * @param {Node} node
 * @param {Value} value
 * @returns {Value}
 */
function ordinal(node, value) {
  const group = columnOf(node, value);
  const keys = categoriesOf(node, group, 'keys_strings', 'keys_int64s', 'keys_floats');
  const isFloat = node.has('values_floats');
  const codes = isFloat
    ? Array.from(node.floats('values_floats'))
    : node.wholes('values_int64s').map(Number);
  const unknownValue = isFloat ? node.float('default_float', -0) : node.whole('default_int64', -1);
  if (codes.length !== keys.length) {
    throw node.error(`has ${codes.length} values for ${keys.length} keys; both must be there, and values be numbers`); // prettier-ignore
  }
  const own = keys.map((_, i) => i);
  const gap = own.find((i) => keys[i] === '' && !(codes[i] >= 0 && codes[i] < keys.length));
  const order = own.filter((i) => i !== gap).sort((a, b) => codes[a] - codes[b]);
  if (order.some((i, code) => codes[i] !== code) || !Number.isFinite(unknownValue)) {
    throw node.error('gives categories other numbers than 0, 1, 2, ..., which an OrdinalEncoder gives'); // prettier-ignore
  }
  const clash = (/** @type {number} */ code) => Number.isInteger(code) && code >= 0 && code < order.length; // prettier-ignore
  if (clash(unknownValue)) {
    throw node.error(`gives unknown categories the number ${unknownValue}, which is that of a category`); // prettier-ignore
  }
  const options = {
    ...{ handleUnknown: 'useEncodedValue', unknownValue },
    ...(gap !== undefined && { encodedMissingValue: codes[gap] }),
  };
  const categories = [order.map((i) => keys[i])];
  return then(node, value, { machine: 'OrdinalEncoder', options, categories }, 1);
}

/**
 * The categories of a column.
 * @param {Node} node
 * @param {Group} group
 * @param {string} texts name of the attribute
 * @param {string} wholes
 * @param {string} [floats]
 * @returns {Category[]}
 */
function categoriesOf(node, { text }, texts, wholes, floats = '') {
  const strings = node.texts(texts);
  const numbers = [...node.wholes(wholes).map(Number), ...(floats ? node.floats(floats) : [])];
  /** @type {(string | number)[]} */
  const categories = text ? strings : numbers;
  if (categories.length === 0 || (text ? numbers : strings).length > 0) {
    throw node.error(`has no categories for a column of ${text ? 'texts' : 'numbers'}`);
  }
  if (new Set(categories).size < categories.length) throw node.error('has a category twice');
  return categories;
}

/**
 * @param {number[]} selected
 * @param {number} width
 * @returns {Step}
 */
const selector = (selected, width) => ({
  machine: 'SelectKBest',
  options: { k: selected.length },
  fitted: {
    features: Int32Array.of(width),
    scores: new Float64Array(width),
    selected: Int32Array.from(selected),
  },
});

/**
 * The texts that encoders know of columns, ascending; null of a column of numbers.
 * @param {Group[]} groups
 * @param {number[]} used columns
 */
function wordsOf(groups, used) {
  /** @type {Map<number, Set<Category>>} */
  const known = new Map();
  for (const { text, columns, steps } of groups) {
    columns.forEach((j, i) => {
      if (!text) return;
      const words = known.get(j) ?? new Set();
      known.set(j, words);
      for (const category of steps[0]?.categories?.[i] ?? []) if (category !== null) words.add(category); // prettier-ignore
    });
  }
  return used.map((j) => {
    const words = known.get(j);
    return words ? /** @type {string[]} */ ([...words]).sort(ascending) : null;
  });
}

/**
 * The steps of a group.
 * @param {Group} group
 * @param {Map<number, number>} place of each used column
 * @param {(string[] | null)[]} values of each of them
 * @returns {ForeignStep[]}
 */
function chainOf({ columns, steps }, place, values) {
  const own = columns.map((j) => values[/** @type {number} */ (place.get(j))]);
  return steps.map((step) => resolved(step, columns, own));
}

/**
 * A step with all that its fit left behind.
 * @param {Step} step
 * @param {number[]} columns
 * @param {(string[] | null)[]} values of each of them, whose places are the codes of texts
 * @param {number} [d] features of the machine
 * @returns {ForeignStep}
 */
function resolved(step, columns, values, d = NaN) {
  const { machine = '', options = {}, fitted, categories, kept, scaler, from } = step;
  if (scaler) return readScaler(scaler, from || d);
  if (fitted) return { machine, options, fitted };
  const lists = /** @type {Category[][]} */ (categories);
  const codes = lists.map((list, i) => {
    const places = new Map(values[i]?.map((text, code) => [text, code]));
    return list.flatMap((one) =>
      one === null ? [] : [typeof one === 'string' ? Number(places.get(one)) : one],
    );
  });
  const missing = lists.map((list) => Number(list.includes(null)));
  const encoder = {
    features: Int32Array.of(columns.length),
    'categories.counts': Int32Array.from(codes, (list) => list.length),
    'categories.values': Float64Array.from(codes.flat()),
    'categories.missing': Int32Array.from(missing),
  };
  const given = { ...options, categories: '' };
  if (machine === 'OrdinalEncoder') return { machine, options: given, fitted: encoder };
  let outputs = 0;
  const places = lists.flatMap((list, i) => {
    const columns = new Map(kept?.[i].map((c) => [c, outputs++]));
    return list.map((_, c) => columns.get(c) ?? -1);
  });
  const more = {
    places: Int32Array.from(places),
    infrequent: new Int32Array(lists.length).fill(-2),
    outputs: Int32Array.of(outputs),
  };
  return { machine, options: { ...given, sparseOutput: false }, fitted: { ...encoder, ...more } };
}

/**
 * Groups of columns as a ColumnTransformer.
 * @param {Group[]} groups
 * @param {Map<number, number>} place of each used column
 * @param {(string[] | null)[]} values of each of them
 * @returns {ForeignStep}
 */
function transformerOf(groups, place, values) {
  const chains = groups.map((group) => chainOf(group, place, values));
  const passed = [...groups.keys()].filter((g) => chains[g].length === 0);
  const parts = chains
    .filter((chain) => chain.length > 0)
    .map((chain) => chain.length === 1 ? chain[0] : { machine: 'Pipeline', options: {}, fitted: {}, parts: chain }); // prettier-ignore
  return {
    machine: 'ColumnTransformer',
    options: {},
    fitted: {
      'option.columns': groups
        .map(({ columns }) => columns.map((j) => place.get(j)).join(','))
        .join(';'),
      'option.passthrough': passed.join(','),
      features: Int32Array.of(place.size),
      outputs: Int32Array.from(groups, ({ width }) => width),
      sparse: Int32Array.of(0),
    },
    parts,
  };
}
